#include "journal/markdown/code_blocks.h"
#include "util/trim.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace context_rot::journal {

namespace {

/// How many "`" or "~" a line begins with, where that is a code fence.
std::size_t fence_length(std::string_view line, char& mark) {
  line = trimmed(line);
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return 0;
  mark = line[0];
  const std::size_t length = std::min(line.find_first_not_of(mark), line.size());
  return length < 3 ? 0 : length;
}

}  // namespace

std::vector<bool> fenced_lines(const std::vector<std::string_view>& lines) {
  struct Fence {
    std::size_t length = 0;
    char mark = 0;
    bool bare = false;
  };
  std::vector<Fence> fences(lines.size());
  // The longest closing fence from a line on, of "`" and of "~".
  std::vector<std::array<std::size_t, 2>> closing(lines.size() + 1);
  for (std::size_t i = lines.size(); i-- > 0;) {
    Fence& fence = fences[i];
    fence.length = fence_length(lines[i], fence.mark);
    fence.bare = trimmed(lines[i]).size() == fence.length;
    closing[i] = closing[i + 1];
    auto& longest = closing[i][fence.mark == '~' ? 1 : 0];
    if (fence.length > 0 && fence.bare) longest = std::max(longest, fence.length);
  }
  std::vector<bool> inside(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Fence open = fences[i];
    if (open.length == 0 || closing[i + 1][open.mark == '~' ? 1 : 0] < open.length) continue;
    for (inside[i] = true; i + 1 < lines.size();) {
      const Fence& fence = fences[++i];
      inside[i] = true;
      if (fence.bare && fence.mark == open.mark && fence.length >= open.length) break;
    }
  }
  return inside;
}

}  // namespace context_rot::journal
