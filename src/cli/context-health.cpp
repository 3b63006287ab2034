// context-health: what fills the window, how polluted it is, and how to recover.

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "advice/diagnostic_answers.h"
#include "advice/interpret.h"
#include "advice/recovery.h"
#include "advice/schedule.h"
#include "advice/session_advice.h"
#include "advice/topic.h"
#include "cli/common.h"
#include "cli/session.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "curate/messages/message_array.h"
#include "report/all_sessions.h"
#include "report/health.h"
#include "report/health_json.h"
#include "report/health_text.h"
#include "report/page.h"
#include "report/page_file.h"
#include "report/timeline_text.h"
#include "transcript/past.h"
#include "util/append_file.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/number.h"
#include "util/program_path.h"
#include "util/terminal.h"
#include "util/utf8.h"

namespace context_rot::context_health {

namespace {

using namespace context_rot::advice;
using namespace context_rot::curate;
using namespace context_rot::findings;
using namespace context_rot::report;
using namespace context_rot::session;
using cli::dumped;
using cli::print;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

struct HealthOptions {
  bool json = false;
  bool all_findings = false;
  bool symptoms = false;
  bool timeline = false;
  std::string html;
  window::MeasureRequest request;
  std::string messages;
  std::string files;
  std::string scoring;
  std::vector<std::string> endings;
  std::string all;
  std::string form;
  bool apply = false;
  std::string note;
  std::vector<std::string> events;
  ScheduleLimits limits;
};

/// The session that the options name, analysed.
struct Opened {
  cli::Project here;
  window::Measurement measured;
  std::string session;
  std::unique_ptr<Analysis> analysis;
};

Opened open_session(const HealthOptions& options) {
  Opened out;
  out.here = cli::configured_project();
  window::MeasureRequest request = options.request;
  if (!request.transcript && !request.session) {
    request.session = out.here.environment("CLAUDE_CODE_SESSION_ID");
  }
  out.measured = cli::measured(request, out.here);
  if (out.measured.transcript.empty()) {
    throw cli::Problem{"name a session: --session ID or --transcript FILE"};
  }
  if (const auto chosen = window::how_chosen(out.measured); !chosen.empty()) {
    cli::note("context-health", chosen);
  }
  out.session = cli::session_of(out.measured);
  out.analysis = cli::analysed(out.measured, out.here);
  return out;
}

advice::SessionAdvice advice_of(const Opened& opened, bool phase_ended, config::Language language) {
  const auto limits = window::band_limits(opened.here.loaded.config);
  return advice::advise(
      *opened.analysis, advice::fullness_of(opened.measured, limits),
      {opened.session, {}, phase_ended, own_command("context-curate", opened.here.environment)},
      language);
}

/// With what is recommended, in a language; the report itself is in English.
Health health_of(const Opened& opened, config::Language language = config::Language::english) {
  Health out = report::health_of(*opened.analysis, opened.session, opened.measured,
                                 window::band_limits(opened.here.loaded.config));
  out.recommended = advice::recommendation_of(advice_of(opened, false, language).advice);
  return out;
}

SessionState state_of(const Opened& opened) {
  const SessionView& view = opened.analysis->view;
  const auto topic = advice::topic_of(view);
  return findings::state_of(view, opened.analysis->findings.list, topic.begins);
}

int show_health(const HealthOptions& options) {
  const Opened opened = open_session(options);
  const Health health = health_of(opened);
  print(options.json
            ? dumped(health_json(health, *opened.analysis))
            : health_text(health, *opened.analysis, {options.all_findings, options.symptoms}));
  return cli::exit_done;
}

/// The window over the session, with the time before the last compaction.
report::Timeline timeline_of(const Opened& opened, const Health& health) {
  const auto past = transcript::read_past(opened.measured.transcript,
                                          transcript::past_end(opened.analysis->conversation));
  if (!past) throw cli::Problem{past.error(), cli::exit_failed};
  return report::timeline_of(*opened.analysis, health, *past,
                             window::band_limits(opened.here.loaded.config));
}

int show_timeline(const HealthOptions& options) {
  const Opened opened = open_session(options);
  const Health health = health_of(opened);
  const std::string text =
      timeline_text(timeline_of(opened, health), health,
                    {terminal_width(opened.here.environment, STDOUT_FILENO), opened.here.language});
  print(speaks_utf8(opened.here.environment) ? text : in_ascii(text));
  return cli::exit_done;
}

int write_page(const HealthOptions& options) {
  const Opened opened = open_session(options);
  const Health health = health_of(opened, opened.here.language);
  const std::string page = report::page_html(timeline_of(opened, health), health, *opened.analysis,
                                             opened.here.language);
  if (options.html == "-") {
    print(page);
    return cli::exit_done;
  }
  if (auto saved = report::save_page(options.html, page); !saved) {
    throw cli::Problem{saved.error(), cli::exit_failed};
  }
  print(visible(options.html) + " (" + std::to_string((page.size() + 1023) / 1024) + " KB)\n");
  return cli::exit_done;
}

std::string read_input(const std::string& name) {
  if (name == "-") {
    const auto text = read_descriptor(0, std::size_t{1} << 30);
    if (!text) throw cli::Problem{text.error(), cli::exit_failed};
    return *text;
  }
  auto text = read_file(name, std::size_t{1} << 30);
  if (!text) throw cli::Problem{text.error(), cli::exit_failed};
  return *std::move(text);
}

/// "a.ts,b.ts", or "@FILE" with one name a line.
std::vector<std::string> names_of(const std::string& list) {
  const bool is_file = list.starts_with('@');
  const std::string text = is_file ? read_input(list.substr(1)) : list;
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(is_file ? "\r\n" : ",", at), text.size());
    if (end > at) out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

int score_messages(const HealthOptions& options) {
  if (!options.scoring.empty() && options.scoring != "article") {
    throw cli::Problem{"--messages can be scored by article only: nothing else is known of them"};
  }
  const auto messages = read_messages(read_input(options.messages));
  if (!messages) throw cli::Problem{options.messages + ": " + messages.error()};
  ArticleOptions article;
  article.current_files = names_of(options.files);
  if (!options.endings.empty()) article.endings = options.endings;
  const advice::Counts counts = article_counts(*messages, article);
  const int score = score_of(counts);
  const Severity severity = severity_of(score);
  const Advised advised = advised_action(score, counts.messages);
  if (options.json) {
    print(dumped({{"score", score},
                  {"stale", counts.stale},
                  {"contradictions", counts.contradictions},
                  {"debugging", counts.debugging},
                  {"messages", counts.messages},
                  {"severity", name_of(severity)},
                  {"recovery", name_of(recovery_for(severity))},
                  {"action", name_of(advised.action)},
                  {"preventive", advised.preventive},
                  {"reason", advised.reason}}));
  } else {
    print("score " + std::to_string(score) + " (" + std::string(name_of(severity)) +
          "): " + std::to_string(counts.stale) + " stale references, " +
          std::to_string(counts.contradictions) + " contradictions, " +
          std::to_string(counts.debugging) + " debugging messages, " +
          std::to_string(counts.messages) + " messages\naction: " +
          std::string(name_of(advised.action)) + " (" + advised.reason + ")\n");
  }
  return cli::exit_done;
}

/// What to do, and beside it the limits that are reached: they are figures and decide nothing.
std::string schedule_text(const Schedule& computed, const advice::Advice& advised) {
  const advice::Option option = advised.decision.option;
  std::string out = option == advice::Option::compact ? "compact now"
                    : option == advice::Option::go_on ? "not yet"
                                                      : "not now: " + advised.headline;
  for (const std::string& reason : advised.reasons) out += "\n  " + reason;
  if (option == advice::Option::compact) out += "\n  " + advised.command;
  if (!computed.reasons.empty()) out += "\nreached: ";
  for (const std::string& reason : computed.reasons) {
    out += (&reason == &computed.reasons.front() ? "" : ", ") + reason;
  }
  return out + "\n";
}

int whether_to_compact(const HealthOptions& options) {
  Situation situation;
  for (const std::string& name : options.events) {
    const auto event = event_of(name);
    if (!event) {
      throw cli::Problem{
          "--event takes one of feature-complete decision-changed debugging-resolved "
          "context-switch, not " +
          in_quotes(name)};
    }
    situation.events.push_back(*event);
  }
  const Opened opened = open_session(options);
  const Health health = health_of(opened);
  situation.messages = health.counts.messages;
  situation.minutes = health.minutes;
  situation.score = health.score;
  situation.tokens = opened.measured.used;
  const Schedule computed = schedule(situation, options.limits);
  const advice::Advice advised =
      advice_of(opened, !situation.events.empty(), config::Language::english).advice;
  if (options.json) {
    const Recommendation one = advice::recommendation_of(advised);
    print(dumped({{"compact_now", computed.compact_now},
                  {"reasons", computed.reasons},
                  {"messages", situation.messages},
                  {"minutes", situation.minutes},
                  {"score", situation.score},
                  {"tokens", situation.tokens},
                  {"advice", {{"option", one.option}, {"rule", one.rule}}}}));
    return cli::exit_done;
  }
  print(schedule_text(computed, advised));
  return cli::exit_done;
}

int diagnose() {
  const cli::Project here = cli::project_here();
  const config::Config config = config::load_config(here.project, here.environment).config;
  const auto questions = diagnostic_questions(config::language_of(config, here.environment));
  std::string out;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    out += std::to_string(i + 1) + ". " + std::string(questions[i]) + "\n";
  }
  print(out);
  return cli::exit_done;
}

int interpret_answers(const HealthOptions& options) {
  const auto answers = read_answers(read_input("-"));
  if (!answers) throw cli::Problem{answers.error()};
  const Diagnosis diagnosis =
      interpret({(*answers)[0], (*answers)[1], (*answers)[2], (*answers)[3]});
  const auto recovery = name_of(recovery_for(diagnosis.level));
  if (options.json) {
    print(dumped({{"level", name_of(diagnosis.level)},
                  {"issues", diagnosis.issues},
                  {"recovery", recovery}}));
    return cli::exit_done;
  }
  std::string out(name_of(diagnosis.level));
  for (const auto& issue : diagnosis.issues) out += "\n  " + std::string(issue);
  print(out + "\nrecovery: context-health recover " + std::string(recovery) + "\n");
  return cli::exit_done;
}

int recover(const HealthOptions& options) {
  const Opened opened = open_session(options);
  Recovery form = health_of(opened).recovery;
  if (options.form == "prune") form = Recovery::prune;
  if (options.form == "compact") form = Recovery::compact;
  if (options.form == "clean-slate") form = Recovery::clean_slate;
  if (options.apply && form != Recovery::clean_slate) {
    throw cli::Problem{"--apply goes with clean-slate: the other forms are prompts to paste"};
  }
  const SessionState state = state_of(opened);
  const std::string prompt =
      recovery_prompt(form, state, opened.analysis->findings.list, opened.here.language, now());
  if (!options.apply) {
    print(prompt);
    return cli::exit_done;
  }
  if (opened.here.data.empty()) throw cli::Problem{"there is no data folder: HOME is not set"};
  if (auto made = create_private_folders(opened.here.data); !made)
    throw cli::Problem{made.error(), cli::exit_failed};
  const fs::path file =
      opened.here.data / ("clean-slate-" + std::string(cut_utf8(opened.session, 8)) + ".md");
  if (auto written = write_own_file(file, prompt); !written) {
    throw cli::Problem{written.error(), cli::exit_failed};
  }
  print(first_prompt(state, file.string(), opened.here.language));
  return cli::exit_done;
}

int checkpoint(const HealthOptions& options) {
  const Opened opened = open_session(options);
  if (opened.here.data.empty()) throw cli::Problem{"there is no data folder: HOME is not set"};
  const Health health = health_of(opened);
  const auto& entries = opened.analysis->conversation.entries;
  ordered_json mark{
      {"time", format_utc(now())},
      {"session", opened.session},
      {"entry",
       entries.empty() || entries.back().lines.empty() ? "" : entries.back().lines.back().uuid},
      {"used", opened.measured.used},
      {"score", health.score},
      {"signal", opened.analysis->findings.signal()}};
  if (!options.note.empty()) mark["note"] = visible(options.note);
  if (auto made = create_private_folders(opened.here.data); !made)
    throw cli::Problem{made.error(), cli::exit_failed};
  std::string line = dumped(mark, -1);
  line.pop_back();
  if (auto kept = append_line(opened.here.data / "checkpoints.jsonl", line); !kept) {
    throw cli::Problem{kept.error(), cli::exit_failed};
  }
  print(options.json ? line + "\n"
                     : "checkpoint: score " + std::to_string(health.score) + ", signal " +
                           std::to_string(opened.analysis->findings.signal()) + " %\n");
  return cli::exit_done;
}

int print_learnings(const HealthOptions& options) {
  const Opened opened = open_session(options);
  std::string out;
  for (const std::string& line : learnings(state_of(opened), opened.here.language))
    out += line + "\n";
  print(out);
  return cli::exit_done;
}

/// A bar on a terminal; nothing elsewhere. Threads may call it at once.
std::function<void(std::size_t)> progress_bar(std::size_t count) {
  if (isatty(STDERR_FILENO) == 0) return [](std::size_t) {};
  return [count](std::size_t done) {
    constexpr std::size_t cells = 40;
    const std::size_t full = done * cells / count;
    const std::string line = "\r" + std::string(full, '#') + std::string(cells - full, '.') + " " +
                             std::to_string(done) + " of " + std::to_string(count) +
                             (done == count ? "\r\x1b[K" : "");
    std::fputs(line.c_str(), stderr);
  };
}

ordered_json ranked_json(const RankedSession& one) {
  return {
      {"session", one.transcript.stem().string()},
      {"transcript", one.transcript.string()},
      {"problem", one.problem.empty() ? ordered_json(nullptr) : ordered_json(one.problem)},
      {"score", one.score},
      {"severity", name_of(severity_of(one.score))},
      {"signal", one.signal},
      {"tokens", one.tokens},
      {"noise", one.noise},
      {"messages", one.messages},
      {"last", one.last == 0 ? ordered_json(nullptr) : ordered_json(format_with_offset(one.last))},
      {"title", one.title}};
}

int rank_all(const HealthOptions& options) {
  const auto client = client::client_folder(process_environment());
  if (!client) throw cli::Problem{"neither HOME nor CLAUDE_CONFIG_DIR is set"};
  const cli::Project here = cli::configured_project();
  std::vector<fs::path> transcripts;
  if (options.all == "project") {
    transcripts =
        transcripts_in(*client / "projects" / client::project_slug(here.project.string()));
  } else {
    for (const fs::path& one : client::transcript_folders(here.environment)) {
      const auto more = transcripts_in(one);
      transcripts.insert(transcripts.end(), more.begin(), more.end());
    }
  }
  const auto ranked = rank_sessions(
      transcripts, here.loaded,
      [](const fs::path& path) {
        return transcript::read_session(path, transcript::Detail::content);
      },
      progress_bar(transcripts.size()));
  if (options.json) {
    ordered_json list = ordered_json::array();
    for (const RankedSession& one : ranked) list.push_back(ranked_json(one));
    print(dumped(list));
    return cli::exit_done;
  }
  std::string out =
      "score  signal  tokens   noise  messages  last              session   begins with\n";
  for (const RankedSession& one : ranked) {
    if (!one.problem.empty()) {
      std::fprintf(stderr, "context-health: %s\n", visible(one.problem).c_str());
      continue;
    }
    char line[200];
    std::snprintf(line, sizeof line, "%5d  %4d %%  %6s  %6s  %8lld  %-16s  %-8s  ", one.score,
                  one.signal, fine_count(one.tokens).c_str(), fine_count(one.noise).c_str(),
                  static_cast<long long>(one.messages),
                  one.last == 0 ? "-" : format_local(one.last).c_str(),
                  visible(cut_utf8(one.transcript.stem().string(), 8)).c_str());
    out += line + one.title + "\n";
  }
  print(ranked.empty() ? std::string("no sessions\n") : out);
  return cli::exit_done;
}

void add_session_options(CLI::App* app, HealthOptions& options) {
  app->add_option("--session", options.request.session, "The session: its id or first 8 characters")
      ->type_name("ID");
  app->add_option("--transcript", options.request.transcript, "This session transcript")
      ->type_name("FILE");
  app->add_option("--max", options.request.max, "Tokens the window holds")->type_name("N");
}

CLI::Option* add_json(CLI::App* app, HealthOptions& options) {
  return app->add_flag("--json", options.json, "Print JSON")->disable_flag_override();
}

/// The ways to show the report.
void add_report_options(CLI::App& app, HealthOptions& options) {
  CLI::Option* json = add_json(&app, options);
  app.add_flag("--findings", options.all_findings, "Every finding, not only the largest of a kind")
      ->disable_flag_override();
  app.add_flag("--symptoms", options.symptoms, "The table of symptoms too")
      ->disable_flag_override();
  CLI::Option* timeline =
      app.add_flag("--timeline", options.timeline, "The window over time, drawn for the terminal")
          ->disable_flag_override()
          ->excludes(json);
  app.add_option("--html", options.html,
                 "Write all of it as one page, with the window over time (- is stdout)")
      ->type_name("FILE")
      ->excludes(json)
      ->excludes(timeline);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "What fills the context window, how polluted it is, what of it is noise and how to "
      "recover.\n\n"
      "Without a session it is the one this runs in, inside Claude Code.",
      "context-health");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read or written, 2 wrong input.\n\n"
      "Examples:\n"
      "  context-health --session SESSION-ID --findings --symptoms\n"
      "  context-health recover compact --session SESSION-ID\n"
      "  context-health --messages history.json --files @current.txt --scoring article\n"
      "  context-health --all project");
  HealthOptions options;
  add_session_options(&app, options);
  add_report_options(app, options);
  app.add_option("--messages", options.messages, "Score this message array (JSON; - is stdin)")
      ->type_name("FILE");
  app.add_option("--files", options.files, "Its current files: a,b or @FILE with one a line")
      ->type_name("LIST");
  app.add_option("--endings", options.endings, "File endings that count (ts js tsx jsx md json)")
      ->delimiter(',')
      ->type_name("LIST");
  app.add_option("--scoring", options.scoring,
                 "article: plain counters; evidence: what was checked")
      ->check(CLI::IsMember({"article", "evidence"}));
  app.add_option("--all", options.all, "Rank every session of the project or of the user")
      ->check(CLI::IsMember({"project", "user"}));

  CLI::App* recovering = app.add_subcommand("recover", "Print the recovery prompt, filled in");
  recovering->add_option("form", options.form, "prune, compact or clean-slate (by severity)")
      ->check(CLI::IsMember({"prune", "compact", "clean-slate"}));
  recovering
      ->add_flag("--apply", options.apply,
                 "Clean slate: write the package, print the first prompt of a new session")
      ->disable_flag_override();
  add_session_options(recovering, options);

  CLI::App* scheduling = app.add_subcommand("schedule", "Say whether now is the time to compact");
  add_session_options(scheduling, options);
  add_json(scheduling, options);
  scheduling->add_option("--event", options.events,
                         "What has just happened: feature-complete, ...");
  scheduling->add_option("--messages-limit", options.limits.messages, "80; 0 switches it off");
  scheduling->add_option("--minutes-limit", options.limits.minutes, "120");
  scheduling->add_option("--score-limit", options.limits.score, "40");
  scheduling->add_option("--tokens-limit", options.limits.tokens, "80000");

  CLI::App* asking = app.add_subcommand("diagnose", "Print the four diagnostic questions");
  CLI::App* interpreting = app.add_subcommand("interpret", "Read the four answers on stdin");
  add_json(interpreting, options);
  CLI::App* marking = app.add_subcommand("checkpoint", "Mark a recovery point");
  marking->add_option("--note", options.note, "What it is")->type_name("TEXT");
  add_session_options(marking, options);
  add_json(marking, options);
  CLI::App* learning = app.add_subcommand("learnings", "Print lines worth adding to CLAUDE.md");
  add_session_options(learning, options);
  app.require_subcommand(0, 1);

  return cli::run(app, argc, argv, [&] {
    if (recovering->parsed()) return recover(options);
    if (scheduling->parsed()) return whether_to_compact(options);
    if (asking->parsed()) return diagnose();
    if (interpreting->parsed()) return interpret_answers(options);
    if (marking->parsed()) return checkpoint(options);
    if (learning->parsed()) return print_learnings(options);
    if (!options.messages.empty()) return score_messages(options);
    if (!options.all.empty()) return rank_all(options);
    if (options.timeline) return show_timeline(options);
    if (!options.html.empty()) return write_page(options);
    return show_health(options);
  });
}

}  // namespace context_rot::context_health
