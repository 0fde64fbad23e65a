/* double_twin.c - the same flow in FP64.
 * SPDX-License-Identifier: MIT */
#include "measure/double_twin.h"

#include <stdlib.h>

#include "measure/tune.h"
#include "opencl/device.h"

struct start {
    const struct lb_case *c; /* of the flow that goes on */
    const double *rho, *u;   /* its own, of all cells */
};

static void start_twin(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct start *s = state;
    const size_t n = ((size_t)z * s->c->size[1] + y) * s->c->size[0] + x;
    s->c->start(s->c->start_state, x, y, z, out);
    if ((out->flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0) return;
    out->rho = s->rho[n];
    for (size_t axis = 0; axis < 3; axis++)
        out->u[axis] = s->u[3 * n + axis];
}

static enum lb_status advance(const struct lb_case *c, struct lb_device *device,
                              const struct lb_kernel_places *places, uint64_t steps, double *u,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    const struct lb_tune_request request = {.mode = LB_TUNE_NEVER};
    struct lb_solver *solver = NULL;
    struct lb_layout layout;
    struct lb_tuning tuning;
    LB_TRY(lb_tune(c, device, &request, &layout, &tuning, err));
    LB_TRY(lb_solver_create(c, &layout, device, places, &solver, err));
    LB_TRY(lb_solver_advance(solver, steps, err));
    LB_TRY(lb_solver_read(solver, &all, NULL, u, err));
cleanup:
    lb_solver_destroy(solver);
    return st;
}

enum lb_status lb_double_twin(const struct lb_case *c, struct lb_solver *solver,
                              struct lb_device *device, const struct lb_kernel_places *places,
                              uint64_t steps, double *u, bool *is_known, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_region all = {.end = {c->size[0], c->size[1], c->size[2]}};
    const size_t cells = (size_t)lb_case_cell_count(c);
    const struct lb_kernel_places own = {places->kernel_dir, NULL}; /* dumps are of the run alone */
    double *rho = NULL, *velocity = NULL;
    *is_known = lb_device_get_info(device)->fp64;
    if (!*is_known) return LB_STATUS_OK;
    rho = malloc(cells * sizeof *rho);
    velocity = malloc(3 * cells * sizeof *velocity);
    LB_REQUIRE(rho != NULL && velocity != NULL, LB_STATUS_FAILED,
               "no memory for the flow in double precision");
    LB_TRY(lb_solver_read(solver, &all, rho, velocity, err));
    const struct start start = {c, rho, velocity};
    struct lb_case twin = *c;
    twin.storage = lb_number_format_find("fp64");
    twin.arithmetic = LB_ARITHMETIC_FP64;
    twin.rounding = NULL;
    twin.start = start_twin;
    twin.start_state = &start;
    LB_TRY(advance(&twin, device, &own, steps, u, err));
cleanup:
    free(rho);
    free(velocity);
    return st;
}
