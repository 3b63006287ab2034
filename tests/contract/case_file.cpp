#include "case_file.h"

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

namespace contract {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view blanks = " \t";

/// Takes one word, quoted as in a shell, off the front of `text`; false where none is left.
bool take_word(std::string_view& text, std::string& word) {
  word.clear();
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  if (text.empty()) return false;
  char quote = 0;
  for (; !text.empty(); text.remove_prefix(1)) {
    const char c = text.front();
    if (quote == 0 && blanks.find(c) != std::string_view::npos) return true;
    if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (c == '\\' && quote != '\'' && text.size() > 1) {
      text.remove_prefix(1);
      word += text.front();
    } else {
      word += c;
    }
  }
  if (quote != 0) throw std::runtime_error("a quote is not closed");
  return true;
}

/// What stands behind the words already taken, without the blanks in between.
std::string rest_of(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return std::string(text);
}

int number_of(const std::string& text) {
  char* end = nullptr;
  const long value = std::strtol(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value < 0 || value > 1'000'000) {
    throw std::runtime_error("takes a number, not \"" + text + "\"");
  }
  return static_cast<int>(value);
}

class Reader {
 public:
  explicit Reader(const fs::path& file) : file_(file) {}

  std::vector<Case> read() {
    read_file(file_);
    finish_case();
    if (cases_.empty()) throw std::runtime_error(file_.string() + ": holds no case");
    return std::move(cases_);
  }

 private:
  void read_file(const fs::path& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error(path.string() + ": cannot be read");
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      try {
        read_line(line, number);
      } catch (const Located&) {
        throw;
      } catch (const std::runtime_error& error) {
        throw Located(path.string() + ":" + std::to_string(number) + ": " + error.what());
      }
    }
  }

  struct Located : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  void read_line(const std::string& line, int number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') return;
    if (line.starts_with("  ")) {
      if (text_ == nullptr) throw std::runtime_error("an indented line belongs to file or stdin");
      *text_ += expand_macro(line.substr(2)) + "\n";
      return;
    }
    text_ = nullptr;
    if (line.starts_with("== ")) return begin_case(line.substr(3), number);
    std::string_view rest = line;
    std::string word;
    take_word(rest, word);
    if (word == "macro" || word == "include") return read_definition(word, rest);
    if (read_setup(word, rest)) return;
    if (word == "run") return begin_run(rest, number);
    if (word == "reads" && rest_of(rest) == "only") return set_reads_only();
    read_expectation(word, rest);
  }

  void begin_case(const std::string& name, int number) {
    finish_case();
    if (!names_.insert(name).second) throw std::runtime_error("a second case of this name");
    current_ = Case{file_.filename().string(), name, number, preamble_};
    in_case_ = true;
  }

  void finish_case() {
    if (in_case_ && !has_run_) {
      throw Located(file_.string() + ":" + std::to_string(current_.line) +
                    ": the case runs nothing");
    }
    if (in_case_) cases_.push_back(std::move(current_));
    in_case_ = false;
    has_run_ = false;
    run_ = nullptr;
  }

  void read_definition(const std::string& word, std::string_view rest) {
    if (in_case_) throw std::runtime_error(word + " stands before the first case");
    if (word == "include") return read_file(file_.parent_path() / rest_of(rest));
    std::string name;
    take_word(rest, name);
    macros_["@" + name] = rest_of(rest);
  }

  std::vector<Step>& steps() { return in_case_ ? current_.steps : preamble_; }

  bool read_setup(const std::string& word, std::string_view rest) {
    Setup setup{word, {}, {}};
    if (word == "env") {
      setup.words = {rest_of(rest)};
    } else if (word == "file") {
      std::string path;
      if (!take_word(rest, path)) throw std::runtime_error("file takes a path");
      setup.words = {path};
      const std::string text = rest_of(rest);
      if (!text.empty()) setup.text = expand_macro(text) + "\n";
    } else if (word == "data" || word == "dir" || word == "link" || word == "mode" ||
               word == "cd") {
      setup.words = split_words(rest);
      if (setup.words.size() < (word == "dir" || word == "cd" ? 1u : 2u)) {
        throw std::runtime_error(word + " takes more words");
      }
    } else {
      return false;
    }
    steps().emplace_back(std::move(setup));
    run_ = nullptr;
    if (word == "file") text_ = &std::get<Setup>(steps().back()).text;
    return true;
  }

  void begin_run(std::string_view rest, int number) {
    if (!in_case_) throw std::runtime_error("run stands in a case");
    Run run;
    run.line = number;
    run.words = split_words(rest);
    run.reads_only = reads_only_;
    if (run.words.empty()) throw std::runtime_error("run takes a program");
    current_.steps.emplace_back(std::move(run));
    run_ = &std::get<Run>(current_.steps.back());
    has_run_ = true;
  }

  void set_reads_only() {
    if (run_ != nullptr) run_->reads_only = true;
    if (!in_case_) reads_only_ = true;
    if (in_case_ && run_ == nullptr) throw std::runtime_error("reads only stands behind a run");
  }

  void read_expectation(const std::string& word, std::string_view rest) {
    // The text behind one blank counts as it is, leading blanks included.
    const std::string text(rest.substr(std::min<std::size_t>(1, rest.size())));
    Run ignored;
    Run& run = run_ != nullptr ? *run_ : ignored;
    if (word == "stdin") {
      if (!text.empty()) run.input = expand_macro(text) + "\n";
      text_ = &run.input;
    } else if (word == "out" || word == "err") {
      (word == "out" ? run.out : run.err).lines.push_back(text);
    } else if (word == "out~" || word == "err~") {
      (word == "out~" ? run.out : run.err).contains.push_back(text);
    } else if (word == "out!" || word == "err!") {
      (word == "out!" ? run.out : run.err).lacks.push_back(text);
    } else if (word == "json" || word == "json~" || word == "json!") {
      ExpectedMember member;
      if (word == "json~") member.check = JsonCheck::contains;
      if (word == "json!") member.check = JsonCheck::absent;
      take_word(rest, member.path);
      member.value = rest_of(rest);
      run.members.push_back(std::move(member));
    } else if (word == "holds") {
      std::string path;
      take_word(rest, path);
      run.holds.emplace_back(path, rest_of(rest));
    } else if (word == "absent") {
      run.absent.push_back(rest_of(rest));
    } else if (word == "exit") {
      run.exit_code = number_of(rest_of(rest));
    } else if (word == "within") {
      run.within_milliseconds = number_of(rest_of(rest));
    } else {
      throw std::runtime_error("unknown directive " + word);
    }
    if (run_ == nullptr) throw std::runtime_error(word + " stands behind its run");
  }

  /// "@name a b" becomes the macro's text with $1 and $2 replaced; other lines stay.
  std::string expand_macro(const std::string& line) const {
    if (line.front() != '@') return line;
    const std::vector<std::string> words = split_words(line);
    const auto place = macros_.find(words.front());
    if (place == macros_.end()) throw std::runtime_error("unknown macro " + words.front());
    const std::string& text = place->second;
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool is_argument =
          text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
      if (!is_argument) {
        out += text[i];
        continue;
      }
      const auto index = static_cast<std::size_t>(text[++i] - '0');
      if (index >= words.size()) throw std::runtime_error(words.front() + " takes more words");
      out += words[index];
    }
    return out;
  }

  fs::path file_;
  std::vector<Case> cases_;
  std::set<std::string> names_;
  std::map<std::string, std::string> macros_;
  std::vector<Step> preamble_;  // setup of every case
  bool reads_only_ = false;     // of every run
  Case current_;
  bool in_case_ = false;
  bool has_run_ = false;
  Run* run_ = nullptr;           // where expectations go
  std::string* text_ = nullptr;  // where indented lines go
};

}  // namespace

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  while (take_word(text, word)) words.push_back(word);
  return words;
}

std::vector<Case> read_cases(const fs::path& file) {
  return Reader(file).read();
}

}  // namespace contract
