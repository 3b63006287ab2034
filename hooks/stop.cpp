// Stop: settles the correction that the prompt hook suspected, by what the answer says of it.

#include <filesystem>

#include "correction/configured.h"
#include "correction/ledger_file.h"
#include "correction/settle.h"
#include "host/config.h"
#include "host/hook.h"
#include "host/paths.h"

namespace {

using namespace context_rot;
using transcript::Conversation;
namespace fs = std::filesystem;

constexpr std::size_t recent_ledger_bytes = 64u << 10;

std::string answer(const host::HookInput& input, const Environment& environment) {
  const fs::path project = host::project_folder(input, environment);
  const auto data = host::data_folder(project, environment);
  if (!data) return {};
  const auto recent = correction::ledger_end(*data, recent_ledger_bytes);
  if (!recent) throw std::runtime_error(recent.error());
  if (recent->empty()) return {};
  const correction::Ledger ledger = correction::read_ledger(*recent);
  const correction::LedgerEntry* entry = correction::open_entry(ledger, input.session_id);
  if (!entry) return {};
  const auto conversation = transcript::read_session_tail(
      input.transcript_path, transcript::Detail::content,
      [&](const Conversation& part) { return correction::reaches(part, *entry); });
  if (!conversation) throw std::runtime_error(conversation.error());
  const auto lexicon = correction::configured(host::load_config(project, environment)).lexicon;
  if (const auto event = correction::settling_event(*entry, *conversation, now(), lexicon)) {
    if (auto kept = correction::append_event(*data, *event); !kept) {
      throw std::runtime_error(kept.error());
    }
  }
  return {};
}

}  // namespace

int main() {
  return context_rot::host::run_hook("hook-stop", answer);
}
