# What --version says: the release from here, the commit looked up at each build.
set(commit_header ${CMAKE_BINARY_DIR}/generated/context_rot_commit.h)
add_custom_target(context_rot_commit
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR} -DOUT=${commit_header}
    -P ${PROJECT_SOURCE_DIR}/cmake/Commit.cmake
  BYPRODUCTS ${commit_header} VERBATIM)
add_dependencies(contextrot_core context_rot_commit)
set_source_files_properties(src/util/version.cpp PROPERTIES
  INCLUDE_DIRECTORIES ${CMAKE_BINARY_DIR}/generated
  COMPILE_DEFINITIONS CONTEXT_ROT_VERSION="${PROJECT_VERSION}"
  OBJECT_DEPENDS ${commit_header})
