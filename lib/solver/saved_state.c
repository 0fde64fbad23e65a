/* saved_state.c - the state of a solver in a checkpoint, in an order that does not depend on how it lies
 * on the device, nor on how the box is cut: the solver of a subdomain passes its own cells of the arrays of the
 * whole box, and passes over the others.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/alternating_turns.h"
#include "case/halo.h"
#include "checkpoint/archive.h"
#include "peers/peers.h"
#include "solver/solver_internal.h"

enum { GROUP = 64, CODES_OF_16_BITS = 1 << 16 };
enum { MAX_PIECE = 1 << 23 }; /* bytes brought from the device at a time */

static const char entry[] = "cell/saved_cells.cl", kept_mark[] = "kept_cells";

/* How a buffer is saved. */
enum way {
    WAY_NOT,   /* of the case alone; lists of memory vectors, found anew in each step */
    WAY_CODES, /* populations */
    WAY_CELLS,
    WAY_MARKS, /* of words of vectors: what walls put there is known */
    WAY_MEANS,
    WAY_LAYERS, /* of some layers of cells */
    WAY_KEPT,   /* of a subdomain */
    WAY_PLAIN
};

static enum way way_of(const struct lb_workspace *w, enum lb_buffer_id id)
{
    const struct lb_buffer_row *row = &lb_buffer_rows[id];
    if (w->buffers[id] == NULL || lb_workspace_role(w, id) != LB_ROLE_STATE) return WAY_NOT;
    /* what cells had found a step before is of use for the forces on walls only */
    if (id == LB_BUFFER_OTHER_F && (w->c->cell_kinds & LB_CELL_SOLID) == 0) return WAY_NOT;
    if (id == LB_BUFFER_STAMP || id == LB_BUFFER_COUNTS) return WAY_NOT;
    if (id == LB_BUFFER_FLAGS && !w->c->surface.exists) return WAY_NOT;
    if (id == LB_BUFFER_LINKS) return lb_case_has_markers(w->c) ? WAY_MARKS : WAY_NOT;
    if (id == LB_BUFFER_MOMENTA)
        return lb_alternating_turn(w->c, w->step).phase > 0 ? WAY_LAYERS : WAY_NOT;
    switch (row->extent) {
    case LB_EXTENT_HEAT:
    case LB_EXTENT_POPULATIONS: return WAY_CODES;
    case LB_EXTENT_MEANS: return WAY_MEANS;
    case LB_EXTENT_CELLS:
    case LB_EXTENT_HALO: return WAY_CELLS;
    default: return WAY_PLAIN;
    }
}

/* One buffer on its way; `there` are the elements of the archive, `here` those of the device. */
struct passage {
    struct lb_workspace *w;
    struct lb_archive *archive; /* NULL: kernels are only built, and run once */
    const struct lb_precision *saved;
    bool loads;
    enum lb_element element;
    uint64_t here_bytes, there_bytes; /* of an element */
    uint64_t capacity;                /* elements of a piece */
    void *here, *there;
    double *decoded; /* all codes of a 16-bit format that is converted; else NULL */
    const struct lb_kept_places *kept,
        *curved; /* of links of outlets, and to walls between cells */
    uint64_t at; /* elements of the archive's array behind which the next one is */
};

/* --- cells of the whole box ------------------------------------------------------------------- */

static bool is_shared(const struct lb_case *c)
{
    return c->cut.axes != 0;
}

/* How many cells from number `own` on, x fastest, lie side by side in the whole box. */
static uint64_t cells_in_a_row(const struct lb_case *c, uint64_t own)
{
    uint64_t row = c->size[0];
    if (c->size[0] == lb_case_whole_size(c, 0)) row *= c->size[1];
    if (row == (uint64_t)lb_case_whole_size(c, 0) * lb_case_whole_size(c, 1)) row *= c->size[2];
    return row - own % row;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static const char *type_of(enum lb_element element, uint64_t bytes)
{
    switch (element) {
    case LB_ELEMENT_CODE: return bytes == 8 ? "<f8" : bytes == 4 ? "<f4" : "<u2";
    case LB_ELEMENT_SCALAR: return bytes == 8 ? "<f8" : "<f4";
    case LB_ELEMENT_LONG: return "<i8";
    case LB_ELEMENT_UINT: return "<u4";
    case LB_ELEMENT_DOUBLE: return "<f8";
    default: return "|u1";
    }
}

/* What codes are saved as: themselves, or the numbers that they are with their exponents, or moments, in the
 * precision of the arithmetic. */
static const struct lb_number_format *saved_format(const struct lb_case *c,
                                                   const struct lb_precision *p)
{
    if (lb_case_keeps_moments(c))
        return lb_number_format_find(p->arithmetic == LB_ARITHMETIC_FP64 ? "fp64" : "fp32");
    return p->storage->shares_exponents ? lb_number_format_find("fp32") : p->storage;
}

static const struct lb_number_format *format_here(const struct lb_workspace *w)
{
    const struct lb_precision here = {w->c->arithmetic, w->flow.storage, NULL};
    return saved_format(w->c, &here);
}

static const struct lb_number_format *format_there(const struct passage *p)
{
    return saved_format(p->w->c, p->saved);
}

static uint64_t code_at(const void *codes, uint64_t bytes, uint64_t n)
{
    uint64_t code = 0;
    memcpy(&code, (const char *)codes + n * bytes, bytes);
    return code;
}

static void convert_codes(struct passage *p, uint64_t count)
{
    const struct lb_number_format *from = format_there(p), *to = format_here(p->w);
    for (uint64_t n = 0; n < count; n++) {
        const uint64_t old = code_at(p->there, p->there_bytes, n);
        const uint64_t code = to->encode(p->decoded != NULL ? p->decoded[old] : from->decode(old));
        memcpy((char *)p->here + n * p->here_bytes, &code, p->here_bytes);
    }
}

static void convert_scalars(struct passage *p, uint64_t count)
{
    const bool widens = p->here_bytes == sizeof(double);
    for (uint64_t n = 0; n < count; n++)
        if (widens)
            ((double *)p->here)[n] = (double)((const float *)p->there)[n];
        else
            ((float *)p->here)[n] = (float)((const double *)p->there)[n];
}

/* What was loaded `there` to `here`, where that is another form. */
static void convert(struct passage *p, uint64_t count)
{
    if (p->there == p->here) return;
    if (p->element == LB_ELEMENT_CODE)
        convert_codes(p, count);
    else
        convert_scalars(p, count);
}

/* `count` elements of the archive's array from number `place` on. */
static enum lb_status pass_at(struct passage *p, uint64_t place, void *elements, uint64_t count,
                              struct lb_error *err)
{
    if (p->archive == NULL) return LB_STATUS_OK;
    if (place > p->at) LB_OK(lb_archive_skip(p->archive, (place - p->at) * p->there_bytes, err));
    p->at = place + count;
    return lb_archive_bytes(p->archive, elements, count * p->there_bytes, err);
}

/* Between the archive and `here`: `count` cells from number `first` on of a plane, of which element number
 * `plane` is the first in the whole box. */
static enum lb_status pass(struct passage *p, uint64_t plane, uint64_t first, uint64_t count,
                           struct lb_error *err)
{
    const struct lb_case *c = p->w->c;
    char *elements = p->there;
    for (uint64_t done = 0, row; done < count; done += row) {
        const uint64_t place = plane + lb_case_number_in_whole(c, first + done);
        row = cells_in_a_row(c, first + done);
        if (row > count - done) row = count - done;
        LB_OK(pass_at(p, place, elements, row, err));
        elements += row * p->there_bytes;
    }
    convert(p, count);
    return LB_STATUS_OK;
}

static enum lb_status decode_all(struct passage *p, struct lb_error *err)
{
    const struct lb_number_format *from = format_there(p);
    if (p->element != LB_ELEMENT_CODE || from->bits != 16) return LB_STATUS_OK;
    p->decoded = malloc(CODES_OF_16_BITS * sizeof *p->decoded);
    LB_NEED(p->decoded != NULL, LB_STATUS_FAILED, "out of memory for a checkpoint");
    for (uint64_t code = 0; code < CODES_OF_16_BITS; code++)
        p->decoded[code] = from->decode(code);
    return LB_STATUS_OK;
}

/* Whether what is loaded has another form here. */
static bool is_converted(const struct passage *p)
{
    if (!p->loads) return false;
    if (p->element == LB_ELEMENT_CODE) return format_there(p) != format_here(p->w);
    return p->element == LB_ELEMENT_SCALAR && p->saved->arithmetic != p->w->c->arithmetic;
}

static enum lb_status prepare(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    p->element = lb_buffer_rows[id].element;
    p->here_bytes = lb_workspace_element_bytes(w, id);
    if (p->element == LB_ELEMENT_CODE) p->here_bytes = (uint64_t)format_here(w)->bits / 8;
    p->there_bytes = p->here_bytes;
    const bool converted = is_converted(p);
    if (converted)
        p->there_bytes = p->element == LB_ELEMENT_CODE ? (uint64_t)format_there(p)->bits / 8
                         : p->saved->arithmetic == LB_ARITHMETIC_FP64 ? sizeof(double)
                                                                      : sizeof(float);
    const uint64_t staging = w->staging_cells * 4 * lb_workspace_scalar_bytes(w);
    p->capacity = (staging < MAX_PIECE ? staging : MAX_PIECE) / p->here_bytes;
    p->here = malloc(p->capacity * p->here_bytes);
    p->there = converted ? malloc(p->capacity * p->there_bytes) : p->here;
    LB_NEED(p->here != NULL && p->there != NULL, LB_STATUS_FAILED,
            "out of memory for a checkpoint");
    return converted ? decode_all(p, err) : LB_STATUS_OK;
}

static void clear(struct passage *p)
{
    if (p->there != p->here) free(p->there);
    free(p->here);
    free(p->decoded);
    p->here = p->there = NULL;
    p->decoded = NULL;
}

/* --- arrays ----------------------------------------------------------------------------------- */

/* Opens the array of this shape; one that is loaded must have it. */
static enum lb_status open_array(struct passage *p, const char *name, const struct lb_npy *wanted,
                                 bool shared, struct lb_error *err)
{
    struct lb_npy array = *wanted;
    bool is_same;
    p->at = 0;
    if (p->archive == NULL) return LB_STATUS_OK;
    LB_OK(shared ? lb_archive_begin_shared(p->archive, name, &array, err)
                 : lb_archive_begin(p->archive, name, &array, err));
    is_same = array.rank == wanted->rank && strcmp(array.type, wanted->type) == 0;
    for (int axis = 0; is_same && axis < array.rank; axis++)
        is_same = array.shape[axis] == wanted->shape[axis];
    const bool is_of_cells = array.rank == 4 && wanted->rank == 4;
    LB_NEED(!is_of_cells || array.shape[0] == wanted->shape[0], LB_STATUS_USAGE,
            "the checkpoint has %llu numbers of each cell, and this run keeps %llu: moments "
            "(--streaming moments) and populations do not go on from each other; take the "
            "streaming that the run had",
            (unsigned long long)array.shape[0], (unsigned long long)wanted->shape[0]);
    return is_same ? LB_STATUS_OK
                   : lb_fail(err, LB_STATUS_FAILED,
                             "the array '%s' of the checkpoint has another shape or type than this "
                             "case has on this device",
                             name);
}

/* Of what cells have, each subdomain has a share. */
static enum lb_status begin(struct passage *p, const char *name, const struct lb_npy *wanted,
                            struct lb_error *err)
{
    return open_array(p, name, wanted, is_shared(p->w->c), err);
}

/* The array of so many elements was passed, but for what is others' at its end. */
static enum lb_status end(struct passage *p, uint64_t elements, struct lb_error *err)
{
    if (p->archive == NULL) return LB_STATUS_OK;
    if (elements > p->at)
        LB_OK(lb_archive_skip(p->archive, (elements - p->at) * p->there_bytes, err));
    return lb_archive_end(p->archive, err);
}

/* Of so many numbers a cell; one has no axis of its own. */
static struct lb_npy cells_of(const struct passage *p, uint64_t planes)
{
    const struct lb_case *c = p->w->c;
    const uint32_t x = lb_case_whole_size(c, 0), y = lb_case_whole_size(c, 1),
                   z = lb_case_whole_size(c, 2);
    struct lb_npy array = {.rank = 4, .shape = {planes, z, y, x}};
    if (planes == 1) array = (struct lb_npy){.rank = 3, .shape = {z, y, x}};
    strcpy(array.type, type_of(p->element, p->there_bytes));
    return array;
}

/* Runs a kernel for a piece of a plane and fetches what it left; or sends the piece and runs it. */
static enum lb_status run_piece(struct passage *p, struct lb_kernel *kernel, uint64_t plane,
                                uint64_t first, uint64_t count, struct lb_error *err)
{
    struct lb_workspace *w = p->w;
    struct lb_buffer *staging = w->buffers[LB_BUFFER_STAGING];
    LB_OK(lb_kernel_set_buffer(kernel, p->loads ? "from" : "out", staging, err));
    LB_OK(lb_kernel_set_ulong(kernel, "first", first, err));
    LB_OK(lb_kernel_set_ulong(kernel, "count", count, err));
    if (p->loads) {
        LB_OK(pass(p, plane * lb_case_whole_cells(w->c), first, count, err));
        LB_OK(lb_buffer_write(staging, 0, count * p->here_bytes, p->here, err));
        return lb_workspace_enqueue(w, kernel, count, GROUP, err);
    }
    LB_OK(lb_workspace_enqueue(w, kernel, count, GROUP, err));
    LB_OK(lb_buffer_read(staging, 0, count * p->here_bytes, p->here, err));
    return pass(p, plane * lb_case_whole_cells(w->c), first, count, err);
}

static enum lb_status run_plane(struct passage *p, struct lb_kernel *kernel, uint64_t plane,
                                struct lb_error *err)
{
    const uint64_t cells = lb_case_cell_count(p->w->c);
    for (uint64_t first = 0; first < cells; first += p->capacity) {
        const uint64_t left = cells - first;
        LB_OK(run_piece(p, kernel, plane, first, left < p->capacity ? left : p->capacity, err));
        if (p->archive == NULL) break;
    }
    return LB_STATUS_OK;
}

/* Runs a kernel of that name for each population. */
static enum lb_status pass_populations(struct passage *p, enum lb_buffer_id id, const char *name,
                                       struct lb_error *err)
{
    const uint64_t planes = id == LB_BUFFER_HEAT ? (uint64_t)p->w->heat.lattice->directions
                                                 : (uint64_t)lb_case_kept_numbers(p->w->c);
    const struct lb_npy array = cells_of(p, planes);
    struct lb_kernel *k = NULL;
    LB_OK(begin(p, lb_buffer_rows[id].name, &array, err));
    LB_OK(lb_workspace_kernel(p->w, entry, name, &k, err));
    if (lb_kernel_takes(k, "kept")) LB_OK(lb_kernel_set_buffer(k, "kept", p->w->buffers[id], err));
    if (lb_kernel_takes(k, "of_heat"))
        LB_OK(lb_kernel_set_uint(k, "of_heat", id == LB_BUFFER_HEAT, err));
    for (uint64_t i = 0; i < planes; i++) {
        LB_OK(lb_kernel_set_uint(k, "i", (uint32_t)i, err));
        LB_OK(run_plane(p, k, i, err));
        if (p->archive == NULL) break;
    }
    return end(p, planes * lb_case_whole_cells(p->w->c), err);
}

/* The exponents that codes were made with: of the last step, and of what was made for cells. */
static enum lb_status pass_exponents(struct passage *p, struct lb_error *err)
{
    struct passage bytes = *p;
    struct lb_kernel *k = NULL;
    const uint64_t planes = lb_layout_exponent_planes(p->w->c) - 1;
    bytes.element = LB_ELEMENT_BYTE;
    bytes.here_bytes = bytes.there_bytes = 1;
    bytes.there = bytes.here;
    const struct lb_npy array = cells_of(&bytes, planes);
    LB_OK(begin(&bytes, "exponents", &array, err));
    LB_OK(lb_workspace_kernel(p->w, entry, p->loads ? "lb_put_exponents" : "lb_take_exponents", &k,
                              err));
    for (uint64_t n = 0; n < planes; n++) {
        const uint32_t last = 1 - (p->w->step & 1u), made = 2;
        LB_OK(lb_kernel_set_uint(k, "plane", n == 0 ? last : made, err));
        LB_OK(run_plane(&bytes, k, n, err));
    }
    return end(&bytes, planes * lb_case_whole_cells(p->w->c), err);
}

/* Codes from beyond cuts have exponents of other subdomains: until lb_solver_restore_sent some that are large
 * enough. */
static enum lb_status fit_exponents(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_buffer *codes = p->w->buffers[id];
    const uint64_t halo = lb_halo_cells(p->w->c);
    if (halo == 0) return st;
    char *none = calloc(halo, 1);
    LB_NEED(none != NULL, LB_STATUS_FAILED, "out of memory for the cells around a subdomain");
    LB_TRY(lb_buffer_write(codes, lb_buffer_bytes(codes) - halo, halo, none, err));
    LB_TRY(pass_populations(p, id, "lb_fit_exponents", err));
cleanup:
    free(none);
    return st;
}

static enum lb_status pass_codes(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    const struct lb_number_format *here = p->w->flow.storage;
    const bool is_rounded = here->shares_exponents && p->loads && p->saved->storage != here;
    LB_NEED(
        !is_rounded || !is_shared(p->w->c), LB_STATUS_USAGE,
        "the checkpoint is in %s, which several devices cannot convert to %s: go on with it on one "
        "device first, or in %s",
        p->saved->storage->name, here->name, p->saved->storage->name);
    if (is_rounded)
        LB_OK(pass_populations(p, id, "lb_raise_exponents", err));
    else if (here->shares_exponents)
        LB_OK(pass_exponents(p, err));
    if (here->shares_exponents && p->loads) LB_OK(fit_exponents(p, id, err));
    return pass_populations(p, id, p->loads ? "lb_put_codes" : "lb_take_codes", err);
}

static enum lb_status pass_cells(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    const uint64_t planes = lb_workspace_components(p->w, id);
    const struct lb_npy array = cells_of(p, planes);
    struct lb_kernel *k = NULL;
    LB_OK(begin(p, lb_buffer_rows[id].name, &array, err));
    LB_OK(lb_workspace_kernel(p->w, entry, p->loads ? "lb_put_cells" : "lb_take_cells", &k, err));
    if (p->loads)
        LB_OK(lb_kernel_set_buffer(k, "to", p->w->buffers[id], err));
    else
        LB_OK(lb_kernel_set_buffer(k, "from", p->w->buffers[id], err));
    LB_OK(lb_kernel_set_uint(k, "bytes", (uint32_t)p->here_bytes, err));
    LB_OK(lb_kernel_set_uint(k, "components", (uint32_t)planes, err));
    for (uint64_t i = 0; i < planes; i++) {
        LB_OK(lb_kernel_set_uint(k, "component", (uint32_t)i, err));
        LB_OK(run_plane(p, k, i, err));
    }
    return end(p, planes * lb_case_whole_cells(p->w->c), err);
}

static enum lb_status pass_marks(struct passage *p, struct lb_error *err)
{
    struct lb_kernel *k = NULL;
    p->element = LB_ELEMENT_BYTE;
    p->here_bytes = p->there_bytes = 1;
    const struct lb_npy array = cells_of(p, 1);
    LB_OK(begin(p, "marks", &array, err));
    LB_OK(lb_workspace_kernel(p->w, entry, p->loads ? "lb_put_marks" : "lb_take_marks", &k, err));
    LB_OK(run_plane(p, k, 0, err));
    return end(p, lb_case_whole_cells(p->w->c), err);
}

/* Elements [first, first + count) of the buffer to `here`, or from there. */
static enum lb_status fetch(struct passage *p, struct lb_buffer *buffer, uint64_t first,
                            uint64_t count, struct lb_error *err)
{
    const uint64_t at = first * p->here_bytes, bytes = count * p->here_bytes;
    return p->loads ? lb_buffer_write(buffer, at, bytes, p->here, err)
                    : lb_buffer_read(buffer, at, bytes, p->here, err);
}

/* What subdomains have of these, all have. */
static enum lb_status pass_plain(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    struct lb_buffer *buffer = p->w->buffers[id];
    const uint64_t all = lb_buffer_bytes(buffer) / p->here_bytes;
    const uint64_t components = lb_workspace_components(p->w, id);
    struct lb_npy array = {.rank = 2, .shape = {all / components, components}};
    strcpy(array.type, type_of(p->element, p->there_bytes));
    LB_OK(open_array(p, lb_buffer_rows[id].name, &array, false, err));
    for (uint64_t first = 0; first < all; first += p->capacity) {
        const uint64_t count = all - first < p->capacity ? all - first : p->capacity;
        if (!p->loads) LB_OK(fetch(p, buffer, first, count, err));
        LB_OK(pass_at(p, first, p->there, count, err));
        convert(p, count);
        if (p->loads) LB_OK(fetch(p, buffer, first, count, err));
    }
    return lb_archive_end(p->archive, err);
}

/* Planes of cells that are in this order on the device, too. */
static enum lb_status pass_means(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    struct lb_buffer *buffer = p->w->buffers[id];
    const uint64_t cells = lb_case_cell_count(p->w->c), whole = lb_case_whole_cells(p->w->c);
    const uint64_t planes = lb_workspace_components(p->w, id);
    const struct lb_npy array = cells_of(p, planes);
    LB_OK(begin(p, lb_buffer_rows[id].name, &array, err));
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t first = 0, count; first < cells; first += count) {
            count = cells - first < p->capacity ? cells - first : p->capacity;
            if (!p->loads) LB_OK(fetch(p, buffer, plane * cells + first, count, err));
            LB_OK(pass(p, plane * whole, first, count, err));
            if (p->loads) LB_OK(fetch(p, buffer, plane * cells + first, count, err));
        }
    return end(p, planes * whole, err);
}

/* The momenta of the steps before this one that its turn asks for. */
static enum lb_status pass_layers(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    const struct lb_case *c = p->w->c;
    const struct lb_alternating_turn t = lb_alternating_turn(c, p->w->step);
    const uint64_t planes = (uint64_t)(t.phase * c->lattice->dimensions);
    struct lb_npy array = {.rank = 2, .shape = {planes, t.whole_count}};
    strcpy(array.type, type_of(p->element, p->there_bytes));
    LB_OK(begin(p, lb_buffer_rows[id].name, &array, err));
    for (uint64_t plane = 0; plane < planes; plane++)
        for (uint64_t done = 0, count; done < t.count; done += count) {
            const uint64_t at = plane * lb_alternating_cells(c) + done;
            count = t.count - done < p->capacity ? t.count - done : p->capacity;
            if (!p->loads) LB_OK(fetch(p, p->w->buffers[id], at, count, err));
            /* from the first layer on, which may make the first number of a plane one below 0: they add up */
            LB_OK(pass(p, plane * t.whole_count - t.whole_first, t.first + done, count, err));
            if (p->loads) LB_OK(fetch(p, p->w->buffers[id], at, count, err));
        }
    return end(p, planes * t.whole_count, err);
}

/* `count` of what links of a subdomain's outlets keep, from number `first` on. */
static enum lb_status pass_runs(struct passage *p, const struct lb_kept_places *kept,
                                uint64_t first, uint64_t count, struct lb_error *err)
{
    char *elements = p->there;
    uint64_t begin = 0;
    for (const struct lb_kept_run *run = kept->runs; count > 0; begin += run->count, run++) {
        if (first >= begin + run->count) continue;
        const uint64_t before = first - begin;
        const uint64_t most = run->count - before, part = count < most ? count : most;
        LB_OK(pass_at(p, run->place + before, elements, part, err));
        elements += part * p->there_bytes;
        first += part;
        count -= part;
    }
    return LB_STATUS_OK;
}

/* There may be none here, and some in other subdomains. */
static enum lb_status pass_kept(struct passage *p, enum lb_buffer_id id,
                                const struct lb_kept_places *kept, struct lb_error *err)
{
    struct lb_buffer *buffer = p->w->buffers[id];
    const uint64_t components = lb_workspace_components(p->w, id);
    struct lb_npy array = {.rank = 2, .shape = {kept->total / components, components}};
    const uint64_t own = buffer != NULL ? kept->own : 0;
    strcpy(array.type, type_of(p->element, p->there_bytes));
    LB_OK(begin(p, lb_buffer_rows[id].name, &array, err));
    for (uint64_t first = 0; first < own; first += p->capacity) {
        const uint64_t count = own - first < p->capacity ? own - first : p->capacity;
        if (!p->loads) LB_OK(fetch(p, buffer, first, count, err));
        LB_OK(pass_runs(p, kept, first, count, err));
        convert(p, count);
        if (p->loads) LB_OK(fetch(p, buffer, first, count, err));
    }
    return end(p, kept->total, err);
}

static enum lb_status pass_buffer(struct passage *p, enum lb_buffer_id id, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_kept_places *kept = id == LB_BUFFER_CURVED_KEPT ? p->curved : p->kept;
    const struct lb_population_set flow = p->w->flow;
    const bool may_keep = id == LB_BUFFER_KEPT || id == LB_BUFFER_CURVED_KEPT;
    /* where bodies move there may be none at times */
    const bool is_of_links = id == LB_BUFFER_CURVED_KEPT && p->w->c->motion != NULL;
    const bool is_kept = may_keep && (kept->total > 0 || (is_of_links && p->w->c->curved != NULL));
    const enum way way = is_kept ? WAY_KEPT : way_of(p->w, id);
    const bool has_kernel = way == WAY_CODES || way == WAY_CELLS || way == WAY_MARKS;
    if (way == WAY_NOT || (p->archive == NULL && !has_kernel)) return LB_STATUS_OK;
    LB_TRY(prepare(p, id, err));
    switch (way) {
    case WAY_CODES:
        /* kernels get these as `f`, whose first directions are theirs */
        if (id == LB_BUFFER_HEAT) p->w->flow = p->w->heat;
        LB_TRY(pass_codes(p, id, err));
        break;
    case WAY_CELLS: LB_TRY(pass_cells(p, id, err)); break;
    case WAY_MARKS: LB_TRY(pass_marks(p, err)); break;
    case WAY_MEANS: LB_TRY(pass_means(p, id, err)); break;
    case WAY_LAYERS: LB_TRY(pass_layers(p, id, err)); break;
    case WAY_KEPT: LB_TRY(pass_kept(p, id, kept, err)); break;
    default: LB_TRY(pass_plain(p, id, err)); break;
    }
cleanup:
    p->w->flow = flow;
    clear(p);
    return st;
}

static enum lb_status pass_number(struct lb_archive *archive, const struct lb_host_number *n,
                                  struct lb_error *err)
{
    uint64_t count = 0;
    if (n->element == LB_ELEMENT_DOUBLE) return lb_archive_number(archive, n->name, n->value, err);
    if (n->element == LB_ELEMENT_BYTE) return lb_archive_flag(archive, n->name, n->value, err);
    memcpy(&count, n->value, n->bytes);
    LB_OK(lb_archive_count(archive, n->name, &count, err));
    memcpy(n->value, &count, n->bytes);
    return LB_STATUS_OK;
}

enum lb_status lb_solver_build_archive(struct lb_solver *s, struct lb_error *err)
{
    const struct lb_precision own = {
        .arithmetic = s->w.c->arithmetic, .storage = s->w.c->storage, .rounding = s->w.c->rounding};
    struct passage p = {.w = &s->w, .saved = &own, .kept = &s->kept, .curved = &s->curved_kept};
    for (int id = 0; id < LB_BUFFERS; id++)
        LB_OK(pass_buffer(&p, (enum lb_buffer_id)id, err));
    return lb_device_finish(s->w.device, err);
}

/* Which cells keep numbers, for another run that begins with this flow. */
static enum lb_status save_mark(const struct lb_solver *s, struct lb_archive *archive,
                                struct lb_error *err)
{
    uint64_t mark;
    LB_OK(lb_kept_mark(s, &mark, err));
    return mark != 0 ? lb_archive_count(archive, kept_mark, &mark, err) : LB_STATUS_OK;
}

/* Numbers first: the number of the step says where populations are. */
static enum lb_status pass_numbers_and_flags(struct passage *p, struct lb_solver *s,
                                             struct lb_error *err)
{
    _Static_assert(LB_BUFFER_FLAGS == 0, "flags are the first buffer");
    for (unsigned n = 0; n < p->w->number_count; n++)
        LB_OK(pass_number(p->archive, &p->w->numbers[n], err));
    if (p->loads) LB_OK(lb_curved_places_load(s, err));
    if (p->w->c->motion != NULL) LB_OK(lb_curved_places_make(s, err));
    return pass_buffer(p, LB_BUFFER_FLAGS, err);
}

/* Which cells beyond cuts are gas says whose exponents populations have.  A rank that could not load its part must not
 * leave the others waiting. */
static enum lb_status restore_surface(struct lb_solver *s, enum lb_status st, struct lb_error *err)
{
    if (s->all != NULL) st = lb_peers_agree(s->world, st, err);
    return st == LB_STATUS_OK ? lb_restore_surface(s, err) : st;
}

enum lb_status lb_solver_archive(struct lb_solver *s, struct lb_archive *archive,
                                 const struct lb_precision *saved, struct lb_error *err)
{
    struct lb_workspace *w = &s->w;
    struct passage p = {.w = w,
                        .archive = archive,
                        .saved = saved,
                        .loads = lb_archive_loads(archive),
                        .kept = &s->kept,
                        .curved = &s->curved_kept};
    LB_NEED(s->probes_recorded == 0 && s->forces_recorded == 0, LB_STATUS_FAILED,
            "records of case '%s' were not fetched before its state", w->c->name);
    if (!p.loads && s->all == NULL) LB_OK(lb_wall_mass_collect(s, err));
    if (!p.loads && s->all == NULL) LB_OK(lb_heat_collect(s, err));
    enum lb_status st = pass_numbers_and_flags(&p, s, err);
    if (p.loads && w->flow.storage->shares_exponents) st = restore_surface(s, st, err);
    for (int id = LB_BUFFER_FLAGS + 1; id < LB_BUFFERS && st == LB_STATUS_OK; id++)
        st = pass_buffer(&p, (enum lb_buffer_id)id, err);
    LB_OK(st);
    if (!p.loads) LB_OK(save_mark(s, archive, err));
    if (p.loads) s->first_step = w->step;
    if (p.loads) LB_OK(lb_impulses_loaded(s, err));
    if (p.loads) LB_OK(lb_wall_mass_loaded(s, err));
    if (p.loads) LB_OK(lb_modules_run(&s->modules, LB_PHASE_LOADED, err));
    w->version++;
    return lb_device_finish(w->device, err);
}

/* What links of outlets keep, which else begins with what is inside. Another run may have had none,
 * or others, be it as many on another face. */
static enum lb_status load_kept(struct passage *p, const struct lb_solver *s, struct lb_error *err)
{
    const char *there = lb_archive_find(p->archive, kept_mark);
    char here[32];
    uint64_t mark;
    LB_OK(lb_kept_mark(s, &mark, err));
    snprintf(here, sizeof here, "%llu", (unsigned long long)mark);
    if (mark == 0) return LB_STATUS_OK;
    if (there != NULL && strcmp(there, here) == 0) return pass_buffer(p, LB_BUFFER_KEPT, err);
    lb_boundaries_begin(&s->modules);
    return LB_STATUS_OK;
}

enum lb_status lb_solver_load_flow(struct lb_solver *s, struct lb_archive *archive,
                                   const struct lb_precision *saved, struct lb_error *err)
{
    struct passage p = {.w = &s->w, .archive = archive, .saved = saved, .loads = true};
    p.kept = &s->kept;
    p.curved = &s->curved_kept;
    LB_OK(pass_buffer(&p, LB_BUFFER_F, err));
    LB_OK(pass_buffer(&p, LB_BUFFER_HEAT, err));
    LB_OK(load_kept(&p, s, err));
    if (lb_case_is_driven(s->w.c) && lb_archive_find(archive, "drive_force") != NULL)
        LB_OK(lb_regulator_begin(s, archive, err));
    s->w.version++;
    return lb_device_finish(s->w.device, err);
}
