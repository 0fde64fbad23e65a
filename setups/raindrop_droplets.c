/* raindrop_droplets.c - what leaves at the top: droplets, particles in them and by themselves.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "raindrop_state.h"
#include "solver/free_surface_query.h"

static uint32_t cell_along(double x, uint32_t size)
{
    const double wrapped = x - size * floor(x / size);
    return wrapped < size ? (uint32_t)wrapped : 0;
}

/* The droplet that a particle goes with: that of its cell or of one beside it; -1: none. */
static ptrdiff_t droplet_of(const struct raindrop *s, const double *x)
{
    uint32_t at[3];
    for (int a = 0; a < 3; a++)
        at[a] = cell_along(x[a], s->size[a]);
    return lb_droplets_beside(&s->droplets, at[0], at[1], at[2]);
}

static enum lb_status add_droplet(const struct raindrop *s, struct lb_run *run,
                                  const struct lb_droplet *d, double particles,
                                  struct lb_error *err)
{
    const double step = (double)lb_run_step(run);
    const double cube = s->metre * s->metre * s->metre;
    double row[DROPLET_COLUMNS] = {
        [DROPLET_STEP] = step,
        [DROPLET_CELLS] = (double)d->cells,
        [DROPLET_DIAMETER] = d->diameter,
        [DROPLET_VOLUME] = d->volume,
        [DROPLET_MASS] = d->mass,
        [DROPLET_PARTICLES] = particles,
        [DROPLET_TIME_SI] = s->second * step,
        [DROPLET_DIAMETER_SI] = s->metre * d->diameter,
        [DROPLET_DIAMETER_UM] = 1e6 * s->metre * d->diameter,
        [DROPLET_VOLUME_SI] = cube * d->volume,
        [DROPLET_MASS_SI] = s->si.density * cube * d->mass,
    };
    for (int a = 0; a < 3; a++) {
        row[DROPLET_VELOCITY + a] = d->velocity[a];
        row[DROPLET_PLACE + a] = d->centroid[a];
        row[DROPLET_VELOCITY_SI + a] = s->metre / s->second * d->velocity[a];
        row[DROPLET_PLACE_SI + a] = s->metre * d->centroid[a];
    }
    return lb_run_add_row(run, LB_RAINDROP_DROPLETS, row, err);
}

/* Numbers of particles that leave. */
struct leaving {
    uint32_t *which;
    size_t count;
};

static enum lb_status take_droplets(struct raindrop *s, struct lb_run *run, struct leaving *gone,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double *aboard = NULL;
    LB_TRY(lb_solver_take_droplets(lb_run_solver(run), LB_RAINDROP_UP, LB_RAINDROP_TOP,
                                   &s->droplets, err));
    if (s->droplets.count == 0) return LB_STATUS_OK;
    aboard = calloc(s->droplets.count, sizeof *aboard);
    LB_REQUIRE(aboard != NULL, LB_STATUS_FAILED, "no memory for droplets");
    for (uint32_t n = 0; n < s->particles; n++) {
        double *x = s->position + 3 * (size_t)n;
        const ptrdiff_t droplet = isnan(x[0]) ? -1 : droplet_of(s, x);
        if (droplet < 0) continue;
        aboard[droplet] += 1.0;
        gone->which[gone->count++] = n;
        x[0] = x[1] = x[2] = (double)NAN;
    }
    for (size_t n = 0; n < s->droplets.count; n++)
        LB_TRY(add_droplet(s, run, &s->droplets.list[n], aboard[n], err));
cleanup:
    free(aboard);
    return st;
}

/* Particles in the layers that were just cleared left by themselves, or with the crown. */
static void take_particles(struct raindrop *s, struct leaving *gone)
{
    const double top = (double)s->size[2] - 1.0 - LB_RAINDROP_TOP;
    for (uint32_t n = 0; n < s->particles; n++) {
        if (!(s->position[3 * (size_t)n + 2] > top)) continue; /* NaN: has left before */
        gone->which[gone->count++] = n;
        s->alone++;
    }
}

enum lb_status lb_raindrop_open_top(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_solver *solver = lb_run_solver(run);
    double mass = 0.0;
    struct leaving gone = {.which = malloc(((size_t)s->particles + 1) * sizeof *gone.which)};
    LB_REQUIRE(gone.which != NULL, LB_STATUS_FAILED, "no memory for particles");
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    LB_TRY(take_droplets(s, run, &gone, err));
    LB_TRY(lb_solver_cut_off_top(solver, LB_RAINDROP_UP, LB_RAINDROP_TOP, &mass, err));
    s->cut_off += mass;
    take_particles(s, &gone);
    LB_TRY(lb_solver_retire_markers(solver, gone.which, gone.count, err));
cleanup:
    free(gone.which);
    return st;
}
