// The table of kinds: every row has all that is said of a kind, in both languages.

#include "findings/kinds.h"

#include <doctest/doctest.h>

#include <set>

#include "findings/find.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::findings;
using config::Language;

TEST_CASE("every kind has its row, its names in both languages and what it looks for") {
  std::set<std::string_view> names;
  for (const Kind kind : all_kinds) {
    const KindRow& row = kind_row(kind);
    CAPTURE(row.name);
    CHECK(row.kind == kind);
    CHECK((row.find != nullptr));
    CHECK(names.insert(row.name).second);
    for (const Language language : {Language::english, Language::spanish}) {
      CHECK(!row.title.in(language).empty());
      CHECK(!row.hint.in(language).empty());
      CHECK(names.insert(row.title.in(language)).second);
    }
    CHECK(!title_of(row.remedy, Language::english).empty());
    CHECK(finding_of(kind).kind == kind);
    CHECK(finding_of(kind).remedy == row.remedy);
  }
  CHECK(names.size() == 3 * kind_count);
}

TEST_CASE("nothing is found where nothing was said") {
  const test::Talk nothing;
  const auto view = session::view_of(nothing.conversation, {});
  for (const Kind kind : all_kinds) {
    Claims claims(view);
    kind_row(kind).find(view, claims);
    CHECK(claims.take().empty());
  }
}

TEST_CASE("what is wrong goes unasked, and what is no noise stays") {
  for (const Kind kind : all_kinds) {
    const KindRow& row = kind_row(kind);
    if (row.whatever_it_costs) CHECK(row.unasked);
    if (!row.is_noise) CHECK(!row.unasked);
  }
}

TEST_CASE("every remedy has a name and its words in both languages") {
  std::set<std::string_view> names;
  for (const Remedy remedy :
       {Remedy::note, Remedy::rewind, Remedy::drop, Remedy::read_again, Remedy::state}) {
    CHECK(names.insert(name_of(remedy)).second);
    CHECK(names.insert(title_of(remedy, Language::english)).second);
    CHECK(names.insert(title_of(remedy, Language::spanish)).second);
  }
}
