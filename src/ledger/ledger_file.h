#pragma once
// The ledger on disk: corrections.jsonl in the data folder.

#include <filesystem>
#include <string>
#include <string_view>

#include "correction/model.h"
#include "util/result.h"

namespace context_rot::ledger {

/// The ledger's path in a data folder.
std::filesystem::path ledger_file(const std::filesystem::path& data);

/// Appends an event to the ledger of `data`, making the folder (0700) and the file (0600).
Result<void> append_event(const std::filesystem::path& data, std::string_view event);

/// The weights that were learned from the ledger of `data` (tools/home_training.h), which are added
/// to the compiled-in ones.
std::filesystem::path own_weights_file(const std::filesystem::path& data);

/// The compiled-in model with the own weights of `data`, where there are any. Fails with the path
/// and the reason where they cannot be read.
Result<correction::Model> model_of(const std::filesystem::path& data);

/// The ledger's last `bytes` bytes from a line's start; empty where there is no ledger. A torn
/// first line is left out.
Result<std::string> ledger_end(const std::filesystem::path& data, std::size_t bytes);

}  // namespace context_rot::ledger
