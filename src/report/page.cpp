#include "report/page.h"

#include "report/chart.h"
#include "report/page_assets.h"
#include "report/page_parts.h"
#include "report/words.h"
#include "util/html_text.h"
#include "util/sha256.h"
#include "util/utf8.h"

namespace context_rot::report {

namespace {

constexpr std::string_view generator = "<meta name=\"generator\" content=\"context-health\">";

/// Only this page's own style and script, no connection to anywhere.
std::string policy() {
  return "default-src 'none'; style-src 'sha256-" + sha256_base64(page_style()) +
         "'; script-src 'sha256-" + sha256_base64(page_script()) +
         "'; base-uri 'none'; form-action 'none'";
}

std::string chart_html(const PageInput& input, const Words& words) {
  const std::string heading = "<h2>" + html_text(words(Text::page_window_over_time)) + "</h2>\n";
  if (input.timeline.points.empty())
    return heading + "<p>" + html_text(words(Text::page_no_session)) + "</p>\n";
  std::string out = heading + "<figure class=\"chart\">" +
                    chart_svg(input.timeline, input.language) + "</figure>\n";
  out += "<div class=\"scrub\" hidden><label for=\"turn\">" +
         html_text(words(Text::page_use_keys)) +
         "</label><input id=\"turn\" type=\"range\" min=\"0\" step=\"1\">"
         "<output id=\"readout\" for=\"turn\"></output></div>\n";
  out += "<p class=\"note\">" + html_text(words(Text::page_chart_note));
  if (input.timeline.first_live > 0) out += " " + html_text(words(Text::page_chart_past_note));
  return out + "</p>\n";
}

}  // namespace

std::string page_html(const Timeline& timeline, const report::Health& health,
                      const findings::Analysis& analysis, config::Language language) {
  const Words words(language);
  const PageInput input{timeline, health, analysis, language};
  std::string out =
      "<!doctype html>\n<html lang=\"" + std::string(words(Text::language_code)) +
      "\">\n<meta charset=\"utf-8\">\n" + std::string(generator) +
      "\n<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy() +
      "\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>" +
      html_text(words(Text::page_session) + " " + std::string(cut_utf8(health.session, 8))) +
      " · context-health</title>\n<style>" + std::string(page_style()) + "</style>\n<body>\n";
  out += head_html(input);
  out += chart_html(input, words);
  out += composition_html(input);
  out += findings_html(input);
  out += "<div class=\"blocks\">\n" + events_html(input) + turns_html(input) + "</div>\n";
  out += "<footer>" + html_text(words(Text::page_made_by)) + "</footer>\n";
  if (!timeline.points.empty()) {
    out += data_html(input) + "<script>" + std::string(page_script()) + "</script>\n";
  }
  return out + "</body>\n</html>\n";
}

bool is_page(std::string_view head) {
  return head.starts_with("<!doctype html>") && head.find(generator) < 512;
}

}  // namespace context_rot::report
