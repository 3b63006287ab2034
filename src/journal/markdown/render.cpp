#include "journal/markdown/comment.h"
#include "journal/markdown/markdown.h"
#include "journal/model/line.h"
#include "journal/model/words.h"

namespace context_rot::journal {

namespace {

class SectionWriter {
 public:
  explicit SectionWriter(const Section& section) : section_(section) {}

  std::string write() && {
    heading();
    for (const Part& part : section_.parts) write_part(part);
    marks_.insert(marks_.end(), section_.dropped.begin(), section_.dropped.end());
    if (!marks_.empty()) line(lines_comment(marks_));
    return std::move(out_);
  }

 private:
  void line(std::string_view text) {
    out_ += text;
    out_ += '\n';
  }

  void heading() {
    if (section_.heading.empty()) {
      const std::string made = section_heading(section_);
      line(made);
      marks_.push_back(line_mark(Kind::own, made));
    } else {
      line(section_.heading);
    }
    line(session_comment(section_.id, section_.time));
  }

  void write_part(const Part& part) {
    const std::string_view tag = tag_of(part.kind);
    if (!tag.empty()) {
      line("<" + std::string(tag) + ">");
    } else if (!part.heading.empty()) {
      line(part.heading);
    } else if (part.kind != Kind::own) {
      line("### " + std::string(heading_of(part.kind, section_.language)));
    }
    bool in_table = false;
    for (const Item& item : part.items) in_table = write_item(part.kind, item, in_table);
    if (!tag.empty()) line("</" + std::string(tag) + ">");
  }

  /// Returns whether the line belongs to a table.
  bool write_item(Kind kind, const Item& item, bool in_table) {
    const std::string text = line_of(kind, item, section_.language);
    if (item.origin == Origin::person) {
      line(text);
      return kind == Kind::corrections && is_table_line(text);
    }
    if (text.empty()) return in_table;
    if (kind == Kind::corrections && !in_table) {
      line(table_head(section_.language));
      line(table_rule);
    }
    line(text);
    marks_.push_back(line_mark(kind, text));
    return kind == Kind::corrections;
  }

  const Section& section_;
  std::string out_;
  std::vector<std::string> marks_;
};

std::string with_returns(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 32);
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace

std::string render(const Section& section) {
  return SectionWriter(section).write();
}

std::string render(const Journal& journal) {
  std::string out;
  for (const std::string& line : journal.preamble) out += line + "\n";
  for (const Section& section : journal.sections) {
    if (!out.empty()) out += '\n';
    out += render(section);
  }
  return journal.crlf ? with_returns(out) : out;
}

}  // namespace context_rot::journal
