#pragma once
// A project's rules on disk, and the person's record of which of them count.
//
// rules.yaml stands in the project's data folder, which may have come with a clone. So a file
// counts only where the person's own folder (<client's folder>/context-rot/rules) says that this
// person kept just these bytes for just this project.

#include <filesystem>
#include <string>
#include <vector>

#include "rules/rules_text.h"
#include "util/environment.h"
#include "util/result.h"

namespace context_rot::rules {

/// What a project's rules are to this person.
enum class Standing : std::uint8_t {
  none,     ///< there is no file
  kept,     ///< this person kept it as it is
  foreign,  ///< it came from elsewhere, or was changed since: nothing of it counts
};

/// A project's rules as they are on disk.
struct ProjectRules {
  Standing standing = Standing::none;
  std::string text;  ///< of the file
  RuleList list;     ///< what it says, whether it counts or not

  /// The rules that count: none unless the file is kept.
  std::vector<Rule> counting() const {
    return standing == Standing::kept ? list.rules : std::vector<Rule>();
  }
};

/// The project's rules.yaml; empty where there is no place for one.
std::filesystem::path rules_file(const std::filesystem::path& project,
                                 const Environment& environment);

/// Reads the rules of a project and the record. No file is none; fails with "PATH: reason" where it
/// cannot be read. With `only_kept` the rules come from the record, which has what the file said as
/// it was kept, and none where it is not kept: the file is not parsed, and `list.problems` is
/// empty.
Result<ProjectRules> load_rules(const std::filesystem::path& project,
                                const Environment& environment, bool only_kept);

/// Records that this person keeps the project's rules as they are in `text`. Fails with "PATH:
/// reason", also where there is no folder of the person's.
Result<void> record_rules(const std::filesystem::path& project, const Environment& environment,
                          std::string_view text);

/// Writes the project's rules and records them. Where nothing is left to say the file goes.
Result<void> save_rules(const std::filesystem::path& project, const Environment& environment,
                        std::string_view text);

/// The tools that the kept rules of all projects of this person have to do with, by the records, in
/// the form of matcher_of().
std::string matcher_of_all(const Environment& environment);

/// Whether the person is to be told that the project's rules do not count: true the first time for
/// just this text, and where that cannot be remembered never.
bool take_foreign_notice(const std::filesystem::path& project, const Environment& environment,
                         std::string_view text);

/// Where offers of a project stand, in the person's own folder; empty where there is none.
std::filesystem::path offers_file(const std::filesystem::path& project,
                                  const Environment& environment);

}  // namespace context_rot::rules
