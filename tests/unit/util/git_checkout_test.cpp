#include "util/git_checkout.h"

#include <doctest/doctest.h>

#include "support/session.h"

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

/// A repository with a working tree "wt" beside the main one, as git lays them out.
void make_repository(const test::TempFolder& folder) {
  folder.write("main/.git/HEAD", "ref: refs/heads/main\n");
  folder.write("main/.git/info/exclude", "# git ls-files --others\n*.o\n");
  fs::create_directories(folder.path() / "main" / "packages");
  const std::string own = (folder.path() / "main/.git/worktrees/wt").string();
  folder.write("wt/.git", "gitdir: " + own + "\n");
  folder.write("main/.git/worktrees/wt/commondir", "../..\n");
  folder.write("main/.git/worktrees/wt/gitdir", (folder.path() / "wt/.git").string() + "\n");
}

}  // namespace

TEST_CASE("a folder in the main working tree and in a linked one") {
  const test::TempFolder folder;
  make_repository(folder);
  const fs::path main = folder.path() / "main";
  const auto below = git_checkout_of(main / "packages");
  REQUIRE(below);
  CHECK(below->root == main);
  CHECK(below->main == main);
  CHECK_FALSE(below->is_linked());
  const auto linked = git_checkout_of(folder.path() / "wt");
  REQUIRE(linked);
  CHECK(linked->root == folder.path() / "wt");
  CHECK(linked->main == main);
  CHECK(linked->common == main / ".git");
  CHECK(linked->is_linked());
  CHECK_FALSE(git_checkout_of(folder.path()));
  CHECK_FALSE(git_checkout_of("relative"));
}

TEST_CASE("a .git that came with a folder leads to no other repository") {
  const test::TempFolder folder;
  make_repository(folder);
  const std::string own = (folder.path() / "main/.git/worktrees/wt").string();
  // A second folder that claims to be the same worktree.
  folder.write("evil/.git", "gitdir: " + own + "\n");
  CHECK_FALSE(git_checkout_of(folder.path() / "evil"));
  // A folder of its own that names the repository of another.
  folder.write("evil/.git", "gitdir: x/worktrees/e\n");
  folder.write("evil/x/worktrees/e/gitdir", (folder.path() / "evil/.git").string() + "\n");
  folder.write("evil/x/worktrees/e/commondir", (folder.path() / "main/.git").string() + "\n");
  CHECK_FALSE(git_checkout_of(folder.path() / "evil"));
  for (const char* text : {"", "gitdir: ", "gitdir: \n", "gitdir: a\nb", "nonsense"}) {
    folder.write("evil/.git", text);
    CHECK_FALSE(git_checkout_of(folder.path() / "evil"));
  }
  fs::create_directories(folder.path() / "linked");
  fs::create_directory_symlink(folder.path() / "main" / ".git", folder.path() / "linked/.git");
  CHECK_FALSE(git_checkout_of(folder.path() / "linked"));
}

TEST_CASE("a pattern is excluded once, and not through a link") {
  const test::TempFolder folder;
  make_repository(folder);
  const fs::path exclude = folder.path() / "main/.git/info/exclude";
  const auto checkout = git_checkout_of(folder.path() / "wt");
  REQUIRE(checkout);
  REQUIRE(exclude_from_git(*checkout, "notes.md"));
  REQUIRE(exclude_from_git(*checkout, "notes.md"));
  CHECK(test::content_of(exclude) == "# git ls-files --others\n*.o\nnotes.md\n");
  fs::remove_all(exclude.parent_path());
  REQUIRE(exclude_from_git(*checkout, "notes.md"));
  CHECK(test::content_of(exclude) == "notes.md\n");
  const fs::path mine = folder.write("mine/exclude", "mine\n");
  fs::remove(exclude);
  fs::create_symlink(mine, exclude);
  CHECK_FALSE(exclude_from_git(*checkout, "notes.md"));
  fs::remove_all(exclude.parent_path());
  fs::create_directory_symlink(mine.parent_path(), exclude.parent_path());
  CHECK_FALSE(exclude_from_git(*checkout, "notes.md"));
  CHECK(test::content_of(mine) == "mine\n");
}
