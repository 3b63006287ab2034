#include "advice/band_notice.h"

#include <doctest/doctest.h>

using namespace context_rot;
using namespace context_rot::advice;
using config::Language;
using window::Band;
using window::CompactionPoint;
using window::PointFrom;

namespace {

window::Crossing crossing(int percent, Band band) {
  window::Crossing c;
  c.percent = percent;
  c.band = band;
  c.reading.used = percent * 2000;
  c.reading.max = 200'000;
  return c;
}

const CompactionPoint at_167k{167'000, false, PointFrom::formula};

}  // namespace

TEST_CASE("what each band recommends") {
  const auto text = [](int percent, Band band, CompactionPoint point = {}) {
    return band_notice(crossing(percent, band), point, Language::english);
  };
  CHECK(text(62, Band::amarillo) ==
        "Context 62 % (amber): 124k of 200k. Pick a stopping point soon. Run big steps in "
        "subagents.");
  CHECK(text(62, Band::amarillo, at_167k) ==
        "Context 62 % (amber): 124k of 200k. Pick a stopping point soon. Run big steps in "
        "subagents. Claude Code compacts by itself at about 167k (43k left).");
  // the client compacts at 75 % or below: amber is late already
  CHECK(text(62, Band::amarillo, {150'000, false, PointFrom::settings}) ==
        "Context 62 % (amber): 124k of 200k. Use /compact with a hint now, before Claude Code "
        "compacts by itself at about 150k (26k left).");
  CHECK(text(76, Band::rojo, at_167k) ==
        "Context 76 % (red): 152k of 200k. Use /compact with a hint now, before Claude Code "
        "compacts by itself at about 167k (15k left).");
  CHECK(text(76, Band::rojo, {{}, true, PointFrom::settings}) ==
        "Context 76 % (red): 152k of 200k. Use /compact with a hint now. Claude Code will not "
        "compact by itself.");
  CHECK(text(76, Band::rojo) == "Context 76 % (red): 152k of 200k. Use /compact with a hint now.");
  CHECK(text(84, Band::rojo, at_167k) ==
        "Context 84 % (red): 168k of 200k. Use /compact with a hint now: Claude Code may compact "
        "by itself at any moment.");
  CHECK(text(95, Band::critico) ==
        "Context 95 % (critical): 190k of 200k. Write notes (/session-journal), then /clear. A "
        "compaction this late is not reliable.");
}

TEST_CASE("what was decided stands in the place of what the band recommends") {
  const auto text = [](int percent, Band band, const NoticeAdvice& advice) {
    return band_notice(crossing(percent, band), at_167k, Language::english, advice);
  };
  CHECK(text(62, Band::amarillo, {"/compact focus on \"tea\"", true, true}) ==
        "Context 62 % (amber): 124k of 200k. Use /compact with a hint now (a phase has just "
        "ended), before Claude Code compacts by itself at about 167k (43k left).\n"
        "/compact focus on \"tea\"");
  CHECK(text(76, Band::rojo, {"Write notes, then /clear (tea)", false, false}) ==
        "Context 76 % (red): 152k of 200k. Write notes, then /clear (tea).");
  CHECK(text(62, Band::amarillo, {}).find("Pick a stopping point") != std::string::npos);
}

TEST_CASE("in Spanish") {
  CHECK(band_notice(crossing(76, Band::rojo), at_167k, Language::spanish) ==
        "Contexto 76 % (rojo): 152k de 200k. Usa /compact con una indicación ahora, antes de que "
        "Claude Code compacte por sí solo hacia los 167k (faltan 15k).");
}

TEST_CASE("notices keep to their budget and to one line") {
  for (const Band band : {Band::amarillo, Band::rojo, Band::critico}) {
    for (const Language language : {Language::english, Language::spanish}) {
      const std::string text = band_notice(crossing(90, band), at_167k, language);
      CHECK(text.size() <= band_notice_budget);
      CHECK(text.find('\n') == std::string::npos);
    }
    CHECK(band_note_for_model(crossing(90, band)).size() <= band_notice_budget);
  }
}

TEST_CASE("an estimate is marked") {
  window::Crossing c = crossing(62, Band::amarillo);
  c.reading.estimate = true;
  CHECK(band_notice(c, {}, Language::english).starts_with("Context ~62 %"));
}
