/* kernel_text.h - one text per program: the constants of a case, then the kernel files it chose,
 * flattened.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_KERNEL_TEXT_H
#define LB_WORKSPACE_KERNEL_TEXT_H

#include <stdbool.h>

#include "base/status.h"
#include "case/case.h"
#include "layout/device_buffers.h"
#include "layout/layout.h"

struct lb_device_info;

/* Where to look for and leave kernel text; both may be NULL. */
struct lb_kernel_places {
    const char *kernel_dir; /* read the kernels from here instead of from the binary */
    const char *dump_dir;   /* write the flattened texts here */
};

/* One velocity set's populations: how they are stored, and the buffers of the registry in which
 * they are. */
struct lb_population_set {
    const struct lb_lattice *lattice;
    const struct lb_number_format *storage;
    const struct lb_collision *collision;
    uint64_t stride;                    /* codes from one population to the next */
    enum lb_buffer_id read_next, other; /* if there is no other copy, both are the same */
};

/* The flow's, at step 0. */
struct lb_population_set lb_case_populations(const struct lb_case *c, const struct lb_layout *l);

/* The temperature's, likewise. */
struct lb_population_set lb_case_heat_populations(const struct lb_case *c,
                                                  const struct lb_layout *l);

/* What a text is made of; everything is borrowed.  Velocity set, format and operator are the set's;
 * the rest is the case's. */
struct lb_kernel_source {
    const struct lb_case *c;
    const struct lb_population_set *set;
    const struct lb_viscosity_model *viscosity; /* lb_case_viscosity_model */
    const struct lb_layout *layout;
    const struct lb_device_info *device;
    bool is_scalar; /* the arithmetic is one lane wide whatever the layout */
};
int lb_kernel_source_lanes(const struct lb_kernel_source *s); /* of the arithmetic */

/* The text of `entry` ("step/step.cl", "cell/cells.cl"), zero-terminated; caller frees it. #include
 * "name" takes kernels/name, and #include "slot/..." what kernel_slots.c has for it;
 * "slot/boundaries" the file of each condition that the case has.  Fails if a file is missing,
 * or the text has nothing for a slot. */
enum lb_status lb_kernel_text_create(const char *entry, const struct lb_kernel_source *source,
                                     const struct lb_kernel_places *places, char **out,
                                     struct lb_error *err);

/* The same for a text that needs no case (and may use no slot). */
enum lb_status lb_kernel_text_create_plain(const char *entry, const struct lb_kernel_places *places,
                                           char **out, struct lb_error *err);

#endif
