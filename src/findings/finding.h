#pragma once
// What is found in the window that no longer helps.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/time.h"

namespace context_rot::findings {

/// In the order in which they are looked for. kinds.inc says what each is, kinds.h the rest.
enum class Kind : std::uint8_t {
#define KIND(name, ...) name,
#include "findings/kinds.inc"
#undef KIND
};
constexpr std::size_t kind_count = 0
#define KIND(...) +1
#include "findings/kinds.inc"
#undef KIND
    ;

/// A number for each kind, or whatever else: by Kind.
template <class Value>
class ByKind : public std::array<Value, kind_count> {
 public:
  using std::array<Value, kind_count>::operator[];
  Value& operator[](Kind kind) { return (*this)[static_cast<std::size_t>(kind)]; }
  const Value& operator[](Kind kind) const { return (*this)[static_cast<std::size_t>(kind)]; }
};

/// Every kind, in their order.
constexpr std::array<Kind, kind_count> all_kinds{
#define KIND(name, ...) Kind::name,
#include "findings/kinds.inc"
#undef KIND
};

/// What would take it out of the way.
enum class Remedy : std::uint8_t {
  note,        ///< keep the correction as a note in the place of the answer
  rewind,      ///< go back to the prompt before it
  drop,        ///< leave it out when compacting, or fork without it
  read_again,  ///< drop it, and read the file again when it is needed
  state,       ///< say once which one holds
};

/// Texts are valid UTF-8 without control characters or secrets, and short.
struct Finding {
  Kind kind = Kind::failed;
  std::vector<std::size_t> entries;  ///< indices into the conversation, rising; theirs alone
  std::int64_t tokens = 0;           ///< of these entries
  std::string evidence;  ///< what a person can check, in English: "read 3 times, edited since"
  Remedy remedy = Remedy::drop;

  // What views need to say it in their own words; empty or 0 where it does not apply.
  std::string target;             ///< the file or the command, as shown to people
  std::string file;               ///< the path as the tool was given it
  std::size_t times = 0;          ///< attempts, reads, copies
  std::size_t edits = 0;          ///< changes of the file since
  Milliseconds time = 0;          ///< when it became noise: the correction, the success, the edit
  std::optional<std::size_t> by;  ///< the entry that supersedes it
  std::optional<std::size_t> prompt;  ///< the entry of the prompt that it began with
  std::string quote;                  ///< the claim, the error's line, the decision
  std::string right;                  ///< what holds instead
  bool resolved = false;              ///< failed: a later attempt succeeded
  /// corrected: the wrong words as they stand in the answer, "..." behind them where they were cut;
  /// empty where nobody can tell. Not for people: as it was written.
  std::string claim;
  bool clarified = false;  ///< corrected: `right` is known, and not just what the person typed
};

/// A finding of the kind with the kind's remedy, and nothing else.
Finding finding_of(Kind kind);

}  // namespace context_rot::findings
