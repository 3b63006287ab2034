#include "report/words.h"

#include "util/number.h"
#include "util/utf8.h"

namespace context_rot::report {

using config::Language;
using session::Part;

std::string name_of(const Layer& layer, const Words& words) {
  if (layer.noise) return words(Text::page_noise);
  switch (layer.part) {
    case Part::overhead:
      return words(Text::page_overhead);
    case Part::prompts:
      return words(Text::page_prompts_part);
    case Part::answers:
      return words(Text::page_answers_part);
    case Part::tool_output:
      return layer.tool.empty() ? words(Text::page_other_tools) : layer.tool;
    case Part::client:
      return words(Text::page_client);
    case Part::summary:
      return words(Text::page_summary);
  }
  return {};
}

std::string name_of(const session::Share& share, const Words& words) {
  if (share.part != Part::tool_output) return name_of(Layer{share.part, {}, false, 0}, words);
  return words(Text::page_output_of, {{"tool", share.tool.empty() ? "?" : share.tool}});
}

std::string label_of(const Layer& layer, const Words& words) {
  constexpr std::size_t longest = 18;
  if (!layer.noise && layer.part == Part::overhead) return words(Text::page_overhead_short);
  if (layer.part == Part::client) return words(Text::page_client_short);
  if (layer.part == Part::summary) return words(Text::page_summary_short);
  std::string name = name_of(layer, words);
  // "mcp__github__create_issue": its last part tells it from its neighbours.
  const std::size_t last = name.rfind("__");
  if (last != std::string::npos && last + 2 < name.size()) name.erase(0, last + 2);
  if (name.size() <= longest) return name;
  return std::string(cut_utf8(name, longest)) + "…";
}

std::string grouped(std::int64_t number, Language language) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, texts::raw(Text::thousands, language));
  }
  return digits;
}

std::string event_text(const Event& event, const Words& words) {
  switch (event.kind) {
    case EventKind::compaction: {
      std::string out =
          words(Text::page_compacted) + ", " +
          std::string(event.automatic ? words(Text::page_automatic) : words(Text::page_by_hand));
      if (event.before > 0) out += ": " + short_count(event.before);
      if (event.before > 0 && event.after > 0) out += " → " + short_count(event.after);
      return out;
    }
    case EventKind::correction: {
      std::string out(words(Text::page_was_corrected));
      if (!event.text.empty()) out += ": \"" + event.text + "\"";
      if (!event.right.empty()) out += " → \"" + event.right + "\"";
      return out;
    }
    case EventKind::failure:
      return words.counted(event.attempts, Text::page_attempt_failed, Text::page_attempts_failed,
                           {{"target", event.text}}) +
             ", " + words(event.resolved ? Text::page_later_worked : Text::page_none_yet);
    case EventKind::band:
      return words(Text::page_entered,
                   {{"band", window::shown_name(event.band, words.language())}});
  }
  return {};
}

}  // namespace context_rot::report
