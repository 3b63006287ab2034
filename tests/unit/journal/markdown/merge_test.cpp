#include "journal/markdown/merge.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "journal/markdown/markdown.h"
#include "journal/nasty.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

bool always(const std::string&) {
  return true;
}

Section facts(std::vector<Part> parts, Milliseconds time = 1000) {
  Section section;
  section.id = "8a352318-1111-4111-8111-111111111111";
  section.time = time;
  section.when = "2026-11-29 14:20";
  section.title = "Token refresh";
  section.parts = std::move(parts);
  return section;
}

Section reread(const Section& section) {
  return parse(render(section)).sections.at(0);
}

std::vector<std::string> texts(const Section& section, Kind kind) {
  std::vector<std::string> out;
  for (const Item* item : items_of(section, kind)) out.push_back(item->text);
  return out;
}

std::string one_line(test::Nasty& nasty) {
  std::string out = nasty.value();
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

using Texts = std::vector<std::string>;

std::string edited(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("files accumulate, go with the disk, and are not in both lists") {
  Section section = merge({},
                          facts({{Kind::read_files, "", {generated_file("a"), generated_file("b")}},
                                 {Kind::modified_files, "", {generated_file("old")}}}),
                          always)
                        .section;
  const auto exists = [](const std::string& path) { return path != "old"; };
  const Merged merged =
      merge(section,
            facts({{Kind::read_files, "", {generated_file("c"), generated_file("bad\x1bname")}},
                   {Kind::modified_files, "", {generated_file("a")}}}),
            exists);
  CHECK(texts(merged.section, Kind::read_files) == Texts{"b", "c"});
  CHECK(texts(merged.section, Kind::modified_files) == Texts{"a"});
  CHECK(merged.gone == Texts{"old"});
}

TEST_CASE("what accumulates and what is replaced") {
  const Section first =
      merge({},
            facts({{Kind::goal, "", {generated("one")}},
                   {Kind::progress,
                    "",
                    {generated("a", State::done), generated("b", State::in_progress),
                     generated("c", State::blocked)}},
                   {Kind::decisions, "", {generated("Use Redis", State::active)}},
                   {Kind::next, "", {generated("x")}}}),
            always)
          .section;
  const Section second =
      merge(first,
            facts({{Kind::goal, "", {generated("two")}},
                   {Kind::progress, "", {generated("b", State::done)}},
                   {Kind::decisions,
                    "",
                    {generated("use redis.", State::superseded), generated("Postgres")}}}),
            always)
          .section;
  CHECK(texts(second, Kind::goal) == Texts{"two"});
  CHECK(texts(second, Kind::progress) == Texts{"a", "b"});
  CHECK(texts(second, Kind::decisions) == Texts{"use redis.", "Postgres"});
  CHECK(items_of(second, Kind::decisions)[0]->state == State::superseded);
  CHECK(items_of(second, Kind::decisions)[1]->state == State::active);
  CHECK(texts(second, Kind::next) == Texts{"x"});  // not known: as it was
  CHECK(texts(merge(second, facts({{Kind::next, "", {}}}), always).section, Kind::next).empty());
}

TEST_CASE("a part keeps its newest items, and settles") {
  Part part{Kind::avoid, "", {}};
  for (int i = 0; i < 80; ++i) part.items.push_back(generated("n" + std::to_string(i)));
  Section section = merge({}, facts({part}), always).section;
  for (int i = 0; i < 3; ++i) {
    CHECK(items_of(section, Kind::avoid).size() == max_items(Kind::avoid));
    CHECK(items_of(section, Kind::avoid).front()->text == "n50");
    CHECK(items_of(section, Kind::avoid).back()->text == "n79");
    section = merge(reread(section), facts({part}), always).section;
  }
  section = merge(section, facts({{Kind::avoid, "", {generated("n80")}}}), always).section;
  CHECK(items_of(section, Kind::avoid).front()->text == "n51");
}

TEST_CASE("nothing new: the section is the previous one") {
  const Section first = merge({}, facts({{Kind::next, "", {generated("x")}}}), always).section;
  CHECK(merge(reread(first), facts({{Kind::next, "", {generated("x")}}}, 99999), always).section ==
        first);
}

TEST_CASE("what a person wrote survives ten rewrites, in its place") {
  Section start =
      merge({},
            facts({{Kind::goal, "", {generated("the goal")}},
                   {Kind::progress, "", {generated("a", State::done), generated("b", State::done)}},
                   {Kind::corrections,
                    "",
                    {generated_correction("r0", "y0", "1"), generated_correction("r1", "y1", "2")}},
                   {Kind::next, "", {generated("step 0")}},
                   {Kind::modified_files, "", {generated_file("f0")}}}),
            always)
          .section;
  std::string text = render(start);
  text = edited(text, "· Token refresh (", "· My own title (");
  text =
      edited(text, "- Done: a\n- Done: b\n", "- Done: b\n- [x] mine, by hand\n- Done: a, really\n");
  text = edited(text, "| r0 | y0 | 1 |", "| r0 | y0, but careful | 1 |");
  text = edited(text, "### Next steps\n",
                "### My thoughts\n\nA line.\n\n```sh\n# not a heading\n```\n\n### Next steps\n\n");
  text = edited(text, "</modified-files>\n", "</modified-files>\nBelow.\n");
  text = edited(text, "the goal\n", "my goal\n");
  for (int round = 1; round <= 10; ++round) {
    const std::string n = std::to_string(round);
    Section previous = parse(text).sections.at(0);
    const Section next =
        merge(
            previous,
            facts(
                {{Kind::goal, "", {generated("goal " + n)}},
                 {Kind::progress,
                  "",
                  {generated("a", State::done), generated("c" + n, State::in_progress)}},
                 {Kind::corrections,
                  "",
                  {generated_correction("r0", "y0", "1"), generated_correction("w" + n, "z", "3")}},
                 {Kind::next, "", {generated("step " + n)}},
                 {Kind::modified_files, "", {generated_file("f" + n)}}},
                1000 + round),
            always)
            .section;
    text = render(next);
  }
  const std::string comment = text.substr(0, text.rfind("<!-- context-rot: lines"));
  CHECK(comment ==
        "## 2026-11-29 14:20 · My own title (8a352318)\n"
        "<!-- context-rot: session 8a352318-1111-4111-8111-111111111111, "
        "1970-01-01T00:00:01.010Z -->\n"
        "### Goal\nmy goal\n"
        "### Progress\n- Done: b\n- In progress: c10\n- [x] mine, by hand\n- Done: a, really\n"
        "### Corrections\n| was wrong | is right | when |\n|---|---|---|\n"
        "| r0 | y0, but careful | 1 |\n| r1 | y1 | 2 |\n| w1 | z | 3 |\n| w2 | z | 3 |\n"
        "| w3 | z | 3 |\n| w4 | z | 3 |\n| w5 | z | 3 |\n| w6 | z | 3 |\n| w7 | z | 3 |\n"
        "| w8 | z | 3 |\n| w9 | z | 3 |\n| w10 | z | 3 |\n"
        "### My thoughts\n\nA line.\n\n```sh\n# not a heading\n```\n\n"
        "### Next steps\n\n- step 10\n"
        "<modified-files>\nf0\nf1\nf2\nf3\nf4\nf5\nf6\nf7\nf8\nf9\nf10\n</modified-files>\n"
        "Below.\n");
}

TEST_CASE("a person's lines survive any facts") {
  test::Nasty nasty(5);
  for (int i = 0; i < 150; ++i) {
    const std::string id = "8a352318-1111";
    std::string text = render(nasty.section(id));
    std::vector<std::string> mine;
    for (int n = 0; n < 6; ++n) {
      mine.push_back("mine " + std::to_string(n) + " " + one_line(nasty));
      std::size_t at = text.find('\n', nasty.below(text.size()));
      at = at == std::string::npos ? text.size() : at + 1;
      if (at < text.find("-->\n")) at = text.find("-->\n") + 4;
      text.insert(at, mine.back() + "\n");
    }
    const auto lines_of_mine = [&](const std::string& from) {
      std::vector<std::string> out;
      for (std::size_t at = 0; (at = from.find("\nmine ", at)) != std::string::npos; ++at) {
        out.push_back(from.substr(at + 1, from.find('\n', at + 1) - at - 1));
      }
      return out;
    };
    const auto before = lines_of_mine(text);
    REQUIRE(before.size() == mine.size());
    for (int round = 0; round < 10; ++round) {
      Journal journal = parse(text);
      merge_into(journal, nasty.section(id), always);
      REQUIRE(journal.sections.size() == 1);
      text = render(journal);
      CAPTURE(text);
      REQUIRE(lines_of_mine(text) == before);
      REQUIRE(parse(text) == journal);
    }
  }
}

TEST_CASE("a line taken out stays out") {
  const Section facts_of_three =
      facts({{Kind::avoid, "", {generated("one"), generated("two"), generated("three")}}});
  std::string text = render(merge({}, facts_of_three, always).section);
  text = edited(text, "- two\n", "");
  for (int i = 0; i < 3; ++i) {
    text = render(merge(parse(text).sections.at(0), facts_of_three, always).section);
    CHECK(text.find("- one\n- three\n") != std::string::npos);
  }
}

TEST_CASE("without our comments everything is a person's, and nothing is said twice") {
  const Section one = facts({{Kind::next, "", {generated("x"), generated("y")}}});
  std::string text = render(merge({}, one, always).section);
  text.resize(text.rfind("<!-- context-rot: lines"));
  const std::size_t comment = text.find("<!-- context-rot: session");
  text.erase(comment, text.find('\n', comment) + 1 - comment);
  Journal journal = parse(text);
  merge_into(journal, facts({{Kind::next, "", {generated("x"), generated("z")}}}), always);
  REQUIRE(journal.sections.size() == 1);
  CHECK(journal.sections[0].id == one.id);
  CHECK(texts(journal.sections[0], Kind::next) == Texts{"x", "y", "z"});
}

TEST_CASE("notes stay; a goal of a person's stands alone") {
  Section section =
      merge({}, facts({{Kind::goal, "", {generated("first prompt")}}}), always).section;
  add_note(section, Kind::goal, State::none, "# the real goal");
  add_note(section, Kind::decisions, State::none, "Postgres | table kv");
  add_note(section, Kind::decisions, State::active, "postgres | table kv");
  add_note(section, Kind::next, State::none, "");
  section = merge(reread(section),
                  facts({{Kind::goal, "", {generated("a later prompt")}},
                         {Kind::decisions, "", {generated("Postgres | table kv")}}}),
                  always)
                .section;
  CHECK(texts(section, Kind::goal) == Texts{"# the real goal"});
  CHECK(texts(section, Kind::decisions) == Texts{"Postgres | table kv"});
  CHECK(mark_decision(section, "postgres | table kv", State::superseded));
  CHECK_FALSE(mark_decision(section, "MySQL", State::superseded));
  CHECK(render(section).find("- SUPERSEDED: Postgres | table kv\n") != std::string::npos);
}

TEST_CASE("an id that is none makes no section") {
  Journal journal;
  for (const std::string id : {"", "../x", "a b", "x -->"}) {
    Section wrong = facts({{Kind::next, "", {generated("x")}}});
    wrong.id = id;
    merge_into(journal, wrong, always);
  }
  CHECK(journal.sections.empty());
}

TEST_CASE("secrets do not get in, long texts are cut between characters") {
  const std::string token = "ghp_" + std::string("0123456789abcdefghijABCDEFGHIJ012345");
  CHECK(generated("use " + token).text.find(token) == std::string::npos);
  std::string text;
  while (text.size() < 5000) text += "ñandú \U0001F468 ";
  CHECK(generated(text).text.size() <= max_item_bytes);
  CHECK(generated(text).text.ends_with("…"));
}
