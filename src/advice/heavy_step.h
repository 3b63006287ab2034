#pragma once
// Whether a next step puts out much.

#include <string_view>

namespace context_rot::advice {

/// Whether the words for a next step order something whose output is large and of which only the
/// conclusion is needed: a verb of looking or running ("run", "search", "review", "explora") that
/// opens a clause, and behind it in the same sentence the breadth of it ("all tests", "the whole
/// repo", "the codebase", "todos los archivos"). That either stands in the text is not enough: a
/// remark on a log is no order to read logs. Looks at the first 600 bytes, quoted lines and code
/// blocks left out. English and Spanish.
bool is_output_heavy(std::string_view next_step);

}  // namespace context_rot::advice
