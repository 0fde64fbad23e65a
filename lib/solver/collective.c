/* collective.c - the solvers of all ranks as one.
 * SPDX-License-Identifier: MIT */
#include "solver/collective.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/components.h"
#include "base/stopwatch.h"
#include "opencl/device.h"
#include "modules/immersed.h"
#include "peers/peers.h"
#include "solver/collective_internal.h"
#include "solver/rank_exchange.h"
#include "solver/solver_internal.h"

struct lb_collective {
    struct lb_world *world; /* borrowed */
    struct lb_decomposition place;
    struct lb_rank_exchange *exchanges_of[2]; /* behind a step; within it, or NULL */
    uint64_t exchanges;
    double idle_since, exposed; /* [s]; 0: the device is still computing */
    uint8_t *flags;
    uint64_t *sizes,
        *shares; /* of each rank in a round about markers: bytes; these, and whether it failed */
    char *rows;
    uint64_t room;
    int owner[LB_PROBE_CAPACITY]; /* rank of each record */
};

void lb_collective_call_off(struct lb_collective *c)
{
    for (int n = 0; n < 2 && c != NULL; n++)
        lb_rank_exchange_call_off(c->exchanges_of[n]);
}

void lb_collective_destroy(struct lb_collective *c)
{
    if (c == NULL) return;
    for (int n = 0; n < 2; n++)
        lb_rank_exchange_destroy(c->exchanges_of[n]);
    free(c->flags);
    free(c->sizes);
    free(c->rows);
    free(c);
}

/* --- the exchange ------------------------------------------------------------------------------ */

/* Notes the time at which the device was first seen to be through with the step. */
static void look_at_device(void *context)
{
    struct lb_solver *s = context;
    if (s->all->idle_since == 0.0 && lb_solver_has_computed(s)) s->all->idle_since = lb_clock();
}

/* The one to come. */
static struct lb_rank_exchange *exchange_of(const struct lb_solver *s)
{
    return s->all->exchanges_of[lb_halo_is_within(s) ? 1 : 0];
}

enum lb_status lb_collective_wait_for_room(struct lb_solver *s, struct lb_error *err)
{
    return lb_rank_exchange_wait_for_room(exchange_of(s), err);
}

/* Room for the rows of all ranks; the buffer grows by doubling. */
static enum lb_status make_room(struct lb_collective *c, uint64_t bytes, struct lb_error *err)
{
    const uint64_t room = bytes > 2 * c->room ? bytes : 2 * c->room;
    free(c->rows);
    c->rows = malloc(room);
    c->room = c->rows != NULL ? room : 0;
    LB_NEED(c->rows != NULL, LB_STATUS_FAILED, "out of memory for rows about markers");
    return LB_STATUS_OK;
}

/* What each rank tells of markers is gathered in the rows of all, `total` bytes; `st` is the status of this one so
 * far. Fails on all ranks or on none. */
static enum lb_status gather_round(struct lb_solver *s, int round, enum lb_status st,
                                   uint64_t *total, struct lb_error *err)
{
    struct lb_collective *c = s->all;
    const int ranks = lb_peers_count(s->world);
    const void *rows = NULL;
    uint64_t mine[2] = {0}; /* bytes, and whether there are none for a failure */
    *total = 0;
    if (st == LB_STATUS_OK) st = lb_solver_pack_markers(s, round, &rows, &mine[0], err);
    mine[1] = st != LB_STATUS_OK;
    look_at_device(s);
    lb_peers_share(s->world, mine, sizeof mine, c->shares);
    bool failed = false;
    for (int rank = 0; rank < ranks; rank++) {
        c->sizes[rank] = c->shares[2 * rank];
        *total += c->sizes[rank];
        failed = failed || c->shares[2 * rank + 1] != 0;
    }
    const bool grows = *total > c->room; /* of all ranks or none */
    if (!failed && grows) st = make_room(c, *total, err);
    if (failed || grows) LB_OK(lb_peers_agree(s->world, st, err));
    if (*total > 0) lb_peers_gather_on_all(s->world, rows, mine[0], c->rows, c->sizes);
    return LB_STATUS_OK;
}

static enum lb_status share_markers(struct lb_solver *s, struct lb_error *err)
{
    uint64_t total;
    if (!lb_case_has_markers(s->w.c)) return LB_STATUS_OK;
    LB_OK(gather_round(s, 0, LB_STATUS_OK, &total, err));
    enum lb_status st = lb_solver_unpack_markers(s, 0, s->all->rows, total, err);
    if (st == LB_STATUS_OK) st = lb_solver_begin_markers(s, 1, err);
    if (st == LB_STATUS_OK && s->goes_on)
        st = lb_modules_run(&s->modules, LB_PHASE_BEGIN_BESIDE_CUTS, err);
    LB_OK(gather_round(s, 1, st, &total, err));
    return lb_solver_unpack_markers(s, 1, s->all->rows, total, err);
}

enum lb_status lb_collective_share_changed(struct lb_solver *s, struct lb_error *err)
{
    struct lb_immersed *m = s->modules.module[LB_MODULE_MARKERS];
    if (s->all == NULL || m == NULL) return LB_STATUS_OK;
    lb_immersed_changed(m);
    return share_markers(s, err);
}

enum lb_status lb_collective_exchange(struct lb_solver *s, struct lb_error *err)
{
    struct lb_collective *c = s->all;
    c->idle_since = 0.0;
    LB_OK(lb_rank_exchange_begin(exchange_of(s), s, err));
    if (!lb_solver_overlaps(s)) LB_OK(lb_solver_wait_for_step(s, err));
    look_at_device(s);
    LB_OK(lb_rank_exchange_carry(exchange_of(s), s, look_at_device, err));
    LB_OK(lb_solver_unpack(s, err));
    if (!lb_halo_is_within(s)) LB_OK(share_markers(s, err));
    if (c->idle_since > 0.0) c->exposed += lb_clock() - c->idle_since;
    if (!lb_halo_is_within(s)) c->exchanges++;
    return LB_STATUS_OK;
}

struct lb_exchange_cost lb_solver_exchange_cost(const struct lb_solver *s)
{
    if (s->all == NULL) return (struct lb_exchange_cost){0};
    return (struct lb_exchange_cost){.exchanges = s->all->exchanges,
                                     .bytes = lb_halo_bytes_of_step(s),
                                     .overlaps = lb_solver_overlaps(s),
                                     .exposed_seconds = s->all->exposed};
}

const char *lb_solver_exchange_way(const struct lb_solver *s)
{
    return s->all == NULL ? "" : lb_rank_exchange_way(s->all->exchanges_of[0]);
}

const char *lb_solver_exchange_advice(const struct lb_solver *s)
{
    return s->all == NULL ? "" : lb_rank_exchange_advice(s->all->exchanges_of[0]);
}

/* --- regions of the whole box ------------------------------------------------------------------ */

/* The cells of the region that are of a rank's subdomain; may be none. */
static struct lb_region share_of(const struct lb_collective *c, int rank, const struct lb_region *r)
{
    struct lb_decomposition d;
    struct lb_region share;
    lb_decomposition_init(&d, c->place.whole, c->place.grid, rank, 0);
    for (int a = 0; a < 3; a++) {
        const uint32_t end = d.origin[a] + d.size[a];
        share.begin[a] = r->begin[a] > d.origin[a] ? r->begin[a] : d.origin[a];
        share.end[a] = r->end[a] < end ? r->end[a] : end;
        if (share.end[a] < share.begin[a]) share.end[a] = share.begin[a];
    }
    return share;
}

static struct lb_region in_subdomain(const struct lb_collective *c, const struct lb_region *share)
{
    struct lb_region own = *share;
    for (int a = 0; a < 3; a++) {
        own.begin[a] -= c->place.origin[a];
        own.end[a] -= c->place.origin[a];
    }
    return own;
}

/* Rows of a share, side by side, to their places in the region. */
static void place_rows(const struct lb_region *region, const struct lb_region *share, size_t bytes,
                       const char *from, char *to)
{
    const size_t width = region->end[0] - region->begin[0],
                 height = region->end[1] - region->begin[1], row = share->end[0] - share->begin[0];
    for (uint32_t z = share->begin[2]; z < share->end[2]; z++)
        for (uint32_t y = share->begin[1]; y < share->end[1]; y++) {
            const size_t at = ((z - region->begin[2]) * height + (y - region->begin[1])) * width +
                              (share->begin[0] - region->begin[0]);
            memcpy(to + at * bytes, from, row * bytes);
            from += row * bytes;
        }
}

/* Rows of bits of layers across axis `up`. */
static void place_bit_rows(const struct lb_region *region, const struct lb_region *share, int up,
                           const uint32_t *from, uint32_t *to)
{
    const int a = lb_layers_axis(up, 0), b = lb_layers_axis(up, 1);
    const uint64_t rows = region->end[b] - region->begin[b],
                   words = (region->end[a] - region->begin[a] + 31) / 32,
                   own = (share->end[a] - share->begin[a] + 31) / 32;
    for (uint32_t layer = share->begin[up]; layer < share->end[up]; layer++)
        for (uint32_t row = share->begin[b]; row < share->end[b]; row++, from += own)
            lb_layers_add_bits(
                from, own, share->begin[a] - region->begin[a],
                to + ((layer - region->begin[up]) * rows + (row - region->begin[b])) * words);
}

/* What a region has: so many bytes a cell, or a bit, in rows of words across axis `up`. */
struct content {
    size_t bytes; /* 0: bits */
    int up;
};

static uint64_t bytes_of(const struct content *t, const struct lb_region *r)
{
    const int a = lb_layers_axis(t->up, 0);
    const uint64_t cells = lb_region_cells(r), length = r->end[a] - r->begin[a];
    if (t->bytes > 0 || cells == 0) return cells * t->bytes;
    return cells / length * ((length + 31) / 32) * sizeof(uint32_t);
}

static void place(const struct content *t, const struct lb_region *region,
                  const struct lb_region *share, const char *from, void *to)
{
    if (t->bytes > 0)
        place_rows(region, share, t->bytes, from, to);
    else
        place_bit_rows(region, share, t->up, (const uint32_t *)(const void *)from, to);
}

/* Puts `mine`, this rank's share, together with those of the others; all get the region. */
static enum lb_status unite_contents(const struct lb_collective *c, const struct lb_region *region,
                                     const struct content *t, const void *mine, void *out,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const int ranks = lb_peers_count(c->world);
    const bool is_first = lb_peers_is_first(c->world);
    uint64_t *sizes = calloc((size_t)ranks, sizeof *sizes), bytes = 0, at = 0;
    char *all = NULL;
    for (int rank = 0; sizes != NULL && rank < ranks; rank++) {
        const struct lb_region share = share_of(c, rank, region);
        sizes[rank] = bytes_of(t, &share);
        bytes += sizes[rank];
    }
    if (sizes != NULL && is_first) all = malloc(bytes + 1);
    if (sizes == NULL || (is_first && all == NULL))
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for %llu cells",
                     (unsigned long long)lb_region_cells(region));
    LB_TRY(lb_peers_agree(c->world, st, err));
    lb_peers_gather(c->world, mine, sizes[lb_peers_rank(c->world)], all, sizes);
    if (is_first && t->bytes == 0) memset(out, 0, bytes_of(t, region));
    for (int rank = 0; rank < ranks && is_first; at += sizes[rank++]) {
        const struct lb_region share = share_of(c, rank, region);
        if (sizes[rank] > 0) place(t, region, &share, all + at, out);
    }
    lb_peers_give(c->world, out, bytes_of(t, region));
cleanup:
    free(sizes);
    free(all);
    return st;
}

static enum lb_status unite(const struct lb_collective *c, const struct lb_region *region,
                            size_t bytes, const void *mine, void *out, struct lb_error *err)
{
    const struct content content = {bytes, 0};
    return unite_contents(c, region, &content, mine, out, err);
}

struct lb_region lb_collective_share(const struct lb_solver *s, const struct lb_region *region)
{
    const struct lb_region share = share_of(s->all, lb_peers_rank(s->world), region);
    return in_subdomain(s->all, &share);
}

enum lb_status lb_collective_unite_bytes(const struct lb_solver *s, const struct lb_region *region,
                                         const uint8_t *mine, uint8_t *out, struct lb_error *err)
{
    return unite(s->all, region, 1, mine, out, err);
}

enum lb_status lb_collective_unite_bits(const struct lb_solver *s, const struct lb_region *region,
                                        int up, const uint32_t *mine, uint32_t *out,
                                        struct lb_error *err)
{
    const struct content content = {0, up};
    return unite_contents(s->all, region, &content, mine, out, err);
}

int lb_collective_count(const struct lb_solver *s, int axis)
{
    return s->all == NULL ? 1 : s->all->place.grid[axis];
}

uint32_t lb_collective_begin(const struct lb_solver *s, int axis, int n)
{
    return s->all == NULL
               ? 0
               : lb_subdomain_begin(s->all->place.whole[axis], s->all->place.grid[axis], n);
}

static bool is_inside(const uint32_t whole[3], const struct lb_region *r)
{
    for (int a = 0; a < 3; a++)
        if (r->begin[a] > r->end[a] || r->end[a] > whole[a]) return false;
    return true;
}

enum lb_status lb_collective_read(struct lb_solver *s, const struct lb_region *region, double *rho,
                                  double *u, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_collective *c = s->all;
    LB_NEED(is_inside(c->place.whole, region), LB_STATUS_FAILED,
            "the region to read lies outside the box");
    const struct lb_region share = share_of(c, lb_peers_rank(s->world), region),
                           own = in_subdomain(c, &share);
    const uint64_t cells = lb_region_cells(&share);
    double *mine = malloc((4 * cells + 1) * sizeof *mine); /* density, velocity */
    if (mine == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for %llu cells",
                     (unsigned long long)cells);
    else if (cells > 0)
        st = lb_solver_read_own(s, &own, rho != NULL ? mine : NULL, u != NULL ? mine + cells : NULL,
                                err);
    LB_TRY(lb_peers_agree(s->world, st, err));
    if (rho != NULL) LB_TRY(unite(c, region, sizeof *rho, mine, rho, err));
    if (u != NULL) LB_TRY(unite(c, region, 3 * sizeof *u, mine + cells, u, err));
cleanup:
    free(mine);
    return st;
}

enum lb_status lb_solver_unite(struct lb_solver *s, const struct lb_region *region,
                               unsigned numbers, lb_read_share *read, void *context, double *out,
                               struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (s->all == NULL) return read(context, region, out, err);
    LB_NEED(is_inside(s->all->place.whole, region), LB_STATUS_FAILED,
            "the region to read lies outside the box");
    const struct lb_region share = share_of(s->all, lb_peers_rank(s->world), region),
                           own = in_subdomain(s->all, &share);
    const uint64_t cells = lb_region_cells(&share);
    double *mine = malloc((numbers * cells + 1) * sizeof *mine);
    if (mine == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for %llu cells",
                     (unsigned long long)cells);
    else if (cells > 0)
        st = read(context, &own, mine, err);
    LB_TRY(lb_peers_agree(s->world, st, err));
    st = unite(s->all, region, numbers * sizeof *mine, mine, out, err);
cleanup:
    free(mine);
    return st;
}

/* --- probes ------------------------------------------------------------------------------------ */

static int rank_of_cell(const struct lb_collective *c, const uint32_t cell[3])
{
    const struct lb_region one = {{cell[0], cell[1], cell[2]},
                                  {cell[0] + 1, cell[1] + 1, cell[2] + 1}};
    for (int rank = 0; rank < lb_peers_count(c->world); rank++) {
        const struct lb_region share = share_of(c, rank, &one);
        if (lb_region_cells(&share) > 0) return rank;
    }
    return -1;
}

bool lb_collective_owns(struct lb_solver *s, const uint32_t cell[3], uint64_t n, uint32_t own[3])
{
    struct lb_collective *c = s->all;
    c->owner[n] = rank_of_cell(c, cell);
    for (int a = 0; a < 3; a++)
        own[a] = cell[a] - c->place.origin[a];
    return c->owner[n] == lb_peers_rank(s->world);
}

enum lb_status lb_collective_share_probes(const struct lb_solver *s, uint64_t count, double *out,
                                          struct lb_error *err)
{
    const size_t numbers = 4 * (size_t)count;
    if (count == 0) return LB_STATUS_OK;
    double *all = malloc((size_t)lb_peers_count(s->world) * numbers * sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for the probes");
    lb_peers_share(s->world, out, numbers * sizeof *out, all);
    for (uint64_t n = 0; n < count; n++)
        memcpy(out + 4 * n, all + (size_t)s->all->owner[n] * numbers + 4 * n, 4 * sizeof *out);
    free(all);
    return LB_STATUS_OK;
}

/* --- the survey -------------------------------------------------------------------------------- */

static bool is_worse(const struct lb_survey *a, const struct lb_survey *than)
{
    if (a->non_finite > 0 || than->non_finite > 0) return than->non_finite == 0;
    return a->speed_max > than->speed_max;
}

/* Sums in the order of the ranks. */
static void merge(struct lb_survey *sum, const struct lb_survey *of)
{
    if (is_worse(of, sum)) memcpy(sum->worst, of->worst, sizeof sum->worst);
    sum->fluid_cells += of->fluid_cells;
    sum->non_finite += of->non_finite;
    sum->supersonic += of->supersonic;
    sum->excess_mass += of->excess_mass;
    for (int a = 0; a < 3; a++)
        sum->momentum[a] += of->momentum[a];
    for (int a = 0; a < 3; a++)
        sum->alternating[a] += of->alternating[a];
    sum->energy += of->energy;
    sum->density_min = fmin(sum->density_min, of->density_min);
    sum->density_max = fmax(sum->density_max, of->density_max);
    sum->speed_max = fmax(sum->speed_max, of->speed_max);
    sum->inner_speed_max = fmax(sum->inner_speed_max, of->inner_speed_max);
    sum->surface.fluid_mass += of->surface.fluid_mass;
    sum->surface.interface_mass += of->surface.interface_mass;
    sum->surface.pending_mass += of->surface.pending_mass;
    sum->surface.stranded_mass += of->surface.stranded_mass;
    sum->surface.volume += of->surface.volume;
    sum->surface.fluid_cells += of->surface.fluid_cells;
    sum->surface.interface_cells += of->surface.interface_cells;
    sum->surface.gas_cells += of->surface.gas_cells;
    sum->surface.contacts += of->surface.contacts;
    if (of->alarm != 0 && (sum->alarm == 0 || of->alarm_step < sum->alarm_step)) {
        sum->alarm = of->alarm;
        sum->alarm_step = of->alarm_step;
    }
}

enum lb_status lb_collective_survey(const struct lb_solver *s, enum lb_status st,
                                    struct lb_survey *survey, struct lb_error *err)
{
    LB_OK(lb_peers_agree(s->world, st, err));
    struct lb_survey *all = malloc((size_t)lb_peers_count(s->world) * sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for a survey");
    for (int a = 0; a < 3; a++)
        survey->worst[a] += s->all->place.origin[a];
    lb_peers_share(s->world, survey, sizeof *survey, all);
    *survey = all[0];
    for (int rank = 1; rank < lb_peers_count(s->world); rank++)
        merge(survey, &all[rank]);
    free(all);
    return LB_STATUS_OK;
}

/* --- joining ----------------------------------------------------------------------------------- */

const uint8_t *lb_collective_flags(const struct lb_collective *c)
{
    return c->flags;
}

static enum lb_status unite_flags(struct lb_solver *s, struct lb_error *err)
{
    struct lb_collective *c = s->all;
    const uint32_t *whole = c->place.whole;
    const struct lb_region all = {{0, 0, 0}, {whole[0], whole[1], whole[2]}};
    const uint64_t cells = lb_region_cells(&all);
    if (s->w.host_flags == NULL) return LB_STATUS_OK; /* so it is for all: the case says it */
    c->flags = malloc(cells);
    const enum lb_status st =
        c->flags != NULL
            ? LB_STATUS_OK
            : lb_fail(err, LB_STATUS_FAILED, "out of memory for the flags of %llu cells",
                      (unsigned long long)cells);
    LB_OK(lb_peers_agree(s->world, st, err));
    s->w.whole_flags = c->flags;
    return unite(c, &all, 1, s->w.host_flags, c->flags, err);
}

static enum lb_status add_over_parts(void *context, enum lb_status st, double *numbers,
                                     size_t count, struct lb_error *err)
{
    const struct lb_world *world = context;
    LB_OK(lb_peers_agree(world, st, err));
    return lb_peers_add(world, numbers, count, err);
}

static enum lb_status create(struct lb_solver *s, const struct lb_decomposition *d,
                             struct lb_error *err)
{
    struct lb_collective *c = calloc(1, sizeof *c);
    LB_NEED(c != NULL, LB_STATUS_FAILED, "out of memory for the exchange");
    s->all = c;
    c->sizes = calloc(3 * (size_t)lb_peers_count(s->world), sizeof *c->sizes);
    LB_NEED(c->sizes != NULL, LB_STATUS_FAILED, "out of memory for the exchange");
    c->shares = c->sizes + lb_peers_count(s->world);
    c->world = s->world;
    c->place = *d;
    s->w.add_over_parts = add_over_parts;
    s->w.parts_context = s->world;
    return LB_STATUS_OK;
}

static enum lb_status create_exchanges(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int n = 1; n >= 0 && st == LB_STATUS_OK; n--) {
        s->halo = s->halos[n];
        if (s->halo != NULL) st = lb_rank_exchange_create(s, &s->all->exchanges_of[n], err);
    }
    s->halo = s->halos[0];
    return st;
}

enum lb_status lb_solver_join_ranks(struct lb_solver *s, struct lb_world *world,
                                    const struct lb_decomposition *d, struct lb_error *err)
{
    s->world = world;
    LB_OK(lb_peers_agree(s->world, create(s, d, err), err));
    LB_OK(create_exchanges(s, err));
    LB_OK(lb_collective_exchange(s, err));
    s->all->exchanges = 0;
    s->all->exposed = 0.0;
    LB_OK(lb_kept_places_make(s, err));
    LB_OK(lb_peers_agree(s->world, lb_curved_places_make(s, err), err));
    return unite_flags(s, err);
}
