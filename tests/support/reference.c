/* reference.c - the lattice-Boltzmann step written down as in a textbook.
 * Equilibrium and bounce-back: Krueger et al., The Lattice Boltzmann Method (2017), chapters 3
 * and 5; force: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002); moving wall: Ladd, J. Fluid Mech.
 * 271, 285 (1994).
 * SPDX-License-Identifier: MIT */
#include "support/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct populations {
    double f[LB_MAX_DIRECTIONS];
};

struct lb_reference {
    const struct lb_case *c;
    bool round_storage;
    double omega;
    double rounding;
    struct lb_cell *cells;
    struct populations *now; /* post-collision, plain f_i */
    struct populations *next;
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double along(const struct lb_lattice *l, int i, const double v[3])
{
    return l->c[i][0] * v[0] + l->c[i][1] * v[1] + l->c[i][2] * v[2];
}

double lb_reference_equilibrium(const struct lb_lattice *l, int i, double rho, const double u[3])
{
    const double c2 = l->sound_speed_squared;
    const double cu = along(l, i, u);
    return l->weight[i] * rho *
           (1.0 + cu / c2 + cu * cu / (2.0 * c2 * c2) - dot(u, u) / (2.0 * c2));
}

/* Searched for, not computed from the index, so that the numbering rule is not relied upon. */
static int opposite_of(const struct lb_lattice *l, int i)
{
    for (int k = 0; k < l->directions; k++)
        if (l->c[k][0] == -l->c[i][0] && l->c[k][1] == -l->c[i][1] && l->c[k][2] == -l->c[i][2])
            return k;
    return -1;
}

static uint32_t step_back(uint32_t at, int by, uint32_t size)
{
    return (uint32_t)(((int64_t)at - by + size) % size);
}

static uint64_t index_of(const struct lb_case *c, uint32_t x, uint32_t y, uint32_t z)
{
    return ((uint64_t)z * c->size[1] + y) * c->size[0] + x;
}

/* The populations that stream into the cell, with the wall rules applied. */
static void gather(const struct lb_reference *r, uint32_t x, uint32_t y, uint32_t z, double f[])
{
    const struct lb_case *c = r->c;
    const struct lb_lattice *l = c->lattice;
    const uint64_t here = index_of(c, x, y, z);
    for (int i = 0; i < l->directions; i++) {
        const uint64_t there =
            index_of(c, step_back(x, l->c[i][0], c->size[0]), step_back(y, l->c[i][1], c->size[1]),
                     step_back(z, l->c[i][2], c->size[2]));
        const struct lb_cell *source = &r->cells[there];
        if ((source->flags & LB_CELL_SOLID) == 0) {
            f[i] = r->now[there].f[i];
            continue;
        }
        f[i] = r->now[here].f[opposite_of(l, i)];
        if ((source->flags & LB_CELL_MOVING) != 0)
            f[i] += 2.0 * l->weight[i] * along(l, i, source->u) / l->sound_speed_squared;
    }
}

static void take_moments(const struct lb_case *c, const double f[], double *rho, double u[3])
{
    *rho = 0.0;
    for (int a = 0; a < 3; a++)
        u[a] = 0.5 * c->force[a];
    for (int i = 0; i < c->lattice->directions; i++) {
        *rho += f[i];
        for (int a = 0; a < 3; a++)
            u[a] += c->lattice->c[i][a] * f[i];
    }
    for (int a = 0; a < 3; a++)
        u[a] /= *rho;
}

double lb_reference_force_term(const struct lb_lattice *l, int i, const double force[3],
                               const double u[3])
{
    const double c2 = l->sound_speed_squared;
    const double cf = along(l, i, force);
    const double cu = along(l, i, u);
    return l->weight[i] * ((cf - dot(u, force)) / c2 + cu * cf / (c2 * c2));
}

static void collide_srt(const struct lb_reference *r, double f[])
{
    double rho;
    double u[3];
    take_moments(r->c, f, &rho, u);
    for (int i = 0; i < r->c->lattice->directions; i++)
        f[i] += r->omega * (lb_reference_equilibrium(r->c->lattice, i, rho, u) - f[i]) +
                (1.0 - 0.5 * r->omega) * lb_reference_force_term(r->c->lattice, i, r->c->force, u);
}

static void set_equilibrium(const struct lb_lattice *l, const struct lb_cell *cell, double f[])
{
    for (int i = 0; i < l->directions; i++)
        f[i] = lb_reference_equilibrium(l, i, cell->rho, cell->u);
}

/* What writing the populations to memory and reading them again does to them. */
static void store(struct lb_reference *r, uint64_t cell)
{
    const struct lb_case *c = r->c;
    if (!r->round_storage) return;
    double change = 0.0;
    for (int i = 0; i < c->lattice->directions; i++) {
        const double offset = c->shift ? c->lattice->weight[i] : 0.0;
        const double before = r->now[cell].f[i] - offset;
        const double after = c->storage->decode(c->storage->encode(before));
        r->now[cell].f[i] = after + offset;
        change += fabs(after - before);
    }
    if (change > r->rounding) r->rounding = change;
}

static void update_cell(struct lb_reference *r, uint32_t x, uint32_t y, uint32_t z)
{
    const uint64_t n = index_of(r->c, x, y, z);
    const struct lb_cell *cell = &r->cells[n];
    if ((cell->flags & LB_CELL_SOLID) != 0) return;
    if ((cell->flags & LB_CELL_EQUILIBRIUM) != 0) {
        set_equilibrium(r->c->lattice, cell, r->next[n].f);
        return;
    }
    gather(r, x, y, z, r->next[n].f);
    collide_srt(r, r->next[n].f);
}

void lb_reference_advance(struct lb_reference *r, uint64_t steps)
{
    const uint64_t cell_count = lb_case_cell_count(r->c);
    for (uint64_t t = 0; t < steps; t++) {
        for (uint32_t z = 0; z < r->c->size[2]; z++)
            for (uint32_t y = 0; y < r->c->size[1]; y++)
                for (uint32_t x = 0; x < r->c->size[0]; x++)
                    update_cell(r, x, y, z);
        struct populations *old = r->now;
        r->now = r->next;
        r->next = old;
        for (uint64_t n = 0; n < cell_count; n++)
            if ((r->cells[n].flags & LB_CELL_SOLID) == 0) store(r, n);
    }
}

static void set_start(struct lb_reference *r)
{
    const struct lb_case *c = r->c;
    for (uint32_t z = 0; z < c->size[2]; z++)
        for (uint32_t y = 0; y < c->size[1]; y++)
            for (uint32_t x = 0; x < c->size[0]; x++) {
                const uint64_t n = index_of(c, x, y, z);
                r->cells[n] = (struct lb_cell){.flags = LB_CELL_FLUID, .rho = 1.0};
                c->start(c->start_state, x, y, z, &r->cells[n]);
                if ((r->cells[n].flags & LB_CELL_SOLID) != 0) continue;
                set_equilibrium(c->lattice, &r->cells[n], r->now[n].f);
                store(r, n);
            }
}

enum lb_status lb_reference_create(const struct lb_case *c, bool round_storage,
                                   struct lb_reference **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t n = (size_t)lb_case_cell_count(c);
    struct lb_reference *r = calloc(1, sizeof *r);
    LB_REQUIRE(r != NULL, LB_STATUS_FAILED, "no memory for the reference");
    LB_REQUIRE(strcmp(c->collision->name, "srt") == 0, LB_STATUS_USAGE,
               "the reference does not know the collision operator '%s'", c->collision->name);
    r->c = c;
    r->round_storage = round_storage;
    r->omega = 1.0 / (c->viscosity / c->lattice->sound_speed_squared + 0.5);
    r->cells = calloc(n, sizeof *r->cells);
    r->now = calloc(n, sizeof *r->now);
    r->next = calloc(n, sizeof *r->next);
    LB_REQUIRE(r->cells != NULL && r->now != NULL && r->next != NULL, LB_STATUS_FAILED,
               "no memory for the reference's %zu cells", n);
    set_start(r);
    *out = r;
    r = NULL;
cleanup:
    lb_reference_destroy(r);
    return st;
}

void lb_reference_destroy(struct lb_reference *r)
{
    if (r == NULL) return;
    free(r->cells);
    free(r->now);
    free(r->next);
    free(r);
}

const struct lb_cell *lb_reference_cells(const struct lb_reference *r)
{
    return r->cells;
}

static void observe_cell(const struct lb_reference *r, uint32_t x, uint32_t y, uint32_t z,
                         double *rho, double u[3])
{
    const struct lb_cell *cell = &r->cells[index_of(r->c, x, y, z)];
    double f[LB_MAX_DIRECTIONS];
    if ((cell->flags & LB_CELL_SOLID) != 0) {
        *rho = 1.0;
        for (int a = 0; a < 3; a++)
            u[a] = (cell->flags & LB_CELL_MOVING) != 0 ? cell->u[a] : 0.0;
    } else if ((cell->flags & LB_CELL_EQUILIBRIUM) != 0) {
        *rho = cell->rho;
        for (int a = 0; a < 3; a++)
            u[a] = cell->u[a];
    } else {
        gather(r, x, y, z, f);
        take_moments(r->c, f, rho, u);
    }
}

void lb_reference_read(const struct lb_reference *r, double *rho, double *u)
{
    for (uint32_t z = 0; z < r->c->size[2]; z++)
        for (uint32_t y = 0; y < r->c->size[1]; y++)
            for (uint32_t x = 0; x < r->c->size[0]; x++) {
                const uint64_t n = index_of(r->c, x, y, z);
                double density;
                double velocity[3];
                observe_cell(r, x, y, z, &density, velocity);
                if (rho != NULL) rho[n] = density;
                if (u != NULL) memcpy(&u[3 * n], velocity, sizeof velocity);
            }
}

double lb_reference_magnitude(const struct lb_reference *r)
{
    const struct lb_case *c = r->c;
    double largest = 0.0;
    for (uint64_t n = 0; n < lb_case_cell_count(c); n++) {
        if ((r->cells[n].flags & LB_CELL_SOLID) != 0) continue;
        double sum = 0.0;
        for (int i = 0; i < c->lattice->directions; i++)
            sum += fabs(r->now[n].f[i] - (c->shift ? c->lattice->weight[i] : 0.0));
        if (sum > largest) largest = sum;
    }
    return largest;
}

double lb_reference_rounding(const struct lb_reference *r)
{
    return r->rounding;
}
