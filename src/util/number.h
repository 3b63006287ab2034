#pragma once
// Numbers in text. Product-free.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace context_rot {

/// Reads 1 to 15 decimal digits and nothing else (no sign, space or separator): every such
/// number survives a trip through a double, as in other people's JSON.
std::optional<std::int64_t> parse_count(std::string_view text);

/// Reads a number from 0 to 1 in decimal digits with at most six decimals ("0.85", "1", ".5");
/// nothing for any other text, in any locale.
std::optional<double> parse_share(std::string_view text);

/// The shortest text that parse_share reads as `share`: at most six decimals.
std::string format_share(double share);

/// "950", "136k", "1M", "1.2M": whole thousands, tenths of millions, cut and not rounded,
/// so that a number never looks like more than it is. For counts from 0.
std::string short_count(std::int64_t count);

/// The same with a tenth where it tells: "950", "18.2k", "136k", "1.2M".
std::string fine_count(std::int64_t count);

}  // namespace context_rot
