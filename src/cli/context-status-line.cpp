// context-status-line: the client's status line command. Shows how full the window is and
// keeps the client's own numbers as a snapshot for the other programs.

#include <unistd.h>

#include <filesystem>
#include <string>

#include "cli/common.h"
#include "client/hook_parts.h"
#include "client/paths.h"
#include "client/status_input.h"
#include "client/transcripts.h"
#include "client/wrapped_line.h"
#include "config/config.h"
#include "util/atomic_file.h"
#include "util/escape_codes.h"
#include "util/file.h"
#include "util/number.h"
#include "window/client_point.h"
#include "window/status_text.h"

namespace context_rot::context_status_line {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_input = 16u << 20;

struct Options {
  std::string wrap;
  int wrap_milliseconds = static_cast<int>(client::wrapped_limit.count());
  std::string snapshot;
};

/// Writes the snapshot where asked and into the data folder. A failure is logged: the line
/// must still be shown.
void save(const client::Snapshot& snapshot, const std::optional<fs::path>& data,
          const std::string& extra_file, const client::HookParts& parts) {
  const auto must = [](const Result<void>& done) {
    if (!done) throw std::runtime_error(done.error());
  };
  if (data && client::is_session_id(snapshot.session_id)) {
    parts.run([&] { must(client::save_snapshot(*data, snapshot)); });
  }
  if (extra_file.empty()) return;
  parts.run([&] {
    must(create_private_folders(fs::path(extra_file).parent_path()));
    must(write_cache_file(extra_file, client::render_snapshot(snapshot)));
  });
}

/// What the client's numbers say; where they say nothing, because of a compaction or because the
/// client is too old to have any, what the transcript says of it.
window::Reading reading_of(const client::StatusInput& input, std::int64_t configured_window) {
  window::WindowSaid said;
  if (configured_window > 0) said.by_configuration = configured_window;
  window::ContextUse use;
  if (!input.numbers.used && !input.transcript_path.empty()) {
    const auto conversation = transcript::read_session_tail(
        input.transcript_path, transcript::Detail::headers, window::knows_use);
    if (conversation) use = window::context_use(*conversation);
  }
  if (input.has_window && !use.unreported) return window::read_meter(use, 0, input.numbers, said);
  if (!input.numbers.model.empty()) use.model = input.numbers.model;
  return window::read_meter(use, 0, std::nullopt, said);
}

int show(const Options& options) {
  const Environment environment = process_environment();
  const auto text = read_descriptor(STDIN_FILENO, max_input);
  auto input = text ? client::parse_status_input(*text) : Result<client::StatusInput>(Error{""});
  if (!input) input = client::StatusInput{};
  input->numbers.time = now();

  const fs::path project = environment("CLAUDE_PROJECT_DIR").value_or(input->project);
  const auto data = client::data_folder(project, environment);
  const client::HookParts parts("context-status-line", project, environment);
  // The numbers first: the client ends a run that a newer one overtakes, and the other line may be
  // slow. A snapshot without numbers stands for "before the first answer".
  if (input->has_window && !input->numbers.session_id.empty()) {
    save(input->numbers, data, options.snapshot, parts);
  }
  const config::Config config = config::load_config(project, environment).config;
  const window::Reading reading = parts.run([&] { return reading_of(*input, config.window); });
  const window::CompactionPoint point =
      window::client_point(reading, project, input->transcript_path, environment);
  const std::string line =
      window::status_text(reading, point, window::band_limits(config),
                          config::language_of(config, environment), !environment("NO_COLOR"));
  if (!options.wrap.empty() && text) {
    const std::string other = client::wrapped_line(
        options.wrap, *text, std::chrono::milliseconds(options.wrap_milliseconds), data,
        input->numbers.session_id);
    const std::string closed = with_escapes_closed(other);
    std::fputs(closed.c_str(), stdout);
    if (!closed.empty() && closed.back() != '\n') std::fputc('\n', stdout);
  }
  std::puts(line.c_str());
  return cli::exit_done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "The status line of Claude Code: how full the window is, on one line.\n"
      "Reads the client's JSON on stdin and keeps its numbers for context-meter.",
      "context-status-line");
  app.footer("Settings: \"statusLine\": {\"type\": \"command\", \"command\": \"...\"}.");
  Options options;
  app.add_option("--wrap", options.wrap, "Run this status line with the same input, show it first")
      ->type_name("COMMAND");
  app.add_option("--wrap-limit", options.wrap_milliseconds,
                 "Milliseconds the wrapped status line may take (10000)")
      ->type_name("N")
      ->check(CLI::Range(1, 60000));
  app.add_option("--snapshot", options.snapshot,
                 "Also write the numbers to this file, for CONTEXT_METER_SNAPSHOT")
      ->type_name("FILE");
  return cli::run(app, argc, argv, [&] { return show(options); });
}

}  // namespace context_rot::context_status_line
