#pragma once
// Curating a list of messages: all strategies, and the proof that the result is valid.

#include <string>
#include <vector>

#include "correction/detector.h"
#include "curate/bound_thinking.h"
#include "curate/messages/message_list.h"
#include "curate/messages/validate.h"
#include "curate/options.h"
#include "curate/plan.h"

namespace context_rot::curate {

/// How much was done, for the event.
struct Counts {
  std::size_t original = 0;        ///< messages
  std::size_t curated = 0;         ///< messages
  std::size_t failed_removed = 0;  ///< results, as the next two
  std::size_t failed_deprioritized = 0;
  std::size_t failed_summarized = 0;
  std::size_t decay_removed = 0;  ///< messages, as the next two
  std::size_t decay_shortened = 0;
  std::size_t clean_room_removed = 0;
  std::size_t corrections = 0;  ///< notes
  ThinkingSum thinking;         ///< that went, whatever for
};

/// Something that was done, for a person.
struct Change {
  Reason reason = Reason::failed;
  std::size_t origin = 0;  ///< index of the message in the input
  std::string what;
  std::string why;
};

/// A list after curation, and what was done to it. Owns its messages.
struct Curated {
  MessageArray array;
  Counts counts;
  std::vector<Change> changes;          ///< by message
  std::vector<Violation> input_faults;  ///< what the API refuses in the input
  bool left_alone = false;  ///< the input was so invalid that nothing could be done without harm
};

/// Corrections, failed results, decay, clean room, in this order, until nothing changes any more;
/// what breaks a rule of the API in the input, and what belongs to it, is left as it is. All before
/// the first change stays byte for byte; behind it no thinking does, unless
/// CurateOptions::keep_thinking. `query` names what is to be kept. A valid input has a valid
/// output, otherwise the result is an error. Curating the output once more with the same options
/// changes nothing. Deterministic.
Result<Curated> curate(MessageArray array, const CurateOptions& options, std::string_view query,
                       const correction::Detector& detector);

}  // namespace context_rot::curate
