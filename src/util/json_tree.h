#pragma once
// Foreign JSON as a tree, and a tree as JSON. Product-free.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace context_rot {

/// The text as a tree; is_discarded() where it is no JSON, or nested deeper than 500 levels:
/// copying a tree takes stack for every level. Any bytes are accepted; linear.
nlohmann::json json_tree(std::string_view text);

/// The same for text with broken UTF-8 or surrogates in its strings, which are mended where it is
/// no JSON without that.
nlohmann::json mended_json_tree(std::string_view text);

/// The member of that name where it is a text; empty for any other value, and where `object` is
/// none. For nlohmann's trees of either kind, and so is the next.
template <typename Tree>
std::string text_member(const Tree& object, const char* key) {
  const auto member = object.find(key);
  const bool found = member != object.end() && member->is_string();
  return found ? member->template get<std::string>() : std::string();
}

/// The tree as JSON on one line, without a line feed; what is no UTF-8 in it is replaced.
template <typename Tree>
std::string json_line(const Tree& value) {
  return value.dump(-1, ' ', false, Tree::error_handler_t::replace);
}

}  // namespace context_rot
