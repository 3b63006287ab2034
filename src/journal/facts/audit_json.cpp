#include <nlohmann/json.hpp>

#include "journal/facts/audit.h"

#include "util/json_tree.h"

namespace context_rot::journal {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

std::vector<std::string> texts_in(const json& object, const char* key) {
  std::vector<std::string> out;
  const auto member = object.find(key);
  if (member == object.end() || !member->is_array()) return out;
  for (const json& text : *member) {
    if (text.is_string()) out.push_back(text.get<std::string>());
  }
  return out;
}

}  // namespace

std::string json_of(const Audit& audit) {
  ordered_json out = {{"session", audit.session},
                      {"time", format_utc(audit.time)},
                      {"lost",
                       {{"files", audit.lost_files},
                        {"decisions", audit.lost_decisions},
                        {"tasks", audit.lost_tasks}}},
                      {"kept", {{"files", audit.kept_files}, {"claims", ordered_json::array()}}}};
  for (const KeptClaim& claim : audit.kept_claims) {
    out["kept"]["claims"].push_back(
        {{"wrong", claim.wrong}, {"right", claim.right}, {"said", claim.said}});
  }
  return json_line(out);
}

std::optional<Audit> audit_of(std::string_view text) {
  const json object = json_tree(text);
  if (!object.is_object()) return std::nullopt;
  const auto time = parse_utc(text_member(object, "time"));
  const json lost = object.value("lost", json());
  const json kept = object.value("kept", json());
  if (!time || !lost.is_object() || !kept.is_object()) return std::nullopt;
  Audit audit;
  audit.session = text_member(object, "session");
  audit.time = *time;
  audit.lost_files = texts_in(lost, "files");
  audit.lost_decisions = texts_in(lost, "decisions");
  audit.lost_tasks = texts_in(lost, "tasks");
  audit.kept_files = texts_in(kept, "files");
  const auto claims = kept.find("claims");
  if (claims != kept.end() && claims->is_array()) {
    for (const json& claim : *claims) {
      if (!claim.is_object()) continue;
      audit.kept_claims.push_back(
          {text_member(claim, "wrong"), text_member(claim, "right"), text_member(claim, "said")});
    }
  }
  return audit;
}

}  // namespace context_rot::journal
