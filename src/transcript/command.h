#pragma once
// What a shell command is about, so that two runs of "the same thing" can be told as such.

#include <string>
#include <string_view>

namespace context_rot::transcript {

/// A command as people and comparisons need it. UTF-8 as given.
struct CommandGist {
  /// The command without what does not change what it is about: `cd X &&` in front, variables,
  /// `timeout 60`, redirections, pipes into head, tail, grep and the like. For people.
  std::string shown;
  /// Equal for runs with small changes: for build and test runners the program and what it is to
  /// do ("npm test", "pytest", "cargo test"), else `shown` without options.
  std::string key;
  bool runner = false;  ///< builds or tests
  bool others = false;  ///< does something else besides, whose output stands with the runner's
  std::string selects;  ///< of a runner: what of all it is to run ("tests/unit"), else empty
  std::string filters;  ///< the pipes behind it that show a part of its output ("| tail -5 ")
  bool hides_status = false;  ///< its exit code is that of a pipe's last part, or of `|| true`
};

/// Reads at most the first 4 KiB of a command; any bytes. Linear. Quotes are respected when
/// looking for operators; nothing is expanded.
CommandGist gist_of_command(std::string_view command);

}  // namespace context_rot::transcript
