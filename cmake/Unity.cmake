# Sources compiled together: what they include is read once, and what they share of templates is
# compiled once. WIDE, which is the default and what is installed, makes few units of the rooms that
# depend on each other; FOLDER, for who changes the code, one of each folder; OFF none. Names that a
# file keeps to itself are therefore its own in the whole folder (tests/rules/house_rules.py), and
# nobody keeps a name of src/util.
set(CONTEXT_ROT_UNITY WIDE CACHE STRING "Compile sources together: WIDE, FOLDER or OFF")
set_property(CACHE CONTEXT_ROT_UNITY PROPERTY STRINGS WIDE FOLDER OFF)

# Each of about as much work, and of less than a gigabyte for the compiler.
set(unit_basis util client config transcript window)
set(unit_view correction ledger live session findings)
set(unit_told advice journal tools)
set(unit_setup setup)

# context_rot_one_unit(TARGET): all of its sources together.
function(context_rot_one_unit target)
  if(CONTEXT_ROT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

# context_rot_unity(TARGET SOURCE...): of rooms, as said above.
function(context_rot_unity target)
  if(NOT CONTEXT_ROT_UNITY)
    return()
  endif()
  # What is inlined does not depend on how much is compiled together.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --param=large-unit-insns=1000000)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    string(REPLACE "/" "_" group ${folder})
    if(NOT CONTEXT_ROT_UNITY STREQUAL "FOLDER")
      string(REGEX REPLACE "^src/([a-z]+).*" "\\1" room ${folder})
      set(group rest)
      foreach(unit basis view told setup)
        if(room IN_LIST unit_${unit})
          set(group ${unit})
        endif()
      endforeach()
    endif()
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
