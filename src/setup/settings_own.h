#pragma once
// What in a settings.json is ours: told by the program it starts, never by an extra key, which
// the client may drop when it rewrites the file.

#include <optional>
#include <string>
#include <string_view>

namespace context_rot::setup {

/// The hook program of ours that a hook entry's command starts ("hook-pre-compact"), empty
/// where it is not ours: the path must end in /context-rot/bin/hook-NAME. `exec_form` is
/// whether the entry has `args`: then the whole command is the path, else its first shell
/// word. A command that only mentions such a path further on is foreign.
std::string own_hook_program(std::string_view command, bool exec_form);

/// Whether a status line command is ours (first word .../context-rot/bin/context-status-line).
bool is_own_status_line(std::string_view command);

/// Our status line command around a foreign one: `own --wrap 'foreign'`.
std::string wrap_status_line(std::string_view own, std::string_view foreign);

/// The foreign command inside one of ours. Nothing where it wraps none or is not ours.
std::optional<std::string> wrapped_status_line(std::string_view command);

/// A command of ours with its program replaced by the (shell quoted) one of `own`; its
/// options stay.
std::string with_own_program(std::string_view command, std::string_view own);

}  // namespace context_rot::setup
