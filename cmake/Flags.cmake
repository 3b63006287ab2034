# Compiler and linker settings shared by every target, as one interface library.
add_library(context_rot_flags INTERFACE)

target_compile_options(context_rot_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
  -Wcast-align -Woverloaded-virtual -Werror)

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
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
  include(CheckIPOSupported)
  check_ipo_supported(RESULT has_lto OUTPUT lto_problem)
  if(has_lto)
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  else()
    message(STATUS "No link-time optimisation: ${lto_problem}")
  endif()
endif()

if(CONTEXT_ROT_FUZZ)
  target_compile_options(context_rot_flags INTERFACE -fsanitize=fuzzer-no-link)
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
    target_link_options(context_rot_static INTERFACE -static)
  endif()
endif()
