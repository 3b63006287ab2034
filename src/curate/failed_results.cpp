#include "curate/failed_results.h"

#include <algorithm>
#include <optional>

#include "curate/one_line.h"
#include "transcript/failure.h"
#include "util/as_data.h"

namespace context_rot::curate {

namespace {

constexpr std::size_t longest_parsed = 64u << 10;

/// What an object says about itself; nothing where it says nothing.
std::optional<bool> own_flag(const Json& object) {
  if (!object.is_object()) return {};
  for (const char* key : {"is_error", "isError"}) {
    const auto flag = object.find(key);
    if (flag != object.end() && flag->is_boolean()) return flag->get<bool>();
  }
  for (const char* key : {"exit_code", "exitCode"}) {
    const auto code = object.find(key);
    if (code != object.end() && code->is_number_integer()) return *code != 0;
  }
  return {};
}

std::string text_at(const Json& result) {
  const auto content = result.is_object() ? result.find("content") : result.end();
  return result.is_object() && content != result.end() ? text_of_content(*content) : std::string();
}

bool is_marked(std::string_view text) {
  return text.starts_with(deprioritized_prefix) ||
         (text.starts_with(summary_prefix) && is_short_line(text));
}

/// The result with its text marked, in its own form.
Json deprioritized(Json result) {
  Json& content = result["content"];
  const std::string prefix(deprioritized_prefix);
  if (content.is_array()) {
    for (Json& part : content) {
      if (text_in(part, "type") != "text") continue;
      part["text"] = prefix + " " + std::string(text_in(part, "text"));
      return result;
    }
    content.insert(content.begin(), Json{{"type", "text"}, {"text", prefix}});
    return result;
  }
  const std::string text = content.is_string() ? content.get<std::string>() : std::string();
  content = text.empty() ? prefix : prefix + " " + text;
  return result;
}

Json summarized(Json result) {
  std::string text = text_at(result);
  for (const std::string_view prefix : {deprioritized_prefix, summary_prefix}) {
    if (text.starts_with(prefix)) text.erase(0, prefix.size());
  }
  const auto line = transcript::telling_line(text);
  result["content"] = short_line(summary_prefix, line.empty() ? "no output" : line);
  return result;
}

struct ResultPlace {
  std::size_t message;
  std::size_t slot;
};

/// Whether an answer would be last, or nothing be left, once these results are gone with their
/// calls.
bool ends_badly(const MessageArray& array, const Plan& plan) {
  const auto speaks = [](const Message& message) {
    const Role voice = voice_of(message.json);
    return voice != Role::system && voice != Role::memory;
  };
  std::size_t last = array.messages.size() - 1;
  while (last > 0 && !speaks(array.messages[last])) --last;
  if (plan.back().message < last) return false;
  const MessageArray left = apply(array, plan);
  if (std::none_of(left.messages.begin(), left.messages.end(), speaks)) return true;
  return voice_of(left.messages.back().json) == Role::assistant;
}

}  // namespace

bool has_failed(const Json& message, std::size_t slot, Format format) {
  const Json& result = result_at(message, slot);
  const std::string text = text_at(result);
  if (is_marked(text)) return true;
  std::optional<bool> flag = own_flag(result);
  const auto content = result.find("content");
  if (!flag && content != result.end() && content->is_object()) flag = own_flag(*content);
  if (!flag && format != Format::anthropic) {
    // an object of our own kind inside a message
    for (const char* key : {"metadata", "result"}) {
      const auto inner = message.find(key);
      if (!flag && inner != message.end()) flag = own_flag(*inner);
    }
  }
  if (!flag && text.size() <= longest_parsed && text.starts_with('{')) {
    const Json parsed = Json::parse(text, nullptr, false);
    if (!parsed.is_discarded()) flag = own_flag(parsed);
  }
  return transcript::has_failed(transcript::failure_of(text, flag.value_or(false), false)) &&
         flag.value_or(true);
}

Plan plan_failed(const MessageArray& array, const CurateOptions& options) {
  Plan plan;
  if (options.failed == FailedMode::keep) return plan;
  std::vector<ResultPlace> failed;
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    for (const ToolResult& result : results_of(array.messages[i].json, array.format)) {
      if (has_failed(array.messages[i].json, result.slot, array.format)) {
        failed.push_back({i, result.slot});
      }
    }
  }
  const std::size_t stays = std::min(options.max_failed, failed.size());
  failed.resize(failed.size() - stays);
  for (const auto& [message, slot] : failed) {
    if (array.messages[message].pinned) continue;
    const Json& result = result_at(array.messages[message].json, slot);
    const std::string text = text_at(result);
    Step step;
    step.message = message;
    step.slot = slot;
    step.why = as_data(transcript::telling_line(text), 120);
    if (options.failed == FailedMode::remove) {
      step.act = Act::drop_pair;
      step.what = "removed, with its call";
    } else if (is_marked(text) &&
               (options.failed == FailedMode::deprioritize || text.starts_with(summary_prefix))) {
      continue;
    } else {
      step.act = Act::replace;
      const bool marks = options.failed == FailedMode::deprioritize;
      step.value = marks ? deprioritized(result) : summarized(result);
      step.what = marks ? "marked as a previous error" : "shortened to one line";
    }
    plan.push_back(std::move(step));
  }
  const bool ends_with_answer =
      !array.messages.empty() && voice_of(array.messages.back().json) == Role::assistant;
  if (options.failed == FailedMode::remove && !plan.empty() && !ends_with_answer &&
      ends_badly(array, plan)) {
    Step& last = plan.back();
    const Json& result = result_at(array.messages[last.message].json, last.slot);
    last.value = summarized(result);
    if (last.value == result) {
      plan.pop_back();
    } else {
      last.act = Act::replace;
      last.what = "shortened to one line, because an answer would be left at the end";
    }
  }
  return plan;
}

}  // namespace context_rot::curate
