/* boundaries.c - makes what comes out of the outer cells of a case with boundary conditions.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "modules/module.h"

enum { GROUP = 64 };

static const char entry[] = "cell/boundaries.cl";

struct boundaries {
    struct lb_workspace *w;
    uint64_t count; /* cells beside boundaries; */
    uint64_t looked,
        looks; /* the first of them, which look at cells inside, and for how many links */
    struct lb_kernel *apply, *moments; /* NULL until used; moments: and where none looks */
    struct lb_kept_cell *kept;         /* those whose links keep numbers, x fastest */
    uint64_t kept_count;
    bool begins; /* what they keep is not there yet */
};

static bool is_in(const struct lb_case *c)
{
    return c->boundary_count > 0;
}

static enum lb_status create(struct lb_workspace *w, void **module, struct lb_error *err)
{
    if (w->c->surface.exists)
        return lb_fail(err, LB_STATUS_USAGE,
                       "boundary conditions and a free surface in one case are not possible");
    struct boundaries *p = calloc(1, sizeof *p);
    *module = p;
    if (p == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for boundaries");
    p->w = w;
    return LB_STATUS_OK;
}

/* --- the cells beside boundaries ----------------------------------------------------------------- */

/* A cell with links out of boundaries. */
struct linked {
    uint64_t number, index; /* x fastest; in memory */
    uint32_t links, keeps;  /* bit i: population i; where the condition keeps a number */
    uint32_t looks;         /* where it looks at the moments of the cell inside */
    uint32_t kept_at;       /* the first of the numbers */
    uint8_t of;             /* the boundary */
};

/* Those that look at cells inside first; those of a boundary side by side, so that work-items of a GPU that are
 * in step do the same. */
static int by_boundary(const void *a, const void *b)
{
    const struct linked *one = a, *other = b;
    if ((one->looks != 0) != (other->looks != 0)) return one->looks != 0 ? -1 : 1;
    if (one->of != other->of) return one->of < other->of ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = ((const struct linked *)a)->number, y = ((const struct linked *)b)->number;
    return (x > y) - (x < y);
}

static uint32_t count_bits(uint32_t bits)
{
    uint32_t count = 0;
    for (; bits != 0; bits &= bits - 1)
        count++;
    return count;
}

/* Of one of `count` cells beside walls, as the device finds them. */
struct found {
    uint64_t count, *index, *number;
    uint32_t *links, *keeps, *looks;
    uint8_t *of;
};

static void free_found(struct found *f)
{
    free(f->index);
    free(f->number);
    free(f->links);
    free(f->keeps);
    free(f->looks);
    free(f->of);
}

static enum lb_status find(struct lb_workspace *w, struct found *f, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *links = NULL, *keeps = NULL, *looks = NULL, *of = NULL, *numbers = NULL;
    const uint64_t words = f->count * sizeof *f->links, numbers_size = f->count * sizeof *f->number;
    f->index = malloc(numbers_size);
    f->number = malloc(numbers_size);
    f->links = malloc(words);
    f->keeps = malloc(words);
    f->looks = malloc(words);
    f->of = malloc(f->count);
    LB_REQUIRE(f->index != NULL && f->number != NULL && f->links != NULL && f->keeps != NULL &&
                   f->looks != NULL && f->of != NULL,
               LB_STATUS_FAILED, "out of memory for the cells beside boundaries");
    LB_TRY(lb_buffer_create(w->device, words, "links to boundaries", &links, err));
    LB_TRY(lb_buffer_create(w->device, words, "links that keep numbers", &keeps, err));
    LB_TRY(lb_buffer_create(w->device, words, "links that look inside", &looks, err));
    LB_TRY(lb_buffer_create(w->device, f->count, "boundaries of cells", &of, err));
    LB_TRY(lb_buffer_create(w->device, numbers_size, "numbers of cells", &numbers, err));
    LB_TRY(lb_workspace_kernel(w, entry, "lb_find_boundaries", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "links", links, err));
    LB_TRY(lb_kernel_set_buffer(k, "keeps", keeps, err));
    LB_TRY(lb_kernel_set_buffer(k, "looks", looks, err));
    LB_TRY(lb_kernel_set_buffer(k, "of", of, err));
    LB_TRY(lb_kernel_set_buffer(k, "cell_numbers", numbers, err));
    LB_TRY(lb_kernel_set_ulong(k, "count", f->count, err));
    LB_TRY(lb_workspace_enqueue(w, k, f->count, GROUP, err));
    LB_TRY(lb_buffer_read(links, 0, words, f->links, err));
    LB_TRY(lb_buffer_read(keeps, 0, words, f->keeps, err));
    LB_TRY(lb_buffer_read(looks, 0, words, f->looks, err));
    LB_TRY(lb_buffer_read(of, 0, f->count, f->of, err));
    LB_TRY(lb_buffer_read(numbers, 0, numbers_size, f->number, err));
    LB_TRY(lb_workspace_read_indices(w, w->buffers[LB_BUFFER_BESIDE], 0, f->count, f->index, err));
cleanup:
    lb_buffer_destroy(links);
    lb_buffer_destroy(keeps);
    lb_buffer_destroy(looks);
    lb_buffer_destroy(of);
    lb_buffer_destroy(numbers);
    return st;
}

/* Those of them that have links, of each boundary in the order of memory.  What links keep is in
 * one that the layout has no part in, as it is saved. */
static uint64_t choose_linked(const struct found *f, struct linked *out, uint32_t *kept)
{
    uint64_t count = 0;
    for (uint64_t k = 0; k < f->count; k++)
        if (f->links[k] != 0)
            out[count++] = (struct linked){f->number[k], f->index[k], f->links[k], f->keeps[k],
                                           f->looks[k],  0,           f->of[k]};
    qsort(out, count, sizeof *out, by_number);
    *kept = 0;
    for (uint64_t k = 0; k < count; k++) {
        out[k].kept_at = *kept;
        *kept += count_bits(out[k].keeps);
    }
    qsort(out, count, sizeof *out, by_boundary);
    return count;
}

static enum lb_status upload(struct boundaries *p, const struct linked *cells, uint32_t kept,
                             struct found *f, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    uint32_t *at = f->keeps;
    for (uint64_t k = 0; k < p->count; k++) {
        f->index[k] = cells[k].index;
        f->links[k] = cells[k].links;
        f->of[k] = cells[k].of;
        at[k] = cells[k].kept_at;
    }
    LB_OK(lb_workspace_create_buffer(w, LB_BUFFER_BOUNDARY_CELLS, p->count, err));
    LB_OK(lb_workspace_write_indices(w, w->buffers[LB_BUFFER_BOUNDARY_CELLS], p->count, f->index,
                                     err));
    LB_OK(lb_workspace_upload(w, LB_BUFFER_BOUNDARY_LINKS, p->count, f->links, err));
    LB_OK(lb_workspace_upload(w, LB_BUFFER_BOUNDARY_OF, p->count, f->of, err));
    LB_OK(lb_workspace_upload(w, LB_BUFFER_KEPT_AT, p->count, at, err));
    return kept == 0 ? LB_STATUS_OK : lb_workspace_create_buffer(w, LB_BUFFER_KEPT, kept, err);
}

/* --- the cells inside of boundaries --------------------------------------------------------------- */

struct place {
    uint64_t index;
    uint32_t number; /* in the list */
};

static int by_index(const void *a, const void *b)
{
    const uint64_t x = ((const struct place *)a)->index, y = ((const struct place *)b)->index;
    return (x > y) - (x < y);
}

/* Where in memory they are, on the device, which knows the walls. */
static enum lb_status find_inside(struct boundaries *p, const uint32_t *looks, uint64_t *places,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_kernel *k = NULL;
    struct lb_buffer *links = NULL, *found = NULL;
    const uint64_t words = p->looked * sizeof *looks, bytes = p->looks * sizeof *places;
    LB_TRY(lb_buffer_create(p->w->device, words, "links that look inside", &links, err));
    LB_TRY(lb_buffer_create(p->w->device, bytes, "cells inside of boundaries", &found, err));
    LB_TRY(lb_buffer_write(links, 0, words, looks, err));
    LB_TRY(lb_workspace_kernel(p->w, entry, "lb_find_inside", &k, err));
    LB_TRY(lb_kernel_set_buffer(k, "looks", links, err));
    LB_TRY(lb_kernel_set_buffer(k, "places", found, err));
    LB_TRY(lb_kernel_set_ulong(k, "looked", p->looked, err));
    LB_TRY(lb_workspace_enqueue(p->w, k, p->looked, GROUP, err));
    LB_TRY(lb_buffer_read(found, 0, bytes, places, err));
cleanup:
    lb_buffer_destroy(links);
    lb_buffer_destroy(found);
    return st;
}

/* Their numbers in the list of cells beside boundaries, of which those that look come first; without one, as
 * beyond a cut, the link finds its moments itself. */
static enum lb_status number_inside(struct boundaries *p, const struct linked *cells,
                                    const uint64_t *places, uint32_t *inside, struct lb_error *err)
{
    struct place *list = malloc(p->looked * sizeof *list);
    if (list == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for boundaries");
    for (uint64_t k = 0; k < p->looked; k++)
        list[k] = (struct place){cells[k].index, (uint32_t)k};
    qsort(list, p->looked, sizeof *list, by_index);
    for (uint64_t n = 0; n < p->looks; n++) {
        const struct place key = {places[n], 0};
        const struct place *found = bsearch(&key, list, p->looked, sizeof *list, by_index);
        inside[n] = found != NULL ? found->number : UINT32_MAX;
    }
    free(list);
    return LB_STATUS_OK;
}

/* `cells` are in the order of the list. */
static enum lb_status list_inside(struct boundaries *p, const struct linked *cells,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint64_t *places = NULL;
    uint32_t *looks = malloc(p->count * sizeof *looks + 1), *at = malloc(p->count * sizeof *at + 1),
             *inside = NULL;
    LB_REQUIRE(looks != NULL && at != NULL, LB_STATUS_FAILED, "out of memory for boundaries");
    for (; p->looked < p->count && cells[p->looked].looks != 0; p->looked++) {
        looks[p->looked] = cells[p->looked].looks;
        at[p->looked] = (uint32_t)p->looks;
        p->looks += count_bits(looks[p->looked]);
    }
    if (p->looked == 0) goto cleanup;
    places = malloc(p->looks * sizeof *places);
    inside = malloc(p->looks * sizeof *inside);
    LB_REQUIRE(places != NULL && inside != NULL, LB_STATUS_FAILED, "out of memory for boundaries");
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_LOOKS_AT, p->looked, at, err));
    LB_TRY(find_inside(p, looks, places, err));
    LB_TRY(number_inside(p, cells, places, inside, err));
    LB_TRY(lb_workspace_upload(p->w, LB_BUFFER_INSIDE_OF, p->looks, inside, err));
    LB_TRY(lb_workspace_create_buffer(p->w, LB_BUFFER_BOUNDARY_MOMENTS, p->looked, err));
cleanup:
    free(places);
    free(inside);
    free(looks);
    free(at);
    return st;
}

/* Takes down whose the kept numbers are; `cells` are sorted by it. */
static enum lb_status note_kept(struct boundaries *p, struct linked *cells, struct lb_error *err)
{
    p->kept = malloc((p->count + 1) * sizeof *p->kept);
    if (p->kept == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for boundaries");
    qsort(cells, p->count, sizeof *cells, by_number);
    for (uint64_t k = 0; k < p->count; k++) {
        const uint32_t numbers = count_bits(cells[k].keeps);
        if (numbers > 0) p->kept[p->kept_count++] = (struct lb_kept_cell){cells[k].number, numbers};
    }
    return LB_STATUS_OK;
}

void lb_boundaries_kept(const struct lb_modules *modules, const struct lb_kept_cell **cells,
                        uint64_t *count)
{
    const struct boundaries *p = modules->module[LB_MODULE_BOUNDARIES];
    *cells = p != NULL ? p->kept : NULL;
    *count = p != NULL ? p->kept_count : 0;
}

void lb_boundaries_begin(const struct lb_modules *modules)
{
    struct boundaries *p = modules->module[LB_MODULE_BOUNDARIES];
    if (p != NULL) p->begins = true;
}

static enum lb_status list_cells(struct boundaries *p, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t kept = 0;
    struct found f = {.count = lb_workspace_list_length(p->w, LB_BUFFER_BESIDE)};
    struct linked *cells = malloc((f.count + 1) * sizeof *cells);
    LB_REQUIRE(cells != NULL, LB_STATUS_FAILED, "out of memory for the cells beside boundaries");
    if (f.count > 0) {
        LB_TRY(find(p->w, &f, err));
        p->count = choose_linked(&f, cells, &kept);
    }
    if (p->count > 0) LB_TRY(upload(p, cells, kept, &f, err));
    LB_TRY(list_inside(p, cells, err));
    if (kept > 0) LB_TRY(note_kept(p, cells, err));
cleanup:
    free(cells);
    free_found(&f);
    return st;
}

/* --- profiles -------------------------------------------------------------------------------------- */

/* All of them, one behind the other. */
static enum lb_status upload_profiles(struct lb_workspace *w, struct lb_error *err)
{
    const struct lb_case *c = w->c;
    uint64_t count = 0, at = 0;
    for (int n = 0; n < c->boundary_count; n++)
        count += lb_profile_box_numbers(&c->boundaries[n].profile);
    if (count == 0) return LB_STATUS_OK;
    double *all = malloc(count * sizeof *all);
    if (all == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for profiles");
    for (int n = 0; n < c->boundary_count; n++) {
        const struct lb_profile_box *p = &c->boundaries[n].profile;
        for (uint64_t k = 0; k < lb_profile_box_numbers(p); k++)
            all[at++] = p->factor[k];
    }
    const enum lb_status st = lb_workspace_upload_numbers(w, LB_BUFFER_PROFILES, count, all, err);
    free(all);
    return st;
}

/* --- the module -------------------------------------------------------------------------------------- */

static enum lb_status make_kernels(struct boundaries *p, struct lb_error *err)
{
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_apply_boundaries", &p->apply, err));
    LB_OK(lb_kernel_set_ulong(p->apply, "count", p->count, err));
    LB_OK(lb_kernel_set_ulong(p->apply, "looked", p->looked, err));
    if (p->looked == 0) return LB_STATUS_OK;
    LB_OK(lb_workspace_kernel(p->w, entry, "lb_find_moments", &p->moments, err));
    return lb_kernel_set_ulong(p->moments, "looked", p->looked, err);
}

/* For step 0, too. */
static enum lb_status apply(void *module, struct lb_error *err)
{
    struct boundaries *p = module;
    if (p->count == 0) return LB_STATUS_OK;
    if (p->apply == NULL) LB_OK(make_kernels(p, err));
    if (p->looked > 0) LB_OK(lb_workspace_enqueue(p->w, p->moments, p->looked, GROUP, err));
    LB_OK(lb_kernel_set_uint(p->apply, "begins", p->begins || p->w->step == 0, err));
    p->begins = false;
    return lb_workspace_enqueue(p->w, p->apply, p->count, GROUP, err);
}

/* Once the walls have listed the cells beside them.  A subdomain gets the start state of its neighbours
 * later. */
static enum lb_status close(void *module, struct lb_error *err)
{
    struct boundaries *p = module;
    LB_OK(list_cells(p, err));
    if (p->count == 0) return LB_STATUS_OK;
    LB_OK(upload_profiles(p->w, err));
    return p->w->c->cut.axes == 0 ? apply(p, err) : LB_STATUS_OK;
}

static void destroy(void *module)
{
    struct boundaries *p = module;
    free(p->kept);
    free(p);
}

const struct lb_module lb_boundaries_module = {
    .name = "boundaries",
    .is_in = is_in,
    .create = create,
    .phase = {[LB_PHASE_CLOSE] = close, [LB_PHASE_AFTER_EXCHANGE] = apply},
    .destroy = destroy,
};
