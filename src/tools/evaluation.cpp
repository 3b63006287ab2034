#include "tools/evaluation.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "tools/prompt_kinds.h"

namespace context_rot::tools {

namespace {

using Filter = std::function<bool(const Sample&)>;
using Slice = std::pair<std::string, Filter>;

/// A question asked of every sample: its score, its cut-off, its truth.
struct Question {
  const char* name;
  std::function<double(const correction::Scores&)> score;
  std::function<double(const correction::ModeParameters&)> cut;
  std::function<bool(const Sample&)> truth;
};

std::array<Question, 3> questions() {
  const auto rejected = [](const correction::Scores& s) { return s.rejected; };
  const auto is_rejected = [](const Sample& s) { return s.rejected; };
  return {Question{"rejected", rejected,
                   [](const correction::ModeParameters& p) { return p.rejected_cut; }, is_rejected},
          Question{"note limit", rejected,
                   [](const correction::ModeParameters& p) { return p.note_cut; }, is_rejected},
          Question{"correction", [](const correction::Scores& s) { return s.correction; },
                   [](const correction::ModeParameters& p) { return p.correction_cut; },
                   [](const Sample& s) { return s.correction; }}};
}

/// What a question's answers were worth in a slice.
struct Figures {
  Decisions count;
  double area = 0;
  double recall = 0;  ///< at precision 0.8
};

Figures figures_of(const Corpus& corpus, const HeldOut& held, const Question& question,
                   const Slice& slice) {
  Decisions count;
  std::vector<Scored> scored;
  for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
    const Sample& sample = corpus.samples[i];
    if (!slice.second(sample)) continue;
    const double score = question.score(held.scores[i]);
    const bool said = score >= question.cut(held.parameters[i]);
    const bool truth = question.truth(sample);
    scored.push_back({score, truth});
    ++count.samples;
    count.positive += truth ? 1 : 0;
    count.said += said ? 1 : 0;
    count.hits += said && truth ? 1 : 0;
  }
  return {count, area_under_curve(scored), recall_at_precision(scored, 0.8)};
}

std::string row_of(const Corpus& corpus, const HeldOut& held, const Question& question,
                   const Slice& slice) {
  const auto [count, area, recall] = figures_of(corpus, held, question, slice);
  char line[200];
  std::snprintf(line, sizeof line,
                "  %-11s %-14s %5zu %5zu   F1 %.3f  P %.3f  R %.3f  AUC %.3f  R at P 0.8 %.3f\n",
                question.name, slice.first.c_str(), count.samples, count.positive, count.f1(),
                count.precision(), count.recall(), area, recall);
  return line;
}

std::string mean_row_of(const Corpus& corpus, const std::vector<HeldOut>& deals,
                        const Question& question, const Slice& slice) {
  std::vector<double> f1;
  double precision = 0;
  double recall = 0;
  double area = 0;
  double high_recall = 0;
  for (const HeldOut& held : deals) {
    const Figures figures = figures_of(corpus, held, question, slice);
    f1.push_back(figures.count.f1());
    precision += figures.count.precision();
    recall += figures.count.recall();
    area += figures.area;
    high_recall += figures.recall;
  }
  const auto count = double(deals.size());
  const auto [least, greatest] = std::minmax_element(f1.begin(), f1.end());
  char line[200];
  std::snprintf(line, sizeof line,
                "  %-11s %-14s F1 %.3f (%.3f-%.3f)  P %.3f  R %.3f  AUC %.3f  R at P 0.8 %.3f\n",
                question.name, slice.first.c_str(),
                std::accumulate(f1.begin(), f1.end(), 0.0) / count, *least, *greatest,
                precision / count, recall / count, area / count, high_recall / count);
  return line;
}

std::vector<Slice> slices_of(const Corpus& corpus) {
  std::vector<Slice> out{{"all", [](const Sample&) { return true; }}};
  std::map<std::string, std::size_t> languages;
  for (const Sample& sample : corpus.samples) ++languages[sample.language];
  std::vector<std::string> large;
  for (const auto& [language, count] : languages) {
    if (count < 100 || language.empty()) continue;
    large.push_back(language);
    out.emplace_back(language,
                     [language = language](const Sample& s) { return s.language == language; });
  }
  if (large.size() < languages.size() && !large.empty()) {
    out.emplace_back("other languages", [large](const Sample& s) {
      return std::find(large.begin(), large.end(), s.language) == large.end();
    });
  }
  out.emplace_back("confidence 2+", [](const Sample& s) { return s.confidence >= 2; });
  out.emplace_back("confidence 3", [](const Sample& s) { return s.confidence >= 3; });
  return out;
}

const char* title_of(correction::Mode mode) {
  return mode == correction::Mode::live ? "live (prompt and the answer before)\n"
                                        : "with the answer that followed\n";
}

std::string calibration_of(const Corpus& corpus, const HeldOut& held, const Question& question) {
  std::array<double, 10> said{};
  std::array<double, 10> positive{};
  std::array<std::size_t, 10> count{};
  for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
    const double score = question.score(held.scores[i]);
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(score * 10));
    said[bin] += score;
    positive[bin] += question.truth(corpus.samples[i]) ? 1 : 0;
    ++count[bin];
  }
  std::string out = std::string("  ") + question.name + ", said against found:";
  for (std::size_t bin = 0; bin < 10; ++bin) {
    if (count[bin] == 0) continue;
    char cell[60];
    std::snprintf(cell, sizeof cell, " %.2f/%.2f (%zu)", said[bin] / double(count[bin]),
                  positive[bin] / double(count[bin]), count[bin]);
    out += cell;
  }
  return out + '\n';
}

/// How a kind fares: how many of its rejections are found and noted, how many others are.
std::string kind_row(const Corpus& corpus, const std::vector<HeldOut>& deals, const Slice& slice) {
  double samples = 0;
  double rejected = 0;
  double found = 0;
  double noted = 0;
  double false_found = 0;
  double false_noted = 0;
  for (const HeldOut& held : deals) {
    for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
      const Sample& sample = corpus.samples[i];
      if (!slice.second(sample)) continue;
      const double score = held.scores[i].rejected;
      const bool says = score >= held.parameters[i].rejected_cut;
      const bool notes = score >= held.parameters[i].note_cut;
      ++samples;
      rejected += sample.rejected ? 1 : 0;
      (sample.rejected ? found : false_found) += says ? 1 : 0;
      (sample.rejected ? noted : false_noted) += notes ? 1 : 0;
    }
  }
  const double deal = double(deals.size());
  const double others = samples - rejected;
  char line[200];
  std::snprintf(
      line, sizeof line,
      "  %-20s %5.0f, %4.0f rejected: found %.2f, noted %.2f; of %4.0f others %.2f and %.2f\n",
      slice.first.c_str(), samples / deal, rejected / deal, found / std::max(1.0, rejected),
      noted / std::max(1.0, rejected), others / deal, false_found / std::max(1.0, others),
      false_noted / std::max(1.0, others));
  return line;
}

std::string kinds_report(const Corpus& corpus, const std::vector<HeldOut>& deals) {
  std::string out = "  by kind of prompt\n";
  for (std::size_t i = 0; i < prompt_kinds.size(); ++i) {
    out += kind_row(corpus, deals, {std::string(prompt_kinds[i]), [i](const Sample& s) {
                                      return (s.kinds >> i & 1u) != 0;
                                    }});
  }
  std::set<std::string> kinds;
  for (const Sample& sample : corpus.samples) {
    if (!sample.kind.empty()) kinds.insert(sample.kind);
  }
  if (!kinds.empty()) out += "  by the data's own kind\n";
  for (const std::string& kind : kinds) {
    out += kind_row(corpus, deals, {kind, [&kind](const Sample& s) { return s.kind == kind; }});
  }
  return out;
}

std::string grey_report(const Corpus& corpus, const std::vector<HeldOut>& deals) {
  std::string out =
      "  asked from a score up to the note limit: share asked, F1 settled by answers that are all\n"
      "  faithful, and nine of ten\n";
  for (const double from : {0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5}) {
    GreyZone all;
    GreyZone most;
    for (const HeldOut& held : deals) {
      const GreyZone right = grey_zone(corpus, held, from, 1);
      const GreyZone nearly = grey_zone(corpus, held, from, 0.9);
      all.asked += right.asked / double(deals.size());
      all.f1 += right.f1 / double(deals.size());
      most.f1 += nearly.f1 / double(deals.size());
    }
    char line[120];
    std::snprintf(line, sizeof line, "  from %.2f: asked %.3f  F1 %.3f  %.3f\n", from, all.asked,
                  all.f1, most.f1);
    out += line;
  }
  return out;
}

std::string first_look_line(const Corpus& corpus, const HeldOut& held) {
  double through = 0;
  double rejected = 0;
  double found = 0;
  for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
    const bool passes = held.first_looks[i] >= correction::first_look_cut;
    through += passes ? 1 : 0;
    rejected += corpus.samples[i].rejected ? 1 : 0;
    found += passes && corpus.samples[i].rejected ? 1 : 0;
  }
  char line[160];
  std::snprintf(line, sizeof line,
                "  first look: lets through %.3f of all prompts and %.3f of the rejected\n",
                through / std::max(1.0, double(corpus.samples.size())),
                found / std::max(1.0, rejected));
  return line;
}

}  // namespace

double Decisions::precision() const {
  return said == 0 ? 0 : double(hits) / double(said);
}
double Decisions::recall() const {
  return positive == 0 ? 0 : double(hits) / double(positive);
}
double Decisions::f1() const {
  return said + positive == 0 ? 0 : 2.0 * double(hits) / double(said + positive);
}

double area_under_curve(std::vector<Scored> scored) {
  std::sort(scored.begin(), scored.end(),
            [](const Scored& a, const Scored& b) { return a.score < b.score; });
  double ranks = 0;
  double positive = 0;
  for (std::size_t i = 0; i < scored.size();) {
    std::size_t end = i;
    double here = 0;
    while (end < scored.size() && scored[end].score == scored[i].score) {
      here += scored[end].positive ? 1 : 0;
      ++end;
    }
    ranks += here * double(i + 1 + end) / 2;
    positive += here;
    i = end;
  }
  const double negative = double(scored.size()) - positive;
  if (positive == 0 || negative == 0) return 0.5;
  return (ranks - positive * (positive + 1) / 2) / (positive * negative);
}

double recall_at_precision(std::vector<Scored> scored, double precision) {
  std::sort(scored.begin(), scored.end(),
            [](const Scored& a, const Scored& b) { return a.score > b.score; });
  double hits = 0;
  double best = 0;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    hits += scored[i].positive ? 1 : 0;
    if (i + 1 < scored.size() && scored[i + 1].score == scored[i].score) continue;
    if (hits >= 5 && hits >= precision * double(i + 1)) best = hits;
  }
  const auto all =
      std::count_if(scored.begin(), scored.end(), [](const Scored& s) { return s.positive; });
  return all == 0 ? 0 : best / double(all);
}

GreyZone grey_zone(const Corpus& corpus, const HeldOut& held, double from, double faithful) {
  double asked = 0;
  double positive = 0;
  double said = 0;
  double hits = 0;
  for (std::size_t i = 0; i < corpus.samples.size(); ++i) {
    const bool truth = corpus.samples[i].rejected;
    const double score = held.scores[i].rejected;
    positive += truth ? 1 : 0;
    double yes = 0;
    if (score >= held.parameters[i].note_cut) {
      yes = 1;
    } else if (score >= from) {
      ++asked;
      yes = truth ? faithful : 1 - faithful;
    }
    said += yes;
    hits += truth ? yes : 0;
  }
  const double count = std::max<double>(1, double(corpus.samples.size()));
  return {asked / count, said + positive > 0 ? 2 * hits / (said + positive) : 0};
}

std::string evaluation_report(const Corpus& corpus, const TrainingOptions& options) {
  std::string out = std::to_string(corpus.samples.size()) + " samples of " +
                    std::to_string(corpus.groups.size()) + " groups, " +
                    std::to_string(options.folds) + " folds of whole groups\n";
  const auto slices = slices_of(corpus);
  for (const correction::Mode mode : {correction::Mode::live, correction::Mode::after}) {
    const HeldOut held = cross_validate(corpus, mode, options);
    out += title_of(mode);
    for (const Question& question : questions()) {
      for (const Slice& slice : slices) out += row_of(corpus, held, question, slice);
    }
    if (mode == correction::Mode::live) {
      out += first_look_line(corpus, held);
      out += kinds_report(corpus, {held});
      out += grey_report(corpus, {held});
    }
    out += calibration_of(corpus, held, questions()[0]);
    out += calibration_of(corpus, held, questions()[2]);
  }
  return out;
}

std::string deals_report(const Corpus& corpus, const TrainingOptions& options, std::size_t deals) {
  if (deals == 0) return {};
  std::string out = "means over " + std::to_string(deals) + " deals of the folds\n";
  const auto slices = slices_of(corpus);
  for (const correction::Mode mode : {correction::Mode::live, correction::Mode::after}) {
    std::vector<HeldOut> held;
    TrainingOptions dealt = options;
    for (dealt.deal = 0; dealt.deal < deals; ++dealt.deal) {
      held.push_back(cross_validate(corpus, mode, dealt));
    }
    out += title_of(mode);
    for (const Question& question : questions()) {
      for (const Slice& slice : slices) out += mean_row_of(corpus, held, question, slice);
    }
    if (mode == correction::Mode::live) {
      out += kinds_report(corpus, held) + grey_report(corpus, held);
    }
  }
  return out;
}

std::vector<std::string> headline_figures(const Corpus& corpus, const TrainingOptions& options) {
  std::vector<std::string> out;
  const Slice all{"all", [](const Sample&) { return true; }};
  for (const correction::Mode mode : {correction::Mode::live, correction::Mode::after}) {
    const HeldOut held = cross_validate(corpus, mode, options);
    for (const Question& question : questions()) {
      std::string row = row_of(corpus, held, question, all);
      row.pop_back();
      out.push_back((mode == correction::Mode::live ? "live " : "after") + row);
    }
  }
  return out;
}

}  // namespace context_rot::tools
