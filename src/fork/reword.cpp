#include "fork/reword.h"

#include <algorithm>

#include "curate/put_note.h"
#include "fork/stub.h"

namespace context_rot::fork {

using transcript::Block;
using transcript::BlockKind;
using transcript::Entry;
using transcript::EntryKind;

namespace {

std::size_t bytes_of_text(const Entry& entry) {
  std::size_t bytes = 0;
  for (const Block& block : entry.blocks) {
    if (block.kind == BlockKind::text) bytes += block.text.size();
  }
  return bytes;
}

}  // namespace

std::optional<Changes> reword_output(const Entry& entry, const std::string& text) {
  Changes out;
  if (entry.kind == EntryKind::attachment) {
    for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
      const bool first = i == 0 && entry.rendered;
      out.push_back({i, first ? std::optional(text) : std::nullopt});
    }
  } else if (entry.kind == EntryKind::tool_result) {
    for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
      if (entry.blocks[i].kind == BlockKind::tool_result) out.push_back({i, text});
    }
    if (out.size() != 1) return std::nullopt;
  }
  return out.empty() ? std::nullopt : std::optional(out);
}

std::optional<Changes> reword_answer(const Entry& entry, const std::string& text) {
  Changes out;
  bool said = false;
  // An answer that goes on with a call keeps its thinking: the API wants it in front of the call.
  const bool keeps_thinking = transcript::calls_tool(entry);
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
    const Block& block = entry.blocks[i];
    if (is_thinking(block) && !keeps_thinking) out.push_back({i, std::nullopt});
    if (block.kind != BlockKind::text || block.text.empty()) continue;
    out.push_back({i, said ? std::nullopt : std::optional(text)});
    said = true;
  }
  return said ? std::optional(out) : std::nullopt;
}

std::optional<Changes> reword_claim(const Entry& entry, std::string_view claim,
                                    const std::string& text) {
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
    if (entry.blocks[i].kind != BlockKind::text) continue;
    std::string reworded = entry.blocks[i].text;
    if (curate::put_note(reworded, claim, text)) return Changes{{i, std::move(reworded)}};
  }
  return std::nullopt;
}

std::optional<Changes> reword_corrected(const Entry& entry, const findings::Finding& finding) {
  if (bytes_of_text(entry) > short_answer && !finding.claim.empty()) {
    auto changes = reword_claim(entry, finding.claim, wrong_words_stub(finding));
    if (changes) return changes;
  }
  return reword_answer(entry, correction_stub(finding));
}

}  // namespace context_rot::fork
