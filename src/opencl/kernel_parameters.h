/* kernel_parameters.h - what the kernels of a text declare: the names and kinds of their parameters,
 * read from the text itself, so that arguments can be set by name.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_KERNEL_PARAMETERS_H
#define LB_OPENCL_KERNEL_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { LB_PARAMETER_NAME_SIZE = 32, LB_KERNEL_NAME_SIZE = 64, LB_MAX_PARAMETERS = 64 };

struct lb_parameter {
    char name[LB_PARAMETER_NAME_SIZE];
    bool is_buffer;                    /* a pointer to global, constant or local memory */
    char type[LB_PARAMETER_NAME_SIZE]; /* "uint", "ulong", a macro, of whatever is no buffer */
};

struct lb_kernel_declaration {
    char name[LB_KERNEL_NAME_SIZE];
    unsigned count;
    struct lb_parameter *parameters;
};

/* The kernels of one text; initialise with {0}. */
struct lb_kernel_declarations {
    size_t count;
    struct lb_kernel_declaration *kernels;
};

/* Finds every `kernel void NAME(...)` outside of comments, strings and directives.  Nothing is
 * expanded: a kernel that a macro declares is not seen, and where two branches of an #if declare the
 * same kernel, the first one counts.  Caller frees *out. */
enum lb_status lb_kernel_declarations_scan(const char *text, struct lb_kernel_declarations *out,
                                           struct lb_error *err);
void lb_kernel_declarations_free(struct lb_kernel_declarations *d); /* {0} is fine */

/* NULL where there is no such kernel. */
const struct lb_kernel_declaration *
lb_kernel_declaration_find(const struct lb_kernel_declarations *d, const char *name);

/* Position of a parameter; -1 where there is none of that name. */
int lb_parameter_index(const struct lb_kernel_declaration *kernel, const char *name);

/* "flags, step": the names of all parameters, cut to `size`. */
void lb_parameter_names(const struct lb_kernel_declaration *kernel, char *out, size_t size);

#endif
