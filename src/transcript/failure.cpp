#include "transcript/failure.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string>

#include "util/ascii.h"
#include "util/one_of.h"
#include "util/trim.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t window = 4096;
constexpr std::size_t longest_line = 300;
std::string_view first_line(std::string_view text) {
  text = trimmed(text.substr(0, window));
  return trimmed(text.substr(0, text.find('\n')));
}

std::string_view last_line(std::string_view text) {
  if (text.size() > window) text.remove_prefix(text.size() - window);
  text = trimmed(text);
  const std::size_t feed = text.rfind('\n');
  return feed == std::string_view::npos ? text : trimmed(text.substr(feed + 1));
}

/// "Exit code 1", "exit status 2": what the client and shells write for a code that is not 0.
bool has_exit_code(std::string_view line) {
  const std::string text = ascii_lower(line.substr(0, 64));
  for (const std::string_view words :
       {"exit code ", "exit code: ", "exit status ", "exited with code ", "exited with status ",
        "command exited with code "}) {
    if (!text.starts_with(words) || text.size() == words.size()) continue;
    const char first = text[words.size()];
    if (is_digit(first))
      return first != '0' || (text.size() > words.size() + 1 && is_digit(text[words.size() + 1]));
  }
  return false;
}

/// "TypeError: ...", "java.io.IOException: ...": a dotted name that ends so, and a colon.
bool begins_with_error_name(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && end < 80 && (is_word_char(line[end]) || line[end] == '.')) {
    ++end;
  }
  if (end == line.size() || line[end] != ':') return false;
  const std::string_view name = line.substr(0, end);
  return name.ends_with("Error") || name.ends_with("Exception");
}

bool has_error_prefix(std::string_view line) {
  if (starts_with_any(line, {"[ERROR]",
                             "[error]",
                             "[FATAL]",
                             "Error:",
                             "ERROR:",
                             "error:",
                             "ERR!",
                             "npm ERR!",
                             "npm error",
                             "fatal:",
                             "FATAL:",
                             "panic:",
                             "Exception in thread",
                             "Unhandled exception",
                             "Uncaught ",
                             "<tool_use_error>",
                             "{\"error\":\"",
                             "{\"error\":{",
                             "{\"error\": \"",
                             "{\"error\": {"})) {
    return true;
  }
  return begins_with_error_name(line);
}

bool is_error_status(std::string_view digits) {
  return digits.size() >= 3 && (digits[0] == '4' || digits[0] == '5') && is_digit(digits[1]) &&
         is_digit(digits[2]) && (digits.size() == 3 || !is_digit(digits[3]));
}

/// "HTTP/1.1 500 ...", "404 Not Found", "... status code 503".
bool has_http_status(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    const std::size_t blank = line.find(' ');
    return blank != std::string_view::npos && is_error_status(line.substr(blank + 1));
  }
  const std::string text = ascii_lower(line);
  for (const std::string_view words :
       {"status code ", "status code: ", "http status ", "http error ", "status: ", "http "}) {
    const std::size_t at = text.find(words);
    if (at != std::string_view::npos &&
        is_error_status(std::string_view(text).substr(at + words.size())))
      return true;
  }
  return is_error_status(text) &&
         contains_any(text, {"not found", "forbidden", "unauthorized", "bad request", "error",
                             "unavailable", "too many requests", "gateway", "gone", "conflict"}) &&
         text.size() > 4 && text[3] == ' ';
}

/// "timeout", "timeout after 30 s", "timeout: no answer"; not the setting "timeout: 30".
bool is_timeout(std::string_view text) {
  constexpr std::string_view word = "timeout";
  if (!text.starts_with(word)) return false;
  const std::string_view rest = text.substr(word.size());
  if (rest.starts_with(": ")) return rest.size() > 2 && !is_digit(rest[2]);
  return rest.empty() || starts_with_any(rest, {".", "!", " after", " error", " occurred",
                                                " reached", " waiting", " while"});
}

FailureSign sign_of_line(std::string_view line) {
  if (line.empty() || line.size() > longest_line) return FailureSign::none;
  const std::string text = ascii_lower(line);
  if (contains_any(line, {"ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EHOSTUNREACH", "ENETUNREACH",
                          "EAI_AGAIN"}) ||
      contains_any(text, {"connection refused", "connection reset", "could not resolve host",
                          "name or service not known", "network is unreachable"})) {
    return FailureSign::connection;
  }
  if (line.find("ETIMEDOUT") != std::string_view::npos ||
      contains_any(text, {"timed out", "timeout exceeded", "timeout expired"}) ||
      (text.find("timeout of ") != std::string_view::npos &&
       text.find("exceeded") != std::string_view::npos) ||
      is_timeout(text)) {
    return FailureSign::timeout;
  }
  if (contains_any(line, {"EACCES", "EPERM"}) ||
      contains_any(text, {"permission denied", "operation not permitted", "access denied",
                          "access is denied"})) {
    return FailureSign::permission;
  }
  if (has_http_status(line)) return FailureSign::http_status;
  return FailureSign::none;
}

/// "    at f (file.js:1:2)", "  File "x.py", line 3", "\tat org.x.Y.z(Y.java:9)", "#0 0x... in f".
bool is_stack_frame(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.starts_with("at ")) {
    const std::string_view rest = text.substr(3);
    return rest.find(':') != std::string_view::npos &&
           (rest.ends_with(')') || is_digit(rest.back()));
  }
  if (text.starts_with("File \"")) return text.find("\", line ") != std::string_view::npos;
  return text.size() > 3 && text[0] == '#' && is_digit(text[1]) &&
         text.find(" in ") != std::string_view::npos;
}

/// Two frames among the first eight lines or the last twelve.
bool has_stack_trace(std::string_view text) {
  const auto frames = [](std::string_view part, bool from_end, int most_lines) {
    int found = 0;
    for (int line = 0; line < most_lines && !part.empty(); ++line) {
      const std::size_t feed = from_end ? part.rfind('\n') : part.find('\n');
      std::string_view now = part;
      if (feed == std::string_view::npos) {
        part = {};
      } else if (from_end) {
        now = part.substr(feed + 1);
        part = part.substr(0, feed);
      } else {
        now = part.substr(0, feed);
        part = part.substr(feed + 1);
      }
      found += is_stack_frame(now) ? 1 : 0;
    }
    return found;
  };
  const std::string_view head = trimmed(text.substr(0, window));
  const std::string_view tail = trimmed(text.substr(text.size() - std::min(text.size(), window)));
  if (head.starts_with("Traceback (most recent call last)")) return true;
  return frames(head, false, 8) >= 2 || frames(tail, true, 12) >= 2;
}

bool is_refusal(std::string_view text) {
  return starts_with_any(
             text, {"The user doesn't want to proceed with this tool use",
                    "The user doesn't want to take this action", "[Request interrupted by user",
                    "Permission to use ", "Permission for this action "}) ||
         (text.starts_with("Claude requested permissions to ") &&
          text.find("but you haven't granted it yet") != std::string_view::npos) ||
         (text.substr(0, 200).find(" hook ") != std::string_view::npos &&
          text.substr(0, 400).find("blocked") != std::string_view::npos);
}

}  // namespace

FailureSign failure_of(std::string_view text, bool is_error, bool flag_is_sure) {
  const std::string_view first = first_line(text);
  if (is_error) {
    if (is_refusal(trimmed(text.substr(0, window)))) return FailureSign::refused;
    return has_exit_code(first) ? FailureSign::exit_code : FailureSign::flag;
  }
  if (has_exit_code(first)) return FailureSign::exit_code;
  if (flag_is_sure) return FailureSign::none;
  if (has_error_prefix(first)) return FailureSign::error_prefix;
  const FailureSign of_first = sign_of_line(first);
  if (of_first != FailureSign::none) return of_first;
  const std::string_view last = last_line(text);
  const FailureSign of_last = sign_of_line(last);
  if (of_last != FailureSign::none) return of_last;
  return has_stack_trace(text) ? FailureSign::stack_trace : FailureSign::none;
}

bool reports_failure(std::string_view output) {
  if (output.size() > window) output.remove_prefix(output.size() - window);
  if (contains_any(output,
                   {"npm ERR!", "npm error ", "BUILD FAILED", "FAILURES!!!", "make: *** ",
                    "FAILED (", "error TS", "error[E", "ninja: build stopped", "Compilation failed",
                    "Test Suites: FAILED", "--- FAIL:", "test result: FAILED"})) {
    return true;
  }
  // "3 failed", "1 failing", "2 failures": a number that is not 0 before the word
  for (std::string_view word : {" failed", " failing", " failure", " errors", " error\n"}) {
    for (std::size_t at = output.find(word); at != std::string_view::npos;
         at = output.find(word, at + 1)) {
      std::size_t digits = at;
      while (digits > 0 && is_digit(output[digits - 1])) --digits;
      const std::string_view number = output.substr(digits, at - digits);
      if (number.find_first_not_of('0') != std::string_view::npos) return true;
    }
  }
  return false;
}

bool is_pending(std::string_view command, std::string_view result) {
  if (command.find("gh pr checks") == std::string_view::npos &&
      command.find("gh run watch") == std::string_view::npos)
    return false;
  const std::string_view head = trimmed(result.substr(0, window));
  return head.starts_with("Exit code 8") || result.find("\tpending\t") != std::string_view::npos;
}

bool is_mostly_output(std::string_view result) {
  constexpr std::size_t least_lines = 10;
  if (has_exit_code(first_line(result))) {
    result.remove_prefix(std::min(result.find('\n'), result.size()));
  }
  if (has_stack_trace(result)) return false;
  std::size_t lines = 0;
  std::size_t errors = 0;
  for (std::string_view rest = result; !rest.empty();) {
    const std::size_t feed = rest.find('\n');
    const std::string_view line = trimmed(rest.substr(0, feed));
    rest = feed == std::string_view::npos ? std::string_view() : rest.substr(feed + 1);
    if (line.empty() || has_exit_code(line)) continue;
    ++lines;
    const std::string text = ascii_lower(line.substr(0, longest_line));
    const bool error =
        has_error_prefix(line) ||
        contains_any(text, {"error:", "error ", "failed", "failure", "fatal:", "exception",
                            "no such file", "not found", "cannot ", "denied", "assert"});
    errors += error ? 1 : 0;
  }
  return lines >= least_lines && errors * 10 <= lines;
}

std::string_view telling_line(std::string_view text) {
  std::string_view head = trimmed(text.substr(0, window));
  constexpr std::string_view wrapping = "<tool_use_error>";
  if (head.starts_with(wrapping)) {
    head.remove_prefix(wrapping.size());
    return trimmed(head.substr(0, head.find_first_of("\n<")));
  }
  std::string_view first;
  for (std::string_view rest = head; !rest.empty();) {
    const std::size_t feed = rest.find('\n');
    const std::string_view line = trimmed(rest.substr(0, feed));
    rest = feed == std::string_view::npos ? std::string_view() : rest.substr(feed + 1);
    if (line.empty() || has_exit_code(line)) continue;
    if (first.empty()) first = line;
    const std::string_view text_part = line;
    if (has_error_prefix(text_part) || text_part.find("rror: ") != std::string_view::npos ||
        text_part.find("rror TS") != std::string_view::npos) {
      return line;
    }
  }
  return first.empty() ? first_line(text) : first;
}

}  // namespace context_rot::transcript
