/* reference.c - the lattice-Boltzmann step written down as in a textbook.
 * Equilibrium and bounce-back: Krueger et al., The Lattice Boltzmann Method (2017), chapters 3
 * and 5; force: Guo, Zheng, Shi, Phys. Rev. E 65, 046308 (2002); moving wall: Ladd, J. Fluid Mech.
 * 271, 285 (1994).
 * Two relaxation times: Ginzburg, Verhaeghe, d'Humieres, Commun. Comput. Phys. 3, 427 (2008); many:
 * d'Humieres et al., Phil. Trans. R. Soc. A 360, 437 (2002); D3Q13: d'Humieres, Bouzidi,
 * Lallemand, Phys. Rev. E 63, 066702 (2001).
 * SPDX-License-Identifier: MIT */
#include "reference/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference/moment_matrices.h"

struct populations {
    double f[LB_MAX_DIRECTIONS];
};

struct lb_reference {
    const struct lb_case *c;
    void (*collide)(const struct lb_reference *r, double f[]);
    bool is_d3q13_fluid; /* D3Q13 under MRT: an equilibrium of its own */
    bool round_storage;
    /* with a viscosity of each cell's own: its relaxation time, by that without; NULL: there is none */
    double (*time)(const struct lb_reference *r, const double f[], double without);
    double omega; /* of the cell that is collided */
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

/* Component along the axis that an edge direction has no part in. */
static double across(const int c[3], const double v[3])
{
    for (int a = 0; a < 3; a++)
        if (c[a] == 0) return v[a];
    return 0.0;
}

double lb_reference_d3q13_equilibrium(const struct lb_lattice *l, int i, double rho,
                                      const double u[3])
{
    if (i == 0) return 0.5 * rho * (1.0 - dot(u, u));
    const double cu = along(l, i, u), un = across(l->c[i], u);
    return rho / 24.0 * (1.0 + 3.0 * cu + 3.0 * cu * cu - 3.0 * un * un);
}

/* The derivative of that equilibrium along F / rho. */
static double d3q13_force_term(const struct lb_lattice *l, int i, const double force[3],
                               const double u[3])
{
    if (i == 0) return -dot(u, force);
    return (3.0 * along(l, i, force) + 6.0 * along(l, i, u) * along(l, i, force) -
            6.0 * across(l->c[i], u) * across(l->c[i], force)) /
           24.0;
}

static double equilibrium(const struct lb_reference *r, int i, double rho, const double u[3])
{
    return r->is_d3q13_fluid ? lb_reference_d3q13_equilibrium(r->c->lattice, i, rho, u)
                             : lb_reference_equilibrium(r->c->lattice, i, rho, u);
}

static double force_term(const struct lb_reference *r, int i, const double u[3])
{
    return r->is_d3q13_fluid ? d3q13_force_term(r->c->lattice, i, r->c->force, u)
                             : lb_reference_force_term(r->c->lattice, i, r->c->force, u);
}

static void collide_srt(const struct lb_reference *r, double f[])
{
    double rho;
    double u[3];
    take_moments(r->c, f, &rho, u);
    for (int i = 0; i < r->c->lattice->directions; i++)
        f[i] += r->omega * (equilibrium(r, i, rho, u) - f[i]) +
                (1.0 - 0.5 * r->omega) * force_term(r, i, u);
}

/* The symmetric part of f - f_eq relaxes at omega, the antisymmetric part at the rate of the magic
 * parameter; the force term's parts likewise. */
static void collide_trt(const struct lb_reference *r, double f[])
{
    const struct lb_lattice *l = r->c->lattice;
    const double magic = r->c->magic > 0.0 ? r->c->magic : 3.0 / 16.0;
    const double odd_omega = 1.0 / (0.5 + magic / (1.0 / r->omega - 0.5));
    double rho;
    double u[3];
    double off[LB_MAX_DIRECTIONS], force[LB_MAX_DIRECTIONS];
    take_moments(r->c, f, &rho, u);
    for (int i = 0; i < l->directions; i++) {
        off[i] = f[i] - equilibrium(r, i, rho, u);
        force[i] = force_term(r, i, u);
    }
    for (int i = 0; i < l->directions; i++) {
        const int o = opposite_of(l, i);
        f[i] -= r->omega * 0.5 * (off[i] + off[o]) + odd_omega * 0.5 * (off[i] - off[o]);
        f[i] += (1.0 - 0.5 * r->omega) * 0.5 * (force[i] + force[o]) +
                (1.0 - 0.5 * odd_omega) * 0.5 * (force[i] - force[o]);
    }
}

static const struct lb_moment_matrix *find_matrix(const struct lb_lattice *l)
{
    for (int k = 0; k < LB_MOMENT_MATRICES; k++)
        if (strcmp(lb_moment_matrices[k].lattice, l->name) == 0) return &lb_moment_matrices[k];
    return NULL;
}

static double rate_of(const struct lb_reference *r, const struct lb_moment_row *m)
{
    const double viscosity = r->c->lattice->sound_speed_squared * (1.0 / r->omega - 0.5);
    if (m->viscosity > 0.0) return 1.0 / (viscosity / m->viscosity + 0.5);
    for (const struct lb_chosen_rate *k = r->c->rates; k->group != NULL; k++)
        if (strcmp(k->group, m->group) == 0) return k->rate;
    return m->rate;
}

/* f* = f - M^-1 S M (f - f_eq) + M^-1 (1 - S/2) M F, row by row; rows are orthogonal under the
 * weights, so that column k of M^-1 is w_i M_ki / sum_j w_j M_kj^2. */
static void collide_mrt(const struct lb_reference *r, double f[])
{
    const struct lb_lattice *l = r->c->lattice;
    const struct lb_moment_matrix *matrix = find_matrix(l);
    double rho;
    double u[3];
    double change[LB_MAX_DIRECTIONS] = {0};
    take_moments(r->c, f, &rho, u);
    for (int k = 0; k < l->directions; k++) {
        const struct lb_moment_row *m = &matrix->rows[k];
        const double rate = rate_of(r, m);
        double off = 0.0, force = 0.0, norm = 0.0;
        for (int i = 0; i < l->directions; i++) {
            off += m->row[i] * (f[i] - equilibrium(r, i, rho, u));
            force += m->row[i] * force_term(r, i, u);
            norm += l->weight[i] * m->row[i] * m->row[i];
        }
        for (int i = 0; i < l->directions; i++)
            change[i] +=
                l->weight[i] * m->row[i] / norm * ((1.0 - 0.5 * rate) * force - rate * off);
    }
    for (int i = 0; i < l->directions; i++)
        f[i] += change[i];
}

/* Binomial coefficient of n <= 2. */
static double choose(int n, int k)
{
    return n == 2 && k == 1 ? 2.0 : 1.0;
}

/* A central moment of orders p, q, r <= 2 of a Gaussian with the covariance c^2 + n / rho, linear in n:
 * Isserlis' theorem. */
static double gaussian_moment(double rho, double c2, double n[3][3], const int order[3])
{
    double sum = rho;
    int odd[3], odd_count = 0;
    for (int a = 0; a < 3; a++) {
        if (order[a] == 2) sum *= c2;
        if (order[a] == 1) odd[odd_count++] = a;
    }
    if (odd_count == 1 || odd_count == 3) return 0.0;
    if (odd_count == 2) return sum / rho * n[odd[0]][odd[1]];
    for (int a = 0; a < 3; a++)
        if (order[a] == 2) sum += n[a][a] * pow(c2, (order[0] + order[1] + order[2]) / 2 - 1);
    return sum;
}

static double raw_moment(double rho, double c2, const double u[3], double n[3][3],
                         const int order[3])
{
    double sum = 0.0;
    int k[3];
    for (k[0] = 0; k[0] <= order[0]; k[0]++)
        for (k[1] = 0; k[1] <= order[1]; k[1]++)
            for (k[2] = 0; k[2] <= order[2]; k[2]++) {
                double product = gaussian_moment(rho, c2, n, k);
                for (int a = 0; a < 3; a++)
                    product *= choose(order[a], k[a]) * pow(u[a], order[a] - k[a]);
                sum += product;
            }
    return sum;
}

/* What a moment of order p along one axis gives the population of direction c there. */
static double inverse_moment(int c, int p)
{
    static const double inverse[3][3] = {{0.0, -0.5, 0.5}, {1.0, 0.0, -1.0}, {0.0, 0.5, 0.5}};
    return inverse[c + 1][p];
}

/* A velocity set without corners, or without an axis, has moments 0 there. */
static bool has_moment(const struct lb_lattice *l, const int order[3])
{
    if (l->dimensions == 2) return order[2] == 0;
    return l->directions == 27 || order[0] == 0 || order[1] == 0 || order[2] == 0;
}

/* Second moments less those of the equilibrium; half of the force's part before and, in `after`, half of
 * it behind. */
static void take_stress(const struct lb_reference *r, const double f[], double rho,
                        const double u[3], double n[3][3], double after[3][3])
{
    const struct lb_lattice *l = r->c->lattice;
    for (int a = 0; a < l->dimensions; a++)
        for (int b = 0; b < l->dimensions; b++) {
            after[a][b] = 0.5 * (r->c->force[a] * u[b] + r->c->force[b] * u[a]);
            n[a][b] = after[a][b] - rho * (u[a] * u[b] + (a == b ? l->sound_speed_squared : 0.0));
            for (int i = 0; i < l->directions; i++)
                n[a][b] += l->c[i][a] * l->c[i][b] * f[i];
        }
}

/* The same without their trace. */
static void take_deviator(const struct lb_reference *r, const double f[], double rho,
                          const double u[3], double n[3][3], double after[3][3])
{
    const struct lb_lattice *l = r->c->lattice;
    double trace = 0.0;
    take_stress(r, f, rho, u, n, after);
    for (int a = 0; a < l->dimensions; a++)
        trace += n[a][a];
    for (int a = 0; a < l->dimensions; a++)
        n[a][a] -= trace / l->dimensions;
}

/* |S| c^2 t, where |S| = (2 S_ab S_ab)^(1/2) and S_ab = -n_ab / (2 rho c^2 t). */
static double shear_of(const struct lb_reference *r, const double f[])
{
    double rho, u[3], n[3][3] = {{0.0}}, after[3][3] = {{0.0}}, sum = 0.0;
    take_moments(r->c, f, &rho, u);
    take_deviator(r, f, rho, u, n, after);
    for (int a = 0; a < 9; a++)
        sum += n[a / 3][a % 3] * n[a / 3][a % 3];
    return sqrt(2.0 * sum) / (2.0 * rho);
}

/* A relaxation time t = nu / c^2 + 1/2 whose viscosity is that of the fluid and the sponge and
 * C^2 |S|: solved by iteration. */
static double smagorinsky_time(const struct lb_reference *r, const double f[], double without)
{
    const double c2 = r->c->lattice->sound_speed_squared, constant = r->c->viscosity_values[0];
    const double shear = shear_of(r, f);
    double t = without;
    for (int k = 0; k < 200; k++)
        t = 0.5 * (t + without + constant * constant * shear / (c2 * c2 * t));
    return t;
}

/* t = 1/2 + (what the law multiplies at the shear rate |S| of above) nu / c^2, by halving. */
static double law_time(const struct lb_reference *r, const double f[], double without)
{
    const double c2 = r->c->lattice->sound_speed_squared, *values = r->c->viscosity_values;
    const double viscous = lb_case_relaxation_time(r->c) - 0.5, sponge = without - 0.5 - viscous;
    const double shear = shear_of(r, f) / (c2 * values[0]);
    double low = 0.5, high = 0.5 + 1e6 * viscous;
    for (int k = 0; k < 200; k++) {
        const double t = 0.5 * (low + high);
        if (t < 0.5 + viscous * lb_viscosity_factor(r->c->viscosity_model, values, shear / t))
            low = t;
        else
            high = t;
    }
    return low + sponge;
}

/* Viscosity models that are no laws. */
static const struct {
    const char *name;
    double (*time)(const struct lb_reference *r, const double f[], double without);
} times[] = {{"constant", NULL}, {"smagorinsky", smagorinsky_time}};
enum { TIMES = sizeof times / sizeof *times };

static bool find_time(struct lb_reference *r, const struct lb_viscosity_model *model)
{
    r->time = law_time;
    if (model->law != NULL) return true;
    for (int k = 0; k < TIMES; k++) {
        r->time = times[k].time;
        if (strcmp(times[k].name, model->name) == 0) return true;
    }
    return false;
}

/* The relaxation rate of a cell where models and the sponge make it differ. */
static double rate_at(const struct lb_reference *r, uint32_t x, const double f[])
{
    const struct lb_case *c = r->c;
    double t = c->viscosity / c->lattice->sound_speed_squared + 0.5;
    if (c->sponge.length > 0.0 && x > c->sponge.begin)
        t += pow((x - c->sponge.begin) / c->sponge.length, 2.0);
    return 1.0 / (r->time != NULL ? r->time(r, f, t) : t);
}

/* Moments of all orders up to 2 along each axis, and populations from them axis by axis. */
static void collide_rr(const struct lb_reference *r, double f[])
{
    const struct lb_lattice *l = r->c->lattice;
    double rho, u[3], n[3][3] = {{0.0}}, after[3][3] = {{0.0}};
    int order[3];
    take_moments(r->c, f, &rho, u);
    take_deviator(r, f, rho, u, n, after);
    for (int a = 0; a < 9; a++)
        n[a / 3][a % 3] *= 1.0 - r->omega;
    memset(f, 0, (size_t)l->directions * sizeof *f);
    for (order[0] = 0; order[0] < 3; order[0]++)
        for (order[1] = 0; order[1] < 3; order[1]++)
            for (order[2] = 0; order[2] < 3; order[2]++) {
                if (!has_moment(l, order)) continue;
                double m = raw_moment(rho, l->sound_speed_squared, u, n, order);
                for (int a = 0; a < 3; a++)
                    for (int b = a; b < 3; b++) {
                        const int sum = order[0] + order[1] + order[2];
                        if (sum == 2 && (a == b ? order[a] == 2 : order[a] * order[b] == 1))
                            m += after[a][b];
                        if (sum == 1 && a == b && order[a] == 1) m += 0.5 * r->c->force[a];
                    }
                for (int i = 0; i < l->directions; i++)
                    f[i] += m * inverse_moment(l->c[i][0], order[0]) *
                            inverse_moment(l->c[i][1], order[1]) *
                            inverse_moment(l->c[i][2], order[2]);
            }
}

/* Populations of a density, a momentum and second moments, projected on Hermite polynomials of at most
 * second order: Latt, Chopard, Math. Comput. Simul. 72, 165 (2006). */
static void collide_rlb(const struct lb_reference *r, double f[])
{
    const struct lb_lattice *l = r->c->lattice;
    const double c2 = l->sound_speed_squared;
    double rho, u[3], j[3], n[3][3] = {{0.0}}, after[3][3] = {{0.0}};
    take_moments(r->c, f, &rho, u);
    take_stress(r, f, rho, u, n, after);
    for (int a = 0; a < 3; a++)
        j[a] = rho * u[a] + 0.5 * r->c->force[a];
    for (int i = 0; i < l->directions; i++) {
        double sum = rho + along(l, i, j) / c2;
        for (int a = 0; a < l->dimensions; a++)
            for (int b = 0; b < l->dimensions; b++) {
                const double second = rho * u[a] * u[b] + (1.0 - r->omega) * n[a][b] + after[a][b];
                sum += second * (l->c[i][a] * l->c[i][b] - (a == b ? c2 : 0.0)) / (2.0 * c2 * c2);
            }
        f[i] = l->weight[i] * sum;
    }
}

static const struct {
    const char *name;
    void (*collide)(const struct lb_reference *r, double f[]);
} collisions[] = {{"srt", collide_srt},
                  {"trt", collide_trt},
                  {"mrt", collide_mrt},
                  {"rr", collide_rr},
                  {"rlb", collide_rlb}};
enum { COLLISIONS = sizeof collisions / sizeof *collisions };

static void set_equilibrium(const struct lb_reference *r, const struct lb_cell *cell, double f[])
{
    for (int i = 0; i < r->c->lattice->directions; i++)
        f[i] = equilibrium(r, i, cell->rho, cell->u);
}

/* A power of two below 1/w: kernels/exponent/per_cell.cl. */
static double gain_of(const struct lb_case *c, int i)
{
    return exp2(floor(log2(1.0 / c->lattice->weight[i] * (1.0 + 1e-9))));
}

/* The last place of populations that share an exponent, in units of their gains: the smallest power of
 * two with which none reaches the end of the codes, also if rounded up. */
static double shared_place(const struct lb_case *c, const double f[])
{
    const double units = ldexp(1.0, c->storage->bits - 1);
    double most = 0.0, place = 1.0;
    for (int i = 0; i < c->lattice->directions; i++)
        most = fmax(most, gain_of(c, i) * fabs(f[i] - (c->shift ? c->lattice->weight[i] : 0.0)));
    if (!(most > 0.0)) return 1.0;
    while (place * (units - 1.5) < most)
        place *= 2.0;
    while (0.5 * place * (units - 1.5) >= most)
        place *= 0.5;
    return place;
}

/* What writing the populations to memory and reading them again does to them. */
static void store(struct lb_reference *r, uint64_t cell)
{
    const struct lb_case *c = r->c;
    if (!r->round_storage) return;
    double change = 0.0;
    const double shared = c->storage->shares_exponents ? shared_place(c, r->now[cell].f) : 0.0;
    for (int i = 0; i < c->lattice->directions; i++) {
        const double offset = c->shift ? c->lattice->weight[i] : 0.0;
        const double before = r->now[cell].f[i] - offset;
        const double place = shared / gain_of(c, i);
        const double after = place > 0.0 ? place * floor(before / place + 0.5)
                                         : c->storage->decode(c->storage->encode(before));
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
        set_equilibrium(r, cell, r->next[n].f);
        return;
    }
    gather(r, x, y, z, r->next[n].f);
    r->omega = rate_at(r, x, r->next[n].f);
    r->collide(r, r->next[n].f);
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
                set_equilibrium(r, &r->cells[n], r->now[n].f);
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
    for (int k = 0; k < COLLISIONS; k++)
        if (strcmp(c->collision->name, collisions[k].name) == 0) r->collide = collisions[k].collide;
    LB_REQUIRE(r->collide != NULL, LB_STATUS_USAGE,
               "the reference does not know the collision operator '%s'", c->collision->name);
    const struct lb_viscosity_model *model = lb_case_viscosity_model(c);
    LB_REQUIRE(find_time(r, model), LB_STATUS_USAGE,
               "the reference does not know the model of viscosity '%s'", model->name);
    LB_REQUIRE(find_matrix(c->lattice) != NULL, LB_STATUS_USAGE,
               "the reference does not know the moments of the lattice '%s'", c->lattice->name);
    r->c = c;
    r->is_d3q13_fluid =
        strcmp(c->lattice->name, "d3q13") == 0 && strcmp(c->collision->name, "mrt") == 0;
    r->round_storage = round_storage;
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

static void add_wall_force(const struct lb_reference *r, uint32_t x, uint32_t y, uint32_t z,
                           double resting[3], double moving[3])
{
    const struct lb_case *c = r->c;
    const struct lb_lattice *l = c->lattice;
    const uint64_t here = index_of(c, x, y, z);
    double arriving[LB_MAX_DIRECTIONS];
    if ((r->cells[here].flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0) return;
    gather(r, x, y, z, arriving);
    for (int i = 1; i < l->directions; i++) {
        const int o = opposite_of(l, i); /* the wall is where direction o points to */
        const uint8_t wall = r->cells[index_of(c, step_back(x, l->c[i][0], c->size[0]),
                                               step_back(y, l->c[i][1], c->size[1]),
                                               step_back(z, l->c[i][2], c->size[2]))]
                                 .flags;
        if ((wall & LB_CELL_SOLID) == 0) continue;
        double *force = (wall & LB_CELL_MOVING) != 0 ? moving : resting;
        for (int a = 0; a < 3; a++)
            force[a] += l->c[o][a] * r->now[here].f[o] - l->c[i][a] * arriving[i];
    }
}

void lb_reference_wall_force(const struct lb_reference *r, double resting[3], double moving[3])
{
    for (int a = 0; a < 3; a++)
        resting[a] = moving[a] = 0.0;
    for (uint32_t z = 0; z < r->c->size[2]; z++)
        for (uint32_t y = 0; y < r->c->size[1]; y++)
            for (uint32_t x = 0; x < r->c->size[0]; x++)
                add_wall_force(r, x, y, z, resting, moving);
}

/* From the centre to the middle of the link from cell `at` along `by`, on the shortest way. */
static double arm_of(uint32_t at, int by, uint32_t size, double centre)
{
    const double arm = (double)at + 0.5 - centre;
    return size == 1 ? 0.0 : arm - size * floor(arm / size + 0.5) + 0.5 * by;
}

static void add_body_force(const struct lb_reference *r, const uint32_t at[3], uint8_t number,
                           const double centre[3], double force[3], double moment[3])
{
    const struct lb_lattice *l = r->c->lattice;
    const uint32_t *size = r->c->size;
    const uint64_t here = index_of(r->c, at[0], at[1], at[2]);
    double arriving[LB_MAX_DIRECTIONS], arm[3], link[3];
    if ((r->cells[here].flags & (LB_CELL_SOLID | LB_CELL_EQUILIBRIUM)) != 0) return;
    gather(r, at[0], at[1], at[2], arriving);
    for (int i = 1; i < l->directions; i++) {
        const int o = opposite_of(l, i);
        const struct lb_cell *wall = &r->cells[index_of(r->c, step_back(at[0], l->c[i][0], size[0]),
                                                        step_back(at[1], l->c[i][1], size[1]),
                                                        step_back(at[2], l->c[i][2], size[2]))];
        if ((wall->flags & LB_CELL_SOLID) == 0 || wall->number != number) continue;
        for (int a = 0; a < 3; a++) {
            arm[a] = arm_of(at[a], l->c[o][a], size[a], centre[a]);
            link[a] = l->c[o][a] * (r->now[here].f[o] + arriving[i] - l->weight[o] - l->weight[i]);
            force[a] += link[a];
        }
        moment[0] += arm[1] * link[2] - arm[2] * link[1];
        moment[1] += arm[2] * link[0] - arm[0] * link[2];
        moment[2] += arm[0] * link[1] - arm[1] * link[0];
    }
}

void lb_reference_body_force(const struct lb_reference *r, uint8_t number, const double centre[3],
                             double force[3], double moment[3])
{
    for (int a = 0; a < 3; a++)
        force[a] = moment[a] = 0.0;
    for (uint32_t z = 0; z < r->c->size[2]; z++)
        for (uint32_t y = 0; y < r->c->size[1]; y++)
            for (uint32_t x = 0; x < r->c->size[0]; x++)
                add_body_force(r, (const uint32_t[3]){x, y, z}, number, centre, force, moment);
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
