#pragma once
// The style and the script of the page. Both are fixed texts: the page's policy names their hashes.

#include <string_view>

namespace context_rot::report {

/// CSS. Light and dark by prefers-color-scheme.
std::string_view page_style();

/// JavaScript: moves through the turns. The page says everything without it.
std::string_view page_script();

}  // namespace context_rot::report
