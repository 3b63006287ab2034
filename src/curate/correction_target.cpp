#include "curate/correction_target.h"

#include <algorithm>

#include "correction/frame.h"
#include "correction/overlap.h"
#include "curate/word_scanner.h"
#include "util/invariant.h"
#include "util/sort_unique.h"
#include "util/utf8.h"

namespace context_rot::curate {

namespace {

constexpr std::size_t most_bytes = 32u << 10;

}  // namespace

Naming naming_of(std::string_view text) {
  text = cut_utf8(text, most_bytes);
  Naming out{correction::names_in(text), correction::numbers_in(text), {}};
  for (Word& word : words_of(text)) {
    if (word.letters >= 4 && !correction::is_small_word(word.folded)) {
      out.words.push_back(std::move(word.folded));
    }
  }
  sort_unique(out.words);
  return out;
}

std::size_t answer_meant(const Naming& said, const std::deque<Answer>& answers) {
  CONTEXT_ROT_INVARIANT(!answers.empty());
  struct Score {
    std::size_t strong = 0;
    std::size_t all = 0;
  };
  std::size_t best = 0;
  Score most;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const Naming& there = answers[i].naming;
    Score score;
    score.strong = correction::shared(said.names, there.names) +
                   correction::shared(said.numbers, there.numbers);
    score.all = 3 * score.strong + correction::shared(said.words, there.words);
    const bool better = score.all > most.all && (score.strong > most.strong || most.all == 0);
    if (i != 0 && !better) continue;
    best = i;
    most = score;
  }
  return best;
}

}  // namespace context_rot::curate
