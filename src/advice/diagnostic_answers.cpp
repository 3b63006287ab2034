#include "advice/diagnostic_answers.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "util/json_tree.h"

namespace context_rot::advice {

namespace {

/// The parts of a text that begin with "1." to "4." (or "1)") at the start of a line, in order.
std::vector<std::string> numbered_parts(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t first = std::min(line.find_first_not_of(" \t*#"), line.size());
    const char digit = static_cast<char>('1' + out.size());
    if (out.size() < 4 && first + 1 < line.size() && line[first] == digit &&
        (line[first + 1] == '.' || line[first + 1] == ')')) {
      out.push_back(line.substr(first + 2));
    } else if (!out.empty()) {
      out.back() += "\n" + line;
    }
  }
  return out;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The parts of a text between blank lines.
std::vector<std::string> paragraphs(std::string_view text) {
  std::vector<std::string> out;
  bool open = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (is_blank(line)) {
      open = false;
      continue;
    }
    if (open) {
      out.back() += '\n';
    } else {
      out.emplace_back();
    }
    out.back() += line;
    open = true;
  }
  return out;
}

}  // namespace

Result<std::array<std::string, 4>> read_answers(const std::string& text) {
  constexpr std::array names{"stale_references", "architecture", "decisions", "clarity"};
  std::array<std::string, 4> out;
  const auto json = json_tree(text);
  if (json.is_object()) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto member = json.find(names[i]);
      if (member != json.end())
        out[i] = member->is_string() ? member->get<std::string>() : member->dump();
    }
    return out;
  }
  std::vector<std::string> parts = numbered_parts(text);
  if (parts.size() != 4) parts = paragraphs(text);
  if (parts.size() != 4) {
    return Error{
        "four answers are needed on stdin, numbered or with a blank line between them, or a "
        "JSON object with stale_references, architecture, decisions and clarity; found " +
        std::to_string(parts.size())};
  }
  for (std::size_t i = 0; i < 4; ++i) {
    out[i] = parts[i].substr(std::min(parts[i].find_first_not_of(" \t\n"), parts[i].size()));
  }
  return out;
}

}  // namespace context_rot::advice
