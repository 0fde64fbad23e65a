/* case_heat_walls.c - what heat does at walls, [heat NAME], and at openings, temperature=.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

/* --- links ---------------------------------------------------------------------------------------------------- */

/* Cells beside a face that have a temperature. */
static double count_links(const struct own_case *s, int face)
{
    const int normal = face / 2, a = (normal + 1) % 3, b = (normal + 2) % 3;
    uint32_t at[3];
    double count = 0.0;
    at[normal] = face % 2 == 0 ? 1 : s->size[normal] - 2;
    for (at[b] = 0; at[b] < s->size[b]; at[b]++)
        for (at[a] = 0; at[a] < s->size[a]; at[a]++)
            count += lb_own_has_temperature(s, at);
    return count;
}

/* Whether the cell on one side of one with a temperature, numbered as faces, is of a body: faces and openings have their own. */
static bool is_of_body(const struct own_case *s, const uint32_t at[3], int side, uint8_t number)
{
    uint32_t n[3] = {at[0], at[1], at[2]};
    const int axis = side / 2;
    const uint32_t size = s->size[axis];
    n[axis] = side % 2 == 0 ? (at[axis] + size - 1) % size : (at[axis] + 1) % size;
    if (s->layer[axis] > 0 && (n[axis] == 0 || n[axis] == size - 1)) return false;
    return lb_own_solid_at(s, n) == number &&
           (s->patches.count == 0 || lb_openings_at(&s->patches, n[0], n[1], n[2]) < 0);
}

/* Of a link of a cell to the wall on this side of it: |n . c_i| where that is between cells.  `*next` is the first link
 * of the list that is not of a cell before this one. */
static double area_of_link(const struct own_case *s, uint64_t cell, int side, uint64_t *next)
{
    const struct lb_curved_walls *w = &s->links.walls;
    while (w->across != NULL && *next < w->count && w->links[*next].cell < cell)
        ++*next;
    for (uint64_t n = *next; w->across != NULL && n < w->count && w->links[n].cell == cell; n++)
        if (w->links[n].direction == side + 1) return (double)w->across[n];
    return 1.0;
}

static double count_body_links(const struct own_case *s, uint8_t number)
{
    uint32_t at[3];
    uint64_t cell = 0, next = 0;
    double count = 0.0;
    for (at[2] = 0; at[2] < s->size[2]; at[2]++)
        for (at[1] = 0; at[1] < s->size[1]; at[1]++)
            for (at[0] = 0; at[0] < s->size[0]; at[0]++, cell++)
                for (int side = 0; side < 2 * s->dimensions && lb_own_has_temperature(s, at);
                     side++)
                    if (is_of_body(s, at, side, number))
                        count += area_of_link(s, cell, side, &next);
    return count;
}

/* --- surfaces that give heat ---------------------------------------------------------------------------------- */

static int body_of(const struct own_case *s, const struct lb_own_heat_source *source)
{
    return source->is_wall ? source->group - LB_HEAT_FACES - s->boundary_count : -1;
}

bool lb_own_has_surface(const struct own_case *s, const struct lb_own_heat_source *source)
{
    return body_of(s, source) >= 0 && source->wall->kind == LB_HEAT_FLUX;
}

/* A link gives the slope of T over the conductivity, so that it is warmer half a cell on. */
static void add_link(const struct own_case *s, struct lb_own_heat_source *source,
                     const uint32_t at[3], double t, double area)
{
    const int solid = lb_own_conductor_at(s, at);
    const double conductivity = solid >= 0 ? s->heat.solids[solid].conductivity : 1.0;
    t += 0.5 * area * source->wall->number / (s->heat.numbers.diffusivity * conductivity);
    source->surface.low = source->surface.area > 0.0 ? fmin(source->surface.low, t) : t;
    source->surface.high = source->surface.area > 0.0 ? fmax(source->surface.high, t) : t;
    source->surface.sum += area * t;
    source->surface.area += area;
}

static void add_layer(const struct own_case *s, struct lb_own_heat_source *source,
                      const struct lb_region *r, const double *t, uint64_t *next)
{
    const uint8_t number = (uint8_t)(body_of(s, source) + 1);
    uint32_t at[3] = {0, 0, r->begin[2]};
    for (at[1] = r->begin[1]; at[1] < r->end[1]; at[1]++)
        for (at[0] = r->begin[0]; at[0] < r->end[0]; at[0]++) {
            const uint64_t cell = at[0] + s->size[0] * (at[1] + (uint64_t)s->size[1] * at[2]);
            const bool is_known = lb_own_has_temperature(s, at);
            for (int side = 0; is_known && side < 2 * s->dimensions; side++)
                if (is_of_body(s, at, side, number))
                    add_link(s, source, at, t[lb_own_number_in(r, at)],
                             area_of_link(s, cell, side, next));
        }
}

static enum lb_status find_surface(struct own_case *s, struct lb_run *run,
                                   struct lb_own_heat_source *source, struct lb_error *err)
{
    const struct lb_own_body *b = &s->bodies[body_of(s, source)];
    struct lb_region r;
    for (int axis = 0; axis < 3; axis++) { /* across ends that are joined all cells may be beside */
        const bool is_within = b->low[axis] >= 2.0 && b->high[axis] <= s->size[axis] - 2.0;
        r.begin[axis] = is_within ? (uint32_t)b->low[axis] - 2 : 0;
        r.end[axis] = is_within ? (uint32_t)ceil(b->high[axis]) + 2 : s->size[axis];
    }
    const uint32_t first = r.begin[2], last = r.end[2];
    r.end[2] = first + 1;
    enum lb_status st = LB_STATUS_OK;
    double *t = malloc(lb_own_cells_in(&r) * sizeof *t);
    LB_NEED(t != NULL, LB_STATUS_FAILED, "no memory for the cells beside [heat %s]", source->name);
    uint64_t next = 0;
    for (uint32_t z = first; z < last; z++) {
        r.begin[2] = z;
        r.end[2] = z + 1;
        LB_TRY(lb_solver_read_temperature(lb_run_solver(run), &r, t, err));
        add_layer(s, source, &r, t, &next);
    }
cleanup:
    free(t);
    return st;
}

enum lb_status lb_own_find_surfaces(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    for (int n = 0; n < s->heat.source_count; n++) {
        memset(&s->heat.sources[n].surface, 0, sizeof s->heat.sources[n].surface);
        if (lb_own_has_surface(s, &s->heat.sources[n]))
            LB_OK(find_surface(s, run, &s->heat.sources[n], err));
    }
    return LB_STATUS_OK;
}

/* --- walls ---------------------------------------------------------------------------------------------------- */

static enum lb_status find_body(struct own_case *s, int n, struct lb_own_heat_source *out,
                                struct lb_error *err)
{
    out->group = LB_HEAT_FACES + s->boundary_count + n;
    out->links = count_body_links(s, (uint8_t)(n + 1));
    out->wall = &s->heat.bodies[n];
    LB_NEED(!s->bodies[n].is_sheet, LB_STATUS_USAGE,
            "[heat %s]: the body is a sheet, thin=1, and thin walls cannot be combined with a "
            "temperature: a body that is some cells thick can",
            out->name);
    LB_NEED(out->links > 0.0, LB_STATUS_USAGE,
            "[heat %s]: no fluid touches the body, and nothing that conducts", out->name);
    return LB_STATUS_OK;
}

/* What [heat NAME] is of. */
static enum lb_status find_wall(struct own_case *s, struct lb_own_heat_source *out,
                                struct lb_error *err)
{
    const char *name = out->name;
    const int face = lb_own_face_of(name);
    for (int n = 0; n < s->body_count; n++)
        if (strcmp(s->bodies[n].name, name) == 0) return find_body(s, n, out, err);
    LB_NEED(face >= 0 && face < 2 * s->dimensions, LB_STATUS_USAGE,
            "[heat %s]: there is no body '%s', and no such face; faces are x-, x+, y-, y+%s", name,
            name, s->dimensions == 3 ? ", z- and z+" : "");
    const enum lb_own_face_kind kind = s->face[face].kind;
    LB_NEED(kind == LB_FACE_WALL || kind == LB_FACE_SLIP, LB_STATUS_USAGE,
            "[heat %s]: the face %s is no wall; [face %s] kind=wall or slip makes it one, and "
            "temperature= of an opening is that of what comes in",
            name, name, name);
    const int boundary = kind == LB_FACE_SLIP ? s->faces.boundary_of[face] : -1;
    out->group = boundary < 0 ? face : LB_HEAT_FACES + boundary;
    out->wall = boundary < 0 ? &s->heat.numbers.walls[face] : &s->heat.boundaries[boundary];
    out->links = count_links(s, face);
    return LB_STATUS_OK;
}

static enum lb_status read_wall(struct own_case *s, const char *section, struct lb_error *err)
{
    enum { TEMPERATURE, FLUX, POWER, INSULATED };
    static const char *const keys[] = {"temperature", "flux", "power", "insulated", NULL};
    static const int kinds[] = {LB_HEAT_FIXED, LB_HEAT_FLUX, LB_HEAT_FLUX, LB_HEAT_INSULATED};
    const char *found = NULL;
    struct lb_own_heat_source *source = &s->heat.sources[s->heat.source_count];
    int which = TEMPERATURE;
    *source = (struct lb_own_heat_source){.name = section + strlen("heat."), .is_wall = true};
    LB_OK(find_wall(s, source, err));
    LB_OK(lb_own_one_key(s, section, keys, "say what the wall does", &found, err));
    LB_NEED(found != NULL, LB_STATUS_USAGE,
            "[heat %s] needs temperature=, flux=, power= or insulated=1", source->name);
    while (found != keys[which])
        which++;
    const bool is_face = source->group < LB_HEAT_FACES + s->boundary_count;
    LB_NEED(which != FLUX || is_face ||
                strcmp(lb_own_text(s, source->name, "wall"), "halfway") != 0,
            LB_STATUS_USAGE,
            "[heat %s]: flux=%s would be by the stairs of its cells, which have more area than the "
            "body: wall=curved, which has the area of its surface, or power=, what the whole body "
            "gives, is right",
            source->name, lb_own_text(s, section, "flux"));
    source->power = which == POWER ? lb_own_number(s, section, found) : 0.0;
    source->wall->kind = kinds[which];
    LB_NEED(which != INSULATED || lb_own_number(s, section, found) > 0.0, LB_STATUS_USAGE,
            "[heat %s]: insulated=%s: 1, or another key, temperature=, flux= or power=",
            source->name, lb_own_text(s, section, found));
    if (which == INSULATED) return LB_STATUS_OK;
    source->wall->number = lb_own_number(s, section, found);
    if (which == POWER)
        source->wall->number *= pow(s->resolution, s->dimensions - 1.0) / source->links;
    if (which == TEMPERATURE) lb_own_take_temperature(s, source->wall->number);
    s->heat.source_count++;
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_heat_walls(struct own_case *s, struct lb_error *err)
{
    const char *names[LB_OWN_HEAT_SOURCES];
    const int count = lb_own_named(s, "heat", names, LB_OWN_HEAT_SOURCES);
    LB_NEED(count <= LB_OWN_HEAT_SOURCES, LB_STATUS_USAGE,
            "there are %d sections [heat]; %d are possible", count, LB_OWN_HEAT_SOURCES);
    for (int n = 0; n < count; n++)
        LB_OK(read_wall(s, names[n], err));
    return LB_STATUS_OK;
}

void lb_own_weigh_heat(struct own_case *s)
{
    for (int n = 0; n < s->heat.source_count; n++) {
        struct lb_own_heat_source *source = &s->heat.sources[n];
        const int body = source->group - LB_HEAT_FACES - s->boundary_count;
        if (body < 0 || s->bodies[body].wall == NULL) continue;
        const double area = count_body_links(s, (uint8_t)(body + 1));
        if (source->power != 0.0) source->wall->number *= source->links / area;
        source->links = area;
    }
}

/* --- openings ------------------------------------------------------------------------------------------------- */

enum lb_status lb_own_refuse_temperatures(const struct own_case *s, struct lb_error *err)
{
    for (int n = 0; n < LB_FACES + s->opening_count; n++) {
        const char *name = n < LB_FACES ? s->face[n].section : s->openings[n - LB_FACES].name;
        LB_NEED(name == NULL || !lb_own_has(s, name, "temperature"), LB_STATUS_USAGE,
                "[%s]: temperature=%s needs [scalar], with prandtl=, schmidt= or diffusivity=",
                name, lb_own_text(s, name, "temperature"));
    }
    return LB_STATUS_OK;
}

/* At an inlet is the temperature of what comes in.  Elsewhere what goes out has its own, and what comes in that of the
 * key or of the start. */
static enum lb_status add_opening(struct own_case *s, const char *kind, const char *section,
                                  int boundary, bool is_inlet, struct lb_error *err)
{
    struct lb_own_heat_source *source = &s->heat.sources[s->heat.source_count++];
    const bool is_given = lb_own_has(s, section, "temperature");
    *source = (struct lb_own_heat_source){.name = section,
                                          .group = LB_HEAT_FACES + boundary,
                                          .is_outlet = strcmp(kind, "outlet") == 0,
                                          .wall = &s->heat.boundaries[boundary]};
    LB_NEED(is_given || !is_inlet, LB_STATUS_USAGE,
            "[%s %s] needs temperature=, that of the fluid that comes in", kind, section);
    LB_NEED(is_given || !s->heat.is_linear, LB_STATUS_USAGE,
            "[%s %s] needs temperature=, that of what comes in where the flow turns back, as "
            "scalar.start is no temperature",
            kind, section);
    source->wall->kind = is_inlet ? LB_HEAT_FIXED : LB_HEAT_OPEN;
    source->wall->number = is_given ? lb_own_number(s, section, "temperature") : s->heat.start;
    if (is_given) lb_own_take_temperature(s, source->wall->number);
    return LB_STATUS_OK;
}

/* A face that is no [inlet] or [outlet]. */
static enum lb_status read_face(struct own_case *s, int face, struct lb_error *err)
{
    const struct lb_own_face *f = &s->face[face];
    const bool is_opening = f->kind == LB_FACE_FREE || f->kind == LB_FACE_VELOCITY ||
                            f->kind == LB_FACE_PRESSURE || f->kind == LB_FACE_OPEN;
    const double inwards = face % 2 == 0 ? f->u[face / 2] : -f->u[face / 2];
    LB_NEED(is_opening || !lb_own_has(s, f->section, "temperature"), LB_STATUS_USAGE,
            "[face %s]: temperature=%s is of what comes in; that of a wall is in [heat %s]",
            f->section, lb_own_text(s, f->section, "temperature"), f->section);
    if (!is_opening) return LB_STATUS_OK;
    const int boundary = s->faces.boundary_of[face];
    s->openings[s->flow_count++] = (struct lb_own_opening){
        .name = f->section, .face = face, .patch = -1, .boundary = boundary, .kind = f->kind};
    return add_opening(s, "face", f->section, boundary,
                       f->kind == LB_FACE_VELOCITY && inwards > 0.0, err);
}

enum lb_status lb_own_read_heat_openings(struct own_case *s, struct lb_error *err)
{
    for (int n = 0; n < s->opening_count; n++) {
        const struct lb_own_opening *o = &s->openings[n];
        LB_OK(add_opening(s, o->is_inlet ? "inlet" : "outlet", o->name, o->boundary, o->is_inlet,
                          err));
    }
    for (int face = 0; face < 2 * s->dimensions; face++)
        if (s->face[face].section != NULL && lb_own_face_of(s->face[face].section) == face)
            LB_OK(read_face(s, face, err));
    return LB_STATUS_OK;
}
