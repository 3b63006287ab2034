#pragma once
// Many sessions at once, ranked by how polluted they are.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "advice/score.h"
#include "config/config.h"
#include "transcript/conversation.h"
#include "util/result.h"

namespace context_rot::report {

/// A session's place in the ranking.
struct RankedSession {
  std::filesystem::path transcript;
  std::string problem;  ///< why it could not be read; the rest is then empty
  int score = 0;
  int signal = 100;         ///< percent
  std::int64_t tokens = 0;  ///< in the window
  std::int64_t noise = 0;   ///< of these
  std::int64_t messages = 0;
  Milliseconds last = 0;  ///< when it was last written to
  std::string title;      ///< its first prompt, one line
};

/// Analyses each transcript with `read`, on as many threads as there are processors, and returns
/// them with the highest score first, then the most noise; sessions without a message are left
/// out. `progress` is called from several threads with how many are done. Files are checked
/// relative to no folder: only absolute paths are known.
std::vector<RankedSession> rank_sessions(
    const std::vector<std::filesystem::path>& transcripts, const config::LoadedConfig& loaded,
    const std::function<Result<transcript::Conversation>(const std::filesystem::path&)>& read,
    const std::function<void(std::size_t)>& progress);

/// Every transcript in a folder of the client's: `<folder>/*.jsonl`, in order of their names.
std::vector<std::filesystem::path> transcripts_in(const std::filesystem::path& folder);

}  // namespace context_rot::report
