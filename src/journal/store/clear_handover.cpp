#include "journal/store/clear_handover.h"

#include "client/handover_file.h"
#include "client/transcripts.h"

namespace context_rot::journal {

namespace fs = std::filesystem;

namespace {

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 20 &&
         text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The client's number as a file name: digits only, so that no variable leads elsewhere.
fs::path word_file(const fs::path& data, std::string_view client) {
  return data / "cleared" / ((is_number(client) ? std::string(client) : "unknown") + ".json");
}

}  // namespace

Result<void> leave_cleared(const fs::path& data, std::string_view client, std::string_view session,
                           Milliseconds time) {
  return client::leave_word(
      word_file(data, client), {{"session", session}, {"time", time}}, [](const std::string& name) {
        return name == "unknown.json" ||
               (name.ends_with(".json") && is_number(fs::path(name).stem().string()));
      });
}

std::optional<std::string> take_cleared(const fs::path& data, std::string_view client,
                                        Milliseconds time) {
  const auto word = client::take_word(word_file(data, client), time, cleared_lifetime);
  if (!word) return std::nullopt;
  const auto session = word->find("session");
  if (session == word->end() || !session->is_string() ||
      !client::is_session_id(session->get<std::string>())) {
    return std::nullopt;
  }
  return session->get<std::string>();
}

}  // namespace context_rot::journal
