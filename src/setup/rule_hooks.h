#pragma once
// The hook that holds kept rules up: wired while there is a rule with a pattern, and only then.

#include <optional>
#include <string>

#include "setup/install_target.h"
#include "setup/report.h"
#include "setup/settings_merge.h"
#include "util/environment.h"
#include "util/result.h"

namespace context_rot::setup {

/// Its program.
inline constexpr const char* rule_program = "hook-pre-tool-use";

/// Where the hook is wired for a project: the settings that are this person's alone, of the project
/// where its .claude has hooks of ours, else of the user. Nothing where neither has any.
std::optional<Place> place_of_rules(const std::filesystem::path& project,
                                    const Environment& environment);

/// The matcher that a settings file has for the hook; nothing where it is not wired, and for a file
/// that is not there or not understood.
std::optional<std::string> wired_rule_matcher(const std::filesystem::path& settings);

/// Adds the hook to what is wanted in a place, for these tools ("Bash|Edit"). Fails where the
/// fragment "rules" of the folder cannot be read.
Result<void> add_rule_hook(SettingsRequest& request, const std::filesystem::path& fragments,
                           const Place& place, const std::string& matcher);

/// Brings the hook in place.settings to these tools, or takes it out where there are none; every
/// other hook of ours stays as it is. The caller holds the lock of the place.
Report wire_rules(const Place& place, const std::filesystem::path& fragments,
                  const std::string& matcher);

}  // namespace context_rot::setup
