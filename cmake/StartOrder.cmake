# The code that a start runs (start_order.txt) in front of all other, which it is scattered over
# else: a start touches half of the pages of code then (tests/bench/README.md). For GNU ld, whose
# script this is; others go without.
file(STRINGS cmake/start_order.txt lines REGEX "^[^#]")
set(order "")
foreach(line IN LISTS lines)
  if(line MATCHES "^([^ ]+:[^ ]+) ([^ ]+)$")
    string(APPEND order "    *${CMAKE_MATCH_1}(${CMAKE_MATCH_2})\n")
  else()
    string(APPEND order "    *(.text.${line} .text.startup.${line} .text.hot.${line})\n")
  endif()
endforeach()
set(start_order ${CMAKE_BINARY_DIR}/generated/start_order.ld)
file(CONFIGURE OUTPUT ${start_order}
  CONTENT "SECTIONS\n{\n  .text.start :\n  {\n${order}  }\n}\nINSERT BEFORE .text;\n" @ONLY)
if(CONTEXT_ROT_CAN_LINK_STATICALLY)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static -Wl,-T,${start_order})
  check_cxx_source_compiles("#include <string>\nint main() { return std::string().size() != 0; }"
    CONTEXT_ROT_CAN_ORDER)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
endif()
