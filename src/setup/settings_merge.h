#pragma once
// Putting our hooks and status line into the text of a settings.json, and taking them out,
// without touching anything else in it. Pure: text in, text out.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "setup/settings_template.h"
#include "util/result.h"

namespace context_rot::setup {

/// The variables that an installation may set in the settings, and that uninstall puts back.
inline constexpr std::string_view own_variables[] = {"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE",
                                                     "CLAUDE_CODE_AUTO_COMPACT_WINDOW"};

enum class StatusLineRequest { leave, want, remove };

/// What an installation wants.
struct SettingsRequest {
  SettingsTemplate wanted;
  StatusLineRequest status_line = StatusLineRequest::leave;
  /// The command of a status line that ours would hide although it is in another file (the
  /// user's, under a project's): wrapped where the file itself has none. Empty: there is none.
  std::string inherited_status_line;
  /// Set in "env", also over another value.
  std::map<std::string, std::string> env;
  /// Set in "env" where nothing is there.
  std::map<std::string, std::string> env_if_absent;
};

/// The settings after a change, as text, and what was done to them.
struct SettingsChange {
  std::string text;
  /// Whether nothing is left in the settings that had something.
  bool left_empty = false;
  /// What was done, a clause each ("hook added: UserPromptSubmit"). Empty: nothing.
  std::vector<std::string> done;
  /// What the user should know although nothing was done about it.
  std::vector<std::string> notices;
};

/// What install found and left, to tell later what in a file is the user's. A file that did
/// not exist is nullopt.
struct SettingsMemory {
  std::optional<std::string> before;
  std::string after;
};

/// The settings with what is wanted in them. Entries of ours are brought to the template's
/// form where they stand; those the template no longer has go; everything else keeps its bytes.
/// A text of white space only (the client takes it for {}) becomes a new document. Merging
/// the result again changes nothing. Fails with "LINE:COLUMN: reason" on text that is not
/// strict JSON and where "hooks", "env" or "statusLine" is of the wrong type.
Result<SettingsChange> merge_settings(std::string_view text, const SettingsRequest& request);

/// The settings without anything of ours. With a memory, empty containers that `before` had
/// stay, others go, and the values that were set in "env" are put back; without one, empty
/// containers go and "env" stays. A wrapped status line is put back as it was. Fails as
/// merge_settings does, but a wrong type holds nothing of ours and is left alone.
Result<SettingsChange> strip_settings(std::string_view text,
                                      const std::optional<SettingsMemory>& memory);

/// Whether anything of ours (hook or status line) is in it; false for text that is not JSON.
bool has_own_settings(std::string_view text);

}  // namespace context_rot::setup
