#pragma once
// The difference between two texts, line by line. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// A unified diff with three lines of context under the header lines "--- OLD_NAME" and
/// "+++ NEW_NAME"; empty for equal texts. Time and memory are linear in the texts for up to
/// some hundred changed lines; beyond that everything between the first and the last change
/// is shown as replaced.
std::string unified_diff(std::string_view old_text, std::string_view new_text,
                         const std::string& old_name, const std::string& new_name);

}  // namespace context_rot
