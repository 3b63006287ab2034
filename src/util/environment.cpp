#include "util/environment.h"

#include <cstdlib>
#include <utility>

namespace context_rot {

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0') return std::nullopt;
    return value;
  };
}

Environment fixed_environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const std::string& name) -> std::optional<std::string> {
    const auto place = variables.find(name);
    if (place == variables.end() || place->second.empty()) return std::nullopt;
    return place->second;
  };
}

}  // namespace context_rot
