#pragma once
// What a prompt looks like: the kinds by which an evaluation counts.

#include <array>
#include <cstdint>
#include <string_view>

#include "correction/features.h"

namespace context_rot::tools {

/// The kinds, as bits of a set; a prompt may be of several. The first eight are easily taken for
/// rejections, the others easily missed.
inline constexpr std::array<std::string_view, 14> prompt_kinds{
    "polite no",           // "no, thanks", "not bad", "never mind"
    "answers a question",  // the answer before ended with one
    "look again",          // "double check", "verify this too"
    "praise",              // in the first sentence
    "own slip",            // "I picked the wrong file"
    "pasted text",         // logs, code, or more than 1,500 bytes
    "task with a rule",    // opens with an order, and says must, only or not
    "question",            // ends with one, and names nothing that is wrong
    "symptom after done",  // what happens, behind an answer that claimed success
    "other value",         // another value or number for a thing of the answer
    "buried",              // four sentences or more, nothing wrong in the first
    "reminder",            // "I said", "as agreed", "again"
    "wish",                // "should be", "instead of"
    "undo",                // "revert", "put it back"
};

/// The kinds of an exchange, bit i for prompt_kinds[i].
std::uint32_t kinds_of(const correction::Exchange& exchange, const correction::Reading& prompt,
                       const correction::Reading& previous);

}  // namespace context_rot::tools
