#pragma once
// How one entry becomes smaller: pure functions from an entry to changes of its blocks.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "fork/edit.h"
#include "transcript/entry.h"

namespace context_rot::fork {

using Changes = std::vector<BlockChange>;

/// An answer without a call is replaced by its note up to this size, in bytes; of a longer one only
/// the wrong words are, where they are known: the rest may be true.
constexpr std::size_t short_answer = 1200;

/// The tool_result of an entry, or what an attachment shows the model, becomes `text`; an
/// attachment whose line does not hold what is shown goes whole. Nothing for other entries and for
/// one that holds several results.
std::optional<Changes> reword_output(const transcript::Entry& entry, const std::string& text);

/// All texts of an answer become `text`, which stands in the place of the first; thinking goes;
/// calls stay. Nothing where it has no text.
std::optional<Changes> reword_answer(const transcript::Entry& entry, const std::string& text);

/// The words `claim` (see curate/put_note.h) in a text of the answer become `text`. Nothing where
/// they do not stand there.
std::optional<Changes> reword_claim(const transcript::Entry& entry, std::string_view claim,
                                    const std::string& text);

/// A corrected answer, whole or its wrong words.
std::optional<Changes> reword_corrected(const transcript::Entry& entry,
                                        const findings::Finding& finding);

}  // namespace context_rot::fork
