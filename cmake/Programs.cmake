# The programs are names of two files, which know by which of them they were started (as git and
# busybox do): fifteen files of their own held fifteen times the library and the C++ library. A file
# hooks/NAME.cpp is the program hook-NAME, src/cli/NAME.cpp is NAME; its main() is in the namespace
# context_rot::NAME, with _ for -.
set(whole_programs context-advise context-curate context-health context-journal)
set(quick_programs)
set(commands)
file(GLOB hook_mains CONFIGURE_DEPENDS hooks/*.cpp)
foreach(main IN LISTS hook_mains)
  get_filename_component(name ${main} NAME_WE)
  list(APPEND quick_programs hook-${name})
endforeach()
file(GLOB cli_mains CONFIGURE_DEPENDS src/cli/*.cpp)
foreach(main IN LISTS cli_mains)
  get_filename_component(name ${main} NAME_WE)
  list(APPEND commands ${name})
  if(name IN_LIST whole_programs)
    list(APPEND whole_mains ${main})
  else()
    list(APPEND quick_mains ${main})
    list(APPEND quick_programs ${name})
  endif()
endforeach()
set(programs ${quick_programs} ${whole_programs})

# context_rot_mains(TARGET LIBRARY MAIN...): compiled together, what they include is read once.
function(context_rot_mains target library)
  add_library(${target} OBJECT ${ARGN})
  target_link_libraries(${target} PRIVATE ${library})
  context_rot_one_unit(${target})
endfunction()
context_rot_mains(hook-mains contextrot ${hook_mains})
context_rot_mains(quick-mains contextrot ${quick_mains})
context_rot_mains(whole-mains contextrot_bulk ${whole_mains})
target_compile_options(whole-mains PRIVATE $<$<CONFIG:Release>:-Os>)
foreach(target quick-mains whole-mains)
  target_link_libraries(${target} PRIVATE CLI11::CLI11)
  if(CONTEXT_ROT_SANITIZE)
    # What is theirs is reading options, once: half of the time to compile them goes into CLI11.
    target_compile_options(${target} PRIVATE -O0)
  endif()
endforeach()

# context_rot_file(FILE LIBRARY NAME...): the executable, and its names beside it.
function(context_rot_file file library)
  set(declarations "")
  set(rows "")
  set(links)
  foreach(name IN LISTS ARGN)
    string(REPLACE - _ space ${name})
    string(APPEND declarations "namespace context_rot::${space} {\nint main(int, char**);\n}\n")
    string(APPEND rows "      {\"${name}\", context_rot::${space}::main},\n")
    list(APPEND links ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name})
  endforeach()
  set(table ${CMAKE_BINARY_DIR}/generated/${file}.cpp)
  configure_file(cmake/program_table.cpp.in ${table} @ONLY)
  add_executable(${file} ${table})
  target_link_libraries(${file} PRIVATE ${library})
  add_custom_command(TARGET ${file} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -DFILE=$<TARGET_FILE:${file}> "-DLINKS=${links}"
      -P ${PROJECT_SOURCE_DIR}/cmake/Links.cmake
    BYPRODUCTS ${links} VERBATIM)
endfunction()
context_rot_file(toolkit-quick contextrot ${quick_programs})
target_link_libraries(toolkit-quick PRIVATE hook-mains quick-mains context_rot_static)
include(cmake/StartOrder.cmake)
if(CONTEXT_ROT_CAN_ORDER)
  target_link_options(toolkit-quick PRIVATE $<$<CONFIG:Release>:-Wl,-T,${start_order}>)
  set_target_properties(toolkit-quick PROPERTIES LINK_DEPENDS ${start_order})
endif()
# Reads whole transcripts; the other starts faster without simdjson's shared library.
context_rot_file(toolkit-whole contextrot_bulk ${whole_programs})
target_link_libraries(toolkit-whole PRIVATE whole-mains)
if(CONTEXT_ROT_TARGET OR NOT APPLE)  # not Apple's linker, which calls it obsolete
  target_link_options(toolkit-whole PRIVATE $<$<CONFIG:Release>:-s>)  # as context_rot_static has it
endif()
if(CONTEXT_ROT_TARGET AND APPLE)
  target_link_options(toolkit-quick PRIVATE $<$<CONFIG:Release>:-s>)
endif()
# What install.sh needs: no pages, no tests.
add_custom_target(programs DEPENDS toolkit-quick toolkit-whole)
