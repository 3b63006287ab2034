#pragma once
// Starting over with what counts.

#include "curate/entities.h"
#include "curate/options.h"
#include "curate/plan.h"

namespace context_rot::curate {

/// Drops everything but system and memory, what mentions an entity, the last `clean_room`
/// messages (at least one), and what belongs to these: the other half of a call and its results,
/// a prompt where an answer would come first. Nothing where the option is not set.
Plan plan_clean_room(const MessageArray& array, const CurateOptions& options,
                     const Entities& entities);

}  // namespace context_rot::curate
