#pragma once
// Which answer a correction is about. Internal to curate.

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::curate {

/// What a text names, ready to be compared.
struct Naming {
  std::vector<std::string> names;
  std::vector<std::string> numbers;
  std::vector<std::string> words;  ///< of four letters and more, folded, sorted, each once
};
/// Of the first 32 KiB.
Naming naming_of(std::string_view text);

/// An answer that a correction may be about.
struct Answer {
  std::size_t message = 0;  ///< its index in the list
  std::string text;
  Naming naming;  ///< of the text
};

/// The index in `answers` (the nearest first) of the one that a correction, which names `said`, is
/// about; see plan_corrections(). `answers` is not empty.
std::size_t answer_meant(const Naming& said, const std::deque<Answer>& answers);

}  // namespace context_rot::curate
