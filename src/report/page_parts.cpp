#include "report/page_parts.h"

#include <algorithm>

#include "findings/kinds.h"
#include "report/chart.h"
#include "report/words.h"
#include "util/html_text.h"
#include "util/number.h"
#include "util/utf8.h"

namespace context_rot::report {

using findings::Finding;
using findings::KindSum;
using session::Part;
using session::Share;

namespace {

constexpr std::size_t most_findings = 200;  // of a kind
constexpr std::size_t most_turns = 12;      // named of a finding
constexpr std::size_t most_ids = 4;

/// What a session's own numbers say of the window.
std::string window_line(const PageInput& input, const Words& words) {
  const auto& measured = input.health.measured;
  std::string out;
  if (measured.percent && measured.max > 0) {
    out = number_html(measured.used, "window.used", input.language) + " " +
          html_text(words(Text::page_of)) + " " +
          number_html(measured.max, "window.max", input.language) + " " +
          html_text(words(Text::page_tokens)) + " (" +
          number_html(*measured.percent, "window.pct", input.language) + " %, " +
          html_text(window::shown_name(input.health.band, input.language)) + ")";
  } else {
    out = html_text(words(Text::page_unknown));
  }
  out += " · " + number_html(input.health.counts.messages, "messages", input.language) + " " +
         html_text(words(Text::page_messages)) + " · ";
  if (!input.health.compacted) return out + html_text(words(Text::page_never_compacted));
  return out + html_text(words(Text::page_last_compacted)) + " " +
         time_html(*input.health.compacted);
}

std::string signal_html(const PageInput& input, const Words& words) {
  const findings::Findings& findings = input.analysis.findings;
  const int signal = findings.signal();
  std::string out = "<div><dt>" + html_text(words(Text::page_signal)) + "</dt><dd><strong>" +
                    number_html(signal, "signal.percent", input.language) + " %</strong>";
  out +=
      "<svg class=\"bar\" aria-hidden=\"true\"><rect class=\"l-noise\" width=\"100%\" "
      "height=\"8\"></rect><rect class=\"helps\" width=\"" +
      std::to_string(signal) + "%\" height=\"8\"></rect></svg>";
  if (findings.noise == 0)
    return out + html_text(words(Text::page_nothing_found)) + "</dd></div>\n";
  return out + number_html(findings.noise, "signal.noise", input.language) + " " +
         html_text(words(Text::page_of)) + " " +
         number_html(findings.total, "signal.total", input.language) + " " +
         html_text(words(Text::page_no_longer_help)) + "</dd></div>\n";
}

/// What the score counts.
std::string counts_line(const PageInput& input, const Words& words) {
  const advice::Counts& counts = input.health.counts;
  const auto part = [&](std::int64_t count, std::string_view path, std::string_view name) {
    return html_text(name) + " " + number_html(count, path, input.language);
  };
  return part(counts.stale, "score.stale", words(Text::page_stale)) + ", " +
         part(counts.contradictions, "score.contradictions", words(Text::page_contradictions)) +
         ", " + part(counts.debugging, "score.debugging", words(Text::page_debugging));
}

/// The layer whose colour a share has in the chart.
std::string class_of_share(const Share& share, const std::vector<Layer>& layers) {
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!layers[i].noise && layers[i].part == share.part && layers[i].tool == share.tool) {
      return class_of(layers, i);
    }
  }
  return share.part == Part::tool_output ? "l-tools" : "l-" + std::string(name_of(share.part));
}

std::string swatch(const std::string& css) {
  return "<svg class=\"swatch\" aria-hidden=\"true\"><rect class=\"" + css +
         "\" width=\"12\" height=\"12\"></rect></svg>";
}

std::string row(std::string_view term, const std::string& html) {
  return "<dt>" + html_text(term) + "</dt><dd>" + html + "</dd>";
}

/// The turns that entries stand in: "12, 14".
std::string turns_of(const Finding& finding, const Timeline& timeline) {
  std::string out;
  std::uint32_t before = 0;
  std::size_t named = 0;
  for (const std::size_t entry : finding.entries) {
    const std::uint32_t turn = timeline.turn_of_entry[entry];
    if (!out.empty() && turn == before) continue;
    if (named++ == most_turns) return out + ", …";
    out += (out.empty() ? "" : ", ") + std::to_string(turn);
    before = turn;
  }
  return out;
}

std::string ids_of(const Finding& finding, const transcript::Conversation& conversation) {
  std::string out;
  for (std::size_t i = 0; i < finding.entries.size(); ++i) {
    if (i == most_ids) return out + " …";
    const auto& lines = conversation.entries[finding.entries[i]].lines;
    if (lines.empty()) continue;
    out += (out.empty() ? "" : " ") + ("<code>" + html_text(lines.front().uuid) + "</code>");
  }
  return out;
}

std::string finding_html(const PageInput& input, std::size_t index, const Words& words) {
  const Finding& finding = input.analysis.findings.list[index];
  std::string out =
      "<details class=\"finding\"><summary><span class=\"n\">" +
      number_html(finding.tokens, "findings." + std::to_string(index) + ".tokens", input.language) +
      "</span><span>" + html_text(finding.evidence) + "</span></summary><dl>";
  if (!finding.file.empty()) out += row(words(Text::page_file), html_text(finding.file));
  if (!finding.quote.empty())
    out += row(words(Text::page_quote), "“" + html_text(finding.quote) + "”");
  if (!finding.right.empty())
    out += row(words(Text::page_right), "“" + html_text(finding.right) + "”");
  if (finding.time != 0) out += row(words(Text::page_time), time_html(finding.time));
  out += row(words(Text::page_one_turn), turns_of(finding, input.timeline));
  out += row(words(Text::page_remedy), html_text(title_of(finding.remedy, input.language)));
  return out + row(words(Text::page_entries), ids_of(finding, input.analysis.conversation)) +
         "</dl></details>\n";
}

std::string kind_html(const PageInput& input, findings::Kind kind, const Words& words) {
  const auto& list = input.analysis.findings.list;
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].kind == kind) own.push_back(i);
  }
  std::stable_sort(own.begin(), own.end(),
                   [&](std::size_t a, std::size_t b) { return list[a].tokens > list[b].tokens; });
  const findings::KindRow& row = findings::kind_row(kind);
  std::string out = "<section><h3>" + html_text(row.title.in(input.language)) +
                    "<span class=\"sum\">" +
                    number_html(input.analysis.findings.sums[kind].tokens,
                                "kinds." + std::string(row.name) + ".tokens", input.language) +
                    " " + html_text(words(Text::page_tokens)) + "</span></h3>\n";
  for (std::size_t i = 0; i < std::min(own.size(), most_findings); ++i) {
    out += finding_html(input, own[i], words);
  }
  if (own.size() > most_findings) {
    out += "<p class=\"note\">" +
           grouped(static_cast<std::int64_t>(own.size() - most_findings), input.language) + " " +
           html_text(words(Text::page_more_findings)) + "</p>\n";
  }
  return out + "</section>\n";
}

}  // namespace

std::string number_html(std::int64_t value, std::string_view path, config::Language language) {
  if (path.empty()) return grouped(value, language);
  return "<data value=\"" + std::to_string(value) + "\" data-json=\"" + html_text(path) + "\">" +
         grouped(value, language) + "</data>";
}

std::string time_html(Milliseconds time) {
  if (time == 0) return "–";
  return "<time datetime=\"" + format_with_offset(time) + "\">" + format_local(time) + "</time>";
}

std::string head_html(const PageInput& input) {
  const Words words(input.language);
  const auto& health = input.health;
  std::string out = "<header><h1>" + html_text(words(Text::page_session)) + " " +
                    html_text(cut_utf8(health.session, 8)) + "</h1>\n<p class=\"soft\">" +
                    window_line(input, words) + "</p>\n<dl class=\"strip\">";
  out += signal_html(input, words);
  out += "<div><dt>" + html_text(words(Text::page_score)) + "</dt><dd><strong>" +
         number_html(health.score, "score.score", input.language) + "</strong>" +
         html_text(name_of(health.severity)) + ": " + counts_line(input, words) + "</dd></div>\n";
  if (const auto& recommended = health.recommended; !recommended.option.empty()) {
    out += "<div><dt>" + html_text(words(Text::page_action)) + "</dt><dd><strong>" +
           html_text(recommended.headline) + "</strong>" +
           html_text(recommended.reasons.empty() ? "" : recommended.reasons.front()) +
           "</dd></div>\n";
  }
  return out + "</dl></header>\n";
}

std::string composition_html(const PageInput& input) {
  const Words words(input.language);
  const auto noise = noise_by_share(input.analysis, input.health);
  const findings::Findings& findings = input.analysis.findings;
  std::string out = "<h2>" + html_text(words(Text::page_fills)) +
                    "</h2>\n<div class=\"wide\"><table class=\"fills\"><thead><tr><th>" +
                    html_text(words(Text::page_what)) + "</th><th class=\"n\">" +
                    html_text(words(Text::page_tokens)) + "</th><th class=\"n\">" +
                    html_text(words(Text::page_share)) + "</th><th class=\"n\">" +
                    html_text(words(Text::page_of_it_noise)) + "</th></tr></thead><tbody>\n";
  for (std::size_t i = 0; i < input.health.composition.size(); ++i) {
    const Share& share = input.health.composition[i];
    const std::int64_t percent = 100 * share.tokens / std::max<std::int64_t>(1, findings.total);
    out +=
        "<tr><td>" + swatch(class_of_share(share, input.timeline.layers)) +
        html_text(name_of(share, words)) + "</td><td class=\"n\">" +
        number_html(share.tokens, "composition." + std::to_string(i) + ".tokens", input.language) +
        "</td><td class=\"n\">" + std::to_string(percent) + " %</td><td class=\"n\">" +
        (noise[i] > 0 ? grouped(noise[i], input.language) : "") + "</td></tr>\n";
  }
  return out + "</tbody><tfoot><tr><td>" + html_text(words(Text::page_sum)) +
         "</td><td class=\"n\">" + number_html(findings.total, "signal.total", input.language) +
         "</td><td></td><td class=\"n\">" + swatch("l-noise") +
         number_html(findings.noise, "signal.noise", input.language) +
         "</td></tr></tfoot></table></div>\n";
}

std::string findings_html(const PageInput& input) {
  const Words words(input.language);
  std::string out = "<h2>" + html_text(words(Text::page_findings)) + "</h2>\n";
  if (input.analysis.findings.list.empty()) {
    return out + "<p>" + html_text(words(Text::page_nothing_found)) + "</p>\n";
  }
  for (const findings::Kind kind : findings::all_kinds) {
    if (input.analysis.findings.sums[kind].findings > 0) out += kind_html(input, kind, words);
  }
  return out;
}

}  // namespace context_rot::report
