/* contract.h - the description of a physics problem: its parameters, its case and plan, its time series.
 * One file in setups/, one line in setups/setups.def.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUP_CONTRACT_H
#define LB_SETUP_CONTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "plot/picture.h"
#include "case/case.h"
#include "checkpoint/archive.h"
#include "parameters/parameter.h"
#include "parameters/section.h"
#include "solver/solver.h"

struct lb_run; /* a running case; its services for setups are in run/setup.h */

/* The source of the rows of a time series. */
enum lb_series_source {
    LB_SERIES_COMPUTED,  /* what `sample` computes */
    LB_SERIES_PROBE,     /* a cell's density and velocity */
    LB_SERIES_WALL_FORCE /* the forces on walls, bodies and boundaries */
};

/* The record of a step.  Probes and forces are recorded on the device without waiting for it, and
 * many are fetched at once. */
struct lb_record {
    uint64_t step;
    double rho, u[3]; /* of LB_SERIES_PROBE */
    /* Of LB_SERIES_WALL_FORCE: means of this step and the one before, since half-way walls do not damp a
     * mode that changes its sign in each step; at step 0 the value of that step.  By group of links
     * (solver.h), borrowed for the call; `force` is that on all walls and bodies, with the pressure. */
    const struct lb_link_force *walls, *bodies, *boundaries;
    struct lb_wall_force force;
};

/* A table that grows with time.  The setup defines its rows and, in its plan, how often they are
 * added; the run calls `sample`, keeps the rows, and writes them after `finish`, or if the flow
 * diverged.  The setup's state does not contain them. */
struct lb_series {
    const char *file;    /* "probe.csv" */
    const char *columns; /* its header: "step,ux,uy" */
    /* Adds the rows of this record (lb_run_add_row), usually one.  Records come in order, those of
     * the device with a delay: at the latest before `finish`. */
    enum lb_status (*sample)(void *state, struct lb_run *run, const struct lb_record *record,
                             struct lb_error *err);
    enum lb_series_source source;
    bool at_end; /* a row at the last step, too, whatever its number */
};
enum { LB_MAX_SERIES = 6 };

struct lb_series_plan {
    uint64_t every;      /* steps between rows, which fall on observations; 0: not in this run */
    uint32_t cell[3];    /* of LB_SERIES_PROBE */
    const char *columns; /* in place of those of the series; NULL: those */
};

/* A number that follows from the parameters, shown before the run and kept among its results. */
struct lb_plan_fact {
    const char *name, *unit;
    double value;
    const char *remark; /* in the terminal, behind the unit: "if laminar"; NULL: none */
};
enum { LB_PLAN_FACTS = 48, LB_PLAN_NOTES = 32, LB_PLAN_NOTE_SIZE = 512 };

/* The length of the run and its observations; prepare fills it, with the user's values already in. */
struct lb_plan {
    uint64_t steps;            /* most steps */
    uint64_t observe_every;    /* 0: only at step 0 and the end */
    const char *start_folder;  /* a run whose checkpoint has the flow at step 0, on the same walls;
                                * borrowed; NULL: `start` of the case has it */
    struct lb_picture picture; /* without a field: none */
    double cell_si;            /* metres of a cell; 0: the case knows none */
    double step_si;            /* seconds of a step; 0: likewise */
    double density_si;         /* kg/m^3 of density 1 */
    double range, middle;      /* of a temperature in fields, (T - middle) / range; 0: unknown */
    double corner[3];          /* [cells] where coordinates of files in other units are 0 */
    double length;             /* [cells] that coordinates may be divided by; 0: none */
    const char *length_name;   /* "D" */
    bool has_field;            /* write .vti */
    bool
        shows_mean; /* fields and probes are means of two steps in every number format, where they can be */
    double
        solid_share; /* of grains all over the box: a list of the fluid cells may be faster; 0: none */
    uint64_t surfaces_every; /* where vtk=N does not say; 0: only at the end */
    struct lb_series_plan series[LB_MAX_SERIES];
    uint64_t judged_from; /* step from which on the flow must be slow enough for that */
    double judged_mach;   /* up to which Mach number its references are known to hold; 0: 0.3 */
    double deviation;  /* of the populations from their weights, relative, that has to be told from
                         * rounding: u / c_s^2 of the flow in question, or rho - 1; 0: not known */
    char cure[200];    /* what may help a flow that diverged: "a lower u"; "": the usual */
    char warning[512]; /* what is possible but unwise: shown before the run and kept in run.json;
                        * "": nothing */
    char notes[LB_PLAN_NOTES][LB_PLAN_NOTE_SIZE]; /* sentences of advice */
    int note_count;
    struct lb_plan_fact facts[LB_PLAN_FACTS];
    int fact_count;

    /* `prepare` calls it when the size is known, if it visits every cell afterwards, which takes
     * minutes: LB_STATUS_DEVICE for a box whose populations do not fit.  It is only told of one of
     * which no step is made now, or that lists its fluid cells. */
    enum lb_status (*check_size)(const void *context, const struct lb_case *c,
                                 struct lb_error *err);
    const void *size_context;
};

/* The results that `sluice compare` compares. */
enum lb_key_kind {
    LB_KEY_VALUE, /* deviates by its relative difference from the reference run's */
    LB_KEY_ERROR, /* relative to an exact solution already: deviates by the difference itself */
    LB_KEY_SHOWN  /* only shown: too sensitive to judge a number format by */
};
struct lb_key_result {
    const char *name; /* of a result */
    enum lb_key_kind kind;
    const char *exact; /* the result that holds its exact value; NULL if there is none */
};

/* Results that contain parts of the error of another one (--error-bars); "": there are none. */
struct lb_error_sources {
    char of_time[64];      /* half-width of the 95 % interval of a mean over time */
    bool is_time_sigma;    /* it is a standard deviation instead */
    char of_box[64];       /* the possible effect of the sides of the box */
    bool is_in_open_space; /* the real flow has no sides */
    bool needs_steady;     /* without a half-width, only the last state of a steady flow is valid */
};

/* Results from which the phase shift between two runs follows; NULL if nothing oscillates. */
struct lb_phase_results {
    const char *time;   /* a moment of the oscillation, late in the run [steps] */
    const char *period; /* [steps] */
};

/* Numbers along lines that `sluice compare` compares with those of another run, one by one. */
struct lb_curve_result {
    const char *name; /* NULL: none */
    const char *unit;
};

/* The histogram of an ensemble, many runs of a random setup that differ in their seeds
 * (study/studies.h): the rows of a table that each run writes, sorted into bins by one of its
 * columns.  Rows outside the bins are counted below or above them.  Names are those of the table's
 * header; the table may have no rows. */
enum { LB_ENSEMBLE_SUMS = 4 };
struct lb_ensemble_plan {
    const char *file;     /* "droplets.csv" */
    const char *row;      /* what a row is: "droplets" */
    const char *by;       /* the column of the bins: "diameter_um" */
    const char *by_label; /* along the axis of the charts: "diameter [um]" */
    double min, max;      /* of the bins, each as wide as the others, in the column's unit */
    uint32_t bins;
    const char *sums[LB_ENSEMBLE_SUMS + 1]; /* columns that are added up; ends with NULL */
};

/* The parameter of a setup with an ensemble plan. */
#define LB_ENSEMBLE_RUNS                                     \
    {                                                        \
        "runs", LB_PARAMETER_COUNT, "1", "1", NULL, 1, 1000, \
            "with seeds seed, seed + 1, ...: an ensemble"    \
    }

struct lb_setup {
    const char *name;
    const char *summary;                   /* one line */
    const char *reference;                 /* what the verdict compares with */
    const char *lattice;                   /* default */
    const char *collision;                 /* default */
    const struct lb_parameter *parameters; /* its own; ends with a NULL name */
    const struct lb_section_kind
        *sections; /* of its case file; ends with a NULL name; NULL: none */
    const struct lb_reserved_section
        *reserved;     /* sections of later versions; ends with a NULL name; NULL: none */
    size_t state_size; /* bytes of state, zeroed before prepare */
    const struct lb_key_result *key_results; /* ends with a NULL name; NULL: nothing to compare */
    /* In place of it, key results that depend on the case file: fills in at most `most`, whose names last as
     * long as the values, and returns their number. */
    int (*find_key_results)(const struct lb_values *values, struct lb_key_result *out, int most);
    /* The parameter that refines the grid, and the number that a key result converges to; false: none is
     * known.  NULL: there is none, and sweeps print no order of convergence. */
    const char *resolution;
    bool (*find_exact)(const struct lb_values *values, const char *key, double *out);
    /* The values that runs on coarser grids must take from this case, if `auto` depends on the grid:
     * "les=0.1"; "": none.  NULL likewise. */
    void (*tell_held)(const struct lb_values *values, const struct lb_case *c, char *out,
                      size_t size);
    /* Why the grid cannot be coarser than that of the case, in one sentence; "": it can.  NULL likewise. */
    void (*tell_fixed_grid)(const struct lb_values *values, char *out, size_t size);
    /* How many times as many cells a length of a coarser grid has, about `share` of the case's, where a box must have
     * whole ones; `share` where none is near.  NULL: it need not. */
    double (*find_whole_share)(const struct lb_values *values, double share);
    /* Whether a result converges with the grid, and its error sources; NULL: key results of LB_KEY_VALUE
     * converge. */
    bool (*find_error_sources)(const struct lb_values *values, const char *result,
                               struct lb_error_sources *out);
    const char *
        size_matters; /* an observation of how formats compare at sizes other than quick=1; or NULL */
    struct lb_phase_results phase;
    struct lb_curve_result curve;
    const struct lb_ensemble_plan *ensemble; /* NULL: `runs` is not for this setup */
    const struct lb_series *series; /* sampled in this order, before `observe`; ends with a NULL
                                     * file; NULL: none, and `probe` is not for this setup */

    /* Fills the rest of the case (size, viscosity, force, cells, start) from the values, and the
     * plan. */
    enum lb_status (*prepare)(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err);
    /* Called before a device is opened, for pictures of the case; with steps=0 nothing else is done.
     * NULL: no pictures. */
    enum lb_status (*look)(void *state, struct lb_run *run, struct lb_error *err);
    /* If the flow diverged: the place of its worst cell in the user's terms, "2 cells from wing.stl"; "":
     * unknown.  NULL likewise. */
    void (*locate)(const void *state, const uint32_t cell[3], char *out, size_t size);
    /* Called at step 0 and every plan->observe_every steps, when the time series have their rows;
     * NULL if not needed. */
    enum lb_status (*observe)(void *state, struct lb_run *run, struct lb_error *err);
    /* Called in place of step 0 where the run goes on from a checkpoint, perhaps to another number of
     * steps; NULL if not needed. */
    enum lb_status (*go_on)(void *state, struct lb_run *run, struct lb_error *err);
    /* Called at step 0, every vtk=N or plan->surfaces_every steps, and after the last one, for
     * surfaces and points of its own (lb_run_write_points), but not where vtk=0; NULL: a free surface
     * alone, if any. */
    enum lb_status (*write_surfaces)(void *state, struct lb_run *run, struct lb_error *err);
    /* Called once after the last step: results, chart, verdict, tables of the last state. */
    enum lb_status (*finish)(void *state, struct lb_run *run, struct lb_error *err);
    /* Saves or loads (lb_archive_loads) the part of the state that changes while the case runs, and that
     * neither prepare makes nor the time series contain.  NULL if there is nothing. */
    enum lb_status (*archive)(void *state, struct lb_archive *archive, struct lb_error *err);
    void (*destroy)(void *state); /* frees what the state owns, not the state; NULL if nothing */
};

#endif
