#pragma once
// Environment variables behind a value, so that tests bring their own. Product-free.

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace context_rot {

/// Looks a variable up by name. A variable that is set to the empty string reads as unset.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The variables of this process.
Environment process_environment();

/// Only the given ones.
Environment fixed_environment(std::map<std::string, std::string> variables);

}  // namespace context_rot
