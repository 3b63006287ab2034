#include "tools/logistic.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace context_rot::tools {

namespace {

constexpr int most_rounds = 300;
constexpr int most_newton_steps = 50;
constexpr double tolerance = 0.01;
constexpr double least_seen = 0.5;  // so that what is seen once in a long text is no giant

/// A small generator, so that the order of the rows is the same everywhere.
class Shuffler {
 public:
  void shuffle(std::vector<std::size_t>& order) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[next() % i]);
  }

 private:
  std::uint64_t next() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  std::uint64_t state_ = 0x2545F4914F6CDD1Dull;
};

/// One row's pair of dual variables; they sum to its cost.
struct Dual {
  double taken = 0;
  double left = 0;
};

double dot(const LabelledRow& row, const std::vector<double>& weights) {
  double sum = 0;
  for (const FeatureValue& f : row.features) sum += weights[f.id] * static_cast<double>(f.value);
  return sum;
}

/// Minimises the dual in one row's variable by Newton steps; returns its change and sets `slope`
/// to the gradient before.
double improve(Dual& dual, double cost, double square, double margin, double inner_tolerance,
               double& slope) {
  const bool swapped = 0.5 * square * (dual.left - dual.taken) + margin < 0;
  double& variable = swapped ? dual.left : dual.taken;
  const double sign = swapped ? -1 : 1;
  const double old = variable;
  double z = old;
  if (cost - z < 0.5 * cost) z *= 0.1;
  const auto gradient = [&] {
    return square * (z - old) + sign * margin + std::log(z / (cost - z));
  };
  slope = gradient();
  double now = slope;
  int steps = 0;
  for (; steps < most_newton_steps && std::abs(now) >= inner_tolerance; ++steps) {
    const double next = z - now / (square + cost / (cost - z) / z);
    z = next <= 0 ? 0.1 * z : next;
    now = gradient();
  }
  if (steps == 0) return 0;
  variable = z;
  (swapped ? dual.taken : dual.left) = cost - z;
  return sign * (z - old);
}

/// By what each feature's values are multiplied, by its number.
std::vector<double> rarities(const std::vector<LabelledRow>& rows, std::size_t feature_count,
                             double power) {
  std::vector<double> out(feature_count, least_seen);
  for (const LabelledRow& row : rows) {
    for (const FeatureValue& f : row.features) {
      out[f.id] += static_cast<double>(f.value) * static_cast<double>(f.value);
    }
  }
  std::vector<double> sorted = out;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  const double median = *middle;
  for (double& seen : out) seen = std::pow(seen / median, -power);
  return out;
}

}  // namespace

std::vector<double> fit_logistic(const std::vector<LabelledRow>& rows, std::size_t feature_count) {
  std::vector<double> weights(feature_count, 0.0);
  std::vector<Dual> duals(rows.size());
  std::vector<double> squares(rows.size(), 0.0);
  const auto move_weights = [&](const LabelledRow& row, double step) {
    for (const FeatureValue& f : row.features) weights[f.id] += step * static_cast<double>(f.value);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double start = std::min(0.001 * rows[i].cost, 1e-8);
    duals[i] = {start, rows[i].cost - start};
    for (const FeatureValue& f : rows[i].features) {
      squares[i] += static_cast<double>(f.value) * static_cast<double>(f.value);
    }
    move_weights(rows[i], (rows[i].positive ? 1 : -1) * start);
  }
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Shuffler shuffler;
  double inner_tolerance = 0.01;
  for (int round = 0; round < most_rounds; ++round) {
    shuffler.shuffle(order);
    double steepest = 0;
    for (const std::size_t i : order) {
      const double sign = rows[i].positive ? 1 : -1;
      double slope = 0;
      const double change = improve(duals[i], rows[i].cost, squares[i],
                                    sign * dot(rows[i], weights), inner_tolerance, slope);
      steepest = std::max(steepest, std::abs(slope));
      if (change != 0) move_weights(rows[i], sign * change);
    }
    if (steepest < tolerance) break;
    inner_tolerance = std::max(1e-8, std::min(inner_tolerance, 0.1 * steepest));
  }
  return weights;
}

std::vector<double> fit_by_rarity(const std::vector<LabelledRow>& rows, std::size_t feature_count,
                                  double rarity) {
  if (feature_count == 0) return {};
  const std::vector<double> factors = rarities(rows, feature_count, rarity);
  std::vector<std::vector<FeatureValue>> values(rows.size());
  std::vector<LabelledRow> scaled = rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    values[i].assign(rows[i].features.begin(), rows[i].features.end());
    for (FeatureValue& f : values[i]) f.value *= static_cast<float>(factors[f.id]);
    scaled[i].features = values[i];
  }
  std::vector<double> weights = fit_logistic(scaled, feature_count);
  for (std::size_t id = 0; id < feature_count; ++id) weights[id] *= factors[id];
  return weights;
}

}  // namespace context_rot::tools
