#pragma once
// The settings that an administrator has set for a machine: they stand above all others.

#include <filesystem>
#include <vector>

namespace context_rot::client {

/// Where Claude Code looks for them: /etc/claude-code, on macOS /Library/Application
/// Support/ClaudeCode.
std::filesystem::path managed_folder();

/// The files in it, the strongest first: managed-settings.d/*.json from the last name to the first,
/// then managed-settings.json. Only those that are there.
std::vector<std::filesystem::path> managed_settings_files(const std::filesystem::path& folder);

}  // namespace context_rot::client
