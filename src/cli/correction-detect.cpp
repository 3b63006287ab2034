// correction-detect: which prompts correct the answer before them, and how.

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/common.h"
#include "cli/session.h"
#include "correction/detector.h"
#include "ledger/configured.h"
#include "ledger/ledger.h"
#include "ledger/ledger_file.h"
#include "ledger/live.h"
#include "tools/evaluation.h"
#include "tools/home_training.h"
#include "util/atomic_file.h"
#include "util/environment.h"
#include "util/excerpt.h"
#include "util/file.h"
#include "util/json_tree.h"

namespace context_rot::correction_detect {

namespace {

using namespace context_rot::correction;
using namespace context_rot::ledger;
using namespace context_rot::tools;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t most_explained = 12;

struct DetectOptions {
  bool explain = false;
  std::string weights;
  std::vector<std::string> languages_off;
  Limits limits;
  std::string data;
  std::vector<std::string> also;
  std::string out;
  std::string source;
  TrainingOptions training;
  std::size_t deals = 1;
  std::string ledger;
  std::string standing;
  std::string label;
  std::string session;
  std::string since;
  bool exported = false;
  bool propose = false;
  bool from_ledger = false;
  bool undo = false;
};

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

ordered_json json_of(const std::optional<std::string>& text) {
  return text ? ordered_json(*text) : ordered_json(nullptr);
}

ordered_json json_of(const Verdict& verdict) {
  return {{"label", name_of(verdict.label)},
          {"rejected", rounded(verdict.scores.rejected)},
          {"correction", rounded(verdict.scores.correction)},
          {"kind", verdict.kind.empty() ? ordered_json(nullptr) : ordered_json(verdict.kind)},
          {"wrong", json_of(verdict.wrong)},
          {"clarified", json_of(verdict.clarified)},
          {"note", json_of(verdict.note)},
          {"injected", verdict.noteworthy ? ordered_json(model_note(verdict))
                       : verdict.doubtful ? ordered_json(grey_question)
                                          : ordered_json(nullptr)},
          {"zone", verdict.noteworthy ? "sure"
                   : verdict.doubtful ? "grey"
                                      : "none"},
          {"cues", verdict.cues}};
}

void explain(const Verdict& verdict, const std::vector<Contribution>& why) {
  std::string out = "# rejected " + std::to_string(rounded(verdict.scores.rejected)).substr(0, 5) +
                    ", correction " +
                    std::to_string(rounded(verdict.scores.correction)).substr(0, 5) +
                    (verdict.noteworthy ? ", above the note limit" : "") + "\n";
  for (std::size_t i = 0; i < std::min(most_explained, why.size()); ++i) {
    char line[200];
    std::snprintf(line, sizeof line, "#   %-40.120s rejected %+.2f  correction %+.2f\n",
                  visible(why[i].feature).c_str(), why[i].rejected, why[i].correction);
    out += line;
  }
  cli::print(out);
}

/// A file that was named; a Problem where it cannot be read.
std::string text_of_file(const std::string& path, std::size_t most = std::size_t{1} << 30) {
  auto text = read_file(path, most);
  if (!text) throw cli::Problem{text.error(), cli::exit_failed};
  return *std::move(text);
}

Detector detector_of(const DetectOptions& options) {
  auto [lexicon, limits, problems] = configured(cli::configured_project().loaded);
  if (!problems.empty()) throw cli::Problem{problems.front()};
  for (const std::string& language : options.languages_off) {
    if (auto done = lexicon.switch_off(language); !done) throw cli::Problem{done.error()};
  }
  if (options.limits.rejected) limits.rejected = options.limits.rejected;
  if (options.limits.correction) limits.correction = options.limits.correction;
  if (options.weights.empty()) {
    auto model = model_of(cli::project_here().data);
    if (!model) throw cli::Problem{model.error()};
    return Detector(std::move(lexicon), *std::move(model), limits);
  }
  const std::string text = text_of_file(options.weights);
  const auto file = parse_weights(text);
  if (!file) throw cli::Problem{options.weights + ": " + file.error()};
  return Detector(std::move(lexicon), Model(*file), limits);
}

int detect(const CLI::App& app, const DetectOptions& options) {
  const Detector detector = detector_of(options);
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const json input = json_tree(line);
    if (!input.is_object() || !input.contains("text") || !input["text"].is_string()) {
      return cli::fail(app, "line " + std::to_string(number) + ": no JSON object with a text",
                       cli::exit_usage);
    }
    const std::string text = text_member(input, "text");
    const std::string previous = text_member(input, "previous_assistant");
    const std::string next = text_member(input, "next_assistant");
    Exchange exchange{previous, text, {}};
    if (input.contains("next_assistant")) exchange.next = next;
    std::vector<Contribution> why;
    const Verdict verdict = detector.detect(exchange, options.explain ? &why : nullptr);
    cli::print(cli::dumped(json_of(verdict), -1));
    if (options.explain) explain(verdict, why);
  }
  return cli::exit_done;
}

Corpus corpus_of(const DetectOptions& options) {
  if (options.data.empty()) throw cli::Problem{"--data FILE is needed"};
  std::vector<std::string> made_up;
  for (const std::string& path : options.also) made_up.push_back(text_of_file(path));
  const std::string text = text_of_file(options.data);
  auto corpus = read_corpus(text, made_up, Lexicon());
  if (!corpus) throw cli::Problem{options.data + ": " + corpus.error()};
  if (corpus->samples.empty()) throw cli::Problem{options.data + ": no samples"};
  return *std::move(corpus);
}

int evaluate(const DetectOptions& options) {
  const Corpus corpus = corpus_of(options);
  cli::print(evaluation_report(corpus, options.training));
  if (options.deals > 1) {
    cli::print(deals_report(corpus, options.training, options.deals));
  }
  return cli::exit_done;
}

int train_weights(const CLI::App& app, const DetectOptions& options) {
  if (options.out.empty()) throw cli::Problem{"--out FILE or --from-ledger is needed"};
  const Corpus corpus = corpus_of(options);
  WeightsFile file = train(corpus, options.training);
  file.comments = {
      "Weights of the correction detector, by `correction-detect train`.",
      "Trained on " + std::to_string(corpus.samples.size()) + " labelled prompts of " +
          std::to_string(corpus.groups.size()) + " projects" +
          (options.source.empty() ? "" : ": " + options.source) + ".",
      "For telling corrections also on " + std::to_string(corpus.also.size()) +
          " exchanges made up for it (training/).",
      "Date: " + format_utc(now()).substr(0, 10) + ". A feature occurs in " +
          std::to_string(options.training.least_groups) + " projects or more.",
      "Columns: rejected, correction against neither, correction against a failure report; the",
      "same with the answer that followed. Figures by cross-validation over whole projects:"};
  for (const std::string& line : headline_figures(corpus, options.training))
    file.comments.push_back(line);
  const std::string text = format_weights(file);
  if (auto done = write_file_atomically(options.out, text); !done) {
    return cli::fail(app, done.error(), cli::exit_failed);
  }
  std::printf("%s: %zu features, %zu bytes\n", options.out.c_str(), file.features.size(),
              text.size());
  return cli::exit_done;
}

std::optional<std::filesystem::path> ledger_path(const DetectOptions& options) {
  if (!options.ledger.empty()) return options.ledger;
  const std::filesystem::path data = cli::project_here().data;
  if (data.empty()) return std::nullopt;
  return ledger_file(data);
}

std::optional<std::string> wrong_filter(const DetectOptions& options, LedgerFilter& filter) {
  if (!options.standing.empty() && !(filter.standing = standing_of(options.standing))) {
    return "--standing is open, confirmed or refuted";
  }
  if (options.label == "correction") filter.label = Label::correction;
  if (options.label == "failure_report") filter.label = Label::failure_report;
  if (!options.label.empty() && !filter.label) return "--label is correction or failure_report";
  if (!options.session.empty()) filter.session = options.session;
  if (!options.since.empty() && !(filter.since = parse_local_day(options.since))) {
    return "--since is a day, YYYY-MM-DD";
  }
  return std::nullopt;
}

void print_entry(const LedgerEntry& entry) {
  std::string line = format_local(entry.time) + "  " + std::string(name_of(entry.standing)) + "  " +
                     std::string(name_of(entry.label));
  if (entry.wrong) line += "  wrong: " + *entry.wrong;
  if (entry.clarified) line += "  right: " + *entry.clarified;
  if (!entry.settled_by.empty()) line += "  by: " + entry.settled_by;
  if (!entry.settled_words.empty()) line += " \"" + excerpt(entry.settled_words) + '"';
  std::puts(visible(line).c_str());
}

int show_ledger(const CLI::App& app, const DetectOptions& options) {
  LedgerFilter filter;
  if (const auto problem = wrong_filter(options, filter))
    return cli::fail(app, *problem, cli::exit_usage);
  const auto path = ledger_path(options);
  if (!path)
    return cli::fail(app, "no ledger: neither HOME nor CONTEXT_ROT_HOME is set", cli::exit_usage);
  std::error_code error;
  std::string text;
  if (std::filesystem::exists(*path, error)) {
    auto read = read_file(*path);
    if (!read) return cli::fail(app, read.error(), cli::exit_failed);
    text = std::move(*read);
  } else if (!options.ledger.empty()) {
    return cli::fail(app, path->string() + ": no such file", cli::exit_failed);
  }
  const Ledger all = read_ledger(text);
  const auto entries = filtered(all.entries, filter);
  if (options.exported) {
    cli::print(training_lines(entries));
  } else if (options.propose) {
    for (const RuleProposal& rule : propose_rules(entries)) {
      std::printf("%s\n  (said %zu times)\n", visible(rule.sentence).c_str(), rule.ids.size());
    }
  } else {
    for (const LedgerEntry& entry : entries) print_entry(entry);
  }
  if (all.skipped > 0) {
    std::fprintf(stderr, "%s: %zu lines of the ledger are no events\n", app.get_name().c_str(),
                 all.skipped);
  }
  return cli::exit_done;
}

/// The text of the ledger that is meant; nothing where there is none yet.
std::string ledger_text(const DetectOptions& options, const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) return text_of_file(path.string());
  if (!options.ledger.empty()) {
    throw cli::Problem{path.string() + ": no such file", cli::exit_failed};
  }
  return {};
}

int undo_own_weights(const std::filesystem::path& path) {
  std::error_code error;
  const bool removed = std::filesystem::remove(path, error);
  if (error) throw cli::Problem{path.string() + ": " + error.message(), cli::exit_failed};
  std::printf("%s: %s\n", path.c_str(),
              removed ? "removed; the shipped weights count alone again" : "there is none");
  return cli::exit_done;
}

/// Learns from this project's ledger, and keeps what is better on a part that was held back.
int train_from_ledger(const DetectOptions& options) {
  const std::filesystem::path data = cli::project_here().data;
  if (data.empty()) throw cli::Problem{"no ledger: neither HOME nor CONTEXT_ROT_HOME is set"};
  const std::filesystem::path out = own_weights_file(data);
  if (options.undo) return undo_own_weights(out);
  const std::filesystem::path path =
      options.ledger.empty() ? ledger_file(data) : std::filesystem::path(options.ledger);
  const std::string lines = training_lines(read_ledger(ledger_text(options, path)).entries);
  auto trained =
      train_at_home(lines, Model(), configured(cli::configured_project().loaded).lexicon);
  if (!trained) throw cli::Problem{trained.error(), cli::exit_failed};
  std::printf(
      "learned from %zu entries; on %zu held back: loss %.3f, shipped %.3f; F1 %.3f, shipped "
      "%.3f\n",
      trained->learned_from, trained->held_back, trained->own.loss, trained->shipped.loss,
      trained->own.f1, trained->shipped.f1);
  if (!trained->better) {
    std::puts("not better: nothing is changed");
    return cli::exit_done;
  }
  trained->weights.comments = {
      "Weights of your own, added to the shipped ones: correction-detect train --from-ledger.",
      "Undo: correction-detect train --from-ledger --undo. They hold words of yours; keep them "
      "here."};
  if (auto made = create_private_folders(data); !made)
    throw cli::Problem{made.error(), cli::exit_failed};
  if (auto done = write_file_atomically(out, format_weights(trained->weights)); !done) {
    throw cli::Problem{done.error(), cli::exit_failed};
  }
  std::printf("%s: kept. Undo: correction-detect train --from-ledger --undo\n", out.c_str());
  return cli::exit_done;
}

void add_training_options(CLI::App* command, DetectOptions& options) {
  command->add_option("--data", options.data, "Labelled prompts, one JSON object a line")
      ->type_name("FILE");
  command
      ->add_option("--also", options.also,
                   "Made-up exchanges to learn from, not measured on; repeatable")
      ->type_name("FILE");
  command->add_option("--also-weight", options.training.also_weight,
                      "How much a made-up exchange counts (1.5)");
  command->add_option("--cost", options.training.cost, "How closely to follow the data (0.2)");
  command->add_option("--least-groups", options.training.least_groups,
                      "Groups a feature must occur in (5)");
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Which prompts correct the answer before them, what was wrong and what is right.\n\n"
      "Reads one JSON object a line: text, previous_assistant, and next_assistant where the\n"
      "answer that followed is known; writes a verdict a line.",
      "correction-detect");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read or written, 2 wrong input.\n\n"
      "Examples:\n"
      "  echo '{\"text\":\"no, the column is user_id\",\"previous_assistant\":\"I used id.\"}' |\n"
      "    correction-detect --explain\n"
      "  correction-detect evaluate --data labelled.jsonl\n"
      "  correction-detect ledger --propose");
  DetectOptions options;
  app.add_flag("--explain", options.explain, "Add what decided, in lines that begin with #")
      ->disable_flag_override();
  app.add_option("--weights", options.weights, "Weights instead of the built-in ones")
      ->type_name("FILE");
  app.add_option("--without", options.languages_off, "Leave a language out (de, en, es, ...)")
      ->type_name("LANGUAGE");
  app.add_option("--rejected-limit", options.limits.rejected, "Cut-off for a rejection")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--correction-limit", options.limits.correction, "Cut-off for a correction")
      ->check(CLI::Range(0.0, 1.0));
  CLI::App* evaluating = app.add_subcommand("evaluate", "Measure by grouped cross-validation");
  add_training_options(evaluating, options);
  evaluating
      ->add_option("--deals", options.deals,
                   "Deal out the folds in as many ways and add the means (1)")
      ->check(CLI::Range(1, 100));
  CLI::App* training = app.add_subcommand("train", "Train weights");
  add_training_options(training, options);
  training->add_option("--out", options.out, "The weights file to write")->type_name("FILE");
  training
      ->add_flag("--from-ledger", options.from_ledger,
                 "Learn from this project's settled ledger, on top of the shipped weights; kept\n"
                 "in the data folder, and only where it is better on a part held back")
      ->disable_flag_override()
      ->excludes("--data")
      ->excludes("--out");
  training->add_flag("--undo", options.undo, "With --from-ledger: take that away again")
      ->disable_flag_override()
      ->needs("--from-ledger");
  training->add_option("--file", options.ledger, "With --from-ledger: another ledger")
      ->needs("--from-ledger")
      ->type_name("FILE");
  training->add_option("--source", options.source, "What the data is, for the file's head");
  CLI::App* listing = app.add_subcommand("ledger", "List, export or sum up the ledger");
  listing->add_option("--file", options.ledger, "The ledger (this project's)")->type_name("FILE");
  listing->add_option("--standing", options.standing, "Only open, confirmed or refuted ones");
  listing->add_option("--label", options.label, "Only correction or failure_report");
  listing->add_option("--session", options.session, "Only those of a session");
  listing->add_option("--since", options.since, "Only those since a day, YYYY-MM-DD");
  listing->add_flag("--export", options.exported, "Write settled ones as training data")
      ->disable_flag_override();
  listing
      ->add_flag("--propose", options.propose,
                 "Write lines for CLAUDE.md that came back three times")
      ->disable_flag_override();
  app.require_subcommand(0, 1);
  return cli::run(app, argc, argv, [&] {
    if (evaluating->parsed()) return evaluate(options);
    if (training->parsed()) {
      return options.from_ledger ? train_from_ledger(options) : train_weights(app, options);
    }
    if (listing->parsed()) return show_ledger(app, options);
    return detect(app, options);
  });
}

}  // namespace context_rot::correction_detect
