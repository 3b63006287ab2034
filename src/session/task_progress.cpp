#include "session/task_progress.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "session/commit.h"
#include "util/excerpt.h"
#include "util/json_tree.h"

namespace context_rot::session {

using nlohmann::json;

namespace {

constexpr std::size_t task_bytes = 160;
constexpr std::size_t most_plan_lines = 12;

std::string id_at(const json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? found->dump() : std::string();
}

struct Task {
  std::string subject;
  std::string status = "pending";
  std::size_t entry = 0;  // that said so last
};

void put(const Task& task, Progress& out) {
  const std::string subject = excerpt(task.subject, task_bytes);
  if (subject.empty()) return;
  if (task.status == "completed") out.done.push_back({subject, task.entry});
  if (task.status == "in_progress") out.in_progress.push_back({subject, task.entry});
  if (task.status == "pending") out.pending.push_back({subject, task.entry});
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
        list_.push_back({text_member(todo, "content"), text_member(todo, "status"), use.use_entry});
    } else if (use.name == "TaskCreate") {
      if (!one_by_one_) list_.clear();
      one_by_one_ = true;
      const std::string id = created_id(use.result);
      if (!id.empty()) by_id_[id] = list_.size();
      list_.push_back({text_member(input, "subject"), "pending", use.use_entry});
    } else if (use.name == "TaskUpdate") {
      const auto known = by_id_.find(id_at(input, "taskId"));
      if (known == by_id_.end()) return;
      Task& task = list_[known->second];
      task.entry = use.use_entry;
      if (const std::string status = text_member(input, "status"); !status.empty())
        task.status = status;
      if (const std::string subject = text_member(input, "subject"); !subject.empty())
        task.subject = subject;
    }
  }

  const std::vector<Task>& list() const { return list_; }

 private:
  std::vector<Task> list_;
  std::map<std::string, std::size_t> by_id_;
  bool one_by_one_ = false;  ///< by TaskCreate, not as a whole list
};

std::vector<FromEntry> lines_of(std::string_view text, std::size_t entry) {
  std::vector<FromEntry> out;
  for (std::size_t at = 0; at < text.size() && out.size() < most_plan_lines;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = excerpt(text.substr(at, end - at), task_bytes);
    at = end + 1;
    line.erase(0, line.find_first_not_of("#*- "));
    if (!line.empty()) out.push_back({std::move(line), entry});
  }
  return out;
}

}  // namespace

Progress progress_of(const std::vector<transcript::ToolUse>& uses) {
  Progress out;
  Tasks tasks;
  for (const transcript::ToolUse& use : uses) {
    if (use.action == transcript::Action::run) {
      for (std::string& commit : commits_of(use)) {
        out.commits.push_back({std::move(commit), use.result_entry.value_or(use.use_entry)});
      }
      continue;
    }
    const bool plan = use.name == "ExitPlanMode";
    const bool tells =
        plan || use.name == "TodoWrite" || use.name == "TaskCreate" || use.name == "TaskUpdate";
    // A list counts while its result is not there yet; a plan is one when it is approved.
    if (!tells || use.failure != transcript::FailureSign::none || (plan && !use.result_entry))
      continue;
    const json input = json_tree(use.input);
    if (!input.is_object()) continue;
    if (plan) {
      out.plan = lines_of(text_member(input, "plan"), use.use_entry);
    } else {
      tasks.take(use, input);
    }
  }
  for (const Task& task : tasks.list()) put(task, out);
  return out;
}

}  // namespace context_rot::session
