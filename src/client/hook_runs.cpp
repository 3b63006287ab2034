#include "client/hook_runs.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "client/transcript_tail.h"
#include "client/transcripts.h"
#include "util/json_tree.h"

namespace context_rot::client {

namespace {

using nlohmann::json;

constexpr std::size_t files_read = 3;
constexpr std::uint64_t tail_read = 1u << 20;

/// What the client puts in front of what a hook wrote.
constexpr std::string_view lead = "Failed with non-blocking status code: ";

std::string first_line(std::string text) {
  if (text.starts_with(lead)) text.erase(0, lead.size());
  return text.substr(0, text.find('\n'));
}

class Collector {
 public:
  void add_line(std::string_view line) {
    const json row = json_tree(line);
    if (!row.is_object()) return;
    if (text_member(row, "subtype") == "stop_hook_summary") return add_stop(row);
    const auto attachment = row.find("attachment");
    if (attachment != row.end() && attachment->is_object()) add_attachment(*attachment);
  }
  std::vector<HookRuns> take() { return std::move(hooks_); }

 private:
  HookRuns& hook(const std::string& command, const std::string& event) {
    const auto known = std::find_if(hooks_.begin(), hooks_.end(), [&](const HookRuns& one) {
      return one.command == command && one.event == event;
    });
    if (known != hooks_.end()) return *known;
    hooks_.emplace_back();
    hooks_.back().command = command;
    hooks_.back().event = event;
    return hooks_.back();
  }

  static void add_time(HookRuns& hook, const json& object) {
    const auto time = object.find("durationMs");
    if (time == object.end() || !time->is_number_unsigned()) return;
    ++hook.timed;
    hook.total += std::chrono::milliseconds(time->get<std::uint32_t>());
  }

  /// A summary names each hook that ran; one of them may have an attachment of its own, which says
  /// no more than whether it failed.
  void add_stop(const json& row) {
    const auto infos = row.find("hookInfos");
    if (infos == row.end() || !infos->is_array()) return;
    for (const json& info : *infos) {
      if (!info.is_object() || text_member(info, "command").empty()) continue;
      HookRuns& one = hook(text_member(info, "command"), "Stop");
      ++one.runs;
      add_time(one, info);
    }
  }

  void add_attachment(const json& attachment) {
    const std::string type = text_member(attachment, "type");
    const std::string command = text_member(attachment, "command");
    const std::string event = text_member(attachment, "hookEvent");
    const bool failed = type == "hook_non_blocking_error";
    const bool stopped = type == "hook_cancelled" && attachment.value("timedOut", json()) == true;
    if (command.empty() || event.empty() || (type != "hook_success" && !failed && !stopped)) return;
    HookRuns& one = hook(command, event);
    if (event != "Stop") {
      ++one.runs;
      add_time(one, attachment);
    }
    if (!failed && !stopped) return;
    ++one.failures;
    one.last_failure =
        stopped ? "too slow, the client stopped it" : first_line(text_member(attachment, "stderr"));
  }

  std::vector<HookRuns> hooks_;
};

}  // namespace

std::vector<HookRuns> hook_runs(const std::filesystem::path& folder) {
  Collector collector;
  for (const auto& path : newest_transcripts(folder, files_read)) {
    const std::string tail = tail_of(path, tail_read);
    // Both kinds of lines have it, and few others.
    for_each_line_with(tail, "\"durationMs\"",
                       [&](std::string_view line, std::size_t) { collector.add_line(line); });
  }
  return collector.take();
}

}  // namespace context_rot::client
