// SessionStart: gives the model what it lacks and nothing else. After /clear the digest of the
// session that was cleared; at a compaction the corrections in effect and the files that are gone,
// by hand those that PreCompact has not named. At a start or a resume the user, not the model, is
// told that there is a journal.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/store/clear_handover.h"
#include "journal/store/compact_handover.h"
#include "journal/store/journal_context.h"
#include "journal/told/by_hand.h"
#include "journal/told/compact_note.h"
#include "journal/told/restore.h"
#include "util/as_data.h"
#include "util/program_path.h"

namespace context_rot::hook_session_start {

namespace {

using journal::Desk;
using journal::Section;

constexpr Milliseconds day = 86'400'000;
constexpr Milliseconds recent = 3 * day;

std::optional<Section> section_of(const Desk& desk, std::string_view session) {
  const auto journal = journal::read_journal(desk.journal);
  if (!journal) return std::nullopt;
  const Section* found = journal::find_section(*journal, session);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::string after_clear(const Desk& desk, const Environment& environment) {
  if (desk.data.empty()) return {};
  const auto session =
      journal::take_cleared(desk.data, environment("CLAUDE_PID").value_or(""), now());
  if (!session) return {};
  const auto section = section_of(desk, *session);
  if (!section) return {};
  return client::give_to_model("SessionStart", journal::restored_digest(*section, "cleared"), "");
}

std::string at_compaction(const Desk& desk, const client::HookInput& input,
                          const client::HookParts& parts) {
  const auto known = parts.run([&]() -> std::optional<journal::Extracted> {
    auto found = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
    if (!found) throw std::runtime_error(found.error());
    return *std::move(found);
  });
  // The journal also has what earlier compactions took out of the conversation.
  const auto kept = parts.run([&] { return section_of(desk, input.session_id); });
  if (!kept && !known) return {};
  const Section& section = kept ? *kept : known->facts;
  const auto gone = known ? known->gone : std::vector<std::string>();
  const auto shown =
      desk.data.empty() ? std::nullopt : journal::take_shown(desk.data, input.session_id, now());
  return client::give_to_model(
      "SessionStart",
      shown ? journal::beside_by_hand(section, gone, *shown) : journal::compact_note(section, gone),
      "");
}

std::string for_the_user(const Desk& desk, const client::HookInput& input) {
  const auto journal = journal::read_journal(desk.journal);
  if (!journal || journal->sections.empty()) return {};
  const Section* section = input.source == "resume"
                               ? journal::find_section(*journal, input.session_id)
                               : &journal->sections.front();
  if (section == nullptr || section->time == 0 || now() - section->time > recent) return {};
  const bool spanish = desk.language == config::Language::spanish;
  std::string notes =
      (spanish ? "Hay notas de " : "There are notes of ") + as_data(section->when, 30);
  if (!section->title.empty()) notes += ": " + as_data(section->title, 100);
  return client::show_to_user(notes + " (" + own_command("context-journal", process_environment()) +
                              " show)");
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const Desk desk = journal::desk_of(client::project_folder(input, environment), environment);
  if (!desk.enabled()) return {};
  if (input.source == "clear") return after_clear(desk, environment);
  if (input.source == "compact") {
    return journal::has_work(desk, input.session_id, input.transcript_path)
               ? at_compaction(desk, input, parts)
               : std::string();
  }
  if (input.source == "startup" || input.source == "resume") return for_the_user(desk, input);
  return {};
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-session-start", answer);
}

}  // namespace context_rot::hook_session_start
