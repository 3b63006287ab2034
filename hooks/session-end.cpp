// SessionEnd: writes the session's journal, and leaves word where /clear has ended it.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/clear_handover.h"
#include "journal/store/journal_context.h"

namespace context_rot::hook_session_end {

namespace {

// The client gives this event 1.5 seconds.
constexpr std::chrono::milliseconds patience{500};

/// Returns whether the session had anything to say.
bool keep_journal(const journal::Desk& desk, const client::HookInput& input,
                  const client::HookParts& parts) {
  const auto facts = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return false;
  parts.run([&] {
    const auto written = journal::write_down(desk, facts->facts, patience);
    if (!written) throw std::runtime_error(written.error());
    // Nobody is there to be told; the file's name says it too.
    if (!written->notice.empty()) parts.log(written->notice);
  });
  return true;
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  // Where it is not known, the journal may have the session from before.
  const bool had_words =
      parts.run([&] { return std::optional(keep_journal(desk, input, parts)); }).value_or(true);
  if (had_words && input.reason == "clear" && !desk.data.empty()) {
    const auto left = journal::leave_cleared(desk.data, environment("CLAUDE_PID").value_or(""),
                                             input.session_id, now());
    if (!left) throw std::runtime_error(left.error());
  }
  return {};
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-session-end", answer);
}

}  // namespace context_rot::hook_session_end
