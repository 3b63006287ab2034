#include "tools/synthetic_data.h"

#include <algorithm>

namespace context_rot::tools {

namespace {

constexpr std::string_view separator = " | ";

/// Cuts `line` behind the next separator and returns what stood before it, line feeds put in.
std::string next_part(std::string_view& line) {
  const std::size_t end = std::min(line.find(separator), line.size());
  std::string out;
  for (std::size_t i = 0; i < end; ++i) {
    const bool feed = line[i] == '\\' && i + 1 < end && line[i + 1] == 'n';
    out += feed ? '\n' : line[i];
    if (feed) ++i;
  }
  line.remove_prefix(std::min(end + separator.size(), line.size()));
  return out;
}

}  // namespace

Result<std::vector<MadeUp>> read_made_up(std::string_view text) {
  std::vector<MadeUp> out;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    const std::string where = "line " + std::to_string(number);
    const std::string label = next_part(line);
    MadeUp made;
    if (label == "c" || label == "C") made.label = "correction";
    if (label == "f" || label == "F") made.label = "failure_report";
    if (label == "n" || label == "N") made.label = "none";
    made.for_rejected = label == "C" || label == "F" || label == "N";
    if (made.label.empty()) return Error{where + ": no label c, f or n"};
    made.previous = next_part(line);
    made.text = next_part(line);
    made.next = next_part(line);
    if (made.text.empty()) return Error{where + ": no prompt"};
    out.push_back(std::move(made));
  }
  return out;
}

}  // namespace context_rot::tools
