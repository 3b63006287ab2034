#include "transcript/tool_use.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "transcript/command.h"
#include "transcript/numbered_lines.h"
#include "util/json_text.h"
#include "util/number.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::transcript {

using transcript::Block;
using transcript::BlockKind;
using transcript::Conversation;

namespace {

using Node = JsonText::Node;

/// A tool of the client whose name tells what it does.
struct Known {
  std::string_view name;
  Action action;
  std::string_view target;  ///< the member of its input that names what it is about
};

constexpr std::array known_tools{
    Known{"Read", Action::read, "file_path"},
    Known{"NotebookRead", Action::read, "notebook_path"},
    Known{"Edit", Action::change, "file_path"},
    Known{"MultiEdit", Action::change, "file_path"},
    Known{"Write", Action::change, "file_path"},
    Known{"NotebookEdit", Action::change, "notebook_path"},
    Known{"Bash", Action::run, "command"},
    Known{"PowerShell", Action::run, "command"},
    Known{"AskUserQuestion", Action::ask, ""},
    Known{"Grep", Action::other, "pattern"},
    Known{"Glob", Action::other, "pattern"},
    Known{"LS", Action::other, "path"},
    Known{"WebFetch", Action::other, "url"},
    Known{"WebSearch", Action::other, "query"},
    Known{"Agent", Action::other, "description"},
    Known{"Task", Action::other, "description"},
    Known{"TodoWrite", Action::other, ""},
    Known{"TaskCreate", Action::other, "subject"},
    Known{"TaskUpdate", Action::other, ""},
    Known{"ExitPlanMode", Action::other, ""},
};

const Known* known(std::string_view name) {
  const auto place = std::find_if(known_tools.begin(), known_tools.end(),
                                  [&](const Known& tool) { return tool.name == name; });
  return place == known_tools.end() ? nullptr : &*place;
}

std::string member(const JsonText& json, std::string_view key) {
  const Node node = json.find(JsonText::root, key);
  return json.is(node, JsonKind::string) ? json.string(node) : std::string();
}

std::optional<std::int64_t> number(const JsonText& json, std::string_view key) {
  const Node node = json.find(JsonText::root, key);
  return json.is(node, JsonKind::number) ? parse_count(json.raw(node)) : std::nullopt;
}

LineSpan lines_of(const JsonText& json) {
  LineSpan span;
  if (const auto offset = number(json, "offset")) span.first = std::max<std::int64_t>(*offset, 1);
  if (const auto limit = number(json, "limit"); limit && *limit > 0) {
    span.last = span.first + std::min(*limit - 1, INT64_MAX - span.first);
  }
  return span;
}

/// What a tool that is not known is about: the first of these members that it has.
std::string any_target(const JsonText& json) {
  for (const std::string_view key : {"file_path", "path", "command", "url", "query", "name"}) {
    if (std::string value = member(json, key); !value.empty()) return value;
  }
  return {};
}

void read_input(ToolUse& use) {
  const Known* tool = known(use.name);
  use.action = tool ? tool->action : Action::other;
  const auto json = JsonText::parse(std::string(use.input));
  if (!json || !json->is(JsonText::root, JsonKind::object)) return;
  use.target = tool ? member(*json, tool->target) : any_target(*json);
  switch (use.action) {
    case Action::read:
      use.lines = lines_of(*json);
      use.file = use.target;
      break;
    case Action::change:
      use.replaces_all = use.name == "Write";
      use.file = use.target;
      break;
    default:
      break;
  }
}

/// The note that a file was changed from outside, with the changed lines and their numbers: they
/// are a read of these lines.
std::optional<ToolUse> edited_file(const transcript::Entry& entry, std::size_t index) {
  constexpr std::string_view opening = "Note: ";
  constexpr std::string_view was = " was modified, either by";
  if (entry.kind != transcript::EntryKind::attachment || entry.label != "edited_text_file" ||
      entry.blocks.size() != 1) {
    return std::nullopt;
  }
  const std::string_view text = entry.blocks[0].text;
  const std::size_t begin = text.find(opening);
  const std::size_t end = text.find(was);
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    return std::nullopt;
  }
  ToolUse use;
  use.name = "Read";
  use.action = Action::read;
  use.file = use.target = text.substr(begin + opening.size(), end - begin - opening.size());
  use.result = text.substr(std::min(text.find('\n', end) + 1, text.size()));
  std::optional<std::int64_t> first;
  std::int64_t last = 0;
  for_each_line(use.result, [&](std::string_view line) {
    const auto number = line_number(line).number;
    if (!number) return;
    if (!first) first = number;
    last = std::max(last, *number);
  });
  if (!first) return std::nullopt;
  use.lines = {*first, last};
  use.use_entry = index;
  use.result_entry = index;
  use.time = entry.time;
  use.attached = true;
  return use;
}

/// The attachment of a file: `Called the Read tool with the following input: {...}` and what the
/// tool would have said, each in a reminder of its own.
std::optional<ToolUse> attached_file(const transcript::Entry& entry, std::size_t index) {
  constexpr std::string_view call = "Called the Read tool with the following input: ";
  if (entry.kind != transcript::EntryKind::attachment || entry.label != "file") return std::nullopt;
  ToolUse use;
  for (std::size_t j = 0; j < entry.blocks.size(); ++j) {
    const std::string_view text = entry.blocks[j].text;
    const std::size_t at = text.find(call);
    if (at != std::string_view::npos && use.input.empty()) {
      const std::size_t begin = at + call.size();
      const std::size_t end = text.find('\n', begin);
      use.input = text.substr(begin, std::min(end, text.size()) - begin);
      use.use_block = use.result_block = j;
    } else {
      use.result_block = j;
      use.result = text;
    }
  }
  if (use.input.empty()) return std::nullopt;
  use.name = "Read";
  use.use_entry = index;
  use.result_entry = index;
  use.time = entry.time;
  use.attached = true;
  read_input(use);
  return use;
}

void judge(ToolUse& use, const Block& result) {
  use.failure = failure_of(use.result, result.is_error, known(use.name) != nullptr);
}

/// Fills in `target` and `key`; a run whose exit code is hidden is judged by its report.
void name_target(ToolUse& use) {
  if (use.action != Action::run) {
    constexpr std::size_t longest_key = 1024;
    const std::string_view what = use.action == Action::change ? "change" : use.name;
    const std::string_view about = use.target.empty() ? use.input : std::string_view(use.target);
    use.key = std::string(what) + ' ' + std::string(cut_utf8(about, longest_key));
    return;
  }
  CommandGist gist = gist_of_command(use.target);
  use.command = trimmed(use.target);
  use.target = std::move(gist.shown);
  use.key = "run " + gist.key;
  use.runner = gist.runner;
  use.selects = std::move(gist.selects);
  use.filters = std::move(gist.filters);
  const bool unsure =
      use.failure == FailureSign::none && gist.hides_status && gist.runner && !gist.others;
  if (unsure && use.result_entry && reports_failure(use.result)) use.failure = FailureSign::report;
  if (use.failure != FailureSign::exit_code) return;
  if (is_pending(use.command, use.result) || (!gist.runner && is_mostly_output(use.result))) {
    use.failure = FailureSign::none;
  }
}

}  // namespace

std::vector<ToolUse> tool_uses(const Conversation& conversation) {
  std::vector<ToolUse> uses;
  std::unordered_map<std::string_view, std::size_t> open;
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const auto& entry = conversation.entries[i];
    if (entry.sidechain) continue;
    if (auto file = attached_file(entry, i)) uses.push_back(*std::move(file));
    if (auto file = edited_file(entry, i)) uses.push_back(*std::move(file));
    std::size_t results = 0;
    std::vector<std::size_t> closed;
    for (std::size_t j = 0; j < entry.blocks.size(); ++j) {
      const Block& block = entry.blocks[j];
      if (block.kind == BlockKind::tool_use) {
        if (!open.try_emplace(block.tool_use_id, uses.size()).second) continue;
        ToolUse use;
        use.use_entry = i;
        use.use_block = j;
        use.name = block.tool_name;
        use.input = block.input;
        use.time = entry.time;
        read_input(use);
        uses.push_back(std::move(use));
      } else if (block.kind == BlockKind::tool_result) {
        ++results;
        const auto place = open.find(block.tool_use_id);
        if (place == open.end() || uses[place->second].result_entry) continue;
        ToolUse& use = uses[place->second];
        use.result_entry = i;
        use.result_block = j;
        use.result = block.text;
        if (entry.time != 0) use.time = entry.time;
        judge(use, block);
        closed.push_back(place->second);
      }
    }
    for (const std::size_t index : closed) uses[index].sole_result = results == 1;
  }
  for (ToolUse& use : uses) name_target(use);
  return uses;
}

void note_shown_files(std::vector<ToolUse>& uses, std::string_view folder) {
  for (ToolUse& use : uses) {
    if (use.action == Action::run && use.succeeded()) use.shows = files_shown(use.command, folder);
  }
}

bool is_unchanged_stub(std::string_view result) {
  return result.size() < 400 && result.find("unchanged since last read") != std::string_view::npos;
}

}  // namespace context_rot::transcript
