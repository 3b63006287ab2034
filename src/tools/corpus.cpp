#include "tools/corpus.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "correction/excuse.h"
#include "correction/features.h"
#include "tools/prompt_kinds.h"
#include "tools/synthetic_data.h"
#include "util/json_tree.h"

namespace context_rot::tools {

namespace {

using nlohmann::json;

/// Numbers names in the order in which they come.
class Numbering {
 public:
  std::uint32_t operator()(std::string_view name, std::vector<std::string>& names) {
    const auto [at, fresh] =
        numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(names.size()));
    if (fresh) names.emplace_back(name);
    return at->second;
  }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

class Collector final : public correction::FeatureSink {
 public:
  Collector(Numbering& numbering, std::vector<std::string>& names)
      : numbering_(numbering), names_(names) {}

  void add(std::string_view name, float value) override {
    found_.push_back({numbering_(name, names_), value});
  }
  std::vector<FeatureValue> take() {
    const auto less = [](const FeatureValue& a, const FeatureValue& b) { return a.id < b.id; };
    const auto same = [](const FeatureValue& a, const FeatureValue& b) { return a.id == b.id; };
    std::sort(found_.begin(), found_.end(), less);
    found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
    return std::exchange(found_, {});
  }

 private:
  Numbering& numbering_;
  std::vector<std::string>& names_;
  std::vector<FeatureValue> found_;
};

/// Turns exchanges into samples whose features are numbered alike.
class Sampler {
 public:
  Sampler(const correction::Lexicon& lexicon, std::vector<std::string>& features)
      : lexicon_(lexicon), collector_(numbering_, features) {}

  Sample read(const correction::Exchange& exchange, std::string_view label) {
    Sample out;
    out.correction = label == "correction";
    out.rejected = out.correction || label == "failure_report";
    const correction::Reading prompt =
        correction::read_text(exchange.text, correction::Speaker::user, lexicon_);
    const correction::Reading previous = correction::read_previous(exchange.previous, lexicon_);
    out.kinds = kinds_of(exchange, prompt, previous);
    out.excused = !correction::excuse_of(exchange, prompt, previous).empty();
    correction::live_features({exchange.previous, exchange.text, {}}, prompt, previous, collector_);
    out.live = collector_.take();
    correction::live_features({{}, exchange.text, {}}, prompt, correction::Reading(), collector_);
    out.alone = collector_.take();
    if (exchange.next) {
      correction::next_features(correction::votes_of(prompt),
                                correction::read_next(*exchange.next, lexicon_), collector_);
      out.next = collector_.take();
    }
    return out;
  }

 private:
  const correction::Lexicon& lexicon_;
  Numbering numbering_;
  Collector collector_;
};

/// One labelled line; fails with the reason.
Result<Sample> sample_of(std::string_view line, Sampler& sampler, std::string& group) {
  const json object = json_tree(line);
  if (!object.is_object()) return Error{"no JSON object"};
  if (!object.contains("text") || !object["text"].is_string()) return Error{"no text"};
  if (!object.contains("label")) return Error{"no label"};
  const std::string text = text_member(object, "text");
  const std::string previous = text_member(object, "previous_assistant");
  const std::string next = text_member(object, "next_assistant");
  Sample out = sampler.read({previous, text, next}, text_member(object, "label"));
  out.language = text_member(object, "lang");
  out.kind = text_member(object, "kind");
  const auto confidence = object.find("confidence");
  if (confidence != object.end() && confidence->is_number_integer()) {
    out.confidence = confidence->get<int>();
  }
  group = text_member(object, "group");
  return out;
}

}  // namespace

Result<Corpus> read_corpus(std::string_view lines, const std::vector<std::string>& also,
                           const correction::Lexicon& lexicon) {
  Corpus out;
  Sampler sampler(lexicon, out.features);
  Numbering groups;
  for (std::size_t number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = "line " + std::to_string(number);
    std::string group;
    auto sample = sample_of(line, sampler, group);
    if (!sample) return Error{where + ": " + sample.error()};
    sample->group = groups(group.empty() ? where : group, out.groups);
    out.samples.push_back(std::move(*sample));
  }
  for (const std::string& text : also) {
    const auto exchanges = read_made_up(text);
    if (!exchanges) return Error{"made up, " + exchanges.error()};
    for (const MadeUp& made : *exchanges) {
      correction::Exchange exchange{made.previous, made.text, {}};
      if (!made.next.empty()) exchange.next = made.next;
      out.also.push_back(sampler.read(exchange, made.label));
      out.also.back().for_rejected = made.for_rejected;
    }
  }
  return out;
}

}  // namespace context_rot::tools
