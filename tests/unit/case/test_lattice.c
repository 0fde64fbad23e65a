/* The velocity sets against the literature: Krueger et al., The Lattice Boltzmann Method (2017),
 * table 3.3, and for d3q13 d'Humieres, Bouzidi, Lallemand, Phys. Rev. E 63, 066702 (2001).
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "case/lattice.h"
#include "support/check.h"

/* Typed from the literature.  By squared speed 0, 1, 2, 3: how many directions, which weight. */
struct published {
    const char *name;
    int dimensions;
    int count[4];
    double weight[4];
    double sound_speed_squared;
    bool is_isotropic; /* moments to fourth order, as Navier-Stokes needs */
};

static const struct published table[] = {
    {"d2q9", 2, {1, 4, 4, 0}, {4.0 / 9.0, 1.0 / 9.0, 1.0 / 36.0, 0.0}, 1.0 / 3.0, true},
    {"d3q7", 3, {1, 6, 0, 0}, {1.0 / 4.0, 1.0 / 8.0, 0.0, 0.0}, 1.0 / 4.0, false},
    {"d3q13", 3, {1, 0, 12, 0}, {1.0 / 2.0, 0.0, 1.0 / 24.0, 0.0}, 1.0 / 3.0, false},
    {"d3q15", 3, {1, 6, 0, 8}, {2.0 / 9.0, 1.0 / 9.0, 0.0, 1.0 / 72.0}, 1.0 / 3.0, true},
    {"d3q19", 3, {1, 6, 12, 0}, {1.0 / 3.0, 1.0 / 18.0, 1.0 / 36.0, 0.0}, 1.0 / 3.0, true},
    {"d3q27", 3, {1, 6, 12, 8}, {8.0 / 27.0, 2.0 / 27.0, 1.0 / 54.0, 1.0 / 216.0}, 1.0 / 3.0, true},
};
enum { TABLE_ROWS = sizeof table / sizeof *table };

static const struct published *find_published(const char *name)
{
    for (int k = 0; k < TABLE_ROWS; k++)
        if (strcmp(table[k].name, name) == 0) return &table[k];
    return NULL;
}

static int squared_speed(const struct lb_lattice *l, int i)
{
    return l->c[i][0] * l->c[i][0] + l->c[i][1] * l->c[i][1] + l->c[i][2] * l->c[i][2];
}

static void every_lattice_is_published(void)
{
    LB_CHECK(lb_lattices[0] != NULL);
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const struct published *p = find_published((*l)->name);
        if (!LB_CHECK(p != NULL)) continue;
        LB_CHECK_EQUAL_INT((*l)->dimensions, p->dimensions);
        LB_CHECK_EQUAL_INT((*l)->directions, p->count[0] + p->count[1] + p->count[2] + p->count[3]);
        LB_CHECK_CLOSE((*l)->sound_speed_squared, p->sound_speed_squared, 1e-15);
        LB_CHECK(lb_lattice_find((*l)->name) == *l);
    }
    LB_CHECK(lb_lattice_find("d9q99") == NULL);
}

static void directions_and_weights_are_the_published_ones(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const struct published *p = find_published((*l)->name);
        int count[4] = {0};
        if (!LB_CHECK(p != NULL)) continue;
        for (int i = 0; i < (*l)->directions; i++) {
            const int *c = (*l)->c[i];
            for (int a = 0; a < 3; a++)
                LB_CHECK(abs(c[a]) <= (a < p->dimensions ? 1 : 0));
            const int s = squared_speed(*l, i);
            if (!LB_CHECK(s <= 3)) continue;
            count[s]++;
            LB_CHECK_CLOSE((*l)->weight[i], p->weight[s], 1e-15);
        }
        for (int s = 0; s < 4; s++)
            LB_CHECK_EQUAL_INT(count[s], p->count[s]);
    }
}

static void directions_differ(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (int i = 0; i < (*l)->directions; i++)
            for (int k = 0; k < i; k++)
                LB_CHECK(memcmp((*l)->c[i], (*l)->c[k], sizeof(*l)->c[i]));
}

static void pairs_are_opposite(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        LB_CHECK_EQUAL_INT(squared_speed(*l, 0), 0);
        LB_CHECK_EQUAL_INT((*l)->directions % 2, 1);
        for (int i = 1; i < (*l)->directions; i += 2)
            for (int a = 0; a < 3; a++)
                LB_CHECK_EQUAL_INT((*l)->c[i + 1][a], -(*l)->c[i][a]);
    }
}

/* Sum over i of w_i times the product of the components of c_i named by `axes`. */
static double moment(const struct lb_lattice *l, int order, const int axes[])
{
    double sum = 0.0;
    for (int i = 0; i < l->directions; i++) {
        double product = l->weight[i];
        for (int k = 0; k < order; k++)
            product *= l->c[i][axes[k]];
        sum += product;
    }
    return sum;
}

static double delta(int a, int b)
{
    return a == b ? 1.0 : 0.0;
}

static void moments_to_third_order_are_those_of_a_gas(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const struct published *p = find_published((*l)->name);
        if (!LB_CHECK(p != NULL)) continue;
        LB_CHECK_CLOSE(moment(*l, 0, NULL), 1.0, 1e-15);
        for (int a = 0; a < p->dimensions; a++) {
            LB_CHECK_NEAR(moment(*l, 1, &a), 0.0, 1e-16);
            for (int b = 0; b < p->dimensions; b++) {
                LB_CHECK_NEAR(moment(*l, 2, (int[]){a, b}), p->sound_speed_squared * delta(a, b),
                              1e-15);
                for (int c = 0; c < p->dimensions; c++)
                    LB_CHECK_NEAR(moment(*l, 3, (int[]){a, b, c}), 0.0, 1e-16);
            }
        }
    }
}

static bool has_isotropic_fourth_moments(const struct lb_lattice *l, const struct published *p)
{
    const double c4 = p->sound_speed_squared * p->sound_speed_squared;
    const int n = p->dimensions;
    for (int k = 0; k < n * n * n * n; k++) {
        const int a[4] = {k % n, k / n % n, k / (n * n) % n, k / (n * n * n)};
        const double isotropic =
            c4 * (delta(a[0], a[1]) * delta(a[2], a[3]) + delta(a[0], a[2]) * delta(a[1], a[3]) +
                  delta(a[0], a[3]) * delta(a[1], a[2]));
        if (fabs(moment(l, 4, a) - isotropic) > 1e-15) return false;
    }
    return true;
}

static void only_lattices_for_navier_stokes_are_isotropic_to_fourth_order(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        const struct published *p = find_published((*l)->name);
        if (!LB_CHECK(p != NULL)) continue;
        LB_CHECK_EQUAL_INT(has_isotropic_fourth_moments(*l, p), p->is_isotropic);
        if (!p->is_isotropic) LB_CHECK((*l)->remark != NULL);
    }
}

/* Lehmann et al., Phys. Rev. E 106, 015308 (2022), table of the largest population of each set,
 * plain and shifted: at density 1, over all directions and over the fluid at rest and at the speed
 * of sound along each direction, with c_s^2 = 1/3 for every set; rounded up to two digits. */
static const struct {
    const char *name;
    double plain, shifted;
} largest_populations[] = {{"d2q9", 0.45, 0.31},  {"d3q7", 0.47, 0.35},  {"d3q13", 0.50, 0.25},
                           {"d3q15", 0.42, 0.31}, {"d3q19", 0.34, 0.17}, {"d3q27", 0.30, 0.21}};

static double second_order_equilibrium(const struct lb_lattice *l, int i, const double u[3])
{
    double cu = 0.0, square = 0.0;
    for (int a = 0; a < 3; a++) {
        cu += l->c[i][a] * u[a];
        square += u[a] * u[a];
    }
    return l->weight[i] * (1.0 + 3.0 * cu + 4.5 * cu * cu - 1.5 * square);
}

/* u along direction j (0: at rest) at the speed of sound. */
static void find_largest(const struct lb_lattice *l, int j, double *plain, double *shifted)
{
    double u[3] = {0.0, 0.0, 0.0};
    for (int a = 0; a < 3 && j > 0; a++)
        u[a] = l->c[j][a] / sqrt(3.0 * squared_speed(l, j));
    for (int i = 0; i < l->directions; i++) {
        const double f = second_order_equilibrium(l, i, u);
        *plain = fmax(*plain, fabs(f));
        *shifted = fmax(*shifted, fabs(f - l->weight[i]));
    }
}

static void largest_populations_are_those_of_the_paper(void)
{
    for (size_t k = 0; k < sizeof largest_populations / sizeof *largest_populations; k++) {
        const struct lb_lattice *l = lb_lattice_find(largest_populations[k].name);
        double plain = 0.0, shifted = 0.0;
        if (!LB_CHECK(l != NULL)) continue;
        for (int j = 0; j < l->directions; j++)
            find_largest(l, j, &plain, &shifted);
        LB_CHECK_NEAR(ceil(100.0 * plain - 1e-9) / 100.0, largest_populations[k].plain, 1e-12);
        LB_CHECK_NEAR(ceil(100.0 * shifted - 1e-9) / 100.0, largest_populations[k].shifted, 1e-12);
    }
}

int main(void)
{
    LB_TEST(every_lattice_is_published);
    LB_TEST(directions_and_weights_are_the_published_ones);
    LB_TEST(directions_differ);
    LB_TEST(pairs_are_opposite);
    LB_TEST(moments_to_third_order_are_those_of_a_gas);
    LB_TEST(only_lattices_for_navier_stokes_are_isotropic_to_fourth_order);
    LB_TEST(largest_populations_are_those_of_the_paper);
    return lb_check_report();
}
