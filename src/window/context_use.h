#pragma once
// How many tokens a conversation takes, as its transcript tells it.

#include <cstdint>
#include <optional>
#include <string>

#include "transcript/conversation.h"
#include "util/time.h"

namespace context_rot::window {

enum class UseOrigin {
  none,      ///< no answer yet
  usage,     ///< what the API reported with the last answer
  boundary,  ///< the client's own estimate right after a compaction
};

/// What the newest usable answer (or the boundary) says of the window.
struct ContextUse {
  UseOrigin origin = UseOrigin::none;
  std::int64_t used = 0;     ///< tokens in the window: input, cache read, cache creation
  std::int64_t output = 0;   ///< tokens of the answer itself, which `used` leaves out
  Milliseconds time = 0;     ///< of the answer or the boundary; 0 if unknown
  std::string model;         ///< of the newest line that names it; empty if none does
  bool model_asked = false;  ///< it is the model as asked for, "[1m]" kept
  bool unreported = false;   ///< there are answers, and none reports what it used
};

/// Of the entries that were there at `moment` and stand before `end`, the newest that tells:
/// an answer of the model on the main chain (no sidechain, no API error, not synthetic, usage
/// not all zero), or a compact boundary with postTokens. Kept messages before a boundary speak
/// of an earlier window and tell only their model, as the client's own line about the model does,
/// which after /model is newer than the last answer. `end` is an index into entries; without
/// `moment` time does not matter.
ContextUse context_use(const transcript::Conversation& conversation, std::size_t end,
                       std::optional<Milliseconds> moment = {});

/// For the conversation as it is.
ContextUse context_use(const transcript::Conversation& conversation);

/// Whether a conversation read from its end reaches back far enough for context_use().
bool knows_use(const transcript::Conversation& conversation);

/// The highest use that any answer of the conversation reports; 0 if none does. What a boundary
/// says of the time before it is partly an estimate and counts where it is half as much again as
/// the standard window.
std::int64_t highest_use(const transcript::Conversation& conversation);

/// What the transcript tells about the moment of the prompt before the one being submitted:
/// the last entry for which the client ran its prompt hooks. A message typed during a turn
/// is of the moment when it was typed, not of its place in the file. Where that prompt stands
/// before the last compaction, the boundary is the moment. Nothing where no such prompt was
/// read, or none of what came before it.
std::optional<ContextUse> use_at_previous_prompt(const transcript::Conversation& conversation);

}  // namespace context_rot::window
