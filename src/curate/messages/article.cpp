#include "curate/messages/article.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_set>

#include "util/ascii.h"
#include "util/one_of.h"

namespace context_rot::curate {

namespace {

/// Calls `each` with every match of `[\w-]+\.(ENDING|ENDING...)`: the first ending that stands
/// behind the dot counts, whatever follows it, and the search goes on behind the match.
template <typename Each>
void for_each_file_name(std::string_view text, const std::vector<std::string>& endings,
                        Each&& each) {
  std::size_t begin = std::string_view::npos;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_word_char(text[i]) || text[i] == '-') {
      if (begin == std::string_view::npos) begin = i;
      continue;
    }
    const std::size_t name = begin;
    begin = std::string_view::npos;
    if (text[i] != '.' || name == std::string_view::npos) continue;
    const std::string_view rest = text.substr(i + 1);
    const auto ending = std::find_if(endings.begin(), endings.end(),
                                     [&](const auto& one) { return rest.starts_with(one); });
    if (ending == endings.end() || ending->empty()) continue;
    each(text.substr(name, i + 1 + ending->size() - name));
    i += ending->size();
  }
}

/// The WORD of the first "decided to (use|implement|switch to) WORD", in any case; empty where
/// there is none.
std::string_view decided_on(std::string_view text) {
  constexpr std::string_view opening = "decided to ";
  const std::string low = ascii_lower(text);
  for (std::size_t at = low.find(opening); at != std::string_view::npos;
       at = low.find(opening, at + 1)) {
    for (const std::string_view verb : {"use ", "implement ", "switch to "}) {
      const std::size_t begin = at + opening.size() + verb.size();
      if (low.compare(at + opening.size(), verb.size(), verb) != 0) continue;
      std::size_t end = begin;
      while (end < text.size() && is_word_char(text[end])) ++end;
      if (end > begin) return text.substr(begin, end - begin);
    }
  }
  return {};
}

/// The length of the white space character (`\s`) that `text` begins with; 0 for anything else.
std::size_t space_at(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r')) return 1;
  static constexpr std::array<std::string_view, 19> wide{
      "\u00A0", "\u1680", "\u2000", "\u2001", "\u2002", "\u2003", "\u2004",
      "\u2005", "\u2006", "\u2007", "\u2008", "\u2009", "\u200A", "\u2028",
      "\u2029", "\u202F", "\u205F", "\u3000", "\uFEFF"};
  const auto found = std::find_if(wide.begin(), wide.end(),
                                  [&](std::string_view one) { return text.starts_with(one); });
  return found == wide.end() ? 0 : found->size();
}

std::size_t skip_spaces(std::string_view text, std::size_t at) {
  while (const std::size_t size = space_at(text.substr(at))) at += size;
  return at;
}

/// `at\s+\w+\s+\(` anywhere. Linear: each run of blanks and of word characters is read once for the
/// one "at" in front of it.
bool has_stack_frame(std::string_view text) {
  for (std::size_t at = text.find("at"); at != std::string_view::npos;
       at = text.find("at", at + 1)) {
    const std::size_t word = skip_spaces(text, at + 2);
    if (word == at + 2) continue;
    std::size_t end = word;
    while (end < text.size() && is_word_char(text[end])) ++end;
    const std::size_t bracket = skip_spaces(text, end);
    if (end > word && bracket > end && bracket < text.size() && text[bracket] == '(') return true;
  }
  return false;
}

bool tells_of_an_error(std::string_view text) {
  const std::string low = ascii_lower(text);
  return contains_any(low, {"error:", "failed", "exception"}) || has_stack_frame(text);
}

}  // namespace

advice::Counts article_counts(const std::vector<TextMessage>& messages,
                              const ArticleOptions& options) {
  const std::unordered_set<std::string_view> current(options.current_files.begin(),
                                                     options.current_files.end());
  advice::Counts counts;
  counts.messages = static_cast<std::int64_t>(messages.size());
  std::map<std::string_view, std::string_view> decisions;  // the word -> the last text that had it
  for (const TextMessage& message : messages) {
    const std::string_view text = message.text;
    if (!contains_any(text, {"create", "deleted"})) {
      for_each_file_name(text, options.endings, [&](std::string_view file) {
        if (current.count(file) == 0) ++counts.stale;
      });
    }
    if (const std::string_view word = decided_on(text); !word.empty()) {
      const auto [place, is_new] = decisions.try_emplace(word, text);
      if (!is_new && place->second != text) ++counts.contradictions;
      place->second = text;
    }
    if (tells_of_an_error(text)) ++counts.debugging;
  }
  return counts;
}

}  // namespace context_rot::curate
