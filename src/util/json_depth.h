#pragma once
// How deep a JSON text is nested, before a parser builds a tree of it. Product-free.

#include <cstddef>
#include <string_view>

namespace context_rot {

/// Whether more than `limit` arrays and objects are open at once anywhere in the text. Copying and
/// printing a tree takes stack for every level, so that foreign text needs a limit. Any bytes are
/// accepted; of what is no JSON the answer is about its brackets outside of strings. Linear.
bool is_nested_deeper(std::string_view json, std::size_t limit);

}  // namespace context_rot
