#pragma once
// Where a folder stands in a git repository, by git's files alone: git is not run. Product-free.

#include <filesystem>
#include <optional>
#include <string_view>

#include "util/result.h"

namespace context_rot {

/// A working tree (gitrepository-layout(5), "git worktree").
struct GitCheckout {
  std::filesystem::path root;    ///< of the working tree
  std::filesystem::path common;  ///< the repository's own folder, usually <main>/.git
  std::filesystem::path main;    ///< root of the main working tree; empty where there is none

  /// Whether it is one that `git worktree add` has made beside the main one.
  bool is_linked() const { return main != root; }
};

/// The working tree that an absolute folder is in, by the nearest .git at or above it. Nothing
/// outside of a repository, in a submodule, and where .git is a link, or names a repository that
/// does not know of this working tree: what came with a folder leads nowhere else.
std::optional<GitCheckout> git_checkout_of(const std::filesystem::path& folder);

/// Adds a pattern to the repository's info/exclude, which is shared by its working trees and by
/// nobody else, unless it is there. Fails with "PATH: reason", also where a link is in the way.
Result<void> exclude_from_git(const GitCheckout& checkout, std::string_view pattern);

}  // namespace context_rot
