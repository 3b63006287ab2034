#include "util/utf8.h"

#include <bit>
#include <cstdint>
#include <cstring>

namespace context_rot {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

struct Sequence {
  std::size_t length;  // bytes that belong together, at least 1
  bool valid;
};

/// Reads one code point at the start of non-empty `text`: the table of well-formed byte
/// sequences of the Unicode standard (table 3-7).
Sequence next_sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return {1, true};
  std::size_t length = 0;
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;  // the range of the second byte
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
  } else {
    return {1, false};
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (i >= text.size() || byte(i) < low || byte(i) > high) return {i, false};
    low = 0x80;
    high = 0xBF;
  }
  return {length, true};
}

/// Whether a character of two bytes stands there: most that are not ASCII.
bool is_two_bytes(std::string_view text, std::size_t at) {
  return at + 2 <= text.size() && static_cast<std::uint8_t>(text[at]) >= 0xC2 &&
         static_cast<std::uint8_t>(text[at]) <= 0xDF &&
         (static_cast<std::uint8_t>(text[at + 1]) & 0xC0) == 0x80;
}

/// The value of a \uXXXX escape that starts at `at`, or -1.
int unicode_escape(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int value = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    const char c = text[i];
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
      digit = (c | 0x20) - 'a' + 10;
    } else {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

bool is_high_surrogate(int value) {
  return value >= 0xD800 && value <= 0xDBFF;
}
bool is_low_surrogate(int value) {
  return value >= 0xDC00 && value <= 0xDFFF;
}

}  // namespace

void append_code_point(char32_t point, std::string& out) {
  const auto put = [&](char32_t byte) { out += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

std::size_t well_formed_length(std::string_view text) {
  if (text.empty()) return 0;
  const Sequence sequence = next_sequence(text);
  return sequence.valid ? sequence.length : 0;
}

std::size_t well_formed_prefix(std::string_view text) {
  constexpr std::uint64_t highs = 0x8080808080808080;
  std::size_t at = 0;
  for (;;) {
    for (std::uint64_t words[4]; at + sizeof words <= text.size(); at += sizeof words) {
      std::memcpy(words, text.data() + at, sizeof words);
      if (((words[0] | words[1] | words[2] | words[3]) & highs) != 0) break;
    }
    for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
      std::memcpy(&word, text.data() + at, sizeof word);
      if ((word & highs) == 0) continue;
      if constexpr (std::endian::native == std::endian::little) {
        at += static_cast<std::size_t>(std::countr_zero(word & highs)) / 8;
      }
      break;
    }
    while (at < text.size() && static_cast<std::uint8_t>(text[at]) < 0x80) ++at;
    while (at < text.size() && static_cast<std::uint8_t>(text[at]) >= 0x80) {
      if (is_two_bytes(text, at)) {
        at += 2;
        continue;
      }
      const Sequence sequence = next_sequence(text.substr(at));
      if (!sequence.valid) return at;
      at += sequence.length;
    }
    if (at == text.size()) return at;
  }
}

std::string_view cut_utf8(std::string_view text, std::size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  std::size_t end = max_bytes;
  // A code point has at most three continuation bytes; more of them are not one.
  for (int back = 0; back < 3 && end > 0; ++back) {
    if ((static_cast<std::uint8_t>(text[end]) & 0xC0) != 0x80) break;
    --end;
  }
  const Sequence sequence = next_sequence(text.substr(end));
  const bool cuts_it = sequence.valid && end + sequence.length > max_bytes;
  return text.substr(0, cuts_it ? end : max_bytes);
}

std::string repair_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (;;) {
    const std::size_t good = well_formed_prefix(text);
    out.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) return out;
    out.append(replacement);
    text.remove_prefix(next_sequence(text).length);
  }
}

std::size_t append_unicode_escape(std::string_view text, std::size_t at, std::string& out) {
  const int value = unicode_escape(text, at);
  const int next = is_high_surrogate(value) ? unicode_escape(text, at + 6) : -1;
  if (is_low_surrogate(next)) {
    append_code_point(0x10000u + ((static_cast<std::uint32_t>(value) - 0xD800u) << 10) +
                          (static_cast<std::uint32_t>(next) - 0xDC00u),
                      out);
    return 12;
  }
  if (value < 0 || is_high_surrogate(value) || is_low_surrogate(value)) {
    out += replacement;
    return value < 0 ? 2 : 6;
  }
  append_code_point(static_cast<std::uint32_t>(value), out);
  return 6;
}

std::string repair_json_text(std::string_view json) {
  std::string out = repair_utf8(json);
  for (std::size_t i = 0; i + 1 < out.size();) {
    if (out[i] != '\\') {
      ++i;
      continue;
    }
    const int value = unicode_escape(out, i);
    if (value < 0xD800 || value > 0xDFFF) {
      i += 2;  // an escape is at least two characters, so "\\u" is never mistaken for one
      continue;
    }
    const int next = unicode_escape(out, i + 6);
    if (is_high_surrogate(value) && is_low_surrogate(next)) {
      i += 12;
      continue;
    }
    out.replace(i + 2, 4, "FFFD");
    i += 6;
  }
  return out;
}

}  // namespace context_rot
