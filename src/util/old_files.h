#pragma once
// Folders of files that nobody clears away by hand. Product-free.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace context_rot {

/// How much of a folder is kept.
struct Keep {
  std::size_t files = 200;              ///< the newest, the one that is about to come included
  std::chrono::hours longest{30 * 24};  ///< by the time of the last change
};

/// Removes from a folder the regular files that `is_ours` knows by name and that are older or more
/// than is kept, and with them what earlier versions left when they were killed: ".NAME.XXXXXX" of
/// a day and more. Does nothing where the folder is a symbolic link; what cannot be removed stays.
void remove_old_files(const std::filesystem::path& folder, const Keep& keep,
                      const std::function<bool(const std::string& name)>& is_ours);

}  // namespace context_rot
