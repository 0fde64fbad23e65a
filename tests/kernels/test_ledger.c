/* test_ledger.c - what is told of a case before a run is what its solver allocates.
 * SPDX-License-Identifier: MIT */
#include "layout/ledger.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "case/lookup.h"
#include "cli/read_study.h"
#include "decomposition/decomposition.h"
#include "decomposition/subdomain.h"
#include "opencl/device.h"
#include "run/run_internal.h"
#include "run/run.h"
#include "solver/halo_exchange.h"
#include "solver/solver.h"
#include "support/check.h"
#include "support/command_line.h"
#include "support/random_case.h"
#include "support/step_comparison.h"

static struct lb_device *device;

static bool is_near(uint64_t told, uint64_t allocated, const char *what)
{
    const double off = fabs((double)told / (double)allocated - 1.0);
    if (off > 0.01)
        printf("%s: %llu told, %llu allocated\n", what, (unsigned long long)told,
               (unsigned long long)allocated);
    return off <= 0.01;
}

/* `place`: NULL where the box is whole. */
static void check(const struct lb_case *c, const struct lb_decomposition *place, const char *what,
                  bool asks_for_forces)
{
    struct lb_error err = {0};
    struct lb_layout l;
    struct lb_solver *s = NULL;
    const struct lb_layout_wishes none = {0};
    const uint64_t before = lb_device_allocated(device);
    lb_layout_choose(c, &none, lb_device_get_info(device), &l);
    struct lb_ledger g = lb_ledger_with_walls(c, &l, lb_device_get_info(device));
    if (!LB_CHECK_OK(lb_solver_create(c, &l, device, NULL, &s, &err), &err)) return;
    if (place != NULL) LB_CHECK_OK(lb_solver_join(s, place, &err), &err);
    if (asks_for_forces) {
        LB_CHECK_OK(lb_solver_record_forces(s, &err), &err);
        g.sums_forces = true;
    }
    const uint64_t allocated = lb_device_allocated(device) - before;
    LB_CHECK(is_near(lb_ledger_bytes(&g), allocated, what));
    LB_CHECK_EQUAL_INT(lb_solver_device_bytes(s), allocated);
    lb_solver_destroy(s);
}

static void check_setup(const char *line, bool asks_for_forces)
{
    struct lb_options o;
    struct lb_asked asked;
    struct lb_error err = {0};
    struct lb_run *run = NULL;
    if (!LB_CHECK_OK(lb_test_parse(line, &o, &err), &err)) return;
    if (LB_CHECK_OK(lb_asked_read(&o, &asked, &err), &err)) {
        if (LB_CHECK_OK(lb_run_create(&asked.study.run, &run, &err), &err))
            check(&run->c, NULL, line, asks_for_forces);
        lb_run_destroy(run);
        lb_asked_free(&asked);
    }
    lb_options_free(&o);
}

static void what_is_told_of_a_setup_is_allocated(void)
{
    check_setup("run cavity length=48", false);
    check_setup("run karman radius=8", true);
    check_setup("run taylor-green-3d length=32 --precision fp32/fp16s", false);
    check_setup("run taylor-green-3d length=32 --precision fp64/fp64 --streaming pull", false);
    check_setup("run taylor-green-3d length=32 --streaming moments", false);
    check_setup("run dam-break quick=1", false);
    check_setup("run raindrop quick=1", false);
    check_setup("run capsule quick=1", false);
    check_setup("run capsule quick=1 bending=0.01", false);
    check_setup(
        "run tunnel body=sphere resolution=8 re=100 upstream=2 downstream=3 side=2 above=2 below=2",
        true);
}

/* The first of two subdomains; its solver alone, as its neighbour need not be there for memory. */
static void what_is_told_of_a_subdomain_is_allocated(void)
{
    struct lb_options o;
    struct lb_asked asked;
    struct lb_error err = {0};
    struct lb_run *run = NULL;
    const int grid[3] = {1, 2, 1};
    if (!LB_CHECK_OK(lb_test_parse("run taylor-green-3d length=32", &o, &err), &err)) return;
    if (LB_CHECK_OK(lb_asked_read(&o, &asked, &err), &err) &&
        LB_CHECK_OK(lb_run_create(&asked.study.run, &run, &err), &err)) {
        struct lb_decomposition place;
        struct lb_subdomain part;
        lb_decomposition_init(&place, run->c.size, grid, 0, 0);
        lb_subdomain_init(&part, &run->c, &place);
        check(&part.c, &place, "half of taylor-green-3d", false);
    }
    lb_run_destroy(run);
    lb_asked_free(&asked);
    lb_options_free(&o);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(what_is_told_of_a_setup_is_allocated);
    LB_TEST(what_is_told_of_a_subdomain_is_allocated);
    lb_device_close(device);
    return lb_check_report();
}
