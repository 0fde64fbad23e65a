/* pulsating_inlet.c - a cylinder in a duct whose inlet swells and ebbs: a callback sets the inlet and reads the drag.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <sluice.h>
#include <stdio.h>

enum { LENGTH = 160, HEIGHT = 62, PERIOD = 4000 };

/* A parabola over the duct, whose height is HEIGHT - 2 cells between its walls. */
static void fill_profile(double profile[HEIGHT], double factor)
{
    for (int y = 0; y < HEIGHT; y++) {
        const double s = (y - 0.5) / (HEIGHT - 2);
        profile[y] = s > 0.0 && s < 1.0 ? 4.0 * s * (1.0 - s) * factor : 0.0;
    }
}

static void start(const void *context, const uint32_t at[3], sluice_cell *cell)
{
    cell->velocity[0] = 0.05 * ((const double *)context)[at[1]];
}

static int every_tenth(sluice *flow, uint64_t step, void *context)
{
    double profile[HEIGHT];
    sluice_force drag;
    fill_profile(profile, 1.0 + 0.5 * sin(2.0 * acos(-1.0) * (double)step / PERIOD));
    if (sluice_set_profile(flow, 0, profile, context)) return 1;
    if (step % 500 != 0) return 0;
    if (sluice_get_force(flow, 0, &drag, context)) return 1;
    printf("%llu,%.6g,%.6g\n", (unsigned long long)step, drag.force[0], drag.force[1]);
    return 0;
}

int main(void)
{
    const sluice_spec spec = {
        .abi = SLUICE_ABI, .size = {LENGTH, HEIGHT, 1}, .viscosity = 0.02, .collision = "trt"};
    const sluice_body cylinder = {.file = "cylinder", .cells = 12.0, .centre = {40.0, 30.7, 0.5}};
    double profile[HEIGHT];
    sluice_error error = {0};
    sluice *flow = NULL;
    const sluice_face faces[4] = {
        {0, "velocity", .velocity = {0.05}, .profile = profile, .profile_axis = 1},
        {1, "pressure"},
        {2, "wall"},
        {3, "wall"}};
    fill_profile(profile, 1.0);
    sluice_new(&spec, &flow, &error);
    for (int n = 0; n < 4 && !error.status; n++)
        sluice_add_face(flow, faces + n, &error);
    if (!error.status) sluice_add_body(flow, &cylinder, NULL, &error);
    if (!error.status) sluice_set_start(flow, start, profile, &error);
    if (!error.status) sluice_every(flow, 10, every_tenth, &error, &error);
    if (!error.status) sluice_start(flow, &error);
    if (!error.status) sluice_advance(flow, 3 * PERIOD, &error);
    sluice_free(flow);
    if (error.status) fprintf(stderr, "pulsating_inlet: %s\n", error.text);
    return error.status;
}
