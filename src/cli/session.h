#pragma once
// What a command that speaks of a session opens: the project it runs in, and the session itself.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "cli/exit_codes.h"
#include "client/paths.h"
#include "client/project.h"
#include "config/config.h"
#include "findings/analysis.h"
#include "transcript/conversation.h"
#include "util/environment.h"
#include "window/measure.h"

namespace context_rot::cli {

/// Where a command runs and what is configured there.
struct Project {
  Environment environment;
  std::filesystem::path folder;   ///< the working directory
  std::filesystem::path project;  ///< its project (client/project.h)
  std::filesystem::path data;     ///< the project's data; empty where there is no place for any
  config::LoadedConfig loaded;
  config::Language language = config::Language::english;
};

/// Without the configuration, for what does not depend on it.
inline Project project_here(Environment environment = process_environment()) {
  Project out;
  std::error_code error;
  out.folder = std::filesystem::current_path(error);
  out.project = client::project_of(out.folder, environment);
  out.data = client::data_folder(out.project, environment).value_or("");
  out.environment = std::move(environment);
  return out;
}

/// With it. Throws Problem where it has a fault.
inline Project configured_project(Environment environment = process_environment()) {
  Project out = project_here(std::move(environment));
  out.loaded = config::load_config(out.project, out.environment);
  if (!out.loaded.problems.empty()) throw Problem{out.loaded.problems.front()};
  out.language = config::language_of(out.loaded.config, out.environment);
  return out;
}

/// Measures what the request names, in this project. Throws Problem where that cannot be.
inline window::Measurement measured(window::MeasureRequest request, const Project& here) {
  request.folder = here.folder;
  request.configured_window = here.loaded.config.window;
  auto outcome = window::measure(request, here.environment);
  if (const auto* problem = std::get_if<window::MeasureError>(&outcome)) {
    throw Problem{problem->message, problem->exit_code};
  }
  return std::get<window::Measurement>(std::move(outcome));
}

/// The id of the session that was measured: the name of its file.
inline std::string session_of(const window::Measurement& measured) {
  return measured.transcript.stem().string();
}

/// The conversation with all that is known about it.
inline std::unique_ptr<findings::Analysis> analysed(transcript::Conversation conversation,
                                                    const std::string& session,
                                                    const Project& here) {
  return findings::analyse(std::move(conversation), here.project, here.data, session, here.loaded);
}

/// The session that was measured, read whole and analysed. Throws Problem where it cannot be read.
inline std::unique_ptr<findings::Analysis> analysed(const window::Measurement& measured,
                                                    const Project& here) {
  auto conversation = transcript::read_session(measured.transcript, transcript::Detail::content);
  if (!conversation) throw Problem{conversation.error(), exit_failed};
  return analysed(*std::move(conversation), session_of(measured), here);
}

}  // namespace context_rot::cli
