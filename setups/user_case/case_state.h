/* case_state.h - what a case of the user's is made of, and who makes what of it.  docs/setups/case.md
 * Lengths and places of the file are in its unit of length L, from the corner of the fluid at `origin`;
 * here they are cells of the box, whose first layer is a face's where it is not periodic.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_CASE_STATE_H
#define LB_SETUPS_CASE_STATE_H

#include "domain/bodies.h"
#include "domain/faces.h"
#include "domain/openings.h"
#include "domain/wall_links.h"
#include "mean_samples.h"
#include "run/setup.h"
#include "solid_image.h"

enum {
    LB_OWN_BODIES = 32,
    LB_OWN_LINES = 16,
    LB_OWN_EXPECTS = 32,
    LB_OWN_OPENINGS = LB_MAX_BOUNDARIES,
    LB_OWN_HEAT_GROUPS = LB_HEAT_FACES + LB_MAX_BOUNDARIES + LB_OWN_BODIES,
    LB_OWN_HEAT_SOURCES = LB_OWN_HEAT_GROUPS,
    LB_OWN_NO_BODY = 255
};

enum lb_own_inside { LB_INSIDE_SOLID, LB_INSIDE_FLUID, LB_INSIDE_CUT };
enum lb_own_shape { LB_SHAPE_MESH, LB_SHAPE_BOX, LB_SHAPE_CYLINDER, LB_SHAPE_SPHERE };

/* Where a body that moves is, and how it goes on. */
struct lb_own_pose {
    double rotation[9], about[3], now[3]; /* the point that it turns about, in the file and now */
    double u[3], turn[3];
};

/* How a body moves its cells, from where the file has it. */
struct lb_own_motion {
    bool moves;
    double turn[3], about[3]; /* [radians/step], [cells] */
    double *table;            /* owned; case_motion.c: rows of time, displacement, angles */
    size_t rows;
    double rim, reach,
        fastest; /* from the axis, from `about` [cells]; of all points [cells/step] */
    /* where it was last placed; of a mesh, its voxels, and the mesh, whose positions are owned */
    struct lb_own_pose pose, start; /* the latter of step 0 */
    struct lb_voxels voxels;
    struct lb_mesh mesh;
};

/* Walls between cells where bodies move: what of them does not change (case_moving_walls.c). */
struct lb_own_moving_walls {
    const struct lb_lattice *lattice;
    const struct lb_wall_rule *rule; /* NULL: no body has such walls, or none moves */
    uint64_t guessed;                /* most links at once that no surface was found to cross */
    uint32_t curved, moving;         /* bit n: body n has such walls, moves */
    struct lb_wall_links fixed;      /* to solid cells outside of the motion's region */
    struct lb_wall_links asked;      /* those inside of it, as bodies were last placed */
    uint8_t *base; /* owned; of the region's cells: kind without bodies that move, and surface */
    uint32_t base_begin[3], base_end[3]; /* around the solid ones of these */
    bool is_plain;                       /* all of these are fluid and in no body */
    uint32_t *members;                   /* owned; bodies at rest that these are in */
    struct lb_wall_scene scene; /* what a device finds q with; locate NULL: the host finds it */
    struct lb_wall_surface surfaces[LB_OWN_BODIES];
    struct lb_wall_ask *asks; /* owned, of links.walls.links */
    uint8_t *numbers;         /* owned; of the region's cells, where bodies were last placed */
};

struct lb_own_body {
    const char *name; /* of its section */
    enum lb_own_inside inside;
    enum lb_own_shape shape;
    double low[3], high[3]; /* extents [cells] */
    double centre[3], axis[3], radius,
        length;                      /* of a cylinder or sphere [cells]; length 0: without end */
    const struct lb_wall_rule *wall; /* NULL: halfway between cells */
    bool is_sheet;                   /* a mesh without an inside, which links cross */
    double spin[3];                  /* of the surface [radians/step] */
    double u[3];                     /* [cells/step] */
    struct lb_own_motion motion;
    double centre_of_moments[3]; /* [cells] */
    double area;                 /* of reference [cells^2; cells in two dimensions] */
    struct lb_bodies *mesh;      /* owned; NULL: a shape */
    uint64_t cells;              /* solid ones that are this body's */
    uint64_t inner_cells;        /* of these, in no face's layer */
    struct {
        double force[3], torque[3]; /* means [rho0 cells^4/step^2], [rho0 cells^5/step^2] */
        double drag, drag_error, lift, lift_error, side, lift_amplitude,
            strouhal; /* coefficients */
        double power; /* that the body gives the fluid [rho0 cells^5/step^3] */
    } found;
};

/* Cells of a picture or a volume; solid where not 0. */
struct lb_own_image {
    const char *name;
    struct lb_solid_image cells;
};

enum lb_own_face_kind {
    LB_FACE_PERIODIC,
    LB_FACE_WALL,
    LB_FACE_SLIP,
    LB_FACE_FREE,
    LB_FACE_VELOCITY,
    LB_FACE_PRESSURE,
    LB_FACE_OPEN,
    LB_FACE_EQUILIBRIUM /* cells that never collide, of density 1 */
};

struct lb_own_face {
    const char *section; /* that says so; NULL: none, it is periodic */
    enum lb_own_face_kind kind;
    double u[3], pressure;
    struct lb_profile_box profile; /* of u */
    double *factor;                /* its numbers, owned */
};

/* An inlet or an outlet: a face, or a patch of a wall. */
struct lb_own_opening {
    const char *name;
    int face, patch; /* -1: it is none */
    int boundary;    /* of the case */
    enum lb_own_face_kind kind;
    bool is_inlet;
    double cells,
        area;     /* by its links; by its triangles, or what else says where it is [cells^2] */
    double mean;  /* of its profile over its cells */
    double speed; /* mean over `area`, inwards, where it is given [cells/step] */
    double flow, pressure; /* of an inlet inwards, else outwards [rho0 cells^3/step] */
    char place[256];       /* for the user */
};

/* Values along a line or over the layers of a profile, at each of `count` places: sums over samples
 * of rho, u, products of u's components (xx yy zz xy xz yz), the square of rho - 1; of T of lb_heat, its square, T u;
 * cells of a layer. */
enum {
    LB_SAMPLE_RHO,
    LB_SAMPLE_U,
    LB_SAMPLE_UU = 4,
    LB_SAMPLE_PP = 10,
    LB_SAMPLE_T,
    LB_SAMPLE_TT,
    LB_SAMPLE_TU,
    LB_SAMPLE_CELLS = LB_SAMPLE_TU + 3,
    LB_SAMPLE_FIELDS
};
enum { LB_OWN_MEAN_U = 1, LB_OWN_MEAN_P = 2, LB_OWN_MEAN_STRESS = 4, LB_OWN_MEAN_T = 8 };
struct lb_own_samples {
    const char *name;
    bool is_profile; /* means over layers, else points */
    bool is_mean;    /* over time, behind `skip` */
    bool is_half;    /* points are the centres of cells beside a wall */
    bool wall_units; /* results are in units of the friction velocity and the viscous length */
    int along;       /* of a profile */
    double from[3], to[3]; /* of a line [cells] */
    uint32_t count;
    double *sums; /* owned; LB_SAMPLE_FIELDS of each place */
    uint64_t samples;
};

/* A cell that counts for a point of a line, or for a plane. */
struct lb_own_wanted {
    uint32_t cell[3], point;
    double weight;
};

struct lb_own_plane {
    const char *name;
    double centre[3], normal[3]; /* [cells], of length 1 */
    int axis;                    /* along which the normal is; -1: along none */
    /* Along an axis: the layer of the centre and the one beside it, `share` of whose values counts; 0: none of it. */
    uint32_t layer[2];
    double share;
    struct lb_own_wanted *cell; /* owned; fluid and connected with the centre, by z, y, x */
    size_t cell_count;
    double cells, flow, speed, pressure; /* cells: sum of their weights, the area */
    double temperature;                  /* mean over what flows */
};

/* Sums over cells: rho u, u, rho - 1, the cells, rho u T of lb_heat. */
struct lb_own_through {
    double flow, speed, pressure, cells, heat;
};

struct lb_own_expect {
    const char *section, *name, *formula, *source;
    double value, tolerance, low, high; /* low and high where `is_range` */
    bool is_range;
};

/* A wall or an opening that heat comes out of, or goes into. */
struct lb_own_heat_source {
    const char *name;
    struct lb_heat_wall *wall; /* of the case's heat */
    int group;                 /* of lb_solver_heat_given */
    bool is_wall, is_outlet;
    double
        links; /* of walls to fluid cells, along the axes; between cells by |n . c_i|, which is their area */
    double power;         /* of the file; 0 where it has none [T L^(dimensions - 2)] */
    double heat;          /* mean, over the conductivity [T L^(dimensions - 2)] */
    double flow, density; /* that comes in with it; of walls 0 [rho0 cells^3/step, rho0] */
    struct {
        double area, sum, low, high; /* at the end, of links: T of lb_heat at the wall, by area */
    } surface;                       /* of a body that gives heat; area 0: it is none */
};

/* T of the file is middle + range T of `numbers`. */
struct lb_own_heat {
    bool exists, pushes;
    struct lb_heat numbers;
    struct lb_heat_wall boundaries[LB_MAX_BOUNDARIES], bodies[LB_OWN_BODIES];
    struct lb_heat_solid solids[LB_OWN_BODIES];
    struct lb_heat_cut *cuts;   /* owned */
    struct lb_wall_links walls; /* of cells of solids that conduct, where they are between cells */
    struct {
        double sum, cells, low, high; /* at the end: of T of lb_heat */
    } in_solid[LB_OWN_BODIES];
    double low, high, middle, range;
    bool is_linear; /* the start, along axis `line`; else `start` everywhere */
    int line;
    double start;
    struct lb_own_heat_source sources[LB_OWN_HEAT_SOURCES];
    int source_count, group_count;
    double given[LB_OWN_HEAT_GROUPS]; /* until the last record, that of step `given_at` */
    uint64_t given_at;
    double
        first; /* at step 0, the sum of T over the fluid cells, and of solids over their capacity */
    double mean, balance, drift;
    double farthest; /* of the fluid, |T| of lb_heat at the end */
};

struct own_case {
    const struct lb_values *values; /* borrowed */
    int dimensions;
    double sound_speed_squared;
    double resolution, origin[3]; /* [cells/L], [L] */
    double metre, second;         /* of a cell and of a step; 0: not known */
    uint32_t size[3], layer[3];   /* of the box with its layers; of these at its lower ends */
    double speed, length, viscosity, reynolds, tau; /* [cells/step], [cells] */
    double force[3];                                /* of a regulator, what it needed in the mean */
    double late_force;                              /* the same of the second half */
    struct lb_drive drive;                          /* of the case */
    bool is_flow;                                   /* which is held in place of the speed */
    double steps_per_length;

    struct lb_own_body bodies[LB_OWN_BODIES];
    int body_count;
    uint32_t *near_x, *near_y,
        *near_z; /* owned; bit n: body n, at rest, may have cells there along that axis */
    struct lb_body case_bodies[LB_OWN_BODIES];
    struct lb_motion motion; /* where some move */
    bool moves[LB_OWN_BODIES];
    uint8_t *moved; /* owned; of the motion's cells at step 0: number of the body there, 0: none */
    uint8_t
        hollow; /* number of the first body with fluid inside, which has all walls around; 0: none */
    struct lb_own_image image;
    struct lb_wall_links links; /* where walls are between cells */
    struct lb_own_moving_walls moving_walls;
    uint64_t fluid_cells;

    struct lb_own_face face[LB_FACES];
    struct lb_faces faces; /* of those that are neither periodic nor walls */
    struct lb_own_opening openings[LB_OWN_OPENINGS];
    int opening_count;
    int flow_count; /* with open faces behind them, which have no name, where they bring heat */
    struct lb_openings patches;                       /* openings that are no faces */
    struct lb_boundary boundaries[LB_MAX_BOUNDARIES]; /* of faces, then of patches */
    int boundary_count;

    struct {
        double u[3], noise;            /* [cells/step] */
        double wake;                   /* across the stream behind the first body [cells/step] */
        struct lb_profile_box profile; /* of the inlet, borrowed */
        double low[3],
            high[3];        /* of the part of the box in which u is; all of it elsewhere at rest */
        int log_axis;       /* of a logarithmic profile between two walls; -1: none */
        double *log_speed;  /* owned */
        uint32_t eddies[3]; /* points of the noise's potential along each axis */
        double (
            *potential)[3]; /* owned; at those points [cells^2/step]; NULL: noise of each cell */
        double *velocity, *density; /* owned; of all cells; NULL: of `u` */
        char folder[LB_PARAMETER_MAX_PATH +
                    1]; /* of a run whose checkpoint has the flow; "": none */
        uint64_t seed;
    } start;

    struct lb_own_samples samples[LB_OWN_LINES];
    int sample_count;
    struct lb_own_plane planes[LB_OWN_LINES];
    int plane_count;
    struct {
        const char *name;
        uint32_t cell[3];
        double temperature; /* as of flows */
    } probes[LB_OWN_LINES];
    int probe_count;

    struct lb_own_heat heat;

    unsigned mean_fields; /* LB_OWN_MEAN_U and others: what is kept of samples over time */
    double skip, steady;  /* [length/speed], relative */
    uint64_t observe_every, looks_per_length, sample_every; /* [steps] */
    double change, first_mass, mass_drift;
    uint64_t span, looks;    /* over which changes are looked for, and those since the last time */
    uint64_t compared;       /* over which `change` was */
    double least_difference; /* since looks are over more than one length/speed */
    bool is_steady, flow_is_steady, has_before, means_are_planned;

    double boundary_flow[LB_MAX_BOUNDARIES]; /* that comes in [rho0 cells^3/step] */
    double flow_sum,
        flow_in; /* of all boundaries: what comes in, and what of it comes in at inlets */
    double largest_force, force_range; /* in the mean, and what forces vary by, of balance */
    double mean_u[3], balance;         /* over all cells, solid ones as 0 [cells/step] */
    struct lb_own_expect expects[LB_OWN_EXPECTS];
    int expect_count;
    struct lb_body_notes notes;
    char fact_names[LB_PLAN_FACTS][LB_KEY_SIZE];
};

/* case_sections.c */
extern const struct lb_section_kind lb_own_sections[];
extern const struct lb_reserved_section lb_own_reserved[];

/* case_keys.c: values of a section's keys. */
double lb_own_number(const struct own_case *s, const char *section, const char *key);
const char *lb_own_text(const struct own_case *s, const char *section, const char *key);
bool lb_own_has_law(const struct own_case *s); /* of viscosity */
int lb_own_point(const struct own_case *s, const char *section, const char *key, double out[3]);
bool lb_own_is_set(const struct own_case *s, const char *section, const char *key);
/* The one of `keys`, which end with NULL, that is set; NULL: none.  LB_STATUS_USAGE where two are: they both `verb`. */
enum lb_status lb_own_one_key(const struct own_case *s, const char *section,
                              const char *const *keys, const char *verb, const char **out,
                              struct lb_error *err);
/* One of `words`, which end with NULL, or a sentence. */
enum lb_status lb_own_word(const struct own_case *s, const char *section, const char *key,
                           const char *const *words, int *out, struct lb_error *err);
/* One of the axes that the case has, by its letter. */
enum lb_status lb_own_axis(const struct own_case *s, const char *section, const char *key,
                           int *axis, struct lb_error *err);
/* A place or an extent of the file in cells; components that were not given are 0. */
enum lb_status lb_own_place(const struct own_case *s, const char *section, const char *key,
                            double out[3], struct lb_error *err);
/* A rate, as "2 speed/length" or radians a step, about z in two dimensions. */
enum lb_status lb_own_rate(const struct own_case *s, const char *section, const char *key,
                           double out[3], struct lb_error *err);
/* What the keys of all sections of a kind begin with, their names but for [expect NAME], in order: at most `max`; how
 * many there are. */
int lb_own_named(const struct own_case *s, const char *kind, const char **out, int max);

/* case_si.c: first of all, the units; the name of a key as it was given, SECTION.KEY or SECTION.KEY_si, into `out`, which
 * it returns, and what its numbers are multiplied by. */
enum lb_status lb_own_read_units(struct own_case *s, struct lb_error *err);
const char *lb_own_si_key(const struct own_case *s, const char *section, const char *key,
                          char out[LB_KEY_SIZE], double *factor);

/* case_walls.c: where walls of bodies are between cells, once the case has its start. */
enum lb_status lb_own_make_walls(struct own_case *s, struct lb_case *c, struct lb_error *err);
struct lb_wall_surface lb_own_surface_of(const struct lb_own_body *b);
/* Where it was last placed (case_moving_walls.c). */
struct lb_wall_surface lb_own_moved_surface(const struct lb_own_body *b);
/* case_moving_walls.c: s->links, where some bodies move; `search` has rule and lattice, and the
 * cells around bodies at rest with such walls, which bits of `curved` say. */
enum lb_status lb_own_make_moving_walls(struct own_case *s, const struct lb_wall_search *search,
                                        uint32_t curved, struct lb_error *err);
/* The same, once bodies were placed: `numbers` as of struct lb_motion. */
enum lb_status lb_own_renew_walls(struct own_case *s, const uint8_t *numbers, struct lb_error *err);
void lb_own_warn_of_links(const struct own_case *s, struct lb_run *run);
void lb_own_free_moving_walls(struct lb_own_moving_walls *w); /* {0} is fine */

/* case_sheets.c: a plate or disc; whether the keys of a body fit it, thin or not; area of one side
 * [cells^2; cells in two dimensions]; whether bodies below body n in the file, from 0, take a place
 * [cells] away from it. */
enum lb_status lb_own_read_sheet(struct own_case *s, struct lb_own_body *b, struct lb_error *err);
enum lb_status lb_own_check_sheet(const struct own_case *s, const struct lb_own_body *b,
                                  struct lb_error *err);
double lb_own_sheet_area(const struct own_case *s, const struct lb_own_body *b);
bool lb_own_is_cut_out(const struct own_case *s, int n, const double place[3]);

/* case_box.c: size, viscosity. */
enum lb_status lb_own_read_box(struct own_case *s, struct lb_case *c, struct lb_error *err);
enum lb_status lb_own_read_fluid(struct own_case *s, struct lb_case *c, struct lb_error *err);

/* case_drive.c: the force, or the mean speed that is held; what that needed. */
enum lb_status lb_own_read_force(struct own_case *s, struct lb_case *c, struct lb_error *err);
enum lb_status lb_own_make_drive(struct own_case *s, struct lb_case *c, struct lb_error *err);
enum lb_status lb_own_sample_drive(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err);
void lb_own_find_drive(struct own_case *s, struct lb_run *run);
double lb_own_friction_speed(const struct own_case *s); /* given, or of the force; 0: neither */

/* case_bodies.c: which cells are solid.  Reading comes before the faces, finding cells behind. */
enum lb_status lb_own_read_bodies(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_count_cells(struct own_case *s, struct lb_error *err);
void lb_own_free_bodies(struct own_case *s);
/* Around the bodies with fluid inside [cells from the file's origin]. */
enum lb_status lb_own_hollow_extent(struct own_case *s, double low[3], double high[3], bool *found,
                                    struct lb_error *err);
/* Bit n: the centre of a cell is inside of body n, which does not move its cells; and what such a place is of. */
uint32_t lb_own_members_at(const struct own_case *s, const uint32_t at[3]);
uint8_t lb_own_solid_by(const struct own_case *s, uint32_t members);
/* Number of the body that a cell is of, 255 where it is solid without one, 0 fluid. */
uint8_t lb_own_solid_at(const struct own_case *s, const uint32_t at[3]);
/* In the layer of a face. */
bool lb_own_is_outer(const struct own_case *s, const uint32_t at[3]);
bool lb_own_is_fluid(const struct own_case *s, const uint32_t at[3]);     /* nor of a face */
bool lb_own_may_be_fluid(const struct own_case *s, const uint32_t at[3]); /* where bodies move */

/* Whether a body, wholly or in part, lies beyond the fluid of the box; "[body b] lies from ... to ... L,
 * and the box from ... to ... L" into `out`. */
bool lb_own_is_beyond(const struct own_case *s, const struct lb_own_body *b, bool wholly, char *out,
                      size_t size);

/* Whether a body that is no mesh has a place [cells] as the file has it. */
bool lb_own_shape_has(const struct own_case *s, const struct lb_own_body *b, const double at[3]);

/* case_motion.c: bodies that move their cells.  Their keys, with the body; then how far they
 * come, and their cells at step 0; whether openings are in the way, once these are made, and
 * whether tables reach to the end. */
enum lb_status lb_own_read_motion(struct own_case *s, struct lb_own_body *b, struct lb_error *err);
enum lb_status lb_own_make_motion(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_check_motion_openings(const struct own_case *s, struct lb_error *err);
enum lb_status lb_own_check_motion_end(const struct own_case *s, uint64_t steps,
                                       struct lb_error *err);
double
lb_own_steps_per_turn(const struct own_case *s); /* of the first body that turns; NaN: none does */
/* Of the middle of a body that moves [cells/step]. */
void lb_own_centre_speed(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                         double out[3]);
void lb_own_free_motion(struct lb_own_body *b);
/* Whether a body that moves has a cell, where it was last placed. */
/* u[3 * k], of `count` cells along x. */
void lb_own_velocities(const struct lb_own_pose *pose, const uint32_t at[3], uint32_t count,
                       double *u);
bool lb_own_moved_has(const struct own_case *s, const struct lb_own_body *b, const uint32_t at[3]);
/* The place of a cell among those of the region that bodies move through; false: it is in none. */
bool lb_own_place_in_region(const struct own_case *s, const uint32_t at[3], size_t *out);
/* Whether a body that moves has a cell at step 0, and the cell's place in `moved`. */
bool lb_own_moved_at(const struct own_case *s, const uint32_t at[3], size_t *out);
/* How a body, one that rests as well, is displaced and moves [cells/step, radians/step] before a
 * step. */
void lb_own_motion_at(const struct own_case *s, const struct lb_own_body *b, uint64_t step,
                      double shift[3], double u[3], double turn[3]);

/* case_image.c */
enum lb_status lb_own_read_image(struct own_case *s, struct lb_error *err);
/* Whether the fluid's cells have room for it; a note where they have more. */
enum lb_status lb_own_check_image(struct own_case *s, const uint32_t cells[3],
                                  struct lb_error *err);

/* case_faces.c */
enum lb_status lb_own_read_faces(struct own_case *s, struct lb_error *err); /* before bodies */
enum lb_status lb_own_make_faces(struct own_case *s, struct lb_case *c, struct lb_error *err);
int lb_own_face_of(const char *word); /* "x-"; -1: none */
/* What a profile multiplies the velocity of a cell by: 0 beyond its part of the box. */
double lb_own_factor(const struct lb_profile_box *p, const uint32_t at[3]);
/* Reads a key "profile" other than flat and developed, over the height of the box. */
enum lb_status lb_own_height_profile(const struct own_case *s, const char *section, int normal,
                                     struct lb_profile_box *out, double **factor,
                                     struct lb_error *err);
/* Whether such a profile, times a speed [cells/step], is from 0 to 0.25 everywhere. */
enum lb_status lb_own_check_profile(struct own_case *s, const char *section,
                                    const struct lb_profile_box *p, double u, struct lb_error *err);
/* A velocity "u", of as many numbers as there are dimensions. */
enum lb_status lb_own_velocity(const struct own_case *s, const char *section, double u[3],
                               struct lb_error *err);
/* Whether a section's kind has the key and the user gave it. */
bool lb_own_has(const struct own_case *s, const char *section, const char *key);

/* case_openings.c: inlets and outlets. */
enum lb_status lb_own_read_openings(struct own_case *s, struct lb_error *err); /* with the faces */
enum lb_status lb_own_make_openings(struct own_case *s, struct lb_case *c, struct lb_error *err);
void lb_own_number_boundaries(struct own_case *s, struct lb_case *c); /* when faces have theirs */

/* case_heat.c: the temperature, once faces, bodies and openings are known; of a cell at step 0, that of lb_heat. */
enum lb_status lb_own_read_heat(struct own_case *s, struct lb_case *c, struct lb_error *err);
/* What follows from it, as facts and notes. */
void lb_own_tell_heat(const struct own_case *s, const struct lb_case *c, struct lb_plan *plan);
double lb_own_start_temperature(const struct own_case *s, const uint32_t at[3]);
/* Widens the range by a temperature that is given. */
void lb_own_take_temperature(struct own_case *s, double temperature);

/* case_heat_walls.c: the sources of heat, whose numbers are those of the file; LB_STATUS_USAGE where an opening has a
 * temperature. */
enum lb_status lb_own_read_heat_walls(struct own_case *s, struct lb_error *err);
/* The temperature of the surfaces of bodies that give heat, half a cell from the cells beside them. */
bool lb_own_has_surface(const struct own_case *s, const struct lb_own_heat_source *source);
enum lb_status lb_own_find_surfaces(struct own_case *s, struct lb_run *run, struct lb_error *err);
/* Of bodies whose walls are between cells, once links are known: by the area of their surface. */
void lb_own_weigh_heat(struct own_case *s);
enum lb_status lb_own_read_heat_openings(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_refuse_temperatures(const struct own_case *s, struct lb_error *err);

/* case_heat_solids.c: bodies that conduct, once they and the temperature are read; number of that which has a cell, from
 * 0, -1: none; whether a cell has a temperature. */
enum lb_status lb_own_read_solids(struct own_case *s, struct lb_error *err);
int lb_own_conductor_at(const struct own_case *s, const uint32_t at[3]);
void lb_own_note_rims(struct own_case *s); /* where they touch an inlet */
bool lb_own_has_temperature(const struct own_case *s, const uint32_t at[3]);

/* case_heat_cuts.c: cells that their surfaces cut, and links to walls inside of them, where walls are between cells:
 * looked for as those of the flow. */
enum lb_status lb_own_cut_solids(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_wall_solids(struct own_case *s, const struct lb_wall_search *of_flow,
                                  struct lb_error *err);

/* case_heat_flows.c: the heat that walls give, and what is in the fluid: at step 0, at the end.  How much the former
 * changes, as case_steady.c has it of the flow.  Results by their names, "x-.heat", "heat_balance". */
enum lb_status lb_own_begin_heat(struct own_case *s, struct lb_run *run, struct lb_error *err);
enum lb_status lb_own_sample_heat(void *state, struct lb_run *run, const struct lb_record *record,
                                  struct lb_error *err);
enum lb_status lb_own_find_heat(struct own_case *s, struct lb_run *run, struct lb_error *err);
enum lb_status lb_own_archive_heat(struct own_case *s, struct lb_archive *a, struct lb_error *err);
double lb_own_heat_change(struct own_case *s, struct lb_run *run, uint64_t span);
bool lb_own_heat_result(const struct own_case *s, const char *name, double *out);
/* ", heat, nusselt" of the section that `name` begins with, and why a body has none; NULL: of the whole. */
size_t lb_own_heat_names(const struct own_case *s, const char *name, char *out, size_t size);
void lb_own_report_heat(const struct own_case *s, struct lb_run *run);

/* case_ways.c: whether solid cells part an inlet from all outlets, or close a box that a force
 * drives. */
enum lb_status lb_own_check_ways(struct own_case *s, struct lb_error *err);

/* case_start.c */
enum lb_status lb_own_read_start(struct own_case *s, struct lb_error *err);
/* Random velocities at step 0, with start.noise / sqrt(3) as the root mean square of a component:
 * of eddies `length` [cells] wide if they were made, of each cell otherwise. */
enum lb_status lb_own_make_eddies(struct own_case *s, double length, struct lb_error *err);
void lb_own_add_noise(const struct own_case *s, const uint32_t at[3], double u[3]);
lb_start_function lb_own_start;

/* case_state_file.c: a flow that another run left. */
enum lb_status lb_own_read_state(struct own_case *s, struct lb_error *err);
void lb_own_take_state(const struct own_case *s, const uint32_t at[3], struct lb_cell *out);

/* case_look.c */
enum lb_status lb_own_look(void *state, struct lb_run *run, struct lb_error *err);

/* case_samples.c: lines, profiles, planes, probes. */
enum lb_status lb_own_read_samples(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_take_samples(struct own_case *s, struct lb_run *run, struct lb_error *err);
/* Of a run that is resumed to another number of steps, whose means may begin elsewhere. */
enum lb_status lb_own_resume_samples(void *state, struct lb_run *run, struct lb_error *err);
enum lb_status lb_own_write_samples(struct own_case *s, struct lb_run *run, struct lb_error *err);
enum lb_status lb_own_archive_samples(struct own_case *s, struct lb_archive *a,
                                      struct lb_error *err);
/* `t` is left as it is where there is no temperature. */
enum lb_status lb_own_read_flow(const struct own_case *s, struct lb_run *run,
                                const struct lb_region *region, double *rho, double *u, double *t,
                                struct lb_error *err);
size_t lb_own_cells_in(const struct lb_region *r);
size_t lb_own_number_in(const struct lb_region *r, const uint32_t at[3]); /* of a cell, x fastest */
/* As many of the first cells as one transfer is worth, and the region of them: those between them come as well. */
size_t lb_own_find_region(const struct lb_own_wanted *first, size_t count, struct lb_region *out);
void lb_own_add_sample(double *sums, const double own[5]); /* of one cell: rho, u, T of lb_heat */
/* A number of field "u" or of lb_own_sample_fields at a place; false: there is none of the name. */
bool lb_own_sample_field(const struct own_case *s, const struct lb_own_samples *m,
                         const char *field, size_t length, uint32_t n, double *out);
void lb_own_sample_point(const struct lb_own_samples *m, uint32_t n,
                         double out[3]); /* of a line [cells] */
double lb_own_sample_place(const struct own_case *s, const struct lb_own_samples *m,
                           uint32_t n); /* [L] */

/* case_mean.c: how many samples means over time have, before the run and where it ended earlier. */
void lb_own_tell_means(struct own_case *s, struct lb_plan *plan);
void lb_own_warn_of_means(const struct own_case *s, struct lb_run *run);

/* Columns of tables, ends with NULL; [mean] fields, once lines and profiles are read;
 * whether a field of these is kept; "wall has u, uy, ...", for a sentence. */
enum { LB_OWN_SAMPLE_FIELDS = 16 };
extern const char *const lb_own_sample_fields[LB_OWN_SAMPLE_FIELDS + 1];
enum lb_status lb_own_read_mean_fields(struct own_case *s, struct lb_error *err);
bool lb_own_keeps_stresses(const struct own_case *s);
bool lb_own_keeps(const struct own_case *s, const struct lb_own_samples *m, const char *field,
                  size_t length);
void lb_own_kept_names(const struct own_case *s, const struct lb_own_samples *m, char *out,
                       size_t size);

/* case_profiles.c: what the device keeps for profiles over time; a sample of the flow of now; their
 * sums, once, from what it kept. */
enum lb_means_kind lb_own_means_kind(const struct own_case *s);
enum lb_status lb_own_sample_profiles(struct own_case *s, struct lb_run *run, struct lb_error *err);
enum lb_status lb_own_find_profiles(struct own_case *s, struct lb_run *run, struct lb_error *err);

/* case_planes.c: flow and pressure of planes and openings. */
enum lb_status lb_own_read_planes(struct own_case *s, struct lb_error *err);
enum lb_status lb_own_measure_planes(struct own_case *s, struct lb_run *run, struct lb_error *err);
/* The cells of a patch and those around them, or the layer beside a face. */
struct lb_region lb_own_region_beside(const struct own_case *s, const struct lb_own_opening *o);
enum lb_status lb_own_measure_openings(struct own_case *s, struct lb_run *run,
                                       struct lb_error *err);

/* case_slab.c: their cells, from that of the centre on, and sums over them. */
enum lb_status lb_own_find_cells(const struct own_case *s, struct lb_own_plane *p,
                                 const uint32_t cell[3], struct lb_error *err);
enum lb_status lb_own_measure_cells(const struct own_case *s, struct lb_run *run,
                                    const struct lb_own_plane *p, struct lb_own_through *out,
                                    struct lb_error *err);

/* case_series.c: the time series, forces and their means. */
enum { LB_OWN_FORCES, LB_OWN_FLOWS, LB_OWN_PROBES, LB_OWN_DRIVE, LB_OWN_PLANES, LB_OWN_HEAT };
extern const struct lb_series lb_own_series[];
enum lb_status lb_own_report_forces(struct own_case *s, struct lb_run *run, struct lb_error *err);
/* A column over time of row n of the `each` that a record has, from record `first` on. */
struct lb_signal lb_own_signal(const struct lb_table *t, size_t each, int n, size_t column,
                               size_t first);
/* Means of an opening between two times [length/speed]; false: flows.csv does not have them. */
bool lb_own_opening_between(const struct own_case *s, struct lb_run *run, int n,
                            const double time[2], double *flow, double *pressure);
/* Openings and planes as they are in the mean, where the file gives mean.skip; else as they are. */
void lb_own_find_flows(struct own_case *s, struct lb_run *run);
/* Of tables with a temperature, in place of those of the series; NULL: there is none. */
const char *lb_own_columns(const struct own_case *s, int series);
void lb_own_warn_of_flows(const struct own_case *s, struct lb_run *run);
/* Of what is that of the last record, as its mean has none. */
void lb_own_warn_of_last(const struct own_case *s, struct lb_run *run);

/* case_steady.c: whether the flow still changes. */
enum lb_status lb_own_look_at_change(struct own_case *s, struct lb_run *run, struct lb_error *err);

/* case_results.c: a result by its name, "wing.drag", "flow_balance"; false where there is none.  Before the run all
 * have some value. */
bool lb_own_result(const struct own_case *s, const char *name, double *out);
/* Why a profile has no total_shear.error; NULL: it has one, but for what mean.fields keeps. */
const char *lb_own_why_no_shear(const struct own_case *s, const struct lb_own_samples *m);
/* A number that the file gives, or that follows from it: "hole.radius", "fluid.viscosity". */
bool lb_own_given(const struct own_case *s, const char *name, double *out);
/* "wing has: drag, lift, ..." */
void lb_own_result_names(const struct own_case *s, const char *name, char *out, size_t size);
void lb_own_report_results(const struct own_case *s, struct lb_run *run);

/* case_formula.c: + - * / ^ sqrt() abs() of results and of numbers of the file. */
enum lb_status lb_own_formula(const struct own_case *s, const char *text, const char *where,
                              double *out, struct lb_error *err);

/* case_expect.c */
enum lb_status lb_own_read_expects(struct own_case *s, struct lb_error *err);
bool lb_own_find_exact(const struct lb_values *values, const char *section, double *out);
/* Where cells come from a file that has them. */
void lb_own_tell_fixed_grid(const struct lb_values *values, char *out, size_t size);
double lb_own_find_whole_share(const struct lb_values *values, double share);
/* case_results.c: results of sections, "wing.drag", but not what is an error, an area or a given speed. */
bool lb_own_find_error_sources(const struct lb_values *values, const char *result,
                               struct lb_error_sources *out);
int lb_own_find_keys(const struct lb_values *values, struct lb_key_result *out, int most);
enum lb_status lb_own_judge(struct own_case *s, struct lb_run *run, struct lb_error *err);

#endif
