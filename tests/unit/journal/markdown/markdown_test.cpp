#include "journal/markdown/markdown.h"

#include <doctest/doctest.h>

#include "journal/markdown/comment.h"
#include "journal/nasty.h"
#include "util/trim.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

constexpr std::string_view id = "8a352318-1111-4111-8111-111111111111";

Section example() {
  Section section;
  section.id = id;
  section.time = 1'795'962'011'000;
  section.when = "2026-11-29 14:20";
  section.title = "Token refresh in auth";
  section.parts = {
      {Kind::goal, "", {generated("Refresh tokens silently before they expire")}},
      {Kind::progress,
       "",
       {generated("refresh timer in src/auth/refresh.ts (commit 4f1c2aa)", State::done),
        generated("retry on 401", State::in_progress)}},
      {Kind::decisions,
       "",
       {generated("one timer per tab", State::active),
        generated("Redis for the lock", State::superseded)}},
      {Kind::corrections,
       "",
       {generated_correction("cache in Redis", "Postgres, table kv", "14:02")}},
      {Kind::avoid, "", {generated("mocking Date in jest: breaks the timer wheel")}},
      {Kind::modified_files,
       "",
       {generated_file("src/auth/refresh.ts"), generated_file("src/a b/\"login\".ts")}}};
  return section;
}

/// The lines that parse() must not lose.
std::vector<std::string> kept_lines(std::string_view text) {
  std::vector<std::string> out;
  std::vector<std::string> marks;
  while (!text.empty()) {
    const auto line = right_trimmed(take_line(text));
    if (line.empty() || read_session_comment(line) || read_lines_comment(line, marks) ||
        line == "| was wrong | is right | when |" ||
        line == "| estaba mal | es correcto | cuándo |" || line == "|---|---|---|") {
      continue;
    }
    out.emplace_back(line);
  }
  return out;
}

}  // namespace

TEST_CASE("a section as people read it") {
  const std::string text = render(example());
  const std::string body = text.substr(0, text.rfind("<!-- context-rot: lines "));
  CHECK(body ==
        "## 2026-11-29 14:20 · Token refresh in auth (8a352318)\n"
        "<!-- context-rot: session 8a352318-1111-4111-8111-111111111111, "
        "2026-11-29T14:20:11.000Z -->\n"
        "### Goal\n"
        "Refresh tokens silently before they expire\n"
        "### Progress\n"
        "- Done: refresh timer in src/auth/refresh.ts (commit 4f1c2aa)\n"
        "- In progress: retry on 401\n"
        "### Key decisions\n"
        "- ACTIVE: one timer per tab\n"
        "- SUPERSEDED: Redis for the lock\n"
        "### Corrections\n"
        "| was wrong | is right | when |\n"
        "|---|---|---|\n"
        "| cache in Redis | Postgres, table kv | 14:02 |\n"
        "### Approaches to avoid\n"
        "- mocking Date in jest: breaks the timer wheel\n"
        "<modified-files>\n"
        "src/auth/refresh.ts\n"
        "src/a b/\"login\".ts\n"
        "</modified-files>\n");
  Section spanish = example();
  spanish.language = config::Language::spanish;
  const std::string other = render(spanish);
  CHECK(other.find("### Objetivo\n") != std::string::npos);
  CHECK(other.find("- SUSTITUIDA: Redis") != std::string::npos);
  Journal journal;
  journal.sections = {spanish, example()};
  CHECK(parse(render(journal)) == journal);
}

TEST_CASE("parse(render(journal)) == journal") {
  test::Nasty nasty(2);
  for (int i = 0; i < 1500; ++i) {
    Journal journal;
    journal.crlf = nasty.below(4) == 0;
    if (nasty.below(2)) journal.preamble = {"# Session journal", "", "Text, mine."};
    for (std::size_t n = nasty.below(3); n > 0; --n) {
      journal.sections.push_back(nasty.section("0000000" + std::to_string(n) + "-abc"));
    }
    if (journal.preamble.empty() && journal.sections.empty()) journal.crlf = false;
    const std::string text = render(journal);
    CHECK_FALSE(not_understood(text));
    if (!(parse(text) == journal)) {
      CAPTURE(text);
      REQUIRE(parse(text) == journal);
    }
  }
}

TEST_CASE("blank lines before the last comment are at the end, too") {
  const std::string once = render(
      parse("## 2026-11-29 14:20 · x (8a352318)\nmine\n\n<!-- context-rot: lines 00000000 -->\n"));
  CHECK(once ==
        "## 2026-11-29 14:20 · x (8a352318)\n"
        "<!-- context-rot: session 8a352318, 1970-01-01T00:00:00.000Z -->\n"
        "mine\n<!-- context-rot: lines 00000000 -->\n");
  CHECK(render(parse(once)) == once);
}

TEST_CASE("no line of any text is lost, and the second reading is the first") {
  test::Nasty nasty(3);
  for (int i = 0; i < 4000; ++i) {
    std::string text;
    if (nasty.below(2)) text = render(nasty.section(std::string(id)));
    // Lines of a person anywhere, and lines of ours in disorder.
    for (std::size_t n = 1 + nasty.below(12); n > 0; --n) {
      static const std::vector<std::string> ours = {
          "### Goal",
          "### Progress",
          "### Decisiones clave",
          "### Corrections",
          "| was wrong | is right | when |",
          "|---|---|---|",
          "| a | b | c |",
          "<read-files>",
          "</read-files>",
          "<modified-files>",
          "</modified-files>",
          "```",
          "```sh",
          "~~~~",
          "# own",
          "#### Goal",
          "## 2026-11-29 14:20 · x (8a352318)",
          "- Done: x",
          "",
          "  ",
          "<!-- context-rot: session abc, 2026-11-29T14:20:11.000Z -->",
          "## Free heading"};
      std::size_t at = text.empty() ? 0 : text.find('\n', nasty.below(text.size()));
      at = at == std::string::npos || text.empty() ? text.size() : at + 1;
      text.insert(at, (nasty.below(3) ? ours[nasty.below(ours.size())] : nasty.text()) + "\n");
    }
    const Journal once = parse(text);
    const std::string again = render(once);
    CAPTURE(text);
    CAPTURE(again);
    REQUIRE(kept_lines(again) == kept_lines(text));
    REQUIRE(render(parse(again)) == again);
  }
}

TEST_CASE("not_understood") {
  CHECK_FALSE(not_understood(""));
  CHECK_FALSE(not_understood("# Mine\n\n=======\n"));
  CHECK(not_understood("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n") ==
        "holds the marks of a merge conflict");
  CHECK(not_understood("a\xFF") == "is not UTF-8");
  CHECK(not_understood(std::string("a\0b", 3)) == "holds NUL bytes");
  CHECK(not_understood(std::string(10u << 20, 'x')) == "has more than 8388608 bytes");
}

TEST_CASE("texts that could be read again and again are not") {
  for (const std::string piece : {"<read-files>\n", "```\n~~~~\n", "````````\n```x\n", "## a\n\n",
                                  "| a |\n", "## 2026-11-29 14:20 · x (8a352318)\n", "### Goal\n",
                                  "<!-- context-rot: lines 00000000\n"}) {
    CAPTURE(piece);
    std::string text = "## 2026-11-29 14:20 · x (8a352318)\n";
    while (text.size() < 2u << 20) text += piece;
    CHECK(render(parse(text)).size() > 0);
  }
}
