# Generated.cmake - what is written at build time: the version header and the embedded kernels.
# SPDX-License-Identifier: MIT
set(LB_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)
set(LB_EMBEDDED_KERNELS ${LB_GENERATED_DIR}/embedded_kernels.c)

# Runs at every build, writes only when the commit changed.
add_custom_target(lb_version
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DOUTPUT=${LB_GENERATED_DIR}/base/version.h
            -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
    BYPRODUCTS ${LB_GENERATED_DIR}/base/version.h
    VERBATIM)

file(GLOB_RECURSE kernel_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/kernels
     kernels/*.cl kernels/*.def kernels/*.h)
list(SORT kernel_files)
# The list is a file of its own so that a removed kernel also rewrites the embedded ones.
list(JOIN kernel_files "\n" kernel_list)
file(CONFIGURE OUTPUT ${LB_GENERATED_DIR}/kernels.list CONTENT "@kernel_list@\n" @ONLY)
list(TRANSFORM kernel_files PREPEND ${PROJECT_SOURCE_DIR}/kernels/)
add_custom_command(
    OUTPUT ${LB_EMBEDDED_KERNELS}
    COMMAND ${CMAKE_COMMAND} -DKERNEL_DIR=${PROJECT_SOURCE_DIR}/kernels
            -DLIST=${LB_GENERATED_DIR}/kernels.list -DOUTPUT=${LB_EMBEDDED_KERNELS}
            -P ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake
    DEPENDS ${kernel_files} ${LB_GENERATED_DIR}/kernels.list
            ${PROJECT_SOURCE_DIR}/cmake/EmbedKernels.cmake
    COMMENT "Embedding the kernels"
    VERBATIM)
