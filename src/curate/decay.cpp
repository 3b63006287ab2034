#include "curate/decay.h"

#include <cmath>

#include "curate/corrections.h"
#include "curate/one_line.h"
#include "util/as_data.h"

namespace context_rot::curate {

namespace {

constexpr std::string_view opening = "[shortened] ";

bool shorten(Json& text) {
  if (!text.is_string() || is_short_line(text.get_ref<const std::string&>())) return false;
  // A note of a correction is worth more than the rest, and is short.
  if (text.get_ref<const std::string&>().find(note_opening) != std::string::npos) return false;
  text = short_line(opening, text.get_ref<const std::string&>());
  return true;
}

/// Every text in a content shortened, results inside too; whether there was any.
bool shorten_content(Json& content) {
  if (content.is_string()) return shorten(content);
  bool changed = false;
  if (!content.is_array()) return false;
  for (Json& block : content) {
    const std::string_view type = text_in(block, "type");
    if (type == "text" && block.contains("text")) changed = shorten(block["text"]) || changed;
    if (type == "tool_result" && block.contains("content")) {
      changed = shorten_content(block["content"]) || changed;
    }
  }
  return changed;
}

}  // namespace

double unfloored_weight(std::size_t distance, double half_life_turns) {
  if (distance == 0) return 1;
  if (!(half_life_turns > 0)) return 0;
  return std::pow(0.5, static_cast<double>(distance) / half_life_turns);
}

std::vector<std::size_t> distances(const MessageArray& array) {
  std::vector<std::size_t> out(array.messages.size());
  std::size_t behind = 0;
  for (std::size_t i = out.size(); i-- > 0;) {
    out[i] = behind;
    if (is_prompt(array.messages[i].json, array.format)) ++behind;
  }
  // What precedes the first prompt belongs to its turn.
  std::size_t first = 0;
  while (first < out.size() && !is_prompt(array.messages[first].json, array.format)) ++first;
  for (std::size_t i = 0; i < first && first < out.size(); ++i) out[i] = out[first];
  return out;
}

Plan plan_decay(const MessageArray& array, const Options& options, const Entities& entities) {
  Plan plan;
  if (options.decay == DecayAction::keep) return plan;
  const auto distance = distances(array);
  std::vector<bool> goes(array.messages.size());
  bool any = false;
  for (std::size_t i = 0; i < goes.size(); ++i) {
    goes[i] = unfloored_weight(distance[i], options.half_life_turns) < options.min_weight &&
              !(!entities.empty() && entities.mentioned_in(mentions_of(array.messages[i].json)));
    any = any || goes[i];
  }
  if (!any) return plan;
  goes = closed(array, goes);
  for (std::size_t i = 0; i < goes.size(); ++i) {
    if (!goes[i]) continue;
    Step step;
    step.reason = Reason::decay;
    step.message = i;
    step.why = std::to_string(distance[i]) + " turns from the end";
    step.act = Act::drop;
    step.what = "removed";
    if (options.decay == DecayAction::shorten) {
      step.act = Act::replace;
      step.what = "shortened to one line";
      step.value = array.messages[i].json;
      if (!step.value.contains("content") || !shorten_content(step.value["content"])) continue;
    }
    plan.push_back(std::move(step));
  }
  return plan;
}

}  // namespace context_rot::curate
