#pragma once
// How many tokens each entry of a conversation takes, in accordance with what the API reported.

#include <cstdint>
#include <vector>

#include "transcript/conversation.h"

namespace context_rot::window {

enum class Measure : std::uint8_t {
  reported,  ///< the API counted
  boundary,  ///< the client's own estimate right after a compaction
  estimate,  ///< nobody counted
};

/// An answer that reported, for the window as it was then.
struct Report {
  std::size_t entry = 0;
  std::int64_t reported = 0;  ///< in the window with it: overhead and all entries before it
  /// What an entry before it weighs now, as a share of what it weighed then: below 1 where the
  /// count went down later.
  double shrunk = 1;
};

/// The window's tokens, dealt out to its entries.
struct Attribution {
  std::vector<std::int64_t> tokens;  ///< by entry
  std::vector<Report> reports;       ///< in order; the last one is what `reported` says
  /// System prompt, tools, and whatever else no entry explains; 0 where nobody counted.
  std::int64_t overhead = 0;
  /// In the window with the last answer that reported: overhead and all entries before it.
  std::int64_t reported = 0;
  /// Estimate of what came since: that answer itself and all entries behind it.
  std::int64_t since = 0;
  Measure measure = Measure::estimate;

  /// Tokens in the window now: as reported, and what came since.
  std::int64_t total() const { return reported + since; }
};

/// The entries between two answers weigh together what the API's count grew from one to the
/// other: estimates (token_estimate.h) scaled to it, none above what it can weigh; what is left
/// goes to the overhead. Where the count did not grow (something was taken out of the window,
/// another model counts otherwise) the estimates stand, the overhead gives way down to what it was
/// at the first answer, and if that is not enough everything before is scaled to fit.
/// In front of the first answer the estimates stand and the rest is overhead. A row counts once
/// per message.id, on the main chain, after the last boundary, as it does for the meter; kept
/// messages in front of a boundary speak of an earlier window.
/// overhead + the tokens of all entries before the last reporting answer == reported, exactly.
/// Linear. Needs Detail::content.
Attribution attribute(const transcript::Conversation& conversation);

}  // namespace context_rot::window
