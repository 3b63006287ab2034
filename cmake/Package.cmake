# Where `cmake --install` puts things, and the archives that `cpack` makes of it. The toolkit lies in
# one folder, from which install.sh copies it into a project's .claude, and which is a plugin, too.
include(GNUInstallDirs)
set(toolkit_folder lib/context-rot-toolkit)  # no libraries: not in the machine's own folder

install(TARGETS toolkit-quick toolkit-whole RUNTIME DESTINATION ${toolkit_folder}/bin)
# Their names as links that survive a move of the whole prefix.
file(REMOVE_RECURSE ${CMAKE_BINARY_DIR}/links)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/links/names ${CMAKE_BINARY_DIR}/links/commands)
foreach(file quick whole)
  foreach(name IN LISTS ${file}_programs)
    file(CREATE_LINK toolkit-${file} ${CMAKE_BINARY_DIR}/links/names/${name} SYMBOLIC)
  endforeach()
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/links/names/ DESTINATION ${toolkit_folder}/bin)
install(PROGRAMS install.sh DESTINATION ${toolkit_folder})
install(DIRECTORY settings-templates skills .claude-plugin DESTINATION ${toolkit_folder})
install(FILES hooks/plugin.json DESTINATION ${toolkit_folder}/hooks RENAME hooks.json)
install(FILES README.md LICENSE SECURITY.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The commands on the path.
file(RELATIVE_PATH to_programs /${CMAKE_INSTALL_BINDIR} /${toolkit_folder}/bin)
foreach(name IN LISTS commands)
  file(CREATE_LINK ${to_programs}/${name} ${CMAKE_BINARY_DIR}/links/commands/${name} SYMBOLIC)
endforeach()
install(DIRECTORY ${CMAKE_BINARY_DIR}/links/commands/ DESTINATION ${CMAKE_INSTALL_BINDIR})

if(TARGET pages OR CONTEXT_ROT_HOST_BUILD)
  install(DIRECTORY ${pages_folder}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(DIRECTORY ${pages_folder}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(DIRECTORY ${pages_folder}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(DIRECTORY ${pages_folder}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME context-rot-toolkit)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Keeps long Claude Code sessions clean")
set(CPACK_PACKAGE_DESCRIPTION
  "Meters the context window, notices corrections, keeps a session journal, scores what no longer
helps and takes it out. After installing, /usr/lib/context-rot-toolkit/install.sh puts it into a
project or into ~/.claude.")
set(CPACK_PACKAGE_VENDOR "The Context Rot Toolkit authors")
set(CPACK_PACKAGE_CONTACT "The Context Rot Toolkit authors <context-rot-toolkit@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
if(CONTEXT_ROT_TARGET)
  # Linked without symbols, and no file for the machine's own strip.
  set(CPACK_STRIP_FILES OFF)
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${CPACK_PACKAGE_CONTACT})
# The .deb lies in /usr, the .tar.gz in a folder of its own.
file(WRITE ${CMAKE_BINARY_DIR}/PackagePrefix.cmake
  "if(CPACK_GENERATOR STREQUAL \"DEB\")\n  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)\nendif()\n")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/PackagePrefix.cmake)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(CONTEXT_ROT_TARGET MATCHES "^(x86_64|aarch64)-linux")
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)  # they need no library
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
  if(CMAKE_MATCH_1 STREQUAL "aarch64")
    set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
  endif()
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
include(CPack)
