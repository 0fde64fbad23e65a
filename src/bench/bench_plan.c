/* bench_plan.c - lists of box sizes, and counting through the combinations of all lists.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_plan.h"

#include <string.h>
#include <strings.h>

#include "base/number_text.h"
#include "base/word_list.h"
#include "bench/bench_record.h"
#include "case/lookup.h"
#include "io/json.h"
#include "opencl/device.h"

const struct lb_parameter lb_bench_parameters[] = {
    {"size", LB_PARAMETER_SIZE, "cells", NULL, NULL, LB_BENCH_MIN_SIDE, 1e5,
     "N: a cube (a square in 2D); NX,NY,NZ: a box; default 256 or the largest cube that fits"},
    {"sizes", LB_PARAMETER_TEXT, "cells", NULL, NULL, 0, 0,
     "a list: 64,128,480x480x394,max; max is the largest cube that fits"},
    {"walls", LB_PARAMETER_TEXT, "1", "0", NULL, 0, 0,
     "0: a periodic box; 1: a duct with a shell of walls, a moving lid and a body force; 0,1: "
     "both"},
    {"batches", LB_PARAMETER_COUNT, "1", "5", NULL, 1, LB_BENCH_MAX_BATCHES, "timed batches"},
    {"rounds", LB_PARAMETER_COUNT, "1", "1", NULL, 1, LB_BENCH_MAX_ROUNDS,
     "how many times all points are measured, in turns; from 2 on with the speed over that of the "
     "device's first point, round by round"},
    {"loopback", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "a list: z,yz,xyz: what cuts across these axes cost a device that is its own neighbour; each "
     "point is measured without cuts, too"},
    {"parts", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "a list: 1,2,4: the box cut among so many of --devices, and how well they work together"},
    {"scaling", LB_PARAMETER_TEXT, "1", "weak", NULL, 0, 0,
     "with parts: weak, where size is the box of a part, or strong, where it is the whole box"},
    {"seconds", LB_PARAMETER_NUMBER, "s", "0.4", NULL, 0.001, 600, "least length of a batch"},
    {0},
};

static const double longest_side = 1e5;

/* One item: 64, 64x64x32 or max.  NULL, or what is wrong with it. */
static const char *parse_item(const char *item, size_t length, struct lb_bench_size *out)
{
    *out = (struct lb_bench_size){.kind = LB_BENCH_SIZE_CELLS};
    if (length == 3 && strncasecmp(item, "max", length) == 0) {
        out->kind = LB_BENCH_SIZE_LARGEST;
        return NULL;
    }
    for (size_t at = 0; at <= length;) {
        const char *cross = memchr(item + at, 'x', length - at);
        const size_t digits = cross != NULL ? (size_t)(cross - item) - at : length - at;
        double side;
        if (out->components == 3) return "has more than three numbers";
        if (!lb_whole_parse(item + at, digits, &side))
            return "is neither a whole number (64), a box (480x480x394) nor max";
        if (side < LB_BENCH_MIN_SIDE || side > longest_side)
            return "is out of range: sides go from 16 to 100000 cells";
        out->cells[out->components++] = (uint32_t)side;
        at += digits + 1;
    }
    return NULL;
}

enum lb_status lb_bench_sizes_parse(const char *text, struct lb_bench_size *out, size_t max,
                                    size_t *count, struct lb_error *err)
{
    *count = 0;
    LB_OK(lb_word_list_check(text, "command line: sizes=", err));
    for (const char *item = text;; item++) {
        const size_t length = strcspn(item, ",");
        if (*count == max)
            return lb_fail(err, LB_STATUS_USAGE, "command line: sizes= takes at most %zu sizes",
                           max);
        const char *wrong = parse_item(item, length, &out[*count]);
        if (wrong != NULL)
            return lb_fail(err, LB_STATUS_USAGE,
                           "command line: sizes=%s: '%.*s' %s; write sizes=64,128,480x480x394 or "
                           "sizes=max",
                           text, (int)length, item, wrong);
        ++*count;
        item += length;
        if (*item == '\0') return LB_STATUS_OK;
    }
}

bool lb_bench_size_on(const struct lb_bench_size *size, const struct lb_lattice *lattice,
                      uint32_t cells[3])
{
    if (size->components != 1 && size->components != lattice->dimensions) return false;
    for (int axis = 0; axis < 3; axis++)
        cells[axis] = axis >= lattice->dimensions ? 1
                      : size->components == 1     ? size->cells[0]
                                                  : size->cells[axis];
    return true;
}

size_t lb_bench_plan_count(const struct lb_bench_plan *plan)
{
    return plan->device_count * plan->lattice_count * plan->collision_count * plan->size_count *
           plan->walls_count * plan->streaming_count * plan->shift_count * plan->layout_count *
           plan->precision_count * (1 + plan->looped_count) *
           (plan->part_count > 0 ? plan->part_count : 1);
}

size_t lb_bench_plan_uncut(const struct lb_bench_plan *plan, size_t n)
{
    return n - n % (1 + plan->looped_count);
}

/* The axes of one word, 0 where it is none. */
static unsigned axes_of(const char *word)
{
    unsigned axes = 0;
    for (; *word != '\0'; word++) {
        const unsigned axis = *word >= 'x' && *word <= 'z' ? 1u << (*word - 'x') : 0;
        if (axis == 0 || (axes & axis) != 0) return 0;
        axes |= axis;
    }
    return axes;
}

enum lb_status lb_bench_axes_parse(const char *text, unsigned *out, size_t max, size_t *count,
                                   struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    *count = 0;
    LB_OK(lb_word_list_check(text, "command line: loopback=", err));
    while (lb_word_list_next(&text, word)) {
        LB_NEED(*count < max, LB_STATUS_USAGE, "command line: loopback= takes at most %zu items",
                max);
        out[*count] = axes_of(word);
        LB_NEED(out[*count] != 0, LB_STATUS_USAGE,
                "command line: loopback=%s: these are no axes to cut across; write loopback=z or "
                "loopback=z,yz,xyz",
                word);
        ++*count;
    }
    return LB_STATUS_OK;
}

const char *lb_bench_axes_text(unsigned axes, char out[4])
{
    size_t used = 0;
    for (unsigned a = 0; a < 3; a++)
        if ((axes >> a & 1u) != 0) out[used++] = "xyz"[a];
    out[used] = '\0';
    return out;
}

/* The lowest digit of *n in a number system of base `count`, taken off. */
static size_t take_digit(size_t *n, size_t count)
{
    const size_t digit = *n % count;
    *n /= count;
    return digit;
}

struct lb_bench_choice lb_bench_plan_point(const struct lb_bench_plan *plan, size_t n)
{
    struct lb_bench_choice c = {.is_laid_out = false};
    const size_t cut = take_digit(&n, 1 + plan->looped_count);
    c.looped = cut > 0 ? plan->looped[cut - 1] : 0;
    c.precision = plan->precisions[take_digit(&n, plan->precision_count)];
    c.layout = plan->layouts[take_digit(&n, plan->layout_count)];
    c.shift = plan->shifts[take_digit(&n, plan->shift_count)];
    c.streaming = plan->streamings[take_digit(&n, plan->streaming_count)];
    c.walls = plan->walls[take_digit(&n, plan->walls_count)];
    c.size = plan->sizes[take_digit(&n, plan->size_count)];
    c.collision = plan->collisions[take_digit(&n, plan->collision_count)];
    c.lattice = plan->lattices[take_digit(&n, plan->lattice_count)];
    c.device = plan->devices[take_digit(&n, plan->device_count)];
    if (plan->part_count > 0) c.parts = plan->parts[take_digit(&n, plan->part_count)];
    return c;
}

/* --- what it holds ------------------------------------------------------------------------------- */

static void add_box(struct lb_json *list, const struct lb_lattice *lattice,
                    const struct lb_bench_size *size)
{
    uint32_t cells[3] = {LB_BENCH_DEFAULT_SIDE, LB_BENCH_DEFAULT_SIDE,
                         lattice->dimensions == 3 ? LB_BENCH_DEFAULT_SIDE : 1};
    if (size->kind == LB_BENCH_SIZE_CELLS && !lb_bench_size_on(size, lattice, cells)) return;
    struct lb_json box = lb_json_object(list, NULL);
    lb_json_text(&box, "lattice", lattice->name);
    struct lb_json sides = {0};
    if (size->kind == LB_BENCH_SIZE_LARGEST)
        lb_json_null(&box, "size");
    else
        sides = lb_json_list(&box, "size");
    for (int axis = 0; axis < 3 && sides.ok; axis++)
        lb_json_number(&sides, NULL, cells[axis]);
}

static void add_boxes(struct lb_json *out, const struct lb_bench_plan *plan)
{
    struct lb_json list = lb_json_list(out, "boxes");
    for (size_t n = 0; n < plan->lattice_count; n++)
        for (size_t s = 0; s < plan->size_count; s++)
            add_box(&list, plan->lattices[n], &plan->sizes[s]);
}

void lb_bench_plan_describe(const struct lb_bench_plan *plan, const struct lb_device_info *devices,
                            struct lb_json *out)
{
    char name[LB_PRECISION_NAME_SIZE];
    struct lb_json list = lb_json_list(out, "devices");
    for (size_t n = 0; n < plan->device_count; n++)
        lb_json_text(&list, NULL, devices[plan->devices[n]].name);
    list = lb_json_list(out, "collision");
    for (size_t n = 0; n < plan->collision_count; n++)
        lb_json_text(&list, NULL, plan->collisions[n]->name);
    list = lb_json_list(out, "precision");
    for (size_t n = 0; n < plan->precision_count; n++) {
        lb_precision_name(&plan->precisions[n], name, sizeof name);
        lb_json_text(&list, NULL, name);
    }
    list = lb_json_list(out, "streaming");
    for (size_t n = 0; n < plan->streaming_count; n++)
        lb_json_text(&list, NULL, lb_streaming_name(plan->streamings[n]));
    list = lb_json_list(out, "shift");
    for (size_t n = 0; n < plan->shift_count; n++)
        lb_json_bool(&list, NULL, plan->shifts[n]);
    list = lb_json_list(out, "walls");
    for (size_t n = 0; n < plan->walls_count; n++)
        lb_json_bool(&list, NULL, plan->walls[n]);
    add_boxes(out, plan);
}
