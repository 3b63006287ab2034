#include "tools/training.h"

#include <doctest/doctest.h>

#include <cmath>

#include "correction/weights_file.h"
#include "tools/evaluation.h"

using namespace context_rot::correction;
using namespace context_rot::tools;

namespace {

/// Made-up exchanges of 12 projects: complaints are corrections, the rest is not.
Corpus made_up() {
  std::string lines;
  for (int i = 0; i < 240; ++i) {
    const bool wrong = i % 3 == 0;
    const std::string label = wrong ? (i % 2 == 0 ? "correction" : "failure_report") : "not";
    const std::string text = wrong
                                 ? (i % 2 == 0 ? "no, it should be blue instead" : "it still fails")
                                 : "but please add one more page";
    lines += "{\"text\":\"" + text + "\",\"label\":\"" + label + "\",\"group\":\"g" +
             std::to_string(i / 20) + "\",\"lang\":\"en\"}\n";
  }
  auto corpus = read_corpus(lines, {}, Lexicon());
  REQUIRE(corpus);
  return std::move(*corpus);
}

}  // namespace

TEST_CASE("logistic regression finds the separating feature") {
  const std::vector<FeatureValue> with{{0, 1}, {1, 1}};
  const std::vector<FeatureValue> without{{1, 1}};
  std::vector<LabelledRow> rows;
  for (int i = 0; i < 50; ++i) rows.push_back({with, true, 1});
  for (int i = 0; i < 50; ++i) rows.push_back({without, false, 1});
  const auto weights = fit_logistic(rows, 2);
  CHECK(weights[0] > 2);
  CHECK(weights[1] < 0);
  // At the optimum the gradient is zero: w = sum of cost * y * (1 - p) * x.
  double first = 0;
  for (const LabelledRow& row : rows) {
    const double odds = weights[1] + (row.features.size() == 2 ? weights[0] : 0);
    const double miss = row.positive ? 1 / (1 + std::exp(odds)) : -1 / (1 + std::exp(-odds));
    if (row.features.size() == 2) first += miss;
  }
  CHECK(weights[0] == doctest::Approx(first).epsilon(0.02));
  CHECK(fit_logistic(rows, 2) == weights);  // to the last bit
}

TEST_CASE("what is seldom seen is held back less by its rarity") {
  const std::vector<FeatureValue> often{{0, 1}, {2, 1}};
  const std::vector<FeatureValue> seldom{{1, 1}, {2, 1}};
  const std::vector<FeatureValue> neither{{2, 1}};
  std::vector<LabelledRow> rows;
  for (int i = 0; i < 40; ++i) rows.push_back({often, true, 1});
  for (int i = 0; i < 4; ++i) rows.push_back({seldom, true, 1});
  for (int i = 0; i < 44; ++i) rows.push_back({neither, false, 1});
  const auto alike = fit_logistic(rows, 3);
  CHECK(fit_by_rarity(rows, 3, 0) == alike);  // to the last bit
  const auto by_rarity = fit_by_rarity(rows, 3, 0.5);
  CHECK(by_rarity[1] > alike[1]);
  CHECK(by_rarity[1] / by_rarity[0] > alike[1] / alike[0]);
  CHECK(fit_by_rarity(rows, 3, 0.5) == by_rarity);
}

TEST_CASE("a feature that is never seen gets no weight, and no rows no weights") {
  const std::vector<FeatureValue> only{{0, 1}};
  const auto weights = fit_by_rarity({{only, true, 1}}, 2, 0.5);
  CHECK(weights[0] > 0);
  CHECK(weights[1] == 0);
  CHECK(fit_by_rarity({}, 2, 0.5) == std::vector<double>{0, 0});
  CHECK(fit_by_rarity({}, 0, 0.5).empty());
}

TEST_CASE("folds hold whole groups") {
  const Corpus corpus = made_up();
  std::vector<std::size_t> rows(corpus.samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto folds = folds_of(corpus, rows, 4);
  std::vector<std::size_t> of_group(12, 99);
  std::vector<int> sizes(4, 0);
  for (std::size_t i = 0; i < folds.size(); ++i) {
    auto& fold = of_group[corpus.samples[i].group];
    if (fold == 99) fold = folds[i];
    CHECK(fold == folds[i]);
    ++sizes[folds[i]];
  }
  for (const int size : sizes) CHECK(size == 60);
}

TEST_CASE("another deal of the folds holds whole groups too, and is the same always") {
  const Corpus corpus = made_up();
  std::vector<std::size_t> rows(corpus.samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto first = folds_of(corpus, rows, 4, 0);
  const auto second = folds_of(corpus, rows, 4, 1);
  CHECK(first == folds_of(corpus, rows, 4));
  CHECK(second == folds_of(corpus, rows, 4, 1));
  CHECK(second != first);
  CHECK(second != folds_of(corpus, rows, 4, 2));
  for (std::size_t i = 1; i < second.size(); ++i) {
    if (corpus.samples[i].group == corpus.samples[i - 1].group) CHECK(second[i] == second[i - 1]);
  }
}

TEST_CASE("figures are means over several deals") {
  const Corpus corpus = made_up();
  TrainingOptions options;
  options.folds = 4;
  options.inner_folds = 3;
  const std::string report = deals_report(corpus, options, 3);
  CHECK(report.starts_with("means over 3 deals"));
  CHECK(report.find("rejected    all            F1 1.000 (1.000-1.000)") != std::string::npos);
  CHECK(deals_report(corpus, options, 0).empty());
}

TEST_CASE("made-up exchanges are learnt from, not measured on") {
  const Corpus corpus = made_up();
  Corpus more = corpus;
  for (int i = 0; i < 40; ++i) {
    Sample sample = corpus.samples[2];  // "but please add one more page", called a correction
    sample.rejected = sample.correction = true;
    more.also.push_back(sample);
  }
  std::vector<std::size_t> rows(corpus.samples.size());
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
  const auto without = fit_members(corpus, rows, Mode::live, {});
  const auto with = fit_members(more, rows, Mode::live, {});
  CHECK(without[0] == with[0]);
  const auto odds = [&](const MemberWeights& weights) {
    return odds_of(corpus.samples[2], weights, Mode::live);
  };
  CHECK(odds(without)[1] < odds(with)[1]);
  TrainingOptions none;
  none.also_weight = 0;
  CHECK(fit_members(more, rows, Mode::live, none)[1] == without[1]);
  CHECK(cross_validate(more, Mode::live, {}).scores.size() == corpus.samples.size());
}

TEST_CASE("a cut-off lies where F1 is best, and confidence does not move it") {
  Corpus corpus;
  std::vector<std::size_t> rows;
  std::vector<LogOdds> odds;
  const auto add = [&](int count, double score, bool positive) {
    for (int i = 0; i < count; ++i) {
      rows.push_back(corpus.samples.size());
      corpus.samples.emplace_back();
      corpus.samples.back().rejected = corpus.samples.back().correction = positive;
      odds.push_back({score, score, score});
    }
  };
  // Three steps: F1 is 0.79 where the middle one is taken too, else 0.70 or less.
  add(40, 3, true);
  add(25, 0, true);
  add(25, 0, false);
  add(10, -3, true);
  add(200, -3, false);
  const ModeParameters fitted = fit_parameters(corpus, rows, odds);
  const Scores low = scores_of({-3, -3, -3}, fitted);
  const Scores middle = scores_of({0, 0, 0}, fitted);
  CHECK(low.rejected < fitted.rejected_cut);
  CHECK(middle.rejected > fitted.rejected_cut);
  CHECK(low.correction < fitted.correction_cut);
  CHECK(middle.correction > fitted.correction_cut);
  CHECK(middle.rejected == doctest::Approx(0.5).epsilon(0.1));
  for (std::size_t i = 0; i < rows.size(); i += 3) corpus.samples[i].confidence = 1;
  CHECK(fit_parameters(corpus, rows, odds) == fitted);
}

TEST_CASE("training, writing, reading and judging") {
  const Corpus corpus = made_up();
  TrainingOptions options;
  options.folds = 4;
  WeightsFile file = train(corpus, options);
  file.comments = {"made up", ""};
  const std::string text = format_weights(file);
  const auto again = parse_weights(text);
  REQUIRE(again);
  CHECK(again->comments == file.comments);
  CHECK(again->features.size() == file.features.size());
  CHECK(format_weights(*again) == text);
  CHECK(text.find("w:blue") != std::string::npos);

  const HeldOut held = cross_validate(corpus, Mode::live, options);
  std::vector<Scored> scored;
  for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
    scored.push_back({held.scores[i].rejected, corpus.samples[i].rejected});
  }
  CHECK(area_under_curve(scored) > 0.99);
  const std::string report = evaluation_report(corpus, options);
  CHECK(report.find("confidence 2+") != std::string::npos);
  CHECK(report == evaluation_report(corpus, options));  // deterministic
}

TEST_CASE("measures") {
  const std::vector<Scored> scored{{0.9, true}, {0.8, false}, {0.7, true}, {0.1, false}};
  CHECK(area_under_curve(scored) == doctest::Approx(0.75));
  CHECK(area_under_curve({{0.5, true}, {0.5, false}}) == doctest::Approx(0.5));
  CHECK(area_under_curve({}) == doctest::Approx(0.5));
  const Decisions decisions{10, 4, 5, 3};
  CHECK(decisions.precision() == doctest::Approx(0.6));
  CHECK(decisions.recall() == doctest::Approx(0.75));
  CHECK(decisions.f1() == doctest::Approx(2.0 / 3));
  CHECK(Decisions{}.f1() == 0);
}

TEST_CASE("wrong data and weights are named") {
  CHECK(read_corpus("{\"text\":\"a\",\"label\":\"not\"}\nx\n", {}, Lexicon())
            .error()
            .starts_with("line 2"));
  CHECK(read_corpus("{\"text\":\"a\",\"label\":\"not\"}", {"n | a | b", "z"}, Lexicon())
            .error()
            .starts_with("made up, line 1"));
  CHECK(read_corpus("{\"label\":\"not\"}", {}, Lexicon()).error().starts_with("line 1"));
  CHECK(read_corpus("{\"text\":\"a\"}", {}, Lexicon()).error().starts_with("line 1"));
  for (const char* text : {"a 1 2 3", "a 1 2 3 4 5 x", "live nonsense 1", "live rejected 1",
                           "b 1 1 1 1 1 1\na 1 1 1 1 1 1", "a 1 1 1 1 1 nan"}) {
    CHECK_MESSAGE(!parse_weights(text), text);
  }
  CHECK(parse_weights(""));
}
