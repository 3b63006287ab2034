// PreCompact: writes the session's journal, and prints what the summary should keep. The client
// takes the output as it is: plain text, no JSON.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/journal_context.h"
#include "journal/told/instructions.h"

namespace context_rot::hook_pre_compact {

namespace {

constexpr std::chrono::milliseconds patience{2000};

/// The session's section as the journal has it now; what cannot be written is said in the log, and
/// the summary is guided by what is known all the same.
journal::Section section_of(const journal::Desk& desk, const journal::Section& facts,
                            const client::HookParts& parts) {
  return parts
      .run([&]() -> std::optional<journal::Section> {
        journal::Merged merged;
        const auto written = journal::write_down(desk, facts, patience, nullptr, &merged);
        if (!written) throw std::runtime_error(written.error());
        return std::move(merged.section);
      })
      .value_or(facts);
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  auto facts = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return {};
  journal::Guidance guidance;
  guidance.section = section_of(desk, facts->facts, parts);
  guidance.user_words = input.custom_instructions;
  guidance.files_gone = std::move(facts->gone);
  guidance.drop = std::move(facts->drop);
  return journal::instructions(guidance);
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-pre-compact", answer);
}

}  // namespace context_rot::hook_pre_compact
