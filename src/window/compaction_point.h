#pragma once
// Where the client will compact the session by itself.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "client/client_settings.h"

namespace context_rot::window {

enum class PointFrom { unknown, environment, settings, learned, formula };

/// Where the client will compact, and how that is known.
struct CompactionPoint {
  std::optional<std::int64_t> at;  ///< tokens in use
  bool off = false;                ///< the client does not compact ahead of the limit
  PointFrom from = PointFrom::unknown;
};

/// The formula of Claude Code 2.1.332, observed: window - 20,000 (room for the answer) -
/// 13,000; with a percentage P at most floor((window - 20,000) * P / 100). `window` in
/// tokens; 0 for windows too small to compact.
std::int64_t compaction_formula(std::int64_t window, std::optional<std::int64_t> percent);

/// The point for a session with `model` and a window of `window` tokens. `learned` holds
/// preTokens of automatic compactions of this model seen in this project, newest first: where
/// nothing was set, the lowest of the newest three that lie between 30 % and 100 % of the window
/// (each is at or above the point, never below). Those that the `used` tokens have passed by more
/// than 5 % of the window are refuted: the client would have compacted. Whether a model compacts by
/// default is in the table of models; unknown models stay unknown.
CompactionPoint compaction_point(std::int64_t window, std::string_view model,
                                 const client::CompactionSettings& settings,
                                 const std::vector<std::int64_t>& learned, std::int64_t used = 0);

/// "environment", "settings", "learned", "formula", "unknown".
std::string_view name_of(PointFrom from);

}  // namespace context_rot::window
