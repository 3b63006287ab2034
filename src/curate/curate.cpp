#include "curate/curate.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "curate/clean_room.h"
#include "curate/corrections.h"
#include "curate/decay.h"
#include "curate/failed_results.h"

namespace context_rot::curate {

namespace {

/// What a strategy does may give another something to do: two rounds are the rule.
constexpr int most_rounds = 8;

/// Violations under the indices of the input.
std::set<std::tuple<std::size_t, Rule, std::string>> faults_of(
    const MessageArray& array, const std::vector<Violation>& violations) {
  std::set<std::tuple<std::size_t, Rule, std::string>> out;
  for (const Violation& fault : violations) {
    const std::size_t origin =
        fault.message < array.messages.size() ? array.messages[fault.message].origin : 0;
    out.emplace(origin, fault.rule, fault.reason);
  }
  return out;
}

/// Pins what is invalid and what stands or falls with it.
void pin(MessageArray& array, const std::vector<Violation>& faults) {
  if (faults.empty()) return;
  std::set<std::size_t> pinned;
  const auto group = groups_of(array, pairs_of(array));
  for (const Violation& fault : faults) {
    if (fault.message < group.size()) pinned.insert(group[fault.message]);
  }
  for (std::size_t i = 0; i < group.size(); ++i) {
    array.messages[i].pinned = pinned.count(group[i]) != 0;
  }
}

class Curator {
 public:
  Curator(MessageArray array, const CurateOptions& options, std::string_view query,
          const correction::Detector& detector)
      : options_(options), entities_(query), detector_(detector) {
    out_.array = std::move(array);
  }

  Result<Curated> run() {
    const MessageArray before = out_.array;
    out_.counts.original = before.messages.size();
    out_.input_faults = validate(before);
    pin(out_.array, out_.input_faults);
    for (int round = 0; round < most_rounds; ++round) {
      const std::size_t done = out_.changes.size();
      if (options_.corrections) carry_out(plan_corrections(out_.array, detector_));
      carry_out(plan_failed(out_.array, options_));
      carry_out(plan_decay(out_.array, options_, entities_));
      carry_out(plan_clean_room(out_.array, options_, entities_));
      const bool thought = !options_.keep_thinking && drop_void_thinking(before, out_.array);
      if (out_.changes.size() == done && !thought) break;
    }
    std::stable_sort(out_.changes.begin(), out_.changes.end(),
                     [](const Change& a, const Change& b) { return a.origin < b.origin; });
    const std::string fault = new_fault(before);
    if (!fault.empty()) {
      if (out_.input_faults.empty()) return Error{"refused: the result would be invalid: " + fault};
      Curated untouched;
      untouched.array = before;
      untouched.input_faults = std::move(out_.input_faults);
      untouched.counts.original = before.messages.size();
      untouched.left_alone = true;
      out_ = std::move(untouched);
    }
    out_.counts.curated = out_.array.messages.size();
    const ThinkingSum had = thinking_in(before);
    const ThinkingSum has = thinking_in(out_.array);
    out_.counts.thinking = {had.blocks - has.blocks, had.tokens - has.tokens};
    return std::move(out_);
  }

 private:
  void carry_out(const Plan& plan) {
    if (plan.empty()) return;
    for (const Step& step : plan) {
      count(step);
      out_.changes.push_back(
          {step.reason, out_.array.messages[step.message].origin, step.what, step.why});
    }
    out_.array = apply(std::move(out_.array), plan);
  }

  void count(const Step& step) {
    Counts& counts = out_.counts;
    switch (step.reason) {
      case Reason::correction:
        counts.corrections += step.act == Act::replace ? 1 : 0;
        break;
      case Reason::failed:
        if (step.act == Act::drop_pair) {
          ++counts.failed_removed;
        } else if (options_.failed == FailedMode::deprioritize) {
          ++counts.failed_deprioritized;
        } else {
          ++counts.failed_summarized;
        }
        break;
      case Reason::decay:
        ++(step.act == Act::drop ? counts.decay_removed : counts.decay_shortened);
        break;
      case Reason::clean_room:
        ++counts.clean_room_removed;
        break;
    }
  }

  /// What is wrong with the result and was not with the input; empty where nothing is.
  std::string new_fault(const MessageArray& before) const {
    std::vector<Violation> now = unfaithful(before, out_.array);
    if (now.empty() && !options_.keep_thinking) now = broken_bindings(before, out_.array);
    const auto known = faults_of(before, out_.input_faults);
    if (now.empty()) {
      for (Violation& fault : validate(out_.array)) {
        const std::size_t origin = fault.message < out_.array.messages.size()
                                       ? out_.array.messages[fault.message].origin
                                       : 0;
        if (known.count({origin, fault.rule, fault.reason}) == 0) now.push_back(std::move(fault));
      }
    }
    if (now.empty()) return {};
    return "message " + std::to_string(now.front().message) + " " + now.front().reason;
  }

  const CurateOptions& options_;
  const Entities entities_;
  const correction::Detector& detector_;
  Curated out_;
};

}  // namespace

Result<Curated> curate(MessageArray array, const CurateOptions& options, std::string_view query,
                       const correction::Detector& detector) {
  return Curator(std::move(array), options, query, detector).run();
}

}  // namespace context_rot::curate
