#include "client/snapshot.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "client/paths.h"
#include "client/transcripts.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_tree.h"
#include "util/old_files.h"
#include "util/utf8.h"

namespace context_rot::client {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::optional<std::int64_t> positive(const json& object, const char* key) {
  const auto place = object.find(key);
  if (place == object.end() || !place->is_number_integer()) return std::nullopt;
  const auto value = place->get<std::int64_t>();
  if (value <= 0 || value > 999'999'999'999'999) return std::nullopt;
  return value;
}

}  // namespace

std::string render_snapshot(const Snapshot& snapshot) {
  const bool known = snapshot.used && snapshot.max && *snapshot.used <= *snapshot.max;
  const auto number = [](std::optional<std::int64_t> value) {
    return value ? ordered_json(*value) : ordered_json();
  };
  const ordered_json object = {
      {"used", number(snapshot.used)},
      {"max", number(snapshot.max)},
      {"pct", known ? ordered_json(*snapshot.used * 100 / *snapshot.max) : ordered_json()},
      {"session", snapshot.session_id},
      {"model", snapshot.model},
      {"output", number(snapshot.output)},
      {"time", format_utc(snapshot.time)},
  };
  return json_line(object) + "\n";
}

Result<Snapshot> parse_snapshot(std::string_view text_of_file) {
  const json object = json_tree(text_of_file);
  if (!object.is_object()) return Error{"is not a JSON object"};
  const auto time = parse_utc(text_member(object, "time"));
  if (!time) return Error{"has no time"};
  return Snapshot{text_member(object, "session"), text_member(object, "model"),
                  positive(object, "used"),       positive(object, "output"),
                  positive(object, "max"),        *time};
}

Result<void> save_snapshot(const std::filesystem::path& data, const Snapshot& snapshot) {
  const auto file = snapshot_file(data, snapshot.session_id);
  if (auto made = create_own_folder(file.parent_path()); !made) return made;
  std::error_code error;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, error))) {
    remove_old_files(file.parent_path(), Keep(), [](const std::string& name) {
      return name.ends_with(".json") && is_session_id(name.substr(0, name.size() - 5));
    });
  }
  return write_own_cache_file(file, render_snapshot(snapshot));
}

std::optional<Snapshot> read_snapshot(const std::filesystem::path& file,
                                      std::string_view session_id) {
  const auto content = read_file(file, 64u << 10);
  if (!content) return std::nullopt;
  auto snapshot = parse_snapshot(*content);
  if (!snapshot || snapshot->session_id != session_id) return std::nullopt;
  constexpr Milliseconds tolerance = 60'000;
  if (snapshot->time > now() + tolerance) return std::nullopt;
  return *std::move(snapshot);
}

std::optional<std::int64_t> window_shown_for(std::string_view model,
                                             const std::filesystem::path& data) {
  namespace fs = std::filesystem;
  constexpr std::size_t most = 200;
  if (model.empty()) return std::nullopt;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator file(data / "snapshots", error), end; !error && file != end;
       file.increment(error)) {
    std::error_code unknown;
    const auto written = file->last_write_time(unknown);
    if (!unknown && file->path().extension() == ".json") files.emplace_back(written, file->path());
  }
  std::sort(files.begin(), files.end(), std::greater<>());
  if (files.size() > most) files.resize(most);
  std::optional<Snapshot> newest;
  for (const auto& [written, path] : files) {
    auto snapshot = read_snapshot(path, path.stem().string());
    if (!snapshot || snapshot->model != model || !snapshot->max) continue;
    if (!newest || snapshot->time > newest->time) newest = std::move(snapshot);
  }
  return newest ? newest->max : std::nullopt;
}

}  // namespace context_rot::client
