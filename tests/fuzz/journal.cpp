// Fuzzes reading a journal and a compaction summary: no input may crash them, and no line of a
// journal may be lost.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "journal/facts/audit.h"
#include "journal/facts/summary.h"
#include "journal/markdown/comment.h"
#include "journal/markdown/markdown.h"
#include "journal/markdown/merge.h"
#include "journal/model/words.h"
#include "journal/told/instructions.h"
#include "journal/told/restore.h"
#include "require.h"
#include "util/trim.h"
#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

/// The lines that must not be lost.
std::vector<std::string> kept_lines(std::string_view text) {
  std::vector<std::string> out;
  std::vector<std::string> marks;
  while (!text.empty()) {
    const auto line = right_trimmed(take_line(text));
    const bool structure = line.empty() || read_session_comment(line) ||
                           read_lines_comment(line, marks) || line == table_rule ||
                           line == table_head(config::Language::english) ||
                           line == table_head(config::Language::spanish);
    if (!structure) out.emplace_back(line);
  }
  return out;
}

void check_digests(const Section& section, const Summary& summary) {
  Guidance guidance;
  guidance.section = section;
  require(instructions(guidance).size() <= max_instruction_bytes);
  require(restored_digest(section, "cleared").size() <= max_digest_bytes);
  const Audit audit = audited(section, {"a.ts"}, summary);
  require(audit_note(audit).size() <= max_audit_note_bytes);
  require(audit_of(json_of(audit)) == audit);
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of_input(data, size);
  Journal journal = parse(text);
  const std::string again = render(journal);
  require(kept_lines(again) == kept_lines(text));
  require(render(parse(again)) == again);

  const Summary summary = parse_summary(text);
  Section facts = facts_of(summary);
  facts.id = "8a352318-1111-4111-8111-111111111111";
  facts.when = "2026-11-29 14:20";
  merge_into(journal, facts, [](const std::string& path) { return path.size() % 2 == 0; });
  const std::string merged = render(journal);
  require(repair_utf8(merged) == merged || repair_utf8(text) != text);
  for (const Section& section : journal.sections) check_digests(section, summary);
}
