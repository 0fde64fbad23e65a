# Packages.cmake - `cpack` in the build folder makes a Debian package and an archive of the program.
# SPDX-License-Identifier: MIT
set(CPACK_PACKAGE_NAME sluice)
set(CPACK_PACKAGE_VENDOR sluice)
set(CPACK_PACKAGE_CONTACT "the authors of sluice <sluice@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# the loader is a library; what drives a device is for its owner to choose
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "paraview, ffmpeg, python3, python3-numpy, python3-matplotlib")
if(LB_WITH_MPI)
    string(APPEND CPACK_DEBIAN_PACKAGE_SUGGESTS ", openmpi-bin | mpich")
endif()

# The Debian package of a library that is linked, and at least its version here; empty where none has it.
function(lb_package_of library out)
    file(REAL_PATH ${library} path)
    string(REGEX REPLACE "^/usr" "" path_before_merge ${path}) # dpkg knows some files by that name
    execute_process(COMMAND ${LB_DPKG_QUERY} -S ${path} ${path_before_merge}
        OUTPUT_VARIABLE owner ERROR_QUIET)
    set(${out} "" PARENT_SCOPE)
    if(owner MATCHES "^([^:, \n]+)")
        set(package ${CMAKE_MATCH_1})
        execute_process(COMMAND ${LB_DPKG_QUERY} -W -f "\${Version}\n" ${package} OUTPUT_VARIABLE version)
        string(REGEX REPLACE "(-[^-\n]*)?\n.*" "" version "${version}") # without Debian's own revision
        set(${out} "${package} (>= ${version})" PARENT_SCOPE)
    endif()
endfunction()

# dpkg-shlibdeps knows best which versions are needed; it is in dpkg-dev, and cpack wants `file` beside it.
find_program(LB_DPKG_QUERY dpkg-query)
find_program(LB_DPKG_SHLIBDEPS dpkg-shlibdeps)
find_program(LB_FILE file)
find_library(LB_LIBC NAMES libc.so.6)
mark_as_advanced(LB_DPKG_QUERY LB_DPKG_SHLIBDEPS LB_FILE LB_LIBC)
if(LB_DPKG_QUERY AND LB_LIBC)
    list(APPEND CPACK_GENERATOR DEB)
    if(LB_DPKG_SHLIBDEPS AND LB_FILE)
        set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    else()
        set(depends "")
        foreach(library IN LISTS LB_LIBC OpenCL_LIBRARIES LB_cjson_LIBRARY LB_inih_LIBRARY
                CAIRO_LINK_LIBRARIES MPI_C_LIBRARIES)
            lb_package_of(${library} package)
            list(APPEND depends ${package})
        endforeach()
        list(REMOVE_DUPLICATES depends)
        list(JOIN depends ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
        # any loader serves
        string(REGEX REPLACE "(ocl-icd-libopencl1[^,]*)" "\\1 | libopencl1"
               CPACK_DEBIAN_PACKAGE_DEPENDS "${CPACK_DEBIAN_PACKAGE_DEPENDS}")
    endif()
endif()
include(CPack)
