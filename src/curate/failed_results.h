#pragma once
// Failed results of tools: out, marked, or on one line.

#include "curate/options.h"
#include "curate/plan.h"

namespace context_rot::curate {

inline constexpr std::string_view deprioritized_prefix = "[PREVIOUS ERROR - may not be relevant]";
inline constexpr std::string_view summary_prefix = "[Earlier attempt failed] ";

/// Whether the result at `slot` of a message says that its call has failed: by its own flag
/// (is_error, isError, exit_code, exitCode; in it or in a content that is a JSON object), else by
/// transcript/failure.h. A flag that says it has not is believed. What was marked or summed up by
/// plan_failed() counts as failed. What a person has refused has not failed.
bool has_failed(const Json& message, std::size_t slot, Format format);

/// What to do about all failed results but the last `max_failed`. Where nothing but an answer
/// would be left at the end, the last one becomes one line instead of going.
Plan plan_failed(const MessageArray& array, const CurateOptions& options);

}  // namespace context_rot::curate
