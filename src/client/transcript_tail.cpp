#include "client/transcript_tail.h"

#include <algorithm>

#include "util/file.h"

namespace context_rot::client {

std::string tail_of(const std::filesystem::path& path, std::uint64_t most) {
  const auto file = ReadFile::open(path);
  if (!file) return {};
  std::string tail(static_cast<std::size_t>(std::min(file->size(), most)), '\0');
  const auto got = file->read_at(file->size() - tail.size(), tail.data(), tail.size());
  tail.resize(got ? *got : 0);
  return tail;
}

}  // namespace context_rot::client
