#pragma once
// With what the commands end. Hooks always end with 0: the client would take anything else for a
// reason to stop.

#include <string>

namespace context_rot::cli {

/// It was done; also where there was nothing to do or to report.
constexpr int exit_done = 0;
/// The question was right, and it could not be done: a file, a session or a fork that was named is
/// not there or cannot be read or written, stdout takes nothing more, the result was refused. Also
/// the answer "not in order" of what examines (`context-journal verify`, `context-setup doctor`).
constexpr int exit_failed = 1;
/// The question was wrong: an option, a configuration, or an input whose content is not what the
/// command takes.
constexpr int exit_usage = 2;

/// Why a command cannot go on: thrown, and said by run() (common.h) as one line on stderr.
struct Problem {
  std::string message;
  int code = exit_usage;
};

}  // namespace context_rot::cli
