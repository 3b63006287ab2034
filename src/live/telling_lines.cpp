#include "live/telling_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "transcript/failure.h"
#include "util/ascii.h"
#include "util/one_of.h"

namespace context_rot::live {

namespace {

constexpr std::size_t looked_at = 300;

}  // namespace

Telling telling_of(std::string_view line) {
  static constexpr std::array<std::string_view, 16> failures{
      "error",       "fail",         "fatal",
      "panic",       "exception",    "traceback",
      "abort",       "segmentation", "undefined reference",
      "denied",      "refused",      "timed out",
      "not found",   "no such file", "cannot ",
      "\xE2\x9C\x97"};  // U+2717, a cross
  static constexpr std::array<std::string_view, 7> notes{
      "warn", " passed", " passing", "summary", "tests:", "deprecated", "skipped"};
  line = line.substr(0, looked_at);
  const std::string text = ascii_lower(line);
  if (contains_any(text, failures) ||
      transcript::has_failed(transcript::failure_of(line, false, false)))
    return Telling::failure;
  return contains_any(text, notes) ? Telling::note : Telling::nothing;
}

std::vector<TellingLine> telling_lines(std::string_view text, std::size_t most) {
  std::vector<TellingLine> found;
  std::unordered_set<std::string_view> seen;
  std::size_t failures = 0;
  std::size_t notes = 0;
  for (std::size_t number = 1; !text.empty() && (failures < most || notes < most); ++number) {
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text = feed == std::string_view::npos ? std::string_view() : text.substr(feed + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const Telling telling = telling_of(line);
    if (telling == Telling::nothing) continue;
    std::size_t& count = telling == Telling::failure ? failures : notes;
    if (count >= most || !seen.insert(line).second) continue;
    ++count;
    found.push_back({number, line, telling});
  }
  return found;
}

}  // namespace context_rot::live
