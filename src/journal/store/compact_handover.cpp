#include "journal/store/compact_handover.h"

#include "client/handover_file.h"
#include "client/transcripts.h"
#include "util/invariant.h"

namespace context_rot::journal {

namespace fs = std::filesystem;

namespace {

fs::path shown_file(const fs::path& data, std::string_view session) {
  CONTEXT_ROT_INVARIANT(client::is_session_id(session));
  return data / "compacting" / (std::string(session) + ".json");
}

}  // namespace

Result<void> leave_shown(const fs::path& data, std::string_view session, std::string_view text,
                         Milliseconds time) {
  return client::leave_word(
      shown_file(data, session), {{"shown", text}, {"time", time}}, [](const std::string& name) {
        const fs::path file(name);
        return file.extension() == ".json" && client::is_session_id(file.stem().string());
      });
}

std::optional<std::string> take_shown(const fs::path& data, std::string_view session,
                                      Milliseconds time) {
  const auto word = client::take_word(shown_file(data, session), time, shown_lifetime);
  if (!word) return std::nullopt;
  const auto text = word->find("shown");
  if (text == word->end() || !text->is_string()) return std::nullopt;
  return text->get<std::string>();
}

void drop_shown(const fs::path& data, std::string_view session) {
  client::drop_word(shown_file(data, session));
}

}  // namespace context_rot::journal
