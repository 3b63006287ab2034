#pragma once
// What a session leaves open, as its texts say.

#include <string>
#include <vector>

#include "session/from_entry.h"
#include "session/task_progress.h"
#include "session/typed_texts.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"
#include "transcript/turn.h"

namespace context_rot::session {

/// What finishes a step: later commits, tasks that are completed, requests that take it up, and
/// what answers say is done. Built once; asking is linear in the step for each text behind it.
class Finishing {
 public:
  Finishing(const transcript::Conversation& conversation,
            const std::vector<transcript::ToolUse>& uses,
            const std::vector<transcript::Turn>& turns, const Progress& progress,
            const TypedTexts& typed);

  /// Whether a step that stood in `entry` is finished by what came behind it. A step that only
  /// commits, pushes, merges or runs tests is finished by the next such command.
  bool finishes(const std::string& step, std::size_t entry) const;

  /// How many prompts that tell something, which "go on" does not, came behind an entry.
  std::size_t told_behind(std::size_t entry) const;

  /// How many prompts came behind an entry.
  std::size_t prompts_behind(std::size_t entry) const;

 private:
  struct Text {
    std::size_t entry;
    std::vector<std::string> words;
    bool prompt;
  };
  std::vector<Text> texts_;
  std::vector<std::size_t> commits_, pushes_, merges_, runs_;  ///< entries, in order
  std::vector<std::size_t> prompts_;
  std::vector<std::size_t> told_;
  std::vector<std::size_t> did_;  // prompts that tell of something done
};

/// The steps that are open at the end, oldest first, each once, each one line without secrets: what
/// the last answer offers or leaves, what earlier answers said was not done, unverified, pending or
/// blocked, "Next:" of the client's last recap, what the person put off ("in a separate PR"); none
/// of which `finishing` knows to be finished. Half sentences, "none" and code are no steps.
/// English, Spanish, Catalan. At most `most`. Linear.
std::vector<FromEntry> open_work(const transcript::Conversation& conversation,
                                 const std::vector<transcript::Turn>& turns,
                                 const TypedTexts& typed, const Finishing& finishing,
                                 std::size_t most);

/// Whether a line that a summary gives as a step says something that can be done: not "none",
/// "no further work", "waiting for the user", no heading, fence or quotation.
bool is_step(std::string_view line);

}  // namespace context_rot::session
