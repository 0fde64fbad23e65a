/* field.c - the table of fields, and the reading of pieces.
 * SPDX-License-Identifier: MIT */
#include "io/field.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/periodic.h"
#include "base/suggest.h"
#include "base/word_list.h"
#include "shared/cell_flags.h"

/* --- cells of a piece ------------------------------------------------------------------------- */

static size_t cell_of_box(const struct lb_field_source *source, const uint32_t cell[3])
{
    return ((size_t)cell[2] * source->size[1] + cell[1]) * source->size[0] + cell[0];
}

static size_t cell_of_piece(const struct lb_field_piece *p, const int64_t at[3])
{
    size_t index = 0;
    for (int axis = 2; axis >= 0; axis--)
        index = index * p->count[axis] + (size_t)(at[axis] - p->begin[axis]);
    return index;
}

static size_t index_of(const struct lb_field_piece *p, const uint32_t cell[3])
{
    const int64_t at[3] = {cell[0], cell[1], cell[2]};
    return cell_of_piece(p, at);
}

bool lb_field_is_wall(const struct lb_field_source *source, const uint32_t cell[3])
{
    return source->flags != NULL && (source->flags[cell_of_box(source, cell)] & LB_CELL_SOLID) != 0;
}

bool lb_field_is_face(const struct lb_field_source *source, const uint32_t cell[3])
{
    return source->flags != NULL && LB_IS_BOUNDARY(source->flags[cell_of_box(source, cell)]);
}

static bool holds(const struct lb_field_piece *p, int axis, int64_t at)
{
    return at >= p->begin[axis] && at < p->begin[axis] + (int64_t)p->count[axis];
}

/* The cell next door, `way` (-1 or 1) along an axis; false where there is a wall, the edge of a box
 * that is not periodic, or of the piece. */
static bool find_next(const struct lb_field_piece *p, const uint32_t cell[3], int axis, int way,
                      size_t *out)
{
    int64_t at[3] = {cell[0], cell[1], cell[2]};
    uint32_t next[3] = {cell[0], cell[1], cell[2]};
    at[axis] += way;
    const int64_t inside = lb_wrapped(at[axis], p->source->size[axis]);
    if (inside != at[axis] && !p->is_periodic) return false;
    next[axis] = (uint32_t)inside;
    if (lb_field_is_wall(p->source, next)) return false;
    if (!holds(p, axis, at[axis])) at[axis] = inside;
    if (!holds(p, axis, at[axis])) return false;
    *out = cell_of_piece(p, at);
    return true;
}

/* The cells before and behind a cell, along each axis; the cell itself where there is none. */
struct neighbours {
    size_t before[3], after[3];
    int span[3]; /* from one to the other */
};

static struct neighbours find_neighbours(const struct lb_field_piece *p, const uint32_t cell[3])
{
    struct neighbours n;
    for (int axis = 0; axis < 3; axis++) {
        n.before[axis] = n.after[axis] = index_of(p, cell);
        n.span[axis] = find_next(p, cell, axis, -1, &n.before[axis]) ? 1 : 0;
        n.span[axis] += find_next(p, cell, axis, 1, &n.after[axis]) ? 1 : 0;
    }
    return n;
}

/* Of velocity component `c` along an axis: central, or one-sided where one neighbour is not to be
 * had. */
static double differentiate(const struct lb_field_piece *p, const struct neighbours *n, int axis,
                            int c)
{
    const double before = p->u[3 * n->before[axis] + (size_t)c];
    const double after = p->u[3 * n->after[axis] + (size_t)c];
    return n->span[axis] == 0 ? 0.0 : (after - before) / n->span[axis];
}

/* --- the fields ------------------------------------------------------------------------------- */

static void density_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    *out = p->rho[index_of(p, cell)];
}

static void velocity_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    memcpy(out, p->u + 3 * index_of(p, cell), 3 * sizeof *out);
}

static void speed_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    const double *u = p->u + 3 * index_of(p, cell);
    *out = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

/* Full where there is no free surface. */
static void fill_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    *out = p->fill != NULL ? p->fill[index_of(p, cell)] : 1.0;
}

/* In the middle of the range where there is none. */
static void temperature_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    *out = p->temperature != NULL ? p->temperature[index_of(p, cell)] : 0.0;
}

static void flags_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    *out = p->source->flags != NULL ? p->source->flags[cell_of_box(p->source, cell)] : 0.0;
}

/* 0 in walls.  Gas counts as a fluid at rest. */
static void vorticity_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    out[0] = out[1] = out[2] = 0.0;
    if (lb_field_is_wall(p->source, cell)) return;
    const struct neighbours n = find_neighbours(p, cell);
    for (int axis = 0; axis < 3; axis++) {
        const int a = (axis + 1) % 3, b = (axis + 2) % 3;
        out[axis] = differentiate(p, &n, a, b) - differentiate(p, &n, b, a);
    }
}

/* The second invariant of the velocity gradient: half the square of its rotation less that of its strain
 * (Hunt, Wray & Moin 1988). */
static void q_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    *out = 0.0;
    if (lb_field_is_wall(p->source, cell)) return;
    const struct neighbours n = find_neighbours(p, cell);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            *out -= 0.5 * differentiate(p, &n, a, b) * differentiate(p, &n, b, a);
}

/* Above that of density 1. */
static void pressure_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    const double squared = p->source->sound_speed_squared;
    density_at(p, cell, out);
    *out = (*out - 1.0) * (squared > 0.0 ? squared : 1.0 / 3.0);
}

/* --- fluctuations ----------------------------------------------------------------------------- */

static const double *products_at(const struct lb_field_piece *p, const uint32_t cell[3])
{
    return p->products + LB_FIELD_PRODUCT_NUMBERS * index_of(p, cell);
}

static void velocity_rms_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    const double *products = products_at(p, cell);
    for (int axis = 0; axis < 3; axis++)
        out[axis] = sqrt(products[1 + axis]);
}

static void pressure_rms_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    const double squared = p->source->sound_speed_squared;
    *out = (squared > 0.0 ? squared : 1.0 / 3.0) * sqrt(products_at(p, cell)[0]);
}

static void stresses_at(const struct lb_field_piece *p, const uint32_t cell[3], double *out)
{
    const double *u = products_at(p, cell) + 1;
    const double in_order[LB_FIELD_TENSOR] = {u[0], u[1], u[2], u[3], u[5], u[4]};
    memcpy(out, in_order, sizeof in_order);
}

/* --- tables ----------------------------------------------------------------------------------- */

unsigned lb_fields_need(const struct lb_field *const *fields)
{
    unsigned needs = 0;
    for (; *fields != NULL; fields++)
        needs |= (*fields)->needs;
    return needs;
}

const char *lb_field_component(const struct lb_field *field, unsigned component)
{
    static const char *const axes[] = {"x", "y", "z"};
    static const char *const pairs[LB_FIELD_TENSOR] = {"xx", "yy", "zz", "xy", "yz", "xz"};
    return field->components == 1                 ? ""
           : field->components == LB_FIELD_TENSOR ? pairs[component]
                                                  : axes[component];
}

static bool is_temperature(const struct lb_field *field)
{
    return (field->needs & LB_FIELD_TEMPERATURE) != 0;
}

double lb_field_offset(const struct lb_field_source *source, const struct lb_field *field)
{
    return is_temperature(field) && source->units.range > 0.0 ? source->units.middle : -0.0;
}

double lb_field_scale(const struct lb_field_source *source, const struct lb_field *field)
{
    const struct lb_field_units *u = &source->units;
    return is_temperature(field) ? lb_field_unit(u->range)
                                 : pow(lb_field_unit(u->rho0), field->densities) *
                                       pow(lb_field_unit(u->cell), field->lengths) *
                                       pow(lb_field_unit(u->step), field->times);
}

double lb_field_first_place(const struct lb_field_units *units, int axis)
{
    return (0.5 - units->corner[axis]) * lb_field_unit(units->spacing);
}

/* Name, array, label, unit, components; needs; whether it is a default one, and normal to pictures;
 * range; powers; function. */
const struct lb_field lb_fields[] = {
    {"density", "rho", "density", "\xCF\x81\xE2\x82\x80" /* rho, index 0 */, 1, LB_FIELD_RHO, true,
     false, LB_RANGE_FITTED, 1, 0, 0, density_at},
    {"velocity", "u", "velocity", "cells/step", 3, LB_FIELD_U, true, false, LB_RANGE_SYMMETRIC, 0,
     1, -1, velocity_at},
    {"fill", "fill", "fill level", "1", 1, LB_FIELD_FILL, true, false, LB_RANGE_FITTED, 0, 0, 0,
     fill_at},
    {"temperature", "temperature", "temperature", "dT", 1, LB_FIELD_TEMPERATURE, true, false,
     LB_RANGE_SYMMETRIC, 0, 0, 0, temperature_at},
    {"flags", "flags", "cell flags", "1", 1, LB_FIELD_FLAGS, true, false, LB_RANGE_FITTED, 0, 0, 0,
     flags_at},
    {"speed", "speed", "speed", "cells/step", 1, LB_FIELD_U, false, false, LB_RANGE_FROM_ZERO, 0, 1,
     -1, speed_at},
    {"vorticity", "vorticity", "vorticity", "1/step", 3, LB_FIELD_U | LB_FIELD_AROUND, false, true,
     LB_RANGE_SYMMETRIC_MAX, 0, 0, -1, vorticity_at},
    {"q", "Q", "Q criterion", "1/step\xC2\xB2" /* square */, 1, LB_FIELD_U | LB_FIELD_AROUND, false,
     false, LB_RANGE_SYMMETRIC_MAX, 0, 0, -2, q_at},
    {"pressure", "p", "pressure", "\xCF\x81\xE2\x82\x80 cells\xC2\xB2/step\xC2\xB2", 1,
     LB_FIELD_RHO, false, false, LB_RANGE_SYMMETRIC, 1, 2, -2, pressure_at},
    {0},
};

const struct lb_field lb_fluctuation_fields[] = {
    {"velocity-rms", "u_rms", "RMS of the velocity", "cells/step", 3, LB_FIELD_PRODUCTS, false,
     false, LB_RANGE_FROM_ZERO, 0, 1, -1, velocity_rms_at},
    {"pressure-rms", "p_rms", "RMS of the pressure",
     "\xCF\x81\xE2\x82\x80 cells\xC2\xB2/step\xC2\xB2", 1, LB_FIELD_PRODUCTS, false, false,
     LB_RANGE_FROM_ZERO, 1, 2, -2, pressure_rms_at},
    {"stresses", "reynolds_stress", "Reynolds stresses", "cells\xC2\xB2/step\xC2\xB2",
     LB_FIELD_TENSOR, LB_FIELD_PRODUCTS, false, false, LB_RANGE_SYMMETRIC, 0, 2, -2, stresses_at},
    {0},
};

const struct lb_field *lb_field_find(const char *name)
{
    for (const struct lb_field *f = lb_fields; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

static const char *why_absent(const struct lb_field *f, unsigned has)
{
    const unsigned missing = f->needs & ~has;
    return (missing & LB_FIELD_FILL) != 0          ? "this case has no free surface"
           : (missing & LB_FIELD_FLAGS) != 0       ? "all cells of this case are fluid"
           : (missing & LB_FIELD_TEMPERATURE) != 0 ? "this case has no temperature"
                                                   : NULL;
}

static enum lb_status choose_named(const char *word, const char *where, unsigned has,
                                   const struct lb_field **out, struct lb_error *err)
{
    const char *names[LB_MAX_FIELDS + 1] = {NULL};
    size_t which;
    for (size_t n = 0; lb_fields[n].name != NULL; n++)
        names[n] = lb_fields[n].name;
    LB_OK(lb_suggest_find(word, names, where, "field", &which, err));
    const char *why = why_absent(&lb_fields[which], has);
    if (why != NULL)
        return lb_fail(err, LB_STATUS_USAGE, "%s: no field '%s': %s", where, word, why);
    *out = &lb_fields[which];
    return LB_STATUS_OK;
}

enum lb_status lb_field_choose(const char *list, const char *where, unsigned has,
                               const struct lb_field *out[LB_MAX_FIELDS + 1], struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    size_t count = 0;
    if (list == NULL || list[0] == '\0') {
        for (const struct lb_field *f = lb_fields; f->name != NULL; f++)
            if (f->is_default && why_absent(f, has) == NULL) out[count++] = f;
    } else {
        LB_OK(lb_word_list_check(list, where, err));
        while (lb_word_list_next(&list, word)) {
            LB_NEED(count < LB_MAX_FIELDS, LB_STATUS_USAGE, "%s: more than %d fields", where,
                    LB_MAX_FIELDS);
            LB_OK(choose_named(word, where, has, &out[count], err));
            for (size_t n = 0; n < count; n++)
                LB_NEED(out[n] != out[count], LB_STATUS_USAGE, "%s: '%s' is there twice", where,
                        word);
            count++;
        }
    }
    out[count] = NULL;
    return LB_STATUS_OK;
}

/* --- reading ---------------------------------------------------------------------------------- */

struct span {
    uint32_t begin, end;
};

/* Along one axis, the parts of a piece that lie side by side in the box. */
static int split(int64_t begin, uint32_t count, uint32_t size, struct span out[3])
{
    const int64_t end = begin + (int64_t)count;
    int parts = 0;
    if (begin < 0) out[parts++] = (struct span){size - 1, size};
    out[parts++] =
        (struct span){begin < 0 ? 0 : (uint32_t)begin, end > (int64_t)size ? size : (uint32_t)end};
    if (end > (int64_t)size) out[parts++] = (struct span){0, 1};
    return parts;
}

static enum lb_status read_part(struct lb_field_piece *p, struct span y, struct span z,
                                size_t *done, struct lb_error *err)
{
    const uint32_t x = (uint32_t)p->begin[0];
    const uint32_t begin[3] = {x, y.begin, z.begin}, end[3] = {x + p->count[0], y.end, z.end};
    double *rho = p->rho != NULL ? p->rho + *done : NULL;
    double *u = p->u != NULL ? p->u + 3 * *done : NULL;
    double *fill = p->fill != NULL ? p->fill + *done : NULL;
    if (p->products != NULL)
        LB_OK(p->source->read_products(p->source->context, begin, end,
                                       p->products + LB_FIELD_PRODUCT_NUMBERS * *done, err));
    if (p->temperature != NULL)
        LB_OK(p->source->read_temperature(p->source->context, begin, end, p->temperature + *done,
                                          err));
    *done += (size_t)p->count[0] * (y.end - y.begin) * (z.end - z.begin);
    if (rho == NULL && u == NULL && fill == NULL) return LB_STATUS_OK;
    return p->source->read(p->source->context, begin, end, rho, u, fill, err);
}

/* Layers with cells of both sides of y are read one by one, so that all lie as they should. */
static enum lb_status read_parts(struct lb_field_piece *p, struct lb_error *err)
{
    struct span ys[3], zs[3];
    size_t done = 0;
    const int y_parts = split(p->begin[1], p->count[1], p->source->size[1], ys);
    const int z_parts = split(p->begin[2], p->count[2], p->source->size[2], zs);
    for (int n = 0; n < z_parts; n++) {
        if (y_parts == 1) {
            LB_OK(read_part(p, ys[0], zs[n], &done, err));
            continue;
        }
        for (uint32_t z = zs[n].begin; z < zs[n].end; z++)
            for (int m = 0; m < y_parts; m++)
                LB_OK(read_part(p, ys[m], (struct span){z, z + 1}, &done, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_field_read(struct lb_field_piece *p, unsigned needs, struct lb_error *err)
{
    const size_t cells = (size_t)p->count[0] * p->count[1] * p->count[2];
    const bool fill = (needs & LB_FIELD_FILL) != 0 && p->source->has_fill;
    const bool rho = (needs & LB_FIELD_RHO) != 0, u = (needs & LB_FIELD_U) != 0;
    const bool products = (needs & LB_FIELD_PRODUCTS) != 0 && p->source->read_products != NULL;
    const bool heat = (needs & LB_FIELD_TEMPERATURE) != 0 && p->source->read_temperature != NULL;
    if (heat) p->temperature = malloc(cells * sizeof *p->temperature);
    if (rho) p->rho = malloc(cells * sizeof *p->rho);
    if (u) p->u = malloc(3 * cells * sizeof *p->u);
    if (fill) p->fill = malloc(cells * sizeof *p->fill);
    if (products) p->products = calloc(cells, LB_FIELD_PRODUCT_NUMBERS * sizeof *p->products);
    LB_NEED((!rho || p->rho != NULL) && (!u || p->u != NULL) && (!fill || p->fill != NULL) &&
                (!products || p->products != NULL) && (!heat || p->temperature != NULL),
            LB_STATUS_FAILED, "no memory to fetch the fields of %zu cells", cells);
    if (p->source->read_beyond != NULL)
        return p->source->read_beyond(p->source->context, p->begin, p->count, p->rho, p->u, err);
    return read_parts(p, err);
}

void lb_field_discard(struct lb_field_piece *p)
{
    free(p->rho);
    free(p->u);
    free(p->fill);
    free(p->products);
    free(p->temperature);
    p->rho = p->u = p->fill = p->products = p->temperature = NULL;
}
