// PreCompact: writes the session's journal, and prints what the summary should keep. The client
// takes the output as it is: plain text, no JSON.

#include <filesystem>

#include "client/hook.h"
#include "journal/store/journal_context.h"
#include "journal/told/instructions.h"

namespace {

using namespace context_rot;

constexpr std::chrono::milliseconds patience{2000};

std::string answer(const client::HookInput& input, const Environment& environment) {
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  auto facts = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return {};
  journal::Merged merged;
  const auto written = journal::write_down(desk, facts->facts, patience, nullptr, &merged);
  // What cannot be written is said in the log; the summary is guided all the same.
  if (!written) {
    client::log_hook_error(desk.data, "hook-pre-compact", written.error());
    merged.section = facts->facts;
  }
  journal::Guidance guidance;
  guidance.section = std::move(merged.section);
  guidance.user_words = input.custom_instructions;
  guidance.files_gone = std::move(facts->gone);
  guidance.drop = std::move(facts->drop);
  return journal::instructions(guidance);
}

}  // namespace

int main() {
  return context_rot::client::run_hook("hook-pre-compact", answer);
}
