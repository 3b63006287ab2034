#pragma once
// Commands that do something which stays.

#include <string_view>

namespace context_rot::session {

/// Whether a shell command changes something outside the window that a second run would change
/// again: `git push`, `git commit`, `gh pr merge`, `gh api --method POST`, `curl -X PUT`, `rm`,
/// `mv`, publishing, deploying. Reads at most the first 4 KiB; any bytes; linear.
bool changes_something(std::string_view command);

/// Whether it hands work in: `git commit`, `git push`, `git merge`, a pull or merge request made or
/// merged with `gh` or `glab`; not with --dry-run.
bool hands_in(std::string_view command);

/// Whether it commits: `git commit` in any form, with options of git in front.
bool commits(std::string_view command);

}  // namespace context_rot::session
