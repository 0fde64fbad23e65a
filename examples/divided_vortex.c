/* divided_vortex.c - a Taylor-Green vortex divided among the ranks of an MPI program: mpirun -n 2 divided_vortex
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <mpi.h>
#include <sluice.h>
#include <stdio.h>

enum { SIZE = 48, STEPS = 500 };

static void start(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    const double k = *(const double *)context;
    const double x = k * (at[0] + 0.5), y = k * (at[1] + 0.5);
    cell->velocity[0] = 0.02 * sin(x) * cos(y);
    cell->velocity[1] = -0.02 * cos(x) * sin(y);
    cell->density = 1.0 + 3.0 * 0.02 * 0.02 / 4.0 * (cos(2.0 * x) + cos(2.0 * y));
}

int main(int argc, char **argv)
{
    const double k = 2.0 * acos(-1.0) / SIZE, viscosity = 0.05;
    const sluice_spec spec = {.abi = SLUICE_ABI, .size = {SIZE, SIZE, 16}, .viscosity = viscosity};
    MPI_Comm world = MPI_COMM_WORLD;
    sluice_sums before = {0}, after = {0};
    sluice_info info = {{0}};
    sluice_error error = {0};
    sluice *flow = NULL;
    MPI_Init(&argc, &argv);

    sluice_new(&spec, &flow, &error);
    if (!error.status) sluice_use_communicator(flow, &world, NULL, &error);
    if (!error.status) sluice_set_start(flow, start, &k, &error);
    if (!error.status) sluice_start(flow, &error);
    if (!error.status) sluice_get_info(flow, &info, &error);
    if (!error.status) sluice_get_sums(flow, &before, &error);
    if (!error.status) sluice_advance(flow, STEPS, &error);
    if (!error.status) sluice_get_sums(flow, &after, &error);
    sluice_free(flow);
    if (error.status) fprintf(stderr, "divided_vortex: %s\n", error.text);
    if (!error.status && info.rank == 0) /* energy goes with exp(-4 viscosity k^2 t) */
        printf("%d ranks: viscosity %.5f of %.5f\n", info.ranks,
               log(before.energy / after.energy) / (4.0 * k * k * STEPS), viscosity);
    MPI_Finalize();
    return error.status;
}
