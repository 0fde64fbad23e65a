/* tunnel_state.h - what the setup tunnel knows; for its own files only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_TUNNEL_STATE_H
#define LB_SETUPS_TUNNEL_STATE_H

#include "domain/bodies.h"
#include "domain/faces.h"
#include "domain/inlet_profile.h"
#include "domain/wall_links.h"
#include "mean_samples.h"
#include "run/setup.h"

#define LB_TUNNEL_DISC_THICKNESS 0.1 /* [diameters] */

/* The time series. */
enum { LB_TUNNEL_FORCES, LB_TUNNEL_PARTS };

/* Of the coefficients; times in lengths that the stream has travelled. */
enum {
    COLUMN_STEP,
    COLUMN_TIME,
    COLUMN_DRAG,
    COLUMN_LIFT,
    COLUMN_SIDE,
    COLUMN_MOMENT,                    /* about the axes of the box: roll, pitch, yaw */
    COLUMN_FACES = COLUMN_MOMENT + 3, /* drag as the faces of the box feel it */
    COLUMNS
};
enum {
    PART_STEP,
    PART_TIME,
    PART_NUMBER,
    PART_DRAG,
    PART_LIFT,
    PART_SIDE,
    PART_AREA,
    PART_COLUMNS
};

enum { FACE_INLET = 0, FACE_OUTLET = 1 };

enum lb_tunnel_ground { GROUND_NONE, GROUND_FIXED, GROUND_SLIP, GROUND_MOVING };
enum lb_tunnel_walls { WALLS_FREE, WALLS_SLIP, WALLS_FIXED, WALLS_PERIODIC };

struct tunnel {
    int dimensions, up;    /* axis: 1 in two dimensions, 2 in three */
    bool is_shape;         /* built in: one part */
    struct lb_bodies body; /* its files, which are one body */

    double resolution;  /* cells per reference length */
    double file_length; /* the reference length in the file's unit; 0: a built-in body */
    double re, u, tau, les;
    double area;    /* of reference [cells^2; cells in two dimensions] */
    double frontal; /* of the solid cells, likewise */
    double part_areas
        [LB_MAX_BODY_FILES]; /* frontal, of each file's cells [L^2, in two dimensions L] */
    double blockage;
    double moment_arm[3]; /* from what moments are about to the middle of the body's box [cells] */
    double fitted_width;  /* that the body gets so that it reaches the sides [cells]; 0: as it is */
    double steps_per_length; /* that the stream takes for one reference length */
    struct {
        bool known;
        double speed, length, density; /* of the stream and the body */
        double metre, second;          /* of a cell and of a step */
    } si;

    uint32_t size[3];
    double cell_bytes; /* of device memory */
    enum lb_tunnel_ground ground;
    enum lb_tunnel_walls walls;
    bool inlet_is_hard, outlet_holds_pressure, accepts_holes;
    struct lb_faces faces;
    const struct lb_wall_rule *wall_rule; /* of the body; NULL: halfway */
    const struct lb_case *c;              /* borrowed, while walls are looked for */
    struct lb_wall_links links;
    double *profile; /* owned; over the height; NULL: uniform */

    double skip, until, tolerance; /* lengths travelled; relative */
    uint64_t observe_every;        /* steps between looks at the forces */
};

/* tunnel_body.c: reads the parts, puts them into a box of their own size with `resolution` cells per length,
 * moves them, and finds their solid cells in the box of the tunnel, which has `size`. */
enum lb_status lb_tunnel_read_body(struct tunnel *s, const struct lb_values *v,
                                   struct lb_error *err);
enum lb_status lb_tunnel_resize_body(struct tunnel *s, const struct lb_values *v, double resolution,
                                     struct lb_error *err);
void lb_tunnel_place_body(struct tunnel *s, const double low[3]);
enum lb_status lb_tunnel_find_cells(struct tunnel *s, struct lb_error *err);
/* Where the body's walls are between cells, if they are asked for; once the case has its start. */
enum lb_status lb_tunnel_make_walls(struct tunnel *s, struct lb_case *c, struct lb_error *err);
/* "x:y:z" in the file, or "": the middle of the body's box. */
enum lb_status lb_tunnel_choose_moment_centre(struct tunnel *s, const char *text,
                                              struct lb_error *err);
enum lb_status lb_tunnel_write_parts(const struct tunnel *s, struct lb_run *run,
                                     struct lb_error *err); /* body-parts.csv */

/* tunnel_options.c: what the words say, and that no key is without effect. */
enum lb_status lb_tunnel_read_words(struct tunnel *s, const struct lb_values *v,
                                    struct lb_error *err);
enum lb_status lb_tunnel_check_keys(const struct tunnel *s, const struct lb_values *v,
                                    struct lb_error *err);

/* tunnel_box.c: the size of the box and where the body is in it; the faces, the start. */
enum lb_status lb_tunnel_choose_size(struct tunnel *s, const struct lb_values *v, double low[3],
                                     struct lb_error *err);
enum lb_status lb_tunnel_choose_faces(struct tunnel *s, const struct lb_values *v,
                                      struct lb_case *c, struct lb_error *err);
void lb_tunnel_check_sides(struct tunnel *s);               /* a note of slots beside the body */
double lb_tunnel_gib(const struct tunnel *s);               /* of device memory */
unsigned lb_tunnel_open_for_bodies(const struct tunnel *s); /* faces that a body may touch */
lb_start_function lb_tunnel_start;

/* tunnel_forces.c */
extern const struct lb_series lb_tunnel_series[];
enum lb_status lb_tunnel_observe(void *state, struct lb_run *run, struct lb_error *err);
enum lb_status lb_tunnel_finish(void *state, struct lb_run *run, struct lb_error *err);

/* tunnel_wall.c: results y_plus_mean and y_plus_max of the cells beside the body. */
enum lb_status lb_tunnel_report_y_plus(const struct tunnel *s, struct lb_run *run,
                                       struct lb_error *err);

void lb_tunnel_locate(const void *state, const uint32_t cell[3], char *out, size_t size);

/* tunnel_inlet.c: result inlet_speed, the mean of the first plane over the stream's; said where it is low. */
enum lb_status lb_tunnel_report_inlet(const struct tunnel *s, struct lb_run *run,
                                      struct lb_error *err);

/* Whether walls hold the stream together: the same flows through every plane. */
static inline bool lb_tunnel_is_confined(const struct tunnel *s)
{
    return s->walls == WALLS_SLIP || s->walls == WALLS_FIXED;
}

/* tunnel_forces.c: where the errors of its means are. */
bool lb_tunnel_find_error_sources(const struct lb_values *values, const char *result,
                                  struct lb_error_sources *out);

/* tunnel_pictures.c */
enum lb_status lb_tunnel_look(void *state, struct lb_run *run, struct lb_error *err);

#endif
