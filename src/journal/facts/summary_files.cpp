#include "journal/facts/summary_files.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "journal/model/words.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

constexpr std::size_t max_files = 400;

std::string_view without_quotes(std::string_view text) {
  text = trimmed(text);
  for (const char quote : {'`', '"', '\''}) {
    if (text.size() >= 2 && text.front() == quote && text.back() == quote) {
      return text.substr(1, text.size() - 2);
    }
  }
  return text;
}

void add_file(Part& part, std::string_view path) {
  if (path.starts_with("- ") || path.starts_with("* ")) path = trimmed(path.substr(2));
  path = without_quotes(path);
  if (part.items.size() < max_files && can_be_named(path)) {
    part.items.push_back(generated_file(path));
  }
}

/// Paths on one line, with spaces between them; one with spaces in it is quoted.
void add_words(Part& part, std::string_view rest) {
  while (!(rest = trimmed(rest)).empty()) {
    const char quote = rest[0];
    std::size_t end = std::string_view::npos;
    if (quote == '"' || quote == '`') end = rest.find(quote, 1);
    end =
        end != std::string_view::npos ? end + 1 : std::min(rest.find_first_of(" \t"), rest.size());
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end);
    if (word.ends_with(',')) word.remove_suffix(1);
    add_file(part, word);
  }
}

/// Finds a text again and again, further on each time, in linear time altogether.
class Finder {
 public:
  Finder(const std::string& text, std::string needle) : text_(text), needle_(std::move(needle)) {}

  /// The first place at or after `from`, which never goes back.
  std::size_t next(std::size_t from) {
    if (!searched_ || (at_ != std::string::npos && at_ < from)) at_ = text_.find(needle_, from);
    searched_ = true;
    return at_;
  }

 private:
  const std::string& text_;
  std::string needle_;
  std::size_t at_ = 0;
  bool searched_ = false;
};

}  // namespace

void take_files(std::string& text, Kind kind, Section& own) {
  const std::string open = "<" + std::string(tag_of(kind)) + ">";
  const std::string close = "</" + std::string(tag_of(kind)) + ">";
  Finder closing(text, close);
  Finder paragraph(text, "\n\n");
  std::string left;
  std::size_t at = 0;
  for (std::size_t begin; (begin = text.find(open, at)) != std::string::npos;) {
    left.append(text, at, begin - at);
    const std::size_t inside = begin + open.size();
    // A list that is not closed ends with its paragraph.
    const std::size_t end = std::min({closing.next(inside), paragraph.next(inside), text.size()});
    std::string_view lines = trimmed(std::string_view(text).substr(inside, end - inside));
    Part& part = part_of(own, kind);
    if (lines.find('\n') == std::string_view::npos) {
      add_words(part, lines);
    } else {
      while (!lines.empty()) add_file(part, trimmed(take_line(lines)));
    }
    at = end;
    if (text.compare(at, close.size(), close) == 0) at += close.size();
    left += '\n';
  }
  left.append(text, at, std::string::npos);
  text = std::move(left);
}

}  // namespace context_rot::journal
