#include "transcript/session_lines.h"

#include <utility>

#include "transcript/simd_rows.h"

namespace context_rot::transcript {

namespace {

/// Whether the file's last line has no end: complete files of the client end with a line feed.
bool ends_within_a_line(const ReadFile& file) {
  char last = '\n';
  if (file.size() == 0) return false;
  const auto got = file.read_at(file.size() - 1, &last, 1);
  return got && *got == 1 && last != '\n';
}

std::uint64_t size_now(const std::filesystem::path& path, std::uint64_t before) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return error ? before : size;
}

}  // namespace

std::string line_type(std::string_view line) {
  constexpr std::string_view opening = "{\"type\":\"";
  if (line.starts_with(opening)) {
    const std::string_view rest = line.substr(opening.size());
    const std::size_t end = rest.find_first_of("\"\\");
    if (end != std::string_view::npos && rest[end] == '"') return std::string(rest.substr(0, end));
  }
  bool repaired = false;
  const auto json = parse_line(line, repaired);
  return json ? json->string_at(JsonText::root, "type") : std::string();
}

Result<SessionLines> read_session_lines(const std::filesystem::path& path) {
  auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  SimdRowReader simd;
  std::vector<OtherLine> others;
  bool last_is_bad = false;
  const RowReader reader = [&](std::string_view line, ByteRange range, Row& row,
                               Preserved& preserved, bool& repaired) {
    const RowOutcome outcome = simd(line, range, row, preserved, repaired);
    last_is_bad = outcome == RowOutcome::bad;
    if (outcome == RowOutcome::other) {
      std::string type = line_type(line);
      if (!type.empty() && !row_type(type)) others.push_back({range, std::move(type)});
    }
    return outcome;
  };
  auto index = index_rows(*file, 0, file->size(), reader);
  if (!index) return Error{index.error()};
  ActiveBranch branch = active_branch(*index);
  const bool growing =
      (last_is_bad && ends_within_a_line(*file)) || size_now(path, file->size()) != file->size();
  return SessionLines{*std::move(file), *std::move(index), std::move(branch), std::move(others),
                      growing};
}

}  // namespace context_rot::transcript
