#include "fork/fork_session.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <set>

#include "fork/forks.h"
#include "support/session.h"
#include "transcript/conversation.h"

using namespace context_rot;
using namespace context_rot::fork;
using test::TempFolder;

namespace fs = std::filesystem;

namespace {

std::vector<std::string> lines_of(const fs::path& file) {
  std::vector<std::string> out;
  std::istringstream in(test::content_of(file));
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

fs::path session_of(const TempFolder& folder, const std::string& lines) {
  std::istringstream in(lines);
  std::string out;
  for (std::string line; std::getline(in, line);) {
    if (!line.empty()) out += test::transcript_line(line) + "\n";
  }
  return folder.write("11111111-1111-4111-8111-111111111111.jsonl", out);
}

Result<Fork> fork_of(const fs::path& file, bool running = false, PlanOptions options = {}) {
  ForkRequest request;
  request.transcript = file;
  request.project = file.parent_path();
  request.options = options;
  request.is_running = running;
  return fork_session(request, {});
}

transcript::Conversation read(const fs::path& file) {
  auto conversation = transcript::read_session(file, transcript::Detail::content);
  REQUIRE(conversation);
  return *std::move(conversation);
}

std::string shape(const transcript::Conversation& conversation) {
  std::string out;
  for (const auto& entry : conversation.entries) {
    out += std::to_string(static_cast<int>(entry.kind));
    for (const auto& block : entry.blocks)
      out += "|" + block.text + block.input + block.tool_use_id;
    out += "\n";
  }
  return out;
}

void age(const fs::path& file) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

}  // namespace

TEST_CASE("fork_session: where nothing is left out, every session is the same for the model") {
  PlanOptions keep;
  keep.kinds.fill(false);
  std::size_t sessions = 0;
  for (const auto& file :
       fs::directory_iterator(std::string(CONTEXT_ROT_TEST_DATA) + "/transcripts")) {
    if (file.path().extension() != ".jsonl") continue;
    const std::string name = file.path().stem().string();
    CAPTURE(name);
    TempFolder folder;
    const auto original =
        folder.write(file.path().filename().string(), test::content_of(file.path()));
    age(original);
    const auto made = fork_of(original, false, keep);
    if (!made) {
      CHECK((name == "subagent_sidechain" || name == "user_prompt_blocked"));
      continue;
    }
    ++sessions;
    CHECK(test::content_of(original) == test::content_of(file.path()));
    CHECK(shape(read(made->file)) == shape(read(original)));
    const auto old = lines_of(original);
    const std::set<std::string> known(old.begin(), old.end());
    std::size_t strangers = 0;
    for (const auto& line : lines_of(made->file)) strangers += known.count(line) == 0 ? 1 : 0;
    CHECK(strangers == 3 + made->composition.edited);
    // Only parents that were missing in the original are set.
    CHECK(made->composition.dropped == 0);
    CHECK(made->plan.before == made->plan.after);
    CHECK(fs::file_size(made->file) == made->composition.bytes);
  }
  CHECK(sessions >= 25);
}

TEST_CASE("fork_session: what is odd in a session stays so in its plain copy") {
  struct Case {
    const char* name;
    const char* lines;
  };
  const Case cases[] = {
      {"of two lines with one uuid the later stands at the place of the earlier",
       "user u1 -\n assistant a1 u1\n user u2 a1\n assistant a2 u2\n user u2 a1\n user u3 a2"},
      {"kept messages where the summary hangs under nothing",
       "user u1 -\n assistant a1 u1\n boundary b - anchor=s uuids=u1,a1\n user s - summary"},
  };
  PlanOptions keep;
  keep.kinds.fill(false);
  for (const Case& c : cases) {
    CAPTURE(c.name);
    TempFolder folder;
    const auto original = folder.write("s.jsonl", test::transcript(c.lines));
    age(original);
    const auto made = fork_of(original, false, keep);
    REQUIRE(made);
    CHECK(shape(read(original)).size() > 0);
    CHECK(shape(read(made->file)) == shape(read(original)));
  }
}

TEST_CASE("fork_session: thinking that a compaction kept goes, and what else it kept stays") {
  const std::string thinks =
      R"(raw {"type":"assistant","uuid":"a1","parentUuid":"u1","timestamp":"2025-01-01T10:00:00Z",)"
      R"("message":{"id":"m","role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"}]}})";
  const char* const kept[] = {"uuids=u1,a1,a2", "head=u1 tail=a2", "head=a1 tail=a2"};
  for (const std::string names : kept) {
    CAPTURE(names);
    TempFolder folder;
    const auto file =
        session_of(folder, "user u1 - text=typed\n" + thinks +
                               "\nassistant a2 a1 msg=m text=said\nboundary b - anchor=s " + names +
                               "\nuser s b summary text=sum\nuser u2 s text=next\n"
                               "assistant a3 u2 msg=n text=end");
    age(file);
    REQUIRE(shape(read(file)).find("hm") != std::string::npos);
    const auto made = fork_of(file);
    REQUIRE(made);
    CHECK(made->plan.thinking.blocks == 1);
    CHECK(made->composition.dropped == 1);
    const std::string now = shape(read(made->file));
    CHECK(now.find("hm") == std::string::npos);
    CHECK(now.find("said") != std::string::npos);
    CHECK((now.find("typed") != std::string::npos) == (names.find("u1") != std::string::npos));
  }
}

TEST_CASE("fork_session: the file is for its owner only, and no other is left") {
  TempFolder folder;
  const auto file = session_of(folder, R"(
user hello - t=1
assistant a1 hello msg=m1 text=hi use=100 t=2
)");
  const auto made = fork_of(file);
  REQUIRE(made);
  struct stat status {};
  REQUIRE(::stat(made->file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("fork_session: dead branches stay behind, other lines come along once") {
  TempFolder folder;
  const auto file = session_of(folder, R"(
raw {"type":"mode","mode":"plan","sessionId":"x"}
raw {"type":"mode","mode":"normal","sessionId":"x"}
user p1 - t=1
assistant a1 p1 msg=m1 text=one use=100 t=2
user dead a1 t=3
assistant a2 dead msg=m2 text=gone use=200 t=4
raw {"type":"file-history-snapshot","messageId":"p1"}
raw {"type":"cost-state","totalCostUSD":1}
raw {"type":"custom-title","customTitle":"my title","sessionId":"x"}
raw {"no":"type"}
user p3 a1 t=5
assistant a3 p3 msg=m3 text=three use=150 t=6
)");
  const auto made = fork_of(file);
  REQUIRE(made);
  const std::string text = test::content_of(made->file);
  CHECK(text.find("dead") == std::string::npos);
  CHECK(text.find("gone") == std::string::npos);
  CHECK(text.find("\"plan\"") == std::string::npos);
  CHECK(text.find("\"normal\"") != std::string::npos);
  CHECK(text.find("file-history-snapshot") != std::string::npos);
  CHECK(text.find("cost-state") == std::string::npos);
  CHECK(text.find("my title (without noise)") != std::string::npos);
  CHECK(made->composition.title == "my title (without noise)");
  const auto again = fork_of(made->file);
  REQUIRE(again);
  CHECK(again->composition.title == "my title (without noise)");
  CHECK(shape(read(again->file)) == shape(read(file)));
}

TEST_CASE("fork_session: a turn that is running is left out and said so") {
  TempFolder folder;
  const std::string turns = R"(
user p1 - t=1
assistant a1 p1 msg=m1 text=one use=100 t=2
user p2 a1 t=3
assistant a2 p2 msg=m2 tool=t1 use=200 t=4
)";
  const auto file = session_of(folder, turns);
  SUBCASE("written a moment ago") {
    const auto made = fork_of(file);
    REQUIRE(made);
    REQUIRE(made->cut_at);
    CHECK(*made->cut_at == 2000);
    CHECK(read(made->file).entries.size() == 2);
  }
  SUBCASE("broken off long ago: all of it is taken") {
    age(file);
    const auto made = fork_of(file);
    REQUIRE(made);
    CHECK_FALSE(made->cut_at);
    CHECK(read(made->file).entries.size() == 4);
  }
  SUBCASE("known to be running") {
    age(file);
    CHECK(fork_of(file, true)->cut_at);
  }
  SUBCASE("a torn line at the end") {
    const auto torn = folder.write("torn.jsonl", test::content_of(file) + "{\"type\":\"assis");
    age(torn);
    const auto made = fork_of(torn);
    REQUIRE(made);
    CHECK(made->cut_at);
    CHECK(test::content_of(made->file).find("assis\n") == std::string::npos);
  }
  SUBCASE("the first turn") {
    const auto first = folder.write("first.jsonl", test::transcript_line("user p1 - t=1") + "\n");
    const auto made = fork_of(first);
    REQUIRE_FALSE(made);
    CHECK(made.error().find("still running") != std::string::npos);
  }
}

TEST_CASE("fork_session: what cannot be forked") {
  TempFolder folder;
  CHECK_FALSE(fork_of(folder.path() / "missing.jsonl"));
  CHECK_FALSE(fork_of(folder.write("empty.jsonl", "")));
  CHECK_FALSE(fork_of(folder.write("text.jsonl", "hello\nworld\n")));
  CHECK_FALSE(fork_of(folder.path()));
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("forks: found by their first line, removed unless they were continued") {
  TempFolder folder;
  const auto file = session_of(folder, R"(
user p1 - t=1
assistant a1 p1 msg=m1 text=one use=100 t=2
)");
  const auto made = fork_of(file);
  REQUIRE(made);
  folder.write("other.jsonl", "{\"type\":\"context-rot-fork\",\"sessionId\":\"else\"}\n");
  const auto forks = forks_in({folder.path()});
  REQUIRE(forks.size() == 1);
  CHECK(forks[0].header.session == made->names.session);
  CHECK(forks[0].header.from == "11111111-1111-4111-8111-111111111111");
  CHECK_FALSE(forks[0].continued);
  CHECK_FALSE(find_fork(forks, "zzzz"));
  CHECK_FALSE(find_fork(forks, made->names.session.substr(0, 3)));
  const auto found = find_fork(forks, made->names.session.substr(0, 8));
  REQUIRE(found);

  SUBCASE("untouched") {
    CHECK(remove_fork(*found, false));
    CHECK_FALSE(fs::exists(made->file));
    CHECK_FALSE(remove_fork(*found, false));
  }
  SUBCASE("continued") {
    std::ofstream(made->file, std::ios::app) << "{}\n";
    CHECK(forks_in({folder.path()})[0].continued);
    CHECK_FALSE(remove_fork(*found, false));
    CHECK(fs::exists(made->file));
    CHECK(remove_fork(*found, true));
  }
  SUBCASE("replaced by something else") {
    std::ofstream(made->file) << "{}\n";
    CHECK_FALSE(remove_fork(*found, true));
    CHECK(fs::exists(made->file));
  }
}
