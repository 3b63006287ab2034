# Compiler and linker settings shared by every target, as one interface library.

# Smaller programs start sooner; -O3 and link-time optimisation gain a tenth of the instructions at
# twice the time to build (tests/bench/README.md).
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
add_library(context_rot_flags INTERFACE)

target_compile_options(context_rot_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Wcast-align -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Clang counts as hidden what another file of the folder keeps to itself (cmake/Unity.cmake), GCC
  # what one of another folder does, where those are compiled together.
  if(NOT CONTEXT_ROT_UNITY OR CONTEXT_ROT_UNITY STREQUAL "FOLDER")
    target_compile_options(context_rot_flags INTERFACE -Wshadow)
  else()
    target_compile_options(context_rot_flags INTERFACE -Wshadow=local)
  endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False alarms of GCC 12 about std::string (its bugs 105329 and 105651).
  target_compile_options(context_rot_flags INTERFACE -Wno-restrict -Wno-array-bounds)
endif()
# For those who change the code: a compiler of tomorrow must not stop an installation.
option(CONTEXT_ROT_WERROR "Treat warnings as errors" OFF)
if(CONTEXT_ROT_WERROR)
  target_compile_options(context_rot_flags INTERFACE -Werror)
endif()

# Hooks are started on every prompt: small programs start faster.
target_compile_options(context_rot_flags INTERFACE -ffunction-sections -fdata-sections)
if(APPLE)
  target_link_options(context_rot_flags INTERFACE -Wl,-dead_strip)
else()
  target_link_options(context_rot_flags INTERFACE -Wl,--gc-sections -Wl,--as-needed)
endif()

if(CONTEXT_ROT_SANITIZE)
  target_compile_options(context_rot_flags INTERFACE
    -fsanitize=${CONTEXT_ROT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(context_rot_flags INTERFACE -fsanitize=${CONTEXT_ROT_SANITIZE})
endif()

if(CONTEXT_ROT_FUZZ)
  target_compile_options(context_rot_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# What headers promise (src/util/invariant.h) is checked where speed does not count.
set(checked OFF)
if(CMAKE_BUILD_TYPE STREQUAL "Debug" OR CONTEXT_ROT_SANITIZE OR CONTEXT_ROT_FUZZ)
  set(checked ON)
endif()
option(CONTEXT_ROT_INVARIANTS "End a program that breaks what a header promises" ${checked})
if(CONTEXT_ROT_INVARIANTS)
  target_compile_definitions(context_rot_flags INTERFACE CONTEXT_ROT_INVARIANTS)
endif()

# A static program starts in half the time: nothing is left to load and bind. It also goes on
# working when the distribution replaces a library.
include(CheckCXXSourceCompiles)
option(CONTEXT_ROT_STATIC "Link the programs statically where the system allows it" ON)
add_library(context_rot_static INTERFACE)
if(CONTEXT_ROT_STATIC AND NOT CONTEXT_ROT_SANITIZE AND NOT APPLE)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_cxx_source_compiles("#include <string>\nint main() { return std::string().size() != 0; }"
    CONTEXT_ROT_CAN_LINK_STATICALLY)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(CONTEXT_ROT_CAN_LINK_STATICALLY AND CONTEXT_ROT_YAML_STATIC)
    # In one segment and without symbols a start touches fewer pages: a fifth less time where the
    # caches are cold. Not every linker can be told to.
    set(CMAKE_REQUIRED_LINK_OPTIONS -static -Wl,-z,noseparate-code)
    check_cxx_source_compiles("int main() { return 0; }" CONTEXT_ROT_CAN_LINK_IN_ONE_SEGMENT)
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    target_link_options(context_rot_static INTERFACE -static $<$<CONFIG:Release>:-s>)
    if(CONTEXT_ROT_CAN_LINK_IN_ONE_SEGMENT)
      target_link_options(context_rot_static INTERFACE -Wl,-z,noseparate-code)
    endif()
  endif()
endif()
