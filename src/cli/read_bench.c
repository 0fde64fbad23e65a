/* read_bench.c - looks up the words of every list of a benchmark.
 * SPDX-License-Identifier: MIT */
#include "cli/read_bench.h"

#include <string.h>
#include <strings.h>

#include "base/word_list.h"
#include "case/lookup.h"
#include "cli/command_values.h"
#include "cli/read_rounding.h"
#include "opencl/device.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"

struct plan_reader {
    struct lb_bench_plan *plan;
    const struct lb_device_info *devices;
    size_t device_count;
    struct lb_layout_wishes layout; /* group and registers, of all points */
};

/* Puts what `word` means at position `at` of a list. */
typedef enum lb_status look_up(struct plan_reader *in, const char *word, size_t at,
                               struct lb_error *err);

static enum lb_status look_up_lattice(struct plan_reader *in, const char *word, size_t at,
                                      struct lb_error *err)
{
    return lb_lookup_lattice(word, "--lattice", &in->plan->lattices[at], err);
}

static enum lb_status look_up_collision(struct plan_reader *in, const char *word, size_t at,
                                        struct lb_error *err)
{
    return lb_lookup_collision(word, "--collision", &in->plan->collisions[at], err);
}

static enum lb_status look_up_precision(struct plan_reader *in, const char *word, size_t at,
                                        struct lb_error *err)
{
    return lb_lookup_precision(word, "--precision", &in->plan->precisions[at], err);
}

static enum lb_status look_up_streaming(struct plan_reader *in, const char *word, size_t at,
                                        struct lb_error *err)
{
    return lb_lookup_streaming(word, "--streaming", &in->plan->streamings[at], err);
}

static enum lb_status look_up_lanes(struct plan_reader *in, const char *word, size_t at,
                                    struct lb_error *err)
{
    in->plan->layouts[at] = in->layout;
    return lb_lookup_lanes(word, "--lanes", &in->plan->layouts[at], err);
}

static enum lb_status look_up_walls(struct plan_reader *in, const char *word, size_t at,
                                    struct lb_error *err)
{
    if (strcmp(word, "0") != 0 && strcmp(word, "1") != 0)
        return lb_fail(err, LB_STATUS_USAGE,
                       "command line: walls=%s is neither 0 (a periodic box) nor 1 (a duct with a "
                       "shell of walls); walls=0,1 measures both",
                       word);
    in->plan->walls[at] = word[0] == '1';
    return LB_STATUS_OK;
}

static enum lb_status look_up_device(struct plan_reader *in, const char *word, size_t at,
                                     struct lb_error *err)
{
    return lb_device_choose(in->devices, in->device_count, word, &in->plan->devices[at], err);
}

/* `known` as for lb_word_list_of; NULL: "all" is no word of this list. */
static enum lb_status read_list(struct plan_reader *in, const char *what, const char *text,
                                look_up *look, size_t *count,
                                const char *(*known)(char *out, size_t size), struct lb_error *err)
{
    char word[LB_WORD_SIZE], all[LB_WORD_LIST_SIZE];
    *count = 0;
    if (known != NULL) text = lb_word_list_of(text, known, all);
    LB_OK(lb_word_list_check(text, what, err));
    while (lb_word_list_next(&text, word)) {
        LB_NEED(*count < LB_BENCH_MAX_CHOICES, LB_STATUS_USAGE, "%s takes at most %d items", what,
                LB_BENCH_MAX_CHOICES);
        LB_OK(look(in, word, *count, err));
        ++*count;
    }
    return LB_STATUS_OK;
}

static void drop_repeated_devices(struct lb_bench_plan *plan)
{
    size_t kept = 0;
    for (size_t i = 0; i < plan->device_count; i++) {
        bool seen = false;
        for (size_t j = 0; j < kept; j++)
            seen = seen || plan->devices[j] == plan->devices[i];
        if (!seen) plan->devices[kept++] = plan->devices[i];
    }
    plan->device_count = kept;
}

/* With parts: the one that this process has of those that they share, or the first of them where nothing
 * is measured. */
static enum lb_status read_own_device(struct plan_reader *in, const char *words,
                                      struct lb_error *err)
{
    in->plan->device_count = 1;
    return lb_device_choose_shared(in->devices, in->device_count, words,
                                   lb_peers_node_rank(lb_ranks()), &in->plan->devices[0], err);
}

static enum lb_status read_devices(struct plan_reader *in, const char *spec, struct lb_error *err)
{
    struct lb_bench_plan *plan = in->plan;
    if (spec != NULL && strcasecmp(spec, "all") == 0 && in->device_count > 0) {
        for (size_t i = 0; i < in->device_count && i < LB_BENCH_MAX_CHOICES; i++)
            plan->devices[plan->device_count++] = i;
        return LB_STATUS_OK;
    }
    if (spec == NULL || spec[0] == '\0') {
        plan->device_count = 1;
        return lb_device_choose(in->devices, in->device_count, NULL, &plan->devices[0], err);
    }
    LB_OK(read_list(in, "--device", spec, look_up_device, &plan->device_count, NULL, err));
    drop_repeated_devices(plan);
    return LB_STATUS_OK;
}

static enum lb_status read_sizes(struct lb_bench_plan *plan, const struct lb_values *v,
                                 struct lb_error *err)
{
    struct lb_bench_size *first = &plan->sizes[0];
    const bool one = lb_values_is_set(v, "size"), list = lb_values_is_set(v, "sizes");
    if (one && list)
        return lb_fail(err, LB_STATUS_USAGE,
                       "command line: size= and sizes= exclude each other; sizes= takes a list");
    if (list)
        return lb_bench_sizes_parse(lb_values_text(v, "sizes"), plan->sizes, LB_BENCH_MAX_CHOICES,
                                    &plan->size_count, err);
    plan->size_count = 1;
    *first = (struct lb_bench_size){.kind = LB_BENCH_SIZE_DEFAULT};
    if (!one) return LB_STATUS_OK;
    first->kind = LB_BENCH_SIZE_CELLS;
    first->components = lb_values_size(v, "size", first->cells);
    return LB_STATUS_OK;
}

/* Every fixed size must mean something on every lattice. */
static enum lb_status check_sizes(const struct lb_bench_plan *plan, struct lb_error *err)
{
    uint32_t cells[3];
    for (size_t s = 0; s < plan->size_count; s++)
        for (size_t l = 0; l < plan->lattice_count; l++) {
            const struct lb_lattice *lattice = plan->lattices[l];
            if (plan->sizes[s].kind != LB_BENCH_SIZE_CELLS) continue;
            if (lb_bench_size_on(&plan->sizes[s], lattice, cells)) continue;
            return lb_fail(err, LB_STATUS_USAGE,
                           "command line: a size has %d numbers; %s needs one (a %s) or %s",
                           plan->sizes[s].components, lattice->name,
                           lattice->dimensions == 2 ? "square" : "cube",
                           lattice->dimensions == 2 ? "two" : "three");
        }
    return LB_STATUS_OK;
}

static enum lb_status read_loopbacks(struct lb_bench_plan *plan, const struct lb_values *v,
                                     struct lb_error *err)
{
    if (!lb_values_is_set(v, "loopback")) return LB_STATUS_OK;
    LB_OK(lb_bench_axes_parse(lb_values_text(v, "loopback"), plan->looped, LB_BENCH_MAX_CHOICES,
                              &plan->looped_count, err));
    for (size_t n = 0; n < plan->looped_count; n++)
        for (size_t l = 0; l < plan->lattice_count; l++)
            LB_NEED(plan->lattices[l]->dimensions == 3 || (plan->looped[n] & 4u) == 0,
                    LB_STATUS_USAGE,
                    "command line: loopback=%s: a box of %s is one cell wide along z and cannot be "
                    "cut across it; write x, y or xy",
                    lb_values_text(v, "loopback"), plan->lattices[l]->name);
    return LB_STATUS_OK;
}

/* Every box must be one that can be cut, so that none is found out after minutes. */
static enum lb_status check_cuts(const struct lb_bench_plan *plan, struct lb_error *err)
{
    uint32_t cells[3];
    int grid[3];
    for (size_t n = 0; n < plan->part_count * plan->size_count * plan->lattice_count; n++) {
        const struct lb_bench_parts *parts = &plan->parts[n % plan->part_count];
        const struct lb_bench_size *size = &plan->sizes[n / plan->part_count % plan->size_count];
        const struct lb_lattice *l = plan->lattices[n / plan->part_count / plan->size_count];
        lb_bench_size_on(size, l, cells);
        LB_OK(lb_bench_parts_cut(parts, l, 7, cells, grid, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status read_parts(struct lb_bench_plan *plan, const struct lb_options *o,
                                 const struct lb_values *v, struct lb_error *err)
{
    const bool is_asked = lb_values_is_set(v, "parts");
    LB_NEED(is_asked || (!lb_values_is_set(v, "scaling") && o->split == NULL && o->devices == NULL),
            LB_STATUS_USAGE,
            "bench: scaling=, --split and --devices are for parts=, the numbers of parts that a "
            "box is cut into, as in parts=1,2 --devices 0,1");
    if (!is_asked) return LB_STATUS_OK;
    LB_NEED(plan->looped_count == 0, LB_STATUS_USAGE,
            "command line: parts= and loopback= exclude each other");
    LB_OK(lb_bench_parts_parse(lb_values_text(v, "parts"), lb_values_text(v, "scaling"), o->split,
                               plan->parts, LB_BENCH_MAX_CHOICES, &plan->part_count, err));
    for (size_t n = 0; n < plan->size_count; n++) {
        struct lb_bench_size *size = &plan->sizes[n];
        LB_NEED(size->kind != LB_BENCH_SIZE_LARGEST, LB_STATUS_USAGE,
                "command line: sizes=max is for one device; with parts= give the size in cells");
        if (size->kind == LB_BENCH_SIZE_DEFAULT)
            *size = (struct lb_bench_size){LB_BENCH_SIZE_CELLS, 1, {LB_BENCH_DEFAULT_SIDE}};
    }
    return check_cuts(plan, err);
}

static void read_shifts(struct lb_bench_plan *plan, int shift)
{
    if (shift != 0) plan->shifts[plan->shift_count++] = true;
    if (shift == 0 || shift == 2) plan->shifts[plan->shift_count++] = false;
}

enum lb_status lb_bench_methods_read(const struct lb_options *o, struct lb_bench_plan *out,
                                     struct lb_error *err)
{
    struct plan_reader in = {.plan = out};
    *out = (struct lb_bench_plan){0};
    LB_OK(read_list(&in, "--lattice", o->lattice != NULL ? o->lattice : "d3q19", look_up_lattice,
                    &out->lattice_count, lb_lookup_known_lattices, err));
    LB_OK(read_list(&in, "--collision", o->collision != NULL ? o->collision : "srt",
                    look_up_collision, &out->collision_count, lb_lookup_known_collisions, err));
    LB_OK(read_list(&in, "--precision", o->precision != NULL ? o->precision : "fp32,fp16s,fp16c",
                    look_up_precision, &out->precision_count, lb_lookup_known_precisions, err));
    LB_OK(lb_read_roundings(o->rounding != NULL ? o->rounding : lb_rounding_default->name,
                            "--rounding", out->precisions, &out->precision_count,
                            LB_BENCH_MAX_CHOICES, err));
    LB_OK(read_list(&in, "--streaming", o->streaming != NULL ? o->streaming : "in-place",
                    look_up_streaming, &out->streaming_count, lb_lookup_known_streamings, err));
    LB_OK(lb_lookup_group(o->group, "--group", &in.layout.group, err));
    LB_OK(lb_lookup_registers(o->registers, "--registers", &in.layout.registers, err));
    LB_OK(read_list(&in, "--lanes", o->lanes != NULL ? o->lanes : "auto", look_up_lanes,
                    &out->layout_count, NULL, err));
    read_shifts(out, o->shift);
    return LB_STATUS_OK;
}

const char *lb_bench_device_words(const struct lb_options *o)
{
    return o->devices != NULL ? o->devices : o->device;
}

enum lb_status lb_bench_plan_read(const struct lb_options *o, const struct lb_values *v,
                                  const struct lb_device_info *devices, size_t device_count,
                                  struct lb_bench_plan *out, struct lb_error *err)
{
    struct plan_reader in = {.plan = out, .devices = devices, .device_count = device_count};
    LB_OK(lb_bench_methods_read(o, out, err));
    LB_OK(read_list(&in, "walls=", lb_values_text(v, "walls"), look_up_walls, &out->walls_count,
                    NULL, err));
    LB_OK(read_sizes(out, v, err));
    LB_OK(check_sizes(out, err));
    LB_OK(read_loopbacks(out, v, err));
    LB_OK(read_parts(out, o, v, err));
    if (out->part_count > 0) return read_own_device(&in, lb_bench_device_words(o), err);
    return read_devices(&in, o->device, err);
}

enum lb_status lb_bench_request_read(const struct lb_options *o, const struct lb_values *v,
                                     const struct lb_device_info *devices, size_t device_count,
                                     struct lb_bench_request *out, struct lb_error *err)
{
    *out = (struct lb_bench_request){.batches = (int)lb_values_count(v, "batches"),
                                     .rounds = (int)lb_values_count(v, "rounds"),
                                     .seconds = lb_values_number(v, "seconds"),
                                     .places = {o->kernel_dir, o->dump_dir},
                                     .tune = (enum lb_tune_mode)o->tune,
                                     .reporting = lb_options_reporting(o),
                                     .devices = devices,
                                     .device_count = device_count,
                                     .device_words = lb_bench_device_words(o),
                                     .line = o->line};
    return lb_bench_plan_read(o, v, devices, device_count, &out->plan, err);
}
