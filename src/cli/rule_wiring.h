#pragma once
// Bringing the settings in line with the rules that are kept: for who keeps them, and for who
// installs.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "rules/rules_file.h"
#include "rules/tool_call.h"
#include "setup/install_request.h"
#include "setup/manifest.h"
#include "setup/rule_hooks.h"
#include "util/atomic_file.h"
#include "util/file_lock.h"

namespace context_rot::cli {

/// Wires the hook for the tools that the kept rules of a project name, or takes it out where they
/// name none. Exit code 0 and no line where that is so already. Takes the lock of the place.
inline setup::Report wire_kept_rules(const std::filesystem::path& project,
                                     const Environment& environment,
                                     const std::vector<rules::Rule>& kept) {
  using setup::Report;
  constexpr auto patience = std::chrono::seconds(30);
  const auto place = setup::place_of_rules(project, environment);
  const std::string own = rules::matcher_of(kept);
  if (!place) {
    Report report;
    if (!own.empty()) {
      report.lines.push_back(
          "note: the toolkit is in no settings here, so no tool call is looked at: "
          "context-setup install");
    }
    return report;
  }
  // A user's hook runs in every project: for the tools that the rules of any of them name.
  const std::string matcher = place->is_project ? own : rules::matcher_of_all(environment);
  if (setup::wired_rule_matcher(place->settings).value_or("") == matcher) return {};
  // The installation's own, else what lies near this program.
  std::error_code error;
  const std::filesystem::path installed = place->data() / "settings-templates";
  const bool has_own = std::filesystem::exists(installed / "rules.json", error);
  const auto folder = setup::fragments_folder(has_own ? installed : std::filesystem::path());
  if (!folder) return Report::failed(1, folder.error());
  if (auto made = create_private_folders(place->lock); !made)
    return Report::failed(1, made.error());
  const auto lock = FileLock::acquire_folder(place->lock, patience);
  if (!lock) return Report::failed(1, lock.error());
  if (auto made = setup::prepare_folders(*place); !made) return Report::failed(1, made.error());
  return setup::wire_rules(*place, *folder, matcher);
}

}  // namespace context_rot::cli
