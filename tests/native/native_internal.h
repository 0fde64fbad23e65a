/* native_internal.h - what the files of the native device know of each other.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_NATIVE_INTERNAL_H
#define LB_TESTS_NATIVE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl_icd.h>

/* The functions of the device, which each of its objects begins with. */
extern const cl_icd_dispatch lb_native_functions;

struct _cl_mem {
    const cl_icd_dispatch *functions;
    void *data;
    bool is_own; /* not the caller's */
};

enum { LB_NATIVE_NAME = 64, LB_NATIVE_PARAMETERS = 64, LB_NATIVE_GROUP = 4096 };

struct lb_native_parameter {
    char name[LB_NATIVE_NAME], type[LB_NATIVE_NAME];
    bool is_buffer;
};

/* A kernel; `values` of its parameters, and `call`, which takes where each of them is.  `library`: of its own, once
 * it is optimised, else NULL; `seconds` that it has run. */
struct _cl_kernel {
    const cl_icd_dispatch *functions;
    cl_program program;
    char name[LB_NATIVE_NAME];
    void (*call)(void *const *arguments);
    void *library;
    double seconds;
    bool has_barriers;
    cl_uint count;
    struct lb_native_parameter parameters[LB_NATIVE_PARAMETERS];
    cl_ulong values[LB_NATIVE_PARAMETERS];
};

/* Runs all work-items, one group after the other; false if there is no memory for their stacks, or the kernel cannot
 * be optimised. */
bool lb_native_run(struct _cl_kernel *kernel, size_t items, size_t group);

/* Copies an answer as OpenCL's queries do. */
cl_int lb_native_answer(const void *answer, size_t bytes, size_t room, void *out, size_t *size);

/* native_clang.c; whether a command, clang's or another, succeeds: what it says goes into the file `log`. */
bool lb_native_clang(const char *const *command, const char *log);
bool lb_native_command(const char *const *command, const char *log);

/* native_program.c; from lb_native_optimise on a kernel runs optimised, false if it cannot be compiled. */
bool lb_native_optimise(cl_kernel kernel);
cl_program lb_native_create_program(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_int lb_native_build(cl_program, cl_uint, const cl_device_id *, const char *,
                       void (*)(cl_program, void *), void *);
cl_int lb_native_build_info(cl_program, cl_device_id, cl_program_build_info, size_t, void *,
                            size_t *);
cl_int lb_native_program_info(cl_program, cl_program_info, size_t, void *, size_t *);
cl_int lb_native_release_program(cl_program);
cl_kernel lb_native_create_kernel(cl_program, const char *, cl_int *);
cl_int lb_native_release_kernel(cl_kernel);

#endif
