/* workspace.h - the base of a solver: its device and buffers, registered by name; kernels, whose
 * buffers are bound by these names; reading numbers and sums back.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_WORKSPACE_H
#define LB_WORKSPACE_WORKSPACE_H

#include "case/case.h"
#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "layout/ledger.h"
#include "workspace/state.h"

/* --- what is kept ----------------------------------------------------------------------------- */

/* A number of the host's that is state, too. */
struct lb_host_number {
    const char *name;
    enum lb_element element; /* BYTE (bool), UINT, LONG, DOUBLE */
    void *value;
    uint64_t bytes;
};

/* --- the workspace ---------------------------------------------------------------------------- */

enum { LB_MAX_PROGRAMS = 12, LB_MAX_KERNELS = 48, LB_MAX_HOST_NUMBERS = 8 };

struct lb_built_program {
    const char *entry;
    struct lb_program *program;
};

struct lb_workspace {
    const struct lb_case *c;
    struct lb_device *device;
    struct lb_layout layout;
    struct lb_kernel_places places;
    uint64_t step;
    uint64_t version; /* differs whenever the state does */
    struct lb_population_set flow;
    struct lb_buffer *buffers[LB_BUFFERS]; /* NULL: not there */
    struct lb_host_number numbers[LB_MAX_HOST_NUMBERS];
    unsigned number_count;
    uint64_t elsewhere;     /* bytes on the device in other workspaces */
    uint64_t staging_cells; /* quadruples that LB_BUFFER_STAGING holds */
    uint32_t survey_items;
    uint8_t *host_flags;    /* x fastest; NULL where all is fluid */
    uint8_t *whole_flags;   /* the same of the whole box where this is a part of it, borrowed */
    uint64_t cells_version; /* grows when cells are made anew */
    /* Adds numbers over all parts of the box, of which this one fared as `st` says so far; NULL:
     * it is whole. */
    enum lb_status (*add_over_parts)(void *context, enum lb_status st, double *numbers,
                                     size_t count, struct lb_error *err);
    void *parts_context;
    double missing; /* density of each cell beside moving bodies, when they are */
    struct lb_built_program programs[LB_MAX_PROGRAMS];
    struct lb_kernel *kernels[LB_MAX_KERNELS];
    unsigned program_count, kernel_count;
};

/* Frees everything in it. */
void lb_workspace_clear(struct lb_workspace *w); /* {0} is fine */

/* device_state.c: makes a buffer of the registry.  `count`: its length where the start state tells it, 0: as
 * the ledger says.  The second one fills it, too, and the third rounds to the case's arithmetic first. */
enum lb_status lb_workspace_create_buffer(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t count, struct lb_error *err);
enum lb_status lb_workspace_upload(struct lb_workspace *w, enum lb_buffer_id id, uint64_t count,
                                   const void *data, struct lb_error *err);
enum lb_status lb_workspace_upload_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                           uint64_t count, const double *numbers,
                                           struct lb_error *err);

/* Numbers into a buffer of scalars from element `first` on, rounded to the case's arithmetic. */
enum lb_status lb_workspace_write_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t first, uint64_t count, const double *numbers,
                                          struct lb_error *err);

/* Writes numbers of cells or vectors as LB_INDEX of the kernels, or reads them. */
enum lb_status lb_workspace_write_indices(const struct lb_workspace *w, struct lb_buffer *out,
                                          uint64_t count, const uint64_t *numbers,
                                          struct lb_error *err);
enum lb_status lb_workspace_read_indices(const struct lb_workspace *w, struct lb_buffer *from,
                                         uint64_t first, uint64_t count, uint64_t *numbers,
                                         struct lb_error *err);

/* Registers a number of the host's as state; `value` must outlive the workspace's use. */
enum lb_status lb_workspace_keep(struct lb_workspace *w, const char *name, enum lb_element element,
                                 void *value, struct lb_error *err);

/* The case on this device, as ledger.h counts it; cells beside walls are not counted. */
struct lb_ledger lb_workspace_ledger(const struct lb_workspace *w);

/* Bytes of an element of a buffer, and how many of them belong together. */
uint64_t lb_workspace_element_bytes(const struct lb_workspace *w, enum lb_buffer_id id);
uint64_t lb_workspace_components(const struct lb_workspace *w, enum lb_buffer_id id);

/* Of all buffers of the registry, and what is elsewhere. */
uint64_t lb_workspace_device_bytes(const struct lb_workspace *w);

/* Length of a list of cells; 0 where it is not there. */
uint64_t lb_workspace_list_length(const struct lb_workspace *w, enum lb_buffer_id id);

/* Of a buffer here: the other copy of moments is state, as it says what went into walls. */
enum lb_state_role lb_workspace_role(const struct lb_workspace *w, enum lb_buffer_id id);

/* Everything that is kept, one by one; and a piece of one of them, by its name. */
enum lb_status lb_workspace_each(const struct lb_workspace *w, lb_state_visitor *visit,
                                 void *context, struct lb_error *err);
enum lb_status lb_workspace_read(const struct lb_workspace *w, const char *name, uint64_t offset,
                                 uint64_t bytes, void *data, struct lb_error *err);
enum lb_status lb_workspace_write(struct lb_workspace *w, const char *name, uint64_t offset,
                                  uint64_t bytes, const void *data, struct lb_error *err);

/* Makes the buffers of a set of populations. */
enum lb_status lb_population_set_create(struct lb_workspace *w, struct lb_population_set *set,
                                        struct lb_error *err);
/* What was written is read next. */
void lb_population_set_swap(struct lb_workspace *w, const struct lb_population_set *set);

/* --- kernels ---------------------------------------------------------------------------------- */

/* Kernel `name` of the program of `entry`, which is built at its first use; the workspace owns both.
 * Each parameter that bears the name of a buffer of the registry is bound to it as it is now; what
 * may be absent and is, to a null pointer.  The rest is left to be set.  `lanes`: arithmetic lanes
 * and registers as the layout says, else one lane. */
enum lb_status lb_workspace_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                   struct lb_kernel **out, struct lb_error *err);
enum lb_status lb_workspace_step_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                        struct lb_kernel **out, struct lb_error *err);

/* Enqueues, with the populations or moments that are read next as parameter `f`, the other copy as `other_f`,
 * the number of the step as `step` and its noise as `noise_keys` where the kernel has these. */
enum lb_status lb_workspace_enqueue(struct lb_workspace *w, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group, struct lb_error *err);

/* Sets `noise_keys` of the next step, where the kernel has them. */
enum lb_status lb_workspace_set_noise(const struct lb_workspace *w, struct lb_kernel *kernel,
                                      struct lb_error *err);

/* Sets bx, by, bz, where a region begins, and ex, ey, how far it reaches. */
enum lb_status lb_workspace_set_region(struct lb_kernel *kernel, const struct lb_region *r,
                                       struct lb_error *err);

/* --- looking ---------------------------------------------------------------------------------- */

/* Number `at` of an array of scalars or sums as they come from the device. */
double lb_workspace_number(const struct lb_workspace *w, enum lb_element element,
                           const void *numbers, uint64_t at);

uint64_t lb_workspace_scalar_bytes(const struct lb_workspace *w);
uint64_t lb_workspace_sum_bytes(const struct lb_workspace *w);

/* Takes `count` items from number `first` on; `numbers` are theirs. */
typedef void lb_take_items(void *context, const struct lb_workspace *w, const void *numbers,
                           uint64_t first, uint64_t count);

/* Has a kernel work out `items` items of at most four scalars each, piece by piece into the staging
 * buffer, its parameter `out`, and hands them over.  The kernel has parameters `skip` and `count`.
 */
enum lb_status lb_workspace_stage(struct lb_workspace *w, struct lb_kernel *kernel, uint64_t items,
                                  uint64_t numbers_per_item, lb_take_items *take, void *context,
                                  struct lb_error *err);

/* Enqueues a kernel whose work-items go through all cells (parameters `items`, `stride`: kernels/cell/survey.cl). */
enum lb_status lb_workspace_enqueue_survey(struct lb_workspace *w, struct lb_kernel *kernel,
                                           struct lb_error *err);

/* Runs a kernel whose work-items leave eight sums and four counts each (parameters `sums`, `counts`
 * and those above).  Caller frees the arrays. */
struct lb_reduction {
    uint32_t items;
    double *sums;
    uint64_t *counts;
};
enum lb_status lb_workspace_reduce(struct lb_workspace *w, struct lb_kernel *kernel,
                                   struct lb_reduction *out, struct lb_error *err);
void lb_reduction_free(struct lb_reduction *r); /* {0} is fine */

bool lb_region_is_inside(const struct lb_case *c, const struct lb_region *r);
uint64_t lb_region_cells(const struct lb_region *r);

#endif
