# Manual pages and shell completions, which the commands write themselves.
if(CONTEXT_ROT_HOST_BUILD)
  set(pages_folder ${CONTEXT_ROT_HOST_BUILD}/pages)  # programs of another system do not run here
  return()
endif()
set(pages_folder ${CMAKE_BINARY_DIR}/pages)
set(pages "")
foreach(name IN LISTS commands)
  foreach(page IN ITEMS "man man/${name}.1" "bash bash/${name}" "zsh zsh/_${name}" "fish fish/${name}.fish")
    string(REPLACE " " ";" page ${page})
    list(GET page 0 how)
    list(GET page 1 file)
    add_custom_command(OUTPUT ${pages_folder}/${file}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${pages_folder}/${how}
      COMMAND ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/${name} --describe ${how} > ${pages_folder}/${file}
      DEPENDS toolkit-quick toolkit-whole VERBATIM)
    list(APPEND pages ${pages_folder}/${file})
  endforeach()
endforeach()
add_custom_target(pages ALL DEPENDS ${pages})
