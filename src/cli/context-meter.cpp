// context-meter: how full the context window is, which band that is, and what to do.

#include <nlohmann/json.hpp>
#include <string>

#include "advice/session_advice.h"
#include "cli/common.h"
#include "cli/session.h"
#include "util/program_path.h"
#include "window/band.h"

namespace context_rot::context_meter {

namespace {

using nlohmann::ordered_json;
using window::Measurement;

struct MeterOptions {
  bool rot = false;
  bool json = false;
  bool explain = false;
  window::MeasureRequest request;
  std::optional<std::string> warn;
  std::optional<std::string> critical;
};

/// What there is to do with a session, which its band alone does not know; nothing where no session
/// was measured.
using Advised = std::optional<advice::Recommendation>;

struct Limits {
  window::BandLimits bands;
  window::StatusLimits status;
};

std::string point_text(const window::CompactionPoint& point) {
  const std::string from(name_of(point.from));
  if (point.at) return std::to_string(*point.at) + " (" + from + ")";
  if (point.off) return "off (" + from + ")";
  return "unknown";
}

std::string contradiction_text(const Measurement& measured) {
  return "contradiction: " + std::to_string(measured.used) + " used of " +
         std::to_string(measured.max);
}

bool is_contradiction(const Measurement& measured) {
  return measured.reading && measured.reading->contradiction();
}

/// Reads the whole session, unlike the measurement.
Advised advised_for(const Measurement& measured, const Limits& limits, const MeterOptions& options,
                    const cli::Project& here) {
  if (!options.explain || measured.transcript.empty()) return std::nullopt;
  auto conversation = transcript::read_session_tail(
      measured.transcript, transcript::Detail::content,
      [](const transcript::Conversation&) { return false; }, transcript::Asks::at_end);
  if (!conversation) return std::nullopt;
  const std::string session = cli::session_of(measured);
  const auto analysis = cli::analysed(*std::move(conversation), session, here);
  return advice::recommendation_of(
      advice::advise(*analysis, advice::fullness_of(measured, limits.bands),
                     {session, {}, false, own_command("context-curate", here.environment)},
                     config::Language::english)
          .advice);
}

/// The option that the action of a band comes to.
std::string_view option_of(window::Band band) {
  return band >= window::Band::rojo ? action_of(band) : "continue";
}

void print_text(const Measurement& measured, const Advised& advised, const Limits& limits,
                const MeterOptions& options) {
  const window::Band band = band_of(measured.percent, limits.bands);
  std::string out = "CONTEXT_PCT=" + std::to_string(measured.percent.value_or(0)) +
                    "\nCONTEXT_TOKENS_USED=" + std::to_string(measured.used) +
                    "\nCONTEXT_TOKENS_MAX=" + std::to_string(measured.max) +
                    "\nCONTEXT_STATUS=" + std::string(status_of(measured.percent, limits.status)) +
                    "\n";
  if (options.rot) {
    out += "CONTEXT_ROT_BAND=" + std::string(name_of(band)) +
           "\nCONTEXT_ROT_ACTION=" + std::string(action_of(band)) + "\n";
  }
  if (is_contradiction(measured)) out += "# " + contradiction_text(measured) + "\n";
  if (options.explain) {
    out += "# source: " + measured.source + "\n";
    if (!measured.used_explained.empty())
      out += "# used: " + visible(measured.used_explained) + "\n";
    if (!measured.max_explained.empty()) out += "# max: " + visible(measured.max_explained) + "\n";
    if (measured.reading) {
      if (!measured.reading->model.empty())
        out += "# model: " + visible(measured.reading->model) + "\n";
      out += "# output of the last answer: " + std::to_string(measured.reading->output) + "\n";
      if (const auto chosen = window::how_chosen(measured); !chosen.empty()) {
        out += "# " + chosen + "\n";
      }
      out += "# transcript: " + visible(measured.transcript.string()) + " (" +
             std::to_string(measured.lines) + " lines read, " + std::to_string(measured.bad_lines) +
             " broken)\n";
      out += "# automatic compaction: " + point_text(measured.point) + "\n";
    }
    if (advised && advised->option != option_of(band)) {
      out += "# advice for the session: " + advised->option + " (" + advised->rule + ")\n";
    }
    out += "# bands open at " + std::to_string(limits.bands.yellow) + ", " +
           std::to_string(limits.bands.red) + ", " + std::to_string(limits.bands.critical) + "\n";
  }
  cli::print(out);
}

ordered_json explanation(const Measurement& measured, const Advised& advised) {
  ordered_json explain = {{"used", measured.used_explained}, {"max", measured.max_explained}};
  if (measured.reading) {
    explain["model"] = measured.reading->model;
    explain["transcript"] = measured.transcript.string();
    explain["lines"] = measured.lines;
    explain["broken_lines"] = measured.bad_lines;
    ordered_json point = {
        {"at", nullptr}, {"off", measured.point.off}, {"source", name_of(measured.point.from)}};
    if (measured.point.at) point["at"] = *measured.point.at;
    explain["compaction"] = point;
  }
  if (advised) explain["advice"] = {{"option", advised->option}, {"rule", advised->rule}};
  return explain;
}

void print_json(const Measurement& measured, const Advised& advised, const Limits& limits,
                const MeterOptions& options) {
  ordered_json out = {{"pct", measured.percent.value_or(0)},
                      {"used", measured.used},
                      {"max", measured.max},
                      {"status", status_of(measured.percent, limits.status)},
                      {"source", measured.source}};
  if (measured.reading) {
    out["output"] = measured.reading->output;
    out["estimate"] = measured.reading->estimate;
  }
  if (is_contradiction(measured)) out["note"] = contradiction_text(measured);
  if (options.rot) {
    const window::Band band = band_of(measured.percent, limits.bands);
    out["rot"] = {{"band", name_of(band)},
                  {"action", action_of(band)},
                  {"thresholds",
                   {{"yellow", limits.bands.yellow},
                    {"red", limits.bands.red},
                    {"critical", limits.bands.critical}}}};
  }
  if (options.explain) out["explain"] = explanation(measured, advised);
  cli::print(cli::dumped(out, -1));
}

/// The environment with the flags for the status limits in the place of their variables.
Environment with_flags(Environment environment, const MeterOptions& options) {
  return [environment = std::move(environment), warn = options.warn,
          critical = options.critical](const std::string& name) {
    if (name == "CONTEXT_METER_WARN" && warn) return warn;
    if (name == "CONTEXT_METER_CRITICAL" && critical) return critical;
    return environment(name);
  };
}

int work(const CLI::App& app, const MeterOptions& options) {
  for (const auto& [name, text] : {std::pair{"--threshold-warn", options.warn},
                                   std::pair{"--threshold-critical", options.critical}}) {
    const auto problem = text ? window::percent_problem(*text) : std::nullopt;
    if (problem) return cli::fail(app, std::string(name) + " " + *problem, cli::exit_usage);
  }
  const cli::Project here = cli::configured_project(with_flags(process_environment(), options));
  const Limits limits{window::band_limits(here.loaded.config),
                      window::status_limits(here.loaded.config)};
  const Measurement measured = cli::measured(options.request, here);
  const Advised advised = advised_for(measured, limits, options, here);
  if (options.json) {
    print_json(measured, advised, limits, options);
  } else {
    print_text(measured, advised, limits, options);
  }
  return cli::exit_done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "How full the context window is, which band that is, and what to do.\n\n"
      "Give a percentage, a pair of tokens, or a session; without any of them the environment\n"
      "(CONTEXT_PCT, CONTEXT_WINDOW_USED with CONTEXT_WINDOW_MAX), a snapshot file\n"
      "(CONTEXT_METER_SNAPSHOT, else output/context-snapshot.json) or the session this runs in\n"
      "is taken, in this order.",
      "context-meter");
  app.footer(
      "Bands: verde 0-59 continue, amarillo 60-74 plan-cut, rojo 75-89 compact, critico 90-100 "
      "clear.\n"
      "Limits: CONTEXT_ROT_YELLOW, CONTEXT_ROT_RED, CONTEXT_ROT_CRITICAL.\n"
      "Exit: 0 done (also when nothing is known), 1 a file cannot be read, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-meter --rot --pct 72\n"
      "  context-meter --rot --used 136000 --max 200000 --json\n"
      "  context-meter --rot --explain --transcript ~/.claude/projects/x/SESSION.jsonl");
  MeterOptions options;
  app.add_flag("--rot", options.rot, "Add the band and the action")->disable_flag_override();
  app.add_flag("--json", options.json, "Print JSON instead of KEY=VALUE lines")
      ->disable_flag_override();
  app.add_flag("--explain", options.explain,
               "Add where each number comes from, the compaction point, and for a session what to\n"
               "do with it where that is not the action, which is of the band alone")
      ->disable_flag_override();
  app.add_option("--pct", options.request.pct, "Percent of the window in use, 0 to 100")
      ->type_name("PERCENT");
  app.add_option("--used", options.request.used, "Tokens in use; needs --max")->type_name("N");
  app.add_option("--max", options.request.max,
                 "Tokens the window holds; with a session, instead of what is found out")
      ->type_name("N");
  app.add_option("--transcript", options.request.transcript, "Measure this session transcript")
      ->type_name("FILE");
  app.add_option("--session", options.request.session,
                 "Measure a session: its id or first 8 characters")
      ->type_name("ID");
  app.add_option("--threshold-warn", options.warn, "Percent at which the status is warn (70)")
      ->type_name("PERCENT");
  app.add_option("--threshold-critical", options.critical,
                 "Percent at which the status is critical (85)")
      ->type_name("PERCENT");
  return cli::run(app, argc, argv, [&] { return work(app, options); });
}

}  // namespace context_rot::context_meter
