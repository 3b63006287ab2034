#include "fork/compose.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "fork/header.h"
#include "fork/line_edit.h"
#include "fork/title.h"
#include "session/typed.h"
#include "transcript/turn.h"
#include "util/excerpt.h"
#include "util/json_tree.h"

namespace context_rot::fork {

using transcript::Conversation;
using transcript::Entry;
using transcript::LineId;
using transcript::LineIdHash;
using transcript::Row;
using transcript::RowType;
using transcript::SessionLines;

namespace {

/// Lines that speak of the original's own life, or that a fork has of its own.
constexpr std::array<std::string_view, 10> not_taken{
    "api-request",  "api-request-shape", "api-request-blob", "cost-state", "queue-operation",
    "custom-title", "ai-title",          "agent-name",       "summary",    header_type};

std::size_t length_of(const Piece& piece) {
  if (const auto* range = std::get_if<ByteRange>(&piece)) {
    return static_cast<std::size_t>(range->length);
  }
  return std::get<std::string>(piece).size();
}

/// A line of the conversation, in the order in which the model gets it.
struct Live {
  const Row* row = nullptr;
  std::string uuid;
  LineEdit edit;
  std::optional<std::string> text;  ///< where it was edited
  bool preserved = false;
  bool dropped = false;
  const Live* above = nullptr;  ///< of a dropped line: the nearest one above it that stays
};

class Composer {
 public:
  Composer(const SessionLines& lines, const Conversation& conversation, const Plan& plan,
           const ForkNames& names)
      : lines_(lines), conversation_(conversation), plan_(plan), names_(names) {}

  Result<Composition> run() {
    gather();
    if (auto done = set_changes(); !done) return Error{done.error()};
    unkeep();
    relink();
    if (auto done = edit_lines(); !done) return Error{done.error()};
    put_lines();
    finish();
    return std::move(out_);
  }

 private:
  /// The rows that the conversation has entries of, and those that only link others.
  void gather() {
    std::unordered_map<std::uint64_t, const transcript::SourceLine*> sources;
    for (const Entry& entry : conversation_.entries) {
      for (const auto& line : entry.lines) sources.emplace(line.range.offset, &line);
    }
    bool any_preserved = false;
    for (const auto& [at, preserved] : lines_.branch.rows) {
      const Row& row = lines_.index.rows[at];
      const auto source = sources.find(row.range.offset);
      if (source == sources.end() && row.type != RowType::link) continue;
      any_preserved = any_preserved || preserved;
      add(row, preserved, source == sources.end() ? std::string() : source->second->uuid);
    }
    // A summary without a parent: the boundary stands in no chain, and yet says what is kept.
    const auto& rows = lines_.index.rows;
    const auto last = std::find_if(rows.rbegin(), rows.rend(),
                                   [](const Row& row) { return row.boundary && !row.sidechain; });
    if (any_preserved && last != rows.rend() && !live_at(last->range.offset)) {
      add(*last, false, {});
    }
  }

  void add(const Row& row, bool preserved, std::string uuid) {
    Live live;
    live.row = &row;
    live.preserved = preserved;
    live.uuid = std::move(uuid);
    by_offset_.emplace(row.range.offset, live_.size());
    by_id_.emplace(row.id, live_.size());
    live_.push_back(std::move(live));
  }

  Live* live_at(std::uint64_t offset) {
    const auto place = by_offset_.find(offset);
    return place == by_offset_.end() ? nullptr : &live_[place->second];
  }

  /// Deals an entry's changes out to its lines, whose blocks follow one another.
  Result<void> set_changes() {
    for (const Edit& edit : plan_.edits) {
      auto change = edit.changes.begin();
      std::size_t first = 0;
      for (const auto& source : conversation_.entries[edit.entry].lines) {
        Live* live = live_at(source.range.offset);
        const auto bytes = read_range(lines_.file, source.range);
        if (!bytes) return Error{bytes.error()};
        const std::size_t count = block_count(*bytes);
        for (; change != edit.changes.end() && change->block < first + count; ++change) {
          if (live) live->edit.changes.push_back({change->block - first, change->text});
        }
        if (live) live->dropped = leaves_nothing(live->edit.changes, count);
        first += count;
      }
    }
    if (!plan_.last_usage) return {};
    for (const auto& source : conversation_.entries[*plan_.last_usage].lines) {
      if (Live* live = live_at(source.range.offset)) live->edit.tokens_less = plan_.saved_before_it;
    }
    return {};
  }

  /// Of the lines that the boundary kept only those with nothing but thinking go. It must not name
  /// them any more: the client would keep none.
  void unkeep() {
    Unkept unkept;
    for (const Live& live : live_) {
      if (!live.preserved) continue;
      if (live.dropped) {
        unkept.uuids.push_back(uuid_of(live));
      } else {
        unkept.tail = uuid_of(live);
        if (unkept.head.empty()) unkept.head = unkept.tail;
      }
    }
    if (unkept.uuids.empty()) return;
    const auto boundary = std::find_if(live_.rbegin(), live_.rend(), [](const Live& live) {
      return live.row->boundary && !live.preserved;
    });
    if (boundary != live_.rend()) boundary->edit.unkept = std::move(unkept);
  }

  /// Hangs lines under the nearest one above that stays; where a parent is missing in the original,
  /// under the line before, as the client would. Parents come before their children here, but for
  /// broken sessions.
  void relink() {
    std::vector<const Live*> stayed;  // as the model gets them
    for (Live& live : live_) {
      const auto place = by_id_.find(live.row->parent);
      const Live* parent = place == by_id_.end() ? nullptr : &live_[place->second];
      const Live* above = parent && parent->dropped ? parent->above : parent;
      if (live.dropped) {
        live.above = above;
        continue;
      }
      if (live.row->has_parent && above != parent) {
        live.edit.parent = above ? uuid_of(*above) : "";
      } else if (live.row->has_parent && !parent && !live.preserved) {
        const auto before =
            std::find_if(stayed.rbegin(), stayed.rend(),
                         [&](const Live* candidate) { return !hangs_under(*candidate, live); });
        live.edit.parent = before == stayed.rend() ? "" : uuid_of(**before);
      }
      stayed.push_back(&live);
    }
  }

  /// Whether the chain of parents from a line leads to another.
  bool hangs_under(const Live& line, const Live& other) const {
    const Live* at = &line;
    for (std::size_t steps = 0; at && steps <= live_.size(); ++steps) {
      if (at == &other) return true;
      const auto place = by_id_.find(at->row->parent);
      at = place == by_id_.end() ? nullptr : &live_[place->second];
    }
    return false;
  }

  /// Of a line that only links, the uuid was not read yet.
  std::string uuid_of(const Live& live) const {
    if (!live.uuid.empty()) return live.uuid;
    const auto bytes = read_range(lines_.file, live.row->range);
    bool repaired = false;
    const auto json = bytes ? transcript::parse_line(*bytes, repaired) : std::nullopt;
    return json ? json->string_at(JsonText::root, "uuid") : std::string();
  }

  Result<void> edit_lines() {
    for (Live& live : live_) {
      const LineEdit& edit = live.edit;
      if (live.dropped) {
        ++out_.dropped;
        continue;
      }
      if (edit.changes_nothing()) {
        ++out_.copied;
        continue;
      }
      const auto bytes = read_range(lines_.file, live.row->range);
      if (!bytes) return Error{bytes.error()};
      live.text = edit_line(*bytes, edit);
      if (live.text) ++out_.edited;
    }
    return {};
  }

  /// What the file has besides the conversation: behind its first line all, before it the last of
  /// each type, as the client goes by the last.
  std::vector<ByteRange> others_taken(std::uint64_t begin) const {
    std::vector<ByteRange> out;
    std::unordered_set<std::string_view> later;
    for (auto other = lines_.others.rbegin(); other != lines_.others.rend(); ++other) {
      if (std::find(not_taken.begin(), not_taken.end(), other->type) != not_taken.end()) continue;
      if (other->range.offset < begin && !later.insert(other->type).second) continue;
      out.push_back(other->range);
    }
    std::reverse(out.begin(), out.end());
    return out;
  }

  void put_lines() {
    std::vector<Live*> kept;
    for (Live& live : live_) {
      if (!live.dropped) kept.push_back(&live);
    }
    // As in the index: of two lines with one uuid the later one stands at the place of the earlier,
    // for the client too.
    std::sort(kept.begin(), kept.end(),
              [](const Live* a, const Live* b) { return a->row < b->row; });
    const std::uint64_t begin = kept.empty() ? UINT64_MAX : kept.front()->row->range.offset;
    const std::vector<ByteRange> others = others_taken(begin);
    out_.lines.emplace_back(std::string());  // the header
    auto other = others.begin();
    const auto put_others = [&](std::uint64_t until) {
      for (; other != others.end() && other->offset < until; ++other)
        out_.lines.emplace_back(*other);
    };
    for (Live* live : kept) {
      put_others(live->row->range.offset);
      if (live->text) {
        out_.lines.emplace_back(*std::move(live->text));
      } else {
        out_.lines.emplace_back(live->row->range);
      }
    }
    put_others(UINT64_MAX);
  }

  std::string last_prompt() const {
    constexpr std::size_t longest = 200;
    for (auto entry = conversation_.entries.rbegin(); entry != conversation_.entries.rend();
         ++entry) {
      if (transcript::begins_turn(*entry)) {
        return excerpt(session::typed_text(*entry), longest);
      }
    }
    return {};
  }

  void finish() {
    // Preserved messages stand behind the summary, but the conversation does not end at them.
    const auto leaf = std::find_if(live_.rbegin(), live_.rend(), [](const Live& live) {
      return !live.dropped && !live.preserved && live.row->type != RowType::link;
    });
    out_.title = fork_title(lines_, conversation_);
    const auto dump = [](const nlohmann::ordered_json& line) { return json_line(line); };
    if (leaf != live_.rend()) {
      out_.lines.emplace_back(dump({{"type", "last-prompt"},
                                    {"lastPrompt", last_prompt()},
                                    {"leafUuid", leaf->uuid},
                                    {"sessionId", names_.session}}));
    }
    out_.lines.emplace_back(dump(
        {{"type", "custom-title"}, {"customTitle", out_.title}, {"sessionId", names_.session}}));
    Header header;
    header.session = names_.session;
    header.from = names_.from;
    header.made = names_.made;
    header.before = plan_.before;
    header.after = plan_.after;
    header.title = out_.title;
    for (std::size_t i = 1; i < out_.lines.size(); ++i)
      header.bytes += length_of(out_.lines[i]) + 1;
    std::string first = header_line(header);
    out_.bytes = header.bytes + first.size() + 1;
    out_.lines.front() = std::move(first);
  }

  const SessionLines& lines_;
  const Conversation& conversation_;
  const Plan& plan_;
  const ForkNames& names_;
  std::vector<Live> live_;
  std::unordered_map<std::uint64_t, std::size_t> by_offset_;
  std::unordered_map<LineId, std::size_t, LineIdHash> by_id_;
  Composition out_;
};

}  // namespace

Result<Composition> compose(const SessionLines& lines, const Conversation& conversation,
                            const Plan& plan, const ForkNames& names) {
  return Composer(lines, conversation, plan, names).run();
}

}  // namespace context_rot::fork
