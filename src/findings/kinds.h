#pragma once
// What is known of each kind of finding, in one table.

#include <cstdint>
#include <string_view>

#include "config/language.h"
#include "findings/finding.h"

namespace context_rot::session {
struct SessionView;
}

namespace context_rot::findings {

class Claims;

/// What a fork makes of the entries of a finding. Outputs become a stub, whatever it is.
enum class InFork : std::uint8_t {
  stub,      ///< only outputs change
  note,      ///< the answer, or its wrong words, become the correction note
  one_line,  ///< answers, calls and results go, one line stays for all of them
  answer,    ///< the answer becomes a stub
  claim,     ///< the quoted words of the answer become a stub
  nothing,   ///< the client's note goes, nothing stays
};

/// What the stub of an output says.
enum class StubWords : std::uint8_t {
  evidence,  ///< the evidence, and how to see it again
  attempt,   ///< how this attempt failed
  repeated,  ///< the evidence, and that the last one stays
  gone,      ///< the evidence alone
};

/// One kind. Texts are UTF-8 and live as long as the program.
struct KindRow {
  Kind kind;
  std::string_view name;  ///< for JSON and options: "stale_read"
  /// Claims what it finds; kinds.inc says what.
  void (*find)(const session::SessionView& view, Claims& claims);
  config::InBoth title;  ///< of a list for people: "stale reads"
  /// Behind "drop" in a hint for /compact. In English the largest finding is named: {target},
  /// {times} and {quote} stand for its members.
  config::InBoth hint;
  /// In its place in English where {times} is 1, or where there is no {quote}; may be empty.
  std::string_view hint_alone = {};
  Remedy remedy = Remedy::drop;  ///< unless the finding has another
  bool is_noise = true;          ///< no longer helps; otherwise it is over, and counts for nothing
  InFork in_fork = InFork::stub;
  bool unasked = true;             ///< left out of a fork unless somebody wants it kept
  bool whatever_it_costs = false;  ///< what is wrong goes; anything else is weighed (fork/weigh.h)
  StubWords stub = StubWords::evidence;
};

/// The row of a kind.
const KindRow& kind_row(Kind kind);

/// "note", ..., "state": for JSON.
std::string_view name_of(Remedy remedy);
/// What to do about it, in words for people.
std::string_view title_of(Remedy remedy, config::Language language);

}  // namespace context_rot::findings
