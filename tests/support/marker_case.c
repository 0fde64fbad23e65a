/* marker_case.c - small boxes of fluid with markers or a membrane in them.
 * SPDX-License-Identifier: MIT */
#include "support/marker_case.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>

#include "support/random_case.h"
#include "support/test_solver.h"

static void fill_cell(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct lb_marker_flow *f = state;
    const double centre[3] = {x + 0.5, y + 0.5, z + 0.5};
    for (int a = 0; a < 3; a++)
        out->u[a] = f->u[a];
    out->u[f->component] += f->shear * (centre[f->along] - f->middle);
    if (f->walls && (z == 0 || z == f->depth - 1)) {
        /* half-way walls are half a cell nearer than the wall cell's centre */
        const double wall = z == 0 ? 1.0 : (double)f->depth - 1.0;
        out->flags = LB_CELL_SOLID | LB_CELL_MOVING;
        out->u[f->component] = f->u[f->component] + f->shear * (wall - f->middle);
    }
}

void lb_marker_case_init(struct lb_case *c, struct lb_marker_flow *flow,
                         const struct lb_markers *markers, uint32_t nx, uint32_t ny, uint32_t nz,
                         bool fp64, int lanes)
{
    flow->depth = nz;
    lb_test_layout = (struct lb_layout_wishes){.lanes = lanes};
    *c = (struct lb_case){.name = "markers",
                          .lattice = lb_lattice_find("d3q19"),
                          .collision = lb_collision_find("srt"),
                          .storage = lb_number_format_find(fp64 ? "fp64" : "fp32"),
                          .arithmetic = fp64 ? LB_ARITHMETIC_FP64 : LB_ARITHMETIC_FP32,
                          .streaming = LB_STREAMING_IN_PLACE,
                          .shift = true,
                          .size = {nx, ny, nz},
                          .viscosity = 1.0 / 3.0,
                          .markers = markers,
                          .start = fill_cell,
                          .start_state = flow};
    if (flow->walls) c->cell_kinds = LB_CELL_SOLID | LB_CELL_MOVING;
}

bool lb_test_membrane_create(struct lb_test_membrane *m, unsigned subdivisions, double radius,
                             const double centre[3], double stir, const char *law,
                             const char *delta)
{
    struct lb_error err = {0};
    *m = (struct lb_test_membrane){0};
    if (lb_mesh_icosphere(subdivisions, radius, centre, &m->mesh, &err) != LB_STATUS_OK ||
        lb_membrane_reference_create(&m->mesh, &m->reference, &err) != LB_STATUS_OK) {
        printf("  no membrane: %s\n", err.text);
        return false;
    }
    for (uint32_t n = 0; n < m->mesh.node_count; n++)
        for (uint32_t a = 0; a < 3; a++) {
            double *x = &m->mesh.position[3 * n + a];
            const double other = m->mesh.position[3 * n + (a + 1) % 3] - centre[(a + 1) % 3];
            *x += stir * (0.7 * sin(2.0 * other / radius) + 0.3 * lb_random_number(7, n, a, 0, 0));
        }
    m->material = (struct lb_membrane_material){.law = lb_membrane_law_find(law),
                                                .shear_modulus = 2e-3,
                                                .area_resistance = 1.5,
                                                .area_modulus = 3e-3,
                                                .volume_modulus = 0.02};
    m->markers = (struct lb_markers){.count = m->mesh.node_count,
                                     .position = m->mesh.position,
                                     .delta = lb_delta_find(delta),
                                     .mesh = &m->mesh,
                                     .reference = &m->reference,
                                     .material = &m->material};
    return true;
}

void lb_test_membrane_free(struct lb_test_membrane *m)
{
    lb_membrane_reference_free(&m->reference);
    lb_mesh_free(&m->mesh);
}

double lb_test_delta(int points, double distance)
{
    const double r = fabs(distance);
    if (points == 2) return r < 1.0 ? 1.0 - r : 0.0;
    if (points == 3) {
        if (r <= 0.5) return (1.0 + sqrt(1.0 - 3.0 * r * r)) / 3.0;
        return r < 1.5 ? (5.0 - 3.0 * r - sqrt(-2.0 + 6.0 * r - 3.0 * r * r)) / 6.0 : 0.0;
    }
    if (r <= 1.0) return (3.0 - 2.0 * r + sqrt(1.0 + 4.0 * r - 4.0 * r * r)) / 8.0;
    return r < 2.0 ? (5.0 - 2.0 * r - sqrt(-7.0 + 12.0 * r - 4.0 * r * r)) / 8.0 : 0.0;
}
