#pragma once
// What is to be curated, and how.

#include <cstdint>
#include <optional>
#include <string_view>

namespace context_rot::curate {

enum class FailedMode : std::uint8_t {
  remove,        ///< the result and its call
  deprioritize,  ///< "[PREVIOUS ERROR - may not be relevant]" in front
  summarize,     ///< one line of less than 200 characters
  keep,
};

enum class DecayAction : std::uint8_t {
  drop,
  shorten,  ///< one line of less than 200 characters for each text
  keep,     ///< no decay
};

/// What the flags of `context-curate messages` say; the defaults are the values here.
struct CurateOptions {
  FailedMode failed = FailedMode::remove;
  std::size_t max_failed = 1;  ///< the last so many stay whole, in every mode

  DecayAction decay = DecayAction::drop;
  double half_life_turns = 10;
  double min_weight = 0.1;

  /// Clean room: only the last so many messages, system and memory, and what the query is about.
  std::optional<std::size_t> clean_room;

  bool corrections = true;

  /// Thinking behind a change stays, for models that do not bind it to what stands before it.
  bool keep_thinking = false;
};

}  // namespace context_rot::curate
