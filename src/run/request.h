/* request.h - one run as it is requested: plain data.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_REQUEST_H
#define LB_RUN_REQUEST_H

#include "case/case.h"
#include "case/lookup.h"
#include "measure/self_test.h"
#include "measure/tune.h"
#include "parameters/parameter.h"
#include "run/error_bars.h"
#include "run/reporting.h"
#include "run/setup.h"
#include "solver/solver.h"

/* All that it points to is borrowed and must outlive the run. */
struct lb_run_request {
    const struct lb_setup *setup;
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    struct lb_precision precision;
    enum lb_streaming streaming;
    bool is_streaming_given; /* else it may be changed for a case that another one suits better */
    bool shift;
    bool runs_here;   /* steps follow at once: a box that cannot fit is refused, not only told */
    bool is_compared; /* with other formats: all show the same */
    struct lb_layout_wishes layout;
    enum lb_tune_mode tune;
    enum lb_self_test_mode self_test;
    const struct lb_values *values; /* of setup->parameters and lb_common_parameters */
    const char *device;             /* as lb_device_choose takes it; NULL: the strongest */
    const char *split;              /* as lb_grid_read takes it; NULL: auto */
    const char *output;             /* folder; NULL: ./SETUP-<n> */
    struct lb_archive *archive;   /* to go on from: `output` is its folder; NULL: from the start */
    const struct lb_twins *twins; /* what its error bars follow from; NULL: it has none */
    struct lb_kernel_places places;
    struct lb_reporting reporting;
};

#endif
