#pragma once
// The client that the settings are for.

#include <functional>
#include <optional>
#include <string>

#include "setup/settings_merge.h"

namespace context_rot::setup {

/// The version of the `claude` on the PATH, "2.1.332"; empty where there is none. Starts it, and
/// waits for it for at most ten seconds.
std::string client_version();

/// Whether a client of that version skips a settings file that has a PostCompact hook, as a whole:
/// those before 2.1.76 do not know the event (established with 2.1.75 and 2.1.76). False for what
/// is no version.
bool refuses_post_compact(const std::string& version);

/// Takes out of what is wanted the hook for which the client would skip the settings. Returns a
/// sentence that says so; nothing where all of it stays. `version` is asked only where that hook is
/// wanted.
std::optional<std::string> leave_out_unknown(setup::SettingsRequest& request,
                                             const std::function<std::string()>& version);

}  // namespace context_rot::setup
