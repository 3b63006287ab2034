#include "fork/stub.h"

#include "correction/detector.h"
#include "findings/kinds.h"
#include "findings/left_out.h"
#include "session/effects.h"
#include "util/as_data.h"
#include "util/excerpt.h"

namespace context_rot::fork {

using findings::Finding;
using findings::Remedy;
using findings::StubWords;
using transcript::Action;
using transcript::ToolUse;

namespace {

/// "about 3100 tokens"; for a text that is read by a model, exact enough in two digits.
std::string size_of(std::int64_t tokens) {
  std::int64_t unit = 1;
  while (tokens / unit >= 100) unit *= 10;
  return "about " + std::to_string((tokens + unit / 2) / unit * unit) + " tokens";
}

std::string left_out(const std::string& what) {
  return std::string(findings::left_out_opening) + without_tags(what) + "]";
}

std::string sentence(std::string text) {
  if (!text.empty() && !text.ends_with('.') && !text.ends_with('?') && !text.ends_with('!')) {
    text += '.';
  }
  return text;
}

/// What to do to see it again.
std::string way_back(const ToolUse& use) {
  switch (use.action) {
    case Action::read:
      return "Read the file again to see it as it is now.";
    case Action::run:
      // What it did is done: a second time would do it again.
      if (session::changes_something(use.command)) return "It did its work; do not run it again.";
      return "Run it again to see its output.";
    case Action::change:
      return "Read the file to see it as it is now.";
    default:
      return "Call the tool again to see its output.";
  }
}

std::string name_of_output(const ToolUse& use, const std::string& folder) {
  if (!use.file.empty()) {
    return (use.action == Action::read ? "contents of " : "output for ") +
           shown_path(use.file, folder);
  }
  const std::string target = excerpt(use.target.empty() ? use.name : use.target);
  return "output of " + target;
}

}  // namespace

std::string output_stub(const Finding& finding, const ToolUse& use, std::int64_t tokens) {
  const findings::KindRow& row = findings::kind_row(finding.kind);
  std::string why = finding.evidence;
  std::string back = way_back(use);
  // What would be read again is gone.
  const bool cannot_read = row.remedy == Remedy::read_again && finding.remedy == Remedy::drop;
  if (row.stub == StubWords::attempt) {
    // Each attempt has its own last words; the finding has those of the last one.
    why = finding.target + (finding.resolved ? " failed here and succeeded later"
                            : finding.by     ? " failed here; the last attempt is further down"
                                             : " failed here and was given up");
    const std::string said = excerpt(transcript::telling_line(use.result));
    if (!said.empty()) why += ": \"" + said + "\"";
    back.clear();
  } else if (row.stub == StubWords::repeated) {
    back = "The last one is further down.";
  } else if (row.stub == StubWords::gone || cannot_read) {
    back.clear();
  }
  std::string text = "an output, " + size_of(tokens) + ". " + sentence(why);
  if (!back.empty()) text += " " + back;
  return left_out(text);
}

std::string old_output_stub(const ToolUse& use, const std::string& folder, std::int64_t tokens) {
  return left_out(name_of_output(use, folder) + ", " + size_of(tokens) + ", to make room. " +
                  way_back(use));
}

std::string old_answer_stub(std::string_view answer, std::int64_t tokens) {
  constexpr std::size_t longest = 160;
  return left_out("an answer, " + size_of(tokens) + ", to make room. It began: \"" +
                  excerpt(answer, longest) + "\"");
}

std::string abandoned_stub(const Finding& finding, std::size_t messages, std::int64_t tokens,
                           const std::vector<std::string>& files) {
  std::string text = std::to_string(messages) + (messages == 1 ? " message, " : " messages, ") +
                     size_of(tokens) + ". " + sentence(finding.evidence);
  constexpr std::size_t most = 8;
  for (std::size_t i = 0; i < files.size() && i < most; ++i) {
    text += (i == 0 ? " It had changed " : ", ") + files[i];
  }
  if (files.size() > most) text += " and " + std::to_string(files.size() - most) + " more";
  return left_out(files.empty() ? text : text + ".");
}

std::string answer_stub(const Finding& finding, std::int64_t tokens) {
  return left_out("an answer, " + size_of(tokens) + ". " + sentence(finding.evidence));
}

std::string correction_stub(const Finding& finding) {
  std::optional<std::string> wrong;
  if (!finding.claim.empty()) wrong = finding.quote;
  return without_tags(correction::note_text(correction::Label::correction, wrong, finding.right,
                                            finding.clarified));
}

std::string wrong_words_stub(const Finding& finding) {
  return correction_stub(finding) + " " + left_out(std::string(findings::wrong_words));
}

std::string decision_stub(const Finding& finding) {
  return left_out(std::string(findings::old_decision) + "; now: \"" + finding.right + "\"");
}

}  // namespace context_rot::fork
