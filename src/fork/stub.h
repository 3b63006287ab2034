#pragma once
// The words that stand in the place of what a fork leaves out: what it was, how large, why it
// went, and how to get it back. They are for the model, so they are English and short.

#include <cstdint>
#include <string>

#include "pollution/finding.h"
#include "pollution/session_view.h"

namespace context_rot::fork {

/// For an output that a finding is about. `tokens` is the size of what was there.
std::string output_stub(const pollution::Finding& finding, const pollution::ToolUse& use,
                        std::int64_t tokens);

/// For an output that only had to make room. `folder` is taken off the path.
std::string old_output_stub(const pollution::ToolUse& use, const std::string& folder,
                            std::int64_t tokens);

/// For an answer that had to make room: its beginning.
std::string old_answer_stub(std::string_view answer, std::int64_t tokens);

/// For the work that was taken back; `files` are those that it changed, as shown to people.
std::string abandoned_stub(const pollution::Finding& finding, std::size_t messages,
                           std::int64_t tokens, const std::vector<std::string>& files);

/// For an answer that speaks of a file that is gone.
std::string deleted_reference_stub(const pollution::Finding& finding, std::int64_t tokens);

/// The correction note (correction/detector.h) in the place of a corrected answer.
std::string correction_stub(const pollution::Finding& finding);

/// The same in the place of what was wrong of it, and that something was left out there.
std::string wrong_words_stub(const pollution::Finding& finding);

/// For a decision that no longer holds.
std::string decision_stub(const pollution::Finding& finding);

}  // namespace context_rot::fork
