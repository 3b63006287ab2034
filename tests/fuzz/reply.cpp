// Fuzzes what a model answers: its [Correction: ...] line, and the ledger that is settled by it.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "correction/reply.h"
#include "ledger/ledger.h"
#include "require.h"
#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::correction;
using namespace context_rot::ledger;

namespace {

void check_part(const std::optional<std::string>& part) {
  if (part) require(!part->empty() && part->size() <= 400);
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  static const Lexicon lexicon;
  const std::string_view answer = text_of_input(data, size);
  const Reply reply = read_reply(answer, lexicon);
  check_part(reply.wrong);
  check_part(reply.clarified);
  require(reply.kind == ReplyKind::correction || (!reply.wrong && !reply.clarified));

  LedgerEntry entry;
  entry.id = "8a352318-1111-4111-8111-111111111111";
  entry.session = "session";
  entry.text = repair_utf8(answer);
  const auto settled = settled_by_reply(entry.id, 2, reply);
  require(settled.has_value() == (reply.kind != ReplyKind::silent));
  std::string lines = detected_event(entry);
  require(lines.find('\n') == std::string::npos || lines.find('\n') + 1 == lines.size());
  if (!lines.ends_with('\n')) lines += '\n';
  if (settled) {
    require(nlohmann::json::accept(*settled));
    lines += *settled;
  }
  const Ledger ledger = read_ledger(lines);
  require(ledger.skipped == 0 && ledger.entries.size() == 1);
  require((ledger.entries[0].standing == Standing::open) == (reply.kind == ReplyKind::silent));
}
