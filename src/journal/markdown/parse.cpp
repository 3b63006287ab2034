#include <algorithm>
#include <unordered_set>

#include "journal/markdown/code_blocks.h"
#include "journal/markdown/comment.h"
#include "journal/markdown/markdown.h"
#include "journal/model/line.h"
#include "journal/model/words.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::journal {

using config::Language;

namespace {

using Lines = std::vector<std::string_view>;

bool is_blank(std::string_view line) {
  return trimmed(line).empty();
}

/// The session comment behind a heading at `at`, past blank lines.
std::optional<SessionName> comment_behind(const Lines& lines, std::size_t at) {
  do {
    ++at;
  } while (at < lines.size() && is_blank(lines[at]));
  return at < lines.size() ? read_session_comment(lines[at]) : std::nullopt;
}

bool begins_section(const Lines& lines, std::size_t at) {
  if (!lines[at].starts_with("## ")) return false;
  if (comment_behind(lines, at)) return true;
  const auto words = read_section_heading(lines[at]);
  return words && words->short_id.size() == 8;
}

/// The text of a heading of any level; nothing where the line is none.
std::optional<std::string_view> heading_text(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level == 0 || level > 6 || (level < line.size() && line[level] != ' ')) return std::nullopt;
  return trimmed(line.substr(level));
}

class SectionReader {
 public:
  /// `lines` are those of one section, its heading first.
  explicit SectionReader(Lines lines) : lines_(std::move(lines)), fenced_(fenced_lines(lines_)) {}

  Section read() && {
    std::vector<std::string> marks;
    take_comments(marks);
    marks_.insert(marks.begin(), marks.end());
    find_language();
    read_heading();
    for (at_ = 1; at_ < lines_.size(); ++at_) read_line_here();
    std::unordered_set<std::string_view> seen;
    for (const std::string& mark : marks) {
      if (!found_.contains(mark) && seen.insert(mark).second) section_.dropped.push_back(mark);
    }
    return std::move(section_);
  }

 private:
  void take_comments(std::vector<std::string>& marks) {
    Lines kept;
    std::vector<bool> fenced;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (!fenced_[i]) {
        if (const auto name = read_session_comment(lines_[i])) {
          if (!named_) {
            section_.id = name->id;
            section_.time = name->time;
          }
          named_ = true;
          continue;  // a second one, left over from a merge by hand, would begin a section later
        }
        if (read_lines_comment(lines_[i], marks)) continue;
      }
      kept.push_back(lines_[i]);
      fenced.push_back(fenced_[i]);
    }
    while (!kept.empty() && is_blank(kept.back())) {
      kept.pop_back();
      fenced.pop_back();
    }
    lines_ = std::move(kept);
    fenced_ = std::move(fenced);
  }

  void find_language() {
    for (std::size_t i = 1; i < lines_.size(); ++i) {
      const auto text = fenced_[i] ? std::nullopt : heading_text(lines_[i]);
      if (!text) continue;
      if (const auto found = kind_of_heading(*text)) {
        section_.language = found->language;
        return;
      }
    }
  }

  void read_heading() {
    const auto words = read_section_heading(lines_[0]);
    if (words) {
      section_.when = words->when;
      section_.title = words->title;
      if (!named_) section_.id = words->short_id;
    }
    const std::string mark = line_mark(Kind::own, lines_[0]);
    if (words && marks_.contains(mark) && section_heading(section_) == right_trimmed(lines_[0])) {
      found_.insert(mark);
    } else {
      section_.heading = lines_[0];
    }
  }

  void read_line_here() {
    const std::string_view line = lines_[at_];
    if (fenced_[at_]) return add(line);
    if (const auto text = heading_text(line)) return open_part(line, *text);
    for (const Kind kind : {Kind::read_files, Kind::modified_files}) {
      const std::string tag(tag_of(kind));
      if (line != "<" + tag + ">") continue;
      if (const auto end = find_closing("</" + tag + ">")) return read_list(kind, *end);
    }
    if (opens_table()) {
      ++at_;
      return;
    }
    add(line);
  }

  void open_part(std::string_view line, std::string_view text) {
    Part part;
    const auto found = kind_of_heading(text);
    if (found) part.kind = found->kind;
    const auto canonical = "### " + std::string(heading_of(part.kind, section_.language));
    if (!found || line != canonical) part.heading = line;
    section_.parts.push_back(std::move(part));
    open_ = true;
  }

  /// The line of the closing tag, before any heading and any other tag of ours.
  std::optional<std::size_t> find_closing(const std::string& tag) const {
    for (std::size_t i = at_ + 1; i < lines_.size(); ++i) {
      const std::string_view line = lines_[i];
      if (line == tag) return i;
      if (fenced_[i] || heading_text(lines_[i]) || line == "<read-files>" ||
          line == "<modified-files>") {
        return std::nullopt;
      }
    }
    return std::nullopt;
  }

  void read_list(Kind kind, std::size_t end) {
    section_.parts.push_back({kind, "", {}});
    open_ = true;
    while (++at_ < end) add(lines_[at_]);
    open_ = false;
  }

  /// Whether here stands the head of a table that render() would write again.
  bool opens_table() const {
    if (!open_ || section_.parts.back().kind != Kind::corrections) return false;
    const auto& items = section_.parts.back().items;
    if (!items.empty() &&
        (items.back().origin == Origin::generated || is_table_line(items.back().line)))
      return false;
    return at_ + 2 < lines_.size() && lines_[at_] == table_head(section_.language) &&
           lines_[at_ + 1] == table_rule &&
           is_generated(Kind::corrections, lines_[at_ + 2],
                        read_line(Kind::corrections, lines_[at_ + 2]));
  }

  bool is_generated(Kind kind, std::string_view line, Item item) const {
    if (kind == Kind::own || !marks_.contains(line_mark(kind, line))) return false;
    item.origin = Origin::generated;
    return line_of(kind, item, section_.language) == right_trimmed(line);
  }

  void add(std::string_view line) {
    if (!open_) section_.parts.emplace_back();
    open_ = true;
    Part& part = section_.parts.back();
    Item item = read_line(part.kind, line);
    if (!fenced_[at_] && is_generated(part.kind, line, item)) {
      item.origin = Origin::generated;
      item.line.clear();
      found_.insert(line_mark(part.kind, line));
    }
    part.items.push_back(std::move(item));
  }

  Lines lines_;
  std::vector<bool> fenced_;
  std::size_t at_ = 0;
  bool named_ = false;  // by its comment
  bool open_ = false;   // a part that lines may be added to
  std::unordered_set<std::string> marks_;
  std::unordered_set<std::string> found_;
  Section section_;
};

/// Whether every line does. Where only some do, their CR is part of the line.
bool ends_in_crlf(std::string_view text) {
  std::size_t at = text.find('\n');
  if (at == std::string_view::npos) return false;
  for (; at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return false;
  }
  return true;
}

Lines lines_of(std::string_view text, bool crlf) {
  Lines lines;
  while (!text.empty()) {
    std::string_view line = take_line(text);
    if (crlf && line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

/// The lines without the blank ones at the end.
Lines without_blank_end(Lines lines) {
  while (!lines.empty() && is_blank(lines.back())) lines.pop_back();
  return lines;
}

}  // namespace

Journal parse(std::string_view text) {
  Journal journal;
  journal.crlf = ends_in_crlf(text);
  const Lines lines = lines_of(text, journal.crlf);
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (begins_section(lines, i)) starts.push_back(i);
  }
  const auto between = [&](std::size_t begin, std::size_t end) {
    const auto at = [&](std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
    return without_blank_end(Lines(at(begin), at(end)));
  };
  for (const auto line : between(0, starts.empty() ? lines.size() : starts[0])) {
    journal.preamble.emplace_back(line);
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : lines.size();
    journal.sections.push_back(SectionReader(between(starts[i], end)).read());
  }
  return journal;
}

std::optional<std::string> not_understood(std::string_view text) {
  if (text.size() > max_journal_bytes) {
    return "has more than " + std::to_string(max_journal_bytes) + " bytes";
  }
  if (text.find('\0') != std::string_view::npos) return "holds NUL bytes";
  if (repair_utf8(text) != text) return "is not UTF-8";
  const auto has_line = [&](std::string_view start) {
    return text.starts_with(start) ||
           text.find("\n" + std::string(start)) != std::string_view::npos;
  };
  if (has_line("<<<<<<< ") && has_line(">>>>>>> ")) return "holds the marks of a merge conflict";
  return std::nullopt;
}

}  // namespace context_rot::journal
