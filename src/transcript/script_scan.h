#pragma once
// Finding where the parts of a shell script end: quotes, substitutions, here-documents.

#include <string>
#include <string_view>
#include <vector>

namespace context_rot::transcript {

/// A here-document whose body has not come yet.
struct HereDocument {
  std::string delimiter;
  bool strips_tabs = false;  ///< `<<-`
  bool quoted = false;       ///< nothing in the body is expanded
};

/// Reads what stands behind `<<`, from `at`, which moves behind the delimiter.
HereDocument here_document(std::string_view script, std::size_t& at);

/// The body of a here-document that begins at `at`, without its delimiter; `at` moves behind that.
/// All that is left where the delimiter is missing.
std::string_view here_body(std::string_view script, std::size_t& at, const HereDocument& document);

/// Where the `)` is that closes what was opened right before `at`; the script's length where none
/// does. Quotes, nested parentheses, comments and here-documents are respected. Linear.
std::size_t closing_parenthesis(std::string_view script, std::size_t at);

/// Where the backquote is that closes one right before `at`; the script's length where none does.
std::size_t closing_backquote(std::string_view script, std::size_t at);

/// What stands between backquotes as the shell runs it: without the backslashes that protect
/// backquotes, dollars and backslashes.
std::string without_backquote_escapes(std::string_view text);

/// Whether a byte ends a word that is not quoted.
constexpr bool ends_shell_word(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '&' || c == '|' ||
         c == '<' || c == '>' || c == '(' || c == ')';
}

}  // namespace context_rot::transcript
