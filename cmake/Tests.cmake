# Tests.cmake - finds the tests; a file's folder is its label.
# tests/{unit,kernels,physics}/**/test_*.c are one process each, tests/cli/*.sh get the program's path.
# A name that ends in _slow or _gpu adds that label.
# A test that computes runs on the native device, as native/NAME, and on PoCL, as LABEL/NAME: always if tests/pocl.txt
# names it, else in turn.
# A test with a matrix of cases is a second test <name>_matrix, slow, of those that do not always run.
# SPDX-License-Identifier: MIT
set(tests_dir ${PROJECT_SOURCE_DIR}/tests)
# The presets share one folder of built kernels: the sanitizer build runs what the release build made.
set(LB_POCL_CACHE ${PROJECT_BINARY_DIR}/pocl-cache CACHE PATH "where pocl keeps kernels of the tests")
set(LB_NATIVE_STORE ${PROJECT_BINARY_DIR}/native/store CACHE PATH "where the native device keeps them")
file(MAKE_DIRECTORY ${LB_POCL_CACHE} ${LB_NATIVE_STORE} ${PROJECT_BINARY_DIR}/tests)
# A PoCL that starts faster; it takes the OpenCL of other vendors along.
get_filename_component(LB_POCL_COPY ${LB_POCL_CACHE}/../pocl ABSOLUTE)
add_custom_target(pocl_copy ALL COMMAND /usr/bin/python3 -B ${tests_dir}/pocl_copy.py ${LB_POCL_COPY} ${PROJECT_SOURCE_DIR})
# programs of tests draw charts, too
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/python ${PROJECT_BINARY_DIR}/tests/python SYMBOLIC)
set(test_environment
    POCL_CACHE_DIR=${LB_POCL_CACHE}
    OCL_ICD_VENDORS=${LB_POCL_COPY}/vendors
    COMPILER_PATH=${LB_POCL_COPY}/bin
    XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test-runs/cache # no layouts of the user's own measurements
    LSAN_OPTIONS=suppressions=${tests_dir}/support/leaks.txt:print_suppressions=0
    UBSAN_OPTIONS=print_stacktrace=1)
# All cases that do not always run, or the slice k/n that the caller's environment names.
set(matrix_command sh -c "SLUICE_TEST_MATRIX=\${SLUICE_TEST_MATRIX:-0/1} exec \"$0\" \"$@\"")

# What tests compute themselves is little: a third of their compiler's time would go into optimising it.
function(lb_test_flags target)
    lb_target_flags(${target})
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

file(GLOB support_sources CONFIGURE_DEPENDS ${tests_dir}/support/*.c)
add_library(sluice_test_support STATIC ${support_sources})
lb_test_flags(sluice_test_support)
target_include_directories(sluice_test_support PUBLIC ${tests_dir})
target_compile_definitions(sluice_test_support PUBLIC
    LB_TEST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(sluice_test_support PUBLIC sluice_core)

# These begin first, so that no core is without work at the end.
set(long_tests cli/body_surface cli/compare cli/quick cli/resume)
foreach(name case faults heat_solids mpi_case mpi_failures mpi_resume mpi_surface test_curved_walls_3d
        test_pipe_openings test_step_collisions test_subdomains verdicts workers)
    list(APPEND long_tests native/${name})
endforeach()

# What always runs on PoCL; each of the other tests is in one of 16 turns, which the commit decides.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tests_dir}/pocl.txt)
file(STRINGS ${tests_dir}/pocl.txt on_pocl REGEX "^[a-z]")
list(TRANSFORM on_pocl REPLACE " .*" "")

# Each test runs in a folder of its own; further arguments are for its environment.
function(lb_test_properties name labels)
    set(timeout 900)
    if("slow" IN_LIST labels)
        set(timeout 7200)
    endif()
    set(folder ${PROJECT_BINARY_DIR}/test-runs/${name})
    file(MAKE_DIRECTORY ${folder})
    set_tests_properties(${name} PROPERTIES
        LABELS "${labels}" TIMEOUT ${timeout} SKIP_RETURN_CODE 77
        WORKING_DIRECTORY ${folder} ENVIRONMENT "${test_environment};${ARGN}")
    if(name IN_LIST long_tests)
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endfunction()

# lb_add_test_on_pocl(LABEL/NAME LABELS FILE COMMAND...): the test, and where FILE has a matrix, its rest.
function(lb_add_test_on_pocl name labels file)
    add_test(NAME ${name} COMMAND ${ARGN})
    lb_test_properties(${name} "${labels}" SLUICE_TEST_MATRIX=)
    list(FILTER labels EXCLUDE REGEX "^(again|turn|third)")
    lb_has_matrix(${file} has_matrix)
    if(has_matrix)
        get_filename_component(base ${name} NAME)
        if(NOT TEST native/${base}) # whose slices run natively
            list(APPEND labels matrix)
        endif()
        add_test(NAME ${name}_matrix COMMAND ${matrix_command} ${ARGN})
        lb_test_properties(${name}_matrix "${labels};slow")
    endif()
endfunction()

function(lb_has_matrix file out)
    file(STRINGS ${file} uses REGEX "LB_TEST_MATRIX\\(|^finish_matrix" LIMIT_COUNT 1)
    set(${out} "${uses}" PARENT_SCOPE)
endfunction()

# Appends the label of the next of 16 turns to a list: turn_0 to turn_f.
function(lb_take_turn list)
    get_property(taken GLOBAL PROPERTY lb_turns_taken)
    math(EXPR next "0${taken} % 16")
    string(SUBSTRING 0123456789abcdef ${next} 1 digit)
    math(EXPR taken "0${taken} + 1")
    set_property(GLOBAL PROPERTY lb_turns_taken ${taken})
    set(${list} ${${list}} turn_${digit} PARENT_SCOPE)
endfunction()

# Appends the label of the turn of three, third_0 to third_2, that has least to do yet; `head` says for how many seconds.
function(lb_take_third list head)
    set(least 0)
    foreach(k 0 1 2)
        get_property(seconds_${k} GLOBAL PROPERTY lb_third_${k})
        if("0${seconds_${k}}" LESS "0${seconds_${least}}")
            set(least ${k})
        endif()
    endforeach()
    string(REGEX REPLACE ".*of three, ([0-9]+) s:.*" "\\1" own "${head}")
    math(EXPR sum "0${seconds_${least}} + ${own}")
    set_property(GLOBAL PROPERTY lb_third_${least} ${sum})
    set(${list} ${${list}} third_${least} PARENT_SCOPE)
endfunction()

# lb_add_test_natively(NAME LABELS FILE COMMAND...): likewise.
function(lb_add_test_natively name labels file)
    set(environment ${native_store} OCL_ICD_VENDORS=${native_folder}/libnative_device.so)
    set(always SLUICE_TEST_MATRIX=)
    lb_has_matrix(${file} has_matrix)
    if(name IN_LIST all_natively)
        set(always SLUICE_TEST_MATRIX=all)
    elseif(has_matrix)
        set(matrix_labels ${labels})
        list(FILTER matrix_labels EXCLUDE REGEX "^third")
        add_test(NAME native/${name}_matrix COMMAND ${matrix_command} ${ARGN})
        lb_test_properties(native/${name}_matrix "${matrix_labels};native;slow;matrix" ${environment})
    endif()
    add_test(NAME native/${name} COMMAND ${ARGN})
    lb_test_properties(native/${name} "${labels};native" ${always} ${environment})
    set_tests_properties(native/${name} PROPERTIES SKIP_RETURN_CODE 78) # the device is there
endfunction()

# lb_add_device_test(NAME LABELS FILE COMMAND...): on both devices.  FILE may say why not on the native one, and
# which of them takes it in turn of three.
function(lb_add_device_test name labels file)
    list(GET labels 0 label)
    file(STRINGS ${file} apart REGEX "Not on the native device|in turn of three" LIMIT_COUNT 1)
    set(pocl_labels ${labels})
    set(native_labels ${labels})
    if(apart MATCHES "on PoCL in turn of three")
        lb_take_third(pocl_labels "${apart}")
    elseif(TARGET native_device AND NOT apart MATCHES "Not on" AND NOT labels MATCHES "slow|gpu")
        if(apart)
            lb_take_third(native_labels "${apart}")
        endif()
        lb_add_test_natively(${name} "${native_labels}" ${file} ${ARGN})
        if(${label}/${name} IN_LIST on_pocl)
            list(APPEND pocl_labels again)
        else()
            list(APPEND pocl_labels turn)
            lb_take_turn(pocl_labels)
        endif()
    endif()
    lb_add_test_on_pocl(${label}/${name} "${pocl_labels}" ${file} ${ARGN})
    if(apart MATCHES "measures speeds") # beside one other test at most
        set_tests_properties(${label}/${name} PROPERTIES PROCESSORS 2)
    endif()
endfunction()

function(lb_labels name label out)
    foreach(extra slow gpu)
        if(name MATCHES "_${extra}$")
            list(APPEND label ${extra})
        endif()
    endforeach()
    set(${out} "${label}" PARENT_SCOPE)
endfunction()

function(lb_add_program_tests folder label)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${tests_dir}/${folder}/test_*.c)
    foreach(file IN LISTS files)
        get_filename_component(name ${file} NAME_WE)
        add_executable(${name} ${file})
        lb_test_flags(${name})
        target_link_libraries(${name} PRIVATE sluice_test_support)
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        lb_labels(${name} ${label} labels)
        if(label MATCHES "unit|kernel")
            add_dependencies(host_tests ${name})
        endif()
        if(label MATCHES "unit|native")
            add_test(NAME ${label}/${name} COMMAND ${name})
            lb_test_properties(${label}/${name} "${labels}" SLUICE_TEST_MATRIX=)
        else()
            lb_add_device_test(${name} "${labels}" ${file} $<TARGET_FILE:${name}>)
        endif()
    endforeach()
endfunction()

# What clang's build with sanitizers runs: no more of it is built.
add_custom_target(host_tests DEPENDS pocl_copy)

# The host's processor as an OpenCL device, which compiles kernels in a fraction of PoCL's time.
set(native_folder ${PROJECT_BINARY_DIR}/native)
set(native_store SLUICE_NATIVE_STORE=${LB_NATIVE_STORE})
set(all_natively test_conversions test_step_collisions test_step_precision) # all cases of their matrices
set(native_macros ${native_folder}/macros.h)

# The words of the command that preprocesses a text: with clang's macros, gcc's preprocessor makes the same of it, and
# starts in a third of clang's time.
function(lb_native_preprocessor out)
    set(clang ${LB_NATIVE_CLANG} -x cl -cl-std=CL1.2 -march=native -w -E)
    file(MAKE_DIRECTORY ${native_folder})
    execute_process(COMMAND ${clang} -dM /dev/null OUTPUT_FILE ${native_macros} COMMAND_ERROR_IS_FATAL ANY)
    find_program(LB_NATIVE_GCC gcc)
    set(program)
    if(LB_NATIVE_GCC)
        execute_process(COMMAND ${LB_NATIVE_GCC} -print-prog-name=cc1 OUTPUT_VARIABLE program
                        OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    set(command ${program} -E -quiet -undef -w -include ${native_macros})
    if(NOT EXISTS "${program}")
        set(command ${clang})
    endif()
    list(TRANSFORM command REPLACE "(.+)" "\"\\1\"")
    list(JOIN command "," command)
    set(${out} ${command} PARENT_SCOPE)
endfunction()

# Clang as a server, which is loaded before it, so without sanitizers.
function(lb_add_native_server)
    add_library(native_server MODULE ${tests_dir}/native/server.c)
    set_target_properties(native_server PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${native_folder} C_STANDARD 11)
    target_compile_options(native_server PRIVATE ${LB_WARNINGS})
    target_link_libraries(native_server PRIVATE ${CMAKE_DL_LIBS})
endfunction()

function(lb_add_native_device)
    lb_add_native_server()
    file(GLOB sources CONFIGURE_DEPENDS ${tests_dir}/native/native_*.c)
    add_library(native_device MODULE ${sources})
    lb_target_flags(native_device)
    target_compile_options(native_device PRIVATE -fno-sanitize=address) # its items have stacks of their own
    set_target_properties(native_device PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${native_folder})
    target_include_directories(native_device PRIVATE ${OpenCL_INCLUDE_DIRS})
    target_link_libraries(native_device PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
    lb_native_preprocessor(preprocess)
    add_dependencies(native_device native_server)
    target_compile_definitions(native_device PRIVATE LB_NATIVE_SERVER="$<TARGET_FILE:native_server>"
        LB_NATIVE_CLANG="${LB_NATIVE_CLANG}" LB_NATIVE_KERNELS="${PROJECT_SOURCE_DIR}/kernels"
        LB_NATIVE_MACROS="${native_macros}" "LB_NATIVE_PREPROCESS=${preprocess}"
        LB_NATIVE_BUILTINS="${tests_dir}/native/opencl_c.cl")
    # beside the drivers of the machine
    file(MAKE_DIRECTORY ${native_folder}/vendors)
    file(GLOB drivers /etc/OpenCL/vendors/*.icd)
    file(COPY ${drivers} DESTINATION ${native_folder}/vendors)
    file(WRITE ${native_folder}/vendors/native.icd ${native_folder}/libnative_device.so)
    lb_add_program_tests(native native)
    set(beside_others ${native_store} OCL_ICD_VENDORS=${native_folder}/vendors)
    set_property(TEST native/test_native_bits APPEND PROPERTY ENVIRONMENT ${beside_others})
    add_test(NAME native/test_native_bits_optimised COMMAND test_native_bits)
    lb_test_properties(native/test_native_bits_optimised native ${beside_others} SLUICE_NATIVE_PATIENCE=0)
endfunction()

find_program(LB_NATIVE_CLANG NAMES clang clang-15 clang-16 clang-17 clang-18 clang-19) # PoCL comes with one
if(NOT LB_NATIVE_CLANG)
    message(WARNING "There is no clang: all tests run on PoCL, and many cases of the kernels are not tested.")
else()
    lb_add_native_device()
    add_dependencies(host_tests native_device)
endif()
lb_add_program_tests(unit unit)
lb_add_program_tests(kernels kernel)
lb_add_program_tests(physics physics)

# The Python beside the program: tests/unit/python/test_NAME.py is unit/python_NAME.
file(GLOB python_tests CONFIGURE_DEPENDS ${tests_dir}/unit/python/test_*.py)
foreach(file IN LISTS python_tests)
    get_filename_component(name ${file} NAME_WE)
    string(REPLACE test_ python_ name ${name})
    add_test(NAME unit/${name} COMMAND /usr/bin/python3 -B ${file})
    lb_test_properties(unit/${name} unit PYTHONPATH=${PROJECT_SOURCE_DIR}/python)
endforeach()

# Parsers of foreign bytes: with clang and LB_FUZZ, build/fuzz/fuzz_<target> are libFuzzer's; else the
# same functions get the corpus and 5000 mutations of it, 20000 with sanitizers, always the same; a million in slow tests.
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${tests_dir}/fuzz/fuzz_*.c)
list(FILTER fuzz_sources EXCLUDE REGEX "fuzz_(main|libfuzzer)\\.c$")
file(STRINGS ${tests_dir}/fuzz/targets.def fuzz_targets REGEX "^LB_FUZZ")
list(TRANSFORM fuzz_targets REPLACE "LB_FUZZ.(.*).$" "\\1")
add_library(sluice_fuzz STATIC ${fuzz_sources})
lb_target_flags(sluice_fuzz)
target_include_directories(sluice_fuzz PUBLIC ${tests_dir})
target_link_libraries(sluice_fuzz PUBLIC sluice_core)
add_executable(fuzz_parsers ${tests_dir}/fuzz/fuzz_main.c)
lb_target_flags(fuzz_parsers)
target_link_libraries(fuzz_parsers PRIVATE sluice_fuzz)
add_dependencies(host_tests fuzz_parsers)
set(fuzz_inputs $<IF:$<BOOL:${LB_SANITIZE}>,20000,5000>)
foreach(target IN LISTS fuzz_targets)
    set(fuzz_command $<TARGET_FILE:fuzz_parsers> ${tests_dir}/fuzz/corpus ${target})
    add_test(NAME unit/fuzz_${target} COMMAND ${fuzz_command} ${fuzz_inputs})
    lb_test_properties(unit/fuzz_${target} unit)
    add_test(NAME unit/fuzz_${target}_slow COMMAND ${fuzz_command} 1000000 2)
    lb_test_properties(unit/fuzz_${target}_slow "unit;slow")
    if(LB_FUZZ)
        add_executable(fuzz_${target} ${tests_dir}/fuzz/fuzz_libfuzzer.c)
        lb_target_flags(fuzz_${target})
        target_compile_definitions(fuzz_${target} PRIVATE LB_FUZZ_TARGET=lb_fuzz_${target})
        target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
        target_link_libraries(fuzz_${target} PRIVATE sluice_fuzz)
        set_target_properties(fuzz_${target} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    endif()
endforeach()

# Rules about the tree, checked by scripts.
add_test(NAME unit/layering COMMAND bash ${tests_dir}/layering.sh ${PROJECT_SOURCE_DIR})
lb_test_properties(unit/layering unit)
add_test(NAME unit/budget COMMAND bash ${tests_dir}/tree.sh --budget ${PROJECT_SOURCE_DIR})
lb_test_properties(unit/budget unit)
add_test(NAME unit/mutations COMMAND bash ${tests_dir}/mutations.sh --list)
lb_test_properties(unit/mutations unit)
set(include_folders include lib src kernels setups tests)
list(TRANSFORM include_folders PREPEND ${PROJECT_SOURCE_DIR}/)
add_test(NAME unit/headers COMMAND bash ${tests_dir}/headers.sh ${PROJECT_SOURCE_DIR}
         ${CMAKE_C_COMPILER} ${include_folders} ${LB_GENERATED_DIR} ${CAIRO_INCLUDE_DIRS})
lb_test_properties(unit/headers unit)
add_test(NAME unit/other_libc COMMAND bash ${tests_dir}/other_libc.sh ${PROJECT_SOURCE_DIR}
         ${LB_GENERATED_DIR} ${OpenCL_INCLUDE_DIRS} ${LB_cjson_INCLUDE} ${LB_inih_INCLUDE}
         ${CAIRO_INCLUDE_DIRS} -- ${LB_DEFINITIONS})
lb_test_properties(unit/other_libc unit)

# Programs of several ranks, for the scripts in tests/cli: NAME with the MPI of the build, NAME_other with
# Debian's other one where it is installed, NAME_alone without.
if(MPI_C_INCLUDE_DIRS MATCHES mpich)
    find_path(LB_OTHER_MPI_INCLUDE mpi.h NO_DEFAULT_PATH
              PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/include)
    find_library(LB_OTHER_MPI_LIBRARY NAMES mpi PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/lib
                 NO_DEFAULT_PATH)
else()
    find_path(LB_OTHER_MPI_INCLUDE mpi.h NO_DEFAULT_PATH
              PATHS /usr/include/${CMAKE_LIBRARY_ARCHITECTURE}/mpich)
    find_library(LB_OTHER_MPI_LIBRARY NAMES mpich)
endif()
mark_as_advanced(LB_OTHER_MPI_INCLUDE LB_OTHER_MPI_LIBRARY)
function(lb_add_rank_program name source)
    foreach(kind "" _other _alone)
        if(kind STREQUAL _other AND NOT (LB_OTHER_MPI_INCLUDE AND LB_OTHER_MPI_LIBRARY))
            continue()
        endif()
        add_executable(${name}${kind} ${source})
        lb_target_flags(${name}${kind})
        target_link_libraries(${name}${kind} PRIVATE sluice_core)
        set_target_properties(${name}${kind} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        if(kind STREQUAL "")
            continue()
        endif()
        set_target_properties(${name}${kind} PROPERTIES LB_OTHER_MPI ON)
        if(kind STREQUAL _alone)
            target_sources(${name}${kind} PRIVATE lib/peers/transport_mpi_off.c)
        else()
            target_sources(${name}${kind} PRIVATE lib/peers/transport_mpi.c)
            target_include_directories(${name}${kind} SYSTEM PRIVATE ${LB_OTHER_MPI_INCLUDE})
            target_link_libraries(${name}${kind} PRIVATE ${LB_OTHER_MPI_LIBRARY})
        endif()
    endforeach()
endfunction()
if(LB_WITH_MPI AND TARGET sluice)
    lb_add_rank_program(ranks ${tests_dir}/ranks/ranks.c)
    lb_add_rank_program(sluice_ranks src/main.c)
endif()

if(TARGET sluice)
    foreach(part 1 2 3 4)
        add_test(NAME oclgrind/kernels_${part}
                 COMMAND bash ${tests_dir}/oclgrind.sh ${part}/4 $<TARGET_FILE:sluice>
                 ${PROJECT_SOURCE_DIR}/kernels $<TARGET_FILE:test_surface_queries>)
        set(labels oclgrind)
        if(part LESS 4) # of three parts one each time
            math(EXPR third "${part} - 1")
            list(APPEND labels third_${third})
        endif()
        lb_test_properties(oclgrind/kernels_${part} "${labels}")
    endforeach()
    file(GLOB cli_scripts CONFIGURE_DEPENDS ${tests_dir}/cli/*.sh)
    foreach(script IN LISTS cli_scripts)
        get_filename_component(name ${script} NAME_WE)
        lb_labels(${name} cli labels)
        lb_add_device_test(${name} "${labels}" ${script} bash ${script} $<TARGET_FILE:sluice>)
    endforeach()

    add_test(NAME cli/kill_slow COMMAND bash ${tests_dir}/kill.sh $<TARGET_FILE:sluice> 100)
    lb_test_properties(cli/kill_slow "cli;slow")

    # Each call that can fail does so in turn.  The sanitizers' own library would have to come first.
    if(NOT LB_SANITIZE)
        add_library(fault_shim MODULE ${tests_dir}/faults/fault_shim.c)
        lb_target_flags(fault_shim)
        target_include_directories(fault_shim PRIVATE ${OpenCL_INCLUDE_DIRS})
        target_link_libraries(fault_shim PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
        foreach(pair "faults few cli" "faults_slow all cli;slow")
            string(REPLACE " " ";" pair "${pair}")
            list(POP_FRONT pair name which)
            lb_add_device_test(${name} "${pair}" ${tests_dir}/faults/faults.py /usr/bin/python3
                               ${tests_dir}/faults/faults.py $<TARGET_FILE:sluice> $<TARGET_FILE:fault_shim> ${which})
        endforeach()
        lb_add_device_test(hostile_names cli ${tests_dir}/faults/hostile_names.sh bash
                           ${tests_dir}/faults/hostile_names.sh $<TARGET_FILE:sluice> $<TARGET_FILE:fault_shim>)
    endif()
endif()

if(TARGET sluice AND NOT LB_SANITIZE)
    foreach(name IN LISTS on_pocl)
        if(NOT TEST ${name})
            message(FATAL_ERROR "tests/pocl.txt: there is no test '${name}'")
        endif()
    endforeach()
endif()
