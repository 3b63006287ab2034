#include "setup/examine.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <set>

#include "client/managed.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "client/wrapped_line.h"
#include "config/config.h"
#include "setup/client.h"
#include "setup/inside.h"
#include "setup/last_install.h"
#include "setup/manifest.h"
#include "setup/other_settings.h"
#include "setup/settings_own.h"
#include "util/file.h"
#include "util/replace_file.h"
#include "util/shell_word.h"
#include "util/subprocess.h"
#include "util/temporary_file.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr auto probe_limit = std::chrono::seconds(5);
constexpr std::size_t max_output = 1u << 20;
constexpr const char* sample_session = "00000000-0000-4000-8000-000000000000";

constexpr const char* probe_start = "context-rot-doctor-";

/// Removes the folders of this user that doctors left who were killed: no doctor takes an hour.
void remove_stale_probes() {
  std::vector<fs::path> stale;
  std::error_code error;
  for (fs::directory_iterator entry(fs::temp_directory_path(error), error), end;
       !error && entry != end; entry.increment(error)) {
    struct stat status {};
    if (entry->path().filename().string().starts_with(probe_start) &&
        ::lstat(entry->path().c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
        status.st_uid == ::geteuid() && status.st_mtime < std::time(nullptr) - 3600) {
      stale.push_back(entry->path());
    }
  }
  for (const fs::path& path : stale) fs::remove_all(path, error);
}

/// A folder for the programs under examination, removed at the end.
class ProbeFolder {
 public:
  ProbeFolder() {
    remove_stale_probes();
    std::string name = (fs::temp_directory_path() / (std::string(probe_start) + "XXXXXX")).string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ProbeFolder(const ProbeFolder&) = delete;
  ProbeFolder& operator=(const ProbeFolder&) = delete;
  ~ProbeFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// What the client (2.1.332) would give a program on stdin.
std::string sample_input(const std::string& program, const std::string& event,
                         const fs::path& folder) {
  Json input = {{"session_id", sample_session},
                {"transcript_path", (folder / "none.jsonl").string()},
                {"cwd", folder.string()}};
  if (program == "context-status-line") {
    input["model"] = {{"id", "claude-sonnet-4-5"}};
    input["workspace"] = {{"project_dir", folder.string()}};
    input["context_window"] = {{"total_input_tokens", 136000},
                               {"context_window_size", 200000},
                               {"current_usage", {{"input_tokens", 136000}}}};
    return input.dump();
  }
  input["hook_event_name"] = event;
  input["prompt"] = "a sample prompt";
  if (event == "PostToolUse") {
    input["tool_name"] = "Bash";
    input["tool_use_id"] = "toolu_sample";
    input["tool_input"] = {{"command", "true"}};
    input["tool_response"] = {
        {"stdout", "ok"}, {"stderr", ""}, {"interrupted", false}, {"isImage", false}};
  }
  if (event == "PreToolUse") {
    input["tool_name"] = "Bash";
    input["tool_input"] = {{"command", "true"}};
  }
  return input.dump();
}

/// What is wrong with the output of a program that ended well; empty if nothing is.
std::string output_problem(const std::string& program, const std::string& output) {
  if (program == "context-status-line") {
    return output.find("68 %") == std::string::npos ? "shows a wrong number" : "";
  }
  if (output.empty() || output.front() != '{' || Json::accept(output)) return "";
  return "prints what the client cannot read";
}

ProbedProgram probe(const fs::path& path, const std::string& event, const fs::path& folder) {
  ProbedProgram probed;
  probed.name = path.filename().string();
  probed.executable = ::access(path.c_str(), X_OK) == 0;
  if (!probed.executable) return probed;
  const std::string command = "CONTEXT_ROT_HOME=" + quote_shell_word(folder.string()) +
                              " CLAUDE_PROJECT_DIR=" + quote_shell_word(folder.string()) +
                              " exec " + quote_shell_word(path.string());
  const auto start = std::chrono::steady_clock::now();
  const auto output =
      run_shell(command, sample_input(probed.name, event, folder), probe_limit, max_output);
  probed.took = std::chrono::duration_cast<std::chrono::microseconds>(
      std::chrono::steady_clock::now() - start);
  probed.problem = output ? output_problem(probed.name, *output) : output.error();
  std::error_code error;
  if (probed.problem.empty() && fs::exists(folder / "hook-errors.log", error)) {
    probed.problem = "logs an error";
    fs::remove(folder / "hook-errors.log", error);
  }
  return probed;
}

SettingsFound look_at_settings(const fs::path& path, const std::string& scope) {
  SettingsFound found{path.string(), scope, std::nullopt, ""};
  const auto content = read_content(path);
  if (!content) {
    found.problem = content.error();
  } else if (*content) {
    const auto wiring = read_wiring(**content);
    if (wiring) {
      found.wiring = *wiring;
    } else {
      found.problem = wiring.error();
    }
  }
  return found;
}

std::string problem_of_writing(const fs::path& folder) {
  return TemporaryFile::create(folder / "doctor") ? "" : folder.string() + " cannot be written";
}

void look_for_newer(const fs::path& snapshots, std::optional<fs::file_time_type>& newest) {
  std::error_code error;
  for (fs::directory_iterator file(snapshots, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code gone;
    const auto time = file->last_write_time(gone);
    if (!gone && (!newest || time > *newest)) newest = time;
  }
}

/// The age of the newest snapshot: of the project's, or of all projects'.
std::optional<std::chrono::seconds> snapshot_age(const Place& place) {
  std::optional<fs::file_time_type> newest;
  look_for_newer(place.data() / "snapshots", newest);
  std::error_code error;
  for (fs::directory_iterator project(place.data() / "projects", error), end;
       !error && project != end; project.increment(error)) {
    look_for_newer(project->path() / "snapshots", newest);
  }
  if (!newest) return std::nullopt;
  return std::chrono::duration_cast<std::chrono::seconds>(fs::file_time_type::clock::now() -
                                                          *newest);
}

/// Tries the hooks that the last installation wired, and those that are wired beyond it.
void find_programs(const Place& place, const LastInstall& last, const ProbeFolder& folder,
                   Examination& found) {
  std::set<std::string> seen;
  for (const WiredHook& hook : last.hooks) {
    seen.insert(hook.program);
    found.wanted_hooks.push_back(hook.program);
    found.programs.push_back(probe(place.bin() / hook.program, hook.event, folder.path()));
  }
  for (const SettingsFound& settings : found.settings) {
    for (const WiredHook& hook :
         settings.wiring ? settings.wiring->hooks : std::vector<WiredHook>()) {
      if (!seen.insert(hook.program).second) continue;
      found.programs.push_back(probe(place.bin() / hook.program, hook.event, folder.path()));
    }
  }
  found.programs.push_back(probe(place.bin() / "context-status-line", "", folder.path()));
}

/// The programs that the settings name by their path and that are not there.
std::vector<std::string> astray_programs(const std::vector<SettingsFound>& settings) {
  std::set<std::string> paths;
  for (const SettingsFound& file : settings) {
    for (const WiredHook& hook : file.wiring ? file.wiring->hooks : std::vector<WiredHook>()) {
      const bool is_path = hook.command.starts_with('/') && hook.command.ends_with(hook.program);
      if (is_path && ::access(hook.command.c_str(), X_OK) != 0) paths.insert(hook.command);
    }
  }
  return {paths.begin(), paths.end()};
}

/// Runs the status line that ours wraps where ours is shown, as ours would.
void time_wrapped_line(Examination& found, const fs::path& folder) {
  std::string shown;
  for (const SettingsFound& file : found.settings) {
    if (file.wiring && !file.wiring->status_line.empty()) shown = file.wiring->status_line;
  }
  const auto wrapped = wrapped_status_line(shown);
  if (!wrapped) return;
  const auto start = std::chrono::steady_clock::now();
  const auto line = run_shell(*wrapped, sample_input("context-status-line", "", folder),
                              client::wrapped_limit, client::max_wrapped_bytes);
  found.wrapped_took = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - start);
  found.wrapped_answers = line && !line->empty();
}

/// How hooks went in the project's last sessions, or for a user in those of the newest project.
std::vector<client::HookRuns> last_hook_runs(const Place& place, const Environment& environment) {
  if (place.is_project) {
    const auto client = client::client_folder(environment);
    if (!client) return {};
    return client::hook_runs(*client / "projects" /
                             client::project_slug(tidy(place.project).string()));
  }
  std::optional<fs::file_time_type> newest;
  fs::path in;
  for (const fs::path& folder : client::transcript_folders(environment)) {
    std::error_code error;
    const auto time = fs::last_write_time(folder, error);
    if (error || (newest && time <= *newest)) continue;
    newest = time;
    in = folder;
  }
  return in.empty() ? std::vector<client::HookRuns>() : client::hook_runs(in);
}

/// Whether settings that are shared with others wire hooks of ours.
bool wires_for_others(const std::vector<SettingsFound>& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const SettingsFound& file) {
    return file.scope == "project" && file.wiring && !file.wiring->hooks.empty();
  });
}

}  // namespace

Result<Examination> examine(const Place& place, const Environment& environment) {
  std::error_code error;
  if (auto own = check_own_folders(place); !own) return Error{own.error()};
  const auto list = load_manifest(place);
  // Without programs it may be an installation that lost them.
  if (!fs::is_directory(place.bin(), error) && (!list || list->files.empty())) {
    return Error{"nothing of the toolkit is in " + place.root.string()};
  }
  const ProbeFolder folder;
  if (folder.path().empty()) return Error{"no temporary folder can be made"};
  Examination found;
  if (!list) found.list_problem = list.error();
  const LastInstall last = last_install(place);
  found.wants_status_line = last.status_line;
  found.repair = repair_command(place, last);
  if (const auto client = client::client_folder(environment)) {
    found.settings.push_back(look_at_settings(*client / "settings.json", "user"));
  }
  fs::path project;
  if (place.is_project) {
    project = tidy(place.project);
    found.settings.push_back(look_at_settings(place.root / "settings.json", "project"));
    found.settings.push_back(look_at_settings(place.root / "settings.local.json", "local"));
  }
  auto managed = client::managed_settings_files(client::managed_folder());
  std::reverse(managed.begin(), managed.end());
  for (const fs::path& file : managed) {
    found.settings.push_back(look_at_settings(file, managed_scope));
  }
  find_programs(place, last, folder, found);
  time_wrapped_line(found, folder.path());
  found.hook_runs = last_hook_runs(place, environment);
  found.astray = astray_programs(found.settings);
  if (wires_for_others(found.settings)) found.worktrees = worktree_note(place);
  found.data_folder = place.data().string();
  found.data_problem = problem_of_writing(place.data());
  found.snapshot_age = snapshot_age(place);
  found.client_version = client_version();
  found.config_problems = config::load_config(project, environment).problems;
  return found;
}

}  // namespace context_rot::setup
