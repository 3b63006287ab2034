# Cross compiling with Zig's C++ compiler, which brings the C libraries of all targets with it: small
# programs that need nothing of the system they run on.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/zig.cmake -DCONTEXT_ROT_TARGET=TARGET
#         -DCONTEXT_ROT_ZIG=FILE -DCONTEXT_ROT_LIBRARIES=DIR -DCONTEXT_ROT_HOST_BUILD=DIR ...
#
# TARGET is one of those below; tests/package/toolchain.py gets Zig and the libraries' sources, and
# tests/package/release calls all of it.
set(CONTEXT_ROT_TARGET "" CACHE STRING "x86_64-linux-musl, aarch64-linux-musl, x86_64-macos or aarch64-macos")
set(CONTEXT_ROT_ZIG "" CACHE FILEPATH "Zig's program")
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CONTEXT_ROT_TARGET CONTEXT_ROT_ZIG CONTEXT_ROT_WRAPPERS)

if(NOT CONTEXT_ROT_TARGET MATCHES "^(x86_64|aarch64)-(linux-musl|macos)$")
  message(FATAL_ERROR "CONTEXT_ROT_TARGET is \"${CONTEXT_ROT_TARGET}\", and none of the four targets")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
if(CMAKE_MATCH_2 STREQUAL "macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  # The first system for both processors, and the oldest whose interface Zig has.
  set(zig_target ${CONTEXT_ROT_TARGET}.11.0)
  # Zig has the system's interface in it; no SDK is looked for.
  set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
  set(CMAKE_OSX_ARCHITECTURES "" CACHE STRING "")
  set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "")
  set(CMAKE_INSTALL_NAME_TOOL ${CMAKE_COMMAND})  # asked for by CMake, used by nobody: no shared library
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(zig_target ${CONTEXT_ROT_TARGET})
endif()
set(CMAKE_CROSSCOMPILING TRUE)

# CMake wants tools of one word; Zig's are words of one program.
if(NOT CONTEXT_ROT_WRAPPERS)
  set(CONTEXT_ROT_WRAPPERS ${CMAKE_BINARY_DIR}/zig)
endif()
foreach(tool "c++ -target ${zig_target}" "cc -target ${zig_target}" ar ranlib)
  string(REGEX MATCH "^[^ ]+" name ${tool})
  set(wrapper ${CONTEXT_ROT_WRAPPERS}/${name})
  set(text "#!/bin/sh\nexec '${CONTEXT_ROT_ZIG}' ${tool} \"$@\"\n")
  if(NOT EXISTS ${wrapper})
    file(WRITE ${wrapper} "${text}")
    file(CHMOD ${wrapper} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
      WORLD_READ WORLD_EXECUTE)
  endif()
endforeach()
set(CMAKE_C_COMPILER ${CONTEXT_ROT_WRAPPERS}/cc)
set(CMAKE_CXX_COMPILER ${CONTEXT_ROT_WRAPPERS}/c++)
set(CMAKE_AR ${CONTEXT_ROT_WRAPPERS}/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${CONTEXT_ROT_WRAPPERS}/ranlib CACHE FILEPATH "")

# Nothing of the machine that builds.
set(CMAKE_FIND_ROOT_PATH ${CONTEXT_ROT_WRAPPERS})
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
