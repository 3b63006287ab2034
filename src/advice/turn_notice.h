#pragma once
// What a person is told of the window when a turn has ended: that it entered a band, or that one
// thing keeps failing. The hook at the end of the turn says it; the one of the next prompt does
// where that could not.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "client/hook_parts.h"
#include "config/config.h"
#include "transcript/conversation.h"
#include "util/environment.h"
#include "util/time.h"

namespace context_rot::advice {

/// What a hook knows.
struct TurnCall {
  const std::filesystem::path& project;
  const std::optional<std::filesystem::path>& data;  ///< the data folder
  const std::filesystem::path& transcript;
  std::string_view session;
  std::string_view prompt;  ///< the next one; empty where the turn has just ended
  const config::LoadedConfig& loaded;
  const Environment& environment;
  const client::HookParts& parts;
};

/// One text for each of them; empty: nothing.
struct TurnNotice {
  std::string for_user;
  std::string for_model;  ///< with a prompt, where the configuration wants it
};

/// The notice of a band that was entered since the previous prompt, with what to do: for that the
/// whole session is read. `conversation` is the transcript's end (window::knows_crossing).
TurnNotice crossing_notice(const TurnCall& call, const transcript::Conversation& conversation);

/// The suggestion to go back where one thing failed a third time in the last turn. Reads further
/// back where it takes that.
std::string failing_notice(const TurnCall& call, const transcript::Conversation& conversation);

/// Remembers in the data folder that the last turn of `conversation` had its notice. False where
/// that could not be written, or the session's id is none: then nothing must be said, or it would
/// be said twice.
bool remember_told(const TurnCall& call, const transcript::Conversation& conversation,
                   Milliseconds now);

/// Whether that turn had its notice.
bool was_told(const TurnCall& call, const transcript::Conversation& conversation);

}  // namespace context_rot::advice
