#pragma once
// The toolkit as a plugin of the client: where it lies, and whether it is new there.

#include <filesystem>
#include <optional>

#include "util/environment.h"

namespace context_rot::client {

/// A plugin as the client tells it to its hooks: absolute paths.
struct Plugin {
  std::filesystem::path root;  ///< $CLAUDE_PLUGIN_ROOT: another one after each update
  std::filesystem::path data;  ///< $CLAUDE_PLUGIN_DATA: kept over updates; may not exist yet
};

/// The plugin whose file `program` (absolute, links resolved) is; nothing where it is not in the
/// plugin's folder, or the variables are not set or not absolute.
std::optional<Plugin> plugin_of(const std::filesystem::path& program,
                                const Environment& environment);

/// True at the first call for a plugin, false at all later ones: an empty file in its data folder,
/// which is created, keeps that. False, too, where nothing can be written there, so that nobody is
/// told the same each time.
bool is_new(const Plugin& plugin);

/// Whether the settings of the user or of `project` name our status line in any form.
bool status_line_is_wired(const std::filesystem::path& project, const Environment& environment);

}  // namespace context_rot::client
