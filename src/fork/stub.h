#pragma once
// The words that stand in the place of what a fork leaves out: what it was, how large, why it
// went, and how to get it back. They are for the model, so they are English and short.

#include <cstdint>
#include <string>

#include "findings/finding.h"
#include "session/session_view.h"

namespace context_rot::fork {

/// For an output that a finding is about. `tokens` is the size of what was there.
std::string output_stub(const findings::Finding& finding, const transcript::ToolUse& use,
                        std::int64_t tokens);

/// For an output that only had to make room. `folder` is taken off the path.
std::string old_output_stub(const transcript::ToolUse& use, const std::string& folder,
                            std::int64_t tokens);

/// For an answer that had to make room: its beginning.
std::string old_answer_stub(std::string_view answer, std::int64_t tokens);

/// For the work that was taken back; `files` are those that it changed, as shown to people.
std::string abandoned_stub(const findings::Finding& finding, std::size_t messages,
                           std::int64_t tokens, const std::vector<std::string>& files);

/// For an answer that a finding is about.
std::string answer_stub(const findings::Finding& finding, std::int64_t tokens);

/// The correction note (correction/detector.h) in the place of a corrected answer.
std::string correction_stub(const findings::Finding& finding);

/// The same in the place of what was wrong of it, and that something was left out there.
std::string wrong_words_stub(const findings::Finding& finding);

/// For a decision that no longer holds.
std::string decision_stub(const findings::Finding& finding);

}  // namespace context_rot::fork
