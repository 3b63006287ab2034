#include "journal/store/export.h"

#include <doctest/doctest.h>

#include "journal/markdown/markdown.h"

using namespace context_rot;
using namespace context_rot::journal;

TEST_CASE("a journal as JSON") {
  Section section;
  section.id = "8a352318-1111";
  section.time = 1'795'962'011'000;
  section.when = "2026-11-29 14:20";
  section.title = "Token \"refresh\"";
  section.parts = {{Kind::corrections, "", {generated_correction("a", "b", "14:02")}}};
  add_note(section, Kind::decisions, State::none, "c");
  Journal journal;
  journal.sections = {section};
  const std::string expected =
      R"({"session":"8a352318-1111","time":"2026-11-29T14:20:11.000Z","when":"2026-11-29 14:20",)"
      R"("title":"Token \"refresh\"","decisions":[{"text":"c","by":"person","state":"active"}],)"
      R"("corrections":[{"text":"a","by":"toolkit","right":"b","when":"14:02"}]})";
  CHECK(json_of(section) == expected);
  CHECK(json_of(journal) == "{\"sections\":[" + expected + "]}");
  CHECK(json_of(parse(render(journal))) == json_of(journal));
  CHECK(json_of(Journal()) == "{\"sections\":[]}");
}
