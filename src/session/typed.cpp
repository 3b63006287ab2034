#include "session/typed.h"

#include <algorithm>
#include <array>
#include <vector>

#include "correction/log_line.h"
#include "transcript/client_text.h"
#include "transcript/turn.h"
#include "util/ascii.h"
#include "util/trim.h"

namespace context_rot::session {

using transcript::Entry;
using transcript::EntryKind;

namespace {

using std::string_view;

/// What a line is, apart from its words.
enum class Material : std::uint8_t {
  blank,
  own,
  log,       ///< logs, code, traces, diffs, tables: known by their look
  document,  ///< prose of somebody else
};

struct Line {
  string_view text;
  Material material = Material::own;
};

/// "[15:05, 30/7/2026] Name: ..." of a chat.
bool is_chat(string_view line) {
  if (!line.starts_with('[')) return false;
  const std::size_t end = line.find(']');
  if (end == string_view::npos || end < 5 || end > 30) return false;
  const string_view stamp = line.substr(1, end - 1);
  return is_digit(stamp.front()) && stamp.find(':') != string_view::npos &&
         line.find(':', end) != string_view::npos;
}

/// "Feb  9 09:56:27 ..." of a system's log.
bool is_dated(string_view line) {
  if (line.size() < 15 || line[3] != ' ' || line.find(':') != line.find_first_of(":,."))
    return false;
  static constexpr string_view months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
  if (months.find(line.substr(0, 3)) == string_view::npos) return false;
  const std::size_t colon = line.find(':');
  return colon <= 10 && colon >= 2 && is_digit(line[colon - 1]) && is_digit(line[colon + 1]) &&
         is_digit(line[4] == ' ' ? line[5] : line[4]);
}

bool is_heading(string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  return marks != string_view::npos && marks > 0 && marks < 5 && line[marks] == ' ';
}

bool is_diff(string_view line) {
  return line.starts_with("@@ ") || line.starts_with("diff --git ") || line.starts_with("+++ ") ||
         line.starts_with("--- a/") || line.starts_with("index ");
}

/// A line with a marker of a shell in front that stands alone is typed: it was copied together with
/// its prompt.
string_view without_marker(string_view line) {
  for (const string_view marker : {"\u276f", "\u203a", "> ", "$ "}) {
    if (!line.starts_with(marker)) continue;
    line.remove_prefix(marker.size());
    while (line.starts_with("\u00a0")) line.remove_prefix(2);
    return trimmed(line);
  }
  return line;
}

/// Cuts at line feeds and marks what the look of a line tells.
class Lines {
 public:
  explicit Lines(string_view text) {
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      put(text.substr(at, end - at));
      at = end + 1;
    }
  }

  std::vector<Line> take() { return std::move(lines_); }

 private:
  void put(string_view line) {
    const string_view trim = trimmed(line);
    const bool fence = trim.starts_with("```") || trim.starts_with("~~~");
    if (fence) {
      fenced_ = !fenced_;
      // "```one line```"
      if (fenced_ && trim.size() > 3 && trim.find(trim.substr(0, 3), 3) != string_view::npos) {
        fenced_ = false;
      }
    }
    if (!fence && fenced_) {
      const std::size_t close = line.find("```");
      fenced_ = close == string_view::npos;
      if (!fenced_) line.remove_prefix(close + 3);
      lines_.push_back({line, fenced_ ? Material::log : Material::own});
      return;
    }
    if (fence) {
      lines_.push_back({line, Material::log});
      return;
    }
    if (trim.empty()) {
      diff_ = false;
      lines_.push_back({line, Material::blank});
      return;
    }
    diff_ = diff_ || is_diff(trim);
    if (diff_ || is_chat(trim) || is_dated(trim)) {
      lines_.push_back({line, Material::log});
      return;
    }
    const std::size_t pasted = correction::pasted_from(line);
    if (pasted == 0) {
      lines_.push_back({line, Material::log});
      return;
    }
    const string_view rest = opens_fence(line.substr(0, pasted));
    lines_.push_back({rest, Material::own});
  }

  /// "take this as the context: ```text": what stands in front of the fence that opens there.
  string_view opens_fence(string_view line) {
    const std::size_t open = line.find("```");
    if (open == string_view::npos) return line;
    if (line.find("```", open + 3) != string_view::npos) return line;  // closed on the line
    fenced_ = true;
    return line.substr(0, open);
  }

  std::vector<Line> lines_;
  bool fenced_ = false;
  bool diff_ = false;
};

bool holds(string_view line, string_view word) {
  for (std::size_t at = line.find(word); at != string_view::npos; at = line.find(word, at + 1)) {
    const auto letter = [](char c) { return is_lower(c) || is_beyond_ascii(c); };
    const std::size_t end = at + word.size();
    if ((at == 0 || !letter(line[at - 1])) && (end >= line.size() || !letter(line[end])))
      return true;
  }
  return false;
}

/// "got this feedback:", "y me sale esto:": what follows is somebody else's.
bool announces(string_view line) {
  constexpr std::size_t longest = 160;
  if (!line.ends_with(':') || line.size() > longest) return false;
  static constexpr std::array words{
      string_view("feedback"),     string_view("review"),      string_view("reviewer"),
      string_view("comment"),      string_view("comments"),    string_view("came up"),
      string_view("got this"),     string_view("get this"),    string_view("getting"),
      string_view("seeing"),       string_view("says"),        string_view("said"),
      string_view("wrote"),        string_view("output"),      string_view("log"),
      string_view("logs"),         string_view("console"),     string_view("error"),
      string_view("errors"),       string_view("message"),     string_view("email"),
      string_view("ticket"),       string_view("as context"),  string_view("for context"),
      string_view("comentario"),   string_view("comentarios"), string_view("comentaris"),
      string_view("me sale"),      string_view("me dice"),     string_view("em surt"),
      string_view("em diu"),       string_view("dice"),        string_view("dijo"),
      string_view("diu"),          string_view("ha dit"),      string_view("salida"),
      string_view("sortida"),      string_view("mensaje"),     string_view("missatge"),
      string_view("correo"),       string_view("registro"),    string_view("como contexto"),
      string_view("com a context")};
  const std::string low = ascii_lower(line);
  return std::any_of(words.begin(), words.end(),
                     [&](string_view word) { return holds(low, word); });
}

/// "around lines 12 to 30", "(line 343-364)", "líneas 3 y 4"
bool names_lines(string_view text) {
  static constexpr std::array words{string_view("line"), string_view("lines"),
                                    string_view("l\u00edneas"), string_view("l\u00ednea"),
                                    string_view("l\u00ednies")};
  const std::string low = ascii_lower(text);
  for (const string_view word : words) {
    for (std::size_t at = low.find(word); at != std::string::npos; at = low.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      if (end + 1 < low.size() && low[end] == ' ' && is_digit(low[end + 1])) return true;
    }
  }
  return false;
}

struct Paragraph {
  std::size_t begin = 0;  // lines
  std::size_t end = 0;
  std::size_t bytes = 0;
};

std::vector<Paragraph> paragraphs_of(const std::vector<Line>& lines) {
  std::vector<Paragraph> out;
  bool open = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].material == Material::blank) {
      open = false;
      continue;
    }
    if (!open) out.push_back({i, i, 0});
    open = true;
    out.back().end = i + 1;
    out.back().bytes += lines[i].text.size() + 1;
  }
  return out;
}

/// Broken into lines by a machine: three and more of like length, the next going on in small
/// letters.
bool is_wrapped(const std::vector<Line>& lines, const Paragraph& paragraph) {
  std::size_t run = 0;
  for (std::size_t i = paragraph.begin; i + 1 < paragraph.end; ++i) {
    const string_view line = trimmed(lines[i].text);
    const string_view next = trimmed(lines[i + 1].text);
    const bool goes_on =
        line.size() >= 45 && line.size() <= 110 && !next.empty() && is_lower(next.front());
    run = goes_on ? run + 1 : 0;
    if (run >= 2) return true;
  }
  return false;
}

void mark(std::vector<Line>& lines, const Paragraph& paragraph) {
  for (std::size_t i = paragraph.begin; i < paragraph.end; ++i) {
    if (lines[i].material == Material::own) lines[i].material = Material::document;
  }
}

constexpr std::size_t short_remark = 240;  // bytes of what a person says behind a quotation
constexpr std::size_t long_review = 160;   // from which a paragraph with line numbers is a review

/// Marks the prose that is somebody else's.
void mark_documents(std::vector<Line>& lines) {
  const std::vector<Paragraph> paragraphs = paragraphs_of(lines);
  const auto headings = std::count_if(lines.begin(), lines.end(), [](const Line& line) {
    return line.material == Material::own && is_heading(trimmed(line.text));
  });
  bool quoted = false;
  for (std::size_t p = 0; p < paragraphs.size(); ++p) {
    const Paragraph& paragraph = paragraphs[p];
    // The person has the last word where it is short.
    const bool last_word = p + 1 == paragraphs.size() && paragraph.bytes <= short_remark;
    if (quoted && last_word && p > 0) continue;
    const string_view first = trimmed(lines[paragraph.begin].text);
    if (headings >= 2 && is_heading(first)) quoted = true;
    std::string text;
    for (std::size_t i = paragraph.begin; i < paragraph.end; ++i) {
      (text += lines[i].text) += '\n';
    }
    const bool review = paragraph.bytes >= long_review && names_lines(text);
    if (quoted || is_wrapped(lines, paragraph) || review) {
      mark(lines, paragraph);
      continue;
    }
    // Behind a line that announces it: to the end, but for a short last word.
    for (std::size_t i = paragraph.begin; i < paragraph.end; ++i) {
      if (!announces(trimmed(lines[i].text))) continue;
      if (i + 1 < paragraph.end || p + 1 < paragraphs.size()) {
        mark(lines, {i + 1, paragraph.end, 0});
        quoted = true;
      }
      break;
    }
  }
}

std::vector<Line> read(string_view typed) {
  constexpr std::size_t enough = 64u << 10;
  std::vector<Line> lines = Lines(typed.substr(0, enough)).take();
  mark_documents(lines);
  return lines;
}

std::string joined(const std::vector<Line>& lines, bool with_logs) {
  std::string out;
  for (const Line& line : lines) {
    const bool stays = line.material == Material::own || line.material == Material::blank ||
                       (with_logs && line.material == Material::log);
    if (!stays) continue;
    out += line.text;
    out += '\n';
  }
  return std::string(trimmed(out));
}

/// What the person said in refusing a call: the client puts it into the result.
std::string said_in_refusal(const Entry& entry) {
  constexpr string_view lead = "To tell you how to proceed, the user said:\n";
  for (const transcript::Block& block : entry.blocks) {
    if (block.kind != transcript::BlockKind::tool_result || !block.is_error) continue;
    constexpr std::size_t in_front = 400;
    const string_view text = block.text;
    const std::size_t at = text.substr(0, in_front).find(lead);
    if (at == string_view::npos) continue;
    string_view said = text.substr(at + lead.size());
    said = said.substr(0, said.find("\n\nNote: The user's next"));
    // A question of the client's that the person sends back is put in the client's words.
    if (said.starts_with("The user wants to clarify these questions")) continue;
    return std::string(trimmed(said));
  }
  return {};
}

}  // namespace

std::string typed_text(const Entry& entry) {
  if (entry.kind == EntryKind::tool_result) return said_in_refusal(entry);
  if (entry.kind == EntryKind::prompt) return typed_text(transcript::text_of(entry));
  if (entry.kind == EntryKind::skill_call)
    return transcript::called_command(transcript::text_of(entry));
  if (entry.kind != EntryKind::local_command) return {};
  // Of the client's own commands one hands a request to the model.
  const std::string command = transcript::called_command(transcript::text_of(entry));
  constexpr string_view plan = "/plan ";
  return command.starts_with(plan) ? command.substr(plan.size()) : std::string();
}

std::string typed_text(string_view prompt) {
  return std::string(trimmed(transcript::without_client_blocks(prompt)));
}

std::string own_words(string_view typed) {
  typed = trimmed(typed);
  if (typed.find('\n') == string_view::npos) {
    const string_view bare = without_marker(typed);
    if (bare.size() < typed.size() && bare.find(' ') != string_view::npos) return std::string(bare);
  }
  return joined(read(typed), false);
}

std::string without_documents(string_view typed) {
  return joined(read(typed), true);
}

}  // namespace context_rot::session
