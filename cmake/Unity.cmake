# Compiles the sources of a folder together: what they include is read once, and what they share of
# templates is compiled once, in a third of the time. Names that a file keeps to itself are therefore
# its own in the whole folder (tests/rules/house_rules.py).
option(CONTEXT_ROT_UNITY "Compile the sources of a folder together" ON)
if(CONTEXT_ROT_UNITY)
  # What is inlined does not depend on how much is compiled together.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(contextrot PRIVATE --param=large-unit-insns=1000000)
  endif()
  set_target_properties(contextrot PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS library_sources)
    get_filename_component(folder ${source} DIRECTORY)
    string(REPLACE "/" "_" group ${folder})
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endif()
