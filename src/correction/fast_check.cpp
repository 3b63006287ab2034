#include "correction/fast_check.h"

#include <algorithm>
#include <array>

namespace context_rot::correction {

namespace {

const std::array<bool, 256>& hints() {
  static const std::array<bool, 256> set = [] {
    std::array<bool, 256> out{};
    for (const char* name : {
             "negate",     "refuse",     "wait",      "not_working", "still",      "same",
             "error",      "missing",    "worse",     "wrong",       "not_is",     "real",
             "right_noun", "should",     "should_be", "should_not",  "instead",    "only",
             "meant",      "you_said",   "you_not",   "you_did",     "why",        "why_not",
             "dislike",    "too",        "revert",    "dont_do",     "frustrated", "but",
             "fix_it",     "observe",    "prior",     "expect",      "self_did",   "sure",
             "opposite",   "better_way", "think",     "we_need",
         }) {
      if (const auto id = concept_id(name)) out[*id] = true;
    }
    return out;
  }();
  return set;
}

}  // namespace

bool may_be_rejection(const Reading& prompt) {
  const Shape& shape = prompt.prose.shape;
  if (shape.pasted_lines > 0 || shape.fence || shape.capitals || shape.shouting) return true;
  return std::any_of(prompt.hits.begin(), prompt.hits.end(),
                     [](const Hit& hit) { return hints()[hit.concept_id]; });
}

}  // namespace context_rot::correction
