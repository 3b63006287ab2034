#pragma once
// The timeline as a drawing (SVG inside HTML).

#include <string>
#include <vector>

#include "config/config.h"
#include "report/timeline.h"

namespace context_rot::report {

/// The class of the page's style that gives a layer its colour, by its place in the layers:
/// "l-answers", "l-tool0", "l-noise".
std::string class_of(const std::vector<Layer>& layers, std::size_t layer);

/// Three <svg> elements: the axis of tokens, the window over time with its events on the same axis
/// of answers, and the layers' names beside their ends. At most some 1,000 columns are drawn
/// (columns_of) and 500 marks of a kind. No style attributes; foreign text is escaped. The second
/// has the pattern "hatch" and the line "cursor". The timeline must have a point.
std::string chart_svg(const Timeline& timeline, config::Language language);

}  // namespace context_rot::report
