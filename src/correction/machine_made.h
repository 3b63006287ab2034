#pragma once
// Prompts that no person typed: notifications, command bodies, reminders.

#include <string>
#include <string_view>

namespace context_rot::correction {

/// Whether the prompt as a whole was written by the client or is a command to it: it begins
/// with one of the client's own tags (<task-notification>, <command-name>, ...), with one of
/// its set sentences, or is a slash command ("/compact keep the API").
bool is_machine_made(std::string_view prompt);

/// The prompt without <system-reminder> and other blocks that the client puts around or behind
/// what was typed. Linear; a block that is not closed goes to the end.
std::string without_reminders(std::string_view prompt);

}  // namespace context_rot::correction
