// context-advise: which of the five things to do this turn, why, and what to paste.

#include <string>

#include "advice/heavy_step.h"
#include "advice/session_advice.h"
#include "cli/common.h"
#include "cli/session.h"
#include "util/program_path.h"

namespace context_rot::context_advise {

namespace {

struct Options {
  bool json = false;
  bool markdown = false;
  std::string next;
  window::MeasureRequest request;
};

int work(const CLI::App& app, const Options& options) {
  if (options.json && options.markdown) {
    return cli::fail(app, "--json and --markdown exclude each other", cli::exit_usage);
  }
  const cli::Project here = cli::configured_project();
  const window::Measurement measured = cli::measured(options.request, here);
  if (const auto chosen = window::how_chosen(measured); !chosen.empty()) {
    cli::note(app.get_name(), chosen);
  }
  const advice::Fullness fullness =
      advice::fullness_of(measured, window::band_limits(here.loaded.config));
  advice::Facts facts;
  advice::Advice advised;
  if (measured.transcript.empty()) {
    facts.fullness = fullness;
    facts.next_is_heavy = advice::is_output_heavy(options.next);
    advised = advice::advice_of(facts, advice::decide(facts), here.language);
  } else {
    const auto analysis = cli::analysed(measured, here);
    auto whole = advice::advise(*analysis, fullness,
                                {cli::session_of(measured), options.next, false,
                                 own_command("context-curate", here.environment)},
                                here.language);
    facts = std::move(whole.facts);
    advised = std::move(whole.advice);
  }
  cli::print(options.json       ? cli::dumped(as_json(advised, facts))
             : options.markdown ? as_markdown(advised, facts, here.language)
                                : as_text(advised, here.language));
  return cli::exit_done;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Which of the five things to do this turn: continue, rewind, /compact with a hint, /clear\n"
      "with notes, or a subagent; why, and what to paste.\n\n"
      "Give a session, or only a percentage or tokens, which then decide alone; without any of\n"
      "them the same is taken as by context-meter, inside Claude Code the session it runs in.",
      "context-advise");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-advise --session SESSION-ID\n"
      "  context-advise --pct 80\n"
      "  context-advise --next 'run the whole test suite' --json");
  Options options;
  app.add_flag("--json", options.json, "Print JSON")->disable_flag_override();
  app.add_flag("--markdown", options.markdown, "Print Markdown, for a skill")
      ->disable_flag_override();
  app.add_option("--next", options.next, "What you are about to do, in words")->type_name("TEXT");
  app.add_option("--session", options.request.session, "The session: its id or first 8 characters")
      ->type_name("ID");
  app.add_option("--transcript", options.request.transcript, "This session transcript")
      ->type_name("FILE");
  app.add_option("--pct", options.request.pct, "Percent of the window in use, 0 to 100")
      ->type_name("PERCENT");
  app.add_option("--used", options.request.used, "Tokens in use; needs --max")->type_name("N");
  app.add_option("--max", options.request.max, "Tokens the window holds")->type_name("N");
  return cli::run(app, argc, argv, [&] { return work(app, options); });
}

}  // namespace context_rot::context_advise
