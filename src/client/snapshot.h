#pragma once
// The client's own numbers for a session, as its status line reports them.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/time.h"

namespace context_rot::client {

/// Tokens; a number that the client did not give is absent.
struct Snapshot {
  std::string session_id;
  std::string model;                 ///< model.id, "[1m]" kept
  std::optional<std::int64_t> used;  ///< absent before the first answer and after a compaction
  std::optional<std::int64_t> output;
  std::optional<std::int64_t> max;
  Milliseconds time = 0;  ///< when the status line ran
};

/// JSON with the keys used, max, pct (floor), session, model, output and time; a number that
/// is not known is null. Other programs read it too: keys are only ever added.
std::string render_snapshot(const Snapshot& snapshot);

/// Reads what render_snapshot wrote. Fails on anything else with a reason.
Result<Snapshot> parse_snapshot(std::string_view json);

/// Writes the snapshot of a session to snapshot_file() in a data folder, not synced to the disk:
/// the next status line renews it. With the first of a session, those of sessions go that are older
/// than 30 days, or the oldest beyond 200. Fails with "PATH: reason"; `session_id` must be one.
Result<void> save_snapshot(const std::filesystem::path& data, const Snapshot& snapshot);

/// The snapshot in a file; nothing where there is none, or it is broken, of another session, or
/// of a time to come (the clock was set back: it would count as the newest for too long).
std::optional<Snapshot> read_snapshot(const std::filesystem::path& file,
                                      std::string_view session_id);

/// The size of the window that the client itself last showed for `model`, "[1m]" included, in any
/// session of this data folder: of the newest snapshot that names both. Nothing where there is
/// none. Reads at most the 200 newest snapshots.
std::optional<std::int64_t> window_shown_for(std::string_view model,
                                             const std::filesystem::path& data);

}  // namespace context_rot::client
