#pragma once
// The words of the timeline and the page, in the languages of the toolkit.

#include <cstdint>
#include <string>
#include <string_view>

#include "config/config.h"
#include "report/timeline.h"
#include "texts/texts.h"

namespace context_rot::report {

using texts::Text;
/// Of the page and the timeline.
using Words = texts::Texts;

/// "prompts", "answers", "Bash", "other tools", "system prompt and tools", "noise". Plain
/// text; a tool's name as it is.
std::string name_of(const Layer& layer, const Words& words);
std::string name_of(const session::Share& share, const Words& words);

/// The same in a few letters, for a label beside a drawing.
std::string label_of(const Layer& layer, const Words& words);

/// "136,204" (English) or "136.204" (Spanish).
std::string grouped(std::int64_t number, config::Language language);

/// An event in a few words, plain text: "compacted, automatic: 167k to 21k", "rojo entered".
std::string event_text(const Event& event, const Words& words);

}  // namespace context_rot::report
