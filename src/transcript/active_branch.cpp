#include "transcript/active_branch.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace context_rot::transcript {

namespace {

using Position = std::uint32_t;

constexpr Milliseconds max_bridge = 5000;

bool is_message(const Row& row) {
  return row.type == RowType::user || row.type == RowType::assistant;
}

bool is_side_row(const Row& row) {
  return row.type == RowType::attachment || row.type == RowType::system;
}

/// The work of one call: the index, what of it counts, and what was taken already.
class Walk {
 public:
  explicit Walk(const RowIndex& index)
      : index_(index), usable_(index.rows.size(), true), taken_(index.rows.size(), false) {
    find_boundary();
  }

  ActiveBranch run() {
    ActiveBranch branch;
    const auto leaf = find_leaf(branch.leaf_known);
    if (!leaf) {
      branch.complete = index_.from_start;
      return branch;
    }
    std::vector<Position> chain = walk_up(*leaf, branch.complete);
    add_trailing(chain);
    std::vector<Position> order = insert_preserved(chain);
    order = regroup(order);
    for (const Position at : order) {
      branch.rows.push_back({at, preserved_.contains(at)});
    }
    branch.complete = branch.complete && !preserves_unread();
    return branch;
  }

 private:
  const Row& row(Position at) const { return index_.rows[at]; }

  std::optional<Position> usable(const LineId& id) const {
    const auto place = index_.by_id.find(id);
    if (place == index_.by_id.end() || !usable_[place->second]) return std::nullopt;
    return place->second;
  }

  /// Lines before the last boundary are gone for the client, except the preserved ones, as
  /// soon as any boundary preserves messages.
  void find_boundary() {
    std::optional<Position> last;
    bool any_preserved = false;
    for (Position at = 0; at < index_.rows.size(); ++at) {
      if (!row(at).boundary || row(at).sidechain) continue;
      last = at;
      any_preserved = any_preserved || preserved_of(at).present;
    }
    if (!last || !any_preserved) return;
    boundary_ = last;
    preserved_order_ = resolve_preserved(*last);
    preserved_.insert(preserved_order_.begin(), preserved_order_.end());
    for (Position at = 0; at < *last; ++at) usable_[at] = preserved_.contains(at);
  }

  const Preserved& preserved_of(Position boundary) const {
    return index_.preserved[static_cast<std::size_t>(row(boundary).boundary_index)];
  }

  /// Whether the boundary keeps messages that may stand in the part that was not read.
  bool preserves_unread() const {
    if (index_.from_start || !boundary_ || !preserved_order_.empty()) return false;
    const Preserved& preserved = preserved_of(*boundary_);
    return preserved.present && (preserved.is_segment || !preserved.ids.empty());
  }

  /// The preserved lines in order, one that is named twice once; none if a single one of them, or
  /// the anchor, is missing.
  std::vector<Position> resolve_preserved(Position boundary) const {
    const Preserved& preserved = preserved_of(boundary);
    if (!preserved.present || index_.find(preserved.anchor) == nullptr) return {};
    std::vector<Position> order;
    std::unordered_set<Position> seen;
    if (!preserved.is_segment) {
      for (const LineId& id : preserved.ids) {
        const auto place = index_.by_id.find(id);
        if (place == index_.by_id.end()) return {};
        if (seen.insert(place->second).second) order.push_back(place->second);
      }
      return order;
    }
    for (LineId id = preserved.segment_tail;;) {
      const auto place = index_.by_id.find(id);
      if (place == index_.by_id.end() || !seen.insert(place->second).second) return {};
      order.push_back(place->second);
      if (id == preserved.segment_head) break;
      id = row(place->second).parent;
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  std::optional<Position> last_main_row() const {
    for (Position at = static_cast<Position>(index_.rows.size()); at-- > 0;) {
      if (usable_[at] && !row(at).sidechain && row(at).type != RowType::link) return at;
    }
    return std::nullopt;
  }

  bool descends(Position from, Position ancestor) const {
    std::unordered_set<Position> seen;
    for (std::optional<Position> at = from; at && seen.insert(*at).second;) {
      if (*at == ancestor) return true;
      at = usable(row(*at).parent);
    }
    return false;
  }

  std::optional<Position> find_leaf(bool& known) const {
    if (index_.mark.empty) return std::nullopt;
    const auto last = last_main_row();
    if (!last || index_.mark.leaf.empty()) return last;
    const auto marked = usable(index_.mark.leaf);
    if (!marked) {
      known = index_.from_start;
      return last;
    }
    if (!index_.mark.pinned && same_branch(*last, *marked)) return last;
    return marked;
  }

  /// Whether the last line comes after the marked one. A mark inside a batch of parallel tool
  /// calls is passed by the lines of its siblings too.
  bool same_branch(Position last, Position marked) const {
    if (descends(last, marked)) return true;
    const LineId batch = batch_of(marked);
    if (batch.empty()) return false;
    std::unordered_set<Position> seen;
    for (std::optional<Position> at = last; at && seen.insert(*at).second;) {
      if (batch_of(*at) == batch) return true;
      at = usable(row(*at).parent);
    }
    return false;
  }

  /// The message.id of the answer that a line is a part or a tool result of.
  LineId batch_of(Position at) const {
    if (row(at).type == RowType::assistant) return row(at).message;
    const auto source = usable(row(at).source_assistant);
    return source ? row(*source).message : LineId{};
  }

  /// The client's mend for a missing parent: the newest line of the file that is at most 5 s
  /// older than the child and not in the chain yet.
  std::optional<Position> bridge(Position child) const {
    std::optional<Position> best;
    for (Position at = 0; at < index_.rows.size(); ++at) {
      if (!usable_[at] || taken_[at] || row(at).sidechain != row(child).sidechain) continue;
      const Milliseconds age = row(child).time - row(at).time;
      if (row(at).time == 0 || age < 0 || age > max_bridge) continue;
      if (!best || row(at).time > row(*best).time) best = at;
    }
    return best;
  }

  std::vector<Position> walk_up(Position leaf, bool& complete) {
    std::vector<Position> chain;
    // Only a few missing parents are worth the search: a file full of them is not a chain.
    int bridges_left = 64;
    for (std::optional<Position> at = leaf; at;) {
      taken_[*at] = true;
      chain.push_back(*at);
      const Row& current = row(*at);
      if (current.boundary || !current.has_parent) {
        complete = true;
        break;
      }
      at = usable(current.parent);
      if (at && !taken_[*at]) continue;
      if (!at && !index_.from_start) break;  // it may stand in the part that was not read
      at = bridges_left-- > 0 ? bridge(chain.back()) : std::nullopt;
      complete = !at;
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  /// Children by parent, of the kinds that tell the model something about the parent.
  const std::vector<Position>& side_children(const LineId& parent) {
    if (!have_side_children_) {
      for (Position at = 0; at < index_.rows.size(); ++at) {
        if (usable_[at] && is_side_row(row(at)) && !row(at).boundary && row(at).has_parent) {
          side_children_[row(at).parent].push_back(at);
        }
      }
      have_side_children_ = true;
    }
    static const std::vector<Position> none;
    const auto place = side_children_.find(parent);
    return place == side_children_.end() ? none : place->second;
  }

  /// Appends what hangs under `start` through attachments and system lines only.
  void add_descendants(Position start, std::vector<Position>& out) {
    std::vector<Position> open{start};
    while (!open.empty()) {
      const Position at = open.back();
      open.pop_back();
      for (const Position child : side_children(row(at).id)) {
        if (taken_[child]) continue;
        taken_[child] = true;
        out.push_back(child);
        open.push_back(child);
      }
    }
  }

  /// What a hook said before a call hangs under the call's line, beside the result. Appends such
  /// chains of attachments and system lines, where the first stands before the result in the file;
  /// those that a message hangs under are another branch.
  void add_beside(Position call, Position result, std::vector<Position>& out) {
    const std::size_t known = out.size();
    for (const Position child : side_children(row(call).id)) {
      if (taken_[child] || (out.size() == known && child > result)) continue;
      taken_[child] = true;
      std::vector<Position> hanging{child};
      add_descendants(child, hanging);
      const bool other_branch = std::any_of(hanging.begin(), hanging.end(), [&](Position at) {
        return message_parents().contains(row(at).id);
      });
      if (!other_branch) out.insert(out.end(), hanging.begin(), hanging.end());
    }
  }

  /// The lines that a message hangs under.
  const std::unordered_set<LineId, LineIdHash>& message_parents() {
    if (message_parents_.empty()) {
      for (Position at = 0; at < index_.rows.size(); ++at) {
        if (usable_[at] && is_message(row(at))) message_parents_.insert(row(at).parent);
      }
    }
    return message_parents_;
  }

  /// The conversation ends at its last message; attachments and system lines behind that
  /// follow by time, whichever of them was the leaf.
  void add_trailing(std::vector<Position>& chain) {
    const auto last = std::find_if(chain.rbegin(), chain.rend(),
                                   [&](Position at) { return is_message(row(at)); });
    if (last == chain.rend()) return;
    const auto tail = static_cast<std::size_t>(last.base() - chain.begin());
    std::vector<Position> trailing(chain.begin() + static_cast<std::ptrdiff_t>(tail), chain.end());
    add_descendants(chain[tail - 1], trailing);
    std::stable_sort(trailing.begin(), trailing.end(), [&](Position a, Position b) {
      return row(a).time != row(b).time ? row(a).time < row(b).time : a < b;
    });
    chain.resize(tail);
    chain.insert(chain.end(), trailing.begin(), trailing.end());
  }

  std::vector<Position> insert_preserved(const std::vector<Position>& chain) {
    if (!boundary_ || preserved_order_.empty()) return chain;
    const LineId anchor = preserved_of(*boundary_).anchor;
    const auto stands = [&](Position at) { return row(at).id == anchor; };
    if (std::none_of(chain.begin(), chain.end(), stands)) return chain;
    const bool before = anchor == row(*boundary_).id;
    std::vector<Position> order;
    for (const Position at : chain) {
      if (preserved_.contains(at)) continue;
      if (!stands(at)) {
        order.push_back(at);
        continue;
      }
      if (!before) order.push_back(at);
      order.insert(order.end(), preserved_order_.begin(), preserved_order_.end());
      if (before) order.push_back(at);
    }
    for (const Position at : preserved_order_) taken_[at] = true;
    return order;
  }

  /// Of parallel tool calls only one hangs in the chain. Brings the others in: all lines of
  /// an answer, their results, what hangs under those and beside them, in file order within the
  /// group.
  std::vector<Position> regroup(const std::vector<Position>& order) {
    std::unordered_map<LineId, LineId, LineIdHash> message_of;  // assistant line -> message.id
    std::unordered_set<LineId, LineIdHash> live_messages;
    for (const Position at : order) {
      if (row(at).type == RowType::assistant && !row(at).message.empty()) {
        live_messages.insert(row(at).message);
      }
    }
    std::unordered_map<LineId, std::vector<Position>, LineIdHash> missing;
    for (Position at = 0; at < index_.rows.size(); ++at) {
      const Row& candidate = row(at);
      if (candidate.type != RowType::assistant || !live_messages.contains(candidate.message)) {
        continue;
      }
      message_of.emplace(candidate.id, candidate.message);
      if (usable_[at] && !taken_[at]) {
        taken_[at] = true;
        missing[candidate.message].push_back(at);
      }
    }
    for (Position at = 0; at < index_.rows.size(); ++at) {
      const Row& candidate = row(at);
      if (candidate.type != RowType::user || candidate.source_assistant.empty()) continue;
      const auto source = message_of.find(candidate.source_assistant);
      if (source == message_of.end() || !usable_[at]) continue;
      std::vector<Position> beside;
      if (!taken_[at]) {
        taken_[at] = true;
        beside.push_back(at);
        add_descendants(at, beside);
      }
      if (const auto call = usable(candidate.source_assistant)) add_beside(*call, at, beside);
      if (beside.empty()) continue;
      auto& group = missing[source->second];
      group.insert(group.end(), beside.begin(), beside.end());
    }
    if (missing.empty()) return order;
    return merge(order, missing);
  }

  /// Puts each answer's missing lines among the lines of the answer that are there.
  std::vector<Position> merge(
      const std::vector<Position>& order,
      std::unordered_map<LineId, std::vector<Position>, LineIdHash>& missing) {
    std::vector<Position> merged;
    for (std::size_t i = 0; i < order.size();) {
      const LineId batch = batch_of(order[i]);
      const auto extra = batch.empty() ? missing.end() : missing.find(batch);
      if (extra == missing.end()) {
        merged.push_back(order[i++]);
        continue;
      }
      std::vector<Position> group = std::move(extra->second);
      missing.erase(extra);
      while (i < order.size() && (batch_of(order[i]) == batch || is_side_row(row(order[i])))) {
        group.push_back(order[i++]);
      }
      std::sort(group.begin(), group.end());
      merged.insert(merged.end(), group.begin(), group.end());
    }
    return merged;
  }

  const RowIndex& index_;
  std::vector<bool> usable_;
  std::vector<bool> taken_;
  std::optional<Position> boundary_;
  std::vector<Position> preserved_order_;
  std::unordered_set<Position> preserved_;
  bool have_side_children_ = false;
  std::unordered_set<LineId, LineIdHash> message_parents_;
  std::unordered_map<LineId, std::vector<Position>, LineIdHash> side_children_;
};

}  // namespace

ActiveBranch active_branch(const RowIndex& index) {
  return Walk(index).run();
}

}  // namespace context_rot::transcript
