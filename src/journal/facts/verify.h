#pragma once
// Whether what a section says is so: its files are there, its lines are understood.

#include <string>
#include <vector>

#include "journal/markdown/merge.h"
#include "journal/model/section.h"

namespace context_rot::journal {

/// What is not as it should be, one line each part by part, in English: a file of
/// the lists that is gone or stands in both; a path that the goal, decisions in effect, what is
/// open, or the critical context name and that is gone, unless the line says so or speaks of making
/// it; a decision with a state that is none, or that is both in effect and superseded; a line among
/// the corrections that does not say what is right. Foreign text in them is shown as visible() and
/// cut. Empty where all is well. Linear.
std::vector<std::string> problems_of(const Section& section, const FileExists& exists);

/// The words of a text that can only be paths: with a "/" and an ending, no URL, without quotation
/// marks, punctuation at the ends, and a line number (":12") behind them. Once each.
std::vector<std::string> paths_in(std::string_view text);

}  // namespace context_rot::journal
