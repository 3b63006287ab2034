#pragma once
// Foreign JSON as a tree. Product-free.

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace context_rot {

/// The text as a tree; is_discarded() where it is no JSON, or nested deeper than 500 levels:
/// copying a tree takes stack for every level. Any bytes are accepted; linear.
nlohmann::json json_tree(std::string_view text);

/// The same for text with broken UTF-8 or surrogates in its strings, which are mended where it is no
/// JSON without that.
nlohmann::json mended_json_tree(std::string_view text);

}  // namespace context_rot
