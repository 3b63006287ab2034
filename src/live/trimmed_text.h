#pragma once
// A long output without its middle.

#include <cstddef>
#include <string>
#include <string_view>

namespace context_rot::live {

/// What begins every note that stands in an output for what was taken out of it.
constexpr std::string_view trim_mark = "[Context Rot Toolkit:";

/// The beginning and the end of `text`, about `keep` bytes together with the telling lines
/// (telling_lines.h) of what lies between, each with its number in `text`. Where the middle was,
/// a note says how much is left out and that the whole is in `file`. Cut at line ends where the
/// parts have some, else between code points; a telling line is cut behind 300 bytes. A text of
/// no more than `keep` bytes comes back as it is. Any bytes are accepted; linear.
std::string trimmed_text(std::string_view text, std::size_t keep, std::string_view file);

/// The first lines of a file that was read, at most `keep` bytes of them.
struct FileHead {
  std::string text;       ///< whole lines, the last without its end
  std::size_t lines = 0;  ///< 0: the first line alone is longer, there is no head
};
FileHead file_head(std::string_view content, std::size_t keep);

}  // namespace context_rot::live
