// Fuzzes the detector: no input may crash it, and what it says must make sense.
// The input is the answer before, the prompt and the answer after, separated by bytes 0x1F.

#include <cstdint>
#include <string_view>

#include "correction/detector.h"
#include "correction/reply.h"
#include "correction/weights_file.h"
#include "ledger/ledger.h"
#include "require.h"

using namespace context_rot::correction;
using namespace context_rot::ledger;

namespace {

void check_prose(std::string_view text) {
  const Prose prose = read_prose(text);
  require(prose.tokens.size() <= max_tokens);
  for (const Token& token : prose.tokens) {
    require(token.begin < token.end && token.end <= text.size() && !token.text.empty());
    require(token.sentence < prose.sentences.size());
  }
  for (const Sentence& sentence : prose.sentences) {
    require(sentence.begin <= sentence.end && sentence.end <= text.size());
  }
}

void check(const Verdict& verdict) {
  require(verdict.scores.rejected >= 0 && verdict.scores.rejected <= 1);
  require(verdict.scores.correction >= 0 && verdict.scores.correction <= 1);
  require((verdict.label == Label::none) == !verdict.note.has_value());
  require(!verdict.wrong || !verdict.wrong->empty());
  require(!verdict.clarified || !verdict.clarified->empty());
  require(!verdict.wrong || verdict.wrong->size() <= 240);
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  static const Detector detector;
  static const Lexicon lexicon;
  const std::string_view all = text_of_input(data, size);
  std::string_view rest = all;
  const std::string_view previous = take_part(rest);
  const std::string_view text = take_part(rest);
  check_prose(all);
  check(detector.detect({previous, text, {}}));
  check(detector.detect({previous, text, rest}));
  read_reply(all, lexicon);
  propose_rules(read_ledger(all).entries);
  if (const auto file = parse_weights(all)) {
    require(parse_weights(format_weights(*file)).operator bool());
  }
}
