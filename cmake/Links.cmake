# cmake -DFILE=FILE -DLINKS=LINK;... -P Links.cmake: the file under other names, without a second
# copy where the file system allows that.
foreach(link IN LISTS LINKS)
  file(REMOVE ${link})
  file(CREATE_LINK ${FILE} ${link} COPY_ON_ERROR)
endforeach()
