#pragma once
// Random names. Product-free.

#include <string>

namespace context_rot {

/// A random UUID (RFC 9562, version 4) in its canonical lower-case form, from the system's source
/// of randomness. Throws where there is none.
std::string random_uuid();

}  // namespace context_rot
