#pragma once
// What is to be done to a list of messages, and doing it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "curate/messages/pairs.h"

namespace context_rot::curate {

enum class Act : std::uint8_t {
  drop,       ///< the message goes
  drop_pair,  ///< a result goes, and its call with it; a message left without content too
  replace,    ///< a block, a result or the whole message becomes `value`
};

/// Which strategy wants it.
enum class Reason : std::uint8_t { correction, failed, decay, clean_room };

/// "correction", "failed-result", "decay", "clean-room".
std::string_view name_of(Reason reason);

/// One change to one message, with its reason.
struct Step {
  Act act = Act::drop;
  Reason reason = Reason::failed;
  std::size_t message = 0;           ///< index in the list the plan is for
  std::size_t slot = whole_message;  ///< block or call, as in parts.h
  Json value;                        ///< of `replace`
  std::string what;                  ///< for a person: "removed", "shortened to one line", ...
  std::string why;                   ///< for a person: the evidence, on one line
};

/// At most one step for a slot; none for a message that is pinned.
using Plan = std::vector<Step>;

/// Carries a plan out. Order is kept; nothing but what the plan names is changed, except that an
/// answer that loses its last call also loses thinking that would then stand at its end.
MessageArray apply(MessageArray array, const Plan& plan);

/// Steps that drop or change groups (pairs.h) as a whole, so that the list still begins with the
/// user if it did and still ends as it did: the last group that is not the system's stays, and of
/// those that `goes`
/// names the latest prompt in front of an answer that would be first. Groups with system or memory
/// messages or with pinned ones stay. `goes` has an element for each message.
std::vector<bool> closed(const MessageArray& array, const std::vector<bool>& goes);

}  // namespace context_rot::curate
