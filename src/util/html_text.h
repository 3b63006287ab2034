#pragma once
// Foreign text in an HTML page. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// The text as valid UTF-8, fit to stand between tags or inside a quoted attribute: `& < > " '` as
/// entities; no escape sequences, invisible or control characters, no line breaks (plain_text.h).
/// Any bytes are accepted. Linear.
std::string html_text(std::string_view text);

/// JSON text fit to stand inside <script type="application/json">: each `<` is \u003c, so that
/// nothing in it ends the element or opens a comment. Takes JSON, in which `<` stands in strings
/// only; it stays the same value.
std::string json_for_html(std::string_view json);

}  // namespace context_rot
