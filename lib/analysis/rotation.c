/* rotation.c - fits the rate at which a rigid body turns.  With r and v from their means it is the
 * solution of (sum of r^2 - r r^T) rate = sum of r x v.
 * SPDX-License-Identifier: MIT */
#include "analysis/rotation.h"

static void find_mean(size_t count, const double *numbers, double mean[3])
{
    for (int axis = 0; axis < 3; axis++) {
        mean[axis] = 0.0;
        for (size_t n = 0; n < count; n++)
            mean[axis] += numbers[3 * n + (size_t)axis] / (double)count;
    }
}

static double determinant(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/* By Cramer's rule. */
static void solve(double m[3][3], const double right[3], double out[3])
{
    const double all = determinant(m);
    for (int k = 0; k < 3; k++) {
        double with[3][3];
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                with[a][b] = b == k ? right[a] : m[a][b];
        out[k] = all > 0.0 ? determinant(with) / all : 0.0;
    }
}

void lb_rotation_fit(size_t count, const double *place, const double *u, double rate[3])
{
    const double least = 1e-12; /* of the trace: what no place tells is 0 */
    double middle[3], mean[3], m[3][3] = {{0.0}}, sum[3] = {0.0};
    find_mean(count, place, middle);
    find_mean(count, u, mean);
    for (size_t n = 0; n < count; n++) {
        double r[3], v[3], square = 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            r[axis] = place[3 * n + axis] - middle[axis];
            v[axis] = u[3 * n + axis] - mean[axis];
            square += r[axis] * r[axis];
        }
        for (int a = 0; a < 3; a++) {
            const int b = (a + 1) % 3, c = (a + 2) % 3;
            sum[a] += r[b] * v[c] - r[c] * v[b];
            for (int k = 0; k < 3; k++)
                m[a][k] += (a == k ? square : 0.0) - r[a] * r[k];
        }
    }
    const double trace = m[0][0] + m[1][1] + m[2][2];
    for (int a = 0; a < 3; a++)
        m[a][a] += least * trace;
    solve(m, sum, rate);
}
