#include "util/version.h"

namespace context_rot {

std::string_view version() {
  return CONTEXT_ROT_VERSION;
}

}  // namespace context_rot
