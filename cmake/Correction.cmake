# The cues (lexicons/*.yaml) and the weights (weights.txt) of the correction detector are compiled
# in: two small programs turn them into tables at build time.
set(correction ${CMAKE_CURRENT_SOURCE_DIR}/src/correction)
file(GLOB lexicons CONFIGURE_DEPENDS ${correction}/lexicons/*.yaml)

# A build for another system takes them from one for this machine, where the two can run.
set(CONTEXT_ROT_HOST_BUILD "" CACHE PATH "A build for this machine, where this one is for another")
if(CONTEXT_ROT_HOST_BUILD)
  set(correction_tables ${CONTEXT_ROT_HOST_BUILD}/generated/lexicon_table.cpp
    ${CONTEXT_ROT_HOST_BUILD}/generated/weights_table.cpp)
  return()
endif()

add_executable(embed-lexicons cmake/embed_lexicons.cpp
  ${correction}/fold.cpp ${correction}/log_line.cpp ${correction}/prose.cpp src/util/utf8.cpp)
add_executable(embed-weights cmake/embed_weights.cpp ${correction}/weights_file.cpp)
foreach(program embed-lexicons embed-weights)
  target_include_directories(${program} PRIVATE src)
  target_compile_options(${program} PRIVATE -O0)  # run once: neither fast nor sanitized
  set_target_properties(${program} PROPERTIES UNITY_BUILD ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/embed)
endforeach()
target_link_libraries(embed-lexicons PRIVATE context_rot_yaml)

set(tables ${CMAKE_BINARY_DIR}/generated)
file(MAKE_DIRECTORY ${tables})
add_custom_command(OUTPUT ${tables}/lexicon_table.cpp
  COMMAND embed-lexicons ${tables}/lexicon_table.cpp ${lexicons}
  DEPENDS embed-lexicons ${lexicons} VERBATIM)
add_custom_command(OUTPUT ${tables}/weights_table.cpp
  COMMAND embed-weights ${tables}/weights_table.cpp ${correction}/weights.txt
  DEPENDS embed-weights ${correction}/weights.txt VERBATIM)
set(correction_tables ${tables}/lexicon_table.cpp ${tables}/weights_table.cpp)
