#include "client/handover_file.h"

#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_tree.h"
#include "util/old_files.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_word_bytes = 4096;

bool is_behind_a_link(const fs::path& file) {
  std::error_code error;
  return fs::is_symlink(fs::symlink_status(file.parent_path(), error));
}

}  // namespace

Result<void> leave_word(const fs::path& file, const nlohmann::ordered_json& word,
                        const std::function<bool(const std::string& name)>& is_ours) {
  if (auto made = create_own_folder(file.parent_path()); !made) return made;
  // Words that nobody took: the client ended.
  remove_old_files(file.parent_path(), {.files = 200, .longest = std::chrono::hours(24)}, is_ours);
  return write_own_cache_file(
      file, word.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

std::optional<nlohmann::json> take_word(const fs::path& file, Milliseconds time,
                                        Milliseconds lifetime) {
  if (is_behind_a_link(file)) return std::nullopt;
  const auto text = read_file(file, max_word_bytes);
  std::error_code error;
  // Whoever removes it has it.
  if (!text || !fs::remove(file, error) || error) return std::nullopt;
  auto word = json_tree(*text);
  if (!word.is_object()) return std::nullopt;
  const auto left = word.find("time");
  if (left == word.end() || !left->is_number_integer()) return std::nullopt;
  const auto then = left->get<Milliseconds>();
  if (then < 0 || then > time || time - then > lifetime) return std::nullopt;
  return word;
}

std::optional<nlohmann::json> read_word(const fs::path& file) {
  if (is_behind_a_link(file)) return std::nullopt;
  const auto text = read_file(file, max_word_bytes);
  if (!text) return std::nullopt;
  auto word = json_tree(*text);
  return word.is_object() ? std::optional(std::move(word)) : std::nullopt;
}

void drop_word(const fs::path& file) {
  std::error_code error;
  if (!is_behind_a_link(file)) fs::remove(file, error);
}

}  // namespace context_rot::client
