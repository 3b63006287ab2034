// Installs the toolkit into a project's .claude or a user's, and takes it out again.

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/common.h"
#include "cli/rule_wiring.h"
#include "client/project.h"
#include "config/config.h"
#include "setup/client.h"
#include "setup/doctor.h"
#include "setup/examine.h"
#include "setup/files_setup.h"
#include "setup/install_request.h"
#include "setup/other_settings.h"
#include "setup/rule_hooks.h"
#include "setup/settings_setup.h"
#include "setup/side_folder.h"
#include "util/atomic_file.h"
#include "util/environment.h"
#include "util/file_lock.h"

namespace context_rot::context_setup {

namespace {

using setup::Place;
using setup::Report;

struct SetupOptions {
  std::string project;
  bool user = false;
  bool local = false;
  std::string fragment;
  std::string fragments;
  bool status_line = false;
  bool no_status_line = false;
  bool live = false;
  bool no_live = false;
  int autocompact = 0;
  std::string programs;
  std::string skills;
  std::string language;
  std::string links;
  bool dry_run = false;
  bool purge = false;
  bool json = false;
};

constexpr auto lock_patience = std::chrono::seconds(30);

/// Adds the lines and, if there is one, the failure of a further step.
bool add(Report& whole, Report step) {
  whole.lines.insert(whole.lines.end(), step.lines.begin(), step.lines.end());
  whole.exit_code = step.exit_code;
  whole.error = std::move(step.error);
  return whole.exit_code == 0;
}

Result<setup::SettingsRequest> request_of(const SetupOptions& options, const Place& place) {
  const auto folder = setup::fragments_folder(options.fragments);
  if (!folder) return Error{folder.error()};
  const std::string name = !options.fragment.empty() ? options.fragment
                           : place.is_project        ? "project"
                                                     : "user";
  auto wanted = setup::read_fragment(*folder, name, place);
  if (!wanted) return Error{wanted.error()};
  setup::SettingsRequest request;
  request.wanted = std::move(*wanted);
  // Who has asked for it once keeps it when the rest is renewed.
  if (options.live || (!options.no_live && setup::has_live_hooks(place.settings))) {
    const auto live = setup::read_fragment(*folder, "live", place);
    if (!live) return Error{live.error()};
    setup::add_hooks(request, *live);
  }
  // Rules are kept by context-rules, which wires and takes out their hook.
  if (const auto matcher = setup::wired_rule_matcher(place.settings)) {
    if (auto added = setup::add_rule_hook(request, *folder, place, *matcher); !added) {
      return Error{added.error()};
    }
  }
  if (options.status_line) request.status_line = setup::StatusLineRequest::want;
  if (options.no_status_line) request.status_line = setup::StatusLineRequest::remove;
  if (options.autocompact > 0) setup::add_compaction_percent(request, options.autocompact);
  return request;
}

setup::FilesRequest files_of(const SetupOptions& options, const Environment& environment) {
  setup::FilesRequest files;
  files.programs = options.programs;
  if (auto folder = setup::fragments_folder(options.fragments)) files.fragments = *folder;
  files.skills = options.skills;
  files.links = options.links;
  files.fix_language = !options.language.empty();
  const bool spanish =
      config::language_of(config::Config(), environment) == config::Language::spanish;
  files.language = files.fix_language ? options.language : spanish ? "es" : "en";
  return files;
}

Report install(const SetupOptions& options, const Place& place, bool show_only) {
  const Environment environment = process_environment();
  auto request = request_of(options, place);
  if (!request) return Report::failed(2, request.error());
  auto others = setup::other_settings(place, environment);
  if (const auto notice = setup::leave_out_unknown(*request, setup::client_version)) {
    others.notices.push_back(*notice);
  }
  request->inherited_status_line = others.hidden_status_line;
  const auto files = files_of(options, environment);
  Report report = setup::check_settings(place, *request, show_only);
  if (report.exit_code != 0) return report;
  if (show_only) {
    if (!options.programs.empty()) add(report, setup::check_files(place, files));
  } else {
    report = Report();
    if (auto there = setup::check_programs(place, *request, options.programs); !there) {
      return Report::failed(1, there.error());
    }
    if (auto made = create_private_folders(place.lock); !made) {
      return Report::failed(1, made.error());
    }
    const auto lock = FileLock::acquire_folder(place.lock, lock_patience);
    if (!lock) return Report::failed(1, lock.error());
    if (auto made = setup::prepare_folders(place); !made) return Report::failed(1, made.error());
    if (!options.programs.empty() && !add(report, setup::install_files(place, files))) {
      return report;
    }
    if (!add(report, setup::install_settings(place, *request))) return report;
  }
  for (const std::string& notice : others.notices) report.lines.push_back("note: " + notice);
  return report;
}

Report uninstall(const SetupOptions& options, Place place) {
  std::vector<std::filesystem::path> all = {place.root / "settings.json"};
  if (place.is_project) all.push_back(place.root / "settings.local.json");
  Report report;
  const Report nothing{0, "", {"nothing of the toolkit is in " + place.root.string()}};
  std::error_code error;
  if (!std::filesystem::exists(place.lock, error)) return nothing;
  const auto lock = FileLock::acquire_folder(place.lock, lock_patience);
  if (!lock) return Report::failed(1, lock.error());
  setup::remove_stale_side_folders(place.root);
  if (!std::filesystem::exists(place.root, error)) return nothing;
  // First a look at everything: what can not be read stops it before anything is gone.
  for (const auto& settings : all) {
    place.settings = settings;
    const Report check = setup::check_uninstall(place);
    if (check.exit_code != 0) return check;
    if (options.dry_run) add(report, check);
  }
  const Report files = setup::check_uninstall_files(place);
  if (files.exit_code != 0) return files;
  if (options.dry_run) {
    add(report, files);
    return report;
  }
  for (const auto& settings : all) {
    place.settings = settings;
    if (!add(report, setup::uninstall_settings(place))) return report;
  }
  add(report, setup::uninstall_files(place, options.purge));
  return report;
}

const char* name_of(setup::Verdict verdict) {
  switch (verdict) {
    case setup::Verdict::ok:
      return "ok";
    case setup::Verdict::note:
      return "note";
    case setup::Verdict::fix:
      break;
  }
  return "fix";
}

/// What the doctor found in several places; a heading for each where they are more than one.
struct Diagnoses {
  Report report;
  nlohmann::ordered_json all = nlohmann::ordered_json::array();

  void add(const Place& place, const std::vector<setup::Check>& checks, bool named) {
    if (named) report.lines.push_back("in " + visible(place.root.string()) + ":");
    for (const setup::Check& check : checks) {
      const std::string verdict = name_of(check.verdict);
      if (check.verdict == setup::Verdict::fix) report.exit_code = 1;
      nlohmann::ordered_json one = {
          {"verdict", verdict}, {"name", check.name}, {"text", check.text}};
      if (named) one["place"] = place.root.string();
      all.push_back(std::move(one));
      report.lines.push_back(verdict + std::string(6 - verdict.size(), ' ') + check.name + ": " +
                             visible(check.text));
    }
  }
};

/// What there is to know of the rules of a project; nothing where it has none.
std::optional<setup::Check> check_rules(const Place& place, const Environment& environment) {
  using setup::Verdict;
  if (!place.is_project) return std::nullopt;
  const auto project = setup::tidy(place.project);
  const auto found = rules::load_rules(project, environment, false);
  if (!found) return setup::Check{Verdict::fix, "rules", found.error()};
  if (found->standing == rules::Standing::none) return std::nullopt;
  if (found->standing == rules::Standing::foreign) {
    return setup::Check{Verdict::note, "rules",
                        rules::rules_file(project, environment).string() +
                            " came with the project or was changed, and does not count: "
                            "context-rules list, context-rules accept"};
  }
  const auto where = setup::place_of_rules(project, environment);
  const bool wired = where && setup::wired_rule_matcher(where->settings).has_value();
  if (!wired && !rules::matcher_of(found->list.rules).empty()) {
    return setup::Check{Verdict::fix, "rules",
                        "their hook is not in the settings; run: context-rules accept"};
  }
  return setup::Check{Verdict::ok, "rules", std::to_string(found->list.rules.size()) + " kept"};
}

/// Exit code 1 if something is to be mended, or nothing is installed at any of the places; the
/// findings are the lines either way.
Report doctor(const SetupOptions& options, const std::vector<Place>& places) {
  std::vector<std::pair<Place, std::vector<setup::Check>>> examined;
  std::string missing;
  for (const Place& place : places) {
    const auto found = setup::examine(place, process_environment());
    if (found) {
      examined.emplace_back(place, setup::diagnose(*found));
      if (auto rules = check_rules(place, process_environment())) {
        examined.back().second.push_back(*std::move(rules));
      }
    } else {
      missing += (missing.empty() ? "" : "; ") + found.error();
    }
  }
  if (examined.empty()) return Report::failed(1, missing);
  Diagnoses found;
  for (const auto& [place, checks] : examined) found.add(place, checks, places.size() > 1);
  if (options.json) {
    found.report.lines = {found.all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace)};
  }
  return found.report;
}

/// Where nobody said where: the project here and the user's.
std::vector<Place> places_here(const Environment& environment) {
  std::vector<Place> places;
  std::error_code error;
  const auto here = client::project_of(std::filesystem::current_path(error), environment);
  if (const auto project = setup::project_place(here, false, environment)) {
    places.push_back(*project);
  }
  if (const auto user = setup::user_place(environment)) places.push_back(*user);
  return places;
}

/// The configuration in effect, a line for each key, with where its value comes from.
Report show_config(const SetupOptions& options) {
  const Environment environment = process_environment();
  std::error_code error;
  const auto folder = options.project.empty()
                          ? client::project_of(std::filesystem::current_path(error), environment)
                          : std::filesystem::path(options.project);
  const config::LoadedConfig loaded =
      config::load_config(options.user ? std::filesystem::path() : folder, environment);
  if (!loaded.problems.empty()) return Report::failed(2, loaded.problems.front());
  Report report;
  for (const auto& [key, value] : config::config_values(loaded.config)) {
    const auto origin = loaded.origins.find(key);
    report.lines.push_back(key + ": " + value + "  # " +
                           visible(origin == loaded.origins.end() ? "default" : origin->second));
  }
  return report;
}

void add_place_options(CLI::App& command, SetupOptions& options) {
  auto* project =
      command.add_option("--project", options.project, "The project's folder: its .claude is used");
  command.add_flag("--user", options.user, "For all projects: ~/.claude, or $CLAUDE_CONFIG_DIR")
      ->excludes(project);
}

void add_settings_options(CLI::App& command, SetupOptions& options) {
  command.add_flag("--local", options.local,
                   "Write settings.local.json, which is not shared with others");
  command.add_option("--template", options.fragment,
                     "The fragment to merge: project, user or minimal (default: by the place)");
  command.add_option("--templates", options.fragments, "The folder of the fragments");
  auto* with = command.add_flag("--status-line", options.status_line,
                                "Show the status line, around yours if there is one");
  command.add_flag("--no-status-line", options.no_status_line, "Take our status line out")
      ->excludes(with);
  auto* live = command.add_flag("--live", options.live,
                                "Shorten large tool outputs before the model gets them");
  command.add_flag("--no-live", options.no_live, "Leave tool outputs alone again")->excludes(live);
  command
      .add_option("--autocompact", options.autocompact,
                  "Let the client compact at this percent of the window")
      ->check(CLI::Range(1, 100));
}

void add_files_options(CLI::App& command, SetupOptions& options) {
  command.add_option("--programs", options.programs, "Copy the built programs of this folder")
      ->check(CLI::ExistingDirectory);
  command.add_option("--skills", options.skills, "Copy the skills of this folder");
  command.add_option("--lang", options.language, "Language of the skills and the programs")
      ->check(CLI::IsMember({"en", "es"}));
  command.add_option("--link", options.links, "Link the commands into this folder");
  command.add_flag("--dry-run", options.dry_run, "Show what would change and change nothing");
}

Report run(const CLI::App& app, const SetupOptions& options) {
  if (app.got_subcommand("config")) return show_config(options);
  const Environment environment = process_environment();
  if (!options.user && options.project.empty()) {
    if (app.got_subcommand("doctor")) return doctor(options, places_here(environment));
    return Report::failed(2, "say where: --project DIR, or --user for all projects");
  }
  if (options.user && options.local) {
    return Report::failed(2, "--local is for a project: the user's settings are not shared");
  }
  const auto place = options.user
                         ? setup::user_place(environment)
                         : setup::project_place(options.project, options.local, environment);
  if (!place) return Report::failed(2, place.error());
  if (app.got_subcommand("uninstall")) return uninstall(options, *place);
  if (app.got_subcommand("doctor")) return doctor(options, {*place});
  const bool show_only = options.dry_run || app.got_subcommand("diff");
  Report report = install(options, *place, show_only);
  if (report.exit_code != 0 || show_only || !place->is_project) return report;
  // Rules that were kept before there was a hook to hold them up.
  const auto kept = rules::load_rules(setup::tidy(place->project), environment, true);
  if (kept && kept->standing == rules::Standing::kept) {
    add(report, cli::wire_kept_rules(setup::tidy(place->project), environment, kept->list.rules));
  }
  return report;
}

}  // namespace

int main(int argc, char** argv) {
  SetupOptions options;
  CLI::App app("Installs the Context Rot Toolkit into Claude Code's settings, and removes it.",
               "context-setup");
  app.require_subcommand(1);
  auto* install = app.add_subcommand("install", "Merge our settings; with --programs also copy");
  add_place_options(*install, options);
  add_settings_options(*install, options);
  add_files_options(*install, options);
  auto* diff = app.add_subcommand("diff", "Show what install would change in the settings");
  add_place_options(*diff, options);
  add_settings_options(*diff, options);
  auto* uninstall = app.add_subcommand("uninstall", "Remove everything of ours and only that");
  add_place_options(*uninstall, options);
  uninstall->add_flag("--purge", options.purge, "Remove the recorded session data too");
  uninstall->add_flag("--dry-run", options.dry_run, "Show what would change and change nothing");
  auto* doctor = app.add_subcommand("doctor",
                                    "Prove that the installation works, or say what to do; without "
                                    "a place: the project here and the user's");
  add_place_options(*doctor, options);
  doctor->add_flag("--json", options.json, "Print JSON instead of lines");
  auto* config = app.add_subcommand("config", "Show the configuration in effect");
  add_place_options(*config, options);
  return cli::run(app, argc, argv, [&] {
    const Report report = run(app, options);
    if (!report.error.empty()) return cli::fail(app, report.error, report.exit_code);
    for (const std::string& line : report.lines) std::printf("%s\n", line.c_str());
    return report.exit_code;
  });
}

}  // namespace context_rot::context_setup
