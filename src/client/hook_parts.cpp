#include "client/hook_parts.h"

#include "client/hook.h"
#include "client/paths.h"

namespace context_rot::client {

void HookParts::log(std::string_view problem) const noexcept {
  try {
    const auto data = data_folder(project_, environment_);
    if (data) log_hook_error(*data, program_, problem);
  } catch (...) {
    // Nowhere left to say it; the session goes on.
  }
}

}  // namespace context_rot::client
