/* The moments of MRT as the kernels have them (rows of kernels/moments/) against the matrices of
 * the host reference, and the rates against their definitions.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "moments/d2q9_moments.def"
#include "moments/d3q13_moments.def"
#include "moments/d3q15_moments.def"
#include "moments/d3q19_moments.def"
#include "moments/d3q27_moments.def"
#include "moments/d3q7_moments.def"
#include "case/case.h"
#include "support/check.h"
#include "reference/moment_matrices.h"
#include "reference/reference.h"

enum kind { KIND_SECOND, KIND_EVEN, KIND_ODD };

/* A row, evaluated for one direction and one velocity. */
struct value {
    const char *name, *group;
    enum kind kind;
    double norm, polynomial, equilibrium;
};

#define SECOND_VALUE(name, group, n, d, p, q) \
    {#name, #group, KIND_SECOND, (double)(n) / (d), (p), (q)},
#define EVEN_VALUE(name, group, n, d, p) {#name, #group, KIND_EVEN, (double)(n) / (d), (p), 0.0},
#define ODD_VALUE(name, group, n, d, p) {#name, #group, KIND_ODD, (double)(n) / (d), (p), 0.0},

/* Fills `out` with the rows of one set; x, y, z and xx, yy, ... are what the rows are written in.
 * */
#define EVALUATE(lattice, rows)                                                         \
    static int evaluate_##lattice(const int c[3], const double u[3], struct value *out) \
    {                                                                                   \
        const int x = c[0], y = c[1], z = c[2];                                         \
        const double xx = u[0] * u[0], yy = u[1] * u[1], zz = u[2] * u[2];              \
        const double xy = u[0] * u[1], yz = u[1] * u[2], xz = u[0] * u[2];              \
        const struct value values[] = {rows(SECOND_VALUE, EVEN_VALUE, ODD_VALUE)};      \
        (void)z, (void)zz, (void)xy, (void)yz, (void)xz;                                \
        memcpy(out, values, sizeof values);                                             \
        return (int)(sizeof values / sizeof *values);                                   \
    }

EVALUATE(d2q9, LB_MOMENTS_D2Q9)
EVALUATE(d3q7, LB_MOMENTS_D3Q7)
EVALUATE(d3q13, LB_MOMENTS_D3Q13)
EVALUATE(d3q15, LB_MOMENTS_D3Q15)
EVALUATE(d3q19, LB_MOMENTS_D3Q19)
EVALUATE(d3q27, LB_MOMENTS_D3Q27)

static const struct {
    const char *lattice;
    int (*evaluate)(const int c[3], const double u[3], struct value *out);
} sets[] = {{"d2q9", evaluate_d2q9},   {"d3q7", evaluate_d3q7},   {"d3q13", evaluate_d3q13},
            {"d3q15", evaluate_d3q15}, {"d3q19", evaluate_d3q19}, {"d3q27", evaluate_d3q27}};
enum { SETS = sizeof sets / sizeof *sets };

struct moment {
    struct value value;
    double row[LB_MAX_DIRECTIONS];
};

/* All rows of a set over all its directions; returns how many. */
static int collect(int set, const double u[3], struct moment out[LB_MAX_DIRECTIONS])
{
    const struct lb_lattice *l = lb_lattice_find(sets[set].lattice);
    struct value values[LB_MAX_DIRECTIONS];
    int count = 0;
    for (int i = 0; i < l->directions; i++) {
        count = sets[set].evaluate(l->c[i], u, values);
        for (int k = 0; k < count; k++) {
            out[k].value = values[k];
            out[k].row[i] = values[k].polynomial;
        }
    }
    return count;
}

static const struct lb_moment_matrix *find_matrix(const char *lattice)
{
    for (int k = 0; k < LB_MOMENT_MATRICES; k++)
        if (strcmp(lb_moment_matrices[k].lattice, lattice) == 0) return &lb_moment_matrices[k];
    return NULL;
}

static bool is_conserved(const struct lb_moment_row *m)
{
    return strcmp(m->group, "rho") == 0 || strcmp(m->group, "j") == 0;
}

/* How often the set has this row in this group. */
static int count_row(const struct lb_moment_row *m, const struct moment *moments, int count,
                     int directions)
{
    int found = 0;
    for (int k = 0; k < count; k++) {
        bool same = strcmp(moments[k].value.group, m->group) == 0;
        for (int i = 0; i < directions && same; i++)
            same = (int)moments[k].row[i] == (int)m->row[i];
        if (same) found++;
    }
    return found;
}

static void every_lattice_is_looked_at(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++) {
        int found = 0;
        for (int set = 0; set < SETS; set++)
            found += strcmp(sets[set].lattice, (*l)->name) == 0;
        if (!LB_CHECK(found == 1 && find_matrix((*l)->name) != NULL))
            printf("  %s: its rows and its published matrix belong into this test\n", (*l)->name);
    }
}

static void rows_are_the_published_matrices(void)
{
    static const double at_rest[3] = {0.0, 0.0, 0.0};
    for (int set = 0; set < SETS; set++) {
        const struct lb_lattice *l = lb_lattice_find(sets[set].lattice);
        const struct lb_moment_matrix *matrix = find_matrix(sets[set].lattice);
        struct moment moments[LB_MAX_DIRECTIONS];
        const int count = collect(set, at_rest, moments);
        LB_CHECK_EQUAL_INT(count, l->directions - 1 - l->dimensions);
        for (int k = 0; k < l->directions; k++)
            if (!is_conserved(&matrix->rows[k]))
                LB_CHECK_EQUAL_INT(count_row(&matrix->rows[k], moments, count, l->directions), 1);
    }
}

/* Also to the conserved moments 1, x, y, z; on the diagonal stands the norm of the row. */
static void rows_are_orthogonal_under_the_weights(void)
{
    static const double at_rest[3] = {0.0, 0.0, 0.0};
    for (int set = 0; set < SETS; set++) {
        const struct lb_lattice *l = lb_lattice_find(sets[set].lattice);
        struct moment moments[LB_MAX_DIRECTIONS];
        const int count = collect(set, at_rest, moments);
        for (int k = 0; k < count; k++) {
            double conserved[4] = {0.0};
            for (int i = 0; i < l->directions; i++) {
                conserved[3] += l->weight[i] * moments[k].row[i];
                for (int a = 0; a < 3; a++)
                    conserved[a] += l->weight[i] * moments[k].row[i] * l->c[i][a];
            }
            for (int a = 0; a < 4; a++)
                LB_CHECK_NEAR(conserved[a], 0.0, 1e-15);
            for (int n = 0; n <= k; n++) {
                double product = 0.0;
                for (int i = 0; i < l->directions; i++)
                    product += l->weight[i] * moments[k].row[i] * moments[n].row[i];
                LB_CHECK_NEAR(product, n == k ? moments[k].value.norm : 0.0, 1e-14);
            }
        }
    }
}

static void rows_have_the_parity_they_claim(void)
{
    static const double at_rest[3] = {0.0, 0.0, 0.0};
    for (int set = 0; set < SETS; set++) {
        struct moment moments[LB_MAX_DIRECTIONS];
        const int count = collect(set, at_rest, moments);
        const int directions = lb_lattice_find(sets[set].lattice)->directions;
        for (int k = 0; k < count; k++) {
            const double sign = moments[k].value.kind == KIND_ODD ? -1.0 : 1.0;
            if (sign < 0.0) LB_CHECK_NEAR(moments[k].row[0], 0.0, 0.0);
            for (int i = 1; i < directions; i += 2)
                LB_CHECK_NEAR(moments[k].row[i + 1], sign * moments[k].row[i], 0.0);
        }
    }
}

static double equilibrium_of(const struct lb_lattice *l, int i, double rho, const double u[3])
{
    return strcmp(l->name, "d3q13") == 0 ? lb_reference_d3q13_equilibrium(l, i, rho, u)
                                         : lb_reference_equilibrium(l, i, rho, u);
}

static void equilibria_are_the_moments_of_the_equilibrium(void)
{
    for (int set = 0; set < SETS; set++) {
        const struct lb_lattice *l = lb_lattice_find(sets[set].lattice);
        const double u[3] = {0.1, -0.07, l->dimensions == 3 ? 0.13 : 0.0};
        struct moment moments[LB_MAX_DIRECTIONS];
        const int count = collect(set, u, moments);
        for (int k = 0; k < count; k++) {
            double sum = 0.0;
            for (int i = 0; i < l->directions; i++)
                sum += moments[k].row[i] * equilibrium_of(l, i, 1.1, u);
            LB_CHECK_NEAR(sum, 1.1 * moments[k].value.equilibrium, 1e-15);
        }
    }
}

/* Every group of the rows has a rate, every rate a group, and the default is the published one. */
static void rates_belong_to_the_groups(void)
{
    static const double at_rest[3] = {0.0, 0.0, 0.0};
    for (int set = 0; set < SETS; set++) {
        const struct lb_lattice *l = lb_lattice_find(sets[set].lattice);
        const struct lb_case c = {.lattice = l, .viscosity = 0.07};
        const struct lb_moment_matrix *matrix = find_matrix(l->name);
        struct moment moments[LB_MAX_DIRECTIONS];
        const int count = collect(set, at_rest, moments);
        for (int k = 0; k < count; k++) {
            int found = 0;
            for (const struct lb_rate *r = l->rates; r->group != NULL; r++)
                if (strcmp(r->group, moments[k].value.group) == 0) found++;
            LB_CHECK_EQUAL_INT(found, 1);
        }
        for (const struct lb_rate *r = l->rates; r->group != NULL; r++) {
            int found = 0;
            for (int k = 0; k < l->directions; k++) {
                const struct lb_moment_row *m = &matrix->rows[k];
                if (strcmp(m->group, r->group) != 0) continue;
                found++;
                LB_CHECK_CLOSE(lb_case_rate(&c, r),
                               m->viscosity > 0.0 ? 1.0 / (0.07 / m->viscosity + 0.5) : m->rate,
                               1e-15);
            }
            LB_CHECK(found > 0);
        }
    }
}

static void chosen_rates_replace_free_ones_only(void)
{
    const struct lb_case c = {
        .lattice = lb_lattice_find("d3q19"), .viscosity = 0.1, .rates = {{"e", 1.5}, {"nu", 1.9}}};
    for (const struct lb_rate *r = c.lattice->rates; r->group != NULL; r++) {
        if (strcmp(r->group, "e") == 0) LB_CHECK_CLOSE(lb_case_rate(&c, r), 1.5, 1e-15);
        if (strcmp(r->group, "q") == 0) LB_CHECK_CLOSE(lb_case_rate(&c, r), 1.2, 1e-15);
        if (strcmp(r->group, "nu") == 0) LB_CHECK_CLOSE(lb_case_rate(&c, r), 1.25, 1e-15);
    }
}

static void odd_rate_follows_from_the_magic_parameter(void)
{
    struct lb_case c = {.lattice = lb_lattice_find("d2q9"), .viscosity = 1.0 / 6.0}; /* tau 1 */
    LB_CHECK_CLOSE(lb_case_odd_rate(&c), 1.0 / (3.0 / 8.0 + 0.5), 1e-14);
    c.magic = 0.25; /* at tau 1 both rates are 1 */
    LB_CHECK_CLOSE(lb_case_odd_rate(&c), 1.0, 1e-14);
    c.viscosity = 0.01;
    const double even = 1.0 / lb_case_relaxation_time(&c), odd = lb_case_odd_rate(&c);
    LB_CHECK_CLOSE((1.0 / even - 0.5) * (1.0 / odd - 0.5), 0.25, 1e-13);
}

int main(void)
{
    LB_TEST(every_lattice_is_looked_at);
    LB_TEST(rows_are_the_published_matrices);
    LB_TEST(rows_are_orthogonal_under_the_weights);
    LB_TEST(rows_have_the_parity_they_claim);
    LB_TEST(equilibria_are_the_moments_of_the_equilibrium);
    LB_TEST(rates_belong_to_the_groups);
    LB_TEST(chosen_rates_replace_free_ones_only);
    LB_TEST(odd_rate_follows_from_the_magic_parameter);
    return lb_check_report();
}
