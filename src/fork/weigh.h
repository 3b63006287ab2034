#pragma once
// Whether a change is worth what it costs. Internal to fork.
//
// A change costs the thinking behind it and, while the client's prompt cache is warm, that
// everything behind it is cached again. Of changes before the last of them only the first decides
// about that, so the one question is where to begin. With saved(c) for the tokens that the changes
// from c on leave out,
//
//     worth(c) = saved(c) - thinking(c) - cached(c) / 10
//
// in tokens, where thinking(c) is the thinking behind c that goes and cached(c) what is left behind
// c (0 where the cache is cold). A tenth: a token that is read from the cache costs 0.1 of one that
// is not, one that is written to it 1.25 (price list of the API), so that a token saved is paid for
// after about (1.25 - 0.1) / 0.1 requests for each token cached again: at a tenth after some
// hundred of them. Changes before the c that is worth most are left alone.

#include <vector>

#include "fork/plan.h"
#include "fork/thinking.h"

namespace context_rot::fork {

/// How the edits are weighed.
struct Scales {
  const window::Attribution& attribution;
  const BoundThinking* bound = nullptr;  ///< null: thinking is kept, and costs nothing
  bool cache_is_warm = false;
};

/// How much the edits from `from` on (an index) save, thinking apart. By entry, rising.
std::int64_t saved_from(const std::vector<Edit>& edits, std::size_t from);

/// What the edits from `from` on cost; nothing where there are none.
Cost cost_from(const std::vector<Edit>& edits, std::size_t from, const Scales& scales);

/// Where to begin: the index of the first edit that is worth its cost; edits.size() where none is.
/// Those from `firm` on are carried out in any case. Of equals the earliest. Linear in edits and
/// entries.
std::size_t best_beginning(const std::vector<Edit>& edits, std::size_t firm, const Scales& scales);

}  // namespace context_rot::fork
