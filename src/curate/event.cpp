#include "curate/event.h"

#include <algorithm>

#include "curate/messages/parts.h"
#include "util/json_tree.h"
#include "util/visible.h"
#include "window/token_estimate.h"

namespace context_rot::curate {

namespace {

constexpr std::size_t most_faults = 5;

std::int64_t list_tokens(const MessageArray& array) {
  std::int64_t out = 0;
  for (const Message& message : array.messages) {
    out += window::estimate_tokens(mentions_of(message.json));
  }
  return out;
}

}  // namespace

std::string event_line(const Curated& curated, const MessageArray& input, std::string_view run_id,
                       Milliseconds time) {
  const Counts& counts = curated.counts;
  Json event{{"event", "context.curated"},
             {"runId", run_id},
             {"time", format_utc(time)},
             {"format", name_of(curated.array.format)},
             {"originalCount", counts.original},
             {"curatedCount", counts.curated},
             {"messagesRemoved", counts.original - counts.curated},
             {"failedRemoved", counts.failed_removed},
             {"failedDeprioritized", counts.failed_deprioritized},
             {"failedSummarized", counts.failed_summarized},
             {"decayRemoved", counts.decay_removed},
             {"decayShortened", counts.decay_shortened},
             {"cleanRoomRemoved", counts.clean_room_removed},
             {"corrections", counts.corrections},
             {"thinkingDropped", counts.thinking.blocks},
             {"thinkingTokens", counts.thinking.tokens},
             {"tokensBefore", list_tokens(input)},
             {"tokensAfter", list_tokens(curated.array)},
             {"inputValid", curated.input_faults.empty()}};
  if (!curated.input_faults.empty()) {
    Json faults = Json::array();
    for (std::size_t i = 0; i < std::min(most_faults, curated.input_faults.size()); ++i) {
      const Violation& fault = curated.input_faults[i];
      faults.push_back(
          {{"message", fault.message}, {"rule", name_of(fault.rule)}, {"reason", fault.reason}});
    }
    event["inputFaults"] = std::move(faults);
    event["leftAlone"] = curated.left_alone;
  }
  return json_line(event);
}

std::string change_list(const Curated& curated) {
  std::string out;
  for (const Change& change : curated.changes) {
    out += "message " + std::to_string(change.origin) + ": " + change.what + " (" +
           std::string(name_of(change.reason)) + "): " + visible(change.why) + "\n";
  }
  const ThinkingSum& thinking = curated.counts.thinking;
  if (thinking.blocks > 0) {
    out += "thinking dropped: " + std::to_string(thinking.blocks) +
           (thinking.blocks == 1 ? " block, " : " blocks, ") + std::to_string(thinking.tokens) +
           " tokens\n";
  }
  return out + std::to_string(curated.counts.original) + " messages, " +
         std::to_string(curated.counts.curated) + " afterwards\n";
}

std::string fault_list(const Curated& curated) {
  std::string out;
  for (std::size_t i = 0; i < std::min(most_faults, curated.input_faults.size()); ++i) {
    const Violation& fault = curated.input_faults[i];
    out += "message " + std::to_string(fault.message) + " " + visible(fault.reason) + " (" +
           std::string(name_of(fault.rule)) + ")\n";
  }
  if (curated.input_faults.size() > most_faults) {
    out += "and " + std::to_string(curated.input_faults.size() - most_faults) + " more\n";
  }
  return out;
}

}  // namespace context_rot::curate
