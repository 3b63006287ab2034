// From before a compaction to behind it, as the hooks go.

#include <doctest/doctest.h>

#include "journal/facts/audit.h"
#include "journal/facts/summary.h"
#include "journal/markdown/markdown.h"
#include "journal/markdown/merge.h"
#include "journal/told/instructions.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

bool exists(const std::string& path) {
  return path != "src/old.ts";
}

}  // namespace

TEST_CASE("a compaction: the section before, the summary, the section and the audit after") {
  Section facts;
  facts.id = "8a352318-1111-4111-8111-111111111111";
  facts.time = 1000;
  facts.when = "2026-11-29 14:20";
  facts.parts = {
      {Kind::goal, "", {generated("refresh tokens silently")}},
      {Kind::decisions, "", {generated("Redis for the lock", State::active)}},
      {Kind::corrections, "", {generated_correction("cache in Redis", "Postgres", "")}},
      {Kind::read_files, "", {generated_file("src/api.ts")}},
      {Kind::modified_files, "", {generated_file("src/auth.ts"), generated_file("src/old.ts")}}};
  Journal journal;
  const Merged before = merge_into(journal, facts, exists);
  CHECK(before.gone == std::vector<std::string>{"src/old.ts"});
  const std::string asked = instructions({before.section, "keep the tests", before.gone, {}});
  CHECK(asked.find("- \"src/old.ts\"") != std::string::npos);
  CHECK(asked.find("- \"src/auth.ts\"") != std::string::npos);

  const Summary summary = parse_summary(
      "<analysis>x</analysis><summary>\n1. Primary Request and Intent:\n   Silent refresh.\n"
      "8. Current Work:\n   Retry on 401 in src/old.ts.\n\n## Goal\nSilent refresh of tokens\n"
      "## Key decisions\n- SUPERSEDED: Redis for the lock\n- ACTIVE: one timer per tab\n"
      "## Corrections\n- was wrong: cache in Redis | is right: Postgres\n"
      "## Next steps\n- test the 401 path\n"
      "<modified-files>\nsrc/auth.ts\nsrc/new.ts\nsrc/old.ts\n</modified-files></summary>");
  Section told = facts_of(summary);
  told.id = facts.id;
  told.time = 2000;
  told.when = "2026-11-29 14:40";
  const Audit audit = audited(before.section, before.gone, summary);
  CHECK(audit.lost_files.empty());
  CHECK(audit.lost_decisions.empty());
  CHECK(audit.kept_files == std::vector<std::string>{"src/old.ts"});
  CHECK(audit.kept_claims.empty());

  merge_into(journal, told, exists);
  REQUIRE(journal.sections.size() == 1);
  const std::string text = render(journal);
  CHECK(text.substr(0, text.rfind("<!--")) ==
        "## 2026-11-29 14:40 (8a352318)\n"
        "<!-- context-rot: session 8a352318-1111-4111-8111-111111111111, "
        "1970-01-01T00:00:02.000Z -->\n"
        "### Goal\nSilent refresh of tokens\n"
        "### Progress\n- In progress: Retry on 401 in src/old.ts.\n"
        "### Key decisions\n- SUPERSEDED: Redis for the lock\n- ACTIVE: one timer per tab\n"
        "### Corrections\n| was wrong | is right | when |\n|---|---|---|\n"
        "| cache in Redis | Postgres |  |\n"
        "### Next steps\n- test the 401 path\n"
        "<read-files>\nsrc/api.ts\n</read-files>\n"
        "<modified-files>\nsrc/auth.ts\nsrc/new.ts\n</modified-files>\n");
}
