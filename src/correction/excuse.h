#pragma once
// Prompts that look like a rejection and are none, whatever the weights say.

#include <string_view>

#include "correction/features.h"

namespace context_rot::correction {

/// Why a prompt rejects nothing: it answers the question before, is polite ("no, thanks", "not
/// bad"), owns up to a slip of the person's own, asks to look again, or asks what would happen.
/// Empty where there is no such reason. Whatever else the prompt says of what is right or wrong
/// takes the excuse away. A literal; any bytes are accepted. `previous` is read_previous() of
/// `exchange.previous`.
std::string_view excuse_of(const Exchange& exchange, const Reading& prompt,
                           const Reading& previous);

}  // namespace context_rot::correction
