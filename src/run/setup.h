/* setup.h - for setups: the contract, finding one by name, and the services of the run.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_SETUP_H
#define LB_RUN_SETUP_H

#include "base/table.h"
#include "geometry/mesh.h"
#include "io/vtp.h"
#include "plot/chart.h"
#include "scene/scene.h"
#include "setup/contract.h"

extern const struct lb_setup *const lb_setups[]; /* ends with NULL */

/* The setup of this name.  LB_STATUS_USAGE with the nearest known name. */
enum lb_status lb_lookup_setup(const char *word, const char *where, const struct lb_setup **out,
                               struct lb_error *err);

/* For prepare: steps of the run: those of steps=N, or `own`. */
uint64_t lb_setup_steps(const struct lb_values *v, uint64_t own);

/* For prepare: steps between two rows of the time series, those of probe=N or `own`.
 * LB_STATUS_USAGE beyond `max`, with which the setup cannot see any more what it judges. */
enum lb_status lb_setup_probe(const struct lb_values *v, double own, double max, uint64_t *out,
                              struct lb_error *err);

/* For prepare: takes a parameter of a viscosity model ("les"), and with a value above 0 the
 * model, into the case, whose collision operator is chosen; its other parameters are the usual
 * ones unless they were taken before.  LB_STATUS_USAGE if the model is for another operator. */
enum lb_status lb_setup_viscosity(struct lb_case *c, const char *parameter, double value,
                                  struct lb_error *err);

/* For prepare: takes the law of viscosity `word` ("" and none: none) into the case, whose viscosity is then that at
 * `shear_rate` [1/step]; its parameters are those of `v` whose names begin with `prefix`, the usual ones where they are
 * not set.  LB_STATUS_USAGE: a law or a parameter that there is not, or beyond its range. */
enum lb_status lb_setup_law(struct lb_case *c, const struct lb_values *v, const char *prefix,
                            const char *word, double shear_rate, struct lb_error *err);

/* What every setup with laws offers, by the names that lb_setup_law reads with "law-". */
#define LB_LAW_PARAMETERS                                                                   \
    {"law", LB_PARAMETER_WORD,                                                              \
     "1",   "none",                                                                         \
     NULL,  0,                                                                              \
     0,     "of the viscosity: power-law, carreau or herschel-bulkley; none"},              \
        {"law-n", LB_PARAMETER_NUMBER,                                                      \
         "1",     NULL,                                                                     \
         NULL,    0.2,                                                                      \
         3,       "exponent of the shear rate in the stress (0.5); below 1 a fluid thins"}, \
        {"law-time", LB_PARAMETER_NUMBER,                                                   \
         "1",        NULL,                                                                  \
         NULL,       1e-4,                                                                  \
         1e4,        "of carreau: its time times the shear rate of reference (1)"},         \
        {"law-yield", LB_PARAMETER_NUMBER,                                                  \
         "1",         NULL,                                                                 \
         NULL,        0,                                                                    \
         1e4,         "of herschel-bulkley: Bingham's number (0.5)"},                       \
        {"law-least", LB_PARAMETER_NUMBER,                                                  \
         "1",         NULL,                                                                 \
         NULL,        1e-6,                                                                 \
         1,           "lowest viscosity, over that of reference (0.01)"},                   \
    {                                                                                       \
        "law-most", LB_PARAMETER_NUMBER, "1", NULL, NULL, 1, 1e5, "highest one (1000)"      \
    }

/* The shear rate of reference and the relaxation times that a law allows, where there is one. */
void lb_plan_add_law(struct lb_plan *plan, const struct lb_case *c);

/* For prepare: a fact of the plan, whose texts are borrowed, and a note, copied; those beyond
 * the room for them are left out. */
void lb_plan_add_fact(struct lb_plan *plan, const char *name, double value, const char *unit,
                      const char *remark);
void lb_plan_add_note(struct lb_plan *plan, const char *text);

/* --- services of the run for its setup ---------------------------------------------------------- */

uint64_t lb_run_step(const struct lb_run *run);
const struct lb_case *lb_run_case(const struct lb_run *run);
struct lb_solver *lb_run_solver(struct lb_run *run);
void lb_run_stop(struct lb_run *run); /* enough: finish after this observation */
/* From observe: what it found can only follow from numbers that blew up.  The run ends there as
 * diverged, with this clause, what plan->cure says may help, and without results; the series and
 * the last fields are still written. */
void lb_run_diverged(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);
bool lb_run_is_stopped_early(
    const struct lb_run *run); /* by a signal or max-wall: no verdict then */

/* The rows of the setup's series[n]: one more (as many numbers as its header has columns;
 * copied), and all so far. */
enum lb_status lb_run_add_row(struct lb_run *run, int n, const double *row, struct lb_error *err);
/* Has the rows of what waits on the device added, too. */
enum lb_status lb_run_fetch_records(struct lb_run *run, struct lb_error *err);
const struct lb_table *lb_run_rows(const struct lb_run *run, int n);
/* Column y over column x, as a line of a chart. */
struct lb_chart_series lb_run_line(const struct lb_run *run, int n, const char *label, size_t x,
                                   size_t y);

/* Shown on the progress line ("E/E0 1.2e-5"); copied. */
void lb_run_progress(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);

/* Keeps a warning for run.json and the summary; the same sentence is kept once. */
void lb_run_warn(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);

/* From finish: the flow no longer changes, so that its last state is its mean over time. */
void lb_run_note_steady(struct lb_run *run);

/* Of a result that is there already; "1" else. */
const char *lb_run_unit_of(const struct lb_run *run, const char *result);

/* Results of the JSON and of the summary, in this order. */
void lb_run_result(struct lb_run *run, const char *name, double value, const char *unit);
/* Verdicts judge by what is true: an exact solution, published data, or this case in double
 * precision; never by what the run's own number format is known to do. */
void lb_run_verdict(struct lb_run *run, const char *name, double measured, double expected,
                    double tolerance, bool pass);
/* A range, of which its middle is not more right than its ends. */
void lb_run_verdict_between(struct lb_run *run, const char *name, double measured, double low,
                            double high);
/* The same of mass or volume that must be kept: a run of which only that was looked at was not
 * judged. */
void lb_run_bookkeeping(struct lb_run *run, const char *name, double measured, double expected,
                        double tolerance, bool pass);
/* An error, of which less is always right: passes up to `expected` and `tolerance` more. */
/* What must be at least so much: there is no tolerance. */
void lb_run_verdict_at_least(struct lb_run *run, const char *name, double measured, double least);
void lb_run_verdict_at_most(struct lb_run *run, const char *name, double measured, double expected,
                            double tolerance);
/* What a stored run of the same numerics says: shown and written, never part of the verdict. */
void lb_run_comparison(struct lb_run *run, const char *name, double measured, double expected,
                       double tolerance);
/* A verdict that this run cannot give, in one sentence: what would have been judged, and why it is
 * not ("frequency: ...").  For steps= below the setup's own, and for cases without a reference; not
 * for runs that were stopped early, of which the run itself says so. */
void lb_run_not_judged(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);

/* From finish: what double precision makes of the flow in `steps` more steps, begun with the
 * density and velocity of now: the velocity of all cells in `u`, x fastest, as triples.  Costs a
 * second solver, for as long.  False in *is_known, and `u` as it was, without FP64 and for what
 * it is not for: several devices, a free surface, markers. */
enum lb_status lb_run_in_double(struct lb_run *run, uint64_t steps, double *u, bool *is_known,
                                struct lb_error *err);

/* The numbers of the setup's `curve`, as many in every run of a case; copied, the last call
 * counts. */
enum lb_status lb_run_curve(struct lb_run *run, const double *numbers, size_t count,
                            struct lb_error *err);

/* Files in the output folder; charts are of the kinds that charts= says, whatever the ending of the
 * name.  `columns` is the header row, `rows` x `column_count` numbers. */
enum lb_status lb_run_write_csv(struct lb_run *run, const char *name, const char *columns,
                                const double *numbers, size_t rows, size_t column_count,
                                struct lb_error *err);
enum lb_status lb_run_write_chart(struct lb_run *run, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err);
enum lb_status lb_run_write_picture(struct lb_run *run, const char *name,
                                    const struct lb_picture *picture, struct lb_error *err);
/* A picture of surfaces and points in space; where pictures are wanted. */
enum lb_status lb_run_write_scene(struct lb_run *run, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err);
/* From write_surfaces: NAME-<step>.vtp with a surface or points, and NAME.pvd, the index of all
 * that were written under this name (up to 8 names). */
enum lb_status lb_run_write_points(struct lb_run *run, const char *name,
                                   const struct lb_points_view *view, struct lb_error *err);
/* The free surface, where cells are half full, as it is now (geometry/isosurface.h): fetched
 * layer by layer.  Open: it ends at walls and at the sides of the box; closed: the surface of
 * all water.  Free with lb_mesh_free(). */
enum lb_status lb_run_surface(struct lb_run *run, bool is_closed, struct lb_mesh *out,
                              struct lb_error *err);

/* From write_surfaces: the free surface of a case in three dimensions, open, as
 * surface-<step>.vtp. */
enum lb_status lb_run_write_surface(struct lb_run *run, struct lb_error *err);

#endif
