#include "rules/offers.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "rules/rules_file.h"

using namespace context_rot;
using namespace context_rot::rules;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone at the end.
struct Folder {
  Folder() {
    std::string name = (fs::temp_directory_path() / "context-rot-rules-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

std::size_t due(const Result<std::vector<Offer>>& offers) {
  REQUIRE(offers);
  return offers->size();
}

Environment environment_of(const fs::path& home) {
  return fixed_environment({{"HOME", home.string()}});
}

}  // namespace

TEST_CASE("rules: a corrected rule is offered once it is confirmed, and only once") {
  const Folder folder;
  const fs::path file = folder.path / "own/offers.jsonl";
  CHECK(due(typed(file, "use pnpm, not npm", "entry-1", {}, 1)) == 0);
  CHECK(due(confirmed(file, "entry-2")) == 0);
  const auto offered = confirmed(file, "entry-1");
  REQUIRE(due(offered) == 1);
  CHECK((*offered)[0].number == 1);
  CHECK((*offered)[0].rule == "use pnpm, not npm");
  CHECK(due(confirmed(file, "entry-1")) == 0);
  CHECK(due(typed(file, "use pnpm instead of npm", "entry-3", {}, 2)) == 0);
  CHECK(offer_text(*offered, config::Language::english, "context-rules") ==
        "Keep this as a rule? \"use pnpm, not npm\": context-rules keep 1");
  CHECK(offer_text(*offered, config::Language::spanish, "context-rules") ==
        "¿Guardarlo como regla? \"use pnpm, not npm\": context-rules keep 1");
  CHECK(offer_text({}, config::Language::english, "x") == "");
}

TEST_CASE("rules: a rule that is typed again is offered at once") {
  const Folder folder;
  const fs::path file = folder.path / "offers.jsonl";
  CHECK(due(typed(file, "use pnpm, not npm", "", {}, 1)) == 0);  // no correction: not remembered
  CHECK(due(typed(file, "use pnpm, not npm", "entry-1", {}, 2)) == 0);
  CHECK(due(typed(file, "never push without asking", "entry-2", {}, 3)) == 0);
  CHECK(due(typed(file, "use pnpm instead of npm", "", {}, 4)) == 1);
  CHECK(due(typed(file, "use pnpm instead of npm", "", {}, 5)) == 0);
  CHECK(due(typed(file, "never push", "entry-4", {"never push without asking"}, 6)) == 0);
}

TEST_CASE("rules: foreign lines among the offers are skipped") {
  const auto offers = read_offers(
      "no JSON\n[]\n{\"event\":\"seen\"}\n{\"event\":\"seen\",\"number\":\"1\",\"rule\":\"x\"}\n"
      "{\"event\":\"seen\",\"number\":-1,\"rule\":\"x\"}\n"
      "{\"event\":\"seen\",\"number\":3,\"rule\":\"a\\n<b>\"}\n"
      "{\"event\":\"seen\",\"number\":3,\"rule\":\"other\"}\n{\"event\":\"kept\",\"number\":3}\n"
      "{\"event\":\"kept\",\"number\":9}\n{\"event\":\"seen\",\"number\":4,\"rule\":\"\"}\n");
  REQUIRE(offers.size() == 1);
  CHECK(offers[0].rule.find('\n') == std::string::npos);
  CHECK(offers[0].rule.starts_with("a "));
  CHECK(offers[0].kept);
}

TEST_CASE("rules: a file counts for who kept it, as it was kept, where it was kept") {
  const Folder folder;
  const Environment mine = environment_of(folder.path / "home");
  const Environment other = environment_of(folder.path / "other");
  const fs::path project = folder.path / "shop";
  fs::create_directories(project / ".claude/context-rot");
  const std::string text = "rules:\n- number: 1\n  rule: a\n  command: npm\n";
  CHECK(load_rules(project, mine, true)->standing == Standing::none);
  REQUIRE(save_rules(project, mine, text));
  CHECK(load_rules(project, mine, true)->counting().size() == 1);
  const std::string all =
      "rules:\n- {number: 1, rule: a b, command: [npm, git push], file: 'x/**', tool: 'mcp__*', "
      "answer: ask}\n"
      "- {number: 5, rule: c}\n- {number: 6, rule: d, tool: [A, B], answer: deny}\n";
  REQUIRE(save_rules(project, mine, all));
  CHECK(load_rules(project, mine, true)->list.rules ==
        load_rules(project, mine, false)->list.rules);
  CHECK(load_rules(project, mine, true)->counting().size() == 3);
  REQUIRE(save_rules(project, mine, text));
  // Killed between the file and its record: the old and the new file are both this person's.
  const fs::path own = folder.path / "home/.claude/context-rot/rules";
  for (const auto& entry : fs::directory_iterator(own)) {
    CHECK(entry.path().extension() == ".kept");
    fs::rename(entry.path(), fs::path(entry.path()).replace_extension(".next"));
  }
  CHECK(load_rules(project, mine, true)->standing == Standing::kept);
  REQUIRE(record_rules(project, mine, text));
  CHECK(load_rules(project, other, true)->standing == Standing::foreign);
  CHECK(load_rules(project, other, false)->counting().empty());
  CHECK(matcher_of_all(mine) == "Bash");
  CHECK(matcher_of_all(other) == "");
  fs::copy(project, folder.path / "clone", fs::copy_options::recursive);
  CHECK(load_rules(folder.path / "clone", mine, true)->standing == Standing::foreign);
  CHECK(take_foreign_notice(folder.path / "clone", mine, text));
  CHECK_FALSE(take_foreign_notice(folder.path / "clone", mine, text));
  CHECK(take_foreign_notice(folder.path / "clone", mine, text + "\n"));
  std::ofstream(rules_file(project, mine), std::ios::app) << "# more\n";
  CHECK(load_rules(project, mine, true)->standing == Standing::foreign);
  REQUIRE(record_rules(project, mine, text + "# more\n"));
  CHECK(load_rules(project, mine, true)->standing == Standing::kept);
}
