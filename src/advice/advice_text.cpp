#include "advice/advice_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "advice/hint.h"
#include "findings/kinds.h"
#include "util/number.h"

namespace context_rot::advice {

using config::Language;
using nlohmann::ordered_json;
using window::Band;

namespace {

/// The facts in the words of one language.
class Words {
 public:
  Words(const Facts& facts, Language language)
      : facts_(facts), full_(facts.fullness), english_(language == Language::english) {}

  std::string pick(std::string english, std::string spanish) const {
    return english_ ? std::move(english) : std::move(spanish);
  }

  /// "68 % (amarillo)"
  std::string band() const {
    if (!full_.percent) return pick("fullness unknown", "ocupación desconocida");
    return std::to_string(*full_.percent) + " % (" + std::string(window::name_of(full_.band)) + ")";
  }

  /// "136k of 200k tokens, the client compacts at 167k"
  std::string tokens() const {
    if (!full_.percent || !full_.used || !full_.window) return {};
    std::string out =
        short_count(*full_.used) + pick(" of ", " de ") + short_count(*full_.window) + " tokens";
    if (full_.point.at) {
      out += pick(", the client compacts at ", ", el cliente compacta a los ") +
             short_count(*full_.point.at);
    }
    return out;
  }

  std::string size(std::int64_t tokens) const { return short_count(tokens) + " tokens"; }

  std::string headline(const Decision& decision) const;
  std::vector<std::string> reasons(const Decision& decision) const;
  std::string command(const Decision& decision, Language language) const;
  std::string now(Option option) const;
  std::string warning(AntiPattern pattern) const;
  std::string fork() const;

 private:
  std::string topic() const;
  std::string open() const;
  std::string ended() const;
  std::string noise() const;

  const Facts& facts_;
  const Fullness& full_;
  bool english_;
};

std::string times(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string Words::headline(const Decision& decision) const {
  switch (decision.option) {
    case Option::rewind:
      return pick("Rewind (double Esc) to: \"", "Vuelve atrás (Esc dos veces) a: \"") +
             facts_.attempts->prompt + "\"";
    case Option::compact:
      return pick("Compact now, with a hint", "Compacta ahora, con una indicación");
    case Option::clear:
      return pick("Write notes, then /clear", "Toma notas y después /clear");
    case Option::subagent:
      return pick("Give the next step to a subagent", "Da el próximo paso a un subagente");
    case Option::go_on:
      break;
  }
  if (decision.rule == Rule::plan_cut) {
    return pick("Continue, and plan the cut", "Continúa y planifica el corte");
  }
  if (decision.rule == Rule::nothing_known) {
    return pick("Continue with caution: how full the window is is not known",
                "Continúa con cautela: no se sabe cuánto hay en la ventana");
  }
  return pick("Continue", "Continúa");
}

std::string Words::topic() const {
  if (facts_.prompts == 0) {
    return pick("nothing was asked since the compaction",
                "nada se ha pedido desde la compactación");
  }
  const std::string sure = facts_.topic.sure == Sure::quite ? ""
                           : facts_.topic.sure == Sure::somewhat
                               ? pick(", probably", ", probablemente")
                           : facts_.topic.changed ? pick(", perhaps", ", quizá")
                                                  : "";
  if (facts_.topic.changed) {
    return pick("the topic changed ", "el tema cambió hace ") +
           (english_ ? times(facts_.prompts_on_topic, "prompt ago", "prompts ago")
                     : times(facts_.prompts_on_topic, "mensaje", "mensajes")) +
           sure;
  }
  if (facts_.prompts == 1) return pick("one prompt, one topic", "un mensaje, un tema");
  return pick("same topic as the last ", "el mismo tema que en los últimos ") +
         std::to_string(facts_.prompts) + pick(" prompts", " mensajes") + sure;
}

/// What is open, the weightiest first.
std::string Words::open() const {
  const OpenWork& open = facts_.open;
  if (open.failing) {
    return pick("the last attempt failed", "el último intento falló");
  }
  if (!open.tasks.empty()) {
    return pick("open: \"", "queda por hacer: \"") + open.tasks.front() + "\"" +
           (open.tasks.size() == 1 ? ""
                                   : pick(" and ", " y ") + std::to_string(open.tasks.size() - 1) +
                                         pick(" more", " más"));
  }
  if (open.unanswered) {
    return pick("the last prompt has no answer yet", "el último mensaje aún no tiene respuesta");
  }
  if (open.uncommitted) {
    return pick("changes are not committed", "hay cambios sin commit");
  }
  return pick("the last answer asks something", "la última respuesta pregunta algo");
}

/// What ended a phase.
std::string Words::ended() const {
  switch (facts_.phase) {
    case PhaseEnd::committed:
      return pick("a phase has ended: its work is committed",
                  "ha terminado una fase: su trabajo tiene commit");
    case PhaseEnd::tasks_done:
      return pick("a phase has ended: every task is done",
                  "ha terminado una fase: todas las tareas están hechas");
    case PhaseEnd::answered:
      return pick(
          "nothing is half done: what was asked last is answered, and nothing changed since",
          "no hay nada a medias: lo último que se preguntó tiene respuesta, y nada ha cambiado");
    case PhaseEnd::told:
      return pick("a phase has ended, as you say", "ha terminado una fase, según dices");
    case PhaseEnd::none:
      break;
  }
  return {};
}

std::string Words::noise() const {
  if (facts_.noise_tokens == 0 || facts_.live_tokens == 0) return {};
  const std::int64_t share =
      100 * facts_.noise_tokens / std::max<std::int64_t>(1, facts_.live_tokens);
  if (share == 0) return {};
  return size(facts_.noise_tokens) + pick(" no longer help (", " ya no sirven (") +
         std::to_string(share) +
         pick(" % of the window's content)", " % del contenido de la ventana)");
}

std::vector<std::string> Words::reasons(const Decision& decision) const {
  std::vector<std::string> out;
  const auto put = [&](std::string text) {
    if (!text.empty()) out.push_back(std::move(text));
  };
  switch (decision.rule) {
    case Rule::next_is_heavy:
      put(pick("what comes next puts out much; only its conclusion is needed here",
               "lo que viene produce mucha salida; aquí solo hace falta su conclusión"));
      break;
    case Rule::failed_attempts:
      put(times(facts_.attempts->times, pick("failed attempt at `", "intento fallido de `").c_str(),
                pick("failed attempts at `", "intentos fallidos de `").c_str()) +
          facts_.attempts->target + pick("` since then, ", "` desde entonces, ") +
          size(facts_.attempts->tokens) + pick(", no success in between", ", ninguno con éxito"));
      break;
    case Rule::corrected_again:
      put(times(facts_.attempts->times, pick("correction", "corrección").c_str(),
                pick("corrections of the same thing in a row, ",
                     "correcciones seguidas de lo mismo, ")
                    .c_str()) +
          size(facts_.attempts->tokens) +
          pick(" of answers that missed it", " de respuestas que no acertaron"));
      break;
    case Rule::critical:
      put(pick("an automatic compaction this late is not to be trusted",
               "una compactación automática tan tarde no es de fiar"));
      break;
    case Rule::same_topic:
      if (facts_.session) put(topic());
      break;
    case Rule::changed_topic:
      put(facts_.topic.changed ? topic()
                               : pick("what comes next is unrelated to what was before",
                                      "lo que viene no tiene relación con lo anterior"));
      put(pick("nothing is open", "no queda nada abierto"));
      break;
    case Rule::open_work:
      put(pick("something else begins, but ", "empieza otra cosa, pero ") + open());
      break;
    case Rule::phase_end:
      put(ended());
      break;
    case Rule::plan_cut:
      if (facts_.session && facts_.open.any()) {
        put(pick("cut when this is done: ", "corta cuando esto acabe: ") + open());
      }
      break;
    case Rule::room_enough:
    case Rule::nothing_known:
      break;
  }
  std::string full = band();
  if (const std::string count = tokens(); !count.empty()) full += ": " + count;
  put(full);
  if (decision.option != Option::rewind) put(noise());
  return out;
}

std::string Words::command(const Decision& decision, Language language) const {
  switch (decision.option) {
    case Option::compact:
      return compact_hint(facts_, language);
    case Option::clear:
      return "/clear";
    case Option::rewind:
      return "/rewind";
    case Option::subagent:
      return pick(
          "Use a subagent for this and bring back only the conclusion, in at most ten lines.",
          "Usa un subagente para esto y trae solo la conclusión, en diez líneas como mucho.");
    case Option::go_on:
      break;
  }
  return {};
}

std::string Words::now(Option option) const {
  const bool tight = full_.band >= Band::rojo;
  switch (option) {
    case Option::go_on:
      if (facts_.attempts) {
        return pick("would carry ", "arrastraría ") + size(facts_.attempts->tokens) +
               pick(" of failures along", " de fallos");
      }
      if (const std::string carried = noise(); !carried.empty()) return carried;
      return tight ? pick("the window is nearly full", "la ventana está casi llena")
                   : pick("nothing speaks against it", "nada en contra");
    case Option::rewind:
      if (!facts_.session) {
        return pick("for failed attempts in a row", "para varios intentos fallidos");
      }
      return facts_.attempts ? pick("to: \"", "a: \"") + facts_.attempts->prompt + "\""
                             : pick("no failed attempts to go back behind",
                                    "no hay intentos fallidos que deshacer");
    case Option::compact:
      if (full_.band == Band::critico) {
        return pick("late: the summary is written by a full window",
                    "tarde: el resumen lo escribe una ventana llena");
      }
      if (tight) return pick("due now", "toca ahora");
      return (full_.percent ? pick("not needed yet: ", "aún no hace falta: ") : "") + band();
    case Option::clear:
      return facts_.session ? topic() : pick("for a new topic", "para un tema nuevo");
    case Option::subagent:
      return facts_.next_is_heavy
                 ? pick("what comes next puts out much", "lo que viene produce mucha salida")
                 : pick("for a step with much output", "para un paso con mucha salida");
  }
  return {};
}

std::string Words::warning(AntiPattern pattern) const {
  switch (pattern) {
    case AntiPattern::waiting_for_compaction:
      return pick("the automatic compaction is near and knows nothing of what matters to you",
                  "la compactación automática está cerca y no sabe qué te importa");
    case AntiPattern::did_not_work_try:
      return pick(
          "\"that did not work, try X\" three times in a row piles up failures: go back "
          "instead, and say what was learned",
          "«no funcionó, prueba X» tres veces seguidas acumula fallos: vuelve atrás y di "
          "lo aprendido");
    case AntiPattern::clear_without_notes:
      return pick("notes first: goal, decisions, what failed, next step",
                  "primero las notas: objetivo, decisiones, lo que falló, próximo paso");
    case AntiPattern::small_subagent:
      return pick("a subagent for a small thing costs more than it saves",
                  "un subagente para algo pequeño cuesta más de lo que ahorra");
    case AntiPattern::compacting_in_a_row:
      return pick("compacted " +
                      times(facts_.compacted_prompts_ago.value_or(0), "prompt ago", "prompts ago") +
                      " and full again: find out what fills it (context-health), or /clear",
                  "compactada hace " +
                      times(facts_.compacted_prompts_ago.value_or(0), "mensaje", "mensajes") +
                      " y llena otra vez: mira qué la llena (context-health), o /clear");
  }
  return {};
}

std::string Words::fork() const {
  return pick("about ", "unos ") + short_count(facts_.live_tokens) + " > " +
         short_count(facts_.live_tokens - facts_.noise_tokens) +
         pick(" tokens without a summary: the rest stays word for word, and the original too",
              " tokens sin resumen: el resto queda palabra por palabra, y el original también");
}

std::string label(Option option, Language language) {
  switch (option) {
    case Option::go_on:
      return language == Language::english ? "Continue" : "Continuar";
    case Option::rewind:
      return "/rewind";
    case Option::compact:
      return "/compact";
    case Option::clear:
      return "/clear";
    case Option::subagent:
      return language == Language::english ? "Subagent" : "Subagente";
  }
  return {};
}

}  // namespace

Advice advice_of(const Facts& facts, const Decision& decision, Language language) {
  const Words words(facts, language);
  Advice out;
  out.decision = decision;
  out.headline = words.headline(decision);
  out.reasons = words.reasons(decision);
  out.command = words.command(decision, language);
  for (const Option option : all_options) {
    if (option != decision.option) out.others.emplace_back(option, words.now(option));
  }
  if (is_worth_a_fork(facts)) {
    out.fork = facts.curate + " fork";
    if (!facts.session_id.empty()) out.fork += " --session " + facts.session_id;
    out.fork_says = words.fork();
  }
  for (const AntiPattern pattern : anti_patterns(facts, decision)) {
    out.warnings.push_back(words.warning(pattern));
  }
  return out;
}

std::string as_text(const Advice& advice, Language language) {
  std::string out = advice.headline + "\n";
  for (const std::string& reason : advice.reasons) out += "  " + reason + "\n";
  const bool is_slash = advice.command.starts_with("/compact");
  if (is_slash || advice.decision.option == Option::subagent) out += "  " + advice.command + "\n";
  for (const auto& [option, text] : advice.others) {
    std::string name = label(option, language);
    name.resize(std::max<std::size_t>(name.size(), 10), ' ');
    out += "  " + name + " " + text + "\n";
  }
  if (!advice.fork.empty()) {
    out += std::string(language == Language::english ? "  or fork    " : "  o bifurca  ") +
           advice.fork_says + "\n             " + advice.fork + "\n";
  }
  for (const std::string& warning : advice.warnings) {
    out += (language == Language::english ? "  mind: " : "  ojo: ") + warning + "\n";
  }
  return out;
}

std::string as_markdown(const Advice& advice, const Facts& facts, Language language) {
  const bool english = language == Language::english;
  std::string out = (english ? "**Measured now.** " : "**Medido ahora.** ") +
                    (advice.reasons.empty() ? std::string() : advice.headline) + "\n\n";
  for (const std::string& reason : advice.reasons) out += "- " + reason + "\n";
  if (!advice.command.empty()) {
    out += (english ? "- To paste: `" : "- Para pegar: `") + advice.command + "`\n";
  }
  out += english ? "\n| the others | now |\n|---|---|\n" : "\n| las otras | ahora |\n|---|---|\n";
  for (const auto& [option, text] : advice.others) {
    std::string cell = text;
    std::replace(cell.begin(), cell.end(), '|', '/');
    out += "| " + label(option, language) + " | " + cell + " |\n";
  }
  if (!advice.fork.empty()) {
    out += (english ? "\nOr a fork: " : "\nO una bifurcación: ") + advice.fork_says + ": `" +
           advice.fork + "`\n";
  }
  for (const std::string& warning : advice.warnings) {
    out += (english ? "\nMind: " : "\nOjo: ") + warning + ".\n";
  }
  for (const Noise& noise : facts.noise) {
    if (&noise == &facts.noise.front()) out += english ? "\nNoise:\n" : "\nRuido:\n";
    out += "- " + std::string(findings::kind_row(noise.kind).title.english) + ": " +
           short_count(noise.tokens) + " tokens, " + noise.what + "\n";
  }
  return out;
}

ordered_json as_json(const Advice& advice, const Facts& facts) {
  const auto number = [](const auto& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  const Fullness& full = facts.fullness;
  ordered_json out{{"option", name_of(advice.decision.option)},
                   {"rule", name_of(advice.decision.rule)},
                   {"headline", advice.headline},
                   {"reasons", advice.reasons},
                   {"command", advice.command},
                   {"others", ordered_json::object()},
                   {"warnings", ordered_json::array()},
                   {"pct", number(full.percent)},
                   {"band", window::name_of(full.band)},
                   {"used", number(full.used)},
                   {"max", number(full.window)},
                   {"compacts_at", number(full.point.at)}};
  for (const auto& [option, text] : advice.others)
    out["others"][std::string(name_of(option))] = text;
  for (const AntiPattern pattern : anti_patterns(facts, advice.decision)) {
    out["warnings"].push_back(name_of(pattern));
  }
  if (!advice.fork.empty()) out["fork"] = advice.fork;
  if (!facts.session) return out;
  out["topic"] = {{"words", facts.topic.words},
                  {"changed", facts.topic.changed},
                  {"sure", facts.topic.sure == Sure::quite      ? "quite"
                           : facts.topic.sure == Sure::somewhat ? "somewhat"
                                                                : "no"},
                  {"prompts", facts.prompts_on_topic}};
  out["noise"] = {{"tokens", facts.noise_tokens}, {"of", facts.live_tokens}};
  if (facts.attempts) {
    out["attempts"] = {
        {"what", facts.attempts->what == Attempts::What::failed ? "failed" : "corrected"},
        {"target", facts.attempts->target},
        {"times", facts.attempts->times},
        {"tokens", facts.attempts->tokens},
        {"prompt", facts.attempts->prompt}};
  }
  return out;
}

}  // namespace context_rot::advice
