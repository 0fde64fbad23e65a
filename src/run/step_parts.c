/* step_parts.c - the kernels of one step: one for all vectors, or one for the plain vectors and one
 * for the cells of the others.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "run/solver_state.h"

enum { VECTORS_PER_READ = 1 << 18 };

/* Arguments that change or that only one of the kernels has: kernels/step.cl, step_cells.cl. */
enum { STEP_OF_VECTORS = 8, STEP_OF_CELLS = 5, LIST_OF_CELLS = 6 };

/* Where two parts are no wish of the user's and more vectors than one in this many are listed, one
 * kernel does them all: cells one by one are slower than whole vectors without walls. */
enum { LEAST_PLAIN_SHARE = 4 };

/* Numbers of vectors, ascending. */
struct vector_list {
    uint64_t *numbers;
    uint64_t count, room, most;
};

static enum lb_status append(struct vector_list *list, uint64_t vector, struct lb_error *err)
{
    if (list->count == list->room) {
        const uint64_t room = list->room == 0 ? 1024 : 2 * list->room;
        uint64_t *numbers = realloc(list->numbers, room * sizeof *numbers);
        if (numbers == NULL)
            return lb_fail(err, LB_STATUS_FAILED, "out of memory for the list of special vectors");
        list->numbers = numbers;
        list->room = room;
    }
    list->numbers[list->count++] = vector;
    return LB_STATUS_OK;
}

/* Whether the plain part leaves the vector out, and something must be done about it: a vector of
 * nothing but walls stays as it is. */
static bool is_listed(const struct lb_solver *s, const uint8_t *flags)
{
    uint8_t any = 0, all = LB_CELL_SOLID;
    for (int lane = 0; lane < s->layout.lanes; lane++) {
        any |= flags[lane];
        all &= flags[lane];
    }
    return (any & LB_CELL_SPECIAL) != 0 && all == 0;
}

/* Reads flags in memory order, and no further than the list has room for. */
static enum lb_status list_vectors(struct lb_solver *s, struct vector_list *list,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t lanes = (uint64_t)s->layout.lanes;
    const uint64_t vectors = lb_case_cell_count(s->c) / lanes;
    uint8_t *flags = malloc(VECTORS_PER_READ * lanes);
    LB_REQUIRE(flags != NULL, LB_STATUS_FAILED, "out of memory for flags");
    for (uint64_t first = 0; first < vectors && list->count <= list->most;
         first += VECTORS_PER_READ) {
        const uint64_t count =
            vectors - first < VECTORS_PER_READ ? vectors - first : VECTORS_PER_READ;
        LB_TRY(lb_buffer_read(s->flags, first * lanes, count * lanes, flags, err));
        for (uint64_t n = 0; n < count; n++)
            if (is_listed(s, flags + n * lanes)) LB_TRY(append(list, first + n, err));
    }
cleanup:
    free(flags);
    return st;
}

/* As LB_INDEX of the kernels, filled up to whole groups with a number that no vector has. */
static enum lb_status upload_list(struct lb_solver *s, struct vector_list *list,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool wide = lb_layout_index_bytes(s->c) == sizeof(uint64_t);
    const uint64_t padded = (list->count + s->layout.group - 1) / s->layout.group * s->layout.group;
    const uint64_t bytes = padded * lb_layout_index_bytes(s->c);
    uint32_t *narrow = NULL;
    while (list->count < padded)
        LB_TRY(append(list, UINT64_MAX, err));
    if (!wide) {
        narrow = malloc(bytes);
        LB_REQUIRE(narrow != NULL, LB_STATUS_FAILED,
                   "out of memory for the list of vectors at walls");
        for (uint64_t n = 0; n < padded; n++)
            narrow[n] = (uint32_t)list->numbers[n];
    }
    LB_TRY(lb_solver_upload(s, wide ? (void *)list->numbers : (void *)narrow, bytes,
                            "vectors at walls", &s->list, err));
cleanup:
    free(narrow);
    return st;
}

static enum lb_status build_part(struct lb_solver *s, const char *entry, bool scalar,
                                 const struct lb_kernel_places *places, struct lb_step_part *part,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t most;
    LB_TRY(lb_solver_build(s, entry, scalar, places, &part->program, err));
    LB_TRY(lb_kernel_create(part->program, "lb_step", &part->kernel, err));
    LB_TRY(lb_kernel_max_group(part->kernel, &most, err));
    if (s->layout.group > most) s->layout.group = most;
cleanup:
    return st;
}

static enum lb_status bind_part(struct lb_solver *s, struct lb_step_part *part,
                                struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    LB_TRY(lb_kernel_set_buffer(part->kernel, 2, s->flags, err));
    LB_TRY(lb_kernel_set_buffer(part->kernel, 3, s->prescribed, err));
    LB_TRY(lb_kernel_set_buffer(part->kernel, 4, s->alarm, err));
    if (part == &s->parts[0])
        LB_TRY(lb_immersed_bind_step(s->immersed, part->kernel, 5, err));
    else
        LB_TRY(lb_kernel_set_buffer(part->kernel, LIST_OF_CELLS, s->list, err));
cleanup:
    return st;
}

enum lb_status lb_step_parts_create(struct lb_solver *s, const struct lb_kernel_places *places,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const uint64_t vectors = lb_case_cell_count(s->c) / (uint64_t)s->layout.lanes;
    const bool is_asked = s->c->parts == 2 && !s->c->parts_measured;
    struct vector_list list = {.most = is_asked ? vectors : vectors / LEAST_PLAIN_SHARE};
    if (s->layout.split) LB_TRY(list_vectors(s, &list, err));
    s->layout.split = s->layout.split && list.count <= list.most;
    s->parts[0].items = vectors;
    LB_TRY(build_part(s, s->layout.split ? "step_plain.cl" : "step.cl", false, places, &s->parts[0],
                      err));
    if (s->layout.split && list.count > 0) {
        s->parts[1].items = list.count * (uint64_t)s->layout.lanes;
        LB_TRY(build_part(s, "step_cells.cl", true, places, &s->parts[1], err));
        LB_TRY(upload_list(s, &list, err));
    }
    for (int n = 0; n < 2 && s->parts[n].kernel != NULL; n++)
        LB_TRY(bind_part(s, &s->parts[n], err));
cleanup:
    free(list.numbers);
    return st;
}

enum lb_status lb_step_parts_enqueue(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_buffer *to = s->populations[s->populations[1] != NULL ? 1 : 0];
    for (int n = 0; n < 2 && s->parts[n].kernel != NULL; n++) {
        struct lb_kernel *k = s->parts[n].kernel;
        LB_TRY(lb_kernel_set_buffer(k, 0, s->populations[0], err));
        LB_TRY(lb_kernel_set_buffer(k, 1, to, err));
        LB_TRY(lb_kernel_set_uint(k, n == 0 ? STEP_OF_VECTORS : STEP_OF_CELLS, (uint32_t)s->step,
                                  err));
        LB_TRY(lb_kernel_enqueue(k, s->parts[n].items, s->layout.group, err));
    }
cleanup:
    return st;
}

void lb_step_parts_destroy(struct lb_solver *s)
{
    for (int n = 0; n < 2; n++) {
        lb_kernel_destroy(s->parts[n].kernel);
        lb_program_destroy(s->parts[n].program);
    }
    lb_buffer_destroy(s->list);
}
