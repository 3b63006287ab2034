#include "correction/reply.h"

#include <algorithm>

#include "correction/annotated_text.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::size_t read_bytes = 4000;
constexpr std::size_t most_bytes = 400;

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

Reply read_correction(string_view line) {
  Reply out{ReplyKind::correction, {}, {}};
  const std::size_t close = line.rfind(']');
  if (close != string_view::npos) line = line.substr(0, close);
  static constexpr string_view about = "wrong about ";
  static constexpr string_view clarified = "user clarified:";
  const std::size_t y = find_folded(line, clarified);
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
    if (starts_with_folded(line, "[not a correction")) return {ReplyKind::refusal, {}, {}};
    if (starts_with_folded(line, "[correction:")) return read_correction(line);
  }
  static const auto right = concept_id("right");
  static const auto sorry = concept_id("sorry");
  const Reading reading = read_text(text.substr(0, next_bytes), Speaker::assistant, lexicon, 60);
  for (const Hit& hit : reading.hits) {
    if (reading.prose.tokens[hit.begin].sentence > 0 || hit.begin > 8) continue;
    if (hit.concept_id == right || (hit.concept_id == sorry && hit.begin < 4)) {
      return {ReplyKind::acknowledged, {}, {}};
    }
  }
  return {};
}

}  // namespace context_rot::correction
