#include "ledger/ledger_file.h"

#include "util/append_file.h"
#include "util/atomic_file.h"
#include "util/file.h"

namespace context_rot::ledger {

namespace fs = std::filesystem;

fs::path ledger_file(const fs::path& data) {
  return data / "corrections.jsonl";
}

Result<void> append_event(const fs::path& data, std::string_view event) {
  if (auto made = create_private_folders(data); !made) return made;
  return append_line(ledger_file(data), event);
}

fs::path own_weights_file(const fs::path& data) {
  return data / "correction-weights.txt";
}

Result<correction::Model> model_of(const fs::path& data) {
  const fs::path path = data.empty() ? data : own_weights_file(data);
  std::error_code error;
  if (path.empty() || !fs::exists(path, error)) return correction::Model();
  constexpr std::size_t most_bytes = 4u << 20;
  const auto text = read_file(path, most_bytes);
  if (!text) return Error{text.error()};
  const auto weights = correction::parse_weights(*text);
  if (!weights) return Error{path.string() + ": " + weights.error()};
  return correction::Model().with(*weights);
}

Result<std::string> ledger_end(const fs::path& data, std::size_t bytes) {
  const fs::path path = ledger_file(data);
  std::error_code error;
  if (!fs::exists(path, error)) return std::string();
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  const std::uint64_t from = file->size() > bytes ? file->size() - bytes : 0;
  std::string text(static_cast<std::size_t>(file->size() - from), '\0');
  const auto got = file->read_at(from, text.data(), text.size());
  if (!got) return Error{got.error()};
  text.resize(*got);
  if (text.empty()) return text;
  // The cut may fall inside a line.
  if (from > 0) text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);
  return text;
}

}  // namespace context_rot::ledger
