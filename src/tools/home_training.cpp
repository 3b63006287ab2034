#include "tools/home_training.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/corpus.h"
#include "tools/evaluation.h"
#include "util/json_tree.h"

namespace context_rot::tools {

namespace {

constexpr std::size_t every = 3;          // one of so many is held back
constexpr std::size_t least_samples = 3;  // a feature's
constexpr double held_to_zero = 4;        // how strongly; few entries must not outvote the rest
constexpr std::size_t rounds = 30;
constexpr float least_own_weight = 0.005F;

struct Example {
  const Sample* sample = nullptr;
  double before = 0;  ///< the shipped log-odds, calibrated
  bool held = false;
};

double own_odds(const Sample& sample, const std::vector<double>& weights) {
  double sum = 0;
  for (const FeatureValue& f : sample.live) sum += double(f.value) * weights[f.id];
  return sum;
}

/// Minimises held_to_zero |w|^2 / 2 + sum of log(1 + exp(-y (before + w.x))), a weight at a time,
/// each by Newton's step.
std::vector<double> fit(const std::vector<Example>& examples, std::size_t features) {
  struct Place {
    std::size_t example;
    double value;
  };
  std::vector<std::vector<Place>> places(features);
  std::vector<double> odds(examples.size());
  for (std::size_t i = 0; i < examples.size(); ++i) {
    odds[i] = examples[i].before;
    if (examples[i].held || examples[i].sample->excused) continue;
    for (const FeatureValue& f : examples[i].sample->live) {
      places[f.id].push_back({i, double(f.value)});
    }
  }
  std::vector<double> weights(features, 0);
  for (std::size_t round = 0; round < rounds; ++round) {
    for (std::size_t id = 0; id < features; ++id) {
      if (places[id].size() < least_samples) continue;
      double slope = held_to_zero * weights[id];
      double bend = held_to_zero;
      for (const Place& place : places[id]) {
        const double said = correction::probability(odds[place.example]);
        const bool truth = examples[place.example].sample->rejected;
        slope += place.value * (said - (truth ? 1 : 0));
        bend += place.value * place.value * said * (1 - said);
      }
      const double step = -slope / bend;
      weights[id] += step;
      for (const Place& place : places[id]) odds[place.example] += step * place.value;
    }
  }
  return weights;
}

HomeFigures home_figures(const std::vector<Example>& examples, const std::vector<double>& weights,
                         double cut) {
  HomeFigures out;
  Decisions count;
  for (const Example& example : examples) {
    if (!example.held) continue;
    const bool excused = example.sample->excused;
    const double said =
        excused ? 0.001
                : std::clamp(
                      correction::probability(example.before + own_odds(*example.sample, weights)),
                      0.001, 0.999);
    const bool truth = example.sample->rejected;
    out.loss -= std::log(truth ? said : 1 - said);
    ++count.samples;
    count.positive += truth ? 1 : 0;
    count.said += said >= cut ? 1 : 0;
    count.hits += said >= cut && truth ? 1 : 0;
  }
  out.loss /= std::max(1.0, double(count.samples));
  out.f1 = count.f1();
  return out;
}

/// The shipped log-odds of every line, calibrated.
std::vector<double> shipped_odds(std::string_view lines, const correction::Model& model,
                                 const correction::Lexicon& lexicon) {
  std::vector<double> out;
  const auto& mode = model.parameters(correction::Mode::live);
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const nlohmann::json object = json_tree(line);
    const std::string text = text_member(object, "text");
    const std::string before = text_member(object, "previous_assistant");
    const auto prompt = correction::read_text(text, correction::Speaker::user, lexicon);
    const auto previous = correction::read_previous(before, lexicon);
    const auto odds = model.odds({before, text, {}}, prompt, previous, nullptr);
    out.push_back(mode.rejected[0] * odds[0] + mode.rejected[1]);
  }
  return out;
}

}  // namespace

Result<HomeTraining> train_at_home(std::string_view lines, const correction::Model& shipped,
                                   const correction::Lexicon& lexicon) {
  const auto corpus = read_corpus(lines, {}, lexicon);
  if (!corpus) return Error{corpus.error()};
  const std::vector<double> before = shipped_odds(lines, shipped, lexicon);
  std::vector<Example> examples;
  std::size_t rejected = 0;
  for (std::size_t i = 0; i < corpus->samples.size(); ++i) {
    const Sample& sample = corpus->samples[i];
    examples.push_back({&sample, before[i], i % every == every - 1});
    rejected += sample.rejected ? 1 : 0;
  }
  const std::size_t others = examples.size() - rejected;
  if (examples.size() < least_entries || std::min(rejected, others) < least_of_a_kind) {
    return Error{"too little to learn from: " + std::to_string(rejected) + " confirmed and " +
                 std::to_string(others) + " refuted entries have their text; " +
                 std::to_string(least_entries) + " in all and " + std::to_string(least_of_a_kind) +
                 " of either are needed (correction: {keep_text: on} keeps it)"};
  }
  const std::vector<double> weights = fit(examples, corpus->features.size());
  HomeTraining out;
  out.held_back = static_cast<std::size_t>(
      std::count_if(examples.begin(), examples.end(), [](const Example& e) { return e.held; }));
  out.learned_from = examples.size() - out.held_back;
  const auto& mode = shipped.parameters(correction::Mode::live);
  out.shipped = home_figures(examples, std::vector<double>(weights.size(), 0), mode.rejected_cut);
  out.own = home_figures(examples, weights, mode.rejected_cut);
  out.better = out.own.loss < out.shipped.loss && out.own.f1 >= out.shipped.f1;
  for (std::size_t id = 0; id < weights.size(); ++id) {
    // The shipped calibration stretches the sum afterwards.
    const auto weight = static_cast<float>(weights[id] / mode.rejected[0]);
    if (std::abs(weight) < least_own_weight) continue;
    out.weights.features.push_back({corpus->features[id], {weight, 0, 0, 0, 0, 0}});
  }
  std::sort(out.weights.features.begin(), out.weights.features.end());
  out.weights.modes = {shipped.parameters(correction::Mode::live),
                       shipped.parameters(correction::Mode::after)};
  return out;
}

}  // namespace context_rot::tools
