#include "report/page_file.h"

#include "report/page.h"
#include "util/atomic_file.h"
#include "util/file.h"

namespace context_rot::report {

Result<void> save_page(const std::filesystem::path& path, std::string_view page) {
  std::error_code error;
  if (std::filesystem::exists(path, error)) {
    const auto file = ReadFile::open(path);
    if (!file) return Error{file.error()};
    std::string head(512, '\0');
    const auto got = file->read_at(0, head.data(), head.size());
    if (!got) return Error{got.error()};
    head.resize(*got);
    if (!head.empty() && !is_page(head)) {
      return Error{path.string() + ": is there and is no page of context-health; it was kept"};
    }
  }
  return write_file_atomically(path, page);
}

}  // namespace context_rot::report
