/* The host reference against mathematics, before anything is compared with it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"
#include "support/random_case.h"
#include "reference/reference.h"

static const double pi = 3.14159265358979323846;

/* --- a channel between plates at y = 0 and y = ny - 1, or a shear wave along y --------------- */

struct layers {
    uint32_t ny;
    bool has_walls;
    double wall_speed; /* of the upper plate, along x */
    double wave;       /* amplitude of u_x = wave sin(2 pi y / ny) */
};

static void fill_layer(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct layers *s = state;
    (void)x;
    (void)z;
    if (s->has_walls && y == 0) out->flags = LB_CELL_SOLID;
    if (s->has_walls && y == s->ny - 1) {
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
        out->u[0] = s->wall_speed;
    }
    if (!s->has_walls) out->u[0] = s->wave * sin(2.0 * pi * y / s->ny);
}

static struct lb_case layered_case(const struct layers *s, const char *lattice, double tau)
{
    const struct lb_lattice *l = lb_lattice_find(lattice);
    return (struct lb_case){.name = "layers",
                            .lattice = l,
                            .collision = lb_collision_find("srt"),
                            .storage = lb_number_format_find("fp64"),
                            .arithmetic = LB_ARITHMETIC_FP64,
                            .shift = true,
                            .size = {1, s->ny, 1},
                            .viscosity = (tau - 0.5) / 3.0,
                            .cell_kinds = s->has_walls ? LB_CELL_SOLID | LB_CELL_MOVING : 0,
                            .start = fill_layer,
                            .start_state = s};
}

/* u_x of the layers after `steps`; false (and a failed check) without a reference. */
static bool run_layers(const struct lb_case *c, uint64_t steps, double ux[])
{
    struct lb_reference *r = NULL;
    struct lb_error err = {0};
    double *u = calloc(3 * (size_t)c->size[1], sizeof *u);
    const bool made =
        LB_CHECK(u != NULL) && LB_CHECK_OK(lb_reference_create(c, false, &r, &err), &err);
    if (made) {
        lb_reference_advance(r, steps);
        lb_reference_read(r, NULL, u);
        for (uint32_t y = 0; y < c->size[1]; y++)
            ux[y] = u[3 * (size_t)y];
    }
    lb_reference_destroy(r);
    free(u);
    return made;
}

static const char *const tested_lattices[] = {"d2q9", "d3q19"};

/* Measured decay rate of a shear wave of `ny` cells once the start has been forgotten. */
static double shear_wave_rate(const char *lattice, uint32_t ny, double tau)
{
    double early[64], late[64];
    const struct layers s = {.ny = ny, .wave = 0.01};
    const struct lb_case c = layered_case(&s, lattice, tau);
    const uint64_t begin = ny * ny / 8;
    const uint64_t end = begin + ny * ny / 4;
    if (!run_layers(&c, begin, early) || !run_layers(&c, end, late)) return 0.0;
    return log(early[ny / 4] / late[ny / 4]) / (double)(end - begin);
}

/* Zero where `growth` per step belongs to a shear wave of wave number k along an axis.  The
 * momentum then moves as three classes of populations, weights 1/6, 2/3, 1/6, speeds -1, 0, 1:
 * 1 = omega sum w_c e^(-ikc) / (growth - (1 - omega) e^(-ikc)). */
static double dispersion(double growth, double k, double omega)
{
    const double s = 1.0 - omega;
    const double moving =
        (growth * cos(k) - s) / (growth * growth - 2.0 * growth * s * cos(k) + s * s);
    return 1.0 - omega * (2.0 / 3.0 / (growth - s) + moving / 3.0);
}

static double exact_shear_wave_rate(double k, double tau)
{
    const double viscous = (tau - 0.5) / 3.0 * k * k;
    double low = exp(-2.0 * viscous), high = exp(-0.5 * viscous);
    LB_CHECK(dispersion(low, k, 1.0 / tau) < 0.0 && dispersion(high, k, 1.0 / tau) > 0.0);
    for (int n = 0; n < 60; n++) {
        const double middle = 0.5 * (low + high);
        if (dispersion(middle, k, 1.0 / tau) < 0.0)
            low = middle;
        else
            high = middle;
    }
    return -log(low);
}

static void shear_wave_decays_by_the_lattice_dispersion_relation(void)
{
    static const double taus[] = {0.6, 0.8, 1.0, 1.7};
    for (int n = 0; n < 2; n++)
        for (int k = 0; k < 4; k++)
            LB_CHECK_CLOSE(shear_wave_rate(tested_lattices[n], 32, taus[k]),
                           exact_shear_wave_rate(2.0 * pi / 32.0, taus[k]), 1e-9);
}

static double viscosity_error(const char *lattice, uint32_t ny)
{
    const double k = 2.0 * pi / ny;
    return shear_wave_rate(lattice, ny, 0.8) / (0.1 * k * k) - 1.0;
}

static void shear_wave_decays_by_the_viscosity_to_second_order(void)
{
    for (int n = 0; n < 2; n++) {
        const double fine = viscosity_error(tested_lattices[n], 32);
        LB_CHECK_NEAR(fine, 0.0, 3e-3);
        LB_CHECK_CLOSE(viscosity_error(tested_lattices[n], 16) / fine, 4.0, 0.05);
    }
}

static void couette_flow_is_a_straight_line(void)
{
    for (int n = 0; n < 2; n++)
        for (double tau = 0.6; tau < 2.1; tau += 0.7) {
            double ux[9];
            const struct layers s = {.ny = 9, .has_walls = true, .wall_speed = 0.1};
            const struct lb_case c = layered_case(&s, tested_lattices[n], tau);
            if (!run_layers(&c, 8000, ux)) continue;
            for (int y = 1; y < 8; y++)
                LB_CHECK_NEAR(ux[y], 0.1 * (y - 0.5) / 7.0, 1e-13);
            LB_CHECK_NEAR(ux[0], 0.0, 0.0);
            LB_CHECK_NEAR(ux[8], 0.1, 0.0);
        }
}

/* Eight nodes between half-way walls.  BGK is the two-relaxation-time scheme with the product
 * (tau - 1/2)^2, whose steady profile is the parabola plus G/(2 nu) (4/3 (tau - 1/2)^2 - 1/4):
 * Ginzburg, d'Humieres, Phys. Rev. E 68, 066614 (2003). */
static void run_poiseuille(const char *lattice, double tau, double *flow_error)
{
    const double peak = 0.02;
    double ux[10];
    double flow = 0.0, exact_flow = 0.0;
    const struct layers s = {.ny = 10, .has_walls = true};
    struct lb_case c = layered_case(&s, lattice, tau);
    const double scale = peak / 16.0; /* G / (2 nu) with the channel 8 cells wide */
    c.force[0] = 2.0 * c.viscosity * scale;
    *flow_error = 1.0;
    if (!run_layers(&c, (uint64_t)(400.0 / c.viscosity), ux)) return;
    for (int y = 1; y < 9; y++) {
        const double parabola = scale * (16.0 - (y - 4.5) * (y - 4.5));
        const double slip = scale * (4.0 / 3.0 * (tau - 0.5) * (tau - 0.5) - 0.25);
        LB_CHECK_NEAR(ux[y], parabola + slip, 1e-12);
        flow += ux[y];
        exact_flow += parabola;
    }
    *flow_error = flow / exact_flow - 1.0;
}

static void poiseuille_flow_has_the_known_slip(void)
{
    for (int n = 0; n < 2; n++) {
        double error;
        run_poiseuille(tested_lattices[n], 1.0, &error);
        LB_CHECK_NEAR(error, 0.0078, 0.0002); /* published: +0.78 % */
        run_poiseuille(tested_lattices[n], 0.55, &error);
        LB_CHECK_NEAR(error, -0.023, 0.0005); /* -2.3 % */
        run_poiseuille(tested_lattices[n], 2.0, &error);
        LB_CHECK_NEAR(error, 0.256, 0.0005); /* +25.6 % */
    }
}

/* --- random boxes ---------------------------------------------------------------------------- */

enum { BOX_CELLS = 6 * 5 * 4 };

/* Mass and momentum, without the half force that reading adds. */
static void sum_box(const struct lb_reference *r, const struct lb_case *c, double sums[4])
{
    double rho[BOX_CELLS], u[3 * BOX_CELLS];
    lb_reference_read(r, rho, u);
    for (int a = 0; a < 4; a++)
        sums[a] = 0.0;
    for (uint64_t n = 0; n < lb_case_cell_count(c); n++) {
        if ((lb_reference_cells(r)[n].flags & LB_CELL_SOLID) != 0) continue;
        sums[0] += rho[n];
        for (int a = 0; a < 3; a++)
            sums[1 + a] += rho[n] * u[3 * n + (uint64_t)a] - 0.5 * c->force[a];
    }
}

static void run_box(const struct lb_lattice *l, unsigned with, uint64_t steps, double before[4],
                    double after[4], struct lb_case *c)
{
    struct lb_random_state state;
    struct lb_reference *r = NULL;
    struct lb_error err = {0};
    lb_random_case_init(c, &state, l, with, 6, 5, l->dimensions == 3 ? 4 : 1);
    if (!LB_CHECK_OK(lb_reference_create(c, false, &r, &err), &err)) return;
    sum_box(r, c, before);
    lb_reference_advance(r, steps);
    sum_box(r, c, after);
    lb_reference_destroy(r);
}

static void mass_and_momentum_are_kept_in_a_periodic_box(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        struct lb_case c;
        double before[4] = {0}, after[4] = {0};
        run_box(*l, LB_WITH_NOTHING, 100, before, after, &c);
        LB_CHECK(before[0] > 0.0 && before[1] != 0.0);
        for (int a = 0; a < 4; a++)
            LB_CHECK_NEAR(after[a], before[a], 1e-12);
    }
}

static void force_adds_itself_to_the_momentum_each_step(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        struct lb_case c;
        double before[4] = {0}, after[4] = {0};
        run_box(*l, LB_WITH_FORCE, 20, before, after, &c);
        LB_CHECK_NEAR(after[0], before[0], 1e-12);
        for (int a = 0; a < 3; a++)
            LB_CHECK_NEAR(after[1 + a] - before[1 + a],
                          20.0 * c.force[a] * (double)lb_case_cell_count(&c), 1e-12);
    }
}

/* A single cell that flows along an axis pushes density ahead and leaves a lack behind. */
static void fill_pushing_cell(const void *state, uint32_t x, uint32_t y, uint32_t z,
                              struct lb_cell *out)
{
    const int *axis = state;
    if (x == 2 && y == 2 && z == (*axis == 2 ? 2 : 0)) out->u[*axis] = 0.05;
}

static void populations_stream_along_their_directions(void)
{
    for (int axis = 0; axis < 3; axis++) {
        struct lb_case c;
        struct lb_random_state unused;
        struct lb_reference *r = NULL;
        struct lb_error err = {0};
        double rho[125];
        const size_t step = axis == 0 ? 1 : axis == 1 ? 5 : 25;
        const size_t here = axis == 2 ? 62 : 12;
        lb_random_case_init(&c, &unused, lb_lattice_find(axis == 2 ? "d3q19" : "d2q9"), 0, 5, 5,
                            axis == 2 ? 5 : 1);
        c.start = fill_pushing_cell;
        c.start_state = &axis;
        if (!LB_CHECK_OK(lb_reference_create(&c, false, &r, &err), &err)) return;
        lb_reference_read(r, rho, NULL);
        LB_CHECK(rho[here + step] > 1.004 && rho[here - step] < 0.996);
        lb_reference_destroy(r);
    }
}

static void resting_walls_keep_the_mass(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        struct lb_case c;
        double before[4] = {0}, after[4] = {0};
        run_box(*l, LB_WITH_SOLID, 100, before, after, &c);
        LB_CHECK_NEAR(after[0], before[0], 1e-12);
        LB_CHECK(fabs(after[1] - before[1]) > 1e-6); /* walls do take momentum */
    }
}

/* To second order: rho, rho u_a, rho (c^2 delta_ab + u_a u_b), the last where fourth-order moments
 * of the lattice are isotropic (all but d3q7 and d3q13). */
static void equilibrium_has_the_moments_of_its_state(void)
{
    const double rho = 1.1, u[3] = {0.03, -0.05, 0.02};
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const int d = (*l)->dimensions;
        const bool is_isotropic =
            strcmp((*l)->name, "d3q7") != 0 && strcmp((*l)->name, "d3q13") != 0;
        double sum = 0.0, flux[3] = {0}, stress[3][3] = {{0}};
        const double v[3] = {u[0], u[1], d == 3 ? u[2] : 0.0};
        for (int i = 0; i < (*l)->directions; i++) {
            const double f = lb_reference_equilibrium(*l, i, rho, v);
            sum += f;
            for (int a = 0; a < d; a++)
                flux[a] += (*l)->c[i][a] * f;
            for (int a = 0; a < d * d; a++)
                stress[a / d][a % d] += (*l)->c[i][a / d] * (*l)->c[i][a % d] * f;
        }
        LB_CHECK_CLOSE(sum, rho, 1e-15);
        for (int a = 0; a < d; a++)
            LB_CHECK_NEAR(flux[a], rho * v[a], 1e-16);
        for (int a = 0; a < d * d && is_isotropic; a++)
            LB_CHECK_NEAR(stress[a / d][a % d],
                          rho * ((a / d == a % d ? 1.0 / 3.0 : 0.0) + v[a / d] * v[a % d]), 1e-15);
    }
}

/* For density 1 the force term is the slope of f_eq along the force; f_eq is quadratic in u, so a
 * central difference is exact. */
static void force_term_is_the_slope_of_the_equilibrium(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const double flat = (*l)->dimensions == 3 ? 1.0 : 0.0;
        const double u[3] = {0.03, -0.05, 0.02 * flat}, force[3] = {0.1, 0.2, -0.3 * flat};
        double ahead[3], behind[3];
        for (int a = 0; a < 3; a++) {
            ahead[a] = u[a] + force[a];
            behind[a] = u[a] - force[a];
        }
        for (int i = 0; i < (*l)->directions; i++)
            LB_CHECK_NEAR(lb_reference_force_term(*l, i, force, u),
                          0.5 * (lb_reference_equilibrium(*l, i, 1.0, ahead) -
                                 lb_reference_equilibrium(*l, i, 1.0, behind)),
                          1e-15);
    }
}

static void storage_rounding_is_switchable_and_bounded(void)
{
    const struct lb_number_format *fp32 = lb_number_format_find("fp32");
    if (!LB_CHECK(fp32 != NULL)) return;
    for (int shift = 0; shift < 2; shift++) {
        struct lb_case c;
        struct lb_random_state state;
        struct lb_reference *r = NULL;
        struct lb_error err = {0};
        lb_random_case_init(&c, &state, lb_lattices[0], LB_WITH_ALL, 6, 5, 1);
        c.storage = fp32;
        c.shift = shift == 1;
        if (!LB_CHECK_OK(lb_reference_create(&c, true, &r, &err), &err)) return;
        lb_reference_advance(r, 3);
        LB_CHECK(lb_reference_rounding(r) > 0.0);
        LB_CHECK(lb_reference_rounding(r) < 0x1p-24 * 1.2 * lb_reference_magnitude(r));
        LB_CHECK(shift == 1 ? lb_reference_magnitude(r) < 0.5 : lb_reference_magnitude(r) > 0.8);
        lb_reference_destroy(r);
        if (!LB_CHECK_OK(lb_reference_create(&c, false, &r, &err), &err)) return;
        lb_reference_advance(r, 3);
        LB_CHECK_NEAR(lb_reference_rounding(r), 0.0, 0.0);
        lb_reference_destroy(r);
    }
}

int main(void)
{
    LB_TEST(equilibrium_has_the_moments_of_its_state);
    LB_TEST(force_term_is_the_slope_of_the_equilibrium);
    LB_TEST(shear_wave_decays_by_the_lattice_dispersion_relation);
    LB_TEST(shear_wave_decays_by_the_viscosity_to_second_order);
    LB_TEST(couette_flow_is_a_straight_line);
    LB_TEST(poiseuille_flow_has_the_known_slip);
    LB_TEST(mass_and_momentum_are_kept_in_a_periodic_box);
    LB_TEST(force_adds_itself_to_the_momentum_each_step);
    LB_TEST(populations_stream_along_their_directions);
    LB_TEST(resting_walls_keep_the_mass);
    LB_TEST(storage_rounding_is_switchable_and_bounded);
    return lb_check_report();
}
