#include "util/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace context_rot {

void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // The lowest free number is this one. Opened the wrong way round, it stays of no use.
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace context_rot
