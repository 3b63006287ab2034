#pragma once
// What is old counts less.

#include "curate/entities.h"
#include "curate/options.h"
#include "curate/plan.h"

namespace context_rot::curate {

/// How much a message counts that many turns from the end: 0.5^(distance/half_life), exponential
/// decay as it is usually defined. What is used is this, but not less than min_weight. 0 for a
/// half-life that is not positive and any distance above 0.
double unfloored_weight(std::size_t distance, double half_life_turns);
/// For each message how many turns behind its own there are. A turn begins with a message of the
/// user that brings no results; what precedes the first belongs to it.
std::vector<std::size_t> distances(const MessageArray& array);

/// Drops or shortens what weighs less than min_weight. Kept are: system and memory, what mentions
/// an entity (and the calls or results that belong to it), the last message, and a prompt where
/// an answer would come first.
Plan plan_decay(const MessageArray& array, const CurateOptions& options, const Entities& entities);

}  // namespace context_rot::curate
