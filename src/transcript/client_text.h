#pragma once
// What the client writes itself where a person's words stand: tags, set sentences.

#include <string>
#include <string_view>

namespace context_rot::transcript {

/// Whether a text is the client's, judged by how it opens: one of the tags that it puts around
/// commands, notifications, messages of other sessions and of services, or one of its set
/// sentences. White space in front does not count. Takes any bytes; looks at the opening only.
bool is_client_text(std::string_view text);

/// Whether a text opens as a message of a machine that reaches the model as a prompt: a task that
/// has ended, another agent, a channel, a schedule. As is_client_text().
bool is_machine_message(std::string_view text);

/// The text without the blocks that the client or an IDE puts around what was typed
/// (<system-reminder>, <ide_opened_file>, <ide_selection> and the other tags of its list). A
/// reminder or an IDE's block that is not closed goes to the end; another tag that is not closed is
/// text. Linear; any bytes are accepted.
std::string without_client_blocks(std::string_view text);

/// A compaction summary without the sentences that the client puts behind it (where the transcript
/// is, that work goes on, what was left out), in every form of the versions 2.0 to 2.1.332. Linear.
std::string_view without_client_closing(std::string_view summary);

/// A skill call, "<command-message>x</command-message><command-name>/x</command-name>
/// <command-args>y</command-args>", as it was typed: "/x y". Empty where no name stands in it.
std::string called_command(std::string_view text);

}  // namespace context_rot::transcript
