/* bench_plan.h - which points a benchmark measures: every combination of the lists asked for.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_BENCH_PLAN_H
#define LB_BENCH_BENCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "bench/bench_parts.h"
#include "case/case.h"
#include "layout/layout.h"
#include "parameters/parameter.h"

enum {
    LB_BENCH_MAX_CHOICES = 64,
    LB_BENCH_MIN_SIDE = 16,
    LB_BENCH_DEFAULT_SIDE = 256,
    LB_BENCH_MAX_BATCHES = 99
};

enum lb_bench_size_kind {
    LB_BENCH_SIZE_CELLS,   /* components say how many of `cells` were given; one is a cube */
    LB_BENCH_SIZE_DEFAULT, /* a cube of LB_BENCH_DEFAULT_SIDE, or the largest that fits */
    LB_BENCH_SIZE_LARGEST  /* the largest cube that fits */
};

struct lb_bench_size {
    enum lb_bench_size_kind kind;
    int components;
    uint32_t cells[3];
};

/* "64,128x128x64,max": sides from 16 to 100000 cells, at most `most` items into `out`.
 * LB_STATUS_USAGE says which item is wrong and why. */
enum lb_status lb_bench_sizes_parse(const char *text, struct lb_bench_size *out, size_t max,
                                    size_t *count, struct lb_error *err);

/* What the size is on a lattice; false if the numbers do not suit its dimensions.  For a fixed
 * size only. */
bool lb_bench_size_on(const struct lb_bench_size *size, const struct lb_lattice *lattice,
                      uint32_t cells[3]);

/* Everything checked and looked up; lists in the order they were given. */
struct lb_bench_plan {
    size_t devices[LB_BENCH_MAX_CHOICES]; /* positions in the list of devices */
    const struct lb_lattice *lattices[LB_BENCH_MAX_CHOICES];
    const struct lb_collision *collisions[LB_BENCH_MAX_CHOICES];
    struct lb_bench_size sizes[LB_BENCH_MAX_CHOICES];
    bool walls[LB_BENCH_MAX_CHOICES];
    enum lb_streaming streamings[LB_BENCH_MAX_CHOICES];
    bool shifts[LB_BENCH_MAX_CHOICES];
    struct lb_layout_wishes layouts[LB_BENCH_MAX_CHOICES];
    struct lb_precision precisions[LB_BENCH_MAX_CHOICES];
    /* Axes, a bit each, across which a box is cut though it is its own neighbour; each point without cuts
     * comes first. */
    unsigned looped[LB_BENCH_MAX_CHOICES];
    struct lb_bench_parts parts[LB_BENCH_MAX_CHOICES]; /* none: the boxes are one device's */
    size_t device_count, lattice_count, collision_count, size_count, walls_count, streaming_count,
        shift_count, layout_count, precision_count, looped_count, part_count;
};

/* One combination. */
struct lb_bench_choice {
    size_t device;
    const struct lb_lattice *lattice;
    const struct lb_collision *collision;
    struct lb_bench_size size;
    bool walls;
    enum lb_streaming streaming;
    bool shift;
    struct lb_layout_wishes layout;
    bool is_laid_out; /* its first round made its layout: */
    struct lb_layout made;
    struct lb_precision precision;
    unsigned looped; /* 0: no cuts */
    struct lb_bench_parts parts;
};

/* Parameters of the command. */
extern const struct lb_parameter lb_bench_parameters[];

size_t lb_bench_plan_count(const struct lb_bench_plan *plan);

/* Point n: the number of parts changes slowest, then the device, the cuts fastest. */
struct lb_bench_choice lb_bench_plan_point(const struct lb_bench_plan *plan, size_t n);
size_t lb_bench_plan_uncut(const struct lb_bench_plan *plan, size_t n); /* the same without cuts */

struct lb_device_info;
struct lb_json;

/* What the lists hold, for a comparison: names of devices, methods, and "boxes" (lattice, size;
 * null: any). */
void lb_bench_plan_describe(const struct lb_bench_plan *plan, const struct lb_device_info *devices,
                            struct lb_json *out);

/* "z,xyz": sets of axes, at most `max` items into `out`. */
enum lb_status lb_bench_axes_parse(const char *text, unsigned *out, size_t max, size_t *count,
                                   struct lb_error *err);

/* "xyz" of such a set; 4 bytes suffice.  Returns `out`. */
const char *lb_bench_axes_text(unsigned axes, char out[4]);

#endif
