#include "advice/score.h"

#include <algorithm>
#include <array>

namespace context_rot::advice {

using transcript::EntryKind;

namespace {

/// No count above this changes the score, and no sum of such counts overflows.
constexpr std::int64_t enough = 1000;

std::int64_t bounded(std::int64_t count) {
  return std::clamp<std::int64_t>(count, 0, enough);
}

bool has_text(const transcript::Entry& entry) {
  return std::any_of(entry.blocks.begin(), entry.blocks.end(), [](const auto& block) {
    return block.kind == transcript::BlockKind::text && !block.text.empty();
  });
}

}  // namespace

int score_of(const Counts& counts) {
  const std::int64_t messages = bounded(counts.messages);
  // in fifths, so that rounding is exact
  std::int64_t fifths = 5 * (bounded(counts.stale) * 10 + bounded(counts.contradictions) * 15 +
                             bounded(counts.debugging) * 5);
  fifths += messages > 100 ? 100 : messages;
  return static_cast<int>(std::min<std::int64_t>((fifths * 2 + 5) / 10, 100));
}

Severity severity_of(int score) {
  if (score <= 30) return Severity::mild;
  return score <= 60 ? Severity::moderate : Severity::severe;
}

std::string_view name_of(Severity severity) {
  static constexpr std::array<std::string_view, 3> names{"mild", "moderate", "severe"};
  return names[static_cast<std::size_t>(severity)];
}

Recovery recovery_for(Severity severity) {
  static constexpr std::array recoveries{Recovery::prune, Recovery::compact, Recovery::clean_slate};
  return recoveries[static_cast<std::size_t>(severity)];
}

std::string_view name_of(Recovery recovery) {
  static constexpr std::array<std::string_view, 3> names{"prune", "compact", "clean-slate"};
  return names[static_cast<std::size_t>(recovery)];
}

std::string_view name_of(HealthAction action) {
  static constexpr std::array<std::string_view, 3> names{"continue", "compact", "clean_slate"};
  return names[static_cast<std::size_t>(action)];
}

Advised advised_action(int score, std::int64_t messages) {
  const std::string value = "score " + std::to_string(score);
  if (score >= 70) {
    return {HealthAction::clean_slate, false, value + ": 70 or more"};
  }
  if (score >= 40) return {HealthAction::compact, false, value + ": 40 or more"};
  if (messages > 100 && score >= 20) {
    return {HealthAction::compact, true,
            value + ": 20 or more, at " + std::to_string(messages) + " messages, more than 100"};
  }
  return {HealthAction::continue_, false, value + ": below every limit"};
}

Counts evidence_counts(const session::SessionView& view) {
  Counts counts;
  counts.stale = std::count_if(view.gone.begin(), view.gone.end(),
                               [](const session::GoneFile& file) { return !file.references.empty(); });
  counts.contradictions =
      std::count_if(view.decisions.begin(), view.decisions.end(), [&](const session::Decision& decision) {
        return decision.state == session::DecisionState::superseded &&
               view.decisions[*decision.superseded_by].entry != decision.entry;
      });
  counts.debugging = std::count_if(view.episodes.begin(), view.episodes.end(), session::is_debugging);
  for (const auto& entry : view.conversation.entries) {
    if (entry.sidechain || entry.api_error) continue;
    const bool asked = entry.kind == EntryKind::prompt || entry.kind == EntryKind::skill_call;
    if (asked || (entry.kind == EntryKind::assistant && has_text(entry))) ++counts.messages;
  }
  return counts;
}

}  // namespace context_rot::advice
