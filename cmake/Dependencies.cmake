# Libraries from the distribution's packages (the list per distribution is in install.sh).
find_package(Threads REQUIRED)
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
