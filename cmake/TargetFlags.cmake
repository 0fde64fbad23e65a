# TargetFlags.cmake - language level, warnings and sanitizers of one target.
# SPDX-License-Identifier: MIT
set(LB_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes
    -Wmissing-prototypes -Wvla -Wdouble-promotion)
# What the C library and the system may show of themselves, the last for macOS.
set(LB_DEFINITIONS _POSIX_C_SOURCE=200809L _DEFAULT_SOURCE _DARWIN_C_SOURCE CL_TARGET_OPENCL_VERSION=120)

function(lb_target_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
    target_compile_definitions(${target} PRIVATE ${LB_DEFINITIONS})
    # The host's number formats are compared bit for bit with the device: no fused operations unasked.
    target_compile_options(${target} PRIVATE ${LB_WARNINGS} -ffp-contract=off)
    if(LB_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    if(LB_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
        target_link_options(${target} PUBLIC -fsanitize=fuzzer-no-link)
    endif()
    if(LB_SANITIZE)
        set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all
            -fno-omit-frame-pointer)
        target_compile_options(${target} PRIVATE ${sanitizers})
        target_link_options(${target} PUBLIC ${sanitizers})
    endif()
endfunction()
