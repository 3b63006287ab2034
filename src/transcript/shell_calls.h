#pragma once
// Which programs a shell line starts: read as the shell reads it, and nothing is run or expanded.

#include <string>
#include <string_view>
#include <vector>

namespace context_rot::transcript {

/// A program that is started, as it was written ("npm", "./node_modules/.bin/eslint"), and behind
/// it its arguments; quotes and backslashes resolved. Never empty.
using ShellCall = std::vector<std::string>;

/// Longest line that is read, in bytes; what stands behind that is not looked at.
constexpr std::size_t max_shell_line = 64u << 10;

/// The programs that a line starts, in no order to rely on. Behind `;`, `&&`, `||`, `|`, `&` and
/// line ends, in `(...)`, `{...}`, loops and conditions, in `$(...)`, backquotes and `<(...)`, also
/// inside double quotes; what `sh -c`, `eval`, a here-document for a shell and the like are given
/// as a script; what `sudo`, `env`, `xargs`, `npx` and the like start, beside those themselves.
/// Comments, here-documents, strings, redirections and assignments start nothing. What a variable,
/// an alias or a script on disk stands for is not known. Any bytes; linear, as nesting is followed
/// eight levels deep and at most 1,000 calls are returned.
std::vector<ShellCall> shell_calls(std::string_view line);

}  // namespace context_rot::transcript
