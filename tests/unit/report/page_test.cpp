#include "report/page.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "report/health_json.h"
#include "report/page_assets.h"
#include "report/page_file.h"
#include "report/timeline_text.h"
#include "support/session.h"
#include "support/talk.h"
#include "util/sha256.h"
#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::report;
using test::Talk;

namespace {

constexpr std::string_view hostile =
    "</script><script>alert(1)</script><img src=x onerror=\"alert('2')\"> \x1b[31m \u202E";

Talk hostile_session() {
  Talk talk;
  const std::string text(hostile);
  talk.prompt(text);
  talk.read("/p/" + text + ".ts", text);
  talk.fail("cat '" + text + "'", "Exit code 1\n" + text);
  talk.fail("cat '" + text + "'", "Exit code 1\n" + text);
  talk.edit("/p/" + text + ".ts");
  talk.call(text, {{"a", text}}, text);
  talk.usage(150000, 10);
  talk.prompt("no, the cache is in " + text + ", not in Redis");
  talk.says("Right: " + text);
  talk.usage(160000, 10);
  return talk;
}

struct Report {
  explicit Report(const Talk& talk, std::int64_t max = 200000)
      : analysis(talk.conversation, "/p", {}, correction::Detector()) {
    window::Measurement measured;
    measured.used = 160000;
    measured.max = max;
    if (max > 0) measured.percent = 80;
    health = health_of(analysis, "<b>session", measured, {});
    timeline = timeline_of(analysis, health, {}, {});
  }
  std::string page(config::Language language = config::Language::english) const {
    return page_html(timeline, health, analysis, language);
  }
  std::string text(std::size_t width) const {
    return timeline_text(timeline, health, {width, config::Language::english});
  }

  findings::Analysis analysis;
  report::Health health;
  Timeline timeline;
};

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string_view::npos; ++at) ++count;
  return count;
}

/// Values of the <data> elements by the path that they name.
std::vector<std::pair<std::string, std::string>> numbers_of(std::string_view page) {
  constexpr std::string_view open = "<data value=\"";
  constexpr std::string_view middle = "\" data-json=\"";
  std::vector<std::pair<std::string, std::string>> out;
  for (std::size_t at = 0; (at = page.find(open, at)) != std::string_view::npos; ++at) {
    const std::size_t value = at + open.size();
    const std::size_t end = page.find(middle, value);
    const std::size_t path = end + middle.size();
    out.emplace_back(page.substr(path, page.find('"', path) - path),
                     page.substr(value, end - value));
  }
  return out;
}

}  // namespace

TEST_CASE("foreign text opens nothing in the page") {
  const std::string page = Report(hostile_session()).page();
  CHECK(count_of(page, "<script") == 2);  // the data and our own
  CHECK(count_of(page, "</script") == 2);
  CHECK(count_of(page, "<img") == 0);
  CHECK(count_of(page, "<b>session") == 0);
  CHECK(count_of(page, "\x1b") == 0);
  CHECK(count_of(page, "\u202E") == 0);
  CHECK(count_of(page, " style=") == 0);
  CHECK(repair_utf8(page) == page);
  CHECK(count_of(page, "&lt;/script&gt;") > 3);
}

TEST_CASE("the page's policy names its own style and script and nothing else") {
  const std::string page = Report(hostile_session()).page();
  CHECK(page.find("content=\"default-src 'none'; style-src 'sha256-" + sha256_base64(page_style()) +
                  "'; script-src 'sha256-" + sha256_base64(page_script()) +
                  "'; base-uri 'none'; form-action 'none'\"") != std::string::npos);
  CHECK(page.find("<style>" + std::string(page_style()) + "</style>") != std::string::npos);
  CHECK(page.find("<script>" + std::string(page_script()) + "</script>") != std::string::npos);
  CHECK(page.find("http://") == std::string::npos);
  CHECK(page.find("https://") == std::string::npos);
}

TEST_CASE("the numbers on the page are those of the JSON") {
  for (const auto language : {config::Language::english, config::Language::spanish}) {
    const Report report(hostile_session());
    const auto json = report::health_json(report.health, report.analysis);
    const auto numbers = numbers_of(report.page(language));
    CHECK(numbers.size() > 15);
    for (const auto& number : numbers) {
      std::string pointer = "/" + number.first;
      std::replace(pointer.begin(), pointer.end(), '.', '/');
      CHECK(json.at(nlohmann::ordered_json::json_pointer(pointer)).dump() == number.second);
    }
  }
}

TEST_CASE("a page of an empty session, and of an unknown window") {
  const std::string empty = Report(Talk(), 0).page();
  CHECK(empty.find("no answers yet") != std::string::npos);
  CHECK(count_of(empty, "<script") == 0);
  const std::string unknown = Report(hostile_session(), 0).page();
  CHECK(unknown.find("window size unknown") != std::string::npos);
}

TEST_CASE("counts that cannot be") {
  Talk talk;
  for (const std::int64_t tokens : {2999999999999997L, 5L, 2999999999999997L}) {
    talk.prompt("next");
    talk.says("done");
    talk.usage(tokens, 999999999999999);
  }
  const Report report(talk);
  CHECK(report.page().find("</html>") != std::string::npos);
  CHECK(report.text(80).find("Session") == 0);
}

TEST_CASE("the timeline in the terminal keeps to its width and to plain text") {
  const Report report(hostile_session());
  for (const std::size_t width : {1u, 40u, 80u, 200u, 9999u}) {
    const std::string text = report.text(width);
    CHECK(count_of(text, "\x1b") == 0);
    CHECK(count_of(text, "\u202E") == 0);
    std::size_t columns = 0;
    std::size_t longest = 0;
    for (const char c : text) {
      if (c == '\n')
        columns = 0;
      else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
        longest = std::max(longest, ++columns);
    }
    CHECK(longest <= std::clamp<std::size_t>(width, 40, 240));
  }
  CHECK(report.text(80).find("red") != std::string::npos);
  CHECK(report.text(80).find("F failures 1") != std::string::npos);
  CHECK(Report(Talk(), 0).text(80).find("no answers yet") != std::string::npos);
}

TEST_CASE("a page replaces a page and nothing else") {
  const test::TempFolder folder;
  const std::string page = Report(hostile_session()).page();
  const auto file = folder.path() / "report.html";
  REQUIRE(save_page(file, page));
  CHECK(test::content_of(file) == page);
  CHECK((std::filesystem::status(file).permissions() & std::filesystem::perms::mask) ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  REQUIRE(save_page(file, page + "\n"));
  CHECK(test::content_of(file) == page + "\n");

  const auto other = folder.write("notes.html", "<!doctype html>\n<title>mine</title>\n");
  const auto refused = save_page(other, page);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().find("notes.html: is there and is no page") != std::string::npos);
  CHECK(test::content_of(other).find("mine") != std::string::npos);
  CHECK_FALSE(save_page(folder.path(), page));
  CHECK_FALSE(save_page(folder.path() / "none" / "r.html", page));
}
