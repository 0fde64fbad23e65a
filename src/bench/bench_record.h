/* bench_record.h - one measured point as plain data.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_RECORD_H
#define LB_BENCH_BENCH_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "io/json.h"

enum { LB_BENCH_LANES_UNKNOWN = -1, LB_BENCH_MAX_ROUNDS = 99 };

struct lb_device_info;

/* What a step may be measured against: of all that moves memory, these two. */
#define LB_BENCH_COPY "copy"
#define LB_BENCH_IN_PLACE "19 planes in place"

struct lb_bench_spread {
    double median, min, max;
};

/* Texts are "" and numbers NaN (counts 0) if they are not known: a line of an older version says
 * less. */
struct lb_bench_record {
    char time[32]; /* ISO 8601, universal time */
    char version[64];
    char commit[64];
    char command[2048];
    char host[128]; /* processor */

    int device_index; /* as in `sluice devices`; -1: not known */
    char platform[128];
    char device[256];
    char driver[128];
    char device_type[16];
    uint64_t cache_bytes; /* of the device's global memory */

    char lattice[16];
    char collision[16];
    char precision[32];
    char rounding[16];
    char streaming[16];
    bool shift;
    bool walls;
    double solid_share; /* of the cells */
    uint32_t size[3];
    int lanes_asked;            /* 0: chosen for the device; or LB_BENCH_LANES_UNKNOWN */
    int arithmetic_lanes_asked; /* 0: chosen for the device */
    int lanes;                  /* V in use */
    int arithmetic_lanes;
    int group_asked;     /* 0: chosen for the device, or not known */
    int group;           /* vectors */
    int registers_asked; /* as in lb_case; 0 also if it is not known */
    int registers;       /* most of a work-item; 0: no limit, or not known */
    char loopback[4];    /* "xz": axes across which it is cut, and its own neighbour; "": whole */
    int parts;           /* 0: not a measurement in parts */
    char scaling[8];     /* "weak" or "strong" */
    char split[16];      /* "1x1x2": parts along each axis */
    char layout_by[16];  /* "rule", "given", "cache" or "measured" */
    char layout_because[400];

    char skipped[1024]; /* why there is no figure; "": there is one, and what follows is filled */
    uint64_t warm_up_steps, batch_steps, steps;
    int batches; /* of a round */
    int rounds;  /* 0: not known; without a figure those that were asked for */
    double round_mlups[LB_BENCH_MAX_ROUNDS]; /* median of each round's batches */
    double build_seconds;
    double mlups;                      /* median of the rounds */
    double mlups_min, mlups_max;       /* of all batches */
    struct lb_bench_spread over_first; /* NaN if there is none: bench_rounds.h */
    char first[160];                   /* the point that it refers to; "": there is none */
    uint64_t sent_bytes;               /* across cuts in a step, by all parts */
    double
        exposed_ms; /* of a step in which the device was seen to wait for that; mean of the rounds */
    char exchange_way[64];     /* "shared memory"; "": alone */
    char exchange_advice[520]; /* why it is not; "": nothing to say */
    double part_efficiency;    /* speed of a part over that of one of `few_parts`; NaN: not known */
    int few_parts;             /* fewest of the same points; 0: not known */
    double over_uncut; /* speed over that of the same point without cuts; NaN if there is none */
    double bytes_per_cell, bytes_per_update;
    uint64_t device_bytes;
    double bandwidth;       /* [GB/s] of the step kernel */
    double copy;            /* [GB/s] of a plain copy */
    double planes;          /* [GB/s] of 19 planes in place; not of a GPU */
    double ceiling;         /* [GB/s] of what the step is measured against */
    char ceiling_probe[32]; /* "copy", or "19 planes in place" */
    double efficiency;      /* bandwidth / ceiling, median of the rounds; NaN in the caches */
    double deviation;       /* of the flow from the exact one */
};

/* (most - least) / median: how far the batches lie apart. */
double lb_bench_noise(const struct lb_bench_record *r);

/* "256x256x256" or "512x512"; 40 bytes suffice.  Returns `out`. */
const char *lb_bench_size_text(const struct lb_bench_record *r, char *out, size_t size);

/* "d3q19 srt fp32/fp16c 256x256x256 in-place", and what else is not usual; 160 bytes suffice.
 * Returns `out`. */
const char *lb_bench_point_text(const struct lb_bench_record *r, char *out, size_t size);

/* The numbers of r->split; false if it holds none. */
bool lb_bench_grid_of(const struct lb_bench_record *r, int grid[3]);

/* The point as JSON for one line (schema sluice.bench/1). */
struct lb_json lb_bench_record_object(const struct lb_bench_record *r);

/* The same of a point that is not measured, on the device: sluice.bench-case/1. */
struct lb_json lb_bench_case_object(const struct lb_bench_record *r,
                                    const struct lb_device_info *info);

#endif
