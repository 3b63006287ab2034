#pragma once
// UTF-8: repairing it and cutting it. Product-free.

#include <cstddef>
#include <string>
#include <string_view>

namespace context_rot {

/// How many bytes the code point at the front of `text` has; 0 where they are ill-formed, or
/// there are none.
std::size_t well_formed_length(std::string_view text);

/// How many bytes there are before the first ill-formed one; all of them where none is. Linear, and
/// fast on ASCII.
std::size_t well_formed_prefix(std::string_view text);

/// The longest prefix of `text` of at most `max_bytes` bytes that does not end inside a
/// code point. `text` may hold invalid bytes: each counts as a character of its own.
/// The view points into `text`.
std::string_view cut_utf8(std::string_view text, std::size_t max_bytes);

/// A copy in which every maximal ill-formed sequence (stray or missing continuation bytes,
/// overlong forms, encoded surrogates, above U+10FFFF) is one U+FFFD, as the WHATWG decoder
/// does it. Valid text comes back unchanged.
std::string repair_utf8(std::string_view text);

/// Appends a code point from 0 to U+10FFFF.
void append_code_point(char32_t point, std::string& out);

/// Appends the character of a JSON escape \uXXXX at `at`, of both halves where it is a pair of
/// surrogates; U+FFFD for half a pair or no four hexadecimal digits. Returns how many bytes of
/// `text` it took.
std::size_t append_unicode_escape(std::string_view text, std::size_t at, std::string& out);

/// A copy of JSON text in which invalid UTF-8 is repaired and each escaped surrogate
/// (\uD800 to \uDFFF) without its other half becomes \uFFFD. Such text is legal for
/// JavaScript's parser and for no strict one. Everything else stays, byte for byte.
std::string repair_json_text(std::string_view json);

}  // namespace context_rot
