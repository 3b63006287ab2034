#include "setup/settings_memory.h"

#include <algorithm>
#include <ctime>
#include <nlohmann/json.hpp>

#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_tree.h"

namespace context_rot::setup {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr int record_version = 1;

std::string local_time_stamp() {
  const std::time_t now = std::time(nullptr);
  struct tm parts {};
  ::localtime_r(&now, &parts);
  char text[32];
  const std::size_t length = std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
  return std::string(text, length);
}

}  // namespace

bool SettingsRecord::left(const FileContent& content) const {
  return content && std::find(after.begin(), after.end(), *content) != after.end();
}

setup::SettingsMemory SettingsRecord::memory() const {
  return {before, after.empty() ? std::string() : after.front()};
}

fs::path record_file(const fs::path& folder, const fs::path& settings) {
  return folder / (settings.filename().string() + ".record");
}

Result<std::optional<SettingsRecord>> load_record(const fs::path& file) {
  const auto text = read_content(file);
  if (!text) return Error{text.error()};
  if (!*text) return std::optional<SettingsRecord>();
  const Error wrong{file.string() + ": not understood; move it away to go on without it"};
  const Json tree = json_tree(**text);
  if (!tree.is_object() || tree.value("version", Json()) != Json(record_version)) return wrong;
  const auto before = tree.find("before");
  const auto after = tree.find("after");
  if (before == tree.end() || after == tree.end() || !after->is_array()) return wrong;
  SettingsRecord record;
  if (before->is_string()) {
    record.before = before->get<std::string>();
  } else if (!before->is_null()) {
    return wrong;
  }
  for (const auto& content : *after) {
    if (!content.is_string()) return wrong;
    record.after.push_back(content.get<std::string>());
  }
  return std::optional(std::move(record));
}

Result<void> save_record(const fs::path& file, const SettingsRecord& record) {
  Json tree = {{"version", record_version}, {"after", record.after}};
  tree["before"] = record.before ? Json(*record.before) : Json();
  return write_own_file(file, tree.dump() + "\n");
}

Result<fs::path> save_backup(const fs::path& folder, const fs::path& settings,
                             const std::string& bytes) {
  const std::string name = settings.filename().string() + backup_mark + local_time_stamp();
  constexpr int most_in_a_second = 1000;
  for (int i = 1; i < most_in_a_second; ++i) {
    const fs::path path = folder / (i == 1 ? name : name + "-" + std::to_string(i));
    const auto taken = is_there(path);  // a link is not followed
    if (!taken) return Error{taken.error()};
    if (*taken) continue;
    const auto made = replace_if_unchanged(path, FileContent(), bytes, 0600);
    if (!made) return Error{made.error()};
    if (*made) return path;
  }
  return Error{(folder / name).string() + ": exists already"};
}

std::vector<fs::path> backups_of(const fs::path& folder, const fs::path& settings) {
  const std::string start = settings.filename().string() + backup_mark;
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().rfind(start, 0) == 0) found.push_back(entry->path());
  }
  return found;
}

}  // namespace context_rot::setup
