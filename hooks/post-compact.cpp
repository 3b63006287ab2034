// PostCompact: brings the summary into the journal, and keeps what it lost or wrongly kept for the
// next prompt. Prints nothing: the client would show it.

#include <filesystem>

#include "client/hook.h"
#include "journal/facts/summary.h"
#include "journal/store/audit_file.h"
#include "journal/store/journal_context.h"

namespace {

using namespace context_rot;

constexpr std::chrono::milliseconds patience{2000};

std::string answer(const client::HookInput& input, const Environment& environment) {
  if (input.compact_summary.empty()) return {};
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  // The boundary is not in the transcript yet: what it says is what stood before.
  const auto known = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
  if (!known) throw std::runtime_error(known.error());
  const journal::Summary summary = journal::parse_summary(input.compact_summary);
  journal::Section facts = journal::facts_of(summary);
  facts.id = input.session_id;
  facts.time = now();
  facts.when = format_local(facts.time);
  facts.language = desk.language;
  journal::Section before;
  const auto written = journal::write_down(desk, facts, patience, &before);
  if (!written) client::log_hook_error(desk.data, "hook-post-compact", written.error());
  if (desk.data.empty()) return {};
  const journal::Audit audit =
      journal::audited(before.id.empty() ? known->facts : before, known->gone, summary);
  if (auto kept = journal::keep_audit(desk.data, input.session_id, audit); !kept) {
    throw std::runtime_error(kept.error());
  }
  return {};
}

}  // namespace

int main() {
  return context_rot::client::run_hook("hook-post-compact", answer);
}
