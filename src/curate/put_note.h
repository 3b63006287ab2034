#pragma once
// A note in the place of wrong words.

#include <string>
#include <string_view>

namespace context_rot::curate {

/// Puts `note` where `wrong` stands in `text`, with the full stop behind it; where `wrong` was cut
/// ("..." at its end) up to the end of that sentence. False, and nothing changed, where it does not
/// stand there.
bool put_note(std::string& text, std::string_view wrong, const std::string& note);

}  // namespace context_rot::curate
