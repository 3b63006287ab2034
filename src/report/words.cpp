#include "report/words.h"

#include "util/number.h"
#include "util/utf8.h"

namespace context_rot::report {

using config::Language;
using session::Part;

namespace {

constexpr Words english{
    .code = "en",
    .session = "Session",
    .tokens = "tokens",
    .of = "of",
    .unknown = "fullness unknown",
    .never_compacted = "never compacted",
    .last_compacted = "last compacted",
    .signal = "Signal",
    .nothing_found = "nothing found that no longer helps",
    .no_longer_help = "no longer help",
    .score = "Score",
    .action = "Action",
    .stale = "stale references",
    .contradictions = "contradictions",
    .debugging = "debugging episodes",
    .messages = "messages",
    .turn = "Turn",
    .turns = "turns",
    .one_turn = "turn",
    .prompt = "prompt",
    .window_over_time = "The window over time",
    .chart_note =
        "One step is one answer of the model; its height is what the API reported with it. Tokens "
        "of "
        "single entries are estimates scaled to those reports. Hatched is what no longer helps "
        "now, "
        "from where it began.",
    .chart_past_note =
        "Of the time before the last compaction only the total is known, and corrections as far as "
        "the ledger has them; where that time is the longer one it is drawn narrower.",
    .chart_desc =
        "Stacked areas: tokens in the window by kind, from the first answer to now. The "
        "tables below have the same numbers.",
    .use_keys = "Turn: left and right arrow keys, or drag",
    .total_only = "total only",
    .compacts_at = "compacts at",
    .compacted = "compacted",
    .automatic = "automatic",
    .by_hand = "by hand",
    .compactions = "compactions",
    .corrections = "corrections",
    .failures = "failures",
    .bands = "bands entered",
    .before_not_known = "not known before the last compaction",
    .no_corrections = "no corrections",
    .no_failures = "no failures",
    .no_bands = "no band entered",
    .bands_unknown = "bands: window size unknown",
    .fills = "What fills the window",
    .what = "what",
    .share = "share",
    .of_it_noise = "of it no longer helps",
    .noise = "no longer helps",
    .sum = "in the window",
    .overhead = "system prompt and tools",
    .prompts_part = "prompts",
    .answers_part = "answers",
    .client = "attachments of the client",
    .summary = "summary of the compaction",
    .other_tools = "other tools",
    .output_of = "output of",
    .overhead_short = "system, tools",
    .client_short = "attachments",
    .summary_short = "summary",
    .findings = "What no longer helps",
    .quote = "said",
    .right = "holds instead",
    .remedy = "remedy",
    .time = "since",
    .entries = "entries",
    .more_findings = "more findings: context-health --findings has them all",
    .file = "file",
    .events = "Events",
    .when = "when",
    .event = "event",
    .entered = "entered",
    .attempts_failed = "attempts failed",
    .attempt_failed = "attempt failed",
    .later_worked = "then it worked",
    .none_yet = "none has worked",
    .was_corrected = "corrected",
    .more_events = "more events, between these",
    .by_turn = "The window by turn",
    .at_end = "at the end",
    .highest = "highest",
    .made_by = "Made by context-health on this machine; the page loads nothing.",
    .no_session = "The session has no answers yet."};

constexpr Words spanish{
    .code = "es",
    .session = "Sesión",
    .tokens = "tokens",
    .of = "de",
    .unknown = "ocupación desconocida",
    .never_compacted = "nunca compactada",
    .last_compacted = "última compactación",
    .signal = "Señal",
    .nothing_found = "no se encontró nada que ya no ayude",
    .no_longer_help = "ya no ayudan",
    .score = "Puntuación",
    .action = "Acción",
    .stale = "referencias caducadas",
    .contradictions = "contradicciones",
    .debugging = "episodios de depuración",
    .messages = "mensajes",
    .turn = "Turno",
    .turns = "turnos",
    .one_turn = "turno",
    .prompt = "mensaje",
    .window_over_time = "La ventana en el tiempo",
    .chart_note =
        "Cada escalón es una respuesta del modelo; su altura es lo que la API informó con ella. "
        "Los "
        "tokens de cada entrada son estimaciones ajustadas a esos informes. Rayado está lo que "
        "ahora "
        "ya no ayuda, desde donde empezó.",
    .chart_past_note =
        "Del tiempo anterior a la última compactación solo se conoce el total, y las correcciones "
        "que "
        "el registro tenga; si ese tiempo es el más largo, se dibuja más estrecho.",
    .chart_desc =
        "Áreas apiladas: tokens en la ventana por clase, desde la primera respuesta hasta "
        "ahora. Las tablas de abajo tienen los mismos números.",
    .use_keys = "Turno: flechas izquierda y derecha, o arrastrar",
    .total_only = "solo el total",
    .compacts_at = "compacta a los",
    .compacted = "compactada",
    .automatic = "automática",
    .by_hand = "a mano",
    .compactions = "compactaciones",
    .corrections = "correcciones",
    .failures = "fallos",
    .bands = "bandas alcanzadas",
    .before_not_known = "antes de la última compactación no se conocen",
    .no_corrections = "sin correcciones",
    .no_failures = "sin fallos",
    .no_bands = "ninguna banda alcanzada",
    .bands_unknown = "bandas: tamaño de la ventana desconocido",
    .fills = "Qué llena la ventana",
    .what = "qué",
    .share = "parte",
    .of_it_noise = "de ello ya no ayuda",
    .noise = "ya no ayuda",
    .sum = "en la ventana",
    .overhead = "prompt de sistema y herramientas",
    .prompts_part = "mensajes",
    .answers_part = "respuestas",
    .client = "adjuntos del cliente",
    .summary = "resumen de la compactación",
    .other_tools = "otras herramientas",
    .output_of = "salida de",
    .overhead_short = "sistema",
    .client_short = "adjuntos",
    .summary_short = "resumen",
    .findings = "Qué ya no ayuda",
    .quote = "decía",
    .right = "vale en su lugar",
    .remedy = "remedio",
    .time = "desde",
    .entries = "entradas",
    .more_findings = "hallazgos más: context-health --findings los tiene todos",
    .file = "archivo",
    .events = "Sucesos",
    .when = "cuándo",
    .event = "suceso",
    .entered = "alcanzada",
    .attempts_failed = "intentos fallidos",
    .attempt_failed = "intento fallido",
    .later_worked = "después funcionó",
    .none_yet = "ninguno ha funcionado",
    .was_corrected = "corregido",
    .more_events = "sucesos más, entre estos",
    .by_turn = "La ventana por turno",
    .at_end = "al final",
    .highest = "máximo",
    .made_by = "Hecho por context-health en esta máquina; la página no carga nada.",
    .no_session = "La sesión aún no tiene respuestas."};

}  // namespace

const Words& words_of(Language language) {
  return language == Language::spanish ? spanish : english;
}

std::string name_of(const Layer& layer, const Words& words) {
  if (layer.noise) return std::string(words.noise);
  switch (layer.part) {
    case Part::overhead:
      return std::string(words.overhead);
    case Part::prompts:
      return std::string(words.prompts_part);
    case Part::answers:
      return std::string(words.answers_part);
    case Part::tool_output:
      return layer.tool.empty() ? std::string(words.other_tools) : layer.tool;
    case Part::client:
      return std::string(words.client);
    case Part::summary:
      return std::string(words.summary);
  }
  return {};
}

std::string name_of(const session::Share& share, const Words& words) {
  if (share.part != Part::tool_output) return name_of(Layer{share.part, {}, false, 0}, words);
  return std::string(words.output_of) + " " + (share.tool.empty() ? "?" : share.tool);
}

std::string label_of(const Layer& layer, const Words& words) {
  constexpr std::size_t longest = 18;
  if (!layer.noise && layer.part == Part::overhead) return std::string(words.overhead_short);
  if (layer.part == Part::client) return std::string(words.client_short);
  if (layer.part == Part::summary) return std::string(words.summary_short);
  std::string name = name_of(layer, words);
  // "mcp__github__create_issue": its last part tells it from its neighbours.
  const std::size_t last = name.rfind("__");
  if (last != std::string::npos && last + 2 < name.size()) name.erase(0, last + 2);
  if (name.size() <= longest) return name;
  return std::string(cut_utf8(name, longest)) + "…";
}

std::string grouped(std::int64_t number, Language language) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, 1, language == Language::spanish ? '.' : ',');
  }
  return digits;
}

std::string told(const Event& event, const Words& words) {
  switch (event.kind) {
    case EventKind::compaction: {
      std::string out = std::string(words.compacted) + ", " +
                        std::string(event.automatic ? words.automatic : words.by_hand);
      if (event.before > 0) out += ": " + short_count(event.before);
      if (event.before > 0 && event.after > 0) out += " → " + short_count(event.after);
      return out;
    }
    case EventKind::correction: {
      std::string out(words.was_corrected);
      if (!event.text.empty()) out += ": \"" + event.text + "\"";
      if (!event.right.empty()) out += " → \"" + event.right + "\"";
      return out;
    }
    case EventKind::failure:
      return event.text + ": " + std::to_string(event.attempts) + " " +
             std::string(event.attempts == 1 ? words.attempt_failed : words.attempts_failed) +
             ", " + std::string(event.resolved ? words.later_worked : words.none_yet);
    case EventKind::band:
      return std::string(window::name_of(event.band)) + " " + std::string(words.entered);
  }
  return {};
}

}  // namespace context_rot::report
