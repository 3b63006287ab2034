// context-journal: reads, checks and adds to the session journal.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/common.h"
#include "cli/session.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "journal/facts/audit.h"
#include "journal/facts/extract.h"
#include "journal/facts/verify.h"
#include "journal/markdown/markdown.h"
#include "journal/markdown/merge.h"
#include "journal/store/export.h"
#include "journal/store/store.h"
#include "journal/told/notes.h"
#include "journal/told/restore.h"
#include "util/file.h"
#include "window/band.h"

namespace context_rot::context_journal {

namespace {

using namespace context_rot::journal;
using cli::print;
namespace fs = std::filesystem;

struct JournalOptions {
  std::optional<std::string> session;
  std::optional<std::string> transcript;
  bool all = false;
  bool json = false;
  bool rows = false;
  std::vector<std::string> decisions, next, avoid, notes, goals, done, supersede;
  std::size_t keep = 1;
};

void warn(const std::string& message) {
  cli::note("context-journal", message);
}

/// The project that this runs in, and its journal.
struct Place : cli::Project {
  JournalFile journal;
  StoreOptions store;
};

Place here() {
  Place out{cli::configured_project(), {}, {}};
  const config::JournalConfig& config = out.loaded.config.journal;
  out.journal = journal_file(config, out.project, out.environment);
  out.store.max_bytes = static_cast<std::size_t>(config.max_bytes);
  return out;
}

/// Only what was seen is there.
FileExists on_disk(const Place& place) {
  const auto files = std::make_shared<session::DiskFiles>(place.project);
  return [files](const std::string& path) {
    return files->facts_of(path).presence == session::Presence::present;
  };
}

/// The id that was given, or that of the session this runs in; nothing where neither is.
std::optional<std::string> session_id(const JournalOptions& options, const Place& place) {
  std::optional<std::string> id;
  std::string from = "--session";
  if (options.session && options.transcript) {
    throw cli::Problem{"--transcript and --session name the same thing; give one of them"};
  }
  if (options.transcript) {
    id = fs::path(*options.transcript).stem().string();
    from = "--transcript";
  } else {
    id = options.session;
  }
  if (!id) {
    id = place.environment("CLAUDE_CODE_SESSION_ID");
    from = "CLAUDE_CODE_SESSION_ID";
  }
  if (id && !client::is_session_id(*id)) {
    throw cli::Problem{from + " takes a session id" +
                       (options.transcript ? " as the file's name" : "") + ", not " +
                       in_quotes(*id)};
  }
  // Our tables print eight characters of it.
  const auto path = id && !options.transcript
                        ? client::find_transcript(*id, place.folder, place.environment)
                        : std::nullopt;
  return path ? std::optional(path->stem().string()) : id;
}

std::string needed_session_id(const JournalOptions& options, const Place& place) {
  if (auto id = session_id(options, place)) return *std::move(id);
  const auto newest = client::newest_transcript(place.project, place.environment);
  if (!newest) throw cli::Problem{"name a session: --session ID or --transcript FILE"};
  const std::string id = newest->stem().string();
  warn("session " + short_id(id) + ": the newest of this project");
  return id;
}

Journal journal_here(const Place& place) {
  auto journal = read_journal(place.journal);
  if (!journal) throw cli::Problem{journal.error(), cli::exit_failed};
  return *std::move(journal);
}

/// The section that the options mean, or nullptr where the journal is empty. A session that was not
/// named and has no section yet, as after /clear, gives way to the newest.
const Section* section_meant(const JournalOptions& options, const Place& place,
                             const Journal& journal) {
  const auto id = session_id(options, place);
  const Section* section = id ? named_section(journal, *id) : newest_section(journal);
  if (section != nullptr || !id) return section;
  if (options.session || options.transcript) {
    throw cli::Problem{place.journal.path.string() + ": has no section of session " + *id,
                       cli::exit_failed};
  }
  section = newest_section(journal);
  if (section != nullptr) warn("session " + short_id(*id) + " has no section yet: the newest one");
  return section;
}

std::string nothing_yet(const Place& place) {
  return "the journal is empty: " + place.journal.path.string() + "\n";
}

Extracted facts_of_session(const JournalOptions& options, const Place& place,
                           const std::string& id);

/// The rows that the lines of a section are from, where its transcript is there.
Section with_rows(const JournalOptions& options, const Place& place, Section section) {
  if (!options.transcript &&
      !client::find_transcript(section.id, place.folder, place.environment)) {
    warn("session " + short_id(section.id) + " has no transcript any more: no rows");
    return section;
  }
  take_rows(section, facts_of_session(options, place, section.id).facts);
  return section;
}

int show(const JournalOptions& options) {
  const Place place = here();
  const Journal journal = journal_here(place);
  if (options.all) {
    std::string out;
    for (const Section& section : journal.sections) {
      if (!out.empty()) out += '\n';
      out += readable(section);
    }
    print(out.empty() ? nothing_yet(place) : out);
    return cli::exit_done;
  }
  const Section* section = section_meant(options, place, journal);
  if (section != nullptr && options.rows) {
    print(readable(with_rows(options, place, *section), Rows::shown));
    return cli::exit_done;
  }
  print(section == nullptr ? nothing_yet(place) : readable(*section));
  return cli::exit_done;
}

/// What the transcript of a session says now.
Extracted facts_of_session(const JournalOptions& options, const Place& place,
                           const std::string& id) {
  window::MeasureRequest request;
  request.transcript = options.transcript;
  if (!options.transcript) request.session = id;
  const window::Measurement measured = cli::measured(request, place);
  auto conversation = transcript::read_session(measured.transcript, transcript::Detail::content);
  if (!conversation) throw cli::Problem{conversation.error(), cli::exit_failed};
  const auto analysis = cli::analysed(*std::move(conversation), id, place);
  Extracted out = extract(*analysis, id, now(), place.language);
  const std::string window = window_line(
      measured.percent, measured.used, measured.max,
      window::band_of(measured.percent, window::band_limits(place.loaded.config)), place.language);
  if (!window.empty()) part_of(out.facts, Kind::window).items = {generated(window)};
  return out;
}

/// A section for people, or as JSON.
std::string shown(const Section& section, const JournalOptions& options) {
  return options.json ? json_of(section) + "\n" : readable(section);
}

int draft(const JournalOptions& options) {
  const Place place = here();
  const std::string id = needed_session_id(options, place);
  const Extracted extracted = facts_of_session(options, place, id);
  // Where the journal cannot be read the session's own facts are still worth having.
  Section known;
  if (const auto journal = read_journal(place.journal)) {
    if (const Section* section = find_section(*journal, id)) known = *section;
  } else {
    warn(journal.error());
  }
  if (extracted.empty && known.parts.empty()) {
    print(options.json ? "null\n" : "nothing has been asked in session " + id + " yet\n");
    return cli::exit_done;
  }
  print(shown(merge(known, extracted.facts, on_disk(place)).section, options));
  return cli::exit_done;
}

void take(const std::vector<std::string>& texts, const char* option, Kind kind, State state,
          Notes& out) {
  for (const std::string& text : texts) {
    if (as_value(text).empty()) throw cli::Problem{std::string(option) + " needs a text"};
    out.add.push_back({kind, state, text});
  }
}

Notes notes_of(const JournalOptions& options) {
  Notes out;
  out.supersede = options.supersede;
  take(options.goals, "--goal", Kind::goal, State::none, out);
  take(options.done, "--done", Kind::progress, State::done, out);
  take(options.decisions, "--decision", Kind::decisions, State::active, out);
  take(options.avoid, "--avoid", Kind::avoid, State::none, out);
  take(options.next, "--next", Kind::next, State::none, out);
  take(options.notes, "--note", Kind::context, State::none, out);
  if (out.add.empty() && out.supersede.empty()) {
    throw cli::Problem{
        "nothing to add: give --decision, --next, --avoid, --note, --goal, --done or --supersede"};
  }
  if (options.goals.size() > 1)
    throw cli::Problem{"--goal is given more than once: a session has one"};
  return out;
}

int add(const JournalOptions& options) {
  const Place place = here();
  const Notes notes = notes_of(options);
  Section section;
  section.id = needed_session_id(options, place);
  section.time = now();
  section.when = format_local(section.time);
  section.language = place.language;
  std::vector<std::string> unknown;
  const auto updated =
      update_journal(place.journal, place.store, place.language,
                     [&](Journal& journal) { unknown = write_notes(journal, section, notes); });
  if (!updated) throw cli::Problem{updated.error(), cli::exit_failed};
  if (!updated->notice.empty()) warn(updated->notice);
  if (!unknown.empty()) {
    throw cli::Problem{"--supersede: " + in_quotes(unknown.front()) +
                       " names no decision of this session, or several; nothing was written"};
  }
  const std::string name = "session " + short_id(section.id);
  print(updated->written ? name + ": written to " + place.journal.path.string() + "\n"
                         : name + ": the journal says so already\n");
  return cli::exit_done;
}

int verify(const JournalOptions& options) {
  const Place place = here();
  const Journal journal = journal_here(place);
  const FileExists exists = on_disk(place);
  std::vector<const Section*> sections;
  if (options.all) {
    for (const Section& section : journal.sections) sections.push_back(&section);
  } else if (const Section* section = section_meant(options, place, journal)) {
    sections.push_back(section);
  }
  if (sections.empty()) {
    print(nothing_yet(place));
    return cli::exit_done;
  }
  std::string out;
  for (const Section* section : sections) {
    for (const std::string& problem : problems_of(*section, exists)) {
      out += (options.all ? visible(short_id(section->id)) + ": " : "") + problem + "\n";
    }
  }
  print(out.empty() ? "all files are there, all lines are understood\n" : out);
  return out.empty() ? cli::exit_done : cli::exit_failed;
}

/// The section as the end of the session would leave it, with files that are there only.
Section as_it_would_be(const JournalOptions& options, const Place& place, const Section& known,
                       const std::string& id, bool& live) {
  const FileExists exists = on_disk(place);
  live = options.transcript || client::find_transcript(id, place.folder, place.environment);
  Section facts;
  if (live) {
    Extracted extracted = facts_of_session(options, place, id);
    if (!extracted.empty) facts = std::move(extracted.facts);
  }
  Section out = merge(known, facts, exists).section;
  for (Part& part : out.parts) {
    if (part.kind != Kind::read_files && part.kind != Kind::modified_files) continue;
    std::erase_if(part.items, [&](const Item& item) { return !exists(item.text); });
  }
  return out;
}

int restore(const JournalOptions& options) {
  const Place place = here();
  if (!place.loaded.config.journal.enabled) {
    print("nothing would be injected: the journal is switched off (journal.enabled)\n");
    return cli::exit_done;
  }
  const Journal journal = journal_here(place);
  const auto named = session_id(options, place);
  const Section* known = named ? named_section(journal, *named) : newest_section(journal);
  if (!named && known == nullptr) {
    print("nothing would be injected: " + nothing_yet(place));
    return cli::exit_done;
  }
  const std::string id = known != nullptr ? known->id : *named;
  bool live = false;
  const Section section =
      as_it_would_be(options, place, known != nullptr ? *known : Section(), id, live);
  if (known == nullptr && !live) {
    throw cli::Problem{"session " + id + " has neither a section in " +
                           place.journal.path.string() + " nor a transcript",
                       cli::exit_failed};
  }
  const std::string digest = restored_digest(section, "cleared");
  if (digest.empty()) {
    print("nothing would be injected: session " + id + " has nothing to say\n");
    return cli::exit_done;
  }
  print("After /clear in session " + id + " the new session would get " +
        std::to_string(digest.size()) + " bytes, from " +
        (known == nullptr ? "its transcript"
         : live           ? "its section and its transcript"
                          : "its section (it has no transcript any more)") +
        ":\n\n" + digest + "\n");
  return cli::exit_done;
}

int show_audit(const JournalOptions& options) {
  const Place place = here();
  auto id = session_id(options, place);
  if (!id) {
    const Journal journal = journal_here(place);
    if (const Section* newest = newest_section(journal)) id = newest->id;
  }
  const auto data = client::data_folder(place.project, place.environment);
  const std::string none = "no compaction was audited\n";
  std::error_code error;
  const fs::path file =
      id && data && client::is_session_id(*id) ? *data / "audits" / (*id + ".json") : fs::path();
  if (file.empty() || !fs::exists(file, error)) {
    print(options.json ? "null\n" : none);
    return cli::exit_done;
  }
  const auto text = read_file(file, 4u << 20);
  if (!text) throw cli::Problem{text.error(), cli::exit_failed};
  const auto audit = audit_of(*text);
  if (!audit) throw cli::Problem{file.string() + ": holds no audit", cli::exit_failed};
  if (options.json) {
    print(json_of(*audit) + "\n");
    return cli::exit_done;
  }
  print("session " + visible(audit->session) + ", compaction of " + format_local(audit->time) +
        "\n" + audit_report(*audit, place.language));
  return cli::exit_done;
}

int archive(const JournalOptions& options) {
  Place place = here();
  place.store.max_sections = options.keep;
  const auto updated = update_journal(place.journal, place.store, place.language, [](Journal&) {});
  if (!updated) throw cli::Problem{updated.error(), cli::exit_failed};
  if (updated->set_aside) {
    warn(updated->notice);
  } else if (!updated->notice.empty()) {
    throw cli::Problem{updated->notice, cli::exit_failed};
  }
  const std::string count = std::to_string(updated->archived);
  print(updated->archived == 0
            ? std::string("nothing to archive\n")
            : count + (updated->archived == 1 ? " section" : " sections") + " moved to " +
                  archive_file(place.journal.path).string() + "\n");
  return cli::exit_done;
}

int print_export(const JournalOptions& options) {
  const Place place = here();
  const Journal journal = journal_here(place);
  if (!options.session && !options.transcript) {
    print(json_of(journal) + "\n");
    return cli::exit_done;
  }
  print(json_of(*section_meant(options, place, journal)) + "\n");
  return cli::exit_done;
}

void add_session_options(CLI::App* app, JournalOptions& options) {
  app->add_option("--session", options.session, "The session: its id or first 8 characters")
      ->type_name("ID");
  app->add_option("--transcript", options.transcript, "The session of this transcript")
      ->type_name("FILE");
}

CLI::App* subcommand(CLI::App& app, JournalOptions& options, const char* name, const char* what) {
  CLI::App* sub = app.add_subcommand(name, what);
  add_session_options(sub, options);
  return sub;
}

void add_texts(CLI::App* app, const char* name, std::vector<std::string>& texts, const char* what) {
  app->add_option(name, texts, what)
      ->type_name("TEXT")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "The session journal of this project: what was decided, corrected and is still to do.\n\n"
      "Without a session it is the one this runs in, inside Claude Code; else show, verify, "
      "restore\nand audit take the newest of the journal.",
      "context-journal");
  app.footer(
      "Exit: 0 done, 1 a file cannot be read or written or verify found something, 2 wrong "
      "input.\n\n"
      "Examples:\n"
      "  context-journal show\n"
      "  context-journal draft --session SESSION-ID\n"
      "  context-journal add --decision \"Postgres for the lock: Redis loses it\" --next \"test "
      "the 401 path\"\n"
      "  context-journal add --supersede \"Redis for the lock\" --decision \"Postgres for it\"\n"
      "  context-journal verify --all\n"
      "  context-journal export --json");
  JournalOptions options;

  CLI::App* showing = subcommand(app, options, "show", "Print the section of a session");
  showing->add_flag("--all", options.all, "The whole journal")->disable_flag_override();
  showing->add_flag("--rows", options.rows, "Behind each line the row of the transcript it is from")
      ->disable_flag_override();
  CLI::App* drafting =
      subcommand(app, options, "draft", "Print a session's facts as a section; write nothing");
  drafting->add_flag("--json", options.json, "As JSON, each line with the row that shows it")
      ->disable_flag_override();
  CLI::App* adding = subcommand(app, options, "add", "Write notes into a session's section");
  add_texts(adding, "--decision", options.decisions, "What was decided, and why");
  add_texts(adding, "--next", options.next, "A next step");
  add_texts(adding, "--avoid", options.avoid, "An approach not to be tried again, and why");
  add_texts(adding, "--note", options.notes, "Critical context");
  add_texts(adding, "--goal", options.goals,
            "What the session is for, instead of what was extracted");
  add_texts(adding, "--done", options.done, "What is done");
  add_texts(adding, "--supersede", options.supersede,
            "A decision that no longer holds: its text, or a part that only it has");
  CLI::App* verifying = subcommand(app, options, "verify", "List what is gone or not understood");
  verifying->add_flag("--all", options.all, "Every section")->disable_flag_override();
  CLI::App* restoring =
      subcommand(app, options, "restore", "Print what a new session would get after /clear");
  CLI::App* auditing =
      subcommand(app, options, "audit", "Print what the last compaction lost or wrongly kept");
  auditing->add_flag("--json", options.json, "As JSON")->disable_flag_override();
  CLI::App* archiving =
      app.add_subcommand("archive", "Move all but the newest sections to the archive");
  archiving->add_option("--keep", options.keep, "How many stay (1)")->type_name("N");
  CLI::App* exporting = subcommand(app, options, "export", "Print the journal as JSON");
  exporting->add_flag("--json", options.json, "The only form, and the default")
      ->disable_flag_override();
  app.require_subcommand(1);

  return cli::run(app, argc, argv, [&] {
    if (drafting->parsed()) return draft(options);
    if (adding->parsed()) return add(options);
    if (verifying->parsed()) return verify(options);
    if (restoring->parsed()) return restore(options);
    if (auditing->parsed()) return show_audit(options);
    if (archiving->parsed()) return archive(options);
    if (exporting->parsed()) return print_export(options);
    return show(options);
  });
}

}  // namespace context_rot::context_journal
