/* workspace.h - the base of a solver: its device, its buffers, registered by name, and its kernels, whose
 * parameters are bound to the buffers by name; reads numbers and sums back.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_WORKSPACE_H
#define LB_WORKSPACE_WORKSPACE_H

#include "case/case.h"
#include "opencl/device.h"
#include "opencl/program.h"
#include "workspace/kernel_text.h"
#include "layout/ledger.h"
#include "workspace/state.h"

/* --- the state -------------------------------------------------------------------------------- */

/* A number on the host that belongs to the state. */
struct lb_host_number {
    const char *name;
    enum lb_element element; /* BYTE (bool), UINT, LONG, DOUBLE */
    void *value;
    uint64_t bytes;
};

/* --- the workspace ---------------------------------------------------------------------------- */

enum {
    LB_MAX_PROGRAMS = 16,
    LB_MAX_KERNELS = 64,
    LB_MAX_HOST_NUMBERS = 24 + 2 * LB_HEAT_MOST_GROUPS
};

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
    uint64_t version;                      /* changes whenever the state changes */
    struct lb_population_set flow, heat;   /* the latter of a case that has a temperature */
    struct lb_buffer *buffers[LB_BUFFERS]; /* NULL: absent */
    struct lb_host_number numbers[LB_MAX_HOST_NUMBERS];
    unsigned number_count;
    uint64_t staging_cells; /* quadruples that LB_BUFFER_STAGING holds */
    uint32_t survey_items;
    uint8_t *host_flags;    /* x fastest; NULL if all cells are fluid */
    uint8_t *whole_flags;   /* those of the whole box, for a subdomain; borrowed */
    uint64_t cells_version; /* grows when cells are assigned anew */
    /* Adds numbers over all subdomains; `st` is the status of this one so far; NULL: the box is
     * whole. */
    enum lb_status (*add_over_parts)(void *context, enum lb_status st, double *numbers,
                                     size_t count, struct lb_error *err);
    void *parts_context;
    double missing; /* density to add to each cell beside moving bodies at the next assignment */
    struct lb_built_program programs[LB_MAX_PROGRAMS];
    struct lb_kernel *kernels[LB_MAX_KERNELS];
    unsigned program_count, kernel_count;
};

/* Frees everything in it. */
void lb_workspace_clear(struct lb_workspace *w); /* {0} is fine */

/* device_state.c: creates a buffer of the registry.  `count`: its length, if the start state decides it, or 0:
 * as in the ledger.  The second function also fills it; the third rounds to the case's arithmetic first. */
enum lb_status lb_workspace_create_buffer(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t count, struct lb_error *err);
enum lb_status lb_workspace_upload(struct lb_workspace *w, enum lb_buffer_id id, uint64_t count,
                                   const void *data, struct lb_error *err);
enum lb_status lb_workspace_upload_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                           uint64_t count, const double *numbers,
                                           struct lb_error *err);

/* Writes numbers into a buffer of scalars from element `first` on, rounded to the case's arithmetic. */
enum lb_status lb_workspace_write_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t first, uint64_t count, const double *numbers,
                                          struct lb_error *err);

/* Writes or reads indices of cells or vectors, LB_INDEX in the kernels. */
enum lb_status lb_workspace_write_indices(const struct lb_workspace *w, struct lb_buffer *out,
                                          uint64_t count, const uint64_t *numbers,
                                          struct lb_error *err);
enum lb_status lb_workspace_read_indices(const struct lb_workspace *w, struct lb_buffer *from,
                                         uint64_t first, uint64_t count, uint64_t *numbers,
                                         struct lb_error *err);

/* Registers a number on the host as state; `value` must outlive the workspace. */
enum lb_status lb_workspace_keep(struct lb_workspace *w, const char *name, enum lb_element element,
                                 void *value, struct lb_error *err);

/* The ledger of the case on this device, without the lists of cells beside walls. */
struct lb_ledger lb_workspace_ledger(const struct lb_workspace *w);

/* Bytes of an element of a buffer, and the number of elements per cell or item. */
uint64_t lb_workspace_element_bytes(const struct lb_workspace *w, enum lb_buffer_id id);
uint64_t lb_workspace_components(const struct lb_workspace *w, enum lb_buffer_id id);

/* Bytes of all buffers of the registry. */
uint64_t lb_workspace_device_bytes(const struct lb_workspace *w);

/* Length of a list of cells; 0 if it is absent. */
uint64_t lb_workspace_list_length(const struct lb_workspace *w, enum lb_buffer_id id);

/* The role of a buffer; the second copy of moments is state, because it tells what went into walls. */
enum lb_state_role lb_workspace_role(const struct lb_workspace *w, enum lb_buffer_id id);

/* Visits all arrays and numbers of the state; reads and writes a range of one by name. */
enum lb_status lb_workspace_each(const struct lb_workspace *w, lb_state_visitor *visit,
                                 void *context, struct lb_error *err);
enum lb_status lb_workspace_read(const struct lb_workspace *w, const char *name, uint64_t offset,
                                 uint64_t bytes, void *data, struct lb_error *err);
enum lb_status lb_workspace_write(struct lb_workspace *w, const char *name, uint64_t offset,
                                  uint64_t bytes, const void *data, struct lb_error *err);

/* Creates the buffers of a set of populations. */
enum lb_status lb_population_set_create(struct lb_workspace *w, struct lb_population_set *set,
                                        struct lb_error *err);
/* Programs of the two kinds of steps of a list; the first has a layout of its own (lb_layout_of_even_steps). */
extern const char lb_list_even_entry[], lb_list_odd_entry[];

/* listed_cells.c: before the start state, where memory has a list of the fluid cells. */
enum lb_status lb_fluid_list_create(struct lb_workspace *w, struct lb_error *err);

/* Swaps the two copies: what was written is read next. */
void lb_population_set_swap(struct lb_workspace *w, const struct lb_population_set *set);

/* --- kernels ---------------------------------------------------------------------------------- */

/* Kernel `name` of the program of `entry`, which is built at its first use; the workspace owns both.
 * Each parameter named like a buffer of the registry is bound to its current buffer, or to a null pointer
 * if it is optional and absent.  The caller sets the rest.  lb_workspace_step_kernel uses the arithmetic
 * lanes and registers of the layout, lb_workspace_kernel one lane. */
enum lb_status lb_workspace_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                   struct lb_kernel **out, struct lb_error *err);
enum lb_status lb_workspace_step_kernel(struct lb_workspace *w, const char *entry, const char *name,
                                        struct lb_kernel **out, struct lb_error *err);

/* Enqueues a kernel.  If it has them, its parameters are set: `f` and `heat` to the populations or moments that are read
 * next, `other_f` to the other copy, `step` to the number of the step, `noise_keys` to its noise. */
enum lb_status lb_workspace_enqueue(struct lb_workspace *w, struct lb_kernel *kernel,
                                    uint64_t items, uint32_t group, struct lb_error *err);

/* Sets `noise_keys` for the next step if the kernel has that parameter. */
enum lb_status lb_workspace_set_noise(const struct lb_workspace *w, struct lb_kernel *kernel,
                                      struct lb_error *err);

/* Sets bx, by, bz to the first cell of a region, and ex, ey to its extent. */
enum lb_status lb_workspace_set_region(struct lb_kernel *kernel, const struct lb_region *r,
                                       struct lb_error *err);

/* --- reading back ----------------------------------------------------------------------------- */

static inline uint64_t lb_workspace_scalar_bytes(const struct lb_workspace *w)
{
    return w->c->arithmetic == LB_ARITHMETIC_FP64 ? sizeof(double) : sizeof(float);
}

uint64_t lb_workspace_sum_bytes(const struct lb_workspace *w);

/* Number `at` of an array of scalars or sums read from the device.  Here, so that loops over the cells of a box make no
 * calls. */
static inline double lb_workspace_number(const struct lb_workspace *w, enum lb_element element,
                                         const void *numbers, uint64_t at)
{
    const uint64_t bytes =
        element == LB_ELEMENT_SUM ? lb_workspace_sum_bytes(w) : lb_workspace_scalar_bytes(w);
    return bytes == sizeof(double) ? ((const double *)numbers)[at]
                                   : (double)((const float *)numbers)[at];
}

/* Receives the numbers of `count` items from item `first` on. */
typedef void lb_take_items(void *context, const struct lb_workspace *w, const void *numbers,
                           uint64_t first, uint64_t count);

/* Lets a kernel compute `items` items of at most four scalars each, chunk by chunk, into the staging buffer,
 * its parameter `out`, and passes each chunk to `take`.  The kernel has parameters `skip` and `count`. */
enum lb_status lb_workspace_stage(struct lb_workspace *w, struct lb_kernel *kernel, uint64_t items,
                                  uint64_t numbers_per_item, lb_take_items *take, void *context,
                                  struct lb_error *err);

/* A lb_take_items that puts one scalar of each item into the doubles of `context`. */
void lb_workspace_take_scalars(void *context, const struct lb_workspace *w, const void *numbers,
                               uint64_t first, uint64_t count);

/* Enqueues a kernel whose work-items loop over all cells (parameters `items`, `stride`: kernels/cell/survey.cl). */
enum lb_status lb_workspace_enqueue_survey(struct lb_workspace *w, struct lb_kernel *kernel,
                                           struct lb_error *err);

/* Runs such a kernel whose work-items write eight sums and four counts each (parameters `sums`, `counts`).
 * Caller frees the arrays. */
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
