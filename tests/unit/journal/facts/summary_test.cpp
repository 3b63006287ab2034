#include "journal/facts/summary.h"

#include <doctest/doctest.h>

#include "journal/nasty.h"
#include "util/plain_text.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

using Texts = std::vector<std::string>;

Texts texts(const Section& section, Kind kind) {
  Texts out;
  for (const Item* item : items_of(section, kind)) out.push_back(item->text);
  return out;
}

constexpr std::string_view client_nine =
    "1. Primary Request and Intent:\n   Refresh tokens silently.\n   No logout.\n\n"
    "2. Key Technical Concepts:\n   - JWT\n\n"
    "3. Files and Code Sections:\n   - src/auth/refresh.ts\n     ```ts\n## Goal\n     ```\n\n"
    "4. Errors and fixes:\n   - none\n\n5. Problem Solving:\n   Done.\n\n"
    "6. All user messages:\n   - fix it\n\n7. Pending Tasks:\n   - test the 401 path\n   - docs\n\n"
    "8. Current Work:\n   The retry on 401.\n\n9. Optional Next Step:\n   Run the suite.\n";

constexpr std::string_view ours =
    "## Goal\nSilent refresh\n## Progress\n### Done\n- timer\n### In progress\n- retry\n"
    "## Key decisions\n- ACTIVE: one timer per tab\n- SUPERSEDED: Redis\n"
    "## Corrections\n- was wrong: \"cache in Redis\" | is right: \"Postgres, table kv\"\n"
    "## Approaches to avoid\n- mocking Date\n## Next steps\n- test\n"
    "## Critical context\n- port 8080\n"
    "<read-files>\nsrc/a.ts\nsrc/b c.ts\n</read-files>\n"
    "<modified-files>\nsrc/auth/refresh.ts\n</modified-files>\n";

void check_client(const Summary& summary) {
  CHECK(summary.of(ClientPart::request) == "Refresh tokens silently.\n   No logout.");
  CHECK(summary.of(ClientPart::concepts) == "- JWT");
  CHECK(summary.of(ClientPart::files).find("## Goal") != std::string::npos);
  CHECK(summary.of(ClientPart::solving) == "Done.");
  CHECK(summary.of(ClientPart::messages) == "- fix it");
  CHECK(summary.of(ClientPart::next) == "Run the suite.");
}

void check_ours(const Section& own) {
  CHECK(texts(own, Kind::goal) == Texts{"Silent refresh"});
  CHECK(texts(own, Kind::progress) == Texts{"timer", "retry"});
  CHECK(items_of(own, Kind::progress)[0]->state == State::done);
  CHECK(items_of(own, Kind::progress)[1]->state == State::in_progress);
  CHECK(texts(own, Kind::decisions) == Texts{"one timer per tab", "Redis"});
  CHECK(items_of(own, Kind::decisions)[1]->state == State::superseded);
  CHECK(texts(own, Kind::corrections) == Texts{"cache in Redis"});
  CHECK(items_of(own, Kind::corrections)[0]->right == "Postgres, table kv");
  CHECK(texts(own, Kind::avoid) == Texts{"mocking Date"});
  CHECK(texts(own, Kind::next) == Texts{"test"});
  CHECK(texts(own, Kind::context) == Texts{"port 8080"});
  CHECK(texts(own, Kind::read_files) == Texts{"src/a.ts", "src/b c.ts"});
  CHECK(texts(own, Kind::modified_files) == Texts{"src/auth/refresh.ts"});
}

}  // namespace

TEST_CASE("the client's nine parts and ours, in either order, with and without tags") {
  const std::string both = std::string(client_nine) + std::string(ours);
  for (const std::string& text :
       {both,
        "<analysis>\n1. Primary Request and Intent: not this\n## Goal\nwrong\n</analysis>\n\n"
        "<summary>\n" +
            both + "</summary>",
        "<summary>" + both, std::string(ours) + std::string(client_nine),
        "This session is being continued from a previous conversation.\nSummary:\n" + both}) {
    const Summary summary = parse_summary(text);
    check_client(summary);
    check_ours(summary.own);
  }
}

TEST_CASE("other ways to write the same") {
  const Summary bold = parse_summary(
      "**1. Primary Request and Intent:** Refresh tokens\n\n### 2. Current work\nThe retry\n\n"
      "**Goal:** Silent refresh\n**Progress**\n- [x] timer\n- [ ] retry\n- **Blocked**: review\n"
      "**Key decisions:**\n1. **ACTIVE:** one timer\n"
      "## Corrections\n| Was wrong | Is right | When |\n|:--|---|---|\n| a \\| b | c | 14:02 |\n"
      "- **was wrong**: x -> **is right**: y\n"
      "## Correcciones\n- estaba mal: p; es correcto: q\n"
      "## Next steps\n(none)\n\n<modified-files>a.ts \"b c.ts\", d.ts</modified-files>");
  CHECK(bold.of(ClientPart::request) == "Refresh tokens");
  CHECK(bold.of(ClientPart::current) == "The retry");
  CHECK(texts(bold.own, Kind::goal) == Texts{"Silent refresh"});
  CHECK(texts(bold.own, Kind::progress) == Texts{"timer", "retry", "review"});
  CHECK(items_of(bold.own, Kind::progress)[0]->state == State::done);
  CHECK(items_of(bold.own, Kind::progress)[2]->state == State::blocked);
  CHECK(texts(bold.own, Kind::decisions) == Texts{"one timer"});
  CHECK(texts(bold.own, Kind::corrections) == Texts{"a | b", "x", "p"});
  CHECK(items_of(bold.own, Kind::corrections)[1]->right == "y");
  CHECK(items_of(bold.own, Kind::corrections)[2]->right == "q");
  CHECK(find_part(bold.own, Kind::next) == nullptr);
  CHECK(texts(bold.own, Kind::modified_files) == Texts{"a.ts", "b c.ts", "d.ts"});

  const Summary spanish = parse_summary(
      "1. Solicitud principal e intención:\nRefrescar\n## Objetivo\nSin cierres\n"
      "## Decisiones clave\n- VIGENTE: uno por pestaña\n- SUSTITUIDA: Redis\n"
      "## Próximos pasos\n- probar\n");
  CHECK(spanish.of(ClientPart::request) == "Refrescar");
  CHECK(texts(spanish.own, Kind::decisions) == Texts{"uno por pestaña", "Redis"});
  CHECK(items_of(spanish.own, Kind::decisions)[1]->state == State::superseded);
  CHECK(texts(spanish.own, Kind::next) == Texts{"probar"});
}

TEST_CASE("what a summary does not say in our form is taken from the client's parts") {
  const Section facts = facts_of(parse_summary(client_nine));
  CHECK(texts(facts, Kind::goal) == Texts{"Refresh tokens silently; No logout"});
  CHECK(texts(facts, Kind::progress) == Texts{"The retry on 401."});
  CHECK(texts(facts, Kind::next) == Texts{"test the 401 path", "docs", "Run the suite."});
  CHECK(find_part(facts, Kind::decisions) == nullptr);
  check_ours(facts_of(parse_summary(std::string(client_nine) + std::string(ours))));
  CHECK(facts_of(parse_summary("MOCK SUMMARY of the session")).parts.empty());
  CHECK(facts_of(parse_summary("")).parts.empty());
}

TEST_CASE("the client's parts: no lead-in, no code, no report, nothing where there is none") {
  const Section facts = facts_of(parse_summary(
      "This session is being continued from a previous conversation.\n\nAnalysis:\n"
      "1. Primary Request and Intent: not this\n\nSummary:\n"
      "1. Primary Request and Intent:\n   In order:\n   - dig a pond\n   - plant reeds\n"
      "   - buy fish\n   - **feed** them\n\n"
      "7. Pending Tasks:\n   - **pump** (open): needs a valve\n   - None of the others\n"
      "   - fill it:\n   ```bash\n   fill --all\n   ```\n\n"
      "8. Current Work:\n   I had just filled the pond.\n\n9. Optional Next Step:\n   Test the "
      "pump.\n\n"
      "If you need specific details from before compaction (like exact code), read the file"));
  CHECK(texts(facts, Kind::goal) == Texts{"dig a pond; buy fish; feed them"});
  CHECK(texts(facts, Kind::next) == Texts{"pump (open): needs a valve", "Test the pump."});
  CHECK(find_part(facts, Kind::progress) == nullptr);
  const Summary none = parse_summary(
      "7. Pending Tasks:\n   - None explicitly\n\n9. Optional Next Step:\n   Tell the user.\n");
  CHECK(find_part(facts_of(none), Kind::next) == nullptr);
  const Summary later = parse_summary("9. Optional Next Step:\n   Test the pump.\n");
  CHECK(texts(facts_of(later), Kind::next) == Texts{"Test the pump."});
  CHECK(find_part(facts_of(later, false), Kind::next) == nullptr);
}

TEST_CASE("messages that a summary quotes") {
  const Summary summary = parse_summary(
      "6. All user messages:\n   - \"dig a pond\"\n   - (later) \"plant \"soft\" reeds\" - done\n"
      "   - no quotation\n   He also said \"fish\"\n");
  CHECK(quoted_messages(summary) == Texts{"dig a pond", "plant \"soft\" reeds"});
}

TEST_CASE("prose is no heading") {
  const Summary summary = parse_summary(
      "## Next steps\n- Goal: reach 80 %\nProgress: 3 of 5\nThe goal\n* Corrections are due\n"
      "## Something else\nmore\n");
  CHECK(texts(summary.own, Kind::next) == Texts{"Goal: reach 80 %", "Progress: 3 of 5", "The goal",
                                                "Corrections are due", "## Something else",
                                                "more"});
}

TEST_CASE("any text, in linear time, and what comes out may stand in a journal") {
  test::Nasty nasty(7);
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int n = 0; n < 6; ++n) {
      text += nasty.text();
      text += nasty.below(2) ? "\n## Goal\n- " : "\n## Corrections\n";
    }
    for (const Part& part : facts_of(parse_summary(text)).parts) {
      for (const Item& item : part.items) {
        REQUIRE(item.origin == Origin::generated);
        REQUIRE(plain_text(item.text) == item.text);
        REQUIRE(item.text.size() <= max_item_bytes);
      }
    }
  }
  for (const std::string piece :
       {"<read-files>", "<read-files>\n\n", "```\n", "## Goal\n", "1. ", "**", "| a | b |\n",
        "<analysis>", "</analysis><summary>", "## Corrections\n- was wrong: ", "  x\n"}) {
    CAPTURE(piece);
    std::string large = "## Goal\nx\n";
    while (large.size() < 1u << 20) large += piece;
    large += "</read-files>";
    CHECK(parse_summary(large).body.size() <= max_summary_bytes);
  }
}
