#include "correction/log_line.h"

#include <algorithm>
#include <array>

#include "util/ascii.h"

namespace context_rot::correction {

namespace {

using std::string_view;

/// For what is asked of every byte.
template <typename Is>
constexpr std::array<bool, 256> table_of(Is is) {
  std::array<bool, 256> out{};
  for (std::size_t byte = 0; byte < out.size(); ++byte) out[byte] = is(static_cast<char>(byte));
  return out;
}

constexpr std::array<bool, 256> words = table_of(is_word_char);
/// Letters, blanks and what is not ASCII.
constexpr std::array<bool, 256> plain =
    table_of([](char c) { return context_rot::is_letter(c) || c == ' ' || is_beyond_ascii(c); });

bool in_word(char c) {
  return words[static_cast<unsigned char>(c)];
}

string_view without_blanks(string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t end = line.find_last_not_of(" \t\r");
  return line.substr(0, end == string_view::npos ? 0 : end + 1);
}

/// "12:34:56", "2026-11-30 ..." at the start.
bool starts_with_time(string_view line) {
  std::size_t at = line.starts_with('[') ? 1 : 0;
  std::size_t digits = 0;
  const auto run = [&] {
    digits = 0;
    while (at < line.size() && is_digit(line[at])) ++at, ++digits;
  };
  run();
  if (digits == 4 && at < line.size() && line[at] == '-') {
    ++at;
    run();
    return digits == 2 && at < line.size() && line[at] == '-';
  }
  if (digits == 0 || digits > 2 || at >= line.size() || line[at] != ':') return false;
  ++at;
  run();
  return digits == 2 && at < line.size() && line[at] == ':';
}

/// `prefix` and the line are not empty. Most lines differ in the first byte.
bool starts_with(string_view line, string_view prefix) {
  return line[0] == prefix[0] && line.starts_with(prefix);
}

bool starts_with_word(string_view line, string_view prefix) {
  return starts_with(line, prefix) &&
         (line.size() == prefix.size() || !in_word(line[prefix.size()]));
}

bool starts_like_a_log(string_view line) {
  static constexpr std::array levels{
      string_view("INFO"),  string_view("WARN"),  string_view("WARNING"), string_view("ERROR"),
      string_view("DEBUG"), string_view("TRACE"), string_view("FATAL")};
  const string_view inner = line.starts_with('[') ? line.substr(1) : line;
  for (const string_view level : levels) {
    if (!inner.empty() && starts_with_word(inner, level)) return true;
  }
  static constexpr std::array openings{
      string_view("Uncaught "),  string_view("npm ERR"),  string_view("npm error"),
      string_view("npm warn"),   string_view("error: "),  string_view("error["),
      string_view("Traceback"),  string_view("> "),       string_view("$ "),
      string_view("\u279c"),     string_view("\u276f"),   string_view("GET /"),
      string_view("POST /"),     string_view("PUT /"),    string_view("DELETE /"),
      string_view("PATCH /"),    string_view("GET http"), string_view("POST http"),
      string_view("Caused by:"), string_view("FAIL "),    string_view("PASS ")};
  for (const string_view opening : openings) {
    if (starts_with(line, opening)) return true;
  }
  if (line.starts_with("at ")) {
    const std::size_t mark = line.find_first_of(":(");
    return mark != string_view::npos && line.find_first_of("0123456789", mark) != string_view::npos;
  }
  return line.starts_with("File \"") && line.find("line ") != string_view::npos;
}

/// "user@host:~/x$ ls", "PS C:\x> ls", "C:\x>ls"
bool is_shell_prompt(string_view line) {
  if (line.starts_with("PS ") && line.size() > 4 && line[4] == ':') return true;
  if (line.size() > 3 && is_upper(line[0]) && line[1] == ':' && line[2] == '\\') {
    const std::size_t mark = line.find('>');
    return mark != string_view::npos && line.substr(0, mark).find(' ') == string_view::npos;
  }
  const std::size_t at = line.find('@');
  if (at == string_view::npos || at == 0 || at > 32) return false;
  const string_view head = line.substr(0, at);
  if (!std::all_of(head.begin(), head.end(), [](char c) { return in_word(c) || c == '-'; }))
    return false;
  const std::size_t colon = line.find_first_of(":~", at);
  return colon != string_view::npos && line.find_first_of("$#", colon) != string_view::npos;
}

bool is_drawing(string_view line) {
  static constexpr string_view marks = " \t|+-=*_>";
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (static_cast<unsigned char>(line[i]) == 0xE2) {  // box drawing and kin
      i += 2;
    } else if (marks.find(line[i]) == string_view::npos) {
      return false;
    }
  }
  return line.size() > 2;
}

bool is_code(string_view line) {
  static constexpr std::array keywords{
      string_view("import"), string_view("from"),   string_view("const"),   string_view("let"),
      string_view("var"),    string_view("def"),    string_view("class"),   string_view("function"),
      string_view("return"), string_view("public"), string_view("private"), string_view("export"),
      string_view("async"),  string_view("SELECT"), string_view("INSERT"),  string_view("ALTER"),
      string_view("CREATE"), string_view("UPDATE"), string_view("FROM")};
  for (const string_view keyword : keywords) {
    if (starts_with_word(line, keyword) &&
        line.find_first_of(";{(=", keyword.size()) != string_view::npos &&
        line.find_first_of(";{}()=\"'", line.size() - 1) != string_view::npos) {
      return true;
    }
  }
  const char last = line.back();
  if ((last == '{' || last == '}' || last == ';') &&
      line.find_first_of("=(<{}") != string_view::npos) {
    return true;
  }
  if (line[0] == '<' || line[0] == '}' || line[0] == ']' || line[0] == ')') return true;
  if (line.size() < 90) {  // key: value
    std::size_t at = 0;
    while (at < line.size() &&
           (in_word(line[at]) || line[at] == '.' || line[at] == '$' || line[at] == '-'))
      ++at;
    if (at > 0 && at < line.size() && (line[at] == ':' || line[at] == '=')) {
      const std::size_t value = line.find_first_not_of(" \t", at + 1);
      if (value != string_view::npos &&
          string_view("[{(\"'0123456789").find(line[value]) != string_view::npos) {
        return true;
      }
    }
  }
  if (line.size() <= 25) return false;
  const auto count = std::count_if(line.begin(), line.end(),
                                   [](char c) { return plain[static_cast<unsigned char>(c)]; });
  return static_cast<double>(count) < 0.62 * static_cast<double>(line.size());
}

/// Whether a source file with a line number ("app.js:12", "x.py:3") ends a word here.
bool is_source_place(string_view line, std::size_t dot) {
  static constexpr std::array endings{
      string_view(".js"), string_view(".ts"),   string_view(".tsx"), string_view(".jsx"),
      string_view(".py"), string_view(".html"), string_view(".cs"),  string_view(".java"),
      string_view(".rb"), string_view(".go"),   string_view(".rs"),  string_view(".cpp")};
  for (const string_view ending : endings) {
    const std::size_t mark = dot + ending.size();
    if (line.substr(dot).starts_with(ending) && mark + 1 < line.size() &&
        (line[mark] == ':' || line[mark] == '@') && is_digit(line[mark + 1])) {
      return true;
    }
  }
  return false;
}

/// Start of the first word that quotes an error: "XError: ", "YException: ", "ERR_Z", or
/// names a place in a source file. The line's size if there is none.
std::size_t quoted_error(string_view line) {
  std::size_t start = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (in_word(line[i]) && line[i] != '_') continue;  // most are
    if (line[i] == ' ' || line[i] == '\t') start = i + 1;
    if (line[i] == '.' && i > start && is_source_place(line, i)) return start;
    if (line[i] == ':' && i + 1 < line.size() && line[i + 1] == ' ') {
      const string_view name = line.substr(start, i - start);
      if ((name.ends_with("Error") || name.ends_with("Exception")) && name.size() > 5) return start;
    }
    if (line[i] == '_' && i >= 3 && line.substr(i - 3, 3) == "ERR" && i + 1 < line.size() &&
        is_upper(line[i + 1])) {
      return start;
    }
  }
  return line.size();
}

}  // namespace

std::size_t pasted_from(string_view line) {
  const string_view inner = without_blanks(line);
  if (inner.empty()) return line.size();
  if (starts_with_time(inner) || starts_like_a_log(inner) || is_shell_prompt(inner) ||
      is_drawing(inner) || is_code(inner)) {
    return 0;
  }
  const std::size_t error = quoted_error(line);
  if (error >= line.size()) return line.size();
  const string_view before = line.substr(0, error);
  const auto spaces = std::count(before.begin(), before.end(), ' ');
  return spaces >= 2 ? error : 0;
}

}  // namespace context_rot::correction
