#pragma once
// Which answer a correction is about. Internal to curate.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::curate {

/// What a text names, ready to be compared.
struct NamedThings {
  std::vector<std::string> names;
  std::vector<std::string> numbers;
  std::vector<std::string> words;  ///< of four letters and more, folded, sorted, each once
};
/// Of the first 32 KiB.
NamedThings named_things(std::string_view text);

/// An answer that a correction may be about.
struct Answer {
  std::size_t message = 0;  ///< its index in the list
  std::string text;
  NamedThings things;  ///< of the text
};

/// The index in `answers` (the nearest first) of the one that a correction, which names `said`, is
/// about; see plan_corrections(). `answers` is not empty.
std::size_t answer_meant(const NamedThings& said, const std::deque<Answer>& answers);

}  // namespace context_rot::curate
