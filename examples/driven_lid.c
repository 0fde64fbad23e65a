/* driven_lid.c - a cavity whose lid moves: the flow in its middle, and a file for ParaView.
 * Build: cc driven_lid.c $(pkg-config --cflags --libs sluice)
 * SPDX-License-Identifier: MIT */
#include <sluice.h>
#include <stdio.h>

enum { SIZE = 66 }; /* cells along each side, the walls included */

static void start(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    const double *lid = context;
    const int is_side = at[0] == 0 || at[0] == SIZE - 1;
    if (at[1] == SIZE - 1 && !is_side) {
        cell->kind = SLUICE_MOVING;
        cell->velocity[0] = *lid;
    } else if (is_side || at[1] == 0 || at[1] == SIZE - 1) {
        cell->kind = SLUICE_SOLID;
    }
}

int main(void)
{
    const double lid = 0.1, reynolds = 100.0;
    const sluice_spec spec = {
        .abi = SLUICE_ABI, .size = {SIZE, SIZE, 1}, .viscosity = lid * (SIZE - 2) / reynolds};
    const sluice_region middle = {{SIZE / 2, 1, 0}, {SIZE / 2 + 1, SIZE - 1, 1}};
    double u[SIZE][3], lowest = 0.0;
    sluice_error error = {0};
    sluice *flow = NULL;

    sluice_new(&spec, &flow, &error);
    if (!error.status) sluice_set_start(flow, start, &lid, &error);
    if (!error.status) sluice_start(flow, &error);
    if (!error.status) sluice_advance(flow, 20000, &error);
    if (!error.status) sluice_get(flow, "velocity", &middle, u[0], &error);
    if (!error.status) sluice_write_vtk(flow, "driven_lid.vti", NULL, &error);
    sluice_free(flow);
    if (error.status) {
        fprintf(stderr, "driven_lid: %s\n", error.text);
        return error.status;
    }
    for (int y = 0; y < SIZE - 2; y++)
        if (u[y][0] < lowest) lowest = u[y][0];
    /* Ghia, Ghia, Shin, J. Comput. Phys. 48, 387 (1982): -0.2109 */
    printf("lowest velocity along the middle: %.4f of the lid's\n", lowest / lid);
    return 0;
}
