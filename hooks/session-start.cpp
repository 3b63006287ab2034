// SessionStart: gives the model what it lacks and nothing else. After /clear the digest of the
// session that was cleared; at a compaction the corrections in effect and the files that are gone,
// by hand those that PreCompact has not named. At a start or a resume the user, not the model, is
// told that there is a journal; in the first session of a plugin how to get what it cannot bring.

#include <filesystem>
#include <optional>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "client/plugin.h"
#include "config/language.h"
#include "journal/store/clear_handover.h"
#include "journal/store/compact_handover.h"
#include "journal/store/journal_context.h"
#include "journal/told/by_hand.h"
#include "journal/told/compact_note.h"
#include "journal/told/restore.h"
#include "rules/rules_file.h"
#include "rules/told.h"
#include "texts/texts.h"
#include "util/as_data.h"
#include "util/program_path.h"
#include "util/shell_word.h"
#include "util/visible.h"

namespace context_rot::hook_session_start {

namespace {

using journal::JournalContext;
using journal::Section;
using texts::Text;

constexpr Milliseconds day = 86'400'000;
constexpr Milliseconds recent = 3 * day;

std::optional<Section> section_of(const JournalContext& context, std::string_view session) {
  const auto journal = journal::read_journal(context.journal);
  if (!journal) return std::nullopt;
  const Section* found = journal::find_section(*journal, session);
  return found != nullptr ? std::optional(*found) : std::nullopt;
}

std::string after_clear(const JournalContext& context, const Environment& environment) {
  if (context.data.empty()) return {};
  const auto session =
      journal::take_cleared(context.data, environment("CLAUDE_PID").value_or(""), now());
  if (!session) return {};
  const auto section = section_of(context, *session);
  if (!section) return {};
  return journal::restored_digest(*section, "cleared");
}

std::string at_compaction(const JournalContext& context, const client::HookInput& input,
                          const client::HookParts& parts) {
  const auto known = parts.run([&]() -> std::optional<journal::Extracted> {
    auto found = journal::extract_from(context, input.transcript_path, input.session_id,
                                       journal::never_enough);
    if (!found) throw std::runtime_error(found.error());
    return *std::move(found);
  });
  // The journal also has what earlier compactions took out of the conversation.
  const auto kept = parts.run([&] { return section_of(context, input.session_id); });
  if (!kept && !known) return {};
  const Section& section = kept ? *kept : known->facts;
  const auto gone = known ? known->gone : std::vector<std::string>();
  const auto shown = context.data.empty()
                         ? std::nullopt
                         : journal::take_shown(context.data, input.session_id, now());
  return shown ? journal::beside_by_hand(section, gone, *shown)
               : journal::compact_note(section, gone);
}

std::string for_the_user(const JournalContext& context, const client::HookInput& input,
                         const Environment& environment) {
  const auto journal = journal::read_journal(context.journal);
  if (!journal || journal->sections.empty()) return {};
  const Section* section = input.source == "resume"
                               ? journal::find_section(*journal, input.session_id)
                               : &journal->sections.front();
  if (section == nullptr || section->time == 0 || now() - section->time > recent) return {};
  return texts::Texts(context.language)(
      section->title.empty() ? Text::start_notes : Text::start_titled_notes,
      {{"when", as_data(section->when, 30)},
       {"title", as_data(section->title, 100)},
       {"command", own_command("context-journal", environment)}});
}

/// One line, in the first session of a plugin; empty in all others.
std::string about_the_plugin(const std::filesystem::path& project, config::Language language,
                             const Environment& environment) {
  if (!environment("CLAUDE_PLUGIN_ROOT")) return {};
  const auto plugin = client::plugin_of(program_path(), environment);
  if (!plugin || !client::is_new(*plugin)) return {};
  if (client::status_line_is_wired(project, environment)) return {};
  std::error_code error;
  const auto installer = plugin->root / "install.sh";
  if (!std::filesystem::exists(installer, error)) return {};
  return texts::Texts(language)(Text::start_plugin,
                                {{"command", "sh " + quote_shell_word(installer.string()) +
                                                 " --user --template status-line"}});
}

/// The rules that this person keeps, for a model that has just lost the conversation.
std::string kept_rules(const JournalContext& context, const Environment& environment) {
  const auto found = rules::load_rules(context.project, environment, true);
  if (!found) throw std::runtime_error(found.error());
  return rules::line_of_all(found->counting());
}

/// Word of a rules file that does not count, once.
std::string foreign_rules(const JournalContext& context, const Environment& environment) {
  const auto found = rules::load_rules(context.project, environment, true);
  if (!found) throw std::runtime_error(found.error());
  if (found->standing != rules::Standing::foreign ||
      !rules::take_foreign_notice(context.project, environment, found->text)) {
    return {};
  }
  const std::string file = rules::rules_file(context.project, environment).string();
  return texts::Texts(context.language)(
      Text::rules_foreign,
      {{"file", visible(file)}, {"command", own_command("context-rules", environment)}});
}

/// Two texts on lines of their own, where both say something.
std::string joined_lines(std::string one, const std::string& other) {
  if (!one.empty() && !other.empty()) one += '\n';
  return one + other;
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  const auto project = client::project_folder(input, environment);
  const JournalContext context = journal::journal_context_of(project, environment);
  const bool cleared = input.source == "clear";
  if (cleared || input.source == "compact") {
    const std::string lost = parts.run([&]() -> std::string {
      if (!context.enabled()) return {};
      if (cleared) return after_clear(context, environment);
      return journal::has_work(context, input.session_id, input.transcript_path)
                 ? at_compaction(context, input, parts)
                 : std::string();
    });
    const std::string rules = parts.run([&] { return kept_rules(context, environment); });
    return client::give_to_model("SessionStart", joined_lines(lost, rules), "");
  }
  if (input.source != "startup" && input.source != "resume") return {};
  const std::string plugin =
      parts.run([&] { return about_the_plugin(project, context.language, environment); });
  const std::string notes = parts.run([&] {
    return context.enabled() ? for_the_user(context, input, environment) : std::string();
  });
  const std::string foreign = parts.run([&] { return foreign_rules(context, environment); });
  return client::show_to_user(joined_lines(joined_lines(plugin, notes), foreign));
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-session-start", answer);
}

}  // namespace context_rot::hook_session_start
