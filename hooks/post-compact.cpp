// PostCompact: brings the summary into the journal, and keeps what it lost or wrongly kept for the
// next prompt. Prints nothing: the client would show it.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "journal/facts/summary.h"
#include "journal/store/audit_file.h"
#include "journal/store/journal_context.h"

namespace context_rot::hook_post_compact {

namespace {

constexpr std::chrono::milliseconds patience{2000};

/// Writes the summary down. `before` becomes the section as it was, also where it cannot be written;
/// empty where there was none.
void write_down(const journal::Desk& desk, const journal::Summary& summary,
                const std::string& session, journal::Section& before) {
  journal::Section facts = journal::facts_of(summary);
  facts.id = session;
  facts.time = now();
  facts.when = format_local(facts.time);
  facts.language = desk.language;
  const auto written = journal::write_down(desk, facts, patience, &before);
  if (!written) throw std::runtime_error(written.error());
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  if (input.compact_summary.empty()) return {};
  const journal::Desk desk =
      journal::desk_of(client::project_folder(input, environment), environment);
  if (!journal::has_work(desk, input.session_id, input.transcript_path)) return {};
  // The boundary is not in the transcript yet: what it says is what stood before.
  const auto known = parts.run([&]() -> std::optional<journal::Extracted> {
    auto found = journal::look(desk, input.transcript_path, input.session_id, journal::whole);
    if (!found) throw std::runtime_error(found.error());
    return *std::move(found);
  });
  const journal::Summary summary = journal::parse_summary(input.compact_summary);
  journal::Section before;
  parts.run([&] { write_down(desk, summary, input.session_id, before); });
  // Without either there is nothing to hold the summary against.
  if (desk.data.empty() || (before.id.empty() && !known)) return {};
  const journal::Audit audit =
      journal::audited(before.id.empty() ? known->facts : before,
                       known ? known->gone : std::vector<std::string>(), summary);
  if (auto kept = journal::keep_audit(desk.data, input.session_id, audit); !kept) {
    throw std::runtime_error(kept.error());
  }
  return {};
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-post-compact", answer);
}

}  // namespace context_rot::hook_post_compact
