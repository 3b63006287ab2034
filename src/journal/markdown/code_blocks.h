#pragma once
// Code blocks in Markdown.

#include <string_view>
#include <vector>

namespace context_rot::journal {

/// Which of the lines stand inside a code block, its fences included. A fence that is never
/// closed is none: it would swallow what follows.
std::vector<bool> fenced_lines(const std::vector<std::string_view>& lines);

}  // namespace context_rot::journal
