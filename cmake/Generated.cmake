# Generated.cmake - what is written at build time: the version header, embedded kernels and layouts.
# SPDX-License-Identifier: MIT
set(LB_GENERATED_DIR ${PROJECT_BINARY_DIR}/generated)

# Runs at every build, writes only when the commit changed.
add_custom_target(lb_version
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION}
            -DOUTPUT=${LB_GENERATED_DIR}/base/version.h
            -P ${PROJECT_SOURCE_DIR}/cmake/WriteVersion.cmake
    BYPRODUCTS ${LB_GENERATED_DIR}/base/version.h
    VERBATIM)

# Writes the files of `folder` into the table `table` of ${LB_GENERATED_DIR}/${name}.c.
function(lb_embed folder table name)
    set(patterns ${ARGN})
    list(TRANSFORM patterns PREPEND ${PROJECT_SOURCE_DIR}/${folder}/)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${folder} ${patterns})
    list(SORT files)
    # The list is a file of its own so that a removed file also rewrites the embedded ones.
    list(JOIN files "\n" list)
    file(CONFIGURE OUTPUT ${LB_GENERATED_DIR}/${name}.list CONTENT "@list@\n" @ONLY)
    list(TRANSFORM files PREPEND ${PROJECT_SOURCE_DIR}/${folder}/)
    add_custom_command(
        OUTPUT ${LB_GENERATED_DIR}/${name}.c
        COMMAND ${CMAKE_COMMAND} -DFOLDER=${PROJECT_SOURCE_DIR}/${folder} -DTABLE=${table}
                -DLIST=${LB_GENERATED_DIR}/${name}.list -DOUTPUT=${LB_GENERATED_DIR}/${name}.c
                -P ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
        DEPENDS ${files} ${LB_GENERATED_DIR}/${name}.list
                ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
        COMMENT "Embedding ${folder}"
        VERBATIM)
endfunction()

set(LB_EMBEDDED ${LB_GENERATED_DIR}/embedded_kernels.c ${LB_GENERATED_DIR}/embedded_layouts.c)
lb_embed(kernels lb_embedded_files embedded_kernels *.cl *.def *.h)
lb_embed(layouts lb_embedded_layouts embedded_layouts *.json)
