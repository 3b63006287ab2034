#pragma once
// What a call shows of files: with a tool that reads, or with `cat`, `sed -n`, `head` in a shell.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::transcript {

/// Lines of a file, both included, from 1.
struct LineSpan {
  std::int64_t first = 1;
  std::int64_t last = INT64_MAX;
  /// Whether it is the whole file.
  bool is_whole_file() const { return first <= 1 && last == INT64_MAX; }
};

/// A file and which of its lines are shown.
struct ShownFile {
  std::string file;  ///< path as given; from a shell made absolute where the folder is known
  LineSpan lines;
  bool exact =
      true;  ///< false: nobody can tell which lines (`tail -20`): `lines` is the whole file
};

/// The files that a shell command shows, in its order, where it does nothing but show them: `cat`,
/// `nl`, `bat`, `head`, `tail` and `sed -n A,Bp`, and these behind a pipe; `cd`, `echo`, `wc`
/// stand between them and count for nothing. Empty for any other command. Relative paths are taken
/// from `cd` in the command, else from `folder` (may be empty). Reads at most the first 4 KiB; any
/// bytes; linear.
std::vector<ShownFile> files_shown(std::string_view command, std::string_view folder);

/// Whether a shell command only searches: grep, rg, find, ls, `git log` and the like, each for what
/// it finds and not to read on around it. Reads at most the first 4 KiB; any bytes; linear.
bool only_searches(std::string_view command);

}  // namespace context_rot::transcript
