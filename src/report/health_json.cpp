#include "report/health_json.h"

#include <nlohmann/json.hpp>

#include "findings/kinds.h"

namespace context_rot::report {

using nlohmann::ordered_json;

namespace {

ordered_json time_json(Milliseconds time) {
  return time == 0 ? ordered_json(nullptr) : ordered_json(format_with_offset(time));
}

ordered_json finding_json(const findings::Finding& finding,
                          const transcript::Conversation& conversation) {
  ordered_json out{{"kind", findings::kind_row(finding.kind).name},
                   {"tokens", finding.tokens},
                   {"entries", ordered_json::array()},
                   {"evidence", finding.evidence},
                   {"remedy", name_of(finding.remedy)},
                   {"time", time_json(finding.time)}};
  for (const std::size_t entry : finding.entries) {
    for (const auto& line : conversation.entries[entry].lines) out["entries"].push_back(line.uuid);
  }
  if (!finding.target.empty()) out["target"] = finding.target;
  if (!finding.file.empty()) out["file"] = finding.file;
  if (finding.times > 0) out["times"] = finding.times;
  if (!finding.quote.empty()) out["quote"] = finding.quote;
  if (!finding.right.empty()) out["right"] = finding.right;
  if (finding.kind == findings::Kind::failed) out["resolved"] = finding.resolved;
  return out;
}

std::string_view name_of_sign(advice::Sign sign) {
  return sign == advice::Sign::yes ? "yes" : sign == advice::Sign::no ? "no" : "unknown";
}

}  // namespace

ordered_json health_json(const Health& health, const findings::Analysis& analysis) {
  const findings::Findings& findings = analysis.findings;
  const auto& measured = health.measured;
  const bool known = measured.max > 0;
  ordered_json out{{"session", health.session}};
  out["window"] = {
      {"used", known ? ordered_json(measured.used) : ordered_json(nullptr)},
      {"max", known ? ordered_json(measured.max) : ordered_json(nullptr)},
      {"pct", measured.percent ? ordered_json(*measured.percent) : ordered_json(nullptr)},
      {"band", window::name_of(health.band)},
      {"compacts_at",
       measured.point.at ? ordered_json(*measured.point.at) : ordered_json(nullptr)}};
  out["messages"] = health.counts.messages;
  out["minutes"] = health.minutes;
  out["compacted"] = health.compacted ? time_json(*health.compacted) : ordered_json(nullptr);
  out["signal"] = {{"percent", findings.signal()},
                   {"purity", name_of(findings.purity())},
                   {"noise", findings.noise},
                   {"total", findings.total}};
  out["composition"] = ordered_json::array();
  for (const session::Share& share : health.composition) {
    ordered_json one{{"part", name_of(share.part)}, {"tokens", share.tokens}};
    if (!share.tool.empty()) one["tool"] = share.tool;
    out["composition"].push_back(std::move(one));
  }
  out["kinds"] = ordered_json::object();
  for (const findings::Kind kind : findings::all_kinds) {
    const findings::KindSum& sum = findings.sums[kind];
    out["kinds"][std::string(findings::kind_row(kind).name)] = {
        {"findings", sum.findings}, {"entries", sum.entries}, {"tokens", sum.tokens}};
  }
  out["findings"] = ordered_json::array();
  for (const findings::Finding& finding : findings.list) {
    out["findings"].push_back(finding_json(finding, analysis.conversation));
  }
  out["perhaps"] = ordered_json::array();
  for (const findings::Finding& finding : findings.perhaps) {
    out["perhaps"].push_back(finding_json(finding, analysis.conversation));
  }
  out["score"] = {{"score", health.score},
                  {"stale", health.counts.stale},
                  {"contradictions", health.counts.contradictions},
                  {"debugging", health.counts.debugging},
                  {"messages", health.counts.messages},
                  {"severity", name_of(health.severity)},
                  {"recovery", name_of(health.recovery)},
                  {"action", name_of(health.advised.action)},
                  {"preventive", health.advised.preventive},
                  {"reason", health.advised.reason}};
  if (const advice::Recommendation& one = health.recommended; !one.option.empty()) {
    out["advice"] = {{"option", one.option},
                     {"rule", one.rule},
                     {"headline", one.headline},
                     {"reasons", one.reasons},
                     {"command", one.command}};
  }
  out["symptoms"] = ordered_json::array();
  for (const advice::Symptom& symptom : health.symptoms) {
    ordered_json one{{"name", symptom.name},
                     {"confidence", name_of(symptom.confidence)},
                     {"sign", name_of_sign(symptom.sign)}};
    if (!symptom.evidence.empty()) one["evidence"] = symptom.evidence;
    if (!symptom.question.empty()) one["question"] = symptom.question;
    out["symptoms"].push_back(std::move(one));
  }
  return out;
}

}  // namespace context_rot::report
