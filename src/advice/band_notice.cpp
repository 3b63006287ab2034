#include "advice/band_notice.h"

#include "util/number.h"

namespace context_rot::advice {

using config::Language;
using window::Band;
using window::CompactionPoint;
using window::Crossing;
using window::PointFrom;

namespace {

std::string source(PointFrom from, Language language) {
  if (language == Language::english) return std::string(window::name_of(from));
  switch (from) {
    case PointFrom::environment:
      return "entorno";
    case PointFrom::settings:
      return "ajustes";
    case PointFrom::learned:
      return "aprendido";
    case PointFrom::formula:
      return "fórmula";
    case PointFrom::unknown:
      break;
  }
  return "desconocido";
}

/// "167k (formula), 15k from here"
std::string place(const CompactionPoint& point, std::int64_t used, Language language) {
  const std::string at = short_count(*point.at) + " (" + source(point.from, language) + ")";
  const std::int64_t left = *point.at - used;
  if (language == Language::spanish) {
    return at + (left > 0 ? ", faltan " + short_count(left) : ", ya alcanzado");
  }
  return at + (left > 0 ? ", " + short_count(left) + " from here" : ", already reached");
}

std::string english(const Crossing& crossing, const CompactionPoint& point,
                    const NoticeAdvice& advice) {
  const std::int64_t used = *crossing.reading.used;
  const std::string where = point.at ? place(point, used, Language::english) : "";
  if (crossing.band == Band::critico) {
    return "Write notes, then /clear; do not trust an automatic compaction here" +
           (point.at ? "; it comes at " + where + "." : ".");
  }
  if (advice.compacts || crossing.band == Band::rojo ||
      compacts_early(point, *crossing.reading.max)) {
    return "/compact with a hint now" +
           std::string(advice.phase_end ? ", a phase has just ended" : "") +
           (point.at    ? ", before the automatic one at " + where + "."
            : point.off ? "; the client will not compact by itself."
                        : ".");
  }
  return "Plan the cut; take subagents for the next big steps." +
         (point.at ? " The client compacts by itself at " + where + "." : "");
}

std::string spanish(const Crossing& crossing, const CompactionPoint& point,
                    const NoticeAdvice& advice) {
  const std::int64_t used = *crossing.reading.used;
  const std::string where = point.at ? place(point, used, Language::spanish) : "";
  if (crossing.band == Band::critico) {
    return "Toma notas y después /clear; no confíes aquí en una compactación automática" +
           (point.at ? "; llega a los " + where + "." : ".");
  }
  if (advice.compacts || crossing.band == Band::rojo ||
      compacts_early(point, *crossing.reading.max)) {
    return "/compact con una indicación ahora" +
           std::string(advice.phase_end ? ", acaba de terminar una fase" : "") +
           (point.at    ? ", antes de la automática a los " + where + "."
            : point.off ? "; el cliente no compactará por sí solo."
                        : ".");
  }
  return "Planifica el corte; usa subagentes para los próximos pasos grandes." +
         (point.at ? " El cliente compacta por sí solo a los " + where + "." : "");
}

}  // namespace

std::string band_notice(const Crossing& crossing, const CompactionPoint& point, Language language,
                        const NoticeAdvice& advice) {
  const bool is_english = language == Language::english;
  std::string text = is_english ? "Context " : "Contexto ";
  if (crossing.reading.estimate) text += "~";
  text += std::to_string(crossing.percent) + " % (" + std::string(name_of(crossing.band)) + "): ";
  text += short_count(*crossing.reading.used) + (is_english ? " of " : " de ") +
          short_count(*crossing.reading.max) + ". ";
  if (!advice.text.empty() && !advice.compacts) return text + advice.text + ".";
  text += is_english ? english(crossing, point, advice) : spanish(crossing, point, advice);
  return advice.text.empty() ? text : text + "\n" + advice.text;
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
