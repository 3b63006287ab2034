#include "correction/corpus.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "correction/fast_check.h"
#include "correction/features.h"

namespace context_rot::correction {

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

class Collector final : public FeatureSink {
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

std::string text_of(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

Result<Corpus> read_corpus(std::string_view lines, const Lexicon& lexicon) {
  Corpus out;
  Numbering features;
  Numbering groups;
  Collector collector(features, out.features);
  for (std::size_t number = 1; !lines.empty(); ++number) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::string where = "line " + std::to_string(number);
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) return Error{where + ": no JSON object"};
    if (!object.contains("text") || !object["text"].is_string()) return Error{where + ": no text"};
    if (!object.contains("label")) return Error{where + ": no label"};
    const std::string text = text_of(object, "text");
    const std::string previous = text_of(object, "previous_assistant");
    const std::string label = text_of(object, "label");
    const std::string group = text_of(object, "group");
    Sample sample;
    sample.correction = label == "correction";
    sample.rejected = sample.correction || label == "failure_report";
    sample.language = text_of(object, "lang");
    const auto confidence = object.find("confidence");
    if (confidence != object.end() && confidence->is_number_integer()) {
      sample.confidence = confidence->get<int>();
    }
    sample.group = groups(group.empty() ? where : group, out.groups);
    const Reading prompt = read_text(text, Speaker::user, lexicon);
    sample.fast_yes = may_be_rejection(prompt);
    live_features({previous, text, {}}, prompt, read_previous(previous, lexicon), collector);
    sample.live = collector.take();
    next_features(votes_of(prompt), read_next(text_of(object, "next_assistant"), lexicon),
                  collector);
    sample.next = collector.take();
    out.samples.push_back(std::move(sample));
  }
  return out;
}

}  // namespace context_rot::correction
