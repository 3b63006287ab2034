// context-status-line: the client's status line command. Shows how full the window is and
// keeps the client's own numbers as a snapshot for the other programs.

#include <unistd.h>

#include <filesystem>
#include <string>

#include "cli/common.h"
#include "host/config.h"
#include "host/hook.h"
#include "host/paths.h"
#include "host/status_input.h"
#include "meter/client_point.h"
#include "meter/status_text.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/number.h"
#include "util/subprocess.h"

namespace {

using namespace context_rot;
namespace fs = std::filesystem;

constexpr std::size_t max_input = 16u << 20;
constexpr std::size_t max_wrapped_output = 64u << 10;

struct Options {
  std::string wrap;
  int wrap_milliseconds = 500;
  std::string snapshot;
};

/// Writes the snapshot where asked and into the data folder. A failure is logged: the line
/// must still be shown.
void save(const host::Snapshot& snapshot, const std::optional<fs::path>& data,
          const std::string& extra_file) {
  const std::string json = host::render_snapshot(snapshot);
  const auto write = [&](const fs::path& file, const auto& write_to) {
    auto made = create_private_folders(file.parent_path());
    if (made) made = write_to(file, json);
    if (!made && data) host::log_hook_error(*data, "context-status-line", made.error());
  };
  if (data && host::is_session_id(snapshot.session_id)) {
    write(host::snapshot_file(*data, snapshot.session_id), write_own_cache_file);
  }
  if (!extra_file.empty()) write(extra_file, write_cache_file);
}

/// What the client's numbers say; where they say nothing, because of a compaction or because the
/// client is too old to have any, what the transcript says of it.
meter::Reading reading_of(const host::StatusInput& input, std::int64_t configured_window) {
  meter::WindowSaid said;
  if (configured_window > 0) said.by_configuration = configured_window;
  meter::ContextUse use;
  if (!input.numbers.used && !input.transcript_path.empty()) {
    const auto conversation = transcript::read_session_tail(
        input.transcript_path, transcript::Detail::headers, meter::knows_use);
    if (conversation) use = meter::context_use(*conversation);
  }
  if (input.has_window) return meter::read_meter(use, 0, input.numbers, said);
  if (!input.numbers.model.empty()) use.model = input.numbers.model;
  return meter::read_meter(use, 0, std::nullopt, said);
}

int show(const Options& options) {
  const Environment environment = process_environment();
  const auto text = read_descriptor(STDIN_FILENO, max_input);
  if (!options.wrap.empty() && text) {
    const auto other =
        run_shell(options.wrap, *text, std::chrono::milliseconds(options.wrap_milliseconds),
                  max_wrapped_output);
    if (other && !other->empty()) {
      std::fputs(other->c_str(), stdout);
      if (other->back() != '\n') std::fputc('\n', stdout);
    }
  }
  auto input = text ? host::parse_status_input(*text) : Result<host::StatusInput>(Error{""});
  if (!input) input = host::StatusInput{};
  input->numbers.time = now();

  const fs::path project = environment("CLAUDE_PROJECT_DIR").value_or(input->project);
  const auto data = host::data_folder(project, environment);
  // A snapshot without numbers stands for "before the first answer".
  if (input->has_window && !input->numbers.session_id.empty()) {
    save(input->numbers, data, options.snapshot);
  }
  const host::Config config = host::load_config(project, environment).config;
  const meter::Reading reading = reading_of(*input, config.window);
  const meter::CompactionPoint point =
      meter::client_point(reading, project, input->transcript_path, environment);
  const std::string line =
      meter::status_text(reading, point, meter::band_limits(config),
                         host::language_of(config, environment), !environment("NO_COLOR"));
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
                 "Milliseconds the wrapped status line may take (500)")
      ->type_name("N")
      ->check(CLI::Range(1, 60000));
  app.add_option("--snapshot", options.snapshot,
                 "Also write the numbers to this file, for CONTEXT_METER_SNAPSHOT")
      ->type_name("FILE");
  return cli::run(app, argc, argv, [&] { return show(options); });
}
