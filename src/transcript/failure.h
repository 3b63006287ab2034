#pragma once
// Whether the result of a tool says that the call has failed.

#include <cstdint>
#include <string_view>

namespace context_rot::transcript {

/// By what a result is known to have failed.
enum class FailureSign : std::uint8_t {
  none,          ///< it has not
  refused,       ///< a person or a hook did not let it run: no attempt was made
  flag,          ///< is_error
  exit_code,     ///< "Exit code 1"
  error_prefix,  ///< "[ERROR]", "Error:", "TypeError:", "fatal:"
  http_status,   ///< 4xx, 5xx
  timeout,
  connection,  ///< ECONNREFUSED and kin
  permission,
  stack_trace,
  report,  ///< the summary of a test run or a build whose exit code a pipe has hidden
};

/// Whether a call was made and failed.
constexpr bool has_failed(FailureSign sign) {
  return sign != FailureSign::none && sign != FailureSign::refused;
}

/// Reads a result. With `flag_is_sure` the tool always says by itself whether it has failed, as
/// the client's own tools do: then only the flag and the exit code count, and a file or a log that
/// holds the word "Error" has not failed. Otherwise the first line decides, the last line (both
/// up to 300 bytes), and a stack trace at either end: what merely contains such words somewhere
/// has not failed. Looks at the first and last 4 KiB only; any bytes are accepted.
FailureSign failure_of(std::string_view text, bool is_error, bool flag_is_sure);

/// Whether the end of an output is a report of failed tests or of a failed build: "3 failed",
/// "FAILED (errors=1)", "npm ERR!", "error TS2304", "make: *** ". For runs whose exit code is
/// not known. Looks at the last 4 KiB.
bool reports_failure(std::string_view output);

/// Whether a command that ended with a code other than 0 has only said that something is not over
/// yet: `gh pr checks` with 8, or with checks that are pending.
bool is_pending(std::string_view command, std::string_view result);

/// Whether a result with an exit code other than 0 is output that is of use all the same: ten lines
/// or more, of which at most one in ten speaks of an error, and no stack trace. What failed then
/// was the last command of a line, or a `grep` that found nothing. Looks at all of it; linear.
bool is_mostly_output(std::string_view result);

/// The line that tells best what went wrong: the first that begins with or holds an error's
/// name, else the first. A view into `text`, without the client's own wrapping; not cut.
std::string_view telling_line(std::string_view text);

}  // namespace context_rot::transcript
