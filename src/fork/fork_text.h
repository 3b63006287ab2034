#pragma once
// A fork in words and as JSON.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "fork/fork_session.h"
#include "fork/forks.h"

namespace context_rot::fork {

/// What went, by kind, and how to go on. With `plan` every single change and its reason.
/// `curate` is how context-curate is started.
std::string fork_text(const Fork& fork, bool plan, std::string_view curate);

/// The same for programs, with every change. Titles and texts may be any bytes; dump them with
/// error_handler_t::replace.
nlohmann::ordered_json fork_json(const Fork& fork);

/// One line a fork, for people.
std::string forks_text(const std::vector<KnownFork>& forks);

/// The same for programs: an array with an object for each fork.
nlohmann::ordered_json forks_json(const std::vector<KnownFork>& forks);

/// "claude --resume ID"
std::string resume_command(const std::string& session);

}  // namespace context_rot::fork
