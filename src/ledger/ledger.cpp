#include "ledger/ledger.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "correction/prose.h"
#include "util/json_tree.h"
#include "util/sort_unique.h"

namespace context_rot::ledger {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int format_version = 1;
constexpr std::size_t most_rules_compared = 2000;

ordered_json event_named(const char* name, std::string_view id, Milliseconds time) {
  return {{"v", format_version}, {"event", name}, {"id", id}, {"time", format_utc(time)}};
}

void put(ordered_json& event, const char* key, const std::optional<std::string>& text) {
  if (text) event[key] = *text;
}

std::optional<std::string> text_at(const json& event, const char* key) {
  const auto at = event.find(key);
  if (at == event.end() || !at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

double number_at(const json& event, const char* key) {
  const auto at = event.find(key);
  return at != event.end() && at->is_number() ? at->get<double>() : 0;
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

std::optional<correction::Label> label_of(std::string_view name) {
  for (const correction::Label label : {correction::Label::none, correction::Label::failure_report,
                                        correction::Label::correction}) {
    if (name_of(label) == name) return label;
  }
  return std::nullopt;
}

std::optional<LedgerEntry> read_detected(const json& event) {
  const auto label = label_of(text_at(event, "label").value_or(""));
  if (!label) return std::nullopt;
  LedgerEntry entry;
  entry.id = text_at(event, "id").value_or("");
  entry.time = parse_utc(text_at(event, "time").value_or("")).value_or(0);
  entry.session = text_at(event, "session").value_or("");
  entry.label = *label;
  entry.scores = {number_at(event, "rejected"), number_at(event, "correction")};
  entry.kind = text_at(event, "kind").value_or("");
  entry.asked = event.value("asked", json()) == true;
  entry.wrong = text_at(event, "wrong");
  entry.clarified = text_at(event, "clarified");
  entry.text = text_at(event, "text");
  entry.previous = text_at(event, "previous_assistant");
  return entry;
}

bool settle(LedgerEntry& entry, const json& event) {
  const auto standing = standing_of(text_at(event, "standing").value_or(""));
  if (!standing) return false;
  entry.standing = *standing;
  entry.settled_by = text_at(event, "by").value_or("");
  entry.settled_words = text_at(event, "words").value_or("");
  if (auto wrong = text_at(event, "wrong")) entry.wrong = std::move(wrong);
  if (auto clarified = text_at(event, "clarified")) entry.clarified = std::move(clarified);
  return true;
}

std::vector<std::string> content_words(std::string_view text) {
  std::vector<std::string> out;
  for (const correction::Token& token : correction::read_prose(text).tokens) {
    std::string word = token.text;
    if (word[0] == '<') word = std::string(text.substr(token.begin, token.end - token.begin));
    if (word.size() > 2 && word != "the" && word != "and") out.push_back(std::move(word));
  }
  sort_unique(out);
  return out;
}

bool say_the_same(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() || b.empty()) return false;
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return 3 * both.size() >= a.size() + b.size();  // half of the union
}

std::string as_rule(std::string_view clarified) {
  std::string out(clarified.substr(0, clarified.find_last_not_of(" .!") + 1));
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 0x20);
  return "- " + out + ".";
}

}  // namespace

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::confirmed:
      return "confirmed";
    case Standing::refuted:
      return "refuted";
    case Standing::open:
      break;
  }
  return "open";
}

std::optional<Standing> standing_of(std::string_view name) {
  for (const Standing standing : {Standing::open, Standing::confirmed, Standing::refuted}) {
    if (name_of(standing) == name) return standing;
  }
  return std::nullopt;
}

std::string detected_event(const LedgerEntry& entry) {
  ordered_json event = event_named("detected", entry.id, entry.time);
  event["session"] = entry.session;
  event["label"] = name_of(entry.label);
  event["rejected"] = rounded(entry.scores.rejected);
  event["correction"] = rounded(entry.scores.correction);
  if (!entry.kind.empty()) event["kind"] = entry.kind;
  if (entry.asked) event["asked"] = true;
  put(event, "wrong", entry.wrong);
  put(event, "clarified", entry.clarified);
  put(event, "text", entry.text);
  put(event, "previous_assistant", entry.previous);
  return json_line(event);
}

std::string settled_event(std::string_view id, Milliseconds time, const Settlement& settlement) {
  ordered_json event = event_named("settled", id, time);
  event["standing"] = name_of(settlement.standing);
  event["by"] = settlement.by;
  if (!settlement.words.empty()) event["words"] = settlement.words;
  put(event, "wrong", settlement.wrong);
  put(event, "clarified", settlement.clarified);
  return json_line(event);
}

std::optional<std::string> settled_by_reply(std::string_view id, Milliseconds time,
                                            const correction::Reply& reply) {
  switch (reply.kind) {
    case correction::ReplyKind::correction:
      return settled_event(
          id, time, {Standing::confirmed, "model-line", reply.words, reply.wrong, reply.clarified});
    case correction::ReplyKind::refusal:
      return settled_event(id, time, {Standing::refuted, "model-line", reply.words, {}, {}});
    case correction::ReplyKind::acknowledged:
      return settled_event(id, time, {Standing::confirmed, "acknowledgement", reply.words, {}, {}});
    case correction::ReplyKind::silent:
      break;
  }
  return std::nullopt;
}

Ledger read_ledger(std::string_view lines) {
  Ledger out;
  std::unordered_map<std::string, std::size_t> by_id;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const json event = json_tree(line);
    const std::string kind = event.is_object() ? text_at(event, "event").value_or("") : "";
    const std::string id = event.is_object() ? text_at(event, "id").value_or("") : "";
    const auto known = by_id.find(id);
    bool used = false;
    if (kind == "detected" && !id.empty() && known == by_id.end()) {
      if (auto entry = read_detected(event)) {
        by_id.emplace(id, out.entries.size());
        out.entries.push_back(std::move(*entry));
        used = true;
      }
    } else if (kind == "settled" && known != by_id.end()) {
      used = settle(out.entries[known->second], event);
    }
    if (!used) ++out.skipped;
  }
  return out;
}

std::vector<LedgerEntry> filtered(const std::vector<LedgerEntry>& entries,
                                  const LedgerFilter& filter) {
  std::vector<LedgerEntry> out;
  std::copy_if(entries.begin(), entries.end(), std::back_inserter(out), [&](const LedgerEntry& e) {
    return (!filter.standing || e.standing == *filter.standing) &&
           (!filter.label || e.label == *filter.label) &&
           (!filter.session || e.session == *filter.session) &&
           (!filter.since || e.time >= *filter.since);
  });
  return out;
}

std::string training_lines(const std::vector<LedgerEntry>& entries) {
  std::string out;
  for (const LedgerEntry& entry : entries) {
    if (!entry.text || entry.standing == Standing::open) continue;
    const bool refuted = entry.standing == Standing::refuted;
    ordered_json line = {{"id", entry.id},
                         {"group", entry.session},
                         {"label", refuted ? "not" : name_of(entry.label)},
                         {"confidence", entry.settled_by == "user" ? 3 : 2},
                         {"previous_assistant", entry.previous.value_or("")},
                         {"text", *entry.text}};
    out += json_line(line) + '\n';
  }
  return out;
}

std::vector<RuleProposal> propose_rules(const std::vector<LedgerEntry>& entries,
                                        std::size_t times) {
  struct Cluster {
    std::vector<std::string> words;
    RuleProposal proposal;
  };
  std::vector<Cluster> clusters;
  std::size_t compared = 0;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {  // newest words first
    if (!entry->clarified || entry->standing == Standing::refuted) continue;
    if (++compared > most_rules_compared) break;
    std::vector<std::string> words = content_words(*entry->clarified);
    const auto same = std::find_if(clusters.begin(), clusters.end(), [&](const Cluster& cluster) {
      return say_the_same(cluster.words, words);
    });
    if (same == clusters.end()) {
      clusters.push_back({std::move(words), {as_rule(*entry->clarified), {entry->id}}});
    } else {
      same->proposal.ids.push_back(entry->id);
    }
  }
  std::vector<RuleProposal> out;
  for (Cluster& cluster : clusters) {
    if (cluster.proposal.ids.size() < times) continue;
    std::reverse(cluster.proposal.ids.begin(), cluster.proposal.ids.end());
    out.push_back(std::move(cluster.proposal));
  }
  std::stable_sort(out.begin(), out.end(), [](const RuleProposal& a, const RuleProposal& b) {
    return a.ids.size() > b.ids.size();
  });
  return out;
}

}  // namespace context_rot::ledger
