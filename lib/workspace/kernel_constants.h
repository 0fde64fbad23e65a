/* kernel_constants.h - the constants at the beginning of a kernel text.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_KERNEL_CONSTANTS_H
#define LB_WORKSPACE_KERNEL_CONSTANTS_H

#include <stdio.h>

#include "workspace/kernel_text.h"

/* As kernels/core/prelude.cl lists them, and those of subdomains and markers (entries in immersed/) where it says. */
void lb_kernel_constants_print(FILE *out, const char *entry, const struct lb_kernel_source *s);

#endif
