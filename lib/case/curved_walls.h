/* curved_walls.h - walls that lie anywhere between cells: the links that cross them, and the
 * rules by which populations come out of them.  docs/theory/walls.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_CURVED_WALLS_H
#define LB_CASE_CURVED_WALLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "shared/wall_scene.h"

struct lb_case;
struct lb_mesh;

struct lb_wall_rule {
    const char *name; /* "curved" */
    const char *file; /* kernels/ path: docs/adding-physics.md says what it defines */
    int keeps;        /* numbers for each link, from step to step */
    bool knows_force; /* right for srt, trt and rr of constant viscosity alone */
};

/* Ends with NULL. */
extern const struct lb_wall_rule *const lb_wall_rules[];

/* NULL if there is none of that name; half-way walls are none. */
const struct lb_wall_rule *lb_wall_rule_find(const char *name);

/* "halfway" makes NULL of it.  LB_STATUS_USAGE, with the name of the key, where there is no such
 * rule. */
enum lb_status lb_wall_rule_choose(const char *key, const char *text,
                                   const struct lb_wall_rule **out, struct lb_error *err);

/* Population `direction` comes into a fluid cell out of the solid one behind it; the wall is at
 * (q + 1) / 2^32 of the way there.  The cell is of the whole box, of which a case may be a
 * subdomain.  A thin wall, a sheet, has a fluid cell behind it, which has the opposite link. */
struct lb_curved_link {
    uint64_t cell; /* number of the fluid cell, x fastest */
    double speed;  /* of the wall at that place along c_i: c_i . u [cells/step] */
    uint32_t q;
    uint8_t direction;
    uint8_t sheet; /* number of the body whose sheet it is, from 1; 0: the cell behind is solid */
};

/* A link across a gap, each once, between solid cells of two bodies: c_i leads from the wall of
 * body `behind` to that of body `body`, into solid cell `cell`. There are no populations; the
 * force that they would carry follows from the walls' velocities. */
struct lb_gap_link {
    uint64_t cell;
    double shear; /* c_i . (u of `behind` - u of `body`) over the share of the link in the gap */
    uint8_t direction, body, behind; /* numbers of bodies, from 1 */
};

/* All links by one rule, by cell, then direction, each once; all other links are half-way.  Where
 * bodies move, the `place` of their motion makes `links` anew, count and cells as well. */
struct lb_wall_scene;
struct lb_curved_walls {
    const struct lb_wall_rule *rule;
    const struct lb_curved_link *links; /* borrowed */
    uint64_t count, cells;              /* of links, and cells that have some */
    uint64_t most, most_cells;          /* that there may be where bodies move */
    uint64_t sheets;                    /* links of thin walls among them */
    const float *
        across; /* borrowed; of each link |n . c_i|, n being the surface's normal; NULL: not known */
    const struct lb_gap_link *gaps; /* borrowed */
    uint64_t gap_count;
    bool keep_mass; /* what links add to the mass is taken away beside open boundaries, too */
    const struct lb_wall_scene *scene; /* borrowed; q and speed are found by it; NULL: are there */
};

enum lb_wall_shape {
    LB_SURFACE_MESHES = LB_SHAPE_IS_MESH,
    LB_SURFACE_SPHERE = LB_SHAPE_IS_SPHERE,
    LB_SURFACE_CYLINDER = LB_SHAPE_IS_CYLINDER,
    LB_SURFACE_BOX = LB_SHAPE_IS_BOX
};

/* The surface of a body [cells], and how it slides: u + spin x (x - about) [cells/step].  A shape
 * may have moved from where centre, axis, low and high are: by the rotation about `from`, which
 * came to `about`. */
struct lb_wall_surface {
    enum lb_wall_shape shape;
    const struct lb_mesh *meshes; /* borrowed; their union */
    int mesh_count;
    bool is_sheet;   /* meshes that are walls by themselves, without a cell inside */
    bool is_halfway; /* a sheet that is halfway between the cells of each link it crosses */
    double centre[3], axis[3], radius, length; /* of a sphere or cylinder; length 0: without end */
    double low[3], high[3];                    /* of a box */
    double u[3], spin[3], about[3];
    bool is_moved;
    double rotation[9], from[3]; /* rows of the matrix */
};

/* What a link asks, or its wall where that is known: LB_ASK_CROSSED and the like. */
struct lb_wall_ask {
    uint32_t word[LB_ASK_WORDS];
};

/* For links whose q and speed are not there yet.  Bit n of the words: of surface n. */
struct lb_wall_scene {
    const struct lb_wall_surface *surfaces; /* borrowed, as all; where they are now */
    int count;
    uint32_t moving, fluid, cuts;   /* of bodies that move, with fluid inside, that are cut out */
    bool is_hollow;                 /* what is in no body is solid */
    const struct lb_wall_ask *asks; /* of each link of the case */
    /* Finds q and speed on the host, for a device without double precision. */
    enum lb_status (*locate)(void *state, struct lb_error *err);
    void *state;
};

/* Of a number in (0, 1]. */
uint32_t lb_curved_q(double q);

/* How many cells and links are in the case, which may be a subdomain. */
void lb_curved_own(const struct lb_case *c, uint64_t *cells, uint64_t *links);

/* How many its buffers hold: as many, or where bodies move all that there may be in the whole box. */
void lb_curved_room(const struct lb_case *c, uint64_t *cells, uint64_t *links);

/* Whether there are some, or may be once bodies have moved. */
bool lb_case_has_curved_walls(const struct lb_case *c);

/* How many cells of the case have links of thin walls. */
uint64_t lb_curved_sheet_cells(const struct lb_case *c);

/* Whether a device with double precision finds q and speed of them; how many surfaces, and
 * nodes and triangles of their meshes, there are for it: 0 where not. */
bool lb_case_has_wall_scene(const struct lb_case *c);
uint64_t lb_wall_scene_surfaces(const struct lb_case *c);
uint64_t lb_wall_scene_nodes(const struct lb_case *c);
uint64_t lb_wall_scene_triangles(const struct lb_case *c);

/* Whether what they add to the mass is taken away again: where nothing else holds it, or the case asks for it. */
bool lb_case_holds_wall_mass(const struct lb_case *c);

/* LB_STATUS_USAGE where the case has such walls and cannot, and why. */
enum lb_status lb_case_check_curved(const struct lb_case *c, struct lb_error *err);

/* Of rules that know the force: how fast the kept number follows, the share of a step.  Its
 * memory is 1 over that [steps]. */
double lb_wall_settling(const struct lb_case *c);

/* 1/w- - 1/2 of the case's collision, which such a rule knows. */
double lb_wall_odd_time(const struct lb_case *c);

#endif
