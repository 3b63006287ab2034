#pragma once
// One reading of the meter: tokens used, the size of the window, and where each came from.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "client/snapshot.h"
#include "window/band.h"
#include "window/context_use.h"

namespace context_rot::window {

enum class UsedFrom { nothing, unreported, host, answer, boundary };

enum class WindowFrom {
  unknown,
  flag,  ///< said on the command line
  host,  ///< the client's status line
  configuration,
  requested,  ///< "[1m]" in the model that was asked for
  observed,   ///< more than the standard window was in use
  model_table,
  shown_before,  ///< the client's status line, in another session with this model
};

/// Both numbers, each with its origin; absent is unknown.
struct Reading {
  std::optional<std::int64_t> used;  ///< tokens
  std::optional<std::int64_t> max;   ///< tokens
  std::int64_t output = 0;           ///< tokens of the last answer, not part of used
  bool estimate = false;             ///< used is the client's estimate after a compaction
  UsedFrom used_from = UsedFrom::nothing;
  WindowFrom window_from = WindowFrom::unknown;
  std::string model;

  /// Nothing where used or max is unknown, or they contradict each other.
  std::optional<int> percent() const;
  /// More in use than fits: one of the two is wrong, and there is no telling which.
  bool contradiction() const { return used && max && *used > *max; }
};

/// The size of the window as somebody states it, in tokens.
struct WindowSaid {
  std::optional<std::int64_t> by_flag;
  std::optional<std::int64_t> by_configuration;
  /// For a model that nothing else tells of: what the client showed for it elsewhere.
  std::optional<std::int64_t> shown_before = {};
};

/// What a transcript and the client's own numbers say together. The client's numbers count
/// where they are newer than `use`, and its window also where they are of the same model.
/// `highest_use` is the highest use seen in the session (a window is never below it).
Reading read_meter(const ContextUse& use, std::int64_t highest_use,
                   const std::optional<client::Snapshot>& snapshot, const WindowSaid& said);

/// For people: "the client's status line", "the last answer in the transcript", ...
std::string_view describe(UsedFrom from);
std::string_view describe(WindowFrom from);

}  // namespace context_rot::window
