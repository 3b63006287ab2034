#include "util/version.h"

#include "context_rot_commit.h"  // made by cmake/Commit.cmake

namespace context_rot {

std::string_view release() {
  return CONTEXT_ROT_VERSION;
}

std::string version() {
  const std::string_view commit = CONTEXT_ROT_COMMIT;
  std::string out(release());
  if (!commit.empty()) out += " (" + std::string(commit) + ")";
  return out;
}

}  // namespace context_rot
