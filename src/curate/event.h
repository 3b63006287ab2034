#pragma once
// What is told of a curation: the event, the list of changes, the warnings.

#include <string>

#include "curate/curate.h"
#include "util/time.h"

namespace context_rot::curate {

/// {"event":"context.curated","runId",...} on one line, without a line feed. Tokens are estimates
/// (window/token_estimate.h) of texts and calls.
std::string event_line(const Curated& curated, const MessageArray& input, std::string_view run_id,
                       Milliseconds time);

/// One line for each change, one for the thinking that goes, and one that sums up.
std::string change_list(const Curated& curated);

/// "message 3 has no content (empty)", one line for each fault of the input, the first five.
std::string fault_list(const Curated& curated);

}  // namespace context_rot::curate
