#pragma once
// Foreign text as evidence.

#include <cstddef>
#include <string>
#include <string_view>

namespace context_rot {

constexpr std::size_t longest_excerpt = 80;

/// The first line that is not blank, with runs of white space as one blank, cut between words to
/// `most` bytes with "..." behind it; secrets redacted, no control characters, valid UTF-8.
/// Without quotation marks. Looks at the first 4 KiB.
std::string excerpt(std::string_view text, std::size_t most = longest_excerpt);

/// The same for a file, secrets redacted: the path without `folder` in front, the end kept where it is too long.
std::string shown_path(std::string_view path, std::string_view folder);

}  // namespace context_rot
