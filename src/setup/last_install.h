#pragma once
// What the last installation in a place has put into the settings, by its own record: the measure
// for whether something of it is missing there.

#include "setup/install_target.h"
#include "setup/wiring.h"
#include "util/result.h"

namespace context_rot::setup {

/// What it wired, in all settings files of the place together.
struct LastInstall {
  std::vector<WiredHook> hooks;  ///< each program once
  bool status_line = false;      ///< ours
  bool local = false;            ///< all of it in settings.local.json
};

/// Reads the records. Where there are none (an installation without --programs), what the fragment
/// for the place wires, without the status line. Empty where that cannot be read either.
LastInstall last_install(const Place& place);

/// The command by which that is put into the settings again.
std::string repair_command(const Place& place, const LastInstall& last);

}  // namespace context_rot::setup
