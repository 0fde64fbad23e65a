# Dependencies.cmake - the libraries of the system; each failure names the Debian package.
# SPDX-License-Identifier: MIT
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
# Served by the Khronos loader and by ocl-icd alike.
find_package(OpenCL 1.2 REQUIRED)

# A C library without a CMake package: an imported target from one header and one library.
function(lb_import name header library package)
    find_path(LB_${name}_INCLUDE ${header})
    find_library(LB_${name}_LIBRARY ${library})
    mark_as_advanced(LB_${name}_INCLUDE LB_${name}_LIBRARY)
    if(NOT LB_${name}_INCLUDE OR NOT LB_${name}_LIBRARY)
        message(FATAL_ERROR "${name} is missing (Debian package ${package})")
    endif()
    add_library(lb::${name} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(lb::${name} PROPERTIES
        IMPORTED_LOCATION ${LB_${name}_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${LB_${name}_INCLUDE})
endfunction()
lb_import(cjson cjson/cJSON.h cjson libcjson-dev)
lb_import(inih ini.h inih libinih-dev)

if(LB_WITH_PICTURES)
    find_package(PkgConfig)
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(CAIRO IMPORTED_TARGET cairo)
    endif()
    if(NOT CAIRO_FOUND)
        message(FATAL_ERROR "cairo is missing (Debian packages libcairo2-dev and pkg-config); "
                            "-DLB_WITH_PICTURES=OFF builds without pictures")
    endif()
endif()

if(LB_WITH_MPI AND NOT MPI_C_FOUND)
    message(FATAL_ERROR "MPI is missing (Debian packages libopenmpi-dev and openmpi-bin); "
                        "-DLB_WITH_MPI=OFF builds for one device")
endif()

if(LB_WITH_ZLIB AND NOT ZLIB_FOUND)
    message(FATAL_ERROR "zlib is missing (Debian package zlib1g-dev); "
                        "-DLB_WITH_ZLIB=OFF builds without compressed volumes")
endif()
