#include "report/health_text.h"

#include <algorithm>

#include "findings/kinds.h"
#include "util/columns.h"
#include "util/number.h"
#include "util/utf8.h"
#include "util/visible.h"

namespace context_rot::report {

namespace {

constexpr std::size_t bar_cells = 50;
constexpr std::size_t most_shares = 8;

std::string bar(int percent, std::size_t cells) {
  const std::size_t full = (static_cast<std::size_t>(percent) * cells + 50) / 100;
  std::string out;
  for (std::size_t i = 0; i < cells; ++i) out += i < full ? "█" : "░";
  return out;
}

std::string plural(std::int64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string head(const Health& health) {
  const window::Measurement& measured = health.measured;
  std::string out = "Session " + visible(cut_utf8(health.session, 8)) + " · ";
  if (measured.percent && measured.max > 0) {
    out += short_count(measured.used) + " of " + short_count(measured.max) + " tokens (" +
           std::to_string(*measured.percent) + " %, " +
           std::string(window::shown_name(health.band, config::Language::english)) + ")";
  } else {
    out += "fullness unknown";
  }
  out += " · " + plural(health.counts.messages, "message") + " · ";
  out += health.compacted ? "last compacted " + format_local(*health.compacted) : "never compacted";
  return out + "\n";
}

/// What to do now, the command that does it, and why; empty where nobody asked.
std::string verdict(const Health& health, const findings::Findings& findings) {
  const advice::Recommendation& recommended = health.recommended;
  if (recommended.option.empty()) return {};
  std::string out = recommended.headline + "\n";
  // Of the others the headline says all there is to do.
  if (recommended.option == "compact" || recommended.option == "subagent") {
    out += "  " + visible(recommended.command) + "\n";
  }
  for (const std::string& reason : recommended.reasons) out += "  " + visible(reason) + "\n";
  if (!recommended.fork.empty()) {
    out += "  or go on without the noise (" + short_count(findings.total) + " > " +
           short_count(findings.total - findings.noise) + " tokens):\n  " +
           visible(recommended.fork) + "\n";
  }
  return out + "\n";
}

std::string score_line(const Health& health) {
  const advice::Counts& counts = health.counts;
  std::vector<std::string> parts;
  if (counts.stale > 0) parts.push_back(plural(counts.stale, "stale reference"));
  if (counts.contradictions > 0) parts.push_back(plural(counts.contradictions, "contradiction"));
  if (counts.debugging > 0) parts.push_back(plural(counts.debugging, "debugging episode"));
  // What is left of the score once the others are taken off, as the formula has it.
  const std::int64_t length = counts.messages > 100 ? 20 : (counts.messages + 2) / 5;
  if (length > 0) parts.push_back(std::to_string(length) + " for length");
  std::string out =
      "score " + std::to_string(health.score) + " (" + std::string(name_of(health.severity)) + ")";
  for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? ": " : ", ") + parts[i];
  return out + "\n";
}

std::string label(const session::Share& share) {
  switch (share.part) {
    case session::Part::overhead:
      return "system prompt and tools";
    case session::Part::prompts:
      return "prompts";
    case session::Part::answers:
      return "answers";
    case session::Part::tool_output:
      return "output of " + share.tool;
    case session::Part::client:
      return "attachments of the client";
    case session::Part::summary:
      return "summary of the compaction";
  }
  return {};
}

/// The kinds of findings that are noise, or those that are not.
void put_findings(std::string& out, const findings::Findings& findings, bool all, bool noise) {
  for (const findings::Kind kind : findings::all_kinds) {
    const findings::KindRow& row = findings::kind_row(kind);
    const findings::KindSum& sum = findings.sums[kind];
    if (sum.findings == 0 || row.is_noise != noise) continue;
    std::vector<const findings::Finding*> own;
    for (const findings::Finding& finding : findings.list) {
      if (finding.kind == kind) own.push_back(&finding);
    }
    std::stable_sort(own.begin(), own.end(),
                     [](const findings::Finding* a, const findings::Finding* b) {
                       return a->tokens > b->tokens;
                     });
    out += "  " + left_aligned(std::string(row.title.english), 21) +
           right_aligned(fine_count(sum.tokens), 7) + "  " + own.front()->evidence;
    if (!all && own.size() > 1) out += " (and " + std::to_string(own.size() - 1) + " more)";
    out += "\n";
    for (std::size_t k = 1; all && k < own.size(); ++k) {
      out += std::string(23, ' ') + right_aligned(fine_count(own[k]->tokens), 7) + "  " +
             own[k]->evidence + "\n";
    }
  }
}

/// What was perhaps corrected; it counts for nothing.
void put_perhaps(std::string& out, const findings::Findings& findings, bool all) {
  if (findings.perhaps.empty()) return;
  out += "  " + left_aligned("perhaps corrected", 21) + right_aligned("", 7) + "  " +
         findings.perhaps.front().evidence;
  const std::size_t more = findings.perhaps.size() - 1;
  if (!all && more > 0) out += " (and " + std::to_string(more) + " more)";
  out += "\n";
  for (std::size_t i = 1; all && i < findings.perhaps.size(); ++i) {
    out += std::string(32, ' ') + findings.perhaps[i].evidence + "\n";
  }
}

void put_symptoms(std::string& out, const std::vector<advice::Symptom>& symptoms) {
  out += "\nsymptoms\n";
  for (const advice::Symptom& symptom : symptoms) {
    const char* sign = symptom.sign == advice::Sign::yes  ? "yes"
                       : symptom.sign == advice::Sign::no ? "no"
                                                          : "?";
    out +=
        "  " + left_aligned(sign, 4) + left_aligned(std::string(name_of(symptom.confidence)), 7) +
        left_aligned(std::string(symptom.title), 40) + " " +
        (symptom.sign == advice::Sign::unknown ? std::string(symptom.question) : symptom.evidence) +
        "\n";
  }
}

}  // namespace

std::string health_text(const Health& health, const findings::Analysis& analysis,
                        const HealthTextOptions& options) {
  const findings::Findings& findings = analysis.findings;
  const int signal = findings.signal();
  std::string out = verdict(health, findings) + head(health) + "\nsignal " +
                    std::to_string(signal) + " %  " + bar(signal, bar_cells) + "  ";
  out += findings.noise == 0 ? "no noise found\n"
                             : short_count(findings.noise) + " of " + short_count(findings.total) +
                                   " tokens are noise\n";
  put_findings(out, findings, options.all_findings, true);
  put_findings(out, findings, options.all_findings, false);
  put_perhaps(out, findings, options.all_findings);

  out += "\nwhat fills the window\n";
  std::int64_t rest = 0;
  for (std::size_t i = 0; i < health.composition.size(); ++i) {
    const session::Share& share = health.composition[i];
    if (i >= most_shares) {
      rest += share.tokens;
      continue;
    }
    const auto percent =
        static_cast<int>(100 * share.tokens / std::max<std::int64_t>(1, findings.total));
    out += "  " + left_aligned(label(share), 26) + right_aligned(fine_count(share.tokens), 8) +
           "  " + right_aligned(std::to_string(percent), 3) + " %  " + bar(percent, 20) + "\n";
  }
  if (rest > 0)
    out += "  " + left_aligned("the rest", 26) + right_aligned(fine_count(rest), 8) + "\n";

  if (options.symptoms) put_symptoms(out, health.symptoms);
  return out + "\n" + score_line(health);
}

}  // namespace context_rot::report
