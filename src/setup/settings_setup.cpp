#include "setup/settings_setup.h"

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "setup/settings_memory.h"
#include "util/atomic_file.h"
#include "util/json_text.h"
#include "util/json_tree.h"
#include "util/line_diff.h"
#include "util/replace_file.h"
#include "util/utf8.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

/// How often a change by another program is followed before giving up.
constexpr int most_attempts = 50;

/// What is to be written, and what it was worked out from.
struct Plan {
  FileContent current;
  std::optional<SettingsRecord> record;
  FileContent target;
  setup::SettingsChange change;
  bool is_exact = false;  ///< target is the very content from before the installation

  bool changes() const { return target != current; }
};

bool is_blank(const std::string& text) {
  return text.find_first_not_of(" \t\r\n", byte_order_mark_length(text)) == std::string::npos;
}

/// The settings as they are. A program that writes in place leaves them torn for a moment:
/// what cannot be read as JSON is looked at again until it stays the same.
Result<FileContent> read_settled(const fs::path& path) {
  constexpr auto moment = std::chrono::milliseconds(150);
  auto content = read_content(path);
  for (int i = 0; i < most_attempts && content && *content; ++i) {
    if (!is_blank(**content) && JsonText::parse(**content)) break;
    std::this_thread::sleep_for(moment);
    auto again = read_content(path);
    const bool same = again && *again == *content;
    content = std::move(again);
    if (same) break;
  }
  return content;
}

/// Fails for a file that says that it is not to be written, also to root.
Result<void> check_writable(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  constexpr mode_t any_write = S_IWUSR | S_IWGRP | S_IWOTH;
  if ((status.st_mode & any_write) == 0 || ::access(path.c_str(), W_OK) != 0) {
    return Error{path.string() + ": is read-only; nothing was changed"};
  }
  return {};
}

/// Whether JavaScript's parser takes the text: bytes that are not UTF-8 are no fault for it.
bool client_reads(const std::string& text) {
  const std::string repaired = repair_json_text(text);
  return nlohmann::json::accept(repaired.substr(byte_order_mark_length(repaired)));
}

Report refused(const fs::path& path, const std::string& text, const std::string& reason) {
  std::string error = path.string() + ":" + reason + "; nothing was changed";
  if (!client_reads(text)) error += ". The client ignores this file too.";
  return Report::failed(2, error);
}

/// What is remembered and what is there. Exit code 0 or 1.
Report look(const Place& place, Plan& plan) {
  auto record = load_record(record_file(place.memory(), place.settings));
  if (!record) return Report::failed(1, record.error());
  plan.record = std::move(*record);
  auto current = read_settled(place.settings);
  if (!current) return Report::failed(1, current.error());
  plan.current = std::move(*current);
  return {};
}

Report plan_install(const Place& place, const setup::SettingsRequest& request, Plan& plan) {
  plan = Plan();
  if (auto looked = look(place, plan); looked.exit_code != 0) return looked;
  const std::string text = plan.current.value_or("");
  auto change = setup::merge_settings(text, request);
  if (!change) return refused(place.settings, text, change.error());
  plan.change = std::move(*change);
  plan.target = plan.change.done.empty() ? plan.current : FileContent(plan.change.text);
  if (plan.changes()) {
    if (auto writable = check_writable(place.settings); !writable) {
      return Report::failed(1, writable.error());
    }
  }
  return {};
}

/// Whether what is remembered from before the installation says what the settings say without us. A
/// project's record lies in the project and may have come with it: it decides about the layout and
/// puts nothing into the settings.
bool says_the_same(const FileContent& before, const Result<setup::SettingsChange>& without) {
  if (!without) return false;
  if (!before || is_blank(*before)) return without->left_empty;
  const auto tree = [](const std::string& text) {
    const std::string readable = repair_json_text(text);
    return json_tree(std::string_view(readable).substr(byte_order_mark_length(readable)));
  };
  const auto remembered = tree(*before);
  return !remembered.is_discarded() && remembered == tree(without->text);
}

/// The settings without us: what uninstall is to leave.
Report plan_uninstall(const Place& place, Plan& plan) {
  plan = Plan();
  if (auto looked = look(place, plan); looked.exit_code != 0) return looked;
  plan.target = plan.current;
  plan.is_exact = plan.record && plan.record->before == plan.current;
  if (plan.is_exact || !plan.current || is_blank(*plan.current)) return {};
  auto change = setup::strip_settings(
      *plan.current, plan.record ? std::optional(plan.record->memory()) : std::nullopt);
  if (plan.record && plan.record->left(plan.current) &&
      says_the_same(plan.record->before, change)) {
    plan.target = plan.record->before;
    plan.is_exact = true;
    plan.change.done.push_back(plan.target ? "as it was before the installation"
                                           : "removed; it did not exist before");
  } else {
    if (!change) return refused(place.settings, *plan.current, change.error());
    plan.change = std::move(*change);
    const bool was_absent = plan.record && !plan.record->before;
    if (!plan.change.done.empty()) {
      plan.target =
          plan.change.left_empty && was_absent ? FileContent() : FileContent(plan.change.text);
    }
  }
  if (plan.changes()) {
    if (auto writable = check_writable(place.settings); !writable) {
      return Report::failed(1, writable.error());
    }
  }
  return {};
}

std::string joined(const std::vector<std::string>& clauses) {
  std::string line;
  for (const std::string& clause : clauses) line += (line.empty() ? "" : "; ") + clause;
  return line;
}

/// Says nothing of a file that is not there and is not to be.
Report described(const Place& place, const Plan& plan) {
  Report report;
  if (!plan.current && !plan.target) return report;
  report.lines.push_back("settings: " + place.settings.string() + ": " +
                         (plan.changes() ? joined(plan.change.done) : "nothing to change"));
  for (const std::string& notice : plan.change.notices) {
    report.lines.push_back("note: " + place.settings.string() + ": " + notice);
  }
  return report;
}

Report diff_of(const Place& place, const Plan& plan) {
  Report report = described(place, plan);
  if (!plan.changes()) return report;
  const std::string name = place.settings.string();
  std::string diff =
      unified_diff(plan.current.value_or(""), plan.target.value_or(""),
                   plan.current ? name : "/dev/null", plan.target ? name : "/dev/null");
  if (!diff.empty()) diff.pop_back();  // the line end comes with the line
  report.lines.push_back(std::move(diff));
  return report;
}

/// What uninstall will need, written before the settings themselves change: the content
/// without us, and what is about to be left. The one left before stays known, for a crash in
/// between.
SettingsRecord next_record(const Plan& plan) {
  SettingsRecord next;
  next.after.push_back(*plan.target);
  if (plan.record && plan.record->left(plan.current)) {
    next.before = plan.record->before;
    next.after.push_back(*plan.current);
    return next;
  }
  next.before = plan.current;
  if (!plan.current || is_blank(*plan.current)) return next;
  const auto without = setup::strip_settings(
      *plan.current, plan.record ? std::optional(plan.record->memory()) : std::nullopt);
  if (without && !without->done.empty()) {
    const bool was_absent = plan.record && !plan.record->before;
    next.before = without->left_empty && was_absent ? FileContent() : FileContent(without->text);
  }
  return next;
}

void remove_stale(const Place& place, const Plan& plan) {
  std::vector<std::string> known;
  if (plan.record) known = plan.record->after;
  if (plan.record && plan.record->before) known.push_back(*plan.record->before);
  for (const fs::path& backup : backups_of(place.memory(), place.settings)) {
    if (auto bytes = read_content(backup); bytes && *bytes) known.push_back(std::move(**bytes));
  }
  remove_stale_replacements(place.settings, known);
}

/// The copy of the content that is about to be replaced; one copy for all attempts.
class Backup {
 public:
  explicit Backup(const Place& place) : place_(place) {}

  Result<void> save(const std::string& bytes) {
    std::error_code error;
    if (!path_.empty()) fs::remove(path_, error);
    auto saved = save_backup(place_.memory(), place_.settings, bytes);
    if (!saved) return Error{saved.error()};
    path_ = *saved;
    return {};
  }

  void mention(Report& report) const {
    if (!path_.empty()) report.lines.push_back("backup: " + path_.string());
  }

 private:
  const Place& place_;
  fs::path path_;
};

Report gave_up(const Place& place) {
  return Report::failed(
      1, place.settings.string() + ": another program keeps changing it; nothing was changed");
}

void forget(const Place& place, const Plan& plan) {
  std::error_code error;
  if (plan.is_exact) {
    for (const fs::path& backup : backups_of(place.memory(), place.settings)) {
      fs::remove(backup, error);
    }
  }
  fs::remove(record_file(place.memory(), place.settings), error);
}

}  // namespace

Report check_settings(const Place& place, const setup::SettingsRequest& request, bool show_diff) {
  Plan plan;
  if (auto planned = plan_install(place, request, plan); planned.exit_code != 0) return planned;
  return show_diff ? diff_of(place, plan) : described(place, plan);
}

Report check_uninstall(const Place& place) {
  Plan plan;
  if (auto planned = plan_uninstall(place, plan); planned.exit_code != 0) return planned;
  return diff_of(place, plan);
}

Report install_settings(const Place& place, const setup::SettingsRequest& request) {
  Backup backup(place);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Plan plan;
    if (auto planned = plan_install(place, request, plan); planned.exit_code != 0) return planned;
    remove_stale(place, plan);
    Report report = described(place, plan);
    const auto record = record_file(place.memory(), place.settings);
    if (!plan.changes() && !plan.record && plan.current && setup::has_own_settings(*plan.current)) {
      // Wired by hand: from now on it is known what the file is without us.
      if (auto saved = save_record(record, next_record(plan)); !saved) {
        return Report::failed(1, saved.error());
      }
    }
    if (plan.changes()) {
      // The record first: it tells what a copy that stands alone is the copy of.
      if (auto saved = save_record(record, next_record(plan)); !saved) {
        return Report::failed(1, saved.error());
      }
      if (plan.current && !(plan.record && plan.record->left(plan.current))) {
        if (auto saved = backup.save(*plan.current); !saved) {
          return Report::failed(1, saved.error());
        }
      }
      const auto written =
          replace_if_unchanged(place.settings, plan.current, plan.target, without_umask(0666));
      if (!written) return Report::failed(1, written.error());
      if (!*written) continue;
    }
    backup.mention(report);
    return report;
  }
  return gave_up(place);
}

Report uninstall_settings(const Place& place) {
  Backup backup(place);
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    Plan plan;
    if (auto planned = plan_uninstall(place, plan); planned.exit_code != 0) return planned;
    remove_stale(place, plan);
    Report report = described(place, plan);
    if (plan.changes()) {
      if (!plan.is_exact) {
        if (auto made = create_private_folders(place.memory()); !made) {
          return Report::failed(1, made.error());
        }
        if (auto saved = backup.save(*plan.current); !saved) {
          return Report::failed(1, saved.error());
        }
      }
      const auto written = replace_if_unchanged(place.settings, plan.current, plan.target);
      if (!written) return Report::failed(1, written.error());
      if (!*written) continue;
    }
    forget(place, plan);
    backup.mention(report);
    return report;
  }
  return gave_up(place);
}

}  // namespace context_rot::setup
