#include "util/json_tree.h"

#include "util/json_depth.h"
#include "util/json_text.h"

namespace context_rot {

nlohmann::json json_tree(std::string_view text) {
  if (is_nested_deeper(text, JsonText::max_depth)) return nlohmann::json::value_t::discarded;
  return nlohmann::json::parse(text, nullptr, false);
}

}  // namespace context_rot
