#include "setup/other_settings.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "client/managed.h"
#include "client/paths.h"
#include "setup/doctor.h"
#include "setup/settings_entries.h"
#include "setup/settings_merge.h"
#include "setup/settings_own.h"
#include "util/git_checkout.h"
#include "util/json_text.h"
#include "util/replace_file.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

std::optional<JsonText> read(const fs::path& path) {
  auto content = read_content(path);
  if (!content || !*content) return std::nullopt;
  auto json = JsonText::parse(std::move(**content));
  if (!json || !json->is(JsonText::root, JsonKind::object)) return std::nullopt;
  return std::move(*json);
}

std::string status_line_in(const JsonText& json) {
  return setup::status_line_command(json, json.find(JsonText::root, "statusLine"));
}

/// The foreign command in a status line, whether alone or inside one of ours.
std::string foreign_part(const std::string& command) {
  if (!setup::is_own_status_line(command)) return command;
  return setup::wrapped_status_line(command).value_or("");
}

void note_switched_off(const fs::path& path, const JsonText& json, OtherSettings& other) {
  const auto off = json.find(JsonText::root, "disableAllHooks");
  if (off == JsonText::none || json.raw(off) != "true") return;
  other.notices.push_back("\"disableAllHooks\" is true in " + path.string() +
                          ": no hook runs while it is set");
}

/// What an administrator has set stands above whatever is written here.
void note_managed(OtherSettings& other) {
  bool has_status_line = false;
  for (const fs::path& file : client::managed_settings_files(client::managed_folder())) {
    const auto content = read_content(file);
    const auto wiring = content && *content ? read_wiring(**content) : Result<Wiring>(Error{""});
    if (!wiring) continue;
    const std::string reason = forbidden_by(file.string(), *wiring);
    if (!reason.empty()) other.notices.push_back(reason);
    if (!wiring->status_line.empty() && !std::exchange(has_status_line, true)) {
      other.notices.push_back("the status line in the managed settings (" + file.string() +
                              ") hides any other");
    }
  }
}

}  // namespace

std::string worktree_note(const Place& place) {
  if (place.is_private() || !git_checkout_of(tidy(place.project))) return {};
  return "these settings are shared, and the programs are in this checkout alone: in other "
         "worktrees, and where a session starts in a subfolder, the hooks do nothing; --local or "
         "--user hold there, too";
}

OtherSettings other_settings(const Place& place, const Environment& environment) {
  OtherSettings other;
  note_managed(other);
  if (!place.is_project) return other;
  if (auto note = worktree_note(place); !note.empty()) other.notices.push_back(std::move(note));
  // From the scope that counts most to the one that counts least.
  std::vector<fs::path> scopes = {place.root / "settings.local.json", place.root / "settings.json"};
  if (const auto client = client::client_folder(environment)) {
    scopes.push_back(*client / "settings.json");
  }
  bool is_below = false;
  for (const fs::path& scope : scopes) {
    if (scope == place.settings) {
      is_below = true;
      continue;
    }
    const auto json = read(scope);
    if (!json) continue;
    note_switched_off(scope, *json, other);
    if (setup::has_own_settings(json->text())) {
      other.notices.push_back("the toolkit is wired in " + scope.string() +
                              " too; one of the two is enough");
    }
    const std::string command = status_line_in(*json);
    if (command.empty()) continue;
    if (is_below) {
      if (other.hidden_status_line.empty()) other.hidden_status_line = foreign_part(command);
    } else if (!setup::is_own_status_line(command)) {
      other.notices.push_back("the status line in " + scope.string() +
                              " counts before this one; with --local it is wrapped");
    }
  }
  return other;
}

}  // namespace context_rot::setup
