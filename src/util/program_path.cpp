#include "util/program_path.h"

#if defined(__APPLE__)
#include <mach-o/dyld.h>

#include <cstdint>
#include <string>
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

}  // namespace context_rot
