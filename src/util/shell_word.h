#pragma once
// Single words of a POSIX shell command line: quoting one, and reading one back.
// Product-free. No expansion is done: $NAME, `...` and ~ stay text.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace context_rot {

/// A word that every POSIX shell reads as exactly `text`: plain where that is safe, else in
/// single quotes. `text` may hold anything but NUL.
std::string quote_shell_word(std::string_view text);

/// The same in single quotes always.
std::string in_single_quotes(std::string_view text);

/// A word, and the bytes of the line that it is made of.
struct ShellWord {
  std::string text;   // quotes and backslashes resolved
  std::size_t begin;  // where it stood in the line
  std::size_t end;
};

/// The word at or after `offset`. Nothing at the end of the line, before an operator
/// (; & | < > ( ) or a line break) and where a quote does not close.
std::optional<ShellWord> next_shell_word(std::string_view line, std::size_t offset = 0);

}  // namespace context_rot
