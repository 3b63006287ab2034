// Runs the contract cases: contract-tests PROGRAMS CASES DATA [FILTER]
// The form of a case is described in README.md beside this file.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "case_file.h"
#include "sandbox.h"

namespace {

using namespace contract;
namespace fs = std::filesystem;
using nlohmann::json;

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Where an outcome differs from what the case expects; "" where it does not.
class Judge {
 public:
  Judge(const Sandbox& sandbox, const Run& run, const Outcome& outcome)
      : sandbox_(sandbox), run_(run), outcome_(outcome) {}

  std::string verdict() {
    if (outcome_.exit_code != run_.exit_code) {
      differ("exit " + std::to_string(run_.exit_code),
             "exit " + std::to_string(outcome_.exit_code));
    }
    check_text("stdout", run_.out, outcome_.out, !run_.members.empty());
    check_text("stderr", run_.err, outcome_.err, false);
    check_members();
    check_files();
    if (run_.within_milliseconds > 0 && outcome_.milliseconds > run_.within_milliseconds) {
      differ("within " + std::to_string(run_.within_milliseconds) + " ms",
             std::to_string(outcome_.milliseconds) + " ms");
    }
    if (!outcome_.changed.empty()) differ("reads only", outcome_.changed);
    return verdict_;
  }

 private:
  void differ(const std::string& expected, const std::string& got) {
    verdict_ += "    expected " + expected + "\n    got      " + got + "\n";
  }

  void check_text(const std::string& name, const ExpectedText& expected, const std::string& got,
                  bool may_hold_text) {
    if (!expected.lines.empty()) {
      std::string all;
      for (const std::string& line : expected.lines) all += sandbox_.expand(line) + "\n";
      if (got != all) differ(name + " " + shown(all), name + " " + shown(got));
    } else if (expected.contains.empty() && !may_hold_text && !got.empty()) {
      differ("no " + name, name + " " + shown(got));
    }
    for (const std::string& text : expected.contains) {
      if (got.find(sandbox_.expand(text)) != std::string::npos) continue;
      differ(name + " with " + shown(sandbox_.expand(text)), name + " " + shown(got));
    }
    for (const std::string& text : expected.lacks) {
      if (got.find(sandbox_.expand(text)) == std::string::npos) continue;
      differ(name + " without " + shown(sandbox_.expand(text)), name + " " + shown(got));
    }
  }

  void check_members() {
    if (run_.members.empty()) return;
    const json root = json::parse(outcome_.out, nullptr, false);
    if (root.is_discarded()) return differ("stdout in JSON", shown(outcome_.out));
    for (const ExpectedMember& member : run_.members) {
      const json* value = member_at(root, member.path);
      const std::string got = member.path + " " + (value == nullptr ? "absent" : value->dump());
      if (member.check == JsonCheck::absent) {
        if (value != nullptr) differ(member.path + " absent", got);
        continue;
      }
      const std::string wanted = sandbox_.expand(member.value);
      if (member.check == JsonCheck::contains) {
        const bool found = value != nullptr && value->is_string() &&
                           value->get<std::string>().find(wanted) != std::string::npos;
        if (!found) differ(member.path + " with " + shown(wanted), got);
        continue;
      }
      json expected = json::parse(wanted, nullptr, false);
      if (expected.is_discarded()) expected = wanted;
      if (value == nullptr || *value != expected) {
        differ(member.path + " " + expected.dump(), got);
      }
    }
  }

  static const json* member_at(const json& root, const std::string& path) {
    const json* value = &root;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('.', begin), path.size());
      const std::string key = path.substr(begin, end - begin);
      if (value->is_array() && !key.empty() && key.find_first_not_of("0123456789") == key.npos &&
          std::stoul(key) < value->size()) {
        value = &(*value)[std::stoul(key)];
      } else if (value->is_object() && value->contains(key)) {
        value = &(*value)[key];
      } else {
        return nullptr;
      }
      begin = end + 1;
    }
    return value;
  }

  void check_files() {
    for (const auto& [path, text] : run_.holds) {
      const fs::path file = sandbox_.at(path);
      const std::string wanted = sandbox_.expand(text);
      if (!fs::exists(file)) {
        differ("file " + path, "no such file");
      } else if (const std::string content = read_text(file);
                 content.find(wanted) == std::string::npos) {
        differ(path + " with " + shown(wanted), path + " " + shown(content));
      }
    }
    for (const std::string& path : run_.absent) {
      if (fs::exists(sandbox_.at(path))) differ("no file " + path, "there is one");
    }
  }

  /// On one line, control characters made visible.
  static std::string shown(const std::string& text) {
    std::string line = "\"";
    for (const char c : text) {
      if (c == '\n') {
        line += "\\n";
      } else if (static_cast<unsigned char>(c) < 0x20) {
        char escaped[8];
        std::snprintf(escaped, sizeof escaped, "$x%02X", static_cast<unsigned>(c));
        line += escaped;
      } else {
        line += c;
      }
    }
    return line + "\"";
  }

  const Sandbox& sandbox_;
  const Run& run_;
  const Outcome& outcome_;
  std::string verdict_;
};

/// Runs a case; returns what went wrong, "" if nothing did.
std::string run_case(const Case& test, const fs::path& programs, const fs::path& data) {
  std::string problems;
  try {
    Sandbox sandbox(programs, data);
    for (const Step& step : test.steps) {
      if (const auto* setup = std::get_if<Setup>(&step)) {
        sandbox.prepare(*setup);
        continue;
      }
      const Run& run = std::get<Run>(step);
      const std::string verdict = Judge(sandbox, run, sandbox.run(run)).verdict();
      if (verdict.empty()) continue;
      problems += "  line " + std::to_string(run.line) + ": run";
      for (const std::string& word : run.words) problems += " " + word;
      problems += "\n" + verdict;
    }
  } catch (const std::exception& error) {
    problems += std::string("    ") + error.what() + "\n";
  }
  return problems;
}

/// A case about permissions says nothing where they do not bind.
bool binds_here(const Case& test) {
  return ::geteuid() != 0 ||
         std::none_of(test.steps.begin(), test.steps.end(), [](const Step& step) {
           const auto* setup = std::get_if<Setup>(&step);
           return setup != nullptr && setup->what == "mode";
         });
}

std::vector<Case> all_cases(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  if (files.empty()) throw std::runtime_error(folder.string() + ": holds no *.txt");
  std::sort(files.begin(), files.end());
  std::vector<Case> all;
  for (const fs::path& file : files) {
    for (Case& one : read_cases(file)) all.push_back(std::move(one));
  }
  return all;
}

int run_all(const fs::path& programs, const fs::path& cases, const fs::path& data,
            const std::string& filter) {
  int passed = 0, failed = 0, skipped = 0;
  for (const Case& test : all_cases(cases)) {
    const std::string title = test.file + ": " + test.name;
    if (title.find(filter) == std::string::npos) continue;
    if (!binds_here(test)) {
      std::printf("skipped %s (permissions do not bind root)\n", title.c_str());
      ++skipped;
      continue;
    }
    const std::string problems = run_case(test, programs, data);
    if (problems.empty()) {
      ++passed;
      continue;
    }
    ++failed;
    std::printf("FAILED %s\n%s", title.c_str(), problems.c_str());
  }
  std::printf("%d cases passed, %d failed, %d skipped\n", passed, failed, skipped);
  if (passed + failed == 0) {
    std::fprintf(stderr, "contract-tests: no case ran\n");
    return 2;
  }
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 5) {
    std::fprintf(stderr, "usage: contract-tests PROGRAMS CASES DATA [FILTER]\n");
    return 2;
  }
  try {
    return run_all(fs::absolute(argv[1]), argv[2], argv[3], argc > 4 ? argv[4] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "contract-tests: %s\n", error.what());
    return 2;
  }
}
