#pragma once
// The tool calls of a conversation: what each was about and what came of it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/conversation.h"
#include "transcript/failure.h"
#include "transcript/shown_file.h"

namespace context_rot::transcript {

enum class Action : std::uint8_t {
  read,    ///< shows a file
  change,  ///< writes or edits a file
  run,     ///< a shell command
  ask,     ///< puts questions to the person
  other,
};

/// A call. Views point into the conversation that it was read from.
struct ToolUse {
  std::size_t use_entry = 0;
  std::size_t use_block = 0;
  std::optional<std::size_t> result_entry;  ///< none while it runs, or where it was lost
  std::size_t result_block = 0;
  std::string_view name;
  Action action = Action::other;
  std::string file;     ///< of read and change: the path as given; else empty
  std::string command;  ///< of run: as it was given, without white space around it
  std::string target;   ///< the file; the command, cleaned (command.h); else what it looks for
  /// Equal for two attempts at the same thing: kind of action and target.
  std::string key;
  bool runner = false;      ///< of a run: builds or tests
  std::string selects;      ///< of a runner: what of all it is to run (command.h)
  std::string filters;      ///< of a run: the pipes that show a part of its output (command.h)
  std::string_view input;   ///< JSON
  std::string_view result;  ///< text of the result
  FailureSign failure = FailureSign::none;
  LineSpan lines;  ///< of a read
  /// Of a run that does nothing else: the files that it shows (note_shown_files()).
  std::vector<ShownFile> shows;
  bool replaces_all = false;  ///< of a change: writes the file anew
  Milliseconds time = 0;      ///< of the result, else of the call; 0 if unknown
  bool sole_result = true;    ///< its result is the only one in its entry
  /// No call of the model: a file that the client sent by itself, after a compaction or because a
  /// prompt named it with "@". One attachment is use and result, and has no tool_use block.
  bool attached = false;

  /// Whether the result says that it failed; both are false where no result is seen.
  bool failed() const { return has_failed(failure); }
  bool succeeded() const { return result_entry && failure == FailureSign::none; }
};

/// All calls in the order in which they were made, each with its result, and the files that the
/// client attached, as reads. Needs a conversation read with Detail::content. Linear. An input that
/// is no JSON object gives a call without a target.
std::vector<ToolUse> tool_uses(const transcript::Conversation& conversation);

/// Fills in what runs show of files; relative paths are taken from `folder`, which may be empty.
void note_shown_files(std::vector<ToolUse>& uses, std::string_view folder);

/// Whether a result only says that the file has not changed since it was last read, so that the
/// earlier result still is the one that counts.
bool is_unchanged_stub(std::string_view result);

}  // namespace context_rot::transcript
