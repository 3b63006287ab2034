#include "util/json_tree.h"

#include <nlohmann/json.hpp>

#include "util/json_depth.h"
#include "util/json_text.h"
#include "util/utf8.h"

namespace context_rot {

nlohmann::json json_tree(std::string_view text) {
  if (is_nested_deeper(text, JsonText::max_depth)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

nlohmann::json mended_json_tree(std::string_view text) {
  auto tree = json_tree(text);
  return tree.is_discarded() ? json_tree(repair_json_text(text)) : tree;
}

}  // namespace context_rot
