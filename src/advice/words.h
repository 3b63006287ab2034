#pragma once
// The words that tell what a text is about.

#include <string>
#include <string_view>
#include <vector>

namespace context_rot::advice {

/// The words of a text, in lower case, without those that every text has (English and Spanish),
/// without numbers, and without a plural's s: in their order, repeated ones too. Paths and
/// identifiers come whole and by their parts. Reads at most the first 4 KiB; any bytes. Linear.
std::vector<std::string> telling_words(std::string_view text);

}  // namespace context_rot::advice
