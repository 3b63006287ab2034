#include "correction/prose.h"

#include <algorithm>
#include <array>

#include "correction/fold.h"
#include "correction/log_line.h"
#include "util/ascii.h"
#include "util/invariant.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::size_t max_word_bytes = 40;
constexpr std::size_t max_quote_bytes = 200;

bool space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool ascii_letter(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u | 0x20u) >= 'a' && (u | 0x20u) <= 'z';
}

bool is_file_ending(string_view ending) {
  static constexpr std::array endings{
      string_view("py"),   string_view("js"),   string_view("ts"),   string_view("tsx"),
      string_view("jsx"),  string_view("md"),   string_view("json"), string_view("html"),
      string_view("css"),  string_view("java"), string_view("cs"),   string_view("cpp"),
      string_view("h"),    string_view("go"),   string_view("rs"),   string_view("sql"),
      string_view("yaml"), string_view("yml"),  string_view("txt"),  string_view("sh"),
      string_view("php"),  string_view("rb"),   string_view("vue"),  string_view("toml"),
      string_view("csv"),  string_view("xml"),  string_view("env")};
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

/// A run of characters without a space, and what is asked of each part of it that reaches to its
/// end: worked out once, for a run may have a part behind each of its brackets.
class Run {
 public:
  Run() = default;
  Run(string_view text, std::size_t begin, std::size_t stop) : begin_(begin), end_(begin) {
    while (end_ < stop && !space(text[end_])) ++end_;
    const string_view run = text.substr(begin, end_ - begin);
    std::size_t slash = run.find_last_of("/\\");
    if (slash != string_view::npos && slash > 0)
      slash = run.find_last_of("/\\", slash - 1);
    else
      slash = string_view::npos;
    if (slash != string_view::npos) two_slashes_ = begin + slash + 1;
    const string_view name = run.substr(0, run.find_last_not_of(".,;:!?)\"'") + 1);
    const std::size_t dot = name.rfind('.');
    if (dot != string_view::npos && is_file_ending(name.substr(dot + 1))) file_dot_ = begin + dot;
  }

  std::size_t end() const { return end_; }
  bool holds(std::size_t at) const { return at >= begin_ && at < end_; }

  /// "<url>", "<file>" or nothing for the part from `at` on.
  string_view stand_in(string_view text, std::size_t at) const {
    const string_view part = text.substr(at, end_ - at);
    if ((part[0] == 'h' && (part.starts_with("http://") || part.starts_with("https://"))) ||
        (part[0] == 'w' && part.starts_with("www."))) {
      return "<url>";
    }
    if ((part[0] == '@' || part[0] == '#') && part.size() > 2 && is_word_char(part[1]))
      return "<file>";
    return at < two_slashes_ || at < file_dot_ ? "<file>" : "";
  }

 private:
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t two_slashes_ = 0;  ///< parts that begin before it have two slashes
  std::size_t file_dot_ = 0;     ///< parts that begin before it are a name with a file's ending
};

class Reader {
 public:
  Reader(string_view text, std::size_t limit) : text_(text), limit_(limit) {}

  Prose read() {
    prose_.shape.bytes = text_.size();
    text_ = text_.substr(0, max_prompt_bytes);
    // Growing step by step would touch twice the memory. Few texts have shorter words.
    prose_.tokens.reserve(std::min(limit_, text_.size() / 5 + 1));
    bool fenced = false;
    bool first = true;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      const string_view line = text_.substr(at, end - at);
      const std::size_t content = line.find_first_not_of(" \t\r");
      if (content != string_view::npos) {
        if (line.substr(content).starts_with("```")) {
          fenced = !fenced || line.find("```", content + 3) != string_view::npos;
          if (line.find("```", content + 3) != string_view::npos) fenced = false;
          prose_.shape.fence = true;
        } else if (!fenced) {
          read_line(at, end, content, first);
        }
        first = false;
      }
      break_sentence(end);
      at = end + 1;
    }
    return std::move(prose_);
  }

 private:
  bool full() const { return prose_.tokens.size() >= limit_; }

  void read_line(std::size_t begin, std::size_t end, std::size_t content, bool first) {
    const string_view line = text_.substr(begin, end - begin);
    const std::size_t pasted = pasted_from(line);
    if (pasted < line.size()) {
      ++prose_.shape.pasted_lines;
      if (first && pasted == 0) prose_.shape.pasted_first = true;
    }
    if (pasted == 0) return;
    std::size_t at = begin + content;
    if (line.substr(content).starts_with("- ") || line.substr(content).starts_with("* ") ||
        line.substr(content).starts_with("\u2022")) {
      prose_.shape.bullets = true;
    }
    const std::size_t number = line.find_first_not_of("0123456789", content);
    if (number != string_view::npos && number > content && number < content + 3 &&
        (line[number] == '.' || line[number] == ')')) {
      prose_.shape.bullets = true;
    }
    const std::size_t stop = begin + pasted;
    while (at < stop && !full()) at = read_piece(at, stop);
  }

  /// Reads one word, stand-in or mark at `at`; returns where the next begins.
  std::size_t read_piece(std::size_t at, std::size_t stop) {
    if (space(text_[at])) return at + 1;
    if (text_[at] == '`') return read_quoted(at, stop, "`", "<code>");
    if (text_[at] == '"') return read_quoted(at, stop, "\"", "<quote>");
    if (is_mark(at, "\u201c")) return read_quoted(at, stop, "\u201d", "<quote>");
    if (is_mark(at, "\u00ab")) return read_quoted(at, stop, "\u00bb", "<quote>");
    if (at == 0 || space(text_[at - 1]) || text_[at - 1] == '(') {
      if (!run_.holds(at)) run_ = Run(text_, at, stop);
      const std::size_t end = run_.end();
      const string_view kind = run_.stand_in(text_, at);
      if (!kind.empty()) {
        add(std::string(kind), at, end);
        const char last = text_[end - 1];
        if (last == '.' || last == '?' || last == ',') return end - 1;
        return end;
      }
    }
    if (is_digit(text_[at])) return read_number(at, stop);
    std::size_t next = at;
    if (ascii_letter(text_[at]) || is_letter(next_code_point(text_, next))) {
      return read_word(at, stop);
    }
    return read_mark(at, next);
  }

  bool is_mark(std::size_t at, string_view mark) const {
    return text_[at] == mark[0] && text_.substr(at).starts_with(mark);
  }

  std::size_t read_quoted(std::size_t at, std::size_t stop, string_view close, string_view kind) {
    const std::size_t open = close.size();
    const string_view rest = text_.substr(at + open, std::min(stop - at - open, max_quote_bytes));
    const std::size_t end = rest.find(close);
    if (at + open >= stop || end == string_view::npos || end == 0) return at + open;
    add(std::string(kind), at, at + open + end + close.size());
    return at + open + end + close.size();
  }

  std::size_t read_number(std::size_t at, std::size_t stop) {
    std::size_t end = at;
    while (end < stop && (is_digit(text_[end]) || ((text_[end] == '.' || text_[end] == ',') &&
                                                   end + 1 < stop && is_digit(text_[end + 1])))) {
      ++end;
    }
    add("0", at, end);
    return end;
  }

  std::size_t read_word(std::size_t at, std::size_t stop) {
    std::string folded;
    std::size_t end = at;
    // Most words are ASCII to their end.
    while (end < stop && end - at < max_word_bytes && ascii_letter(text_[end])) ++end;
    folded.assign(text_.substr(at, end - at));
    for (char& c : folded) c = static_cast<char>(c | 0x20);
    std::size_t letters = folded.size();
    auto capitals = static_cast<std::size_t>(
        std::count_if(text_.begin() + at, text_.begin() + end, [](char c) { return c <= 'Z'; }));
    while (end < stop) {
      std::size_t next = end;
      const char32_t code = next_code_point(text_, next);
      if (is_letter(code)) {
        if (folded.size() < max_word_bytes) append_folded(folded, code);
        ++letters;
        if (code >= 'A' && code <= 'Z') ++capitals;
      } else if ((code == '\'' || code == 0x2019) && next < stop) {
        std::size_t after = next;
        if (!is_letter(next_code_point(text_, after))) break;
        if (folded.size() < max_word_bytes) folded += '\'';
      } else if (code < 0x300 || code >= 0x370) {  // combining accents belong to the letter
        break;
      }
      end = next;
    }
    const bool all_capitals = letters >= 2 && capitals == letters;
    if (all_capitals && capitals_before_) prose_.shape.capitals = true;
    capitals_before_ = all_capitals && letters >= 3;
    if (is_plain_word(folded)) {
      add(std::move(folded), at, end);
      return end;
    }
    for (std::string& word : spelt_out(folded)) {
      if (!full()) add(std::move(word), at, end);
    }
    return end;
  }

  std::size_t read_mark(std::size_t at, std::size_t next) {
    const char c = text_[at];
    const char after = next < text_.size() ? text_[next] : ' ';
    if (c == '?' || c == '!') {
      if (after == c) prose_.shape.shouting = true;
      if (!prose_.tokens.empty()) {
        // The mark belongs to the sentence it ends.
        Sentence& sentence = open_sentence(at);
        (c == '?' ? sentence.question : sentence.exclamation) = true;
        sentence.end = static_cast<std::uint32_t>(next);
        if (c == '?') add("?", at, next);
      }
      if (after != '?' && after != '!') break_sentence(next);
      return next;
    }
    if (c == '.') {
      if (after == '.') prose_.shape.ellipsis = true;
      if (space(after) || after == '.' || after == '"' || after == ')') break_sentence(next);
      return next;
    }
    if (is_mark(at, "\u2026")) {
      prose_.shape.ellipsis = true;
      break_sentence(next);
      return next;
    }
    const bool dash = c == '-' && at > 0 && (space(text_[at - 1]) || text_[at - 1] == '-');
    const bool long_dash = is_mark(at, "\u2014") || is_mark(at, "\u2013");
    if (c == ',' || c == ';' || c == ':' || c == '(' || c == ')' || dash || long_dash)
      break_clause();
    return next;
  }

  void add(std::string text, std::size_t begin, std::size_t end) {
    CONTEXT_ROT_INVARIANT(begin < end && end <= text_.size());
    Sentence& sentence = open_sentence(begin);
    sentence.end = std::max(sentence.end, static_cast<std::uint32_t>(end));
    prose_.tokens.push_back({std::move(text), static_cast<std::uint32_t>(begin),
                             static_cast<std::uint32_t>(end), clause_,
                             static_cast<std::uint16_t>(prose_.sentences.size() - 1)});
    in_clause_ = true;
  }

  Sentence& open_sentence(std::size_t begin) {
    if (!in_sentence_) {
      prose_.sentences.push_back(
          {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(begin), false, false});
      in_sentence_ = true;
    }
    return prose_.sentences.back();
  }

  void break_clause() {
    if (in_clause_) ++clause_;
    in_clause_ = false;
  }

  void break_sentence(std::size_t end) {
    if (in_sentence_ && end <= text_.size() && end > prose_.sentences.back().end &&
        text_[end - 1] != '\n') {
      prose_.sentences.back().end = static_cast<std::uint32_t>(end);
    }
    break_clause();
    in_sentence_ = false;
    capitals_before_ = false;
  }

  string_view text_;
  std::size_t limit_;
  Prose prose_;
  Run run_;  ///< the last one looked at
  std::uint16_t clause_ = 0;
  bool in_clause_ = false;
  bool in_sentence_ = false;
  bool capitals_before_ = false;
};

}  // namespace

Prose read_prose(string_view text, std::size_t token_limit) {
  return Reader(text, token_limit).read();
}

}  // namespace context_rot::correction
