#include "journal/facts/summary.h"

#include <algorithm>

#include "journal/facts/summary_files.h"
#include "journal/facts/summary_heading.h"
#include "journal/model/item_key.h"
#include "journal/model/line.h"
#include "journal/model/words.h"
#include "session/open_work.h"
#include "transcript/client_text.h"
#include "util/ascii.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::journal {

namespace {

constexpr std::size_t max_facts = 100;  // items of a part

/// The summary without the analysis before it and the tags around it.
std::string_view body_of(std::string_view text) {
  constexpr std::string_view analysis = "<analysis>";
  constexpr std::string_view analysis_end = "</analysis>";
  constexpr std::string_view summary = "<summary>";
  constexpr std::string_view summary_end = "</summary>";
  text = trimmed(transcript::without_client_closing(text));
  // Older clients put the analysis in front without tags.
  constexpr std::string_view opening = "This session is being continued";
  constexpr std::string_view heading = "\nSummary:\n";
  if (const std::size_t begin = text.find(heading);
      text.starts_with(opening) && begin != std::string_view::npos) {
    text = trimmed(text.substr(begin + heading.size()));
  }
  if (text.starts_with(analysis)) {
    const std::size_t end = text.find(analysis_end);
    const std::size_t begin = text.find(summary);
    if (end != std::string_view::npos) {
      text.remove_prefix(end + analysis_end.size());
    } else if (begin != std::string_view::npos) {
      text.remove_prefix(begin);
    }
  }
  if (const std::size_t begin = text.find(summary); begin != std::string_view::npos) {
    text.remove_prefix(begin + summary.size());
    const std::size_t end = text.rfind(summary_end);
    if (end != std::string_view::npos) text = text.substr(0, end);
  }
  return trimmed(text);
}

/// The first of `labels` in `text`, which is in small letters: where it begins and ends.
std::optional<std::pair<std::size_t, std::size_t>> find_label(
    const std::string& text, std::initializer_list<std::string_view> labels) {
  for (const std::string_view label : labels) {
    const std::size_t at = text.find(label);
    if (at != std::string::npos) return std::pair{at, at + label.size()};
  }
  return std::nullopt;
}

std::string_view side(std::string_view text) {
  constexpr std::string_view edges = " \t\r|;,*\"'`:";
  const std::size_t begin = text.find_first_not_of(edges);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, text.find_last_not_of(edges) - begin + 1);
  for (const std::string_view arrow : {"->", "=>", "\u2192"}) {
    if (text.ends_with(arrow)) return side(text.substr(0, text.size() - arrow.size()));
  }
  return text;
}

/// "was wrong: X | is right: Y", a table's row, or a sentence.
Item read_correction(std::string_view line) {
  const std::string small = ascii_lower(line);
  const auto wrong = find_label(small, {"was wrong:", "estaba mal:", "was wrong**:"});
  const auto right = find_label(small, {"is right:", "es correcto:", "is right**:"});
  if (wrong && right && wrong->second <= right->first) {
    return generated_correction(side(line.substr(wrong->second, right->first - wrong->second)),
                                side(line.substr(right->second)), "");
  }
  const Item item = read_line(Kind::corrections, line);
  const std::string key = key_of(item.text);
  if (key == "was wrong" || key == "estaba mal") return {};
  return generated_correction(item.text, item.right, item.when);
}

bool says_nothing(std::string_view text) {
  const std::string key = key_of(text);
  for (const std::string_view none : {"", "none", "(none)", "n/a", "-", "–", "—", "nothing",
                                      "ninguno", "ninguna", "(ninguno)", "(ninguna)", "nada"}) {
    if (key == none) return true;
  }
  return false;
}

bool is_bullet(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.size() > 1 && (text[0] == '-' || text[0] == '*' || text[0] == '+') && text[1] == ' ';
}

/// "- ACTIVE: x" for "- **ACTIVE**: x".
std::string without_bold_start(std::string_view line) {
  std::string out(line);
  const std::size_t begin = out.find("**");
  if (begin == std::string::npos || out.find_first_not_of("-*+ \t0123456789.)") < begin) return out;
  const std::size_t end = out.find("**", begin + 2);
  if (end == std::string::npos) return out;
  return out.erase(end, 2).erase(begin, 2);
}

class Reader {
 public:
  explicit Reader(Summary& out) : out_(out) {}

  void read(std::string_view text) {
    while (!text.empty()) {
      const std::string_view line = take_line(text);
      const std::string_view trim = trimmed(line);
      const bool fence = trim.starts_with("```") || trim.starts_with("~~~");
      if (fence) fenced_ = !fenced_;
      if (!fence && !fenced_ && open(line)) continue;
      add(line);
    }
  }

 private:
  bool open(std::string_view line) {
    const auto heading = read_summary_heading(line);
    if (!heading) return false;
    if (const auto* state = std::get_if<State>(&heading->opens)) {
      // "Done" is a heading below "Progress" only.
      if (kind_ != Kind::progress || client_) return false;
      state_ = *state;
    } else if (const auto* part = std::get_if<ClientPart>(&heading->opens)) {
      client_ = *part;
      kind_.reset();
    } else {
      client_.reset();
      kind_ = std::get<Kind>(heading->opens);
      state_ = State::none;
    }
    if (!heading->rest.empty()) add(heading->rest);
    return true;
  }

  void add(std::string_view line) {
    if (client_) {
      std::string& text = out_.client[static_cast<std::size_t>(*client_)];
      if (!text.empty()) text += '\n';
      text += line;
    } else if (kind_ && *kind_ != Kind::own) {
      add_item(line);
    }
  }

  void add_item(std::string_view raw) {
    const std::string line = without_bold_start(raw);
    Part& part = part_of(out_.own, *kind_);
    const bool continues = !part.items.empty() && !is_bullet(line) && line.starts_with("  ");
    if (*kind_ == Kind::corrections) {
      Item item = read_correction(line);
      if (!says_nothing(item.text) || !item.right.empty()) push(part, std::move(item));
      return;
    }
    const Item read = read_line(*kind_, line);
    if (says_nothing(read.text)) return;
    if (continues || (*kind_ == Kind::goal && !part.items.empty())) {
      std::string& text = part.items.back().text;
      if (text.size() < max_item_bytes) text = as_value(text + " " + read.text);
      return;
    }
    const bool said = read.state != state_for(*kind_, State::none);
    push(part, generated(read.text, said || state_ == State::none ? read.state : state_));
  }

  static void push(Part& part, Item item) {
    if (part.items.size() < max_facts) part.items.push_back(std::move(item));
  }

  Summary& out_;
  bool fenced_ = false;
  std::optional<ClientPart> client_;
  std::optional<Kind> kind_;
  State state_ = State::none;  // of what stands below a heading in the progress
};

/// Without bold and white space.
std::string plain_item(std::string_view text) {
  std::string out(text);
  for (std::size_t at = out.find("**"); at != std::string::npos; at = out.find("**", at)) {
    out.erase(at, 2);
  }
  return std::string(trimmed(out));
}

/// The items of a client's part: its bullets, or its lines; no code, no lead-in to a list.
std::vector<std::string> summary_lines(const std::string& text) {
  std::vector<std::string> out;
  std::string_view rest = text;
  bool fenced = false;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    const std::string_view trim = trimmed(line);
    if (trim.starts_with("```") || trim.starts_with("~~~")) {
      fenced = !fenced;
      continue;
    }
    if (fenced) continue;
    const std::string item = plain_item(read_line(Kind::next, line).text);
    if (!says_nothing(item) && !item.ends_with(':')) out.push_back(item);
  }
  return out;
}

void fall_back(Section& facts, Kind kind, const std::vector<std::string>& lines, std::size_t most) {
  for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
    part_of(facts, kind).items.push_back(generated(lines[i], state_for(kind, State::none)));
  }
}

/// What was asked for: all of it, or of much the first and the newest two.
std::string request_of(const Summary& summary) {
  std::vector<std::string> lines = summary_lines(summary.of(ClientPart::request));
  if (lines.size() > 3) lines.erase(lines.begin() + 1, lines.end() - 2);
  const std::size_t longest = lines.size() == 1 ? 400 : 200;
  std::string out;
  for (const std::string& line : lines) {
    std::string piece = as_value(line, longest);
    while (piece.ends_with('.') && lines.size() > 1) piece.pop_back();
    out += (out.empty() ? "" : "; ") + piece;
  }
  return out;
}

/// "Working on the close button", "The close button": what is being done, and no report of what
/// was.
bool is_under_way(std::string_view line) {
  if (line.empty() || line[0] == '(') return false;
  const std::string low = ascii_lower(line);
  const std::string first = low.substr(0, low.find(' '));
  if (first.ends_with("ing") || first.ends_with("ando") || first.ends_with("iendo") ||
      first.ends_with("ant")) {
    return true;
  }
  constexpr std::size_t short_name = 60;
  static constexpr std::array told{" is ",   " are ", " was ", " were ", " has ",
                                   " have ", " had ", " es ",  " son ",  " era ",
                                   " ha ",   " he ",  " va ",  "i ",     "we "};
  return low.size() <= short_name && std::none_of(told.begin(), told.end(), [&](const char* word) {
           const std::string_view sought = word;
           return sought[0] == ' ' ? low.find(sought) != std::string::npos
                                   : low.starts_with(sought);
         });
}

}  // namespace

Summary parse_summary(std::string_view text) {
  Summary out;
  out.body = body_of(cut_utf8(text, max_summary_bytes));
  std::string rest = out.body;
  take_files(rest, Kind::read_files, out.own);
  take_files(rest, Kind::modified_files, out.own);
  Reader(out).read(rest);
  for (std::string& part : out.client) part = trimmed(part);
  std::erase_if(out.own.parts, [](const Part& part) { return part.items.empty(); });
  return out;
}

std::vector<std::string> quoted_messages(const Summary& summary) {
  std::vector<std::string> out;
  std::string_view rest = summary.of(ClientPart::messages);
  while (!rest.empty()) {
    const std::string_view line = trimmed(take_line(rest));
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    // The list's own items only, not what is told of them.
    if (!is_bullet(line) || open == std::string_view::npos || close <= open + 1) continue;
    constexpr std::size_t in_front = 40;
    if (open > in_front) continue;
    out.emplace_back(trimmed(line.substr(open + 1, close - open - 1)));
    if (out.size() == max_facts) break;
  }
  return out;
}

Section facts_of(const Summary& summary, bool next_step) {
  Section facts = summary.own;
  if (!find_part(facts, Kind::goal)) {
    if (const std::string request = request_of(summary); !request.empty()) {
      part_of(facts, Kind::goal).items.push_back(generated(request));
    }
  }
  if (!find_part(facts, Kind::progress)) {
    const std::vector<std::string> current = summary_lines(summary.of(ClientPart::current));
    if (!current.empty() && is_under_way(current.front())) {
      fall_back(facts, Kind::progress, current, 1);
    }
  }
  if (!find_part(facts, Kind::next)) {
    for (const ClientPart part : {ClientPart::pending, ClientPart::next}) {
      if (part == ClientPart::next && !next_step) break;
      std::vector<std::string> lines = summary_lines(summary.of(part));
      std::erase_if(lines, [](const std::string& line) { return !session::is_step(line); });
      if (part == ClientPart::pending && lines.empty() && !summary.of(part).empty()) {
        next_step = false;  // "none"
      }
      fall_back(facts, Kind::next, lines, part == ClientPart::pending ? 10 : 1);
    }
  }
  return facts;
}

}  // namespace context_rot::journal
