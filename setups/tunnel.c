/* tunnel.c - a body of the user's in a wind or water tunnel: its forces.  docs/setups/tunnel.md
 * What belongs to it is in setups/tunnel/.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/body_shapes.h"
#include "body/voxel_shape.h"
#include "tunnel/tunnel_advice.h"
#include "tunnel/tunnel_state.h"

enum { SAMPLES_PER_LENGTH = 20 };

/* kinematic [m^2/s] and density [kg/m^3] at 20 degrees and 1 bar */
struct fluid {
    const char *name;
    double viscosity, density;
};
static const struct fluid fluids[] = {{"air", 1.516e-5, 1.204}, {"water", 1.004e-6, 998.2}};

static bool is_set(const struct lb_values *v, const char *key)
{
    return lb_values_is_set(v, key);
}

/* --- the Reynolds number -------------------------------------------------------------------------- */

static enum lb_status read_fluid(const struct lb_values *v, double *viscosity, double *density,
                                 struct lb_error *err)
{
    const char *name = lb_values_text(v, "fluid");
    for (size_t n = 0; n < sizeof fluids / sizeof *fluids; n++)
        if (strcmp(name, fluids[n].name) == 0) {
            *viscosity = is_set(v, "viscosity_si") ? lb_values_number(v, "viscosity_si")
                                                   : fluids[n].viscosity;
            *density =
                is_set(v, "density_si") ? lb_values_number(v, "density_si") : fluids[n].density;
            return LB_STATUS_OK;
        }
    return lb_fail(err, LB_STATUS_USAGE,
                   "fluid=%s: air or water; others by viscosity_si= and density_si=", name);
}

static void extent_in_file(const struct tunnel *s, double extent[3])
{
    for (int axis = 0; axis < 3; axis++)
        extent[axis] = s->body.placed.file_high[axis] - s->body.placed.file_low[axis];
}

/* Metres of a unit of the file; 0: not known. */
static double unit_of(const struct tunnel *s, const struct lb_values *v)
{
    if (!is_set(v, "speed_si") || !(s->file_length > 0.0)) return 0.0;
    if (is_set(v, "scale_si")) return lb_values_number(v, "scale_si");
    return is_set(v, "length_si") ? lb_values_number(v, "length_si") / s->file_length : 0.0;
}

static bool is_refusal(enum lb_status st)
{
    return st == LB_STATUS_USAGE || st == LB_STATUS_DEVICE;
}

/* A wrong unit is the commonest mistake of all, whatever it is that is refused then. */
static enum lb_status note_unit(const struct tunnel *s, const struct lb_values *v,
                                enum lb_status st, struct lb_error *err)
{
    char text[LB_BODY_NOTE_SIZE];
    double extent[3];
    const double unit = unit_of(s, v);
    if (!is_refusal(st) || !(unit > 0.0)) return st;
    extent_in_file(s, extent);
    lb_body_unit_text(s->body.names[0], extent, unit, text);
    lb_error_note(err, "Is the unit right? %s.", text);
    return st;
}

/* The body's length is that of the file where its unit is known. */
static enum lb_status read_si(struct tunnel *s, const struct lb_values *v, struct lb_error *err)
{
    double viscosity = 0.0, density = 0.0;
    const bool has_unit = is_set(v, "scale_si") && s->file_length > 0.0;
    LB_NEED(!(is_set(v, "length_si") && has_unit), LB_STATUS_USAGE,
            "length_si= and scale_si= both say how long the body is; one of them is needed");
    LB_NEED(
        is_set(v, "length_si") || has_unit, LB_STATUS_USAGE,
        "speed_si=%s needs the length of the body: length_si= [m], or scale_si=, the metres of a "
        "unit of the file",
        lb_values_text(v, "speed_si"));
    LB_OK(read_fluid(v, &viscosity, &density, err));
    s->si.known = true;
    s->si.speed = lb_values_number(v, "speed_si");
    s->si.length = has_unit ? s->file_length * lb_values_number(v, "scale_si")
                            : lb_values_number(v, "length_si");
    s->si.density = density;
    s->si.metre = s->si.length / s->resolution;
    s->si.second = s->u * s->si.metre / s->si.speed;
    s->re = s->si.speed * s->si.length / viscosity;
    if (s->file_length > 0.0) {
        double extent[3];
        extent_in_file(s, extent);
        lb_body_check_unit(s->body.names[0], extent, s->si.length / s->file_length, &s->body.notes);
    }
    return LB_STATUS_OK;
}

static enum lb_status choose_reynolds(struct tunnel *s, const struct lb_values *v,
                                      struct lb_error *err)
{
    LB_NEED(!(is_set(v, "re") && is_set(v, "speed_si")), LB_STATUS_USAGE,
            "re=%s and speed_si=%s both give the Reynolds number; one of them is needed",
            lb_values_text(v, "re"), lb_values_text(v, "speed_si"));
    s->re = lb_values_number(v, "re");
    if (is_set(v, "speed_si")) LB_OK(read_si(s, v, err));
    LB_NEED(
        s->re > 0.0, LB_STATUS_USAGE,
        "tunnel needs a Reynolds number: re=, of the body's length along the stream; or speed_si= "
        "[m/s] with length_si= [m] and fluid=air or water");
    return LB_STATUS_OK;
}

/* --- what follows --------------------------------------------------------------------------------- */

/* Whether the stream meets a disc along its axis. */
static bool is_face_on(const struct tunnel *s)
{
    const double along = s->body.placed.high[0] - s->body.placed.low[0];
    return along < (LB_TUNNEL_DISC_THICKNESS + 1e-3) * s->resolution;
}

static double frontal_area(const struct tunnel *s)
{
    const char *name = s->body.names[0];
    const double n = s->resolution;
    if (s->dimensions == 2) return s->body.placed.high[1] - s->body.placed.low[1];
    if (s->is_shape &&
        (strcmp(name, "sphere") == 0 || (strcmp(name, "disc") == 0 && is_face_on(s))))
        return 0.25 * acos(-1.0) * n * n;
    return (double)lb_voxels_frontal_area(&s->body.voxels, 0, 0);
}

static void choose_area(struct tunnel *s, const struct lb_values *v)
{
    const double n = s->resolution, unit = s->dimensions == 3 ? n * n : n;
    s->frontal = frontal_area(s);
    s->area = is_set(v, "area") ? lb_values_number(v, "area") * unit : s->frontal;
    if (is_set(v, "area_si") && s->si.known)
        s->area = lb_values_number(v, "area_si") /
                  (s->dimensions == 3 ? s->si.metre * s->si.metre : s->si.metre);
    const double across = s->size[s->up] - 2.0,
                 wide = s->dimensions == 3 ? s->size[1] - (s->walls == WALLS_PERIODIC ? 0.0 : 2.0)
                                           : 1.0;
    s->blockage = s->frontal / (across * wide);
    for (int p = 0; p < s->body.count; p++)
        s->part_areas[p] =
            (double)lb_voxels_frontal_area(&s->body.voxels, 0, (uint8_t)(p + 1)) / unit;
}

static void fact(struct lb_plan *plan, const char *name, double value, const char *unit)
{
    lb_plan_add_fact(plan, name, value, unit, NULL);
}

/* What the mesh has, and what of it the cells have. */
static void state_shape(const struct tunnel *s, struct lb_plan *plan)
{
    static const char *const in_file[] = {"file_x", "file_y", "file_z"};
    static const char *const extents[] = {"body_x", "body_y", "body_z"};
    static const char *const of_cells[] = {"cells_x", "cells_y", "cells_z"};
    const double n = s->resolution, unit = s->dimensions == 3 ? n * n : n;
    double volume = 0.0, pieces = 0.0;
    for (int axis = 0; axis < s->dimensions && s->file_length > 0.0; axis++)
        fact(plan, in_file[axis], s->body.placed.file_high[axis] - s->body.placed.file_low[axis],
             "units");
    for (int axis = 0; axis < s->dimensions; axis++)
        fact(plan, extents[axis], s->body.placed.high[axis] - s->body.placed.low[axis], "cells");
    for (int axis = 0; axis < s->dimensions; axis++)
        fact(plan, of_cells[axis], lb_bodies_cells_along(&s->body, axis), "cells");
    for (int p = 0; p < s->body.count; p++) {
        for (uint32_t k = 0; k < s->body.parts[p].count; k++)
            volume += s->body.parts[p].part[k].is_closed ? s->body.parts[p].part[k].volume : 0.0;
        pieces += s->body.parts[p].pieces;
    }
    lb_plan_add_fact(plan, "mesh_parts", pieces, "1", "connected");
    lb_plan_add_fact(plan, "mesh_volume", volume, "cells",
                     pieces > 1.0 ? "sum of closed parts" : NULL);
    fact(plan, "solid_cells", (double)lb_voxels_volume(&s->body.voxels, 0), "cells");
    fact(plan, "mesh_frontal_area", s->body.mesh_frontal / unit, s->dimensions == 3 ? "L^2" : "L");
}

static void state_facts(const struct tunnel *s, const struct lb_case *c, struct lb_plan *plan)
{
    const double n = s->resolution, unit = s->dimensions == 3 ? n * n : n;
    const double thin = (double)(s->body.thinness.thin_cells[0] + s->body.thinness.thin_cells[1]);
    state_shape(s, plan);
    fact(plan, "frontal_area", s->frontal / unit, s->dimensions == 3 ? "L^2" : "L");
    fact(plan, "reference_area", s->area / unit, s->dimensions == 3 ? "L^2" : "L");
    lb_plan_add_fact(plan, "thin_share", thin / (double)s->body.thinness.solid_cells, "1",
                     "in parts thinner than 3 cells");
    fact(plan, "blockage", s->blockage, "1");
    fact(plan, "reynolds", s->re, "1");
    fact(plan, "reynolds_of_cell", s->re / n, "1");
    fact(plan, "mach", s->u / sqrt(c->lattice->sound_speed_squared), "1");
    fact(plan, "tau", s->tau, "steps");
    fact(plan, "smagorinsky", s->les, "1");
    lb_plan_add_law(plan, c);
    lb_plan_add_fact(plan, "boundary_layer", lb_tunnel_layer_cells(s->re, n), "cells",
                     "if laminar");
    if (lb_tunnel_may_be_turbulent(s->re))
        lb_plan_add_fact(plan, "y_plus_expected", lb_tunnel_expected_y_plus(s->re, n), "1",
                         "if turbulent");
    fact(plan, "steps_per_length", s->steps_per_length, "steps");
    if (!s->si.known) return;
    fact(plan, "cell_si", s->si.metre, "m");
    fact(plan, "step_si", s->si.second, "s");
}

/* What makes the box wider: a ground is under the body whatever the box. */
static const char *wider_keys(const struct tunnel *s)
{
    const bool has_sides = s->dimensions == 3 && s->walls != WALLS_PERIODIC;
    if (s->ground != GROUND_NONE) return has_sides ? "side= and above=" : "above=";
    return has_sides ? "side=, above= and below=" : "above= and below=";
}

static void add_notes(const struct tunnel *s, const struct lb_case *c, struct lb_plan *plan)
{
    char advice[LB_TUNNEL_MAX_ADVICE][LB_TUNNEL_ADVICE_SIZE];
    const struct lb_tunnel_numbers n = {.re = s->re,
                                        .resolution = s->resolution,
                                        .u = s->u,
                                        .tau = s->tau,
                                        .blockage = s->blockage,
                                        .gib = lb_tunnel_gib(s),
                                        .dimensions = s->dimensions,
                                        .stores_16_bits = c->storage->bits <= 16,
                                        .is_confined = lb_tunnel_is_confined(s),
                                        .keeps_sound = lb_tunnel_is_confined(s) &&
                                                       s->inlet_is_hard && s->outlet_holds_pressure,
                                        .wider = wider_keys(s),
                                        .collision = c->collision->name};
    const int count = lb_tunnel_advise(&n, advice);
    for (int k = 0; k < count; k++)
        lb_plan_add_note(plan, advice[k]);
    for (int k = 0; k < s->body.notes.count; k++)
        lb_plan_add_note(plan, s->body.notes.text[k]);
}

static enum lb_status choose_les(struct tunnel *s, const struct lb_values *v, struct lb_case *c,
                                 struct lb_error *err)
{
    const char *text = lb_values_text(v, "les");
    char *end;
    const bool is_rr = strcmp(c->collision->name, "rr") == 0;
    const bool has_law = strcmp(lb_values_text(v, "law"), "none") != 0;
    s->les = is_rr && !has_law ? lb_tunnel_auto_les(s->re, s->resolution) : 0.0;
    if (strcmp(text, "auto") != 0) {
        s->les = strtod(text, &end);
        LB_NEED(*end == '\0' && end != text && s->les >= 0.0 && s->les <= 0.5, LB_STATUS_USAGE,
                "les=%s: auto, or Smagorinsky's constant from 0 to 0.5 (0.1 is usual)", text);
    }
    LB_OK(lb_setup_viscosity(c, "les", s->les, err));
    return lb_setup_law(c, v, "law-", lb_values_text(v, "law"), 1.0 / s->steps_per_length, err);
}

/* `auto` goes by the grid. */
static void tell_held(const struct lb_values *v, const struct lb_case *c, char *out, size_t size)
{
    int n = 0;
    const bool is_auto = strcmp(lb_values_text(v, "les"), "auto") == 0;
    const bool has_model = c->viscosity_model == lb_viscosity_model_with("les", &n);
    if (is_auto) snprintf(out, size, "les=%g", has_model ? c->viscosity_values[n] : 0.0);
}

static enum lb_status check_tau(const struct tunnel *s, struct lb_error *err)
{
    const double least = 1e-6, share = (s->tau - 0.5) / least;
    if (share >= 1.0) return LB_STATUS_OK;
    lb_fail(err, LB_STATUS_USAGE,
            "re=%.3g with resolution=%.0f and u=%.3g gives a relaxation time of 0.5 + %.1g, and "
            "1e-6 more than 0.5 is needed: resolution=%.0f or a smaller re would do",
            s->re, s->resolution, s->u, s->tau - 0.5, ceil(s->resolution / share));
    if (s->si.known && !(s->file_length > 0.0))
        lb_error_note(err, "the body is %.3g m long in a stream of %.3g m/s: is its unit right?",
                      s->si.length, s->si.speed);
    return LB_STATUS_USAGE;
}

/* The layer ends at the body's tail at most. */
static void choose_sponge(struct tunnel *s, double lengths, struct lb_case *c)
{
    const double end = s->size[0] - 2.0, most = end - s->body.placed.high[0];
    const double width = fmin(lengths * s->resolution, most);
    if (!(lengths > 0.0)) return;
    c->sponge = (struct lb_sponge){end - width, width};
    if (lengths * s->resolution > most)
        lb_body_note(&s->body.notes,
                     "sponge=%.3g reaches up to the body, of which the outlet is %.3g L away, and "
                     "changes its drag: a larger downstream= or a smaller sponge= would not",
                     lengths, most / s->resolution);
}

static enum lb_status choose_flow(struct tunnel *s, const struct lb_values *v, struct lb_case *c,
                                  struct lb_error *err)
{
    c->viscosity = s->u * s->resolution / s->re;
    s->tau = c->viscosity / c->lattice->sound_speed_squared + 0.5;
    LB_OK(check_tau(s, err));
    choose_sponge(s, lb_values_number(v, "sponge"), c);
    s->steps_per_length = s->resolution / s->u;
    return choose_les(s, v, c, err);
}

/* --- prepare --------------------------------------------------------------------------------------- */

static enum lb_status check_methods(const struct lb_values *v, const struct lb_case *c,
                                    struct lb_error *err)
{
    LB_NEED(lb_values_text(v, "body")[0] != '\0', LB_STATUS_USAGE,
            "tunnel needs a body: body=FILE.stl (.obj, .off, .ply), or one of %s; for a first "
            "look: sluice "
            "run tunnel quick=1",
            lb_body_shape_names());
    LB_NEED(strcmp(c->lattice->name, "d2q9") == 0 || strcmp(c->lattice->name, "d3q19") == 0 ||
                strcmp(c->lattice->name, "d3q27") == 0 || strcmp(c->lattice->name, "d3q15") == 0,
            LB_STATUS_USAGE, "tunnel is for d2q9, d3q15, d3q19 and d3q27, not for %s",
            c->lattice->name);
    return LB_STATUS_OK;
}

/* A file's unit is the first thing to look at where its body is too small or too large. */
static enum lb_status note_extents(const struct tunnel *s, const struct lb_values *v,
                                   enum lb_status st, struct lb_error *err)
{
    double extent[3];
    if (unit_of(s, v) > 0.0) return note_unit(s, v, st, err);
    extent_in_file(s, extent);
    if (is_refusal(st) && s->file_length > 0.0)
        lb_error_note(err, "In its file the body extends %.6g x %.6g x %.6g.", extent[0], extent[1],
                      extent[2]);
    return st;
}

static enum lb_status make_box(struct tunnel *s, const struct lb_values *v, struct lb_case *c,
                               const struct lb_plan *plan, struct lb_error *err)
{
    double low[3] = {0.0, 0.0, 0.0};
    LB_OK(note_extents(s, v, lb_tunnel_choose_size(s, v, low, err), err));
    memcpy(c->size, s->size, sizeof s->size);
    if (plan->check_size != NULL) LB_OK(plan->check_size(plan->size_context, c, err));
    lb_tunnel_place_body(s, low);
    return note_extents(s, v, lb_tunnel_find_cells(s, err), err);
}

/* Of the box with so many cells per length. */
static enum lb_status cells_with(const struct tunnel *s, const struct lb_values *v,
                                 double resolution, double *cells, struct lb_error *err)
{
    struct tunnel other = *s; /* its extents and size alone */
    double low[3];
    other.resolution = resolution;
    for (int axis = 0; axis < s->dimensions; axis++) {
        other.body.placed.low[axis] *= resolution / s->resolution;
        other.body.placed.high[axis] *= resolution / s->resolution;
    }
    LB_OK(note_extents(s, v, lb_tunnel_choose_size(&other, v, low, err), err));
    *cells = (double)other.size[0] * other.size[1] * other.size[2];
    return LB_STATUS_OK;
}

/* As many cells per length as fit into so much device memory; some of it is for lists of walls. */
static enum lb_status fill_memory(struct tunnel *s, const struct lb_values *v, double memory,
                                  struct lb_error *err)
{
    enum { MIN = 4 };
    double cells = 0.0, resolution;
    const double room = 0.97 * memory / s->cell_bytes;
    LB_OK(cells_with(s, v, s->resolution, &cells, err));
    resolution = ceil(1.1 * s->resolution * pow(room / cells, 1.0 / s->dimensions));
    for (cells = HUGE_VAL; cells > room && resolution >= MIN; resolution--)
        LB_OK(cells_with(s, v, resolution, &cells, err));
    LB_NEED(cells <= room, LB_STATUS_USAGE,
            "memory=%s has no room for %d cells per length; a smaller box or more memory is needed",
            lb_values_text(v, "memory"), MIN);
    return lb_tunnel_resize_body(s, v, resolution + 1.0, err);
}

static enum lb_status choose_resolution(struct tunnel *s, const struct lb_values *v,
                                        struct lb_case *c, const struct lb_plan *plan,
                                        struct lb_error *err)
{
    enum { START = 32 };
    const bool fills = is_set(v, "memory");
    s->resolution = fills ? START : (double)lb_values_count(v, "resolution");
    LB_OK(lb_tunnel_read_body(s, v, err));
    if (fills) LB_OK(fill_memory(s, v, (double)lb_values_count(v, "memory"), err));
    return make_box(s, v, c, plan, err);
}

static void make_plan(struct tunnel *s, const struct lb_values *v, struct lb_case *c,
                      struct lb_plan *plan)
{
    plan->steps = (uint64_t)ceil(lb_values_number(v, "until") * s->steps_per_length);
    plan->series[LB_TUNNEL_FORCES].every = plan->observe_every;
    if (s->body.count > 1) plan->series[LB_TUNNEL_PARTS].every = plan->observe_every;
    plan->deviation = s->u / c->lattice->sound_speed_squared;
    plan->picture = (struct lb_picture){.field = "speed", .axis = s->dimensions == 3 ? 1 : 2};
    plan->cell_si = s->si.known ? s->si.metre : 0.0;
    plan->length = s->resolution;
    plan->length_name = "L";
    plan->has_field = true;
    snprintf(plan->cure, sizeof plan->cure, "%s",
             strcmp(c->collision->name, "rr") == 0
                 ? "a smaller u=, a larger resolution or les=0.15"
                 : "--collision rr, a smaller u= or a larger resolution");
}

static enum lb_status prepare(void *state, const struct lb_values *v, struct lb_case *c,
                              struct lb_plan *plan, struct lb_error *err)
{
    struct tunnel *s = state;
    LB_OK(check_methods(v, c, err));
    s->dimensions = c->lattice->dimensions;
    s->body.dimensions = s->dimensions;
    s->up = s->dimensions - 1;
    s->u = lb_values_number(v, "u");
    s->skip = lb_values_number(v, "skip");
    s->tolerance = lb_values_number(v, "tolerance");
    LB_OK(lb_tunnel_read_words(s, v, err));
    LB_OK(lb_tunnel_check_keys(s, v, err));
    c->cell_kinds = LB_CELL_SOLID;
    s->cell_bytes = lb_case_bytes_per_cell(c);
    LB_OK(choose_resolution(s, v, c, plan, err));
    LB_OK(note_unit(s, v, choose_reynolds(s, v, err), err));
    LB_OK(note_unit(s, v, choose_flow(s, v, c, err), err));
    choose_area(s, v);
    LB_OK(lb_tunnel_choose_moment_centre(s, lb_values_text(v, "moment-centre"), err));
    LB_OK(lb_tunnel_choose_faces(s, v, c, err));
    LB_OK(lb_setup_probe(v, s->steps_per_length / SAMPLES_PER_LENGTH, s->steps_per_length,
                         &plan->observe_every, err));
    s->observe_every = plan->observe_every;
    c->bodies = s->body.bodies;
    c->body_count = s->body.count;
    c->start = lb_tunnel_start;
    c->start_state = s;
    LB_OK(lb_tunnel_make_walls(s, c, err));
    make_plan(s, v, c, plan);
    state_facts(s, c, plan);
    if (is_set(v, "steps") && lb_values_count(v, "steps") == 0) { /* a run says what it takes */
        const double steps = (double)plan->steps, cells = (double)lb_case_cell_count(c);
        fact(plan, "memory", lb_tunnel_gib(s), "GiB");
        fact(plan, "steps_at_most", steps, "steps");
        lb_plan_add_fact(plan, "minutes_at_most", steps * cells / 1e9 / 60.0, "min",
                         "at 1000 MLUPs/s");
    }
    const uint64_t end = lb_setup_steps(v, plan->steps);
    lb_plan_add_mean(
        plan, &(struct lb_mean_times){"skip", s->skip, s->steps_per_length, plan->observe_every},
        end);
    add_notes(s, c, plan);
    return LB_STATUS_OK;
}

static void destroy(void *state)
{
    struct tunnel *s = state;
    lb_bodies_free(&s->body);
    lb_wall_links_free(&s->links);
    free(s->profile);
}

static const struct lb_parameter parameters[] = {
    {"body", LB_PARAMETER_FILES, "1", NULL, "sphere", 0, 0,
     "file of the body (.stl, .obj, .off, .ply; in 2D .csv, .dat), several separated by commas; or "
     "sphere, "
     "cylinder, box, disc, naca0012 (any four digits)"},
    {"re", LB_PARAMETER_NUMBER, "1", NULL, "100", 1e-3, 1e9,
     "Reynolds number of the reference length; or speed_si= and a length"},
    {"resolution", LB_PARAMETER_COUNT, "cells", "64", "12", 4, 1e5,
     "cells per reference length, which is the body's along the stream"},
    {"memory", LB_PARAMETER_BYTES, "bytes", NULL, NULL, 1048576, 1e15,
     "in place of resolution: as many cells as fit into so much device memory"},
    {"u", LB_PARAMETER_NUMBER, "cells/step", "0.05", "0.08", 1e-4, 0.2, "speed of the stream"},
    {"speed_si", LB_PARAMETER_NUMBER, "m/s", NULL, NULL, 1e-9, 1e6, "in place of re"},
    {"length_si", LB_PARAMETER_NUMBER, "m", NULL, NULL, 1e-9, 1e6, "the reference length"},
    {"scale_si", LB_PARAMETER_NUMBER, "m", NULL, NULL, 1e-9, 1e6,
     "metres of a unit of the file: 0.001 for millimetres"},
    {"fluid", LB_PARAMETER_WORD, "1", "air", NULL, 0, 0, "air or water, of 20 degrees"},
    {"viscosity_si", LB_PARAMETER_NUMBER, "m^2/s", NULL, NULL, 1e-12, 1e3, "of another fluid"},
    {"density_si", LB_PARAMETER_NUMBER, "kg/m^3", NULL, NULL, 1e-6, 1e6, "of another fluid"},
    {"pitch", LB_PARAMETER_NUMBER, "degrees", "0", NULL, -180, 180, "raises the nose"},
    {"yaw", LB_PARAMETER_NUMBER, "degrees", "0", NULL, -180, 180, "turns the nose to +y"},
    {"roll", LB_PARAMETER_NUMBER, "degrees", "0", NULL, -180, 180, "lowers the side at +y"},
    {"flow", LB_PARAMETER_WORD, "1", "x", NULL, 0, 0, "axis of the file along the stream: -y"},
    {"up", LB_PARAMETER_WORD, "1", NULL, NULL, 0, 0,
     "axis of the file that is up; default: z, in 2D y"},
    {"length", LB_PARAMETER_NUMBER, "units", "0", NULL, 0, 1e12,
     "the reference length in units of the file; 0: the body's along the stream"},
    {"span", LB_PARAMETER_NUMBER, "L", "4", NULL, 0.1, 100,
     "of a built-in cylinder or wing in 3D; walls=periodic: through the box"},
    {"holes", LB_PARAMETER_WORD, "1", "refuse", NULL, 0, 0,
     "accept: a mesh with large holes is used all the same"},
    {"wall", LB_PARAMETER_WORD, "1", "halfway", NULL, 0, 0,
     "of the body: halfway between cells; where its surface is: curved, or exact (creeping flow)"},
    {"upstream", LB_PARAMETER_NUMBER, "L", NULL, NULL, 0.25, 1000,
     "from the inlet to the body; default: 2, in 2D 12"},
    {"downstream", LB_PARAMETER_NUMBER, "L", NULL, NULL, 0.5, 1000,
     "from the body to the outlet; default: 5, in 2D 20"},
    {"side", LB_PARAMETER_NUMBER, "L", "2", NULL, 0, 1000, "from the body to the sides"},
    {"above", LB_PARAMETER_NUMBER, "L", NULL, NULL, 0.25, 1000,
     "from the body to the top; default: 2, in 2D 12"},
    {"below", LB_PARAMETER_NUMBER, "L", NULL, NULL, 0.25, 1000,
     "from the body to the bottom where there is no ground; default: 2, in 2D 12"},
    {"ground", LB_PARAMETER_WORD, "1", "none", NULL, 0, 0, "none, fixed, slip, or moving"},
    {"clearance", LB_PARAMETER_NUMBER, "L", "0", NULL, 0, 1000, "from the ground to the body"},
    {"walls", LB_PARAMETER_WORD, "1", "free", NULL, 0, 0,
     "sides and top: free, slip, fixed, or periodic (the sides)"},
    {"inlet", LB_PARAMETER_TEXT, "1", "uniform", NULL, 0, 0,
     "uniform, or power:0.16, an exponent over the height"},
    {"inlet-file", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0,
     "in place of inlet: a .csv file with columns height [L] and u [of the stream's]"},
    {"inlet-kind", LB_PARAMETER_WORD, "1", "soft", NULL, 0, 0,
     "soft lets waves out; hard holds the velocity"},
    {"outlet", LB_PARAMETER_WORD, "1", NULL, NULL, 0, 0,
     "open lets waves and wakes out; pressure holds the pressure; default: open, between walls "
     "pressure"},
    {"sponge", LB_PARAMETER_NUMBER, "L", "2", NULL, 0, 1000,
     "layer before the outlet in which vortices die down; 0: none"},
    {"les", LB_PARAMETER_WORD, "1", "auto", NULL, 0, 0,
     "Smagorinsky's constant; auto: 0.1 where re/resolution is above 20, else 0"},
    LB_LAW_PARAMETERS,
    {"area", LB_PARAMETER_NUMBER, "L^2", NULL, NULL, 1e-6, 1e6,
     "of reference (2D: height in L); default: the frontal area"},
    {"area_si", LB_PARAMETER_NUMBER, "m^2", NULL, NULL, 1e-12, 1e9, "the same in m^2 (2D: m)"},
    {"moment-centre", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "what moments are about, x:y:z in the file (2D: x:y), of a built-in body from its middle [L]; "
     "default: the middle of the body's box"},
    {"skip", LB_PARAMETER_NUMBER, "L", "10", NULL, 0, 1e6, "lengths travelled before means begin"},
    {"until", LB_PARAMETER_NUMBER, "L", "200", "60", 1, 1e6, "lengths travelled at most"},
    {"tolerance", LB_PARAMETER_NUMBER, "1", "0.01", NULL, 0, 1,
     "relative error of the mean drag at which the run may stop, after 30 lengths; 0: never"},
    {"steps", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "maximum number of time steps; default: as long as until= says; 0: only looks at the body, "
     "body.png, box.png; with vtk=1 cells.vti"},
    {0}};

static const struct lb_key_result key_results[] = {{"drag_mean", LB_KEY_VALUE, NULL},
                                                   {"lift_mean", LB_KEY_SHOWN, NULL},
                                                   {"lift_rms", LB_KEY_SHOWN, NULL},
                                                   {"strouhal", LB_KEY_SHOWN, NULL},
                                                   {0}};

const struct lb_setup lb_setup_tunnel = {
    .name = "tunnel",
    .summary = "a body of your own in a stream: forces, pictures, ParaView files",
    .reference = "drag of spheres (Clift, Grace & Weber) and cylinders; else the momentum balance",
    .lattice = "d3q19",
    .collision = "rr",
    .parameters = parameters,
    .state_size = sizeof(struct tunnel),
    .resolution = "resolution",
    .tell_held = tell_held,
    .find_error_sources = lb_tunnel_find_error_sources,
    .key_results = key_results,
    .series = lb_tunnel_series,
    .prepare = prepare,
    .look = lb_tunnel_look,
    .locate = lb_tunnel_locate,
    .observe = lb_tunnel_observe,
    .finish = lb_tunnel_finish,
    .destroy = destroy,
};
