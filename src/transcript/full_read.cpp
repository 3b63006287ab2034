#include "transcript/load.h"
#include "transcript/simd_rows.h"

namespace context_rot::transcript {

Result<Conversation> read_session(const std::filesystem::path& path, Detail detail) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  SimdRowReader reader;
  const auto index = index_rows(*file, 0, file->size(), std::ref(reader));
  if (!index) return Error{index.error()};
  auto conversation = load(*file, *index, active_branch(*index), detail);
  if (conversation) conversation->stats.read_bytes = file->size();
  return conversation;
}

}  // namespace context_rot::transcript
