#include "journal/store/store.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "journal/markdown/markdown.h"
#include "support/session.h"
#include "util/file_lock.h"

using namespace context_rot;
using namespace context_rot::journal;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view id = "8a352318-1111-4111-8111-111111111111";

std::string id_of(int n) {
  return "0000000" + std::to_string(n) + "-1111";
}

Result<Updated> put_note(const fs::path& file, const std::string& session, const std::string& note,
                         Milliseconds time = 1000, StoreOptions options = {}) {
  return update_journal(file, options, config::Language::english, [&](Journal& journal) {
    Section facts;
    facts.id = session;
    facts.time = time;
    facts.when = "2026-11-29 14:20";
    Part part{Kind::next, "", {generated(note)}};
    facts.parts = {part};
    merge_into(journal, facts, [](const std::string&) { return true; });
  });
}

mode_t mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("a journal inside the project is not led out of it by a link") {
  const test::TempFolder folder;
  const fs::path project = folder.path() / "project";
  const fs::path mine = folder.write("mine/notes.md", "# Mine\n");
  fs::create_directories(project / ".claude");
  fs::create_symlink(mine, project / ".claude" / "session-journal.md");
  const Environment environment = fixed_environment({{"HOME", folder.path().string()}});
  config::JournalConfig config;
  const JournalFile linked = journal_file(config, project, environment);
  CHECK_FALSE(read_journal(linked));
  CHECK_FALSE(update_journal(linked, {}, config::Language::english,
                             [](Journal& journal) { journal.preamble.push_back("ours"); }));
  fs::remove(linked.path);
  fs::create_symlink(mine.parent_path() / "new.md", linked.path);
  CHECK_FALSE(update_journal(linked, {}, config::Language::english,
                             [](Journal& journal) { journal.preamble.push_back("ours"); }));
  CHECK_FALSE(fs::exists(mine.parent_path() / "new.md"));
  config.path = "docs/notes.md";
  fs::create_directory_symlink(mine.parent_path(), project / "docs");
  CHECK_FALSE(read_journal(journal_file(config, project, environment)));
  CHECK(test::content_of(mine) == "# Mine\n");
  // What the user names may be anywhere, and so may the whole .claude.
  config.path = "../mine/notes.md";
  CHECK(read_journal(journal_file(config, project, environment)));
  fs::remove_all(project / ".claude");
  fs::create_directory_symlink(mine.parent_path(), project / ".claude");
  config.path = ".claude/notes.md";
  CHECK(read_journal(journal_file(config, project, environment)));
}

TEST_CASE("the journal of a worktree is that of the main working tree, and git sees neither") {
  const test::TempFolder folder;
  const fs::path main = folder.path() / "main";
  folder.write("main/.git/HEAD", "ref: refs/heads/main\n");
  folder.write("main/packages/api/a.txt", "x");
  folder.write("wt/.git", "gitdir: " + (main / ".git/worktrees/wt").string() + "\n");
  folder.write("main/.git/worktrees/wt/commondir", "../..\n");
  folder.write("main/.git/worktrees/wt/gitdir", (folder.path() / "wt/.git").string() + "\n");
  const Environment environment = fixed_environment({{"HOME", folder.path().string()}});
  config::JournalConfig config;
  const auto file = [&](const fs::path& project) {
    return journal_file(config, project, environment);
  };
  CHECK(file(main).path == main / ".claude/session-journal.md");
  CHECK(file(folder.path() / "wt").path == main / ".claude/session-journal.md");
  CHECK(file(folder.path() / "wt/packages/api").path ==
        main / "packages/api/.claude/session-journal.md");
  CHECK(file(folder.path() / "wt/only/here").path == main / ".claude/session-journal.md");
  // A worktree that the client has made and removed again, before its session ended.
  CHECK(file(main / ".claude/worktrees/feat").path == main / ".claude/session-journal.md");
  const auto add = [&](const JournalFile& to) {
    return update_journal(to, {}, config::Language::english,
                          [](Journal& journal) { journal.preamble.push_back("ours"); });
  };
  REQUIRE(add(file(folder.path() / "wt")));
  CHECK_FALSE(fs::exists(folder.path() / "wt/.claude"));
  const fs::path exclude = main / ".git/info/exclude";
  CHECK(test::content_of(exclude) == "**/.claude/session-journal*.md\n");
  // Who takes the line out wants the journal in the repository.
  fs::remove(exclude);
  REQUIRE(add(file(main)));
  CHECK_FALSE(fs::exists(exclude));
  // Where the person has put it, it is the person's matter.
  config.path = "docs/j.md";
  REQUIRE(add(file(folder.path() / "wt")));
  CHECK(fs::exists(folder.path() / "wt/docs/j.md"));
  CHECK_FALSE(fs::exists(exclude));
}

TEST_CASE("where the journal is") {
  const Environment environment = fixed_environment({{"HOME", "/home/demo"}});
  config::JournalConfig config;
  CHECK(journal_file(config, "/p", environment).path == "/p/.claude/session-journal.md");
  config.path = "docs/j.md";
  CHECK(journal_file(config, "/p", environment).path == "/p/docs/j.md");
  config.path = "/abs/j.md";
  CHECK(journal_file(config, "/p", environment).path == "/abs/j.md");
  config.path = "~/j.md";
  CHECK(journal_file(config, "/p", environment).path == "/home/demo/j.md");
  CHECK(archive_file("/p/session-journal.md") == "/p/session-journal.archive.md");
}

TEST_CASE("a new journal: private, with its folder, and read back") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "a" / "session-journal.md";
  CHECK(read_journal(file)->sections.empty());
  const auto updated = put_note(file, std::string(id), "one");
  REQUIRE(updated);
  CHECK(updated->written);
  CHECK(mode_of(file) == 0600);
  CHECK(mode_of(file.parent_path()) == 0700);
  CHECK(files_in(file.parent_path()) == 1);
  const auto journal = read_journal(file);
  REQUIRE(journal);
  REQUIRE(journal->sections.size() == 1);
  CHECK(journal->preamble[0] == "# Session journal");
  CHECK(items_of(journal->sections[0], Kind::next)[0]->text == "one");
}

TEST_CASE("nothing to change: nothing is written; a mode and a link stay") {
  const test::TempFolder folder;
  const fs::path file = folder.write("real.md", "# Mine  \n\n\n\nText.");
  ::chmod(file.c_str(), 0644);
  const fs::path link = folder.path() / "session-journal.md";
  fs::create_symlink("real.md", link);
  const auto nothing = update_journal(link, {}, config::Language::english, [](Journal&) {});
  REQUIRE(nothing);
  CHECK_FALSE(nothing->written);
  CHECK(test::content_of(file) == "# Mine  \n\n\n\nText.");
  REQUIRE(put_note(link, std::string(id), "one"));
  CHECK(fs::is_symlink(link));
  CHECK(mode_of(file) == 0644);
  CHECK(test::content_of(file).starts_with(
      "# Mine  \n\n\n\nText.\n\n## 2026-11-29 14:20 (8a352318)"));
  CHECK_FALSE(put_note(link, std::string(id), "one")->written);
}

TEST_CASE("a file that is no Markdown is never written as a journal") {
  const test::TempFolder folder;
  const fs::path profile = folder.write(".profile", "mine\n");
  const fs::path link = folder.path() / "session-journal.md";
  fs::create_symlink(".profile", link);
  for (const fs::path& journal : {profile, link, folder.path() / "new"}) {
    CAPTURE(journal);
    const auto done = put_note(journal, std::string(id), "one");
    REQUIRE_FALSE(done);
    CHECK(done.error().ends_with(": the name of a journal ends in .md; nothing was written"));
  }
  CHECK(test::content_of(profile) == "mine\n");
  CHECK_FALSE(fs::exists(folder.path() / "new"));
}

TEST_CASE("a journal that is not understood is kept and said so") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "session-journal.md";
  const struct {
    std::string content;
    std::string reason;
  } cases[] = {
      {"# J\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n", "holds the marks of a merge conflict"},
      {std::string("\x00\x01", 2), "holds NUL bytes"},
      {"caf\xE9\n", "is not UTF-8"},
      {std::string(10u << 20, 'x'), "has more than 8388608 bytes"},
  };
  int n = 0;
  for (const auto& c : cases) {
    CAPTURE(c.reason);
    folder.write("session-journal.md", c.content);
    CHECK_FALSE(read_journal(file));
    const auto updated = put_note(file, std::string(id), "one");
    REQUIRE(updated);
    const std::string name = "session-journal.broken-" + std::to_string(++n) + ".md";
    CHECK(updated->set_aside->filename() == name);
    CHECK(updated->notice ==
          file.string() + " " + c.reason + "; it is kept as " + name + ", a new journal is begun");
    CHECK(test::content_of(folder.path() / name) == c.content);
    CHECK(read_journal(file)->sections.size() == 1);
  }
}

TEST_CASE("headings that a person broke lose nothing") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "session-journal.md";
  REQUIRE(put_note(file, std::string(id), "one"));
  std::string text = test::content_of(file);
  text.replace(text.find("### Next steps"), 14, "##Next steps");
  text.replace(text.find("## 2026"), 7, "2026");
  folder.write("session-journal.md", text);
  REQUIRE(put_note(file, std::string(id), "two"));
  const std::string after = test::content_of(file);
  CHECK(after.find("2026-11-29 14:20 (8a352318)\n") != std::string::npos);
  CHECK(after.find("##Next steps\n- one\n") != std::string::npos);
  CHECK(after.find("### Next steps\n- two\n") != std::string::npos);
}

TEST_CASE("the oldest sections move to the archive") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "session-journal.md";
  StoreOptions options;
  options.max_bytes = 4096;
  std::size_t archived = 0;
  for (int n = 0; n < 9; ++n) {
    const auto updated = put_note(file, id_of(n), std::string(800, 'a'), 1000 + n, options);
    REQUIRE(updated);
    archived += updated->archived;
    CHECK(fs::file_size(file) <= options.max_bytes);
  }
  // A session of long ago that goes on is not old.
  REQUIRE(put_note(file, id_of(6), "again", 5000, options));
  const auto journal = read_journal(file);
  const auto archive = read_journal(archive_file(file));
  REQUIRE(journal);
  REQUIRE(archive);
  CHECK(archived == archive->sections.size());
  CHECK(journal->sections.size() + archive->sections.size() == 9);
  CHECK(find_section(*journal, id_of(6)) != nullptr);
  CHECK(find_section(*journal, id_of(8)) != nullptr);
  for (std::size_t i = 0; i < archive->sections.size(); ++i) {
    CHECK(archive->sections[i].id == id_of(static_cast<int>(i)));
  }
  // One that is too large alone stays.
  REQUIRE(update_journal(file, options, config::Language::english, [](Journal& edited) {
    edited.sections[0].parts.push_back({Kind::own, "### Mine", {}});
    for (int i = 0; i < 200; ++i) {
      Item item;
      item.origin = Origin::person;
      item.line = "a line of a person's, number " + std::to_string(i);
      edited.sections[0].parts.back().items.push_back(item);
    }
    edited.sections[0].time = 9000;
  }));
  CHECK(read_journal(file)->sections.size() == 1);
  CHECK(test::content_of(file).find("number 199\n") != std::string::npos);
}

TEST_CASE("what is archived for a journal that is then not written is taken out again") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "session-journal.md";
  for (int n = 0; n < 6; ++n) REQUIRE(put_note(file, id_of(n), std::string(900, 'a'), 1000 + n));
  StoreOptions options;
  options.max_bytes = 4096;
  bool first = true;
  const auto updated =
      update_journal(file, options, config::Language::english, [&](Journal& journal) {
        if (std::exchange(first, false))
          folder.write("session-journal.md", "# J\nsaved meanwhile\n");
        journal.preamble.push_back("ours");
      });
  REQUIRE(updated);
  CHECK(updated->archived == 0);
  CHECK(test::content_of(file) == "# J\nsaved meanwhile\nours\n");
  CHECK_FALSE(fs::exists(archive_file(file)));
}

TEST_CASE("an archive that cannot be written keeps the sections in the journal") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / "session-journal.md";
  fs::create_directory(archive_file(file));
  StoreOptions options;
  options.max_bytes = 4096;
  for (int n = 0; n < 6; ++n) {
    const auto updated = put_note(file, id_of(n), std::string(900, 'a'), 1000 + n, options);
    REQUIRE(updated);
    if (n == 5) CHECK(updated->notice.starts_with("nothing could be archived: "));
  }
  CHECK(read_journal(file)->sections.size() == 6);
}

TEST_CASE("an editor that saves meanwhile loses nothing") {
  const test::TempFolder folder;
  const fs::path file = folder.write("session-journal.md", "# J\n");
  bool first = true;
  const auto updated = update_journal(file, {}, config::Language::english, [&](Journal& journal) {
    if (std::exchange(first, false)) folder.write("session-journal.md", "# J\nsaved meanwhile\n");
    journal.preamble.push_back("ours");
  });
  REQUIRE(updated);
  CHECK(test::content_of(file) == "# J\nsaved meanwhile\nours\n");
}

TEST_CASE("failures are said, and the file is as it was") {
  const test::TempFolder folder;
  const fs::path file = folder.write("session-journal.md", "# J\n");
  {
    const auto held = FileLock::acquire_folder(folder.path(), std::chrono::milliseconds(0));
    REQUIRE(held);
    StoreOptions options;
    options.patience = std::chrono::milliseconds(20);
    const auto updated = put_note(file, std::string(id), "one", 1000, options);
    REQUIRE_FALSE(updated);
    CHECK(updated.error().find("is locked by another process") != std::string::npos);
  }
  CHECK(test::content_of(file) == "# J\n");
  CHECK_FALSE(put_note(file / "below" / "j.md", std::string(id), "one"));
  CHECK_FALSE(put_note(folder.path(), std::string(id), "one"));
}
