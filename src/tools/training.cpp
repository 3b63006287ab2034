#include "tools/training.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace context_rot::tools {

namespace {

// How far the made-up exchanges may differ from the real ones in their share of corrections.
constexpr float made_up_value = 3;
constexpr std::size_t cut_steps = 100;
constexpr double least_weight = 0.002;    // smaller ones are not worth their place
constexpr double note_precision = 0.845;  // the aim is 0.84; cut-offs drift between projects

/// Which features occur in enough groups, as new numbers; none where they do not.
constexpr std::uint32_t unused = UINT32_MAX;
std::vector<std::uint32_t> usable_features(const Corpus& corpus, std::vector<std::size_t> rows,
                                           correction::Mode mode, std::size_t least_groups,
                                           std::size_t& count) {
  std::stable_sort(rows.begin(), rows.end(), [&](std::size_t a, std::size_t b) {
    return corpus.samples[a].group < corpus.samples[b].group;
  });
  std::vector<std::uint32_t> last(corpus.features.size(), unused);
  std::vector<std::uint32_t> groups(corpus.features.size(), 0);
  const auto note = [&](const std::vector<FeatureValue>& features, std::uint32_t group) {
    for (const FeatureValue& f : features) {
      if (last[f.id] != group) ++groups[f.id];
      last[f.id] = group;
    }
  };
  for (const std::size_t row : rows) {
    const Sample& sample = corpus.samples[row];
    note(sample.live, sample.group);
    if (mode == correction::Mode::after) note(sample.next, sample.group);
  }
  count = 0;
  std::vector<std::uint32_t> out(corpus.features.size(), unused);
  for (std::size_t id = 0; id < out.size(); ++id) {
    if (groups[id] >= least_groups) out[id] = static_cast<std::uint32_t>(count++);
  }
  return out;
}

/// Each value as a mean of its neighbours, the nearer the more.
std::array<double, cut_steps> smoothed(const std::array<double, cut_steps>& values) {
  constexpr double width = 4;
  std::array<double, cut_steps> out{};
  for (std::size_t i = 0; i < cut_steps; ++i) {
    double sum = 0;
    double shares = 0;
    for (std::size_t j = 0; j < cut_steps; ++j) {
      const double distance = (double(i) - double(j)) / width;
      const double share = std::exp(-distance * distance / 2);
      sum += share * values[j];
      shares += share;
    }
    out[i] = sum / shares;
  }
  return out;
}

/// The cut-off with the best F1, read off the F1 at every cut-off in two ways: where it is highest,
/// and half of that height, which is the same place where scores are well calibrated (Lipton,
/// Elkan, Naryanaswamy, "Optimal thresholding of classifiers to maximize F1 measure", 2014). The
/// one wavers with the samples, the other errs with the calibration: their mean does less of both.
template <typename Measure>
double best_cut(const Measure& f1) {
  std::array<double, cut_steps> at{};
  for (std::size_t i = 0; i < cut_steps; ++i) at[i] = f1(double(i) / cut_steps);
  at = smoothed(at);
  const auto top = std::max_element(at.begin(), at.end());
  return (double(top - at.begin()) / cut_steps + *top / 2) / 2;
}

double f1_at(const std::vector<std::pair<double, bool>>& scored, double cut) {
  double hits = 0;
  double said = 0;
  double positive = 0;
  for (const auto& [score, is] : scored) {
    said += score >= cut ? 1 : 0;
    positive += is ? 1 : 0;
    hits += score >= cut && is ? 1 : 0;
  }
  return said + positive == 0 ? 0 : 2 * hits / (said + positive);
}

/// The lowest score above which `precision` of the scored are positive.
double cut_for_precision(std::vector<std::pair<double, bool>> scored, double precision) {
  std::sort(scored.begin(), scored.end(), std::greater<>());
  double cut = 0.99;
  double hits = 0;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    hits += scored[i].second ? 1 : 0;
    if (i >= 20 && hits >= precision * static_cast<double>(i + 1)) cut = scored[i].first;
  }
  return cut;
}

/// Calibration: every sample counts alike, as it does where the cut-offs are measured.
template <std::size_t N>
std::array<double, N> fit_small(const std::vector<std::array<double, N - 1>>& inputs,
                                const std::vector<bool>& positive) {
  std::vector<std::array<FeatureValue, N>> values(inputs.size());
  std::vector<LabelledRow> rows;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t j = 0; j + 1 < N; ++j) {
      values[i][j] = {static_cast<std::uint32_t>(j), static_cast<float>(inputs[i][j])};
    }
    values[i][N - 1] = {static_cast<std::uint32_t>(N - 1), 1};
    rows.push_back({values[i], positive[i], 1});
  }
  const std::vector<double> weights = fit_logistic(rows, N);
  std::array<double, N> out{};
  std::copy(weights.begin(), weights.end(), out.begin());
  return out;
}

void add_up(const std::vector<FeatureValue>& features, const MemberWeights& weights,
            correction::LogOdds& sums) {
  for (const FeatureValue& f : features) {
    for (std::size_t i = 0; i < correction::member_count; ++i) {
      sums[i] += static_cast<double>(f.value) * weights[i][f.id];
    }
  }
}

std::vector<std::size_t> all_rows(const Corpus& corpus) {
  std::vector<std::size_t> rows(corpus.samples.size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

/// The groups, the largest first where `deal` is 0. The generator's numbers are the same on every
/// system, a distribution's would not be.
std::vector<std::size_t> order_of_groups(const std::vector<std::size_t>& sizes, std::size_t deal) {
  std::mt19937 generator(static_cast<std::mt19937::result_type>(deal));
  std::vector<std::size_t> blurred(sizes);
  for (std::size_t& size : blurred) size *= deal == 0 ? 1 : 50 + generator() % 101;
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return blurred[a] > blurred[b]; });
  return order;
}

}  // namespace

double weight_of(int confidence) {
  return confidence <= 1 ? 0.5 : confidence == 2 ? 0.8 : 1;
}

std::vector<std::size_t> folds_of(const Corpus& corpus, const std::vector<std::size_t>& rows,
                                  std::size_t folds, std::size_t deal) {
  std::vector<std::size_t> sizes(corpus.groups.size(), 0);
  for (const std::size_t row : rows) ++sizes[corpus.samples[row].group];
  std::vector<std::size_t> load(folds, 0);
  std::vector<std::size_t> fold_of_group(sizes.size(), 0);
  for (const std::size_t group : order_of_groups(sizes, deal)) {
    const auto least = std::min_element(load.begin(), load.end());
    *least += sizes[group];
    fold_of_group[group] = static_cast<std::size_t>(least - load.begin());
  }
  std::vector<std::size_t> out(corpus.samples.size(), 0);
  for (const std::size_t row : rows) out[row] = fold_of_group[corpus.samples[row].group];
  return out;
}

MemberWeights fit_members(const Corpus& corpus, const std::vector<std::size_t>& rows,
                          correction::Mode mode, const TrainingOptions& options) {
  std::size_t count = 0;
  const auto numbers = usable_features(corpus, rows, mode, options.least_groups, count);
  std::vector<FeatureValue> values;
  std::vector<std::size_t> starts;
  const auto append = [&](const std::vector<FeatureValue>& features) {
    for (const FeatureValue& f : features) {
      if (numbers[f.id] != unused) values.push_back({numbers[f.id], f.value});
    }
  };
  std::vector<const Sample*> samples;
  for (const std::size_t row : rows) samples.push_back(&corpus.samples[row]);
  const std::size_t real = samples.size();
  if (options.also_weight > 0) {
    for (const Sample& sample : corpus.also) samples.push_back(&sample);
  }
  const auto made_up = static_cast<std::uint32_t>(count);
  for (const Sample* sample : samples) {
    starts.push_back(values.size());
    append(sample->live);
    if (mode == correction::Mode::after) append(sample->next);
    if (starts.size() > real) values.push_back({made_up, made_up_value});
  }
  starts.push_back(values.size());
  MemberWeights out;
  for (std::size_t member = 0; member < correction::member_count; ++member) {
    std::vector<LabelledRow> labelled;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const Sample& sample = *samples[i];
      if (member == 2 && !sample.rejected) continue;
      if (member == 1 && sample.rejected && !sample.correction) continue;
      if (member == 0 && i >= real && !sample.for_rejected) continue;
      // Without the answer that followed they would teach that corrections have none.
      const bool lacks_next = mode == correction::Mode::after && sample.next.empty();
      if (i >= real && sample.for_rejected && lacks_next) continue;
      const double share = i < real ? weight_of(sample.confidence) : options.also_weight;
      labelled.push_back({std::span(values).subspan(starts[i], starts[i + 1] - starts[i]),
                          member == 0 ? sample.rejected : sample.correction,
                          share * (member == 0 ? options.cost : options.correction_cost)});
    }
    const std::vector<double> fitted = fit_by_rarity(labelled, count + 1, options.rarity);
    out[member].assign(corpus.features.size(), 0.0);
    for (std::size_t id = 0; id < numbers.size(); ++id) {
      if (numbers[id] != unused) out[member][id] = fitted[numbers[id]];
    }
  }
  return out;
}

correction::LogOdds odds_of(const Sample& sample, const MemberWeights& weights,
                            correction::Mode mode) {
  correction::LogOdds out{};
  add_up(sample.live, weights, out);
  if (mode == correction::Mode::after) add_up(sample.next, weights, out);
  return out;
}

correction::LogOdds first_odds_of(const Sample& sample, const MemberWeights& weights) {
  correction::LogOdds out{};
  add_up(sample.alone, weights, out);
  return out;
}

std::vector<correction::LogOdds> held_out_odds(const Corpus& corpus,
                                               const std::vector<std::size_t>& rows,
                                               correction::Mode mode, std::size_t folds,
                                               const TrainingOptions& options) {
  const std::vector<std::size_t> fold = folds_of(corpus, rows, folds, options.deal);
  std::vector<correction::LogOdds> out(rows.size());
  for (std::size_t held = 0; held < folds; ++held) {
    std::vector<std::size_t> kept;
    for (const std::size_t row : rows) {
      if (fold[row] != held) kept.push_back(row);
    }
    if (kept.empty() || kept.size() == rows.size()) continue;
    const MemberWeights weights = fit_members(corpus, kept, mode, options);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (fold[rows[i]] == held) out[i] = odds_of(corpus.samples[rows[i]], weights, mode);
    }
  }
  return out;
}

correction::ModeParameters fit_parameters(const Corpus& corpus,
                                          const std::vector<std::size_t>& rows,
                                          const std::vector<correction::LogOdds>& odds) {
  std::vector<std::array<double, 1>> single;
  std::vector<std::array<double, 2>> both;
  std::vector<bool> rejected;
  std::vector<bool> correction;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Sample& sample = corpus.samples[rows[i]];
    single.push_back({odds[i][0]});
    both.push_back({correction::coupled_odds(odds[i][1], odds[i][2]),
                    correction::product_odds(odds[i][0], odds[i][2])});
    rejected.push_back(sample.rejected);
    correction.push_back(sample.correction);
  }
  correction::ModeParameters out;
  out.rejected = fit_small<2>(single, rejected);
  out.correction = fit_small<3>(both, correction);
  std::vector<std::pair<double, bool>> by_rejected;
  std::vector<std::pair<double, bool>> by_correction;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool excused = corpus.samples[rows[i]].excused;
    const correction::Scores scores =
        excused ? correction::Scores() : correction::scores_of(odds[i], out);
    by_rejected.emplace_back(scores.rejected, rejected[i]);
    by_correction.emplace_back(scores.correction, correction[i]);
  }
  out.rejected_cut = best_cut([&](double cut) { return f1_at(by_rejected, cut); });
  out.correction_cut = best_cut([&](double cut) { return f1_at(by_correction, cut); });
  out.note_cut = cut_for_precision(by_rejected, note_precision);
  return out;
}

HeldOut cross_validate(const Corpus& corpus, correction::Mode mode,
                       const TrainingOptions& options) {
  const auto rows = all_rows(corpus);
  const auto fold = folds_of(corpus, rows, options.folds, options.deal);
  HeldOut out;
  out.scores.resize(rows.size());
  out.first_looks.resize(rows.size());
  out.parameters.resize(rows.size());
  for (std::size_t held = 0; held < options.folds; ++held) {
    std::vector<std::size_t> kept;
    for (const std::size_t row : rows) {
      if (fold[row] != held) kept.push_back(row);
    }
    if (kept.empty() || kept.size() == rows.size()) continue;
    const correction::ModeParameters parameters = fit_parameters(
        corpus, kept, held_out_odds(corpus, kept, mode, options.inner_folds, options));
    const MemberWeights weights = fit_members(corpus, kept, mode, options);
    for (const std::size_t row : rows) {
      if (fold[row] != held) continue;
      if (!corpus.samples[row].excused) {
        out.scores[row] =
            correction::scores_of(odds_of(corpus.samples[row], weights, mode), parameters);
      }
      if (mode == correction::Mode::live) {
        out.first_looks[row] =
            correction::scores_of(first_odds_of(corpus.samples[row], weights), parameters).rejected;
      }
      out.parameters[row] = parameters;
    }
  }
  return out;
}

correction::WeightsFile train(const Corpus& corpus, const TrainingOptions& options) {
  const auto rows = all_rows(corpus);
  std::map<std::string, correction::FeatureWeights> features;
  correction::WeightsFile out;
  for (const correction::Mode mode : {correction::Mode::live, correction::Mode::after}) {
    const auto number = static_cast<std::size_t>(mode);
    out.modes[number] =
        fit_parameters(corpus, rows, held_out_odds(corpus, rows, mode, options.folds, options));
    const MemberWeights weights = fit_members(corpus, rows, mode, options);
    for (std::size_t id = 0; id < corpus.features.size(); ++id) {
      for (std::size_t member = 0; member < correction::member_count; ++member) {
        const double weight = weights[member][id];
        if (std::abs(weight) < least_weight) continue;
        features[corpus.features[id]][number * correction::member_count + member] =
            static_cast<float>(weight);
      }
    }
  }
  out.features.assign(features.begin(), features.end());
  return out;
}

}  // namespace context_rot::tools
