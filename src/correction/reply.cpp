#include "correction/reply.h"

#include <algorithm>

#include "correction/annotated_text.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::size_t read_bytes = 4000;
constexpr std::size_t most_bytes = 400;
constexpr std::size_t most_words_bytes = 200;

bool starts_with_folded(string_view text, string_view small) {
  if (text.size() < small.size()) return false;
  return std::equal(small.begin(), small.end(), text.begin(), [](char a, char b) {
    return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b | 0x20) : b);
  });
}

std::size_t find_folded(string_view text, string_view small) {
  for (std::size_t i = 0; i + small.size() <= text.size(); ++i) {
    if (starts_with_folded(text.substr(i), small)) return i;
  }
  return string_view::npos;
}

std::optional<std::string> part(string_view text) {
  static constexpr string_view edge = " \t\r\n.*_";
  const std::size_t begin = text.find_first_not_of(edge);
  if (begin == string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(edge) - begin + 1);
  return std::string(cut_utf8(text, most_bytes));
}

/// "[Correction: X -> Y": both sides, or nothing where there is no arrow.
bool read_arrow(string_view line, Reply& out) {
  line.remove_prefix(std::min(line.find(':') + 1, line.size()));
  for (const string_view arrow : {string_view("->"), string_view("\u2192"), string_view("=>")}) {
    const std::size_t at = line.find(arrow);
    if (at == string_view::npos) continue;
    out.wrong = part(line.substr(0, at));
    out.clarified = part(line.substr(at + arrow.size()));
    return true;
  }
  return false;
}

/// The first sentence of a text.
std::string opening_sentence(string_view text, const Reading& reading) {
  const Sentence& first = reading.prose.sentences.front();
  return std::string(cut_utf8(text.substr(first.begin, first.end - first.begin), most_words_bytes));
}

Reply read_correction(string_view line) {
  Reply out{ReplyKind::correction, {}, {}, std::string(cut_utf8(line, most_words_bytes))};
  const std::size_t close = line.rfind(']');
  if (close != string_view::npos) line = line.substr(0, close);
  static constexpr string_view about = "wrong about ";
  static constexpr string_view clarified = "user clarified:";
  const std::size_t y = find_folded(line, clarified);
  if (y == string_view::npos && find_folded(line, about) == string_view::npos &&
      read_arrow(line, out)) {
    return out;
  }
  const string_view head = line.substr(0, std::min(y, line.size()));
  const std::size_t x = find_folded(head, about);
  if (x != string_view::npos) out.wrong = part(head.substr(x + about.size()));
  if (y != string_view::npos) out.clarified = part(line.substr(y + clarified.size()));
  return out;
}

}  // namespace

Reply read_reply(string_view answer, const Lexicon& lexicon) {
  const string_view text = cut_utf8(answer, read_bytes);
  bool fenced = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    string_view line = text.substr(at, end - at);
    at = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t*_>"), line.size()));
    if (line.starts_with("```")) fenced = !fenced;
    if (fenced) continue;
    if (starts_with_folded(line, "[not a correction")) {
      return {ReplyKind::refusal, {}, {}, std::string(cut_utf8(line, most_words_bytes))};
    }
    if (starts_with_folded(line, "[correction:")) return read_correction(line);
  }
  static const auto right = concept_id("right");
  static const auto sorry = concept_id("sorry");
  const Reading reading = read_text(text.substr(0, next_bytes), Speaker::assistant, lexicon, 60);
  for (const Hit& hit : reading.hits) {
    if (reading.prose.tokens[hit.begin].sentence > 0 || hit.begin > 8) continue;
    if (hit.concept_id == right || (hit.concept_id == sorry && hit.begin < 4)) {
      return {ReplyKind::acknowledged, {}, {}, opening_sentence(text, reading)};
    }
  }
  return {};
}

}  // namespace context_rot::correction
