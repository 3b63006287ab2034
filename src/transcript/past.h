#pragma once
// What a session was before its live window: what a compaction took away, for showing it.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "transcript/conversation.h"
#include "util/result.h"
#include "util/time.h"

namespace context_rot::transcript {

enum class PastKind : std::uint8_t { prompt, answer, compaction };

/// A moment of what went before.
struct PastMoment {
  PastKind kind = PastKind::answer;
  bool automatic = false;   ///< compaction: not asked for by the person
  Milliseconds time = 0;    ///< 0 if unknown
  std::int64_t tokens = 0;  ///< answer: in the window with it, as reported; compaction: before it
  std::int64_t after = 0;   ///< compaction: the client's estimate of what is left; 0 if unknown
};

/// The byte of the file at which the live window of a conversation begins: its last compact
/// boundary; 0 where it has none, and nothing is past.
std::uint64_t past_end(const Conversation& conversation);

/// The prompts, answers and compactions of the main chain in the lines before byte `end`, in file
/// order; an answer once per message.id, and only where it reported its usage. What was taken back
/// with /rewind is among them: the window was like that at the time. Memory: the index of these
/// lines, then 32 bytes a moment. Linear in the bytes. Fails with "PATH: reason".
Result<std::vector<PastMoment>> read_past(const std::filesystem::path& path, std::uint64_t end);

}  // namespace context_rot::transcript
