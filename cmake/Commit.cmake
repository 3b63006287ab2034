# cmake -DSOURCE=DIR -DOUT=FILE -P Commit.cmake: writes the commit of the sources into a header, and
# leaves the file alone where it says so already, so that nothing is built for it.
set(commit "")
find_package(Git QUIET)
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --always --dirty=+ --exclude=*
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
else()
  # An archive made by git has the commit in this file.
  file(READ ${SOURCE}/cmake/commit.txt commit)
  string(STRIP "${commit}" commit)
  if(commit MATCHES "Format")
    set(commit "")
  endif()
endif()
set(text "#define CONTEXT_ROT_COMMIT \"${commit}\"\n")
set(present "")
if(EXISTS ${OUT})
  file(READ ${OUT} present)
endif()
if(NOT present STREQUAL text)
  file(WRITE ${OUT} "${text}")
endif()
