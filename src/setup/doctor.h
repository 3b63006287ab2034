#pragma once
// From what was found on the machine to what is in order and what to do about the rest.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client/hook_runs.h"
#include "setup/wiring.h"

namespace context_rot::setup {

enum class Verdict {
  ok,
  note,  ///< nothing is wrong, but worth knowing
  fix,   ///< something does not work; the text says what to do
};

/// One line of the doctor's answer.
struct Check {
  Verdict verdict = Verdict::ok;
  std::string name;  ///< "hooks", "settings", ...
  std::string text;
};

/// One run of an installed program with sample input.
struct ProbedProgram {
  std::string name;  ///< "hook-user-prompt-submit"
  bool executable = true;
  std::string problem;  ///< empty: it did what it should
  std::chrono::microseconds took{0};
};

/// One settings file that the client reads.
struct SettingsFound {
  std::string path;
  std::string scope;             ///< "user", "project", "local", "managed"
  std::optional<Wiring> wiring;  ///< nothing where there is no file
  std::string problem;           ///< why it cannot be read, with line and column
};

/// What the checks look at. Gathered by examine(); tests make their own.
struct Examination {
  std::string repair;                     ///< the command that mends an installation
  std::vector<std::string> wanted_hooks;  ///< programs that the installation is to have wired
  bool wants_status_line = false;         ///< whether it is to have wired the status line
  std::string worktrees;                  ///< what worktrees need; empty: nothing
  std::vector<std::string> astray;        ///< programs that settings name by a path, not there
  std::string list_problem;               ///< what is wrong with the list of installed files
  std::vector<ProbedProgram> programs;
  std::vector<SettingsFound> settings;  ///< all scopes that count here, weak to strong
  std::optional<std::chrono::milliseconds> wrapped_took;  ///< the status line that ours wraps
  bool wrapped_answers = false;                           ///< whether it printed something in time
  std::vector<client::HookRuns> hook_runs;                ///< in the last sessions, anybody's
  std::string data_problem;                               ///< why the data folder cannot be written
  std::string data_folder;
  std::optional<std::chrono::seconds> snapshot_age;  ///< of the newest; nothing: there is none
  std::string client_version;                        ///< empty: not found
  std::vector<std::string> config_problems;
};

/// The scope of settings that an administrator has set.
inline constexpr const char* managed_scope = "managed";

/// Why no hook of ours runs, by a managed settings file; empty where it lets them.
std::string forbidden_by(const std::string& path, const Wiring& managed);

/// The version of Claude Code that this release was tested with.
constexpr const char* tested_client = "2.1.332";

/// One line for each thing checked, in a fixed order. Pure.
std::vector<Check> diagnose(const Examination& found);

}  // namespace context_rot::setup
