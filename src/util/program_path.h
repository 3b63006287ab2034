#pragma once
// Where the running program lies. Product-free.

#include <filesystem>
#include <string>
#include <string_view>

#include "util/environment.h"

namespace context_rot {

/// The absolute path of the running program's file, links resolved; empty where the system
/// does not tell.
std::filesystem::path program_path();

/// How a person starts another program of ours, ready for a shell: its name where a folder of PATH
/// has one of that name, else the full path of the one beside the running program; the name where
/// there is none.
std::string own_command(std::string_view name, const Environment& environment);

}  // namespace context_rot
