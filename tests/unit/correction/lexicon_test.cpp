#include "correction/lexicon.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "correction/annotated_text.h"

using namespace context_rot::correction;

namespace {

bool finds(std::string_view text, const char* name, const Lexicon& lexicon = Lexicon()) {
  const auto id = concept_id(name);
  REQUIRE(id);
  const Reading reading = read_text(text, Speaker::user, lexicon);
  return std::any_of(reading.hits.begin(), reading.hits.end(),
                     [&](const Hit& hit) { return hit.concept_id == *id; });
}

}  // namespace

TEST_CASE("cues are found whatever their accents, apostrophes and endings") {
  CHECK(finds("That doesn't work", "not_working"));
  CHECK(finds("that doesnt work", "not_working"));
  CHECK(finds("that doesn\u2019t work", "not_working"));
  CHECK(finds("it should be blue", "should_be"));
  CHECK(finds("el boton debe estar abajo", "should_be"));
  CHECK(finds("los botones no est\u00e1n", "not_working"));
  CHECK(finds("la columna real es esta", "right_noun"));
  CHECK(finds("ce n'est pas le bon fichier", "wrong"));
  CHECK(finds("use this instead of that", "instead"));
  CHECK(finds("das funktioniert nicht", "not_working"));
  CHECK_FALSE(finds("it should. be blue", "should_be"));  // not across clauses
}

TEST_CASE("a cue counts in the text's own language") {
  CHECK(finds("no, that is the wrong one", "refuse"));
  CHECK_FALSE(finds("no arquivo do sistema, na pasta para os testes", "refuse"));
  CHECK(finds("tengo un problema con el crash de la app", "error"));
}

TEST_CASE("harmless phrases shelter the cues inside") {
  CHECK(finds("no problem", "polite_no"));
  CHECK_FALSE(finds("no problem", "refuse"));
  CHECK_FALSE(finds("no problem", "error"));
  CHECK_FALSE(finds("add an error message", "error"));
  CHECK(finds("there is an error", "error"));
}

TEST_CASE("languages off, cues added") {
  Lexicon lexicon;
  CHECK(lexicon.switch_off("en"));
  CHECK_FALSE(lexicon.switch_off("xx"));
  CHECK_FALSE(finds("it should be blue", "should_be", lexicon));
  CHECK(finds("el boton debe estar abajo", "should_be", lexicon));

  Lexicon more;
  CHECK(more.add("wrong", "bogus thing*"));
  CHECK_FALSE(more.add("nonsense", "bogus"));
  CHECK_FALSE(more.add("wrong", "..."));
  CHECK(finds("these are bogus things", "wrong", more));
  CHECK_FALSE(finds("these are bogus stuff", "wrong", more));
  CHECK_FALSE(finds("these are bogus things", "wrong"));
}
