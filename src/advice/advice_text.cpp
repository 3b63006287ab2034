#include "advice/advice_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advice/hint.h"
#include "findings/kinds.h"
#include "texts/texts.h"
#include "util/number.h"

namespace context_rot::advice {

using config::Language;
using nlohmann::ordered_json;
using texts::Text;
using texts::Texts;
using window::Band;

namespace {

/// The facts in the words of one language.
class Words {
 public:
  Words(const Facts& facts, Language language)
      : facts_(facts), full_(facts.fullness), say_(language) {}

  std::string headline(const Decision& decision) const;
  std::vector<std::string> reasons(const Decision& decision) const;
  std::string command(const Decision& decision) const;
  std::string now(Option option) const;
  std::string warning(AntiPattern pattern) const;
  std::string fork() const;

 private:
  std::string band() const;
  std::string fullness() const;
  std::string topic() const;
  std::string open() const;
  std::string ended() const;
  std::string noise() const;

  const Facts& facts_;
  const Fullness& full_;
  Texts say_;
};

/// "68 % (amarillo)"
std::string Words::band() const {
  if (!full_.percent) return say_(Text::full_unknown);
  return std::to_string(*full_.percent) + " % (" +
         std::string(window::shown_name(full_.band, say_.language())) + ")";
}

/// "68 % (amarillo): 136k of 200k tokens, the client compacts at 167k"
std::string Words::fullness() const {
  if (!full_.percent || !full_.used || !full_.window) return band();
  const std::string used = short_count(*full_.used);
  const std::string window = short_count(*full_.window);
  if (!full_.point.at) {
    return band() + ": " + say_(Text::full_tokens, {{"used", used}, {"window", window}});
  }
  return band() + ": " +
         say_(Text::full_tokens_before,
              {{"used", used}, {"window", window}, {"at", short_count(*full_.point.at)}});
}

std::string Words::headline(const Decision& decision) const {
  switch (decision.option) {
    case Option::rewind:
      return say_(Text::advise_rewind, {{"prompt", facts_.attempts->prompt}});
    case Option::compact:
      return say_(Text::advise_compact);
    case Option::clear:
      return say_(Text::advise_clear);
    case Option::subagent:
      return say_(Text::advise_subagent);
    case Option::go_on:
      break;
  }
  if (decision.rule == Rule::plan_cut) return say_(Text::advise_plan_cut);
  if (decision.rule == Rule::nothing_known) return say_(Text::advise_caution);
  return say_(Text::advise_continue);
}

std::string Words::topic() const {
  if (facts_.prompts == 0) return say_(Text::topic_nothing_asked);
  const bool changed = facts_.topic.changed;
  const std::string sure = facts_.topic.sure == Sure::quite      ? ""
                           : facts_.topic.sure == Sure::somewhat ? say_(Text::topic_probably)
                           : changed                             ? say_(Text::topic_perhaps)
                                                                 : "";
  if (changed) {
    return say_.counted(facts_.prompts_on_topic, Text::topic_changed_one, Text::topic_changed,
                        {{"sure", sure}});
  }
  return say_.counted(facts_.prompts, Text::topic_one, Text::topic_same, {{"sure", sure}});
}

/// What is open, the weightiest first.
std::string Words::open() const {
  const OpenWork& open = facts_.open;
  if (open.failing) return say_(Text::open_failing);
  if (!open.tasks.empty()) {
    return say_(open.tasks.size() == 1 ? Text::open_task : Text::open_tasks,
                {{"task", open.tasks.front()}, {"more", std::to_string(open.tasks.size() - 1)}});
  }
  if (open.unanswered) return say_(Text::open_unanswered);
  return say_(open.uncommitted ? Text::open_uncommitted : Text::open_asks);
}

/// What ended a phase.
std::string Words::ended() const {
  switch (facts_.phase) {
    case PhaseEnd::committed:
      return say_(Text::phase_committed);
    case PhaseEnd::tasks_done:
      return say_(Text::phase_tasks_done);
    case PhaseEnd::answered:
      return say_(Text::phase_answered);
    case PhaseEnd::told:
      return say_(Text::phase_told);
    case PhaseEnd::none:
      break;
  }
  return {};
}

std::string Words::noise() const {
  if (facts_.noise_tokens == 0 || facts_.live_tokens == 0) return {};
  const std::int64_t share =
      100 * facts_.noise_tokens / std::max<std::int64_t>(1, facts_.live_tokens);
  if (share == 0) return {};
  return say_(Text::noise_share,
              {{"tokens", short_count(facts_.noise_tokens)}, {"share", std::to_string(share)}});
}

std::vector<std::string> Words::reasons(const Decision& decision) const {
  std::vector<std::string> out;
  const auto put = [&](std::string text) {
    if (!text.empty()) out.push_back(std::move(text));
  };
  const std::string tokens = facts_.attempts ? short_count(facts_.attempts->tokens) : "";
  switch (decision.rule) {
    case Rule::next_is_heavy:
      put(say_(Text::reason_heavy));
      break;
    case Rule::failed_attempts:
      put(say_.counted(facts_.attempts->times, Text::reason_failed_one, Text::reason_failed,
                       {{"target", facts_.attempts->target}, {"tokens", tokens}}));
      break;
    case Rule::corrected_again:
      put(say_(Text::reason_corrected,
               {{"times", std::to_string(facts_.attempts->times)}, {"tokens", tokens}}));
      break;
    case Rule::critical:
      put(say_(Text::reason_critical));
      break;
    case Rule::same_topic:
      if (facts_.session) put(topic());
      break;
    case Rule::changed_topic:
      put(facts_.topic.changed ? topic() : say_(Text::reason_unrelated));
      put(say_(Text::reason_nothing_open));
      break;
    case Rule::open_work:
      put(say_(Text::reason_but_open, {{"open", open()}}));
      break;
    case Rule::phase_end:
      put(ended());
      break;
    case Rule::plan_cut:
      if (facts_.session && facts_.open.any()) {
        put(say_(Text::reason_cut_when_done, {{"open", open()}}));
      }
      break;
    case Rule::room_enough:
    case Rule::nothing_known:
      break;
  }
  put(fullness());
  if (decision.option != Option::rewind) put(noise());
  return out;
}

std::string Words::command(const Decision& decision) const {
  switch (decision.option) {
    case Option::compact:
      return compact_hint(facts_, say_.language());
    case Option::clear:
      return "/clear";
    case Option::rewind:
      return "/rewind";
    case Option::subagent:
      return say_(Text::paste_subagent);
    case Option::go_on:
      break;
  }
  return {};
}

std::string Words::now(Option option) const {
  const bool tight = full_.band >= Band::rojo;
  switch (option) {
    case Option::go_on:
      if (facts_.attempts) {
        return say_(Text::other_carries_failures,
                    {{"tokens", short_count(facts_.attempts->tokens)}});
      }
      if (const std::string carried = noise(); !carried.empty()) return carried;
      return say_(tight ? Text::other_nearly_full : Text::other_nothing_against);
    case Option::rewind:
      if (!facts_.session) return say_(Text::other_for_attempts);
      return facts_.attempts ? say_(Text::other_to_prompt, {{"prompt", facts_.attempts->prompt}})
                             : say_(Text::other_no_attempts);
    case Option::compact:
      if (full_.band == Band::critico) return say_(Text::other_late);
      if (tight) return say_(Text::other_due);
      return full_.percent ? say_(Text::other_not_yet, {{"band", band()}}) : band();
    case Option::clear:
      return facts_.session ? topic() : say_(Text::other_new_topic);
    case Option::subagent:
      return say_(facts_.next_is_heavy ? Text::other_heavy : Text::other_any_heavy);
  }
  return {};
}

std::string Words::warning(AntiPattern pattern) const {
  switch (pattern) {
    case AntiPattern::waiting_for_compaction:
      return say_(Text::warn_waiting);
    case AntiPattern::did_not_work_try:
      return say_(Text::warn_try_again);
    case AntiPattern::clear_without_notes:
      return say_(Text::warn_notes_first);
    case AntiPattern::small_subagent:
      return say_(Text::warn_small_subagent);
    case AntiPattern::compacting_in_a_row:
      return say_.counted(facts_.compacted_prompts_ago.value_or(0), Text::warn_compacted_one,
                          Text::warn_compacted);
  }
  return {};
}

std::string Words::fork() const {
  return say_(Text::fork_saves, {{"before", short_count(facts_.live_tokens)},
                                 {"after", short_count(facts_.live_tokens - facts_.noise_tokens)}});
}

std::string label(Option option, const Texts& say) {
  switch (option) {
    case Option::go_on:
      return say(Text::label_continue);
    case Option::rewind:
      return "/rewind";
    case Option::compact:
      return "/compact";
    case Option::clear:
      return "/clear";
    case Option::subagent:
      return say(Text::label_subagent);
  }
  return {};
}

}  // namespace

Advice advice_of(const Facts& facts, const Decision& decision, Language language) {
  const Words words(facts, language);
  Advice out;
  out.decision = decision;
  out.headline = words.headline(decision);
  out.reasons = words.reasons(decision);
  out.command = words.command(decision);
  for (const Option option : all_options) {
    if (option != decision.option) out.others.emplace_back(option, words.now(option));
  }
  if (is_worth_a_fork(facts)) {
    out.fork = facts.curate + " fork";
    if (!facts.session_id.empty()) out.fork += " --session " + facts.session_id;
    out.fork_says = words.fork();
  }
  for (const AntiPattern pattern : anti_patterns(facts, decision)) {
    out.warnings.push_back(words.warning(pattern));
  }
  return out;
}

std::string as_text(const Advice& advice, Language language) {
  const Texts say(language);
  std::string out = advice.headline + "\n";
  const bool is_compact = advice.command.starts_with("/compact");
  if (is_compact || advice.decision.option == Option::subagent) {
    out += "  " + advice.command + "\n";
  }
  for (const std::string& reason : advice.reasons) out += "  " + reason + "\n";
  for (const auto& [option, text] : advice.others) {
    std::string name = label(option, say);
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    out += "  " + name + " " + text + "\n";
  }
  if (!advice.fork.empty()) {
    out += say(Text::text_fork) + advice.fork_says + "\n             " + advice.fork + "\n";
  }
  for (const std::string& warning : advice.warnings) {
    out += say(Text::text_mind, {{"warning", warning}}) + "\n";
  }
  return out;
}

std::string as_markdown(const Advice& advice, const Facts& facts, Language language) {
  const Texts say(language);
  std::string out =
      say(Text::list_measured, {{"headline", advice.reasons.empty() ? "" : advice.headline}}) +
      "\n\n";
  if (!advice.command.empty()) {
    out += say(Text::list_paste, {{"command", advice.command}}) + "\n";
  }
  for (const std::string& reason : advice.reasons) out += "- " + reason + "\n";
  out += "\n" + say(Text::list_others) + "\n|---|---|\n";
  for (const auto& [option, text] : advice.others) {
    std::string cell = text;
    std::replace(cell.begin(), cell.end(), '|', '/');
    out += "| " + label(option, say) + " | " + cell + " |\n";
  }
  if (!advice.fork.empty()) {
    out +=
        "\n" + say(Text::list_fork, {{"says", advice.fork_says}, {"command", advice.fork}}) + "\n";
  }
  for (const std::string& warning : advice.warnings) {
    out += "\n" + say(Text::list_mind, {{"warning", warning}}) + "\n";
  }
  for (const Noise& noise : facts.noise) {
    if (&noise == &facts.noise.front()) out += "\n" + say(Text::list_noise) + "\n";
    out += "- " + std::string(findings::kind_row(noise.kind).title.in(language)) + ": " +
           short_count(noise.tokens) + " tokens, " + noise.what + "\n";
  }
  return out;
}

ordered_json as_json(const Advice& advice, const Facts& facts) {
  const auto number = [](const auto& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  const Fullness& full = facts.fullness;
  ordered_json out{{"option", name_of(advice.decision.option)},
                   {"rule", name_of(advice.decision.rule)},
                   {"headline", advice.headline},
                   {"reasons", advice.reasons},
                   {"command", advice.command},
                   {"others", ordered_json::object()},
                   {"warnings", ordered_json::array()},
                   {"pct", number(full.percent)},
                   {"band", window::name_of(full.band)},
                   {"used", number(full.used)},
                   {"max", number(full.window)},
                   {"compacts_at", number(full.point.at)}};
  for (const auto& [option, text] : advice.others)
    out["others"][std::string(name_of(option))] = text;
  for (const AntiPattern pattern : anti_patterns(facts, advice.decision)) {
    out["warnings"].push_back(name_of(pattern));
  }
  if (!advice.fork.empty()) out["fork"] = advice.fork;
  if (!facts.session) return out;
  out["topic"] = {{"words", facts.topic.words},
                  {"changed", facts.topic.changed},
                  {"sure", facts.topic.sure == Sure::quite      ? "quite"
                           : facts.topic.sure == Sure::somewhat ? "somewhat"
                                                                : "no"},
                  {"prompts", facts.prompts_on_topic}};
  out["noise"] = {{"tokens", facts.noise_tokens}, {"of", facts.live_tokens}};
  if (facts.attempts) {
    out["attempts"] = {
        {"what", facts.attempts->what == Attempts::What::failed ? "failed" : "corrected"},
        {"target", facts.attempts->target},
        {"times", facts.attempts->times},
        {"tokens", facts.attempts->tokens},
        {"prompt", facts.attempts->prompt}};
  }
  return out;
}

}  // namespace context_rot::advice
