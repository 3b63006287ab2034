#pragma once
// Where the running program lies. Product-free.

#include <filesystem>

namespace context_rot {

/// The absolute path of the running program's file, links resolved; empty where the system
/// does not tell.
std::filesystem::path program_path();

}  // namespace context_rot
