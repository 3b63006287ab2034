#pragma once
// What a step of the installation has to say.

#include <string>
#include <vector>

namespace context_rot::setup {

/// How a step ended.
struct Report {
  int exit_code = 0;               ///< 0 done, 1 it failed, 2 the input is wrong
  std::string error;               ///< one line, where exit_code is not 0
  std::vector<std::string> lines;  ///< for stdout

  /// A step that failed, with nothing for stdout.
  static Report failed(int exit_code, std::string error) {
    return Report{exit_code, std::move(error), {}};
  }
};

}  // namespace context_rot::setup
