/* bench_compare.c - pairs points and judges their ratio.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/lookup.h"

static bool same_lanes(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    if (a->lanes_asked != LB_BENCH_LANES_UNKNOWN && b->lanes_asked != LB_BENCH_LANES_UNKNOWN)
        return a->lanes_asked == b->lanes_asked &&
               a->arithmetic_lanes_asked == b->arithmetic_lanes_asked;
    return a->lanes == b->lanes;
}

bool lb_bench_same_point(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->platform, b->platform) == 0 && strcmp(a->device, b->device) == 0 &&
           strcmp(a->lattice, b->lattice) == 0 && strcmp(a->collision, b->collision) == 0 &&
           strcmp(a->precision, b->precision) == 0 && strcmp(a->rounding, b->rounding) == 0 &&
           a->shift == b->shift && strcmp(a->streaming, b->streaming) == 0 &&
           memcmp(a->size, b->size, sizeof a->size) == 0 && a->walls == b->walls &&
           a->group_asked == b->group_asked && a->registers_asked == b->registers_asked &&
           strcmp(a->loopback, b->loopback) == 0 && a->parts == b->parts &&
           strcmp(a->scaling, b->scaling) == 0 && strcmp(a->split, b->split) == 0 &&
           same_lanes(a, b);
}

/* Share of the old median that is not called a loss: the largest of `least` and the spreads
 * (lb_bench_noise) of both. */
static double allowed_loss(const struct lb_bench_record *old_record,
                           const struct lb_bench_record *new_record, double min)
{
    return fmax(min, fmax(lb_bench_noise(old_record), lb_bench_noise(new_record)));
}

static bool has_figure(const struct lb_bench_record *r)
{
    return r->skipped[0] == '\0';
}

/* The first old figure of that point that no new one has taken; NULL: none. */
static const struct lb_bench_record *take_old(const struct lb_bench_records *old_records,
                                              bool *taken, const struct lb_bench_record *r)
{
    for (size_t i = 0; i < old_records->count; i++) {
        const struct lb_bench_record *old = &old_records->list[i];
        if (taken[i] || !has_figure(old) || !lb_bench_same_point(old, r)) continue;
        taken[i] = true;
        return old;
    }
    return NULL;
}

static struct lb_bench_pair make_pair(const struct lb_bench_record *old_record,
                                      const struct lb_bench_record *new_record, double min)
{
    struct lb_bench_pair p = {old_record, new_record, nan(""), nan(""), false};
    if (old_record == NULL || new_record == NULL) return p;
    p.ratio = new_record->mlups / old_record->mlups;
    p.noise = allowed_loss(old_record, new_record, min);
    p.is_loss = p.ratio < 1.0 - p.noise;
    return p;
}

static void add_pair(struct lb_bench_comparison *c, struct lb_bench_pair p)
{
    c->pairs[c->count++] = p;
    c->both += p.old_record != NULL && p.new_record != NULL ? 1 : 0;
    c->losses += p.is_loss ? 1 : 0;
}

enum lb_status lb_bench_compare(const struct lb_bench_records *old_records,
                                const struct lb_bench_records *new_records, double min,
                                struct lb_bench_comparison *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    bool *taken = calloc(old_records->count + 1, sizeof *taken);
    *out = (struct lb_bench_comparison){0};
    out->pairs = calloc(old_records->count + new_records->count + 1, sizeof *out->pairs);
    LB_REQUIRE(taken != NULL && out->pairs != NULL, LB_STATUS_FAILED, "no memory to compare");
    for (size_t i = 0; i < new_records->count; i++) {
        const struct lb_bench_record *r = &new_records->list[i];
        if (has_figure(r)) add_pair(out, make_pair(take_old(old_records, taken, r), r, min));
    }
    for (size_t i = 0; i < old_records->count; i++) {
        const struct lb_bench_record *r = &old_records->list[i];
        if (has_figure(r) && !taken[i]) add_pair(out, make_pair(r, NULL, min));
    }
cleanup:
    free(taken);
    return st;
}

void lb_bench_comparison_free(struct lb_bench_comparison *c)
{
    free(c->pairs);
    *c = (struct lb_bench_comparison){0};
}

/* --- before measuring ------------------------------------------------------------------------- */

/* Of a size that depends on the memory anything may come. */
static bool may_have_size(const struct lb_bench_choice *p, const struct lb_bench_record *old)
{
    uint32_t cells[3] = {LB_BENCH_DEFAULT_SIDE, LB_BENCH_DEFAULT_SIDE,
                         p->lattice->dimensions == 3 ? LB_BENCH_DEFAULT_SIDE : 1};
    if (p->size.kind == LB_BENCH_SIZE_LARGEST) return true;
    if (p->size.kind == LB_BENCH_SIZE_CELLS && !lb_bench_size_on(&p->size, p->lattice, cells))
        return false;
    return memcmp(cells, old->size, sizeof cells) == 0;
}

static bool may_be(const struct lb_bench_choice *p, const struct lb_device_info *device,
                   const struct lb_bench_record *old)
{
    char precision[LB_PRECISION_NAME_SIZE];
    lb_precision_name(&p->precision, precision, sizeof precision);
    return has_figure(old) && strcmp(device->name, old->device) == 0 &&
           strcmp(p->lattice->name, old->lattice) == 0 &&
           strcmp(p->collision->name, old->collision) == 0 &&
           strcmp(precision, old->precision) == 0 &&
           strcmp(lb_streaming_name(p->streaming), old->streaming) == 0 && p->shift == old->shift &&
           p->walls == old->walls && may_have_size(p, old);
}

enum lb_status lb_bench_check_old(const struct lb_bench_records *old_records,
                                  const struct lb_bench_plan *plan,
                                  const struct lb_device_info *devices, const char *path,
                                  struct lb_error *err)
{
    if (old_records->count == 0) return LB_STATUS_OK;
    for (size_t n = 0; n < lb_bench_plan_count(plan); n++) {
        const struct lb_bench_choice p = lb_bench_plan_point(plan, n);
        if (p.parts.count > 0) return LB_STATUS_OK; /* boxes follow from their number */
        for (size_t i = 0; i < old_records->count; i++)
            if (may_be(&p, &devices[p.device], &old_records->list[i])) return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_USAGE,
                   "--compare: none of the points that would be measured is in '%s', so nothing is "
                   "measured; its points are those of\n%.1000s",
                   path, old_records->list[0].command);
}

/* --- printing -------------------------------------------------------------------------------- */

static const char *verdict_of(const struct lb_bench_pair *p)
{
    if (p->old_record == NULL) return "only new";
    if (p->new_record == NULL) return "only old";
    if (p->is_loss) return "LOSS";
    return p->ratio > 1.0 + p->noise ? "gain" : "same";
}

static void print_speed(FILE *out, const struct lb_bench_record *r)
{
    if (r != NULL)
        fprintf(out, " %11.1f", r->mlups);
    else
        fprintf(out, " %11s", "-");
}

static void print_pair(const struct lb_bench_pair *p, FILE *out)
{
    char point[160];
    const struct lb_bench_record *r = p->new_record != NULL ? p->new_record : p->old_record;
    fprintf(out, "%-56s", lb_bench_point_text(r, point, sizeof point));
    print_speed(out, p->old_record);
    print_speed(out, p->new_record);
    if (isfinite(p->ratio))
        fprintf(out, " %8.3f %7.1f%%", p->ratio, 100.0 * p->noise);
    else
        fprintf(out, " %8s %8s", "-", "-");
    fprintf(out, "  %s\n", verdict_of(p));
}

void lb_bench_comparison_print(const struct lb_bench_comparison *c, FILE *out)
{
    const char *device = "";
    for (size_t i = 0; i < c->count; i++) {
        const struct lb_bench_pair *p = &c->pairs[i];
        const struct lb_bench_record *r = p->new_record != NULL ? p->new_record : p->old_record;
        if (i == 0 || strcmp(r->device, device) != 0) {
            fprintf(out, "%s%s\n%-56s %11s %11s %8s %8s\n", i == 0 ? "" : "\n", r->device,
                    "MLUPs/s of", "old", "new", "new/old", "noise");
            device = r->device;
        }
        print_pair(p, out);
    }
    fprintf(out, "\n%zu point%s in both, %zu lost speed beyond noise\n", c->both,
            c->both == 1 ? "" : "s", c->losses);
}

enum lb_status lb_bench_comparison_verdict(const struct lb_bench_comparison *c,
                                           struct lb_error *err)
{
    const struct lb_bench_pair *worst = NULL;
    char point[160];
    if (c->both == 0)
        return lb_fail(err, LB_STATUS_VERDICT,
                       "nothing could be compared: no point has an old and a new figure");
    for (size_t i = 0; i < c->count; i++)
        if (c->pairs[i].is_loss && (worst == NULL || c->pairs[i].ratio < worst->ratio))
            worst = &c->pairs[i];
    if (worst == NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_VERDICT,
                   "%zu of %zu points became slower beyond noise; the worst: %s on %s has %.1f %% "
                   "of its old speed, where %.1f %% less would be noise",
                   c->losses, c->both, lb_bench_point_text(worst->new_record, point, sizeof point),
                   worst->new_record->device, 100.0 * worst->ratio, 100.0 * worst->noise);
}
