#pragma once
// Foreign text inside Markdown: as text, on one line, and back.

#include <string>
#include <string_view>

namespace context_rot::journal {

/// Where a text will stand.
enum class Place { line, cell };

/// The text as Markdown that shows it, on one line that opens nothing: no heading, list, quote,
/// rule, table, code fence, link, tag, comment or entity. Escapes are few, so that the line reads
/// well as it is: a line feed becomes <br>, `<` before a letter, `/`, `!`, `?` becomes &lt;, the
/// rest takes a backslash. Takes what plain_text() returns.
std::string escape(std::string_view text, Place place);

/// The text that escape() was given. Of other Markdown: the escapes resolved.
std::string unescape(std::string_view markdown);

}  // namespace context_rot::journal
