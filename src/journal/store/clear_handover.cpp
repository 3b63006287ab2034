#include "journal/store/clear_handover.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "client/paths.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_tree.h"
#include "util/old_files.h"

namespace context_rot::journal {

namespace fs = std::filesystem;

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 20 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The client's number as a file name: digits only, so that no variable leads elsewhere.
fs::path word_file(const fs::path& data, std::string_view client) {
  return data / "cleared" / ((is_number(client) ? std::string(client) : "unknown") + ".json");
}

}  // namespace

Result<void> leave_cleared(const fs::path& data, std::string_view client, std::string_view session,
                           Milliseconds time) {
  const fs::path file = word_file(data, client);
  if (auto made = create_own_folder(file.parent_path()); !made) return made;
  // Words that no session took: the client ended.
  remove_old_files(file.parent_path(), {.files = 200, .longest = std::chrono::hours(24)},
                   [](const std::string& name) {
                     return name == "unknown.json" ||
                            (name.ends_with(".json") && is_number(fs::path(name).stem().string()));
                   });
  const nlohmann::ordered_json word{{"session", session}, {"time", time}};
  return write_own_cache_file(file, json_line(word) + "\n");
}

std::optional<std::string> take_cleared(const fs::path& data, std::string_view client,
                                        Milliseconds time) {
  const fs::path file = word_file(data, client);
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(file.parent_path(), error))) return std::nullopt;
  const auto text = read_file(file, 4096);
  // Whoever removes it has it.
  if (!text || !fs::remove(file, error) || error) return std::nullopt;
  const auto word = json_tree(*text);
  if (!word.is_object()) return std::nullopt;
  const auto session = word.find("session");
  const auto left = word.find("time");
  if (session == word.end() || !session->is_string() || left == word.end() ||
      !left->is_number_integer()) {
    return std::nullopt;
  }
  const auto then = left->get<Milliseconds>();
  const bool is_recent = then >= 0 && then <= time && time - then <= cleared_lifetime;
  if (!is_recent || !client::is_session_id(session->get<std::string>())) {
    return std::nullopt;
  }
  return session->get<std::string>();
}

}  // namespace context_rot::journal
