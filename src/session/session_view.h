#pragma once
// A conversation read once for all kinds of findings.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "correction/detector.h"
#include "ledger/ledger.h"
#include "session/decision.h"
#include "session/deleted_file.h"
#include "session/episode.h"
#include "session/file_state.h"
#include "session/typed_texts.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"
#include "transcript/turn.h"
#include "window/attribution.h"

namespace context_rot::session {

/// What is known beside the conversation. Nothing is owned; pointers may be null.
struct Surroundings {
  const FileState* files = nullptr;  ///< null: nothing is known of the disk
  std::string folder;                ///< the project's; taken off paths that are shown
  const std::vector<ledger::LedgerEntry>* ledger = nullptr;  ///< of this session
  const correction::Detector* detector = nullptr;            ///< null: the compiled-in one
};

/// A prompt as the correction module judges it with the answer that followed, and as the ledger
/// has settled it.
struct Judgement {
  correction::Verdict verdict;
  std::optional<std::size_t> previous;   ///< the entry that it speaks of
  std::optional<std::size_t> in_ledger;  ///< index into the ledger
};

/// What the kinds look at. Refers to the conversation, which must outlive it.
struct SessionView {
  const transcript::Conversation& conversation;
  Surroundings surroundings;
  std::vector<transcript::ToolUse> uses;
  std::vector<transcript::Turn> turns;
  TypedTexts typed;
  std::vector<Judgement> judgements;  ///< by turn
  std::vector<Episode> episodes;
  std::vector<Decision> decisions;
  std::vector<GoneFile> gone;
  window::Attribution attribution;
};

/// Reads a conversation that was read with Detail::content, and must outlive the view. Linear in
/// the live content; a prompt costs about 0.1 ms more for the correction module.
SessionView view_of(const transcript::Conversation& conversation, Surroundings surroundings);

}  // namespace context_rot::session
