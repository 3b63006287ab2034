#pragma once
// What the validators of the formats share. Internal to curate.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "curate/messages/validate.h"

namespace context_rot::curate {

/// Collects what is wrong with one message after the other.
class Findings {
 public:
  /// The message that the next findings are about: an index into the list.
  void at(std::size_t message) { message_ = message; }
  /// A rule broken by the message set with at(), or by a given one; `reason` as in Violation.
  void add(Rule rule, std::string reason) { add(message_, rule, std::move(reason)); }
  void add(std::size_t message, Rule rule, std::string reason) {
    list_.push_back({message, rule, std::move(reason)});
  }
  /// All that was added, in that order; leaves this empty.
  std::vector<Violation> take() { return std::move(list_); }

 private:
  std::size_t message_ = 0;
  std::vector<Violation> list_;
};

/// Whether a text has nothing but white space.
bool is_blank(std::string_view text);

/// Adds everything that the format's API refuses in the list. Takes a list of any shape. Linear.
void check_anthropic(const MessageArray& array, Findings& findings);
void check_openai(const MessageArray& array, Findings& findings);
void check_plain(const MessageArray& array, Findings& findings);

}  // namespace context_rot::curate
