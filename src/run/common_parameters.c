/* common_parameters.c - the parameters that every setup has: those of the run, and those of its
 * outputs.
 * SPDX-License-Identifier: MIT */
#include "outputs/outputs.h"
#include "run/run.h"

enum { MAX_PARAMETERS = 64 };

/* A rate of MRT; 0.01 is as good as none.  docs/theory/collision.md has the groups of moments. */
#define RATE(name, meaning)                                                             \
    {                                                                                   \
        name, LB_PARAMETER_NUMBER, "1/steps", NULL, NULL, 0.01, 2, "mrt: rate " meaning \
    }

static const struct lb_parameter first[] = {
    {"quick", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1,
     "1: the same physics in a smaller case: seconds to a minute on two CPU cores"},
    {"steps", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "maximum number of time steps; default: the setup's own; 0: only looks at the case, and runs "
     "nothing"},
    {0}};

static const struct lb_parameter middle[] = {
    {"seed", LB_PARAMETER_COUNT, "1", "1", NULL, 0, 4294967295.0,
     "seed of random numbers, which are the same on any device"},
    {"two-step-mean", LB_PARAMETER_FLAG, "1", NULL, NULL, 0, 1,
     "1: fields, profiles and probes are means of the last two steps, without the alternating part "
     "of rounding; default: with 16 bits and fewer, in comparisons, and where a setup looks at "
     "means"},
    {"remove-alternating", LB_PARAMETER_COUNT, "steps", "0", NULL, 0, 1e9,
     "steps in which the alternating velocity from rounding is removed once from each cell, "
     "from "
     "16 on; 1000 cost half a percent; 0: never"},
    {"max-wall", LB_PARAMETER_NUMBER, "s", "0", NULL, 0, 1e9,
     "stop after this time, with all files and a checkpoint; 0: no limit"},
    {0}};

static const struct lb_parameter last[] = {
    {"magic", LB_PARAMETER_NUMBER, "1", "3/16", NULL, 1e-4, 10,
     "trt: (1/w+ - 1/2) (1/w- - 1/2); at 3/16 walls are half-way, at 1/4 most stable"},
    RATE("rate-all", "of every group that is not set below; default: the lattice's own"),
    RATE("rate-e", "of the energy: the bulk viscosity"),
    RATE("rate-eps", "of fourth order, isotropic (not d3q7, d3q13)"),
    RATE("rate-q", "of the energy flux (not d3q7, d3q13)"),
    RATE("rate-m", "of third order, antisymmetric (d3q15, d3q19, d3q27)"),
    RATE("rate-m3", "of third order, xyz (d3q27)"),
    RATE("rate-h", "of third order (d3q13)"),
    RATE("rate-pi", "of fourth order, normal (d3q19, d3q27)"),
    RATE("rate-pi2", "of fourth order, shear (d3q27)"),
    RATE("rate-t5", "of fifth order (d3q27)"),
    RATE("rate-t6", "of sixth order (d3q27)"),
    {0}};

const struct lb_parameter *lb_common_parameters(void)
{
    static const struct lb_parameter_group own[] = {{0, first}, {200, middle}, {300, last}};
    static struct lb_parameter all[MAX_PARAMETERS];
    if (all[0].name == NULL) lb_output_gather(own, sizeof own / sizeof *own, all, MAX_PARAMETERS);
    return all;
}
