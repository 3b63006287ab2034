#include "fork/header.h"

#include <nlohmann/json.hpp>

#include "util/json_tree.h"

namespace context_rot::fork {

using Json = nlohmann::json;

namespace {

std::int64_t count_of(const Json& object, const char* key) {
  const auto member = object.find(key);
  if (member == object.end() || !member->is_number_integer()) return 0;
  return std::max<std::int64_t>(0, member->get<std::int64_t>());
}

}  // namespace

std::string header_line(const Header& header) {
  return json_line(nlohmann::ordered_json{{"type", header_type},
                                          {"version", 1},
                                          {"sessionId", header.session},
                                          {"from", header.from},
                                          {"made", format_utc(header.made)},
                                          {"title", header.title},
                                          {"tokensBefore", header.before},
                                          {"tokensAfter", header.after},
                                          {"bytes", header.bytes}});
}

std::optional<Header> read_header(std::string_view line) {
  const Json object = json_tree(line);
  if (!object.is_object() || text_member(object, "type") != header_type) return std::nullopt;
  Header out;
  out.session = text_member(object, "sessionId");
  out.from = text_member(object, "from");
  out.made = parse_utc(text_member(object, "made")).value_or(0);
  out.title = text_member(object, "title");
  out.before = count_of(object, "tokensBefore");
  out.after = count_of(object, "tokensAfter");
  out.bytes = static_cast<std::uint64_t>(count_of(object, "bytes"));
  return out;
}

}  // namespace context_rot::fork
