#include "util/program_path.h"

#include <unistd.h>

#include <algorithm>

#include "util/shell_word.h"

#if defined(__APPLE__)
#include <mach-o/dyld.h>

#include <cstdint>
#endif

namespace context_rot {

std::filesystem::path program_path() {
  std::error_code error;
#if defined(__APPLE__)
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string name(size, '\0');
  if (::_NSGetExecutablePath(name.data(), &size) != 0) return {};
  return std::filesystem::canonical(name.c_str(), error);
#else
  return std::filesystem::read_symlink("/proc/self/exe", error);
#endif
}

std::string own_command(std::string_view name, const Environment& environment) {
  const std::string path = environment("PATH").value_or("");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find(':', at), path.size());
    const std::filesystem::path folder = path.substr(at, end - at);
    if (!folder.empty() && ::access((folder / name).c_str(), X_OK) == 0) return std::string(name);
    at = end + 1;
  }
  const std::filesystem::path beside = program_path().parent_path() / name;
  const bool there = beside.is_absolute() && ::access(beside.c_str(), X_OK) == 0;
  return there ? quote_shell_word(beside.string()) : std::string(name);
}

}  // namespace context_rot
