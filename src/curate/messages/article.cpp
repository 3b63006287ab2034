#include "curate/messages/article.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "util/ascii.h"

namespace context_rot::curate {

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/// Calls `each` with every `[\w-]+\.ENDING`.
template <typename Each>
void for_each_file_name(std::string_view text, const std::vector<std::string>& endings, Each&& each) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_word(text[i]) || text[i] == '-') {
      if (begin == std::string_view::npos) begin = i;
      continue;
    }
    const std::size_t name = begin;
    begin = std::string_view::npos;
    if (text[i] != '.' || name == std::string_view::npos) continue;
    std::size_t end = i + 1;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view ending = text.substr(i + 1, end - i - 1);
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) {
      each(text.substr(name, end - name));
    }
  }
}

std::string_view last_part(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The verb and the rest of "decided to VERB X" in folded text; an empty verb where there is none.
struct Decided {
  std::string_view verb;
  std::string_view what;
};

Decided decided(std::string_view text) {
  constexpr std::string_view opening = "decided to ";
  for (std::size_t at = text.find(opening); at != std::string_view::npos;
       at = text.find(opening, at + 1)) {
    const std::string_view rest = text.substr(at + opening.size());
    for (const std::string_view verb : {"use ", "implement ", "switch to "}) {
      if (!rest.starts_with(verb)) continue;
      std::string_view what = rest.substr(verb.size());
      what = what.substr(0, what.find('\n'));
      const std::size_t end = what.find_last_not_of(" \t\r.");
      if (end == std::string_view::npos) continue;
      what = what.substr(what.find_first_not_of(" \t"), std::string_view::npos);
      return {verb, what.substr(0, what.find_last_not_of(" \t\r.") + 1)};
    }
  }
  return {};
}

/// `at f (file:1:2)`, `at file:1:2`, `File "x.py", line 3`.
bool is_stack_frame(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return false;
  line = line.substr(first);
  if (line.starts_with("File \"")) return line.find("\", line ") != std::string_view::npos;
  if (!line.starts_with("at ")) return false;
  for (std::size_t colon = line.find(':'); colon != std::string_view::npos;
       colon = line.find(':', colon + 1)) {
    if (colon + 1 < line.size() && is_digit(line[colon + 1])) return true;
  }
  return false;
}

bool has_stack_frame(std::string_view text) {
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    if (is_stack_frame(text.substr(0, feed))) return true;
    text = feed == std::string_view::npos ? std::string_view() : text.substr(feed + 1);
  }
  return false;
}

}  // namespace

advice::Counts article_counts(const std::vector<TextMessage>& messages,
                              const ArticleOptions& options) {
  std::unordered_set<std::string_view> current;
  for (const std::string& file : options.current_files) {
    current.insert(file);
    current.insert(last_part(file));
  }
  advice::Counts counts;
  counts.messages = static_cast<std::int64_t>(messages.size());
  std::map<std::string, std::string, std::less<>> decisions;  // verb -> last X
  for (const TextMessage& message : messages) {
    const std::string low = ascii_lower(message.text);
    if (low.find("create") == std::string_view::npos &&
        low.find("deleted") == std::string_view::npos) {
      for_each_file_name(message.text, options.endings, [&](std::string_view file) {
        if (current.count(file) == 0) ++counts.stale;
      });
    }
    if (const Decided now = decided(low); !now.verb.empty()) {
      const auto [place, is_new] = decisions.try_emplace(std::string(now.verb), now.what);
      if (!is_new && place->second != now.what) {
        ++counts.contradictions;
        place->second = std::string(now.what);
      }
    }
    if (low.find("error:") != std::string_view::npos ||
        low.find("failed") != std::string_view::npos ||
        low.find("exception") != std::string_view::npos || has_stack_frame(message.text)) {
      ++counts.debugging;
    }
  }
  return counts;
}

}  // namespace context_rot::curate
