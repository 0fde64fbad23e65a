/* raindrop_state.h - what the setup raindrop knows; for its own files only.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_RAINDROP_STATE_H
#define LB_SETUPS_RAINDROP_STATE_H

#include "analysis/droplet.h"
#include "geometry/volume_fraction.h"
#include "run/setup.h"
#include "mass_balance.h"

/* The time series, in the order in which an observation makes them. */
enum { LB_RAINDROP_DROPLETS, LB_RAINDROP_CAVITY };
/* Of the history of cavity and crown. */
enum {
    COLUMN_STEP,
    COLUMN_TIME, /* [s] */
    COLUMN_CROWN_HEIGHT,
    COLUMN_CROWN_DIAMETER,
    COLUMN_CAVITY_DEPTH,
    COLUMN_AXIS_DEPTH,
    COLUMN_CAVITY_DIAMETER,
    COLUMN_CAVITY_VOLUME, /* [m^3]; lengths in [m] */
    COLUMN_DROPLETS,      /* so far */
    COLUMN_MASS_ERROR,
    COLUMNS
};
/* Of a droplet that left; first in lattice units, then in SI. */
enum {
    DROPLET_STEP,
    DROPLET_CELLS,
    DROPLET_DIAMETER,
    DROPLET_VOLUME,
    DROPLET_MASS,
    DROPLET_VELOCITY,
    DROPLET_PLACE = DROPLET_VELOCITY + 3,
    DROPLET_PARTICLES = DROPLET_PLACE + 3,
    DROPLET_TIME_SI,
    DROPLET_DIAMETER_SI,
    DROPLET_VOLUME_SI,
    DROPLET_MASS_SI,
    DROPLET_VELOCITY_SI,
    DROPLET_PLACE_SI = DROPLET_VELOCITY_SI + 3,
    DROPLET_DIAMETER_UM = DROPLET_PLACE_SI + 3, /* for histograms */
    DROPLET_COLUMNS
};
enum {
    LB_RAINDROP_UP = 2, /* the axis */
    /* Layers that count as the top: nothing crosses them between two looks, as nothing is faster
     * than sound, and so nothing meets the lid. */
    LB_RAINDROP_EVERY = 10, /* steps between two looks */
    LB_RAINDROP_TOP = 6
};

struct raindrop {
    struct { /* as given */
        double diameter, speed, density, viscosity, tension, gravity, time;
    } si;
    double metre, second; /* SI lengths and times of a cell and of a step */
    double diameter, speed, angle, gravity, viscosity, tension;
    double level;   /* of the still water above the box's lower end */
    double contact; /* step at which the drop would meet it undisturbed */
    uint32_t size[3];
    bool has_walls;
    struct lb_sphere drop;
    double velocity[3];
    double *position, *force; /* of the particles, and of one more where the drop lands: the mark */
    struct lb_markers markers;
    uint32_t particles;
    uint64_t next_picture;
    int pictures;
    struct lb_mass_balance balance;
    struct lb_droplets droplets; /* those of this observation */
    double landing[2][2];        /* {step, depth of the mark} at contact and some time later */
    int landings;
    double cut_off; /* mass of the crown that grew out of the box */
    uint64_t alone; /* particles that left at the top without a droplet */
};

/* Where the particles are now, into s->position; NaN of those that are gone. */
enum lb_status lb_raindrop_read_particles(struct raindrop *s, struct lb_run *run,
                                          struct lb_error *err);

/* raindrop_droplets.c: takes droplets at the top out, a row each, with the particles in them, and
 * cuts off what else reaches it. */
enum lb_status lb_raindrop_open_top(struct raindrop *s, struct lb_run *run, struct lb_error *err);

/* raindrop_measure.c: a row of the history of cavity and crown. */
enum lb_status lb_raindrop_measure(void *state, struct lb_run *run, const struct lb_record *record,
                                   struct lb_error *err);
/* The step at which the mark has told how the drop lands. */
double lb_raindrop_landed(const struct raindrop *s);
/* Where the mark is at contact, and some time later. */
enum lb_status lb_raindrop_follow_mark(struct raindrop *s, struct lb_run *run,
                                       struct lb_error *err);

/* raindrop_pictures.c: water and particles as .vtp; as a picture. */
enum lb_status lb_raindrop_write_scene(void *state, struct lb_run *run, struct lb_error *err);
enum lb_status lb_raindrop_draw(struct raindrop *s, struct lb_run *run, struct lb_error *err);

/* raindrop_report.c: results, verdicts, the chart. */
enum lb_status lb_raindrop_report(const struct raindrop *s, struct lb_run *run,
                                  struct lb_error *err);

#endif
