#include "session/task_progress.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "util/excerpt.h"
#include "util/json_tree.h"

namespace context_rot::session {

using nlohmann::json;

namespace {

constexpr std::size_t task_bytes = 160;
constexpr std::size_t most_plan_lines = 12;

std::string text_at(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string id_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : std::string();
}

struct Task {
  std::string subject;
  std::string status = "pending";
};

void put(const Task& task, Progress& out) {
  const std::string subject = excerpt(task.subject, task_bytes);
  if (subject.empty()) return;
  if (task.status == "completed") out.done.push_back(subject);
  if (task.status == "in_progress") out.in_progress.push_back(subject);
  if (task.status == "pending") out.pending.push_back(subject);
}

/// The "N" of "Task #N created successfully: ...".
std::string created_id(std::string_view result) {
  constexpr std::string_view lead = "Task #";
  if (!result.starts_with(lead)) return {};
  const std::string_view rest = result.substr(lead.size());
  return std::string(rest.substr(0, rest.find(' ')));
}

class Tasks {
 public:
  void take(const transcript::ToolUse& use, const json& input) {
    if (use.name == "TodoWrite") {
      const auto todos = input.find("todos");
      if (todos == input.end() || !todos->is_array()) return;
      list_.clear();
      by_id_.clear();
      one_by_one_ = false;
      for (const json& todo : *todos)
        list_.push_back({text_at(todo, "content"), text_at(todo, "status")});
    } else if (use.name == "TaskCreate") {
      if (!one_by_one_) list_.clear();
      one_by_one_ = true;
      const std::string id = created_id(use.result);
      if (!id.empty()) by_id_[id] = list_.size();
      list_.push_back({text_at(input, "subject"), "pending"});
    } else if (use.name == "TaskUpdate") {
      const auto known = by_id_.find(id_at(input, "taskId"));
      if (known == by_id_.end()) return;
      Task& task = list_[known->second];
      if (const std::string status = text_at(input, "status"); !status.empty())
        task.status = status;
      if (const std::string subject = text_at(input, "subject"); !subject.empty())
        task.subject = subject;
    }
  }

  const std::vector<Task>& list() const { return list_; }

 private:
  std::vector<Task> list_;
  std::map<std::string, std::size_t> by_id_;
  bool one_by_one_ = false;  ///< by TaskCreate, not as a whole list
};

/// "4f1c2aa: add the timer" of each "[main 4f1c2aa] add the timer" that git printed.
void add_commits(std::string_view result, std::vector<std::string>& out) {
  for (std::size_t at = 0; at < result.size();) {
    const std::size_t end = std::min(result.find('\n', at), result.size());
    const std::string_view line = result.substr(at, end - at);
    at = end + 1;
    const std::size_t close = line.find("] ");
    if (!line.starts_with('[') || close == std::string_view::npos || close > 120) continue;
    const std::size_t space = line.rfind(' ', close);
    if (space == std::string_view::npos) continue;
    const std::string_view hash = line.substr(space + 1, close - space - 1);
    const bool is_hash = hash.size() >= 7 && hash.size() <= 40 &&
                         hash.find_first_not_of("0123456789abcdef") == std::string_view::npos;
    if (is_hash)
      out.push_back(std::string(hash) + ": " + excerpt(line.substr(close + 2), task_bytes));
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size() && out.size() < most_plan_lines;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = excerpt(text.substr(at, end - at), task_bytes);
    at = end + 1;
    line.erase(0, line.find_first_not_of("#*- "));
    if (!line.empty()) out.push_back(std::move(line));
  }
  return out;
}

}  // namespace

Progress progress_of(const std::vector<transcript::ToolUse>& uses) {
  Progress out;
  Tasks tasks;
  std::vector<std::string> commits;
  for (const transcript::ToolUse& use : uses) {
    if (use.action == transcript::Action::run) {
      if (use.succeeded() && use.input.find("git") != std::string_view::npos &&
          use.input.find("commit") != std::string_view::npos) {
        add_commits(use.result, commits);
      }
      continue;
    }
    const bool plan = use.name == "ExitPlanMode";
    const bool tells =
        plan || use.name == "TodoWrite" || use.name == "TaskCreate" || use.name == "TaskUpdate";
    // A list counts while its result is not there yet; a plan is one when it is approved.
    if (!tells || use.failure != transcript::FailureSign::none || (plan && !use.result_entry)) continue;
    const json input = json_tree(use.input);
    if (!input.is_object()) continue;
    if (plan) {
      out.plan = lines_of(text_at(input, "plan"));
    } else {
      tasks.take(use, input);
    }
  }
  for (const Task& task : tasks.list()) put(task, out);
  out.done.insert(out.done.end(), commits.begin(), commits.end());
  return out;
}

}  // namespace context_rot::session
