#pragma once
// Private keys in PEM armour, whole or cut off. Product-free.

#include <optional>

#include "util/secret.h"

namespace context_rot {

/// Finds the private keys of one text from its start to its end. Remembers what it has looked
/// for, so that all calls together are linear in the text. Holds a view of the text.
class PrivateKeys {
 public:
  explicit PrivateKeys(std::string_view text) : text_(text) {}

  /// The key whose "-----BEGIN ... PRIVATE KEY-----" or "-----END ..." stands at byte `at`; ask
  /// in rising order. Lines may end in "\n" as two characters, as inside JSON. A key without an
  /// end goes on as long as its lines look like one; a key without a beginning reaches back in
  /// the same way, but not before `from`. A mention of the words alone is no key.
  std::optional<Secret> at(std::size_t at, std::size_t from);

 private:
  std::size_t dashes_from(std::size_t at);

  std::string_view text_;
  std::size_t next_dashes_ = 0;
};

}  // namespace context_rot
