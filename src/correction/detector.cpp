#include "correction/detector.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "correction/contrast.h"
#include "correction/excuse.h"
#include "correction/machine_made.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

constexpr std::size_t most_cues = 6;

bool has_cue(const Reading& reading, const char* name) {
  const auto id = concept_id(name);
  return id && std::any_of(reading.hits.begin(), reading.hits.end(),
                           [&](const Hit& hit) { return hit.concept_id == *id; });
}

/// Whether nothing was said and nothing was pasted.
bool is_empty(const Reading& prompt) {
  const Shape& shape = prompt.prose.shape;
  return prompt.prose.tokens.empty() && shape.pasted_lines == 0 && !shape.fence;
}

/// The kind of correction by its most telling cue.
std::string_view kind_of(const Reading& prompt) {
  struct Kind {
    const char* concept_there;
    std::string_view kind;
  };
  static constexpr std::array kinds{
      Kind{"revert", "revert-request"},
      Kind{"meant", "clarification"},
      Kind{"you_not", "instruction-violated"},
      Kind{"instead", "redirect"},
      Kind{"dislike", "redirect"},
      Kind{"dont_do", "scope-overreach"},
      Kind{"not_is", "negation"},
      Kind{"wrong", "negation"},
      Kind{"refuse", "negation"},
      Kind{"right_noun", "factual"},
      Kind{"should_be", "factual"},
      Kind{"frustrated", "frustration"},
      Kind{"you_did", "scope-overreach"},
      Kind{"simpler", "redirect"},
  };
  for (const Kind& kind : kinds) {
    if (has_cue(prompt, kind.concept_there)) return kind.kind;
  }
  return "implicit";
}

/// The concept a feature is about, without its prefix; empty for others.
std::string_view concept_of(std::string_view feature) {
  static constexpr std::array<std::string_view, 5> prefixes{"c:", "f:", "o:", "s:", "q:"};
  for (const std::string_view prefix : prefixes) {
    if (feature.starts_with(prefix)) return feature.substr(2);
  }
  return {};
}

std::string with_phrase(std::string_view name, std::string_view text, const Reading& prompt) {
  std::string out(name);
  for (const Hit& hit : prompt.hits) {
    if (concept_name(hit.concept_id) != name) continue;
    const auto& tokens = prompt.prose.tokens;
    const std::size_t begin = tokens[hit.begin].begin;
    return out + " \"" + std::string(text.substr(begin, tokens[hit.end - 1u].end - begin)) + '"';
  }
  return out;
}

std::vector<std::string> cues_of(const std::vector<Contribution>& why, std::string_view text,
                                 const Reading& prompt) {
  std::vector<std::pair<double, std::string_view>> sums;
  double pasted = 0;
  for (const Contribution& part : why) {
    const double gain = part.rejected + part.correction;
    if (part.feature.find("pasted") != std::string::npos) pasted += gain;
    const std::string_view name = concept_of(part.feature);
    if (name.empty()) continue;
    const auto known =
        std::find_if(sums.begin(), sums.end(), [&](const auto& sum) { return sum.second == name; });
    if (known == sums.end()) {
      sums.emplace_back(gain, name);
    } else {
      known->first += gain;
    }
  }
  if (pasted > 0.1) sums.emplace_back(pasted, "pasted output");
  std::stable_sort(sums.begin(), sums.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out;
  for (const auto& [gain, name] : sums) {
    if (gain <= 0.05 || out.size() == most_cues) break;
    out.push_back(with_phrase(name, text, prompt));
  }
  return out;
}

void sort_by_strength(std::vector<Contribution>& why) {
  std::stable_sort(why.begin(), why.end(), [](const Contribution& a, const Contribution& b) {
    return std::abs(a.rejected) + std::abs(a.correction) >
           std::abs(b.rejected) + std::abs(b.correction);
  });
}

void fill_words(Verdict& verdict, std::string_view text, const Reading& prompt,
                std::string_view previous, const Reading& previous_end) {
  Contrast contrast = contrast_of(text, prompt, previous, previous_end);
  verdict.wrong = std::move(contrast.wrong);
  if (verdict.label == Label::correction) {
    verdict.kind = kind_of(prompt);
    verdict.clarified = std::move(contrast.clarified);
    verdict.note = verdict.clarified
                       ? note_text(verdict.label, verdict.wrong, verdict.clarified)
                       : note_text(verdict.label, verdict.wrong, symptom_of(text, prompt), false);
  } else {
    verdict.note = note_text(verdict.label, verdict.wrong, symptom_of(text, prompt));
  }
}

}  // namespace

std::string_view name_of(Label label) {
  switch (label) {
    case Label::correction:
      return "correction";
    case Label::failure_report:
      return "failure_report";
    case Label::none:
      break;
  }
  return "none";
}

std::string note_text(Label label, const std::optional<std::string>& wrong,
                      const std::optional<std::string>& said, bool clarifies) {
  const bool correction = label == Label::correction;
  std::string out = correction ? "[Correction: Previous response was wrong"
                               : "[Failure report: Previous response does not work";
  if (wrong) out += (correction ? " about " : ": ") + *wrong;
  out += '.';
  if (said) {
    out += !correction ? " User reports: " : clarifies ? " User clarified: " : " User said: ";
    out += *said;
    if (!said->ends_with('.') && !said->ends_with('?') && !said->ends_with('!')) out += '.';
  }
  return out + ']';
}

bool Detector::worth_a_look(std::string_view text) const {
  const std::string_view start = cut_utf8(text, max_prompt_bytes);
  if (is_machine_made(start)) return false;
  const std::string typed = without_reminders(start);
  const Reading prompt = read_text(typed, Speaker::user, lexicon_);
  if (is_empty(prompt)) return false;
  const LogOdds odds = model_.odds({{}, typed, {}}, prompt, Reading(), nullptr);
  return scores_of(odds, model_.parameters(Mode::live)).rejected >= first_look_cut;
}

Verdict Detector::detect(const Exchange& exchange, std::vector<Contribution>* why) const {
  Verdict verdict;
  if (is_machine_made(cut_utf8(exchange.text, max_prompt_bytes))) {
    verdict.cues = {"machine-made prompt"};
    return verdict;
  }
  const std::string text = without_reminders(cut_utf8(exchange.text, max_prompt_bytes));
  const Reading prompt = read_text(text, Speaker::user, lexicon_);
  if (is_empty(prompt)) {
    verdict.cues = {"empty prompt"};
    return verdict;
  }
  const Exchange cleaned{exchange.previous, text, exchange.next};
  const Reading previous = read_previous(exchange.previous, lexicon_);
  std::optional<Reading> next;
  if (exchange.next) next = read_next(*exchange.next, lexicon_);
  const ModeParameters& mode = model_.parameters(next ? Mode::after : Mode::live);
  const Reading* next_reading = next ? &*next : nullptr;
  std::vector<Contribution> parts;
  const Parts wanted = why ? Parts::all : Parts::cues;
  if (!why) why = &parts;
  verdict.scores =
      scores_of(model_.odds(cleaned, prompt, previous, next_reading, why, wanted), mode);
  if (why != &parts) sort_by_strength(*why);

  const std::string_view excuse = excuse_of(cleaned, prompt, previous);
  if (!excuse.empty()) {
    verdict.scores = {};
    verdict.cues = {std::string(excuse)};
    return verdict;
  }
  if (prompt.prose.tokens.size() < 3 && prompt.prose.shape.pasted_lines > 0)
    verdict.scores.correction = 0;
  verdict.noteworthy = verdict.scores.rejected >= limits_.note.value_or(mode.note_cut);
  verdict.doubtful =
      !verdict.noteworthy && verdict.scores.rejected >= limits_.grey.value_or(grey_cut);
  if (verdict.scores.rejected < limits_.rejected.value_or(mode.rejected_cut)) {
    verdict.noteworthy = false;
    return verdict;
  }
  verdict.label = verdict.scores.correction >= limits_.correction.value_or(mode.correction_cut)
                      ? Label::correction
                      : Label::failure_report;
  verdict.cues = cues_of(*why, text, prompt);
  fill_words(verdict, text, prompt, exchange.previous, previous);
  return verdict;
}

}  // namespace context_rot::correction
