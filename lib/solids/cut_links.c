/* cut_links.c - cells that a surface between two materials cuts: how their links send what is exact for a plane.
 * SPDX-License-Identifier: MIT */
#include "solids/cut_links.h"

#include <math.h>
#include <string.h>

#include "case/case.h"
#include "solids/vectors_internal.h"

enum { AXES = 3, MOST = 2 * AXES + 1 };

/* Differences from equilibrium of a linear temperature, which is 0 at the centre: what links find and what they send.
 * The first one has a unit of flux across the plane, the others unit gradients along it. */
struct linear {
    int count, populations;
    double found[AXES][MOST], sent[AXES][MOST], weight[MOST];
};

static double square(double x)
{
    return x > 0.0 ? x * x : 0.0;
}

/* The part of a unit square about 0 where a x + b y < distance. */
static double part_of_square(double a, double b, double distance)
{
    const double least = 1e-7; /* below it round-off is more than what the square's tilt is */
    const double low = fmin(fabs(a), fabs(b)), high = fmax(fabs(a), fabs(b)),
                 from = distance + 0.5 * (low + high);
    if (from >= low + high) return 1.0;
    if (from <= 0.0) return 0.0;
    if (low < least) return fmin(fmax(distance / high + 0.5, 0.0), 1.0);
    return (square(from) - square(from - low) - square(from - high)) / (2.0 * low * high);
}

static double conductivity(const struct lb_case *c, int number)
{
    return c->heat->diffusivity *
           (number == 0 ? 1.0 : lb_heat_solid_of(c, number).conductivity); /* [cells^2/step] */
}

/* Mean over the face of the cell that direction e leads to. */
static double conductivity_of_face(const struct lb_case *c, const struct lb_heat_cut *cut,
                                   const int e[3])
{
    double across = 0.0, along[AXES] = {0.0};
    int count = 0;
    for (int axis = 0; axis < AXES; axis++)
        if (e[axis] != 0)
            across = e[axis] * cut->normal[axis];
        else
            along[count++] = cut->normal[axis];
    const double part = part_of_square(along[0], along[1], cut->distance - 0.5 * across);
    return part * conductivity(c, cut->at) + (1.0 - part) * conductivity(c, cut->beyond);
}

/* Of length 1, at right angles to each other and the normal; of two dimensions the first one. */
static void find_tangents(const double normal[3], double out[2][3])
{
    double other[3] = {0.0};
    int least = 2;
    for (int axis = 1; axis >= 0; axis--)
        if (fabs(normal[axis]) < fabs(normal[least])) least = axis;
    other[least] = 1.0;
    lb_cross(normal, other, out[0]);
    const double length = sqrt(lb_dot(out[0], out[0]));
    for (int axis = 0; axis < AXES; axis++)
        out[0][axis] /= length;
    lb_cross(normal, out[0], out[1]);
}

/* The temperature of a face and the heat that leaves through it, into what its link finds and sends. */
static void put(struct linear *l, int mode, int i, double temperature, double heat)
{
    const double weighed = l->weight[i] * temperature;
    l->sent[mode][i] = weighed + 0.5 * heat;
    l->found[mode][lb_opposite_of(i)] = weighed - 0.5 * heat;
    l->sent[mode][0] -= weighed;
    l->found[mode][0] -= weighed;
}

/* The resting population's weight is by the capacity of what is at the centre. */
static struct linear linear_of(const struct lb_case *c, const struct lb_heat_cut *cut)
{
    const double least = 1e-2;
    const struct lb_lattice *lattice = lb_heat_lattice(c);
    struct linear l = {.count = lattice->dimensions, .populations = lattice->directions};
    double tangent[2][3];
    find_tangents(cut->normal, tangent);
    memcpy(l.weight, lattice->weight, (size_t)l.populations * sizeof *l.weight);
    l.weight[0] = fmax(lb_heat_solid_of(c, cut->at).capacity - 1.0 + l.weight[0], least);
    for (int i = 1; i < l.populations; i++) {
        const int *e = lattice->c[i];
        const double way[3] = {e[0], e[1], e[2]}, across = lb_dot(cut->normal, way),
                     of_face = conductivity_of_face(c, cut, e);
        put(&l, 0, i,
            (0.5 * across - cut->distance) / of_face + cut->distance / conductivity(c, cut->at),
            -across);
        for (int m = 1; m < l.count; m++) {
            const double along = lb_dot(tangent[m - 1], way);
            put(&l, m, i, 0.5 * along, -of_face * along);
        }
    }
    return l;
}

static double product(const struct linear *l, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < l->populations; i++)
        sum += a[i] * b[i] / l->weight[i];
    return sum;
}

static void add(const struct linear *l, double *to, double factor, const double *what)
{
    for (int i = 0; i < l->populations; i++)
        to[i] += factor * what[i];
}

/* Gram and Schmidt; `with` is taken along, NULL: nothing is.  What is too short becomes 0. */
static void make_orthonormal(const struct linear *l, double (*a)[MOST], double (*with)[MOST])
{
    const double least = 1e-12;
    for (int m = 0; m < l->count; m++) {
        for (int k = 0; k < m; k++) {
            const double part = product(l, a[k], a[m]);
            add(l, a[m], -part, a[k]);
            if (with != NULL) add(l, with[m], -part, with[k]);
        }
        const double length = product(l, a[m], a[m]),
                     factor = length > least ? 1.0 / sqrt(length) : 0.0;
        add(l, a[m], factor - 1.0, a[m]);
        if (with != NULL) add(l, with[m], factor - 1.0, with[m]);
    }
}

/* What is found of linear temperatures becomes what they send; the rest, which is even in a cell of one material, decays
 * at right angles to that, so that nothing grows. */
void lb_cut_links(const struct lb_case *c, const struct lb_heat_cut *cut, double *out)
{
    struct linear l = linear_of(c, cut);
    double across[AXES][MOST];
    const int links = l.populations - 1;
    const double left =
        1.0 - (cut->at == 0 ? lb_heat_even_rate(c)
                            : lb_heat_solid_even_rate(c, lb_heat_solid_of(c, cut->at)));
    make_orthonormal(&l, l.found, l.sent);
    memcpy(across, l.sent, sizeof across);
    make_orthonormal(&l, across, NULL);
    for (int j = 1; j <= links; j++) {
        double rest[MOST] = {-1.0}, sent[MOST] = {0.0};
        rest[j] = 1.0; /* and the resting population has the opposite: differences have no sum */
        for (int m = 0; m < l.count; m++)
            add(&l, sent, product(&l, l.found[m], rest), l.sent[m]);
        for (int m = 0; m < l.count; m++)
            add(&l, rest, -product(&l, l.found[m], rest), l.found[m]);
        for (int m = 0; m < l.count; m++)
            add(&l, rest, -product(&l, across[m], rest), across[m]);
        for (int i = 1; i <= links; i++)
            out[(i - 1) * links + j - 1] = sent[i] + left * rest[i];
    }
}
