#pragma once
// What the session is about now, and whether that is something else than before.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session_view.h"

namespace context_rot::advice {

/// Bytes of a topic in words.
inline constexpr std::size_t longest_topic = 90;

enum class Sure : std::uint8_t { no, somewhat, quite };

/// What the session is about, from turn `begins` on.
struct Topic {
  std::size_t begins = 0;  ///< the turn that it began with; 0 where nothing changed
  bool changed = false;    ///< the window also holds turns about something else
  Sure sure = Sure::no;    ///< of `changed`, or of its being the same
  /// The prompt that says best what it is about, as words for a sentence; empty if none does.
  std::string words;
  std::vector<std::string> shared;  ///< names that both sides of `begins` speak of, at most 5
};

/// Compares the words and files of the latest turns with those of the turns before: for each of
/// the last eight places where the topic may have changed, the share of what the turns behind it
/// speak of that the eight turns before it speak of too. Below 12 %, and where the prompt at that
/// place starts_something_else(), the topic has changed; how
/// sure that is depends on how much there is to compare, and on words such as "next task" or
/// "otra cosa". Prompts without words of their own ("go on", "sigue") belong to what was before.
/// Linear in the texts of the last sixteen turns.
Topic topic_of(const session::SessionView& view);

/// Whether `prompt`, the next one to be sent or the one that opens `turn`, starts something
/// unrelated to the eight turns before it: it says so ("next task", "otra cosa"), or has at least
/// four words of its own and none that those turns speak of, in prompts, answers or names of files.
/// Short remarks start nothing. `turn` may be turns.size(). Linear in these turns' texts.
bool starts_something_else(std::string_view prompt, std::size_t turn,
                           const session::SessionView& view);

/// The topic of a prompt as words that can stand behind "focus on": its first clause without what
/// introduces it ("please", "can you", "I don't see", "ahora"), on one line, without secrets, at
/// most `most` bytes and never cut inside a word. Empty for a prompt without words.
std::string topic_words(std::string_view prompt, std::size_t most = longest_topic);

}  // namespace context_rot::advice
