// UserPromptSubmit: tells the user, once, when the window has entered a higher band.

#include <algorithm>
#include <filesystem>

#include "advice/band_notice.h"
#include "host/config.h"
#include "host/hook.h"
#include "host/paths.h"
#include "meter/client_point.h"
#include "meter/crossing.h"
#include "util/visible.h"

namespace {

using namespace context_rot;
namespace fs = std::filesystem;

/// Says what is wrong with the configuration, at the first prompt of a session only.
std::string config_problem(const host::LoadedConfig& config,
                           const transcript::Conversation& conversation) {
  const auto comes_later = [](const transcript::Entry& entry) {
    return starts_prompt_hook(entry) || entry.kind == transcript::EntryKind::boundary;
  };
  const auto& entries = conversation.entries;
  if (config.problems.empty() || !conversation.complete ||
      std::any_of(entries.begin(), entries.end(), comes_later)) {
    return {};
  }
  return "Context Rot Toolkit: " + visible(config.problems.front()) + " (the default is used)";
}

std::string answer(const host::HookInput& input, const Environment& environment) {
  const fs::path project = host::project_folder(input, environment);
  const host::LoadedConfig loaded = host::load_config(project, environment);
  const host::Config& config = loaded.config;
  const fs::path transcript = input.transcript_path;
  std::error_code error;
  // The client creates the transcript after the first prompt.
  if (!fs::exists(transcript, error)) return host::show_to_user(config_problem(loaded, {}));

  const auto conversation =
      transcript::read_session_tail(transcript, transcript::Detail::headers, meter::knows_crossing);
  if (!conversation) throw std::runtime_error(conversation.error());
  if (const std::string problem = config_problem(loaded, *conversation); !problem.empty()) {
    return host::show_to_user(problem);
  }
  if (config.notify == host::Notify::off) return {};
  std::optional<host::Snapshot> snapshot;
  const auto data = host::data_folder(project, environment);
  if (data && host::is_session_id(input.session_id)) {
    snapshot = host::read_snapshot(host::snapshot_file(*data, input.session_id), input.session_id);
  }
  meter::WindowSaid said;
  if (config.window > 0) said.by_configuration = config.window;
  const auto crossing =
      meter::band_crossing(*conversation, snapshot, said, meter::band_limits(config));
  if (!crossing) return {};

  const bool to_user = config.notify != host::Notify::model;
  const bool to_model = config.notify != host::Notify::user;
  return host::give_to_model(
      "UserPromptSubmit", to_model ? advice::band_note_for_model(*crossing) : "",
      to_user
          ? advice::band_notice(
                *crossing, meter::client_point(crossing->reading, project, transcript, environment),
                host::language_of(config, environment))
          : "");
}

}  // namespace

int main() {
  return context_rot::host::run_hook("hook-user-prompt-submit", answer);
}
