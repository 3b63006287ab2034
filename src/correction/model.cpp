#include "correction/model.h"

#include <algorithm>
#include <cmath>

namespace context_rot::correction {

namespace {

constexpr std::size_t most_rows = 65534;

/// Features of a concept ("c:still", "q:error") or of what was pasted ("h:pasted").
bool tells_a_cue(std::string_view name) {
  if (name.size() < 2 || name[1] != ':') return false;
  return std::string_view("cfosq").find(name[0]) != std::string_view::npos ||
         name.find("pasted") != std::string_view::npos;
}

class Adder final : public FeatureSink {
 public:
  Adder(const WeightsTable& table, Mode mode, std::vector<Contribution>* contributions,
        Parts wanted)
      : table_(table),
        column_(mode == Mode::live ? 0 : member_count),
        seen_(table.rows.size()),
        contributions_(contributions),
        wanted_(wanted) {
    if (contributions_) contributions_->reserve(256);
  }

  void add(std::string_view name, float value) override {
    const WeightRow* row = find_row(table_.slots, table_.rows, name_key(name));
    if (!row) return;
    const auto number = static_cast<std::size_t>(row - table_.rows.data());
    if (seen_[number]) return;
    seen_[number] = true;
    LogOdds parts{};
    for (std::size_t i = 0; i < member_count; ++i) {
      parts[i] = static_cast<double>(value) * static_cast<double>(row->weights[column_ + i]);
      odds[i] += parts[i];
    }
    if (contributions_ && (wanted_ == Parts::all || tells_a_cue(name)))
      contributions_->push_back({std::string(name), parts[0], parts[1]});
  }

  LogOdds odds{};

 private:
  const WeightsTable& table_;
  std::size_t column_;
  std::vector<bool> seen_;
  std::vector<Contribution>* contributions_;
  Parts wanted_;
};

}  // namespace

double probability(double odds) {
  return 1 / (1 + std::exp(-std::clamp(odds, -30.0, 30.0)));
}

double product_odds(double a, double b) {
  const double product = probability(a) * probability(b);
  return std::log(product / (1 - product));
}

double coupled_odds(double a, double b) {
  const double low = std::min(a, b);
  return low - std::log1p(std::exp(low - std::max(a, b)));
}

Scores scores_of(const LogOdds& odds, const ModeParameters& mode) {
  Scores out;
  out.correction =
      probability(mode.correction[0] * coupled_odds(odds[1], odds[2]) +
                  mode.correction[1] * product_odds(odds[0], odds[2]) + mode.correction[2]);
  out.rejected =
      std::max(out.correction, probability(mode.rejected[0] * odds[0] + mode.rejected[1]));
  return out;
}

Model::Model() : table_(weights_table) {}

Model::Model(const WeightsFile& file) {
  auto owned = std::make_shared<Owned>();
  owned->rows.reserve(file.features.size());
  for (const auto& [name, weights] : file.features)
    owned->rows.push_back({name_key(name), weights});
  owned->slots = make_slots(owned->rows);
  table_ = {owned->slots, owned->rows, file.modes};
  owned_ = std::move(owned);
}

Model Model::with(const WeightsFile& more) const {
  auto owned = std::make_shared<Owned>();
  owned->rows.assign(table_.rows.begin(), table_.rows.end());
  for (const auto& [name, weights] : more.features) {
    const std::uint64_t key = name_key(name);
    const WeightRow* known = find_row(table_.slots, table_.rows, key);
    if (!known) {
      if (owned->rows.size() < most_rows) owned->rows.push_back({key, weights});
      continue;
    }
    WeightRow& row = owned->rows[static_cast<std::size_t>(known - table_.rows.data())];
    for (std::size_t i = 0; i < weights.size(); ++i) row.weights[i] += weights[i];
  }
  owned->slots = make_slots(owned->rows);
  Model out;
  out.table_ = {owned->slots, owned->rows, table_.modes};
  out.owned_ = std::move(owned);
  return out;
}

LogOdds Model::odds(const Exchange& exchange, const Reading& prompt, const Reading& previous,
                    const Reading* next, std::vector<Contribution>* contributions,
                    Parts parts) const {
  Adder adder(table_, next ? Mode::after : Mode::live, contributions, parts);
  live_features(exchange, prompt, previous, adder);
  if (next) next_features(votes_of(prompt), *next, adder);
  return adder.odds;
}

}  // namespace context_rot::correction
