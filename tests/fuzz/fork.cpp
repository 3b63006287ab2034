// Fuzzes forking a session: whatever stands in a transcript, the fork is the plan carried out,
// breaks no pair of call and result, and leaves the original as it was
// (tests/property/fork_fault.h). The last byte chooses what is left out.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>

#include "../property/fork_fault.h"
#include "fork/fork_session.h"
#include "require.h"
#include "support/session.h"
#include "transcript/session_lines.h"

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

/// Whether each line of the conversation stands behind the one that it hangs under.
bool is_well_linked(const fs::path& file) {
  const auto lines = transcript::read_session_lines(file);
  if (!lines) return false;
  for (const auto& row : lines->index.rows) {
    const auto* parent = lines->index.find(row.parent);
    if (row.has_parent && (parent == nullptr || parent >= &row)) return false;
  }
  return lines->index.repaired == 0;
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  static const test::TempFolder folder;
  const std::string_view text = text_of_input(data, size);
  const fs::path file = folder.write("session.jsonl", text);
  // Not as if it were running just now.
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));

  fork::ForkRequest request;
  request.transcript = file;
  request.project = folder.path();
  const unsigned choice = data[size - 1];
  for (std::size_t i = 0; i < request.options.kinds.size(); ++i) {
    request.options.kinds[i] = (choice >> (i % 7) & 1U) == 0;
  }
  if ((choice & 128U) != 0) request.options.max_tokens = 100;
  const auto made = fork::fork_session(request, {});
  require(test::content_of(file) == text);
  if (!made) return;
  const auto original = transcript::read_session(file, transcript::Detail::content);
  require(static_cast<bool>(original));
  const std::string fault = is_well_linked(file) ? test::fault_of(*made, *original) : std::string();
  if (!fault.empty()) std::fprintf(stderr, "%s\n", fault.c_str());
  require(fault.empty());
  fs::remove(made->file);
}
