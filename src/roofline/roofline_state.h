/* roofline_state.h - what `sluice roofline` found; shared by roofline_command.c and
 * roofline_report.c only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_ROOFLINE_STATE_H
#define LB_BENCH_ROOFLINE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/file.h"
#include "case/case.h"
#include "measure/peak_rate.h"
#include "roofline/roofline_count.h"

struct lb_device_info;
struct lb_process_dialog;

struct lb_roofline_point {
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    char precision[32];
    bool fp64;       /* arithmetic */
    uint64_t memory; /* [bytes] that the bandwidth probe for it goes through */
    uint32_t size[3];
    double bytes;        /* per update, as the layout has it */
    double cached_bytes; /* exponents of neighbours, read once more: the PTX says the sum of both */
    struct lb_roofline_count count;
    bool measured;
    double mlups;     /* median of the batches */
    double deviation; /* from the exact flow */
};

/* The most that the probe of so many bytes has shown. */
struct lb_roofline_memory {
    uint64_t bytes;
    double bandwidth; /* [GB/s] */
};

struct lb_roofline {
    const struct lb_device_info *device;
    struct lb_roofline_point *points;
    size_t point_count;
    struct lb_roofline_memory *memory; /* one for each number of bytes */
    size_t memory_count;
    bool measured;               /* whether there are ceilings */
    double bandwidth;            /* [GB/s] the largest of them */
    const char *bandwidth_probe; /* which probe it is: "copy", "19 planes in place" */
    double peaks[LB_PEAKS];      /* [10^9 operations/s]; 0: none */
};

/* Largest rate of updates that the ceilings allow [MLUPs/s]: that of whichever of bytes, floating-point and
 * integer operations takes longest. */
enum lb_roofline_wall {
    LB_ROOFLINE_MEMORY,
    LB_ROOFLINE_FLOATS,
    LB_ROOFLINE_INTEGERS,
    LB_ROOFLINE_WALLS
};
double lb_roofline_limit(const struct lb_roofline *r, const struct lb_roofline_point *p,
                         enum lb_roofline_wall *wall);

/* On one line; caller frees *text. */
enum lb_status lb_roofline_json(const struct lb_roofline *r, char **text, struct lb_error *err);

/* The text table of that JSON, onto standard output. */
enum lb_status lb_roofline_print(struct lb_process_dialog *python, const char *json,
                                 struct lb_error *err);

/* roofline.json, .csv, .svg and .png. */
enum lb_status lb_roofline_write(struct lb_process_dialog *python, const char *json,
                                 const char *folder, struct lb_error *err);

#endif
