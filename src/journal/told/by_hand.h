#pragma once
// What a compaction by hand is given. The client prints PreCompact's text on the screen then, and
// sends it again with every later request (docs/hooks.md), so that each byte is paid for many
// times.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Longest text that PreCompact prints by hand, in bytes. With what the client writes around it,
/// 700 bytes more in each later request.
constexpr std::size_t max_by_hand_bytes = 400;

/// How many things it names.
constexpr std::size_t max_by_hand_items = 5;

/// What the client writes around a text of SessionStart, in bytes.
constexpr std::size_t session_start_frame_bytes = 90;

/// What matters most, quoted as data, in one line (the client ends and begins a colour at each line
/// feed): corrections in effect, files that are gone, decisions in effect, what is to be done,
/// approaches that failed; the newest of each before the second of any. What does not fit is passed
/// over. Empty where there is nothing.
std::string by_hand(const Section& section, const std::vector<std::string>& gone);

/// The corrections and files that are gone which `shown`, a text of by_hand(), does not have, as
/// far as both with the frame stay below max_by_hand_bytes; empty where there is nothing or no
/// room. What the summary then lacks is told with the next prompt (audit_text.h).
std::string beside_by_hand(const Section& section, const std::vector<std::string>& gone,
                           std::string_view shown);

}  // namespace context_rot::journal
