/* test_moving_cells.c - a body that moves its cells through the faces of a periodic box: the flow has the bits of the
 * one in a box that begins elsewhere.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "case/lookup.h"
#include "opencl/device.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/test_solver.h"

enum { MOST = 11 * 9 * 8, EVERY = 10, RENEWALS = 24 };

static struct lb_device *device;

/* A block that moves one cell along each axis, from time to time, of a flow that is random at first.  Places are those
 * in a box that begins at `shift`. */
struct world {
    struct lb_case flow;
    struct lb_random_state random;
    uint32_t size[3], shift[3], begin[3], extent[3], renewals[3]; /* between two moves */
    double u[3];
    struct lb_body body;
    bool moves;
    struct lb_motion motion;
};

static uint32_t apart(uint32_t a, uint32_t b, uint32_t size)
{
    return (a % size + size - b % size) % size;
}

static bool is_body(const struct world *w, uint64_t step, const uint32_t at[3])
{
    bool is = true;
    for (int a = 0; a < 3; a++) {
        const uint32_t moved = (uint32_t)(step / EVERY / w->renewals[a]);
        is = is && apart(at[a], w->shift[a] + w->begin[a] + moved, w->size[a]) < w->extent[a];
    }
    return is;
}

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct world *w = state;
    const uint32_t at[3] = {x, y, z};
    w->flow.start(w->flow.start_state, apart(x, w->shift[0], w->size[0]),
                  apart(y, w->shift[1], w->size[1]), apart(z, w->shift[2], w->size[2]), out);
    if (!is_body(w, 0, at)) return;
    *out = (struct lb_cell){.flags = LB_CELL_SOLID | LB_CELL_MOVING, .number = 1, .rho = 1.0};
    memcpy(out->u, w->u, sizeof out->u);
}

static enum lb_status place(void *state, uint64_t step, uint8_t *numbers, struct lb_error *err)
{
    const struct world *w = state;
    uint32_t at[3];
    (void)err;
    for (at[2] = 0; at[2] < w->size[2]; at[2]++)
        for (at[1] = 0; at[1] < w->size[1]; at[1]++)
            for (at[0] = 0; at[0] < w->size[0]; at[0]++)
                *numbers++ = is_body(w, step, at);
    return LB_STATUS_OK;
}

static void velocities(const void *state, uint8_t number, const uint32_t at[3], uint32_t count,
                       double *u)
{
    const struct world *w = state;
    (void)number;
    (void)at;
    for (uint32_t n = 0; n < count; n++)
        memcpy(u + 3 * n, w->u, sizeof w->u);
}

/* Along x it comes round twice, along y and z once and a bit. */
static void make_world(struct world *w, const char *lattice, const uint32_t shift[3],
                       struct lb_case *c)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    const uint32_t depth = l->dimensions == 3 ? 8 : 1;
    *w = (struct world){.size = {11, 9, depth},
                        .begin = {4, 3, depth / 2},
                        .extent = {3, 2, depth > 1 ? 2 : 1},
                        .renewals = {1, 2, depth > 1 ? 2 : RENEWALS + 1},
                        .body = {.name = "block"},
                        .moves = true};
    memcpy(w->shift, shift, sizeof w->shift);
    for (int a = 0; a < l->dimensions; a++)
        w->u[a] = 1.0 / EVERY / w->renewals[a];
    lb_random_case_init(&w->flow, &w->random, l, LB_WITH_NOTHING, w->size[0], w->size[1], depth);
    w->motion = (struct lb_motion){.every = EVERY,
                                   .end = {w->size[0], w->size[1], depth},
                                   .place = place,
                                   .velocities = velocities,
                                   .state = w,
                                   .moves = &w->moves};
    *c = w->flow;
    c->storage = lb_number_format_find("fp32");
    c->arithmetic = LB_ARITHMETIC_FP32;
    c->cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING;
    c->bodies = &w->body;
    c->body_count = 1;
    c->motion = &w->motion;
    c->start = start;
    c->start_state = w;
}

/* Differences of the velocity from that in the box that begins at 0. */
static unsigned differences(const struct world *w, const double *here, const double *there)
{
    const uint32_t *n = w->size;
    unsigned count = 0;
    for (uint32_t z = 0; z < n[2]; z++)
        for (uint32_t y = 0; y < n[1]; y++)
            for (uint32_t x = 0; x < n[0]; x++) {
                const uint32_t at[3] = {(x + w->shift[0]) % n[0], (y + w->shift[1]) % n[1],
                                        (z + w->shift[2]) % n[2]};
                const double *a = here + 3 * ((size_t)(at[2] * n[1] + at[1]) * n[0] + at[0]);
                count +=
                    memcmp(a, there + 3 * ((size_t)(z * n[1] + y) * n[0] + x), 3 * sizeof *a) != 0;
            }
    return count;
}

static void compare(const char *lattice, const uint32_t shift[3], enum lb_streaming streaming)
{
    static double u[2][3 * MOST];
    struct world worlds[2];
    struct lb_case c[2];
    struct lb_solver *s[2] = {NULL, NULL};
    struct lb_error err = {0};
    bool fine = true;
    for (int n = 0; n < 2 && fine; n++) {
        make_world(&worlds[n], lattice, n == 0 ? (const uint32_t[3]){0, 0, 0} : shift, &c[n]);
        c[n].streaming = streaming;
        fine = LB_CHECK_OK(lb_test_solver_create(&c[n], device, &s[n], &err), &err);
    }
    const struct lb_region all = {.end = {c[0].size[0], c[0].size[1], c[0].size[2]}};
    for (int k = 0; k < RENEWALS && fine; k++) {
        for (int n = 0; n < 2 && fine; n++)
            fine = LB_CHECK_OK(lb_solver_advance(s[n], EVERY, &err), &err) &&
                   LB_CHECK_OK(lb_solver_read(s[n], &all, NULL, u[n], &err), &err);
        fine = fine && LB_CHECK(isfinite(u[0][0])) &&
               LB_CHECK_EQUAL_INT(differences(&worlds[1], u[1], u[0]), 0);
        if (!fine)
            printf("  %s, shift %u,%u,%u, after %d renewals\n", lattice, shift[0], shift[1],
                   shift[2], k);
    }
    lb_solver_destroy(s[0]);
    lb_solver_destroy(s[1]);
}

static void the_faces_of_a_periodic_box_are_no_place(void)
{
    for (uint32_t along = 1; along < 11; along += 3)
        compare("d2q9", (const uint32_t[3]){along, along % 9, 0}, LB_STREAMING_IN_PLACE);
    compare("d2q9", (const uint32_t[3]){7, 4, 0}, LB_STREAMING_PULL);
    compare("d3q19", (const uint32_t[3]){5, 4, 3}, LB_STREAMING_IN_PLACE);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(the_faces_of_a_periodic_box_are_no_place);
    lb_device_close(device);
    return lb_check_report();
}
