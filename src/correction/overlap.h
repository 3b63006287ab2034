#pragma once
// What two texts name in common.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace context_rot::correction {

/// The names in a text: runs of letters, digits and "_.-/" that hold an underscore, a digit, an
/// inner dot, slash or hyphen, or a capital behind a small letter ("user_id", "app.py", "v2",
/// "getUser"), in small letters, sorted, each once, at most 200. ASCII only. Linear.
std::vector<std::string> names_in(std::string_view text);

/// Every number in a text as it is written, sorted, each once, at most 200.
std::vector<std::string> numbers_in(std::string_view text);

/// Values that stand right behind a word: ("port", "8080") in "port: 8080" and "port is 8080";
/// sorted, at most 200. A value is a number, or a quotation of at most 30 bytes.
std::vector<std::pair<std::string, std::string>> values_in(std::string_view text);

/// How many elements two sorted lists share.
std::size_t shared(const std::vector<std::string>& a, const std::vector<std::string>& b);

/// Whether a key has a value in `a` and only other values in `b`.
bool restates_value(const std::vector<std::pair<std::string, std::string>>& a,
                    const std::vector<std::pair<std::string, std::string>>& b);

}  // namespace context_rot::correction
