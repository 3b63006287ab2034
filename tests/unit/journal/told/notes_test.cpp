// Notes that are added by command, and what verify looks for.

#include "journal/told/notes.h"

#include <doctest/doctest.h>

#include "journal/facts/verify.h"

using namespace context_rot;
using namespace context_rot::journal;
using Texts = std::vector<std::string>;

namespace {

Section named(const std::string& id, Milliseconds time) {
  Section section;
  section.id = id;
  section.time = time;
  section.when = "2026-11-29 14:20";
  return section;
}

}  // namespace

TEST_CASE("notes: where they go, and when the section keeps its time") {
  const std::string id = "8a352318-1111-4111-8111-111111111111";
  Journal journal;
  journal.sections = {named("8a352318", 5), named("bbbbbbbb-1", 9)};
  CHECK(write_notes(journal, named(id, 20), {{}, {{Kind::next, State::none, "a step"}}}).empty());
  REQUIRE(journal.sections.size() == 2);
  CHECK(journal.sections[0].id == id);
  CHECK(journal.sections[0].time == 20);
  CHECK(write_notes(journal, named(id, 30), {{}, {{Kind::next, State::none, "A step."}}}).empty());
  CHECK(journal.sections[0].time == 20);
  CHECK(newest_section(journal)->id == id);
  CHECK(named_section(journal, "bbbbbbbb-1") == &journal.sections[1]);
  CHECK(named_section(journal, "8a352318-11") == &journal.sections[0]);
  CHECK(named_section(journal, "8a35231") == nullptr);
  CHECK(newest_section({}) == nullptr);
  // By the beginning of its id: the same section, whose id stays whole.
  CHECK(
      write_notes(journal, named("8a352318", 40), {{}, {{Kind::goal, State::none, "g"}}}).empty());
  CHECK(journal.sections.size() == 2);
  CHECK(journal.sections[0].id == id);
}

TEST_CASE("notes: all or nothing") {
  Journal journal;
  CHECK(write_notes(journal, named("aaaaaaaa", 1), {{"x"}, {}}) == Texts{"x"});
  CHECK(journal.sections.empty());
  const Notes two = {{},
                     {{Kind::decisions, State::active, "one timer per tab"},
                      {Kind::decisions, State::active, "one lock per tab"}}};
  CHECK(write_notes(journal, named("aaaaaaaa", 1), two).empty());
  const Journal before = journal;
  const Notes mixed = {{"timer", "per tab"}, {{Kind::next, State::none, "n"}}};
  CHECK(write_notes(journal, named("aaaaaaaa", 2), mixed) == Texts{});  // one is left by then
  journal = before;
  CHECK(write_notes(journal, named("aaaaaaaa", 2), {{"per tab"}, {}}) == Texts{"per tab"});
  CHECK(journal == before);
}

TEST_CASE("verify: what is a path in a text") {
  CHECK(paths_in("see `src/a.ts:12`, (lib/b.h). and https://x.y/c.html, ~/d.txt, e.ts, 1/2.5") ==
        Texts{"src/a.ts", "lib/b.h"});
  CHECK(paths_in("src/*.ts and/or src/.env src/a.ts src/a.ts /abs/f.cpp!") ==
        Texts{"src/a.ts", "/abs/f.cpp"});
  CHECK(paths_in("").empty());
}
