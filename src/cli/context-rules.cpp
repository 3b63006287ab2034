// context-rules: the rules that a person keeps for a project, and where they are held up.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/common.h"
#include "cli/rule_wiring.h"
#include "cli/session.h"
#include "rules/offers.h"
#include "rules/proposed.h"
#include "rules/rules_file.h"
#include "rules/told.h"
#include "rules/tool_call.h"
#include "transcript/shell_calls.h"
#include "util/as_data.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/line_diff.h"
#include "util/number.h"
#include "util/redact.h"

namespace context_rot::context_rules {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using rules::Answer;
using rules::Pattern;
using rules::Rule;
using rules::Standing;

struct RuleOptions {
  std::string what;
  std::int64_t number = 0;
  std::string text;
  std::vector<std::string> commands;
  std::vector<std::string> files;
  std::vector<std::string> tools;
  std::string answer;
  std::string tool = "Bash";
  std::string command;
  bool no_pattern = false;
  bool claude_md = false;
  bool dry_run = false;
  bool yes = false;
  bool json = false;
};

/// The value, or a Problem with its reason.
template <typename T>
T taken(Result<T> result, int code = cli::exit_failed) {
  if (!result) throw cli::Problem{result.error(), code};
  return *std::move(result);
}
void done(const Result<void>& result) {
  if (!result) throw cli::Problem{result.error(), cli::exit_failed};
}

std::string with_pattern(const Rule& rule) {
  if (rule.pattern.empty()) return "told after a compaction and after /clear";
  const std::string what = rule.answer == Answer::say   ? "told at: "
                           : rule.answer == Answer::ask ? "asked about at: "
                                                        : "denied: ";
  return what + rules::described(rule.pattern);
}

void print_rule(const Rule& rule) {
  cli::print(visible(std::to_string(rule.number) + "  " + rule.text) + "\n   " +
             visible(with_pattern(rule)) + "\n");
}

rules::ProjectRules loaded(const cli::Project& here) {
  return taken(rules::load_rules(here.project, here.environment, false));
}

/// The rules, for a change of them: what does not count is not signed by changing it.
rules::ProjectRules to_change(const cli::Project& here) {
  auto found = loaded(here);
  if (found.standing == Standing::foreign) {
    throw cli::Problem{
        rules::rules_file(here.project, here.environment).string() +
            " came with the project or was changed by hand, and does not count: look "
            "at it (context-rules list), then context-rules accept",
        cli::exit_failed};
  }
  return found;
}

/// Wires the hook for the tools of the kept rules, or takes it out; says what was done.
void wire(const cli::Project& here, const std::vector<Rule>& kept) {
  const auto report = cli::wire_kept_rules(here.project, here.environment, kept);
  if (report.exit_code != 0) throw cli::Problem{report.error, report.exit_code};
  for (const std::string& line : report.lines) cli::print(line + "\n");
}

void save(const cli::Project& here, const std::string& text) {
  done(rules::save_rules(here.project, here.environment, text));
  wire(here, rules::read_rules(text).rules);
}

std::vector<std::string> words_of(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& word : given) {
    std::string one = as_data(word, rules::max_pattern_bytes);
    if (one.empty() || word.size() > rules::max_pattern_bytes) {
      throw cli::Problem{"a pattern has 1 to " + std::to_string(rules::max_pattern_bytes) +
                         " bytes"};
    }
    out.push_back(std::move(one));
  }
  if (out.size() > rules::most_patterns) {
    throw cli::Problem{"a rule has at most " + std::to_string(rules::most_patterns) + " patterns"};
  }
  return out;
}

bool names_pattern(const RuleOptions& options) {
  return !options.commands.empty() || !options.files.empty() || !options.tools.empty();
}

/// What the options say of a rule; `proposed` where they name no pattern.
void apply(const RuleOptions& options, const Pattern& proposed, Rule& rule) {
  if (names_pattern(options)) {
    rule.pattern = {words_of(options.commands), words_of(options.files), words_of(options.tools)};
  } else {
    rule.pattern = options.no_pattern ? Pattern() : proposed;
  }
  if (options.answer == "say") rule.answer = Answer::say;
  if (options.answer == "ask") rule.answer = Answer::ask;
  if (options.answer == "deny") rule.answer = Answer::deny;
  if (rule.pattern.empty()) {
    if (!options.answer.empty() && options.answer != "say") {
      throw cli::Problem{"--answer needs a pattern: --command, --file or --tool"};
    }
    rule.answer = Answer::say;
  }
}

std::string rule_text(const std::string& given) {
  if (given.size() > rules::max_rule_bytes) {
    throw cli::Problem{"a rule has at most " + std::to_string(rules::max_rule_bytes) + " bytes"};
  }
  std::string text = as_data(redact(given), rules::max_rule_bytes);
  if (text.empty()) throw cli::Problem{"a rule needs words"};
  return text;
}

/// The words of what is to be kept: those of an offer, or as they were given.
std::string text_to_keep(const RuleOptions& options, const std::vector<rules::Offer>& offers,
                         std::int64_t& offer) {
  const auto number = parse_count(options.what);
  if (!number) return rule_text(options.what);
  for (const rules::Offer& one : offers) {
    if (one.number != *number) continue;
    offer = one.number;
    return rule_text(one.rule);
  }
  throw cli::Problem{"there is no offer " + options.what + " (see context-rules list)",
                     cli::exit_failed};
}

/// The line in CLAUDE.md, shown as a diff; written unless it is a dry run.
void keep_in_claude_md(const cli::Project& here, const std::string& rule, bool dry_run) {
  const fs::path file = here.project / "CLAUDE.md";
  std::error_code error;
  const bool exists = fs::exists(file, error);
  const std::string before = exists ? taken(read_file(file)) : std::string();
  std::string after = before;
  if (!after.empty() && after.back() != '\n') after += '\n';
  after += "- " + rule + "\n";
  cli::print(unified_diff(before, after, exists ? file.string() : "/dev/null", file.string()));
  constexpr mode_t for_all = 0644;
  if (!dry_run) done(write_file_atomically(file, after, for_all));
}

int keep(const RuleOptions& options) {
  const auto here = cli::project_here();
  const fs::path offers_file = rules::offers_file(here.project, here.environment);
  std::int64_t offer = 0;
  Rule rule;
  rule.text = text_to_keep(options, taken(rules::load_offers(offers_file)), offer);
  if (options.claude_md) {
    keep_in_claude_md(here, rule.text, options.dry_run);
  } else {
    const auto found = to_change(here);
    const auto& list = found.list.rules;
    if (list.size() >= rules::most_rules) {
      throw cli::Problem{"there are " + std::to_string(list.size()) + " rules: drop some",
                         cli::exit_failed};
    }
    const auto same = std::find_if(list.begin(), list.end(),
                                   [&](const Rule& one) { return one.text == rule.text; });
    if (same != list.end()) {
      print_rule(*same);
      if (options.dry_run) return cli::exit_done;
      save(here, found.text);  // mends what a killed run left
      return cli::exit_done;
    }
    rule.number = rules::next_number(found.list);
    apply(options, rules::proposed_pattern(rule.text), rule);
    const std::string text = taken(rules::with_rule(found.text, rule));
    print_rule(rule);
    if (!options.dry_run) save(here, text);
  }
  if (offer != 0 && !options.dry_run) {
    done(rules::add_offer_event(offers_file, rules::offer_event(offer, "kept")));
  }
  return cli::exit_done;
}

int drop(const RuleOptions& options) {
  const auto here = cli::project_here();
  const auto found = to_change(here);
  save(here, taken(rules::without_rule(found.text, options.number)));
  return cli::exit_done;
}

int edit(const RuleOptions& options) {
  const auto here = cli::project_here();
  const auto found = to_change(here);
  const auto& list = found.list.rules;
  const auto old = std::find_if(list.begin(), list.end(),
                                [&](const Rule& one) { return one.number == options.number; });
  if (old == list.end()) {
    throw cli::Problem{"there is no rule " + std::to_string(options.number), cli::exit_failed};
  }
  Rule rule = *old;
  if (!options.text.empty()) rule.text = rule_text(options.text);
  apply(options, old->pattern, rule);
  const std::string text = taken(rules::with_changed(found.text, rule));
  print_rule(rule);
  save(here, text);
  return cli::exit_done;
}

ordered_json json_of(const Rule& rule) {
  return {{"number", rule.number},
          {"rule", rule.text},
          {"command", rule.pattern.commands},
          {"file", rule.pattern.files},
          {"tool", rule.pattern.tools},
          {"answer", rules::name_of(rule.answer)}};
}

/// What is offered and neither kept nor told to the person in vain.
std::vector<rules::Offer> open_offers(const cli::Project& here) {
  auto offers = taken(rules::load_offers(rules::offers_file(here.project, here.environment)));
  std::erase_if(offers, [](const rules::Offer& offer) { return offer.kept || !offer.offered; });
  return offers;
}

std::string file_state(const cli::Project& here, const rules::ProjectRules& found) {
  return rules::rules_file(here.project, here.environment).string() +
         (found.standing == Standing::foreign
              ? ": not yours yet: it came with the project, or was changed by hand; nothing of it "
                "counts until context-rules accept"
              : "");
}

int show(const RuleOptions& options) {
  const auto here = cli::project_here();
  const auto found = loaded(here);
  const auto offers = open_offers(here);
  if (options.json) {
    ordered_json out = {{"file", rules::rules_file(here.project, here.environment).string()},
                        {"counts", found.standing == Standing::kept},
                        {"rules", ordered_json::array()},
                        {"problems", found.list.problems},
                        {"offers", ordered_json::array()}};
    for (const Rule& rule : found.list.rules) out["rules"].push_back(json_of(rule));
    for (const auto& offer : offers) {
      out["offers"].push_back({{"number", offer.number}, {"rule", offer.rule}});
    }
    cli::print(cli::dumped(out));
    return cli::exit_done;
  }
  if (found.standing != Standing::none) cli::print(visible(file_state(here, found)) + "\n");
  for (const Rule& rule : found.list.rules) print_rule(rule);
  for (const auto& offer : offers) {
    cli::print("offered: " + visible(offer.rule) + " (context-rules keep " +
               std::to_string(offer.number) + ")\n");
  }
  for (const std::string& problem : found.list.problems) {
    cli::note("context-rules", "line " + problem);
  }
  return cli::exit_done;
}

/// Asks on the terminal.
bool agrees() {
  if (::isatty(STDIN_FILENO) == 0) {
    throw cli::Problem{"nobody to ask: with --yes they are accepted as they are shown"};
  }
  cli::print("Keep these rules as yours? [y/N] ");
  std::fflush(stdout);
  std::string line;
  std::getline(std::cin, line);
  return line == "y" || line == "Y" || line == "yes" || line == "s" || line == "si";
}

int accept(const RuleOptions& options) {
  const auto here = cli::project_here();
  const auto found = loaded(here);
  if (found.standing == Standing::none) {
    throw cli::Problem{"there are no rules in " + here.project.string(), cli::exit_failed};
  }
  if (found.standing == Standing::foreign) {
    for (const Rule& rule : found.list.rules) print_rule(rule);
    for (const std::string& problem : found.list.problems) {
      cli::note("context-rules", "line " + problem);
    }
    if (!options.yes && !agrees()) return cli::exit_done;
    done(rules::record_rules(here.project, here.environment, found.text));
  }
  wire(here, found.list.rules);
  return cli::exit_done;
}

int test(const RuleOptions& options) {
  const auto here = cli::project_here();
  const auto found = loaded(here);
  ordered_json input = {{"command", options.command}};
  if (options.tool != "Bash") input = {{"file_path", options.command}};
  const nlohmann::json call_input = input;
  const std::string folder = here.folder.string();
  const auto meant =
      rules::rules_for({options.tool, call_input, here.project, folder}, found.list.rules);
  if (options.tool == "Bash") {
    std::string started;
    for (const auto& call : transcript::shell_calls(options.command)) {
      started += (started.empty() ? "" : ", ") + call[0];
    }
    cli::print("starts: " + visible(started.empty() ? "nothing" : started) + "\n");
  }
  if (meant.empty()) cli::print("no rule is about it\n");
  for (const Rule* rule : meant) print_rule(*rule);
  if (!meant.empty() && found.standing != Standing::kept) {
    cli::print(visible(file_state(here, found)) + "\n");
  }
  return cli::exit_done;
}

void add_pattern_options(CLI::App& command, RuleOptions& options) {
  command.add_option("--command", options.commands,
                     "Held up where Bash starts this: \"npm\", \"git push\"; repeatable");
  command.add_option("--file", options.files,
                     "Held up where this is changed: \"src/generated/**\"; repeatable");
  command.add_option(
      "--tool", options.tools,
      "Held up where this tool is used: \"WebFetch\", \"mcp__github__*\"; repeatable");
  command
      .add_option("--answer", options.answer,
                  "say: the model is told (default); ask: you are asked; deny: it does not run")
      ->check(CLI::IsMember({"say", "ask", "deny"}));
  command.add_flag("--no-pattern", options.no_pattern, "Held up nowhere, only told")
      ->disable_flag_override();
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "The rules that you keep for this project.\n\n"
      "A kept rule is told to the model once after a compaction and after /clear, and held up at\n"
      "the tool calls that it is about: the model is told, you are asked, or the call is denied.",
      "context-rules");
  app.footer(
      "Exit: 0 done, 1 it cannot be done, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-rules keep 'use pnpm, not npm'\n"
      "  context-rules keep 'never push without asking' --answer ask\n"
      "  context-rules test 'cd web && npm ci'");
  RuleOptions options;
  app.require_subcommand(1);
  CLI::App* listing = app.add_subcommand("list", "Show the rules, and what is offered");
  listing->add_flag("--json", options.json, "Print JSON")->disable_flag_override();
  CLI::App* keeping =
      app.add_subcommand("keep", "Keep a rule: one that was offered, or your words");
  keeping->add_option("what", options.what, "The number of an offer, or the rule")->required();
  add_pattern_options(*keeping, options);
  keeping
      ->add_flag("--claude-md", options.claude_md,
                 "Write the line into CLAUDE.md instead, and show the diff")
      ->disable_flag_override();
  keeping->add_flag("--dry-run", options.dry_run, "Show what would be kept and change nothing")
      ->disable_flag_override();
  CLI::App* dropping = app.add_subcommand("drop", "Drop a rule");
  dropping->add_option("number", options.number, "Its number")->required();
  CLI::App* editing = app.add_subcommand("edit", "Change a rule");
  editing->add_option("number", options.number, "Its number")->required();
  editing->add_option("--rule", options.text, "Its new words");
  add_pattern_options(*editing, options);
  CLI::App* testing = app.add_subcommand("test", "Say which rules a command is held up by");
  testing->add_option("command", options.command, "The command, or a file with --tool Edit")
      ->required();
  testing->add_option("--tool", options.tool, "The tool that is called (Bash)");
  CLI::App* accepting =
      app.add_subcommand("accept", "Keep a rules file that came with the project, or was changed");
  accepting->add_flag("--yes", options.yes, "Without being asked")->disable_flag_override();
  return cli::run(app, argc, argv, [&] {
    if (listing->parsed()) return show(options);
    if (keeping->parsed()) return keep(options);
    if (dropping->parsed()) return drop(options);
    if (editing->parsed()) return edit(options);
    if (testing->parsed()) return test(options);
    return accept(options);
  });
}

}  // namespace context_rot::context_rules
