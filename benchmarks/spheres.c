/* spheres.c - a volume image of overlapping spheres in a periodic box: raw bytes, 1 = solid, x fastest.
 * spheres OUT NX,NY,NZ POROSITY RADIUS
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 1;

/* splitmix64, in [0, 1) */
static double next(void)
{
    uint64_t z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static uint64_t add_sphere(uint8_t *solid, const long n[3], double radius)
{
    const long k = (long)ceil(radius);
    double c[3];
    uint64_t added = 0;
    for (int a = 0; a < 3; a++)
        c[a] = next() * (double)n[a];
    for (long z = -k; z <= k; z++)
        for (long y = -k; y <= k; y++)
            for (long x = -k; x <= k; x++) {
                const long d[3] = {x, y, z};
                size_t at = 0;
                double r2 = 0.0;
                for (int a = 2; a >= 0; a--) {
                    const long cell = (long)floor(c[a]) + d[a];
                    r2 += ((double)cell + 0.5 - c[a]) * ((double)cell + 0.5 - c[a]);
                    at = at * (size_t)n[a] + (size_t)(((cell % n[a]) + n[a]) % n[a]);
                }
                if (r2 > radius * radius) continue;
                added += !solid[at];
                solid[at] = 1;
            }
    return added;
}

int main(int count, char **word)
{
    long n[3];
    if (count != 5 || sscanf(word[2], "%ld,%ld,%ld", &n[0], &n[1], &n[2]) != 3) return 2;
    const size_t cells = (size_t)n[0] * (size_t)n[1] * (size_t)n[2];
    uint8_t *solid = calloc(cells, 1);
    FILE *out = fopen(word[1], "wb");
    if (solid == NULL || out == NULL) return 1;
    for (uint64_t full = 0; (double)full < (1.0 - atof(word[3])) * (double)cells;)
        full += add_sphere(solid, n, atof(word[4]));
    const size_t written = fwrite(solid, 1, cells, out);
    return fclose(out) != 0 || written != cells;
}
