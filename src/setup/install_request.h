#pragma once
// From what was asked for on the command line to what the settings are to hold.

#include <filesystem>
#include <optional>
#include <string>

#include "setup/install_target.h"
#include "setup/settings_merge.h"
#include "util/result.h"

namespace context_rot::setup {

/// Where the fragments are: `given`, else settings-templates beside or above the folder of the
/// running program (installed, or in a build tree). Fails where there are none.
Result<std::filesystem::path> fragments_folder(const std::filesystem::path& given);

/// Reads <folder>/<name>.json for the place. Fails with "PATH: reason".
Result<setup::SettingsTemplate> read_fragment(const std::filesystem::path& folder,
                                              const std::string& name, const Place& place);

/// Whether a settings file has the hooks of the fragment `live`, which shorten tool outputs; false
/// for a file that is not there or not understood.
bool has_live_hooks(const std::filesystem::path& settings);

/// Adds to what is wanted the hooks of another fragment, behind those of the same event.
void add_hooks(setup::SettingsRequest& request, const setup::SettingsTemplate& fragment);

/// Makes every model compact at `percent` of its window (less 20,000 tokens, as the client
/// counts). The percentage alone does nothing for models whose window the client works out by
/// itself; naming a window changes that, and one of 1,000,000 stands for the model's own where
/// that is smaller (measured with client 2.1.332). A window that is set already stays.
void add_compaction_percent(setup::SettingsRequest& request, int percent);

/// Fails with a reason if a program that the settings are to name is neither in place.bin()
/// nor in `programs` (empty: none to come).
Result<void> check_programs(const Place& place, const setup::SettingsRequest& request,
                            const std::filesystem::path& programs);

}  // namespace context_rot::setup
