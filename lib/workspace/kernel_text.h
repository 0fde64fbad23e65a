/* kernel_text.h - one text per program: the constants of a case, then the kernel files it chose,
 * flattened.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_KERNEL_TEXT_H
#define LB_WORKSPACE_KERNEL_TEXT_H

#include <stdbool.h>

#include "base/status.h"
#include "case/case.h"
#include "layout/layout.h"

struct lb_device_info;

/* Where to look for and leave kernel text; both may be NULL. */
struct lb_kernel_places {
    const char *kernel_dir; /* read the kernels from here instead of from the binary */
    const char *dump_dir;   /* write the flattened texts here */
};

/* The text of `entry` ("step/step.cl", "cell/cells.cl"), zero-terminated; caller frees it.  #include "name"
 * takes kernels/name,
 * #include "slot/lattice|moments|equilibrium|storage|stream|collide|delta|membrane" the file that
 * the case chose for the slot.
 * `scalar` makes the arithmetic one lane wide whatever the layout. */
enum lb_status lb_kernel_text_create(const char *entry, const struct lb_case *c,
                                     const struct lb_layout *l, const struct lb_device_info *device,
                                     bool scalar, const struct lb_kernel_places *places, char **out,
                                     struct lb_error *err);

/* The same for a text that needs no case (and may use no slot). */
enum lb_status lb_kernel_text_create_plain(const char *entry, const struct lb_kernel_places *places,
                                           char **out, struct lb_error *err);

#endif
