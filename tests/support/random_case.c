/* random_case.c - a wave, noise and scattered special cells, from a counter-based hash.
 * SPDX-License-Identifier: MIT */
#include "support/random_case.h"
#include "support/test_solver.h"

#include <math.h>
#include <stddef.h>

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014). */
static uint64_t mix(uint64_t v)
{
    v += UINT64_C(0x9e3779b97f4a7c15);
    v = (v ^ (v >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    v = (v ^ (v >> 27)) * UINT64_C(0x94d049bb133111eb);
    return v ^ (v >> 31);
}

double lb_random_number(uint64_t seed, uint32_t x, uint32_t y, uint32_t z, uint32_t channel)
{
    const uint64_t h = mix(mix(mix(mix(mix(seed) ^ x) ^ y) ^ z) ^ channel);
    return (double)(h >> 11) * 0x1p-52 - 1.0;
}

/* Turns a share of the cells into special ones; the rest stays fluid. */
static uint8_t choose_flags(const struct lb_random_state *s, uint32_t x, uint32_t y, uint32_t z)
{
    const double draw = 0.5 * (1.0 + lb_random_number(s->seed, x, y, z, 0));
    if (draw < 0.10 && (s->with & LB_WITH_SOLID) != 0) return LB_CELL_SOLID;
    if (draw >= 0.10 && draw < 0.20 && (s->with & LB_WITH_MOVING) != 0)
        return LB_CELL_SOLID | LB_CELL_MOVING;
    if (draw >= 0.20 && draw < 0.30 && (s->with & LB_WITH_EQUILIBRIUM) != 0)
        return LB_CELL_EQUILIBRIUM;
    return LB_CELL_FLUID;
}

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_random_state *s = state;
    const double turn = 6.283185307179586;
    const double phase =
        turn * ((double)x / s->size[0] + (double)y / s->size[1] + (double)z / s->size[2]);
    out->flags = choose_flags(s, x, y, z);
    out->rho = 1.0 + s->density_amplitude *
                         (0.5 * cos(phase) + 0.5 * lb_random_number(s->seed, x, y, z, 1));
    for (uint32_t a = 0; a < (uint32_t)s->dimensions; a++)
        out->u[a] =
            s->amplitude * (0.5 * sin(phase + a) + 0.5 * lb_random_number(s->seed, x, y, z, 2 + a));
}

void lb_random_case_init(struct lb_case *c, struct lb_random_state *state,
                         const struct lb_lattice *lattice, unsigned with, uint32_t nx, uint32_t ny,
                         uint32_t nz)
{
    *state = (struct lb_random_state){.with = with,
                                      .dimensions = lattice->dimensions,
                                      .seed = 20240229,
                                      .size = {nx, ny, nz},
                                      .amplitude = 0.05,
                                      .density_amplitude = 0.05};
    lb_test_layout = (struct lb_layout_wishes){.lanes = 1};
    *c = (struct lb_case){.name = "random",
                          .lattice = lattice,
                          .collision = lb_collision_find("srt"),
                          .storage = lb_number_format_find("fp64"),
                          .arithmetic = LB_ARITHMETIC_FP64,
                          .streaming = LB_STREAMING_IN_PLACE,
                          .shift = true,
                          .size = {nx, ny, nz},
                          .viscosity = 0.3 * lattice->sound_speed_squared,
                          .start = fill_cell,
                          .start_state = state};
    if ((with & LB_WITH_FORCE) != 0) {
        c->force[0] = 1e-3;
        c->force[1] = -2e-3;
        c->force[2] = lattice->dimensions == 3 ? 1.5e-3 : 0.0;
    }
    if ((with & LB_WITH_SOLID) != 0) c->cell_kinds |= LB_CELL_SOLID;
    if ((with & LB_WITH_MOVING) != 0) c->cell_kinds |= LB_CELL_SOLID | LB_CELL_MOVING;
    if ((with & LB_WITH_EQUILIBRIUM) != 0) c->cell_kinds |= LB_CELL_EQUILIBRIUM;
}
