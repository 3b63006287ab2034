/// Reads a whole transcript as the commands do and says what it found:
///
///   full-read FILE
///
/// A program of its own, so that time and peak memory are those of the reader alone.
#include <cstdio>

#include "transcript/conversation.h"

int main(int argc, char** argv) {
  using namespace context_rot::transcript;
  if (argc != 2) {
    std::fprintf(stderr, "usage: full-read FILE\n");
    return 2;
  }
  const auto conversation = read_session(argv[1], Detail::content);
  if (!conversation) {
    std::fprintf(stderr, "full-read: %s\n", conversation.error().c_str());
    return 1;
  }
  const ReadStats& stats = conversation->stats;
  std::printf("bytes=%llu lines=%llu live-entries=%zu off-branch=%llu bad=%llu repaired=%llu\n",
              static_cast<unsigned long long>(stats.file_bytes),
              static_cast<unsigned long long>(stats.lines), conversation->entries.size(),
              static_cast<unsigned long long>(stats.off_branch),
              static_cast<unsigned long long>(stats.bad),
              static_cast<unsigned long long>(stats.repaired));
}
