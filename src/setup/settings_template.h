#pragma once
// The fragments of settings-templates/: what an installation wants to have in settings.json.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "util/result.h"

namespace context_rot::setup {

/// What a fragment asks for, in the form of the settings.
struct SettingsTemplate {
  nlohmann::ordered_json hooks = nlohmann::ordered_json::object();  // event -> groups
  nlohmann::ordered_json status_line;                               // null: none
};

/// Reads a fragment. `programs_folder` is the absolute path of our programs, for settings that hold
/// for every project; empty for settings inside a project, where the client's own
/// CLAUDE_PROJECT_DIR leads to them. Either way of writing the folder in the fragment
/// (@CONTEXT_ROT_BIN@, or the project's) is replaced by the one wanted, quoted for the shell
/// where a shell reads it. A hook without "args" goes through a shell, so that it is silent where
/// the programs are missing, as in another checkout that shares the settings; where they are named
/// by their path it is started without one. Fails with a reason on anything that is not a fragment,
/// also on an entry that would not be recognised as ours afterwards.
Result<SettingsTemplate> read_settings_template(std::string_view text,
                                                const std::string& programs_folder);

}  // namespace context_rot::setup
