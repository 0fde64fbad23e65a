/* cavity_reference.c - what is known of the centre lines of cubes and squares of fluid.
 * SPDX-License-Identifier: MIT */
#include "cavity_reference.h"

#include <math.h>
#include <stddef.h>

static const struct lb_cavity_shape cube = {
    {{2, 1, "profile_z.csv", "profile_z.png", "z,u_y", "Velocity along the lid, from bottom to lid",
      "z / L", "u_y / u0", "rms_u_y_line", "rms of u_y along z"},
     {1, 2, "profile_y.csv", "profile_y.png", "y,u_z",
      "Velocity towards the lid, along the lid's motion", "y / L", "u_z / u0", "rms_u_z_line",
      "rms of u_z along y"}},
    {{"u_y_least", "u_y_least_at", "least u_y"},
     {"u_z_least", "u_z_least_at", "least u_z"},
     {"u_z_most", "u_z_most_at", "most u_z"}},
    "z,u_y,u_y_reference,y,u_z,u_z_reference",
    "re=100 and re=1000",
};
static const struct lb_cavity_shape square = {
    {{1, 0, "profile_y.csv", "profile_y.png", "y,u_x", "Velocity along the lid, from bottom to lid",
      "y / L", "u_x / u0", "rms_u_x_line", "rms of u_x along y"},
     {0, 1, "profile_x.csv", "profile_x.png", "x,u_y",
      "Velocity towards the lid, along the lid's motion", "x / L", "u_y / u0", "rms_u_y_line",
      "rms of u_y along x"}},
    {{"u_x_least", "u_x_least_at", "least u_x"},
     {"u_y_least", "u_y_least_at", "least u_y"},
     {"u_y_most", "u_y_most_at", "most u_y"}},
    "y,u_x,u_x_reference,x,u_y,u_y_reference",
    "re=1000 and re=10000 in two dimensions",
};

const struct lb_cavity_shape *lb_cavity_shape_of(int dimensions)
{
    return dimensions == 2 ? &square : &cube;
}

static const struct lb_cavity_reference references[] = {
    /* Albensoeder & Kuhlmann, J. Comput. Phys. 206, 536 (2005), tables 5 and 6: Chebyshev
     * collocation.  Extrema quoted by Ben Beya & Lili, C. R. Mecanique 336, 863 (2008), table 1. */
    {.dimensions = 3,
     .reynolds = 1000.0,
     .label = "Albensoeder & Kuhlmann",
     .lines = {{0.0000,   0.00000,  0.0547,   -0.20623, 0.0625,   -0.22283, 0.0703,
                -0.23696, 0.1016,   -0.27293, 0.1719,   -0.25160, 0.2813,   -0.10999,
                0.4531,   -0.00612, 0.5000,   0.00802,  0.6172,   0.03905,  0.7344,
                0.07334,  0.8516,   0.12183,  0.9531,   0.33171,  0.9609,   0.39821,
                0.9688,   0.48443,  0.9766,   0.58964,  1.0000,   1.00000},
               {0.0000,   0.00000,  0.0625,   0.21738,  0.0703,   0.22746,  0.0781,
                0.23503,  0.0938,   0.24407,  0.1563,   0.22924,  0.2266,   0.17580,
                0.2344,   0.16987,  0.5000,   0.03674,  0.8047,   -0.15223, 0.8594,
                -0.31117, 0.9063,   -0.43423, 0.9453,   -0.33511, 0.9531,   -0.29032,
                0.9609,   -0.24095, 0.9688,   -0.18864, 1.0000,   0.00000}},
     .has_extrema = true,
     .extrema = {-0.2803833, -0.4350186, 0.2466511},
     .length = 128,
     .min_length = 64,
     .rms_tolerance = 0.02,
     .weak_tolerance = 0.04,
     .deep_tolerance = 0.01,
     .settled_change = 1e-3,
     .times = 50.0},
    /* Our own: central differences on a staggered grid of 32 and 48 cells along each edge,
     * extrapolated; see tests/support/cavity_reference.py. */
    {.dimensions = 3,
     .reynolds = 100.0,
     .label = "finite differences",
     .lines = {{0.0000,   0.00000,  0.0547,   -0.04027, 0.0625,   -0.04533, 0.0703,
                -0.05027, 0.1016,   -0.06903, 0.1719,   -0.10728, 0.2813,   -0.16157,
                0.4531,   -0.21505, 0.5000,   -0.21348, 0.6172,   -0.16474, 0.7344,
                -0.05007, 0.8516,   0.17895,  0.9531,   0.66472,  0.9609,   0.71760,
                0.9688,   0.77280,  0.9766,   0.82918,  1.0000,   1.00000},
               {0.0000,   0.00000,  0.0625,   0.08783,  0.0703,   0.09582,  0.0781,
                0.10320,  0.0938,   0.11628,  0.1563,   0.14732,  0.2266,   0.15160,
                0.2344,   0.15060,  0.5000,   0.01304,  0.8047,   -0.24931, 0.8594,
                -0.22895, 0.9063,   -0.17443, 0.9453,   -0.10798, 0.9531,   -0.09316,
                0.9609,   -0.07804, 0.9688,   -0.06247, 1.0000,   0.00000}},
     .has_extrema = true,
     .extrema = {-0.2156, -0.2493, 0.1530},
     .length = 32,
     .min_length = 16,
     .rms_tolerance = 0.01,
     .weak_tolerance = 0.05,
     .deep_tolerance = 0.03,
     .settled_change = 1e-3,
     .times = 50.0},
    /* Botella & Peyret, Comput. Fluids 27, 421 (1998), tables 9 and 10 and their text: Chebyshev
     * collocation. */
    {.dimensions = 2,
     .reynolds = 1000.0,
     .label = "Botella & Peyret",
     .lines = {{0.0000,     0.0000000,  0.0547,     -0.1812881, 0.0625,     -0.2023300, 0.0703,
                -0.2228955, 0.1016,     -0.3004561, 0.1719,     -0.3885691, 0.2813,     -0.2803696,
                0.4531,     -0.1081999, 0.5000,     -0.0620561, 0.6172,     0.0570178,  0.7344,
                0.1886747,  0.8516,     0.3372212,  0.9531,     0.4723329,  0.9609,     0.5169277,
                0.9688,     0.5808359,  0.9766,     0.6644227,  1.0000,     1.0000000},
               {0.0000,     0.0000000,  0.0625,     0.2807056,  0.0703,     0.2962703,  0.0781,
                0.3099097,  0.0938,     0.3330442,  0.1563,     0.3769189,  0.2266,     0.3339924,
                0.2344,     0.3253592,  0.5000,     0.0257995,  0.8047,     -0.3202137, 0.8594,
                -0.4264545, 0.9063,     -0.5264392, 0.9453,     -0.4103754, 0.9531,     -0.3553213,
                0.9609,     -0.2936869, 0.9688,     -0.2279225, 1.0000,     0.0000000}},
     .has_extrema = true,
     .extrema = {-0.3885698, -0.5270771, 0.3769447},
     .length = 64,
     .min_length = 32,
     .rms_tolerance = 0.02,
     .weak_tolerance = 0.04,
     .deep_tolerance = 0.01,
     .settled_change = 1e-3,
     .times = 50.0},
    /* Ghia, Ghia & Shin, J. Comput. Phys. 48, 387 (1982), tables I and II: a steady solution, and from
     * Re 8000 or so on the flow swings about it.  u at 1/2 is printed without its sign. */
    {.dimensions = 2,
     .reynolds = 10000.0,
     .label = "Ghia, Ghia & Shin",
     .lines = {{0.0000,   0.00000,  0.0547,   -0.42735, 0.0625,   -0.42537, 0.0703,
                -0.41657, 0.1016,   -0.38000, 0.1719,   -0.32709, 0.2813,   -0.23186,
                0.4531,   -0.07540, 0.5000,   -0.03111, 0.6172,   0.08344,  0.7344,
                0.20673,  0.8516,   0.34635,  0.9531,   0.47804,  0.9609,   0.48070,
                0.9688,   0.47783,  0.9766,   0.47221,  1.0000,   1.00000},
               {0.0000,   0.00000,  0.0625,   0.43983,  0.0703,   0.43733,  0.0781,
                0.43124,  0.0938,   0.41487,  0.1563,   0.35070,  0.2266,   0.28003,
                0.2344,   0.27224,  0.5000,   0.00831,  0.8047,   -0.30719, 0.8594,
                -0.36737, 0.9063,   -0.41496, 0.9453,   -0.45863, 0.9531,   -0.49099,
                0.9609,   -0.52987, 0.9688,   -0.54302, 1.0000,   0.00000}},
     .length = 128,
     .min_length = 128,
     .rms_tolerance = 0.04,
     .settled_change = 0.01,
     .times = 800.0,
     .mean_times = 400.0},
};

const struct lb_cavity_reference *lb_cavity_find_reference(int dimensions, double reynolds)
{
    for (size_t i = 0; i < sizeof references / sizeof references[0]; i++)
        if (references[i].dimensions == dimensions &&
            fabs(references[i].reynolds - reynolds) < 1e-9)
            return &references[i];
    return NULL;
}

double lb_cavity_coarseness(const struct lb_cavity_reference *r, uint32_t length)
{
    const double ratio = (double)r->length / (double)length;
    return fmax(1.0, ratio * ratio);
}
