#include "client/status_input.h"

#include <nlohmann/json.hpp>

#include "util/json_tree.h"

namespace context_rot::client {

namespace {

using nlohmann::json;

/// The member at a path of keys; null where there is none.
const json& at(const json& object, std::initializer_list<const char*> keys) {
  static const json none;
  const json* found = &object;
  for (const char* key : keys) {
    const auto place = found->find(key);
    if (place == found->end()) return none;
    found = &*place;
  }
  return *found;
}

std::string text_or_empty(const json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

std::optional<std::int64_t> positive_number(const json& value) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const auto number = value.get<std::uint64_t>();
  if (number == 0 || number > 999'999'999'999'999u) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

}  // namespace

Result<StatusInput> parse_status_input(std::string_view input) {
  const json object = mended_json_tree(input);
  if (!object.is_object()) return Error{"the status line's input is not a JSON object"};
  StatusInput status;
  status.transcript_path = text_or_empty(at(object, {"transcript_path"}));
  status.project = text_or_empty(at(object, {"workspace", "project_dir"}));
  if (status.project.empty()) status.project = text_or_empty(at(object, {"cwd"}));
  status.numbers.session_id = text_or_empty(at(object, {"session_id"}));
  status.numbers.model = text_or_empty(at(object, {"model", "id"}));
  status.numbers.max = positive_number(at(object, {"context_window", "context_window_size"}));
  status.has_window = at(object, {"context_window"}).is_object();
  // Not `total_input_tokens`: clients of 2.0 and the first of 2.1 say there what the whole session
  // has cost.
  const json& usage = at(object, {"context_window", "current_usage"});
  std::int64_t used = 0;
  for (const char* part :
       {"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"}) {
    used += positive_number(at(usage, {part})).value_or(0);
  }
  if (used > 0) {
    status.numbers.used = used;
    status.numbers.output = positive_number(at(usage, {"output_tokens"}));
  }
  return status;
}

}  // namespace context_rot::client
