/* kernel_slots.h - which file a slot of the kernels stands for.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_KERNEL_SLOTS_H
#define LB_WORKSPACE_KERNEL_SLOTS_H

#include "workspace/kernel_text.h"

/* Each takes a kernels/ path from what the text is of; NULL: the text has nothing for the slot;
 * "": the slot is empty. */
struct lb_kernel_slot {
    const char *name; /* "slot/lattice" */
    const char *(*file)(const struct lb_kernel_source *s);
};
extern const struct lb_kernel_slot lb_kernel_slots[]; /* ends with a NULL name */

/* The file of a slot, or the name itself where it is none. */
const char *lb_kernel_slot_file(const struct lb_kernel_source *s, const char *name);

#endif
