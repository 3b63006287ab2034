// context-curate: removes the noise from a conversation.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "cli/common.h"
#include "cli/session.h"
#include "client/transcripts.h"
#include "curate/curate.h"
#include "curate/event.h"
#include "findings/kinds.h"
#include "fork/fork_session.h"
#include "fork/fork_text.h"
#include "fork/forks.h"
#include "fork/time_argument.h"
#include "util/append_file.h"
#include "util/file.h"
#include "util/one_of.h"
#include "util/program_path.h"

namespace context_rot::context_curate {

namespace {

using namespace context_rot::curate;
using cli::dumped;
using cli::print;
namespace fs = std::filesystem;

struct MessagesOptions {
  CurateOptions curation;
  std::string format;
  std::string query;
  std::string run_id;
  std::string events;
  long long clean_room = -1;
  bool no_corrections = false;
  bool dry_run = false;
  bool stream = false;
};

/// At once, for who reads line by line.
bool send(const std::string& text) {
  return print(text) && std::fflush(stdout) == 0;
}

std::string new_run_id() {
  static int count = 0;
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%llx-%lx-%x", static_cast<unsigned long long>(now()),
                static_cast<unsigned long>(getpid()), static_cast<unsigned>(++count));
  return buffer;
}

/// What has been read and what has become of it.
struct Outcome {
  MessageArray input;
  Curated curated;
  std::string run_id;
};

Result<Outcome> curate_text(std::string_view text, const MessagesOptions& options,
                            const correction::Detector& detector) {
  auto array = read_array(text, format_of(options.format));
  if (!array) return Error{array.error()};
  Outcome out;
  out.input = *array;
  out.run_id = !options.run_id.empty()  ? options.run_id
               : !array->run_id.empty() ? array->run_id
                                        : new_run_id();
  const std::string query = options.query.empty() ? array->query : options.query;
  auto curated = curate::curate(*std::move(array), options.curation, query, detector);
  if (!curated) return Error{curated.error()};
  out.curated = *std::move(curated);
  return out;
}

Result<void> tell(const Outcome& outcome, const MessagesOptions& options) {
  const std::string line = event_line(outcome.curated, outcome.input, outcome.run_id, now());
  if (!options.events.empty()) return append_line(options.events, line);
  std::fprintf(stderr, "%s\n", line.c_str());
  return {};
}

std::string error_line(const std::string& reason, std::size_t line) {
  return dumped({{"error", visible(reason)}, {"line", line}}, -1);
}

/// One answer for each request; false where stdout is closed.
bool answer(const CLI::App& app, const std::string& line, std::size_t number,
            const MessagesOptions& options, const correction::Detector& detector) {
  try {
    const auto outcome = curate_text(line, options, detector);
    if (!outcome) return send(error_line(outcome.error(), number));
    if (!send((options.dry_run
                   ? event_line(outcome->curated, outcome->input, outcome->run_id, now())
                   : write_array(outcome->curated.array)) +
              "\n")) {
      return false;
    }
    if (options.dry_run) return true;
    if (const auto told = tell(*outcome, options); !told) {
      cli::fail(app, told.error(), cli::exit_failed);
    }
    return true;
  } catch (const std::exception& error) {
    return send(error_line(error.what(), number));
  }
}

int stream(const CLI::App& app, const MessagesOptions& options,
           const correction::Detector& detector) {
  std::ios::sync_with_stdio(false);
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.pop_back();
    }
    if (line.empty()) continue;
    if (!answer(app, line, number, options, detector)) {
      return cli::fail(app, "stdout cannot be written", cli::exit_failed);
    }
  }
  return cli::exit_done;
}

int curate_messages(const CLI::App& app, MessagesOptions& options) {
  options.curation.corrections = !options.no_corrections;
  if (options.clean_room >= 0) {
    options.curation.clean_room = static_cast<std::size_t>(options.clean_room);
  }
  const correction::Detector detector;
  if (options.stream) return stream(app, options, detector);
  const auto text = read_descriptor(0, std::size_t{1} << 30);
  if (!text) return cli::fail(app, text.error(), cli::exit_failed);
  const auto outcome = curate_text(*text, options, detector);
  if (!outcome) {
    const bool refused = outcome.error().starts_with("refused");
    return cli::fail(app, refused ? outcome.error() : "stdin: " + outcome.error(),
                     refused ? cli::exit_failed : cli::exit_usage);
  }
  const Curated& curated = outcome->curated;
  if (!curated.input_faults.empty()) {
    std::fprintf(stderr, "%s: the API would refuse this input; %s:\n%s", app.get_name().c_str(),
                 curated.left_alone ? "nothing was changed" : "what is invalid is left as it was",
                 fault_list(curated).c_str());
  }
  std::string out = options.dry_run ? change_list(curated) : write_array(curated.array);
  if (out.empty() || out.back() != '\n') out += '\n';
  if (!send(out)) return cli::fail(app, "stdout cannot be written", cli::exit_failed);
  if (options.dry_run) return cli::exit_done;
  if (const auto told = tell(*outcome, options); !told) {
    return cli::fail(app, told.error(), cli::exit_failed);
  }
  return cli::exit_done;
}

/// An option that takes one of some words. (CLI11's own transformer shows the values of an
/// enumeration of bytes in --help, as control characters.)
template <typename Choice>
void add_choice(CLI::App& command, const std::string& name, Choice& chosen,
                const std::map<std::string, Choice>& choices, const std::string& type,
                const std::string& text) {
  std::set<std::string> words;
  for (const auto& [word, choice] : choices) words.insert(word);
  command
      .add_option_function<std::string>(
          name, [&chosen, choices](const std::string& word) { chosen = choices.at(word); }, text)
      ->check(CLI::IsMember(words))
      ->type_name(type);
}

CLI::App* add_messages(CLI::App& app, MessagesOptions& options) {
  CLI::App* command = app.add_subcommand(
      "messages",
      "Curate a list of messages: stdin to stdout\n\n"
      "Reads a list of messages, or an object with one in \"messages\" and, if wanted, "
      "\"query\"\n"
      "and \"runId\", as Anthropic's or OpenAI's API takes them, or plain roles and contents, and\n"
      "writes it in the same form. The result is valid where the input was.");
  command->add_option("--format", options.format, "anthropic, openai or plain (detected)")
      ->check(CLI::IsMember({"anthropic", "openai", "plain"}));
  static const std::map<std::string, FailedMode> failed_modes{
      {"remove", FailedMode::remove},
      {"deprioritize", FailedMode::deprioritize},
      {"summarize", FailedMode::summarize},
      {"keep", FailedMode::keep}};
  add_choice(*command, "--failed", options.curation.failed, failed_modes, "MODE",
             "What becomes of failed results (remove)");
  command
      ->add_option("--max-failed", options.curation.max_failed,
                   "How many of the last failed results stay whole (1)")
      ->type_name("N");
  static const std::map<std::string, DecayAction> actions{{"drop", DecayAction::drop},
                                                          {"summarize", DecayAction::shorten},
                                                          {"keep", DecayAction::keep}};
  add_choice(*command, "--decay-action", options.curation.decay, actions, "ACTION",
             "What becomes of what is old: nothing, one line, or itself (drop)");
  command
      ->add_option("--half-life", options.curation.half_life_turns,
                   "Turns after which a message counts half (10)")
      ->check(CLI::PositiveNumber)
      ->type_name("TURNS");
  command
      ->add_option("--min-weight", options.curation.min_weight,
                   "What counts less is old (0.1, that is 34 turns)")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  command
      ->add_option("--clean-room", options.clean_room,
                   "Keep only system, memory, what the query is about, and the last N")
      ->check(CLI::Range(0LL, 1000000000LL))
      ->type_name("N");
  command
      ->add_flag("--no-corrections", options.no_corrections,
                 "Do not turn wrong answers and their corrections into notes")
      ->disable_flag_override();
  command
      ->add_flag("--keep-thinking", options.curation.keep_thinking,
                 "Thinking behind a change stays: for models that do not bind it")
      ->disable_flag_override();
  command->add_option("--query", options.query, "Instead of the query in the input")
      ->type_name("TEXT");
  command->add_flag("--dry-run", options.dry_run, "Write what would go, and why")
      ->disable_flag_override();
  command->add_flag("--stream", options.stream, "One request and one answer a line")
      ->disable_flag_override();
  command->add_option("--events", options.events, "Add the event to a file, not to stderr")
      ->type_name("FILE");
  command->add_option("--run-id", options.run_id, "The event's runId")->type_name("ID");
  return command;
}

struct ValidateOptions {
  std::string format;
  std::string input;
};

/// What is wrong with the list, and with its thinking where it is known what it was made from.
Result<std::vector<Violation>> faults_of(const MessageArray& array,
                                         const ValidateOptions& options) {
  std::vector<Violation> out = validate(array);
  if (options.input.empty()) return out;
  const auto text = read_file(options.input, std::size_t{1} << 30);
  if (!text) return Error{text.error()};
  const auto input = read_array(*text, array.format);
  if (!input) return Error{options.input + ": " + input.error()};
  for (Violation& fault : broken_bindings(*input, array)) out.push_back(std::move(fault));
  std::stable_sort(out.begin(), out.end(),
                   [](const Violation& a, const Violation& b) { return a.message < b.message; });
  return out;
}

int validate_messages(const CLI::App& app, const ValidateOptions& options) {
  const auto text = read_descriptor(0, std::size_t{1} << 30);
  if (!text) return cli::fail(app, text.error(), cli::exit_failed);
  const auto array = read_array(*text, format_of(options.format));
  if (!array) return cli::fail(app, "stdin: " + array.error(), cli::exit_usage);
  const auto faults = faults_of(*array, options);
  if (!faults) return cli::fail(app, faults.error(), cli::exit_usage);
  std::string out;
  for (const Violation& fault : *faults) {
    out += "message " + std::to_string(fault.message) + " " + visible(fault.reason) + " (" +
           std::string(name_of(fault.rule)) + ")\n";
  }
  if (faults->empty()) {
    const std::size_t blocks = thinking_in(*array).blocks;
    out = "valid: " + std::to_string(array->messages.size()) +
          (array->messages.size() == 1 ? " message" : " messages") + " of format " +
          std::string(name_of(array->format)) + ", " + std::to_string(blocks) +
          (blocks == 1 ? " block" : " blocks") + " of thinking\n";
  }
  print(out);
  return faults->empty() ? cli::exit_done : cli::exit_failed;
}

CLI::App* add_validate(CLI::App& app, ValidateOptions& options) {
  CLI::App* command = app.add_subcommand(
      "validate",
      "Check a list of messages: what would the API refuse?\n\n"
      "Reads a list from stdin, as `messages` does, and writes a line for each rule that it "
      "breaks.\n"
      "Thinking is bound to all that stands before it: with --input the list is held against the\n"
      "one that it was made from. Exit 1 where a rule is broken.");
  command->add_option("--format", options.format, "anthropic, openai or plain (detected)")
      ->check(CLI::IsMember({"anthropic", "openai", "plain"}));
  command->add_option("--input", options.input, "The list that this one was made from")
      ->type_name("FILE");
  return command;
}

struct ForkOptions {
  std::string session;
  std::string transcript;
  std::vector<std::string> keep;
  std::vector<std::string> drop;
  std::string since;
  long long max_tokens = 0;
  bool thorough = false;
  bool keep_thinking = false;
  bool dry_run = false;
  bool json = false;
  bool open = false;
};

std::vector<std::string> kind_names() {
  std::vector<std::string> out;
  for (const findings::Kind kind : findings::all_kinds) {
    out.emplace_back(findings::kind_row(kind).name);
  }
  return out;
}

/// "deleted_reference, contradiction and finished": what goes only where it is asked for.
std::string kinds_that_stay() {
  std::vector<std::string> names;
  for (const findings::Kind kind : findings::all_kinds) {
    if (!findings::kind_row(kind).unasked) names.emplace_back(findings::kind_row(kind).name);
  }
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += (i == 0 ? "" : i + 1 < names.size() ? ", " : " and ") + names[i];
  }
  return out;
}

void set_kinds(const std::vector<std::string>& names, bool wanted, findings::ByKind<bool>& kinds) {
  for (const findings::Kind kind : findings::all_kinds) {
    if (is_one_of(findings::kind_row(kind).name, names)) kinds[kind] = wanted;
  }
}

/// What is worth knowing and is no result: on stderr.
void say_what_was_not_done(const CLI::App& app, const fork::Fork& made,
                           const ForkOptions& options) {
  const auto say = [&](const std::string& text) { cli::fail(app, text, cli::exit_done); };
  if (made.cut_at) {
    say("session " + made.names.from +
        " is being written right now; forked up to its last "
        "complete turn (" +
        format_local(*made.cut_at).substr(11) + ")");
  }
  if (options.max_tokens > 0 && made.plan.after > options.max_tokens) {
    say("--max-tokens " + std::to_string(options.max_tokens) +
        " is out of reach: " + std::to_string(made.plan.after) +
        " tokens are what you typed, the last two turns, what "
        "your last prompt names, and the client's own");
  }
}

int make_fork(const CLI::App& app, const ForkOptions& options) {
  const cli::Project here = cli::project_here();
  const std::string own = here.environment("CLAUDE_CODE_SESSION_ID").value_or("");
  fork::ForkRequest request;
  if (!options.transcript.empty()) {
    request.transcript = options.transcript;
  } else {
    const std::string session = options.session.empty() ? own : options.session;
    const auto found = session.empty()
                           ? client::newest_transcript(here.project, here.environment)
                           : client::find_transcript(session, here.folder, here.environment);
    if (!found && session.empty()) {
      return cli::fail(app, "name a session: --session ID or --transcript FILE", cli::exit_usage);
    }
    if (!found)
      return cli::fail(app, "there is no session " + in_quotes(session), cli::exit_failed);
    request.transcript = *found;
  }
  request.project = here.project;
  request.data = here.data;
  request.is_running = !own.empty() && request.transcript.stem() == own;
  request.dry_run = options.dry_run;
  set_kinds(options.keep, false, request.options.kinds);
  set_kinds(options.drop, true, request.options.kinds);
  set_kinds(options.drop, true, request.options.asked);
  request.options.thorough = options.thorough;
  request.options.keep_thinking = options.keep_thinking;
  if (options.max_tokens > 0) request.options.max_tokens = options.max_tokens;
  if (!options.since.empty()) {
    const auto since = fork::parse_since(options.since, now());
    if (!since) {
      return cli::fail(app,
                       "--since takes 30m, 2h, 3d or a time like 2026-11-29T14:20:00Z, not " +
                           in_quotes(options.since),
                       cli::exit_usage);
    }
    request.options.since = *since;
  }
  const config::LoadedConfig loaded = config::load_config(here.project, here.environment);
  if (!loaded.problems.empty()) return cli::fail(app, loaded.problems.front(), cli::exit_usage);
  const auto made = fork::fork_session(request, loaded);
  if (!made) return cli::fail(app, made.error(), cli::exit_failed);
  say_what_was_not_done(app, *made, options);
  std::string out;
  if (options.json) {
    out = dumped(fork::fork_json(*made));
  } else if (options.open) {
    out = fork::resume_command(made->names.session) + "\n";
  } else {
    out = fork::fork_text(*made, options.dry_run, own_command("context-curate", here.environment));
  }
  print(out);
  return cli::exit_done;
}

CLI::App* add_fork(CLI::App& app, ForkOptions& options) {
  CLI::App* command = app.add_subcommand(
      "fork",
      "Fork a session without its noise\n\n"
      "Writes a new session beside the original, which is only read: corrected answers become a\n"
      "note, what failed, is stale, came twice or is large and unused becomes one line that says\n"
      "what it was and how to get it back, work that was taken back goes. The rest is as it was, "
      "but\n"
      "for thinking behind the first change: newer models bind it to all that stands before it.");
  auto* session =
      command
          ->add_option("--session", options.session,
                       "The session: its id or first 8 characters (else this one, or the newest)")
          ->type_name("ID");
  command->add_option("--transcript", options.transcript, "Its file")
      ->type_name("FILE")
      ->excludes(session);
  command
      ->add_option("--keep", options.keep, "Leave this kind of finding as it is; may be repeated")
      ->check(CLI::IsMember(kind_names()))
      ->type_name("KIND");
  command
      ->add_option("--drop", options.drop,
                   "Leave this kind out whatever it costs; " + kinds_that_stay() + " are only then")
      ->check(CLI::IsMember(kind_names()))
      ->type_name("KIND");
  command
      ->add_option("--since", options.since,
                   "Change nothing older: 30m, 2h, 3d, or a time (2026-11-29T15:20:00+01:00)")
      ->type_name("WHEN");
  command
      ->add_flag(
          "--thorough", options.thorough,
          "Small early savings too, which cost the thinking and the prompt cache behind them")
      ->disable_flag_override();
  command
      ->add_flag("--keep-thinking", options.keep_thinking,
                 "Thinking stays: for models that do not bind it to what stands before it")
      ->disable_flag_override();
  command
      ->add_option("--max-tokens", options.max_tokens,
                   "Go on with old outputs, then old answers, until the rest fits")
      ->check(CLI::Range(1LL, 100000000LL))
      ->type_name("N");
  auto* dry =
      command->add_flag("--dry-run", options.dry_run, "Write nothing; print every change and why")
          ->disable_flag_override();
  auto* json =
      command->add_flag("--json", options.json, "The same as JSON")->disable_flag_override();
  command->add_flag("--open", options.open, "Print only the command that resumes the fork")
      ->disable_flag_override()
      ->excludes(dry)
      ->excludes(json);
  return command;
}

struct ForkListOptions {
  bool json = false;
  std::string id;
  bool force = false;
};

int list_forks(const ForkListOptions& options) {
  const auto forks = fork::forks_in(client::transcript_folders(process_environment()));
  print(options.json ? dumped(fork::forks_json(forks)) : fork::forks_text(forks));
  return cli::exit_done;
}

int undo_fork(const CLI::App& app, const ForkListOptions& options) {
  const auto found = fork::find_fork(
      fork::forks_in(client::transcript_folders(process_environment())), options.id);
  if (!found) return cli::fail(app, found.error(), cli::exit_failed);
  const auto done = fork::remove_fork(*found, options.force);
  if (!done) return cli::fail(app, done.error(), cli::exit_failed);
  print("Removed fork " + found->header.session +
        ". The original is there: " + fork::resume_command(visible(found->header.from)) + "\n");
  return cli::exit_done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Removes the noise from a conversation.", "context-curate");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read or written or a list breaks a rule, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-curate messages --failed deprioritize --max-failed 1 < request.json\n"
      "  context-curate messages --dry-run --query 'why does UserService fail?' < messages.json\n"
      "  agent | context-curate messages --stream --events curation.jsonl\n"
      "  context-curate validate --input request.json < curated.json\n"
      "  context-curate fork --session 8a352318-5b1e-4c1c-9d0e-0f5c1b2a3d4e --dry-run\n"
      "  $(context-curate fork --session 8a352318-5b1e-4c1c-9d0e-0f5c1b2a3d4e --open)");
  app.require_subcommand(1);
  MessagesOptions messages_options;
  const CLI::App* messages = add_messages(app, messages_options);
  ValidateOptions validate_options;
  const CLI::App* check = add_validate(app, validate_options);
  ForkOptions fork_options;
  const CLI::App* make = add_fork(app, fork_options);
  ForkListOptions list_options;
  CLI::App* list = app.add_subcommand("list", "List the forks that were made");
  list->add_flag("--json", list_options.json, "As JSON")->disable_flag_override();
  CLI::App* undo = app.add_subcommand("undo", "Remove a fork again");
  undo->add_option("ID", list_options.id, "The fork's session, or its first characters")
      ->required();
  undo->add_flag("--force", list_options.force, "Even where it was continued since")
      ->disable_flag_override();
  return cli::run(app, argc, argv, [&] {
    if (messages->parsed()) return curate_messages(app, messages_options);
    if (check->parsed()) return validate_messages(app, validate_options);
    if (make->parsed()) return make_fork(app, fork_options);
    if (list->parsed()) return list_forks(list_options);
    return undo_fork(app, list_options);
  });
}

}  // namespace context_rot::context_curate
