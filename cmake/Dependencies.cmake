# Libraries from the distribution's packages (the list per distribution is in install.sh), or, where
# release programs are made for other systems, their sources (tests/package/toolchain.py).
set(CONTEXT_ROT_LIBRARIES "" CACHE PATH "Sources of the libraries, to compile them, too")
find_package(Threads REQUIRED)
if(CONTEXT_ROT_LIBRARIES)
  include(cmake/LibrarySources.cmake)
  return()
endif()
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(yaml-cpp REQUIRED)
find_package(simdjson REQUIRED)

# The static yaml-cpp spares every hook the loading of a shared library that is
# needed only where a configuration file exists.
find_library(CONTEXT_ROT_YAML_STATIC NAMES libyaml-cpp.a)
mark_as_advanced(CONTEXT_ROT_YAML_STATIC)
add_library(context_rot_yaml INTERFACE)
if(CONTEXT_ROT_YAML_STATIC AND NOT APPLE)
  target_link_libraries(context_rot_yaml INTERFACE ${CONTEXT_ROT_YAML_STATIC})
else()
  target_link_libraries(context_rot_yaml INTERFACE yaml-cpp)
endif()
