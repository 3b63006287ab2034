#pragma once
// What one settings file wires of ours.

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot::setup {

/// A hook of ours in somebody's settings.
struct WiredHook {
  std::string event;    ///< "UserPromptSubmit"
  std::string program;  ///< "hook-user-prompt-submit"
  std::string command;  ///< as the settings have it
};

/// What was found in one file.
struct Wiring {
  std::vector<WiredHook> hooks;  ///< ours, in the order of the events' names
  std::string status_line;       ///< the command, whoever's it is; empty: none
  bool hooks_off = false;        ///< disableAllHooks
  bool managed_only = false;     ///< allowManagedHooksOnly; it counts in managed settings alone
};

/// Reads a settings file's text. Fails with "LINE:COLUMN: reason" on text that is not strict
/// JSON: the client then ignores the whole file.
Result<Wiring> read_wiring(std::string_view text);

}  // namespace context_rot::setup
