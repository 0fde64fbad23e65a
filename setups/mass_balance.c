/* mass_balance.c - mass and invariants of the setups with a free surface.
 * SPDX-License-Identifier: MIT */
#include "mass_balance.h"

#include <math.h>
#include <stdlib.h>

/* Of a run; and of each step, in which a cell rounds once: at rest all steps round alike. */
static const double double_tolerance = 1e-12, single_tolerance = 1e-5;
static const double double_drift = 0x1p-61, single_drift = 0x1p-32;

enum lb_status lb_mass_balance_observe(struct lb_mass_balance *b, struct lb_run *run,
                                       struct lb_survey *survey, struct lb_error *err)
{
    struct lb_survey s;
    const enum lb_status st = lb_solver_survey(lb_run_solver(run), &s, err);
    if (st != LB_STATUS_OK) return st;
    const double mass = lb_surface_survey_mass(&s.surface);
    if (!b->is_open) b->mass = mass;
    b->is_open = true;
    b->error = fmax(b->error, fabs(mass / b->mass - 1.0));
    b->contacts += (double)s.surface.contacts;
    b->speed = s.speed_max;
    b->interface = (double)s.surface.interface_cells;
    b->stranded = s.surface.stranded_mass / b->mass;
    if (survey != NULL) *survey = s;
    return LB_STATUS_OK;
}

enum lb_status lb_mass_balance_read(struct lb_mass_balance *b, struct lb_run *run, double **fill,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_case *c = lb_run_case(run);
    const struct lb_region all = {{0, 0, 0}, {c->size[0], c->size[1], c->size[2]}};
    *fill = malloc(lb_case_cell_count(c) * sizeof **fill);
    LB_REQUIRE(*fill != NULL, LB_STATUS_FAILED, "no memory for the fill levels");
    LB_TRY(lb_mass_balance_observe(b, run, NULL, err));
    LB_TRY(lb_solver_read_fill(lb_run_solver(run), &all, *fill, err));
cleanup:
    return st;
}

enum lb_status lb_mass_balance_archive(struct lb_mass_balance *b, struct lb_archive *a,
                                       struct lb_error *err)
{
    LB_OK(lb_archive_number(a, "balance.mass", &b->mass, err));
    LB_OK(lb_archive_number(a, "balance.error", &b->error, err));
    LB_OK(lb_archive_number(a, "balance.contacts", &b->contacts, err));
    LB_OK(lb_archive_number(a, "balance.speed", &b->speed, err));
    LB_OK(lb_archive_number(a, "balance.interface", &b->interface, err));
    LB_OK(lb_archive_number(a, "balance.stranded", &b->stranded, err));
    return lb_archive_flag(a, "balance.is_open", &b->is_open, err);
}

void lb_mass_balance_report(const struct lb_mass_balance *b, struct lb_run *run)
{
    const struct lb_case *c = lb_run_case(run);
    const bool fp64 = c->arithmetic == LB_ARITHMETIC_FP64 && c->storage->bits == 64;
    const double steps = (double)lb_run_step(run);
    const double tolerance =
        fp64 ? double_tolerance + double_drift * steps : single_tolerance + single_drift * steps;
    lb_run_result(run, "mass", b->mass, "rho0 cells^d");
    lb_run_result(run, "mass_error", b->error, "1");
    lb_run_result(run, "mass_stranded", b->stranded, "1");
    lb_run_result(run, "contacts", b->contacts, "1");
    lb_run_result(run, "interface_cells", b->interface, "1");
    if (c->storage->bits >= 32)
        lb_run_bookkeeping(run, "mass kept", b->error, 0.0, tolerance, b->error <= tolerance);
    else
        lb_run_not_judged(run,
                          "mass kept: storage of 16 bits and fewer rounds the mass of fluid cells");
    lb_run_bookkeeping(run, "links between fluid and gas", b->contacts, 0.0, 0.0,
                       b->contacts == 0.0);
}
