#include "advice/band_notice.h"

#include "texts/texts.h"
#include "util/number.h"

namespace context_rot::advice {

using config::Language;
using texts::Text;
using texts::Texts;
using window::Band;
using window::CompactionPoint;
using window::Crossing;

namespace {

/// "at about 167k (15k left)"
std::string place(const CompactionPoint& point, std::int64_t used, const Texts& say) {
  const std::int64_t left = *point.at - used;
  return say(left > 0 ? Text::place_ahead : Text::place_reached,
             {{"at", short_count(*point.at)}, {"left", short_count(left)}});
}

/// What to do, by the band alone.
std::string by_band(const Crossing& crossing, const CompactionPoint& point,
                    const NoticeAdvice& advice, const Texts& say) {
  const std::string where = point.at ? place(point, *crossing.reading.used, say) : "";
  if (crossing.band == Band::critico) {
    return say(point.at ? Text::notice_write_notes_before : Text::notice_write_notes,
               {{"place", where}});
  }
  if (advice.compacts || crossing.band == Band::rojo ||
      compacts_early(point, *crossing.reading.max)) {
    const std::string phase = advice.phase_end ? say(Text::notice_phase_end) : "";
    return say(!point.at && point.off               ? Text::notice_compact_off
               : !point.at                          ? Text::notice_compact
               : *point.at > *crossing.reading.used ? Text::notice_compact_before
                                                    : Text::notice_compact_due,
               {{"phase", phase}, {"place", where}});
  }
  return say(point.at ? Text::notice_plan_cut_before : Text::notice_plan_cut, {{"place", where}});
}

}  // namespace

std::string band_notice(const Crossing& crossing, const CompactionPoint& point, Language language,
                        const NoticeAdvice& advice) {
  const Texts say(language);
  const std::string text = say(Text::notice_head, {{"about", crossing.reading.estimate ? "~" : ""},
                                                   {"percent", std::to_string(crossing.percent)},
                                                   {"band", shown_name(crossing.band, language)},
                                                   {"used", short_count(*crossing.reading.used)},
                                                   {"window", short_count(*crossing.reading.max)}});
  if (!advice.text.empty() && !advice.compacts) return text + advice.text + ".";
  return text + by_band(crossing, point, advice, say) +
         (advice.text.empty() ? "" : "\n" + advice.text);
}

std::string band_note_for_model(const Crossing& crossing) {
  return "Context meter: the window is " + std::to_string(crossing.percent) + " % full (" +
         short_count(*crossing.reading.used) + " of " + short_count(*crossing.reading.max) +
         " tokens). The user may want to cut the context soon; consider keeping outputs short.";
}

bool compacts_early(const CompactionPoint& point, std::int64_t window) {
  return point.at && *point.at * 100 <= window * 75;
}

}  // namespace context_rot::advice
