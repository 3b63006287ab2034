#include "tools/prompt_kinds.h"

#include <algorithm>
#include <initializer_list>

#include "correction/overlap.h"

namespace context_rot::tools {

namespace {

using correction::Reading;

/// Whether any of the concepts stands in the tokens [begin, end).
bool has_any(const Reading& reading, std::initializer_list<std::string_view> names,
             std::size_t begin = 0, std::size_t end = SIZE_MAX) {
  return std::any_of(reading.hits.begin(), reading.hits.end(), [&](const correction::Hit& hit) {
    return hit.begin >= begin && hit.begin < end &&
           std::find(names.begin(), names.end(), correction::concept_name(hit.concept_id)) !=
               names.end();
  });
}

std::size_t first_sentence_end(const Reading& reading) {
  const auto& tokens = reading.prose.tokens;
  std::size_t end = 0;
  while (end < tokens.size() && tokens[end].sentence == tokens.front().sentence) ++end;
  return end;
}

bool gives_other_value(const correction::Exchange& exchange) {
  const std::string_view text = exchange.text.substr(0, 3000);
  const std::string_view before = exchange.previous;
  if (correction::restates_value(correction::values_in(text), correction::values_in(before))) {
    return true;
  }
  const auto numbers = correction::numbers_in(text);
  const auto numbers_before = correction::numbers_in(before);
  return !numbers_before.empty() && numbers.size() > correction::shared(numbers, numbers_before);
}

}  // namespace

std::uint32_t kinds_of(const correction::Exchange& exchange, const Reading& prompt,
                       const Reading& previous) {
  constexpr std::size_t much = 1500;  // bytes
  const auto votes = correction::votes_of(prompt);
  const bool silent = votes.value == 0 && votes.symptom == 0;
  const auto& sentences = prompt.prose.sentences;
  const std::size_t first = first_sentence_end(prompt);
  const bool rest_tells =
      correction::votes_from(prompt, first).value + correction::votes_from(prompt, first).symptom >
      0;
  const bool first_tells =
      has_any(prompt, {"wrong", "not_working", "error", "missing", "worse", "still", "should_be"},
              0, first);
  const std::array<bool, prompt_kinds.size()> found{
      has_any(prompt, {"polite_no", "brush_off"}, 0, 2),
      correction::ends_in_question(exchange.previous, previous),
      has_any(prompt, {"recheck"}, 0, first),
      has_any(prompt, {"praise"}, 0, first),
      has_any(prompt, {"own_slip"}, 0, first),
      prompt.prose.shape.pasted_lines > 0 || exchange.text.size() > much,
      has_any(prompt, {"task", "new_task"}, 0, 1) && has_any(prompt, {"should", "only", "negate"}),
      silent && !sentences.empty() && sentences.back().question,
      has_any(previous, {"done"}) && votes.symptom > 0 && votes.value == 0,
      gives_other_value(exchange),
      sentences.size() >= 4 && !first_tells && rest_tells,
      has_any(prompt, {"meant", "prior", "still"}),
      has_any(prompt, {"should_be", "instead", "why_not"}),
      has_any(prompt, {"revert"})};
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < found.size(); ++i) out |= found[i] ? 1u << i : 0u;
  return out;
}

}  // namespace context_rot::tools
