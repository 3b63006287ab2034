#pragma once
// Files that a session moved: what was read under the old name is the same file under the new one.

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "session/file_state.h"
#include "transcript/tool_use.h"

namespace context_rot::session {

/// The moves by `mv` and `git mv` in the runs of a session. Views point into nothing else.
class Moves {
 public:
  /// Relative paths are taken from `cd` in the command, else from `folder`. With `files` (may be
  /// null) a target that is a folder now takes the file under its own name. Linear.
  Moves(const std::vector<transcript::ToolUse>& uses, std::string_view folder,
        const FileState* files);

  /// Where the file is that had this path at the use `at`: the path itself where nothing moved it.
  std::string now(const std::string& path, std::size_t at) const;

 private:
  void add(std::size_t use, std::string from, std::string to);
  std::unordered_map<std::string, std::vector<std::pair<std::size_t, std::string>>> by_path_;
};

}  // namespace context_rot::session
