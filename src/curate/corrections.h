#pragma once
// A wrong answer and its correction become one note.

#include "correction/detector.h"
#include "curate/plan.h"

namespace context_rot::curate {

/// How a note made here begins.
constexpr std::string_view note_opening = "[Correction: Previous response was wrong";

/// How many answers back the one is looked for that a correction is about.
constexpr std::size_t answers_looked_at = 12;

/// For each prompt in which the detector is sure of a correction, with something wrong and
/// something right: the answer among the last twelve that shares most names, numbers, quotations
/// and words with it (of equals the nearest; another than the nearest only if it shares a name, a
/// number or a value that the nearest does not). Where that is the message before the prompt,
/// holds nothing but text and thinking, and the prompt is nothing but the correction, the answer
/// goes and the prompt becomes the note of correction/detector.h. Else the wrong words in the
/// answer become the note, and the rest stays; nothing where they cannot be found. A prompt that a
/// note was made of is not judged again, and an answer that holds a note gets no other. Linear in
/// the list but for the answers looked at.
Plan plan_corrections(const MessageArray& array, const correction::Detector& detector);

}  // namespace context_rot::curate
