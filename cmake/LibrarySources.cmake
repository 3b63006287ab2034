# The libraries from CONTEXT_ROT_LIBRARIES: include/ has the headers of all, simdjson.cpp is one file,
# yaml-cpp/ has the sources of the other. Included, they are not ours to warn about.
set(library_headers ${CONTEXT_ROT_LIBRARIES}/include)
foreach(target CLI11::CLI11 nlohmann_json::nlohmann_json)
  add_library(${target} INTERFACE IMPORTED)
  target_include_directories(${target} SYSTEM INTERFACE ${library_headers})
endforeach()

# Only what is used gets into a program.
set(library_flags -w -ffunction-sections -fdata-sections)

add_library(simdjson STATIC ${CONTEXT_ROT_LIBRARIES}/simdjson.cpp)
target_include_directories(simdjson SYSTEM PUBLIC ${library_headers})
target_compile_options(simdjson PRIVATE ${library_flags})
add_library(simdjson::simdjson ALIAS simdjson)

file(GLOB yaml_sources ${CONTEXT_ROT_LIBRARIES}/yaml-cpp/*.cpp)
add_library(context_rot_yaml STATIC ${yaml_sources})
target_include_directories(context_rot_yaml SYSTEM PUBLIC ${library_headers})
target_compile_definitions(context_rot_yaml PUBLIC YAML_CPP_STATIC_DEFINE)
target_compile_options(context_rot_yaml PRIVATE ${library_flags} -Os)
set(CONTEXT_ROT_YAML_STATIC ON)
