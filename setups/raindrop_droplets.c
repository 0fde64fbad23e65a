/* raindrop_droplets.c - what leaves at the top: droplets, particles in them and by themselves.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "raindrop_state.h"

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
    ptrdiff_t found = lb_droplets_at(&s->droplets, at[0], at[1], at[2]);
    for (uint32_t n = 0; n < 27 && found < 0; n++)
        found = lb_droplets_at(&s->droplets, (at[0] + s->size[0] + n % 3 - 1) % s->size[0],
                               (at[1] + s->size[1] + n / 3 % 3 - 1) % s->size[1],
                               (at[2] + s->size[2] + n / 9 - 1) % s->size[2]);
    return found;
}

static enum lb_status add_droplet(struct raindrop *s, uint64_t step, const struct lb_droplet *d,
                                  double particles, struct lb_error *err)
{
    const double cube = s->metre * s->metre * s->metre;
    double row[DROPLET_COLUMNS] = {
        [DROPLET_STEP] = (double)step,
        [DROPLET_CELLS] = (double)d->cells,
        [DROPLET_DIAMETER] = d->diameter,
        [DROPLET_VOLUME] = d->volume,
        [DROPLET_MASS] = d->mass,
        [DROPLET_PARTICLES] = particles,
        [DROPLET_TIME_SI] = s->second * (double)step,
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
    return lb_table_add(&s->gone, row, err);
}

static enum lb_status take_droplets(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    uint32_t *riders = NULL;
    double *aboard = NULL;
    size_t count = 0;
    LB_TRY(lb_solver_take_droplets(lb_run_solver(run), LB_RAINDROP_UP, LB_RAINDROP_TOP,
                                   &s->droplets, err));
    if (s->droplets.count == 0) return LB_STATUS_OK;
    riders = calloc((size_t)s->particles + 1, sizeof *riders);
    aboard = calloc(s->droplets.count, sizeof *aboard);
    LB_REQUIRE(riders != NULL && aboard != NULL, LB_STATUS_FAILED, "no memory for droplets");
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    for (uint32_t n = 0; n < s->particles; n++) {
        const double *x = s->position + 3 * (size_t)n;
        const ptrdiff_t droplet = isnan(x[0]) ? -1 : droplet_of(s, x);
        if (droplet < 0) continue;
        aboard[droplet] += 1.0;
        riders[count++] = n;
    }
    LB_TRY(lb_solver_retire_markers(lb_run_solver(run), riders, count, err));
    for (size_t n = 0; n < s->droplets.count; n++)
        LB_TRY(add_droplet(s, lb_run_step(run), &s->droplets.list[n], aboard[n], err));
cleanup:
    free(riders);
    free(aboard);
    return st;
}

/* Particles in the layers that were just cleared left by themselves, or with the crown. */
static enum lb_status take_particles(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    size_t count = 0;
    uint32_t *gone = malloc(((size_t)s->particles + 1) * sizeof *gone);
    LB_REQUIRE(gone != NULL, LB_STATUS_FAILED, "no memory for particles");
    LB_TRY(lb_raindrop_read_particles(s, run, err));
    for (uint32_t n = 0; n < s->particles; n++)
        if (s->position[3 * (size_t)n + 2] > (double)s->size[2] - 1.0 - LB_RAINDROP_TOP)
            gone[count++] = n;
    LB_TRY(lb_solver_retire_markers(lb_run_solver(run), gone, count, err));
    s->alone += count;
cleanup:
    free(gone);
    return st;
}

enum lb_status lb_raindrop_open_top(struct raindrop *s, struct lb_run *run, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    double mass = 0.0;
    LB_TRY(take_droplets(s, run, err));
    LB_TRY(lb_solver_cut_off_top(lb_run_solver(run), LB_RAINDROP_UP, LB_RAINDROP_TOP, &mass, err));
    s->cut_off += mass;
    LB_TRY(take_particles(s, run, err));
cleanup:
    return st;
}
