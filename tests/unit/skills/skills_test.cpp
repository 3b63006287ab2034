// The skills that are shipped: frontmatter that the client takes, in both languages alike.

#include <doctest/doctest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "support/session.h"

namespace fs = std::filesystem;
using namespace context_rot;

namespace {

struct Skill {
  std::string folder;
  YAML::Node front;
  std::string body;
};

Skill read_skill(const fs::path& file) {
  const std::string text = test::content_of(file);
  REQUIRE(text.starts_with("---\n"));
  const std::size_t end = text.find("\n---\n");
  REQUIRE(end != std::string::npos);
  return {file.parent_path().filename().string(), YAML::Load(text.substr(4, end - 3)),
          text.substr(end + 5)};
}

std::vector<fs::path> folders() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(fs::path(CONTEXT_ROT_SOURCE) / "skills")) {
    out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::set<std::string> keys_of(const YAML::Node& map) {
  std::set<std::string> out;
  for (const auto& member : map) out.insert(member.first.as<std::string>());
  return out;
}

/// The shell commands that the client runs before the model sees the text: !`...`
std::vector<std::string> commands_of(const std::string& body) {
  std::vector<std::string> out;
  for (std::size_t at = body.find("!`"); at != std::string::npos; at = body.find("!`", at + 2)) {
    out.push_back(body.substr(at + 2, body.find('`', at + 2) - at - 2));
  }
  return out;
}

}  // namespace

TEST_CASE("skills: frontmatter and commands") {
  const std::set<std::string> known{"name", "description", "argument-hint", "allowed-tools",
                                    "disable-model-invocation"};
  const std::set<std::string> programs{"context-advise", "context-health", "context-journal",
                                       "context-curate"};
  REQUIRE(folders().size() >= 3);
  for (const fs::path& folder : folders()) {
    for (const char* name : {"SKILL.md", "SKILL.es.md"}) {
      CAPTURE(folder.string());
      CAPTURE(name);
      const Skill skill = read_skill(folder / name);
      CHECK(skill.front["name"].as<std::string>() == skill.folder);
      const auto description = skill.front["description"].as<std::string>();
      CHECK(description.size() > 40);
      CHECK(description.size() <= 300);
      // Not in the model's list: a session that does not call it pays nothing.
      CHECK(skill.front["disable-model-invocation"].as<bool>());
      for (const std::string& key : keys_of(skill.front)) CHECK(known.contains(key));
      CHECK(skill.body.find("$ARGUMENTS") != std::string::npos);

      const auto allowed = skill.front["allowed-tools"];
      for (const std::string& command : commands_of(skill.body)) {
        CAPTURE(command);
        // A failing command would fail the whole skill.
        CHECK(command.ends_with(" || true"));
        const std::string lead = "${CLAUDE_PLUGIN_ROOT}/bin/";
        REQUIRE(command.starts_with(lead));
        const std::string program = command.substr(lead.size(), command.find(' ') - lead.size());
        CHECK(programs.contains(program));
        REQUIRE(allowed);
        // As narrow as can be: this one program.
        CHECK(allowed.as<std::string>() == "Bash(" + lead + program + " *)");
      }
      if (commands_of(skill.body).empty()) CHECK_FALSE(allowed);
    }
    const Skill english = read_skill(folder / "SKILL.md");
    const Skill spanish = read_skill(folder / "SKILL.es.md");
    CHECK(keys_of(english.front) == keys_of(spanish.front));
    CHECK(commands_of(english.body) == commands_of(spanish.body));
    const auto headings = [](const std::string& body) {
      std::size_t count = 0;
      for (std::size_t at = body.find("\n#"); at != std::string::npos;
           at = body.find("\n#", at + 1)) {
        ++count;
      }
      return count;
    };
    CHECK(headings(english.body) == headings(spanish.body));
  }
}
