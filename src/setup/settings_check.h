#pragma once
// The last look before a settings file is written: an independent reading of the text before
// and after, so that a fault in the editing can not break what belongs to the user.

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "util/result.h"

namespace context_rot::setup {

/// What the text after a change should hold of ours.
struct SettingsExpectation {
  nlohmann::ordered_json own_hooks = nlohmann::ordered_json::object();  // event -> groups
  /// A foreign command that a status line of ours wraps although the file never had it.
  std::string inherited_status_line;
  /// Variables in "env" that were meant to change.
  std::set<std::string> env_keys;
};

/// Succeeds if both texts mean the same apart from what is ours, and the second holds exactly
/// the hooks expected. Fails with a reason. Both are read with nlohmann/json.
Result<void> check_settings_change(const std::string& before, const std::string& after,
                                   const SettingsExpectation& expected);

}  // namespace context_rot::setup
