#include "transcript/shell_calls.h"

#include <algorithm>
#include <array>
#include <utility>

#include "transcript/script_scan.h"
#include "transcript/shell_started.h"
#include "util/ascii.h"
#include "util/one_of.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t deepest = 8;
constexpr std::size_t most_calls = 1000;

/// A word as the program gets it.
struct ScriptWord {
  std::string text;
  bool plain = true;  ///< without quotes and backslashes, so that it may be a reserved word
};

bool is_assigned(const ScriptWord& word) {
  const std::size_t sign = word.text.find('=');
  if (sign == std::string::npos || sign == 0 || is_digit(word.text[0])) return false;
  const std::size_t end = word.text[sign - 1] == '+' ? sign - 1 : sign;
  return std::all_of(word.text.begin(), word.text.begin() + static_cast<std::ptrdiff_t>(end),
                     is_word_char);
}

/// Collects what a script starts; nested scripts are given back to the reader one level deeper.
class Calls {
 public:
  bool full() const { return found_.size() >= most_calls; }

  void read(std::string_view script, std::size_t depth);

  /// Takes a call and what it starts. `body` is the here-document of its input.
  void take(std::vector<std::string> words, const std::string& body, std::size_t depth) {
    if (words.empty() || full()) return;
    const Started started = started_by(words);
    found_.push_back(std::move(words));
    if (depth >= deepest) return;
    for (const std::string& script : started.scripts) read(script, depth + 1);
    if (started.reads_script && !body.empty()) read(body, depth + 1);
    for (const auto& call : started.calls) take(call, body, depth + 1);
  }

  std::vector<ShellCall> done() { return std::move(found_); }

 private:
  std::vector<ShellCall> found_;
};

/// Reads one script.
class ScriptReader {
 public:
  ScriptReader(std::string_view script, std::size_t depth, Calls& calls)
      : script_(script), depth_(depth), calls_(calls) {}

  void run() {
    while (at_ < script_.size() && !calls_.full()) step();
    end_command();
    flush_waiting();
  }

 private:
  /// A command whose here-document has not come yet.
  struct Waiting {
    std::vector<std::string> words;
    std::string body;
  };

  char here() const { return script_[at_]; }
  char next() const { return at_ + 1 < script_.size() ? script_[at_ + 1] : '\0'; }
  bool looking_at(std::string_view text) const { return script_.substr(at_, text.size()) == text; }

  void nested(std::string_view script) {
    if (depth_ < deepest) calls_.read(script, depth_ + 1);
  }

  void step() {
    const char c = here();
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (c == '\\' && next() == '\n') {
      at_ += 2;
    } else if (c == '#') {
      at_ = std::min(script_.find('\n', at_), script_.size());
    } else if (in_test_ && (c == '&' || c == '|' || c == '(' || c == ')')) {
      ++at_;
    } else if (c == '<' || c == '>' || (c == '&' && next() == '>')) {
      redirection();
    } else if (c == '\n') {
      ++at_;
      end_command();
      read_here_documents();
    } else if (c == ';' || c == '&' || c == '|') {
      separator();
    } else if (c == '(') {
      open_parenthesis();
    } else if (c == ')') {
      ++at_;
      if (in_pattern_) words_.clear();
      in_pattern_ = false;
      end_command();
    } else {
      word_step();
    }
  }

  void separator() {
    const bool ends_case = here() == ';' && (next() == ';' || next() == '&');
    at_ += ends_case ? 2 : 1;
    if (in_pattern_) return;  // `a | b)`
    end_command();
    if (ends_case && cases_ > 0) in_pattern_ = true;
  }

  void open_parenthesis() {
    if (in_pattern_) {
      ++at_;
    } else if (words_.empty() && next() == '(') {
      at_ = std::min(closing_parenthesis(script_, at_ + 1) + 1, script_.size());  // arithmetic
    } else if (words_.size() == 1 && is_assigned(words_[0]) && words_[0].text.back() == '=') {
      at_ = std::min(closing_parenthesis(script_, at_ + 1) + 1, script_.size());  // an array
    } else {
      const std::size_t close = script_.find_first_not_of(" \t", at_ + 1);
      const bool defines = close != std::string_view::npos && script_[close] == ')';
      if (defines) words_.clear();  // `name() {`
      at_ = defines ? close + 1 : at_ + 1;
      end_command();
    }
  }

  /// A word that the shell itself understands at the beginning of a command.
  bool reserved(const ScriptWord& word) {
    static constexpr std::array<std::string_view, 15> passed{
        "if",   "then", "elif", "else", "fi",   "while", "until", "do",
        "done", "{",    "}",    "!",    "esac", "time",  "coproc"};
    if (!word.plain) return false;
    if (word.text == "esac" && cases_ > 0) {
      --cases_;
      in_pattern_ = false;
    }
    if (is_one_of(std::string_view(word.text), passed)) return true;
    if (word.text == "[[") {
      in_test_ = true;
      return true;
    }
    if (word.text == "case") {
      ++cases_;
      in_pattern_ = true;
    }
    if (word.text == "function") {
      skip_blanks();
      if (at_ < script_.size() && !ends_shell_word(here())) read_word();
      return true;
    }
    return false;
  }

  void word_step() {
    const std::size_t begin = at_;
    ScriptWord word = read_word();
    if (at_ == begin) ++at_;  // never stands still
    const bool is_number =
        !word.text.empty() && std::all_of(word.text.begin(), word.text.end(), is_digit);
    if (is_number && at_ < script_.size() && (here() == '<' || here() == '>')) return;  // 2>file
    if (in_test_) {
      if (word.plain && word.text == "]]") in_test_ = false;
      return;
    }
    if (in_pattern_ && words_.empty() && word.text != "esac") {
      words_.push_back(std::move(word));
      return;
    }
    if (words_.empty() && reserved(word)) return;
    words_.push_back(std::move(word));
  }

  void skip_blanks() {
    while (at_ < script_.size() && (here() == ' ' || here() == '\t')) ++at_;
  }

  void redirection() {
    if ((here() == '<' || here() == '>') && next() == '(') {
      const std::size_t close = closing_parenthesis(script_, at_ + 2);
      nested(script_.substr(at_ + 2, close - at_ - 2));
      at_ = std::min(close + 1, script_.size());
      words_.push_back({"<()", false});
      return;
    }
    if (looking_at("<<<")) {
      at_ += 3;
      skip_blanks();
      here_string_ = read_word().text;
      return;
    }
    if (looking_at("<<")) {
      at_ += 2;
      documents_.push_back(here_document(script_, at_));
      return;
    }
    while (at_ < script_.size() &&
           (here() == '<' || here() == '>' || here() == '&' || here() == '|')) {
      ++at_;
    }
    skip_blanks();
    if (at_ < script_.size() && !ends_shell_word(here())) read_word();
  }

  /// The word at `at_`, which moves behind it; what is substituted in it is read as a script.
  ScriptWord read_word() {
    ScriptWord out;
    bool in_string = false;
    while (at_ < script_.size()) {
      const char c = here();
      if (!in_string && ends_shell_word(c)) break;
      if (c == '$' || c == '`') {
        substitution(out, in_string);
      } else if (c == '"') {
        out.plain = false;
        in_string = !in_string;
        ++at_;
      } else if (c == '\'' && !in_string) {
        out.plain = false;
        const std::size_t close = std::min(script_.find('\'', at_ + 1), script_.size());
        out.text += script_.substr(at_ + 1, close - at_ - 1);
        at_ = std::min(close + 1, script_.size());
      } else if (c == '\\') {
        out.plain = false;
        const char escaped = next();
        at_ += 2;
        if (escaped == '\0' || escaped == '\n') continue;
        const bool stays =
            in_string && escaped != '"' && escaped != '\\' && escaped != '$' && escaped != '`';
        if (stays) out.text += '\\';
        out.text += escaped;
      } else {
        out.text += c;
        ++at_;
      }
    }
    at_ = std::min(at_, script_.size());
    return out;
  }

  /// `$(...)`, `$((...))`, `${...}`, `$'...'`, backquotes, or a dollar sign.
  void substitution(ScriptWord& out, bool in_string) {
    if (here() == '`') {
      const std::size_t close = closing_backquote(script_, at_ + 1);
      nested(without_backquote_escapes(script_.substr(at_ + 1, close - at_ - 1)));
      at_ = std::min(close + 1, script_.size());
      out.plain = false;
      out.text += '$';
    } else if (next() == '(') {
      const std::size_t close = closing_parenthesis(script_, at_ + 2);
      nested(script_.substr(at_ + 2, close - at_ - 2));
      at_ = std::min(close + 1, script_.size());
      out.plain = false;
      out.text += '$';
    } else if (next() == '{') {
      braces(out);
    } else if (next() == '\'' && !in_string) {
      at_ += 2;
      out.plain = false;
      for (; at_ < script_.size() && here() != '\''; ++at_) {
        if (here() == '\\' && at_ + 1 < script_.size()) ++at_;
        out.text += here();
      }
      at_ = std::min(at_ + 1, script_.size());
    } else {
      out.text += '$';
      ++at_;
    }
  }

  /// `${NAME:-word}`: one piece of a word, whatever stands in it.
  void braces(ScriptWord& out) {
    out.text += "${";
    at_ += 2;
    while (at_ < script_.size() && here() != '}') {
      if (here() == '`' || (here() == '$' && next() == '(')) {
        substitution(out, true);
      } else {
        if (here() == '\\') ++at_;
        if (at_ < script_.size()) out.text += here();
        ++at_;
      }
    }
    at_ = std::min(at_ + 1, script_.size());
    out.text += '}';
  }

  void end_command() {
    if (in_pattern_) {  // the `case x in` before its first pattern, or a line end behind `;;`
      const bool opens = !words_.empty() && words_[0].plain && words_[0].text == "case";
      if (opens || words_.empty()) words_.clear();
      return;
    }
    const auto documents = std::exchange(documents_, {});
    const std::string text = std::exchange(here_string_, {});
    const auto all = std::exchange(words_, {});
    std::size_t first = 0;
    while (first < all.size() && is_assigned(all[first])) ++first;
    Waiting command{{}, text};
    const bool loop = first < all.size() && all[first].plain &&
                      (all[first].text == "for" || all[first].text == "select");
    for (; first < all.size() && !loop; ++first) command.words.push_back(all[first].text);
    if (documents.empty()) {
      calls_.take(std::move(command.words), command.body, depth_);
      return;
    }
    // The bodies come behind the end of the line.
    for (const HereDocument& document : documents) expected_.push_back({document, waiting_.size()});
    waiting_.push_back(std::move(command));
  }

  void read_here_documents() {
    for (const auto& [document, owner] : std::exchange(expected_, {})) {
      const std::string_view body = here_body(script_, at_, document);
      waiting_[owner].body = body;
      if (!document.quoted) substitutions_in(body);
    }
    flush_waiting();
  }

  /// A here-document is expanded as a string is.
  void substitutions_in(std::string_view body) {
    if (depth_ >= deepest) return;
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (body[i] == '\\') {
        ++i;
      } else if (body[i] == '`') {
        const std::size_t close = closing_backquote(body, i + 1);
        nested(without_backquote_escapes(body.substr(i + 1, close - i - 1)));
        i = close;
      } else if (body.substr(i, 2) == "$(") {
        const std::size_t close = closing_parenthesis(body, i + 2);
        nested(body.substr(i + 2, close - i - 2));
        i = close;
      }
    }
  }

  void flush_waiting() {
    for (Waiting& command : std::exchange(waiting_, {})) {
      calls_.take(std::move(command.words), command.body, depth_);
    }
  }

  std::string_view script_;
  std::size_t depth_;
  Calls& calls_;
  std::size_t at_ = 0;
  std::vector<ScriptWord> words_;
  std::vector<HereDocument> documents_;
  std::string here_string_;
  std::vector<std::pair<HereDocument, std::size_t>> expected_;
  std::vector<Waiting> waiting_;
  int cases_ = 0;
  bool in_pattern_ = false;  ///< between `case x in` or `;;` and the `)` behind a pattern
  bool in_test_ = false;     ///< between `[[` and `]]`
};

void Calls::read(std::string_view script, std::size_t depth) {
  ScriptReader(script, depth, *this).run();
}

}  // namespace

std::vector<ShellCall> shell_calls(std::string_view line) {
  Calls calls;
  calls.read(line.substr(0, max_shell_line), 0);
  return calls.done();
}

}  // namespace context_rot::transcript
