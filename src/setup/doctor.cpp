#include "setup/doctor.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "setup/client.h"
#include "setup/settings_own.h"
#include "util/excerpt.h"

namespace context_rot::setup {

namespace {

std::string milliseconds(std::chrono::microseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(time.count()) / 1000.0);
  return text;
}

std::string seconds(std::chrono::milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(time.count()) / 1000.0);
  return text;
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void judge_programs(const Examination& found, std::vector<Check>& checks) {
  std::chrono::microseconds slowest{0};
  std::size_t hooks = 0;
  std::size_t answering = 0;
  if (!found.list_problem.empty()) checks.push_back({Verdict::fix, "programs", found.list_problem});
  for (const ProbedProgram& program : found.programs) {
    const bool is_hook = program.name.starts_with("hook-");
    if (is_hook) ++hooks;
    if (!program.executable) {
      checks.push_back({Verdict::fix, "programs",
                        program.name + " is missing or not executable: run ./install.sh again"});
    } else if (!program.problem.empty()) {
      checks.push_back({Verdict::fix, "programs",
                        program.name + " " + program.problem + ": run ./install.sh again"});
    } else if (is_hook) {
      ++answering;
      slowest = std::max(slowest, program.took);
    }
  }
  if (hooks == 0) return;
  std::string text = std::to_string(answering) + " of " + std::to_string(hooks) + " answer";
  if (answering > 0) text += " (slowest " + milliseconds(slowest) + ")";
  // What those are that do not is said above.
  checks.push_back({answering == hooks ? Verdict::ok : Verdict::note, "hooks", text});
}

/// Where each hook of ours is wired: event and program -> scopes, one for each entry.
using Places = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

Places places_of(const Examination& found) {
  Places places;
  for (const SettingsFound& settings : found.settings) {
    if (!settings.wiring) continue;
    for (const WiredHook& hook : settings.wiring->hooks) {
      places[{hook.event, hook.program}].push_back(settings.scope);
    }
  }
  return places;
}

bool is_managed(const SettingsFound& settings) {
  return settings.scope == managed_scope;
}

void judge_settings(const Examination& found, std::vector<Check>& checks) {
  bool readable = true;
  for (const SettingsFound& settings : found.settings) {
    if (!settings.problem.empty()) {
      readable = false;
      checks.push_back({Verdict::fix, "settings",
                        settings.path + ":" + settings.problem +
                            "; the client ignores this file: mend it by hand"});
    } else if (settings.wiring && is_managed(settings)) {
      const std::string reason = forbidden_by(settings.path, *settings.wiring);
      if (!reason.empty()) checks.push_back({Verdict::fix, "settings", reason});
    } else if (settings.wiring && settings.wiring->hooks_off) {
      checks.push_back({Verdict::fix, "settings",
                        "\"disableAllHooks\" is true in " + settings.path + ": take it out"});
    }
  }
  const Places places = places_of(found);
  std::set<std::string> wired;
  for (const auto& [hook, scopes] : places) {
    wired.insert(hook.second);
    if (scopes.size() > 1) {
      checks.push_back({Verdict::fix, "settings",
                        hook.second + " is wired " + std::to_string(scopes.size()) + " times (" +
                            list(scopes) + "): uninstall one of them"});
    }
  }
  std::vector<std::string> missing;
  for (const std::string& program : found.wanted_hooks) {
    if (!wired.contains(program)) missing.push_back(program);
  }
  if (!missing.empty()) {
    checks.push_back({Verdict::fix, "settings",
                      list(missing) + (missing.size() == 1 ? " is" : " are") +
                          " installed but not in the settings (the client may have "
                          "rewritten them); run: " +
                          found.repair});
  }
  for (const std::string& path : found.astray) {
    checks.push_back({Verdict::fix, "settings",
                      path + " is not there (was the folder moved?); run: " + found.repair});
  }
  if (readable && !found.wanted_hooks.empty()) {
    const std::size_t wanted = found.wanted_hooks.size();
    checks.push_back({missing.empty() ? Verdict::ok : Verdict::note, "settings",
                      std::to_string(wanted - missing.size()) + " of " + std::to_string(wanted) +
                          " hooks are wired"});
  }
}

/// " (1.2 s each time)": ours waits for it.
std::string time_of_wrapped(const Examination& found) {
  return found.wrapped_took ? " (" + seconds(*found.wrapped_took) + " each time)" : "";
}

void check_status_line(const Examination& found, std::vector<Check>& checks) {
  // Of several status lines the strongest scope's is shown.
  const SettingsFound* shown = nullptr;
  bool ours_somewhere = false;
  for (const SettingsFound& settings : found.settings) {
    if (!settings.wiring || settings.wiring->status_line.empty()) continue;
    shown = &settings;
    ours_somewhere = ours_somewhere || setup::is_own_status_line(settings.wiring->status_line);
  }
  if (shown != nullptr && setup::is_own_status_line(shown->wiring->status_line)) {
    const auto wrapped = setup::wrapped_status_line(shown->wiring->status_line);
    checks.push_back(
        {Verdict::ok, "status line",
         wrapped ? "shown, around yours: " + *wrapped + time_of_wrapped(found) : "shown"});
    if (found.wrapped_took && !found.wrapped_answers) {
      checks.push_back({Verdict::note, "status line",
                        "yours fails, says nothing or takes too long with a sample input; until it "
                        "does, its last line is shown, or ours alone"});
    }
  } else if (ours_somewhere && is_managed(*shown)) {
    checks.push_back({Verdict::fix, "status line",
                      "hidden by the one in the managed settings (" + shown->path +
                          "): only who manages this machine can take it out"});
  } else if (ours_somewhere) {
    checks.push_back(
        {Verdict::fix, "status line",
         "hidden by the one in " + shown->path + "; install with --local, or take that one out"});
  } else if (found.wants_status_line) {
    checks.push_back(
        {Verdict::fix, "status line", "installed but not in the settings; run: " + found.repair});
  } else {
    checks.push_back({Verdict::note, "status line",
                      "not wired; the numbers come from the transcript alone, and are a prompt "
                      "late after /rewind"});
  }
}

/// Hooks of others that failed or that the person waited for, by what the client noted.
void check_foreign_hooks(const Examination& found, std::vector<Check>& checks) {
  constexpr auto slow = std::chrono::seconds(1);
  for (const client::HookRuns& hook : found.hook_runs) {
    if (!own_hook_program(hook.command, false).empty()) continue;
    const std::string name = "not ours, at " + hook.event + ": " + excerpt(hook.command) + " ";
    if (hook.failures > 0) {
      const std::string why = hook.last_failure.empty() ? "" : ": " + excerpt(hook.last_failure);
      checks.push_back({Verdict::note, "hooks",
                        name + "failed " + std::to_string(hook.failures) + " of " +
                            std::to_string(hook.runs) + " times in the last sessions" + why});
    }
    if (hook.average() >= slow) {
      checks.push_back(
          {Verdict::note, "hooks", name + "takes " + seconds(hook.average()) + " each time"});
    }
  }
}

void check_data(const Examination& found, std::vector<Check>& checks) {
  if (!found.data_problem.empty()) {
    checks.push_back({Verdict::fix, "data", found.data_problem + "; make it writable"});
  } else {
    checks.push_back({Verdict::ok, "data", found.data_folder + " is writable"});
  }
  if (!found.snapshot_age) {
    checks.push_back(
        {Verdict::note, "snapshot", "none yet: the status line writes it with the first answer"});
    return;
  }
  const auto minutes =
      std::chrono::duration_cast<std::chrono::minutes>(*found.snapshot_age).count();
  const std::string age = minutes < 120    ? std::to_string(minutes) + " minutes"
                          : minutes < 2880 ? std::to_string(minutes / 60) + " hours"
                                           : std::to_string(minutes / 1440) + " days";
  checks.push_back({Verdict::ok, "snapshot", "the newest is " + age + " old"});
}

void check_client(const Examination& found, std::vector<Check>& checks) {
  const Places places = places_of(found);
  const bool compacts = std::any_of(places.begin(), places.end(), [](const auto& place) {
    return place.first.first == "PostCompact";
  });
  if (compacts && refuses_post_compact(found.client_version)) {
    checks.push_back({Verdict::fix, "client",
                      "Claude Code " + found.client_version +
                          " ignores a settings file with PostCompact: update it, or install again, "
                          "which leaves it out"});
    return;
  }
  if (found.client_version.empty()) {
    checks.push_back({Verdict::note, "client", "claude was not found on the PATH"});
  } else if (found.client_version == tested_client) {
    checks.push_back({Verdict::ok, "client", "Claude Code " + found.client_version});
  } else {
    checks.push_back({Verdict::note, "client",
                      "Claude Code " + found.client_version + "; this release was tested with " +
                          tested_client});
  }
}

void check_config(const Examination& found, std::vector<Check>& checks) {
  for (const std::string& problem : found.config_problems) {
    checks.push_back({Verdict::fix, "configuration", problem});
  }
  if (found.config_problems.empty()) checks.push_back({Verdict::ok, "configuration", "valid"});
}

}  // namespace

std::string forbidden_by(const std::string& path, const Wiring& managed) {
  const std::string end = " (" + path + "): none of ours runs; ask who manages this machine";
  if (managed.hooks_off) return "the managed settings switch all hooks off" + end;
  if (managed.managed_only) return "the managed settings allow only managed hooks" + end;
  return "";
}

std::vector<Check> diagnose(const Examination& found) {
  std::vector<Check> checks;
  judge_programs(found, checks);
  judge_settings(found, checks);
  if (!found.worktrees.empty()) checks.push_back({Verdict::note, "worktrees", found.worktrees});
  check_foreign_hooks(found, checks);
  check_status_line(found, checks);
  check_data(found, checks);
  check_client(found, checks);
  check_config(found, checks);
  return checks;
}

}  // namespace context_rot::setup
