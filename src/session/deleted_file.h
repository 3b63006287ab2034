#pragma once
// Files that a session knew and that are gone from disk.

#include <optional>
#include <string>
#include <vector>

#include "session/file_state.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"

namespace context_rot::session {

/// A file that is gone, and who still speaks of it.
struct GoneFile {
  std::string path;                    ///< as the tools were given it
  std::size_t last_use = 0;            ///< index of the use that last read or changed it
  std::optional<std::size_t> removal;  ///< index of the use that removed it, if one is seen
  /// Entries behind the removal (else behind the last use) in which a person or the model speaks
  /// of the file and does not say that it is gone.
  std::vector<std::size_t> references;
};

/// Files that were read or changed with success and are missing now, in the order in which they
/// were first used. A mention is the file's name in a text, or as much of its path as no other
/// known file ends with: what may mean several files means none. A file that was moved and is there
/// is not gone; relative paths in commands are taken from `folder`. Each mention costs one search
/// in the known paths.
std::vector<GoneFile> gone_files(const transcript::Conversation& conversation,
                                 const std::vector<transcript::ToolUse>& uses,
                                 const FileState& files, std::string_view folder);

}  // namespace context_rot::session
