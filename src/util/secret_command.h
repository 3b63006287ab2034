#pragma once
// Passwords on a command line that no name tells: `curl -u user:...`, `mysql -p...`. Product-free.

#include <optional>

#include "util/secret.h"

namespace context_rot {

/// The password in the option that begins with the "-" at byte `at`: `-u`, `--user` of curl with
/// "user:password", `-p` of mysql and its kin with the password right behind it, of sshpass and
/// docker login also behind a blank. The program is looked for before it on the line, at most 300
/// bytes and not before `from`.
std::optional<Secret> secret_in_command_at(std::string_view text, std::size_t at, std::size_t from);

/// The password behind the blank at byte `at` of a line of .netrc: "machine H login U password P".
std::optional<Secret> secret_in_netrc_at(std::string_view text, std::size_t at, std::size_t from);

}  // namespace context_rot
