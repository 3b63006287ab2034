// Fuzzes reading a transcript: no input may crash it, and what it returns must make sense.

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <unordered_set>

#include "require.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"
#include "window/crossing.h"

using namespace context_rot;

namespace {

void check(const transcript::Conversation& conversation, std::size_t size) {
  std::unordered_set<std::string> seen;
  for (const auto& entry : conversation.entries) {
    require(!entry.lines.empty());
    for (const auto& line : entry.lines) {
      require(line.range.offset + line.range.length <= size);
      require(seen.insert(std::to_string(line.range.offset)).second);  // no line twice
    }
  }
  for (const auto& use : transcript::tool_uses(conversation)) {
    require(use.use_entry < conversation.entries.size());
    require(!use.result_entry || *use.result_entry < conversation.entries.size());
  }
}

std::string uuids_of(const transcript::Conversation& conversation) {
  std::string text;
  for (const auto& entry : conversation.entries) {
    for (const auto& line : entry.lines) text += line.uuid + "\n";
  }
  return text;
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  static const int descriptor = ::memfd_create("transcript", 0);
  static const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  require(::ftruncate(descriptor, 0) == 0);
  require(::pwrite(descriptor, data, size, 0) == static_cast<ssize_t>(size));

  const auto whole = transcript::read_session(path, transcript::Detail::content);
  require(static_cast<bool>(whole));
  check(*whole, size);
  const auto tail =
      transcript::read_session_tail(path, transcript::Detail::headers, window::knows_crossing);
  require(static_cast<bool>(tail));
  check(*tail, size);
  if (tail->stats.read_bytes == size) {  // the two ways in must give one model
    require(uuids_of(*tail) == uuids_of(*whole));
    require(tail->stats.bad == whole->stats.bad);
    require(tail->stats.repaired == whole->stats.repaired);
  }
  window::band_crossing(*tail, {}, {}, {});
}
