#pragma once
// A program that was started without one of its standard streams. Product-free.

namespace context_rot {

/// Opens what is closed of the descriptors 0, 1 and 2, so that no file or pipe of the program's own
/// gets such a number: what is printed would go into that file, and a child would not get the pipe.
/// Reading and writing them fails as before, with EBADF. To be called first of all.
void occupy_standard_streams();

}  // namespace context_rot
