#include "findings/find.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

std::string evidence_of(const session::Episode& episode, const std::string& target) {
  const std::size_t times = episode.failures.size();
  const std::string runs =
      times == 1 ? "failed once" : "failed " + std::to_string(times) + " times";
  switch (episode.outcome) {
    case session::Outcome::resolved:
      return target + " " + runs + ", then succeeded";
    case session::Outcome::given_up:
      return target + " " + runs + " and was given up";
    default:
      return target + " " + runs + "; the last failure counts";
  }
}

}  // namespace

void find_failed(const session::SessionView& view, Claims& claims) {
  for (const session::Episode& episode : view.episodes) {
    Finding finding = finding_of(Kind::failed);
    const std::size_t kept = episode.outcome == session::Outcome::open ? 1 : 0;
    for (std::size_t i = 0; i + kept < episode.failures.size(); ++i) {
      const transcript::ToolUse& use = view.uses[episode.failures[i]];
      if (use.sole_result && use.result_entry) finding.entries.push_back(*use.result_entry);
    }
    const transcript::ToolUse& last = view.uses[episode.failures.back()];
    const bool is_file = !last.file.empty();
    finding.file = last.file;
    finding.target = is_file ? shown_path(episode.target, view.surroundings.folder)
                             : excerpt(episode.target.empty() ? last.name : episode.target);
    finding.times = episode.failures.size();
    finding.time = last.time;
    if (episode.resolution) {
      const transcript::ToolUse& success = view.uses[*episode.resolution];
      finding.by = success.result_entry;
      finding.time = success.time;
      finding.resolved = true;
    } else if (kept > 0) {
      finding.by = last.result_entry;
    }
    if (!view.turns.empty()) finding.prompt = view.turns[episode.turn].prompt;
    finding.quote = excerpt(transcript::telling_line(last.result));
    finding.evidence = evidence_of(episode, finding.target);
    if (!finding.quote.empty()) finding.evidence += ": \"" + finding.quote + "\"";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
