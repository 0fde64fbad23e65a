/* curved_gaps.c - the force of links across gaps, from wall to wall. A plane of fluid is crossed by
 * the populations of all links; where a gap is narrower than a diagonal, some of them lie between
 * solid cells, and their share of the stress is missing in what fluid cells exchange with walls.
 * docs/theory/walls.md
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "case/curved_walls.h"
#include "modules/module.h"

/* Of populations between walls at c_i's ends, between which the velocity is linear; of a viscosity that is not
 * known, nothing. */
double lb_gap_pull(const struct lb_case *c, const struct lb_gap_link *l)
{
    if (lb_case_viscosity_model(c) != lb_viscosity_models[0]) return 0.0;
    const double even = lb_case_relaxation_time(c) - 0.5;
    return 2.0 * even * c->lattice->weight[l->direction] / c->lattice->sound_speed_squared *
           l->shear;
}

/* From the body's centre to the nearest image of the cell; the force lies on a line through it. */
static void arm_of(const struct lb_case *c, uint64_t cell, uint32_t body, double arm[3])
{
    for (int a = 0; a < 3; a++) {
        const uint32_t size = lb_case_whole_size(c, a);
        const double way = (double)(cell % size) + 0.5 - c->bodies[body - 1].centre[a];
        arm[a] = a < c->lattice->dimensions ? way - size * round(way / size) : 0.0;
        cell /= size;
    }
}

void lb_curved_gap_force(const struct lb_case *c, uint32_t body, double force[3], double moment[3])
{
    memset(force, 0, 3 * sizeof *force);
    memset(moment, 0, 3 * sizeof *moment);
    for (uint64_t n = 0; n < c->curved->gap_count; n++) {
        const struct lb_gap_link *l = &c->curved->gaps[n];
        const int *along = c->lattice->c[l->direction];
        double arm[3];
        if (l->body != body && l->behind != body) continue;
        const double pull = l->body == body ? lb_gap_pull(c, l) : -lb_gap_pull(c, l);
        arm_of(c, l->cell, body, arm);
        for (int a = 0; a < 3; a++) {
            const int b = (a + 1) % 3, d = (a + 2) % 3;
            force[a] += pull * along[a];
            moment[a] += pull * (arm[b] * along[d] - arm[d] * along[b]);
        }
    }
}
