#pragma once
// What is known of the models: the size of their windows, and whether the client compacts
// a session with them ahead of the limit.

#include <cstdint>
#include <optional>
#include <string_view>

namespace context_rot::client {

enum class AutoCompact {
  yes,  ///< by default, ahead of the limit
  no,   ///< by default not before the API refuses
  unknown,
};

/// What the client goes by for one model.
struct ModelFacts {
  std::int64_t window = 0;  ///< tokens
  AutoCompact auto_compact = AutoCompact::unknown;
};

constexpr std::int64_t standard_window = 200'000;
constexpr std::int64_t long_window = 1'000'000;

/// The facts for a model as the client or the API names it: "claude-opus-4-6",
/// "claude-sonnet-4-5-20250929", "us.anthropic.claude-haiku-4-5-20251001-v1:0". The longest
/// known name that the text contains as a whole counts ("claude-sonnet-4" is not found in
/// "claude-sonnet-4-5"). Nothing for a model that is not in the table. A "[1m]" in the name
/// does not change the answer: see asks_for_long_window().
/// Source: windows and compaction of Claude Code 2.1.332, observed.
std::optional<ModelFacts> model_facts(std::string_view model);

/// Whether two names are of one model: alike but for a date, a provider's prefix and "[1m]".
bool same_model(std::string_view a, std::string_view b);

/// Whether a model's id or display name says that the window of a million tokens was asked
/// for: "[1m]" in any case, or "(1M context)".
bool asks_for_long_window(std::string_view model);

}  // namespace context_rot::client
