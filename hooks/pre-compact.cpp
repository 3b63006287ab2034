// PreCompact: writes the session's journal, and prints what the summary should keep. The client
// takes the output as it is: plain text, no JSON. By hand it also shows the text, and sends it with
// every later request; then it is short, and SessionStart is told what stands in it.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/compact_handover.h"
#include "journal/store/journal_context.h"
#include "journal/told/by_hand.h"
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

void leave_word_of(const journal::Desk& desk, const std::string& session, const std::string& text) {
  if (desk.data.empty()) return;
  const auto left = journal::leave_shown(desk.data, session, text, now());
  if (!left) throw std::runtime_error(left.error());
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  if (!desk.data.empty()) journal::drop_shown(desk.data, input.session_id);
  auto facts = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
  if (!facts) throw std::runtime_error(facts.error());
  if (facts->empty) return {};
  journal::Guidance guidance;
  guidance.section = section_of(desk, facts->facts, parts);
  if (input.trigger == "manual") {
    std::string text = journal::by_hand(guidance.section, facts->gone);
    parts.run([&] { leave_word_of(desk, input.session_id, text); });
    return text;
  }
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
