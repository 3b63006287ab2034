#pragma once
// SHA-256 (FIPS 180-4), as content security policies want it. Product-free.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace context_rot {

/// The digest of any bytes.
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

/// The digest in base64 (RFC 4648, padded): 44 characters.
std::string sha256_base64(std::string_view bytes);

}  // namespace context_rot
