// Redaction: idempotent, and what was well-formed UTF-8 stays so.

#include <cstdlib>

#include "util/redact.h"
#include "util/utf8.h"

void test_input(const unsigned char* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string once = context_rot::redact(text);
  if (context_rot::redact(once) != once) std::abort();
  const std::string valid = context_rot::redact(context_rot::repair_utf8(text));
  if (context_rot::repair_utf8(valid) != valid) std::abort();
}
