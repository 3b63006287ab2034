// context-curate: takes out of a conversation what no longer helps.

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include "cli/common.h"
#include "curate/curate.h"
#include "curate/event.h"
#include "util/append_file.h"
#include "util/file.h"

namespace {

using namespace context_rot;
using namespace context_rot::curate;

struct MessagesOptions {
  Options curation;
  std::string format;
  std::string query;
  std::string run_id;
  std::string events;
  long long clean_room = -1;
  bool no_corrections = false;
  bool dry_run = false;
  bool stream = false;
};

bool print(const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
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
  return Json{{"error", visible(reason)}, {"line", line}}.dump(-1, ' ', false,
                                                               Json::error_handler_t::replace) +
         "\n";
}

/// One answer for each request; false where stdout is closed.
bool answer(const CLI::App& app, const std::string& line, std::size_t number,
            const MessagesOptions& options, const correction::Detector& detector) {
  try {
    const auto outcome = curate_text(line, options, detector);
    if (!outcome) return print(error_line(outcome.error(), number));
    if (!print((options.dry_run
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
    return print(error_line(error.what(), number));
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
  if (!print(out)) return cli::fail(app, "stdout cannot be written", cli::exit_failed);
  if (options.dry_run) return cli::exit_done;
  if (const auto told = tell(*outcome, options); !told) {
    return cli::fail(app, told.error(), cli::exit_failed);
  }
  return cli::exit_done;
}

CLI::App* add_messages(CLI::App& app, MessagesOptions& options) {
  CLI::App* command = app.add_subcommand(
      "messages",
      "Curate a list of messages: stdin to stdout\n\n"
      "Reads a list of messages, or an object with one in \"messages\" and, if it likes, "
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
  command
      ->add_option("--failed", options.curation.failed,
                   "Failed results: remove (default), deprioritize, summarize, keep")
      ->transform(CLI::CheckedTransformer(failed_modes))
      ->type_name("MODE");
  command
      ->add_option("--max-failed", options.curation.max_failed,
                   "How many of the last failed results stay whole (1)")
      ->type_name("N");
  static const std::map<std::string, DecayAction> actions{{"drop", DecayAction::drop},
                                                          {"summarize", DecayAction::shorten},
                                                          {"keep", DecayAction::keep}};
  command
      ->add_option("--decay-action", options.curation.decay,
                   "What is old: drop (default), summarize to one line, keep")
      ->transform(CLI::CheckedTransformer(actions))
      ->type_name("ACTION");
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

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Takes out of a conversation what no longer helps.", "context-curate");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read or written, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-curate messages --failed deprioritize --max-failed 1 < request.json\n"
      "  context-curate messages --dry-run --query 'why does UserService fail?' < messages.json\n"
      "  agent | context-curate messages --stream --events curation.jsonl");
  app.require_subcommand(1);
  MessagesOptions messages_options;
  const CLI::App* messages = add_messages(app, messages_options);
  return cli::run(app, argc, argv, [&] {
    if (messages->parsed()) return curate_messages(app, messages_options);
    return cli::exit_usage;
  });
}
