#pragma once
// The toolkit's configuration: defaults < user file < project file < environment.
// Flags, which stand above all of these, belong to the programs.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/language.h"
#include "util/environment.h"

namespace context_rot::config {

enum class Notify { user, model, both, off };

/// How corrections are noticed; see src/correction.
struct CorrectionConfig {
  bool detect = true;      ///< false: no note, no ledger
  bool confirm = true;     ///< ask the model to say whether it was one
  bool keep_text = false;  ///< keep the prompt and the end of the answer in the ledger
  std::optional<double> rejected_limit;  ///< 0 to 1; absent: the weights' own
  std::optional<double> correction_limit;
  std::optional<double> grey_limit;
  std::optional<double> note_limit;
  std::vector<std::string> languages_off;                ///< "fr", "de"
  std::map<std::string, std::vector<std::string>> cues;  ///< concept -> phrases of the user's
};

/// The session journal; see src/journal.
struct JournalConfig {
  bool enabled = true;
  std::string path;                     ///< empty: session-journal.md in the project's .claude
  std::int64_t max_bytes = 256 * 1024;  ///< the oldest sections beyond it go to the archive
};

/// What hook-post-tool-use does where it is wired; see src/live/tool_output.h.
struct LiveConfig {
  bool trim = true;                  ///< shorten outputs beyond the limits
  bool repeats = true;               ///< a note for a Read that shows what is there already
  std::int64_t limit = 20'000;       ///< bytes of an output
  std::int64_t read_limit = 50'000;  ///< bytes of a file that is read whole
};

/// Percent and tokens. The default of every key is the value it has here; what a key means
/// is said in settings-templates/config.yaml.
struct Config {
  std::optional<Language> language;  ///< absent: by the locale
  Notify notify = Notify::user;
  int band_yellow = 60;
  int band_red = 75;
  int band_critical = 90;
  int status_warn = 70;
  int status_critical = 85;
  std::int64_t window = 0;  ///< 0: found out
  CorrectionConfig correction;
  JournalConfig journal;
  LiveConfig live;
};

/// The configuration in effect, where it comes from, and what is wrong with it.
struct LoadedConfig {
  Config config;
  /// Key -> where its value comes from: a file with its line, a variable; defaults are absent.
  std::map<std::string, std::string> origins;
  /// One line each, with file and line or the variable, fit for stderr. Where this is not
  /// empty the values it speaks of are not in `config`.
  std::vector<std::string> problems;
};

/// Reads ~/.claude/context-rot/config.yaml (or under CLAUDE_CONFIG_DIR), then
/// <project>/.claude/context-rot/config.yaml, then the environment. A missing file is none.
/// Limits that do not rise are a problem, and then the defaults of that group hold.
LoadedConfig load_config(const std::filesystem::path& project, const Environment& environment);

/// One file of configuration. What lies in a project may have come with it from others, so its
/// paths may not lead out of the project.
struct ConfigFile {
  std::string name;
  std::string text;
  bool is_projects = false;
};

/// The same for given texts, for tests and checks: `files` from weak to strong.
LoadedConfig read_config(const std::vector<ConfigFile>& files, const Environment& environment);

/// The language to speak to the user in: the configured one, else Spanish where LC_ALL,
/// LC_MESSAGES or LANG (the first that is set) begins with "es", else English.
Language language_of(const Config& config, const Environment& environment);

/// Every key that the files may hold with its value, as a file would say it, in the order of the
/// template.
std::vector<std::pair<std::string, std::string>> config_values(const Config& config);

}  // namespace context_rot::config
