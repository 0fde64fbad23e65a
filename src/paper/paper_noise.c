/* paper_noise.c - figure 10: the noise that formats leave in the quiet parts of a vortex street.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "io/vtk_read.h"
#include "plot/montage.h"
#include "reproduce/paper_item.h"

enum { LINES = 2 * LB_PAPER_FORMATS, EDGE = 6, TILE = 300, COLUMNS = 3 };
static const double quiet = 0.001; /* vorticity below it */

/* The runs are figure 9's. */
static const char *values(const struct lb_reproduce *r)
{
    return r->is_quick ? "radius=8" : "radius=32";
}

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return lb_paper_plan(r, "karman", err, "%s", values(r));
}

/* --- vorticity ---------------------------------------------------------------------------------------- */

struct plane {
    int width, height;
    double *at; /* NULL: there is none; owned */
};

static double velocity(const struct lb_vtk_array *u, int x, int y, int axis)
{
    return u->numbers[3 * ((size_t)y * u->size[0] + (size_t)x) + (size_t)axis];
}

/* By central differences; 0 at the edges. */
static struct plane take_vorticity(const struct lb_vtk_array *u)
{
    struct plane p = {.width = (int)u->size[0], .height = (int)u->size[1]};
    p.at = calloc((size_t)p.width * (size_t)p.height, sizeof *p.at);
    for (int y = 1; p.at != NULL && y < p.height - 1; y++)
        for (int x = 1; x < p.width - 1; x++)
            p.at[y * p.width + x] = 0.5 * (velocity(u, x + 1, y, 1) - velocity(u, x - 1, y, 1) -
                                           velocity(u, x, y + 1, 0) + velocity(u, x, y - 1, 0));
    return p;
}

static struct plane read_vorticity(const struct lb_reproduce *r, int format, bool shift)
{
    char file[64], path[LB_PATH_SIZE];
    struct lb_vtk_array u = {0};
    struct plane p = {0};
    struct lb_error ignored = {0};
    const struct lb_run_outcome *o = lb_paper_outcome(r, "karman", values(r), format, shift);
    if (o == NULL) return p;
    snprintf(file, sizeof file, "field-%09llu.vti", (unsigned long long)o->steps);
    const bool is_there = lb_paper_file(r, "karman", values(r), format, shift, file, path) &&
                          lb_vtk_read(path, "u", &u, &ignored) == LB_STATUS_OK && u.components == 3;
    if (is_there) p = take_vorticity(&u);
    *r->lacks = *r->lacks || p.at == NULL;
    free(u.numbers);
    return p;
}

/* --- noise ---------------------------------------------------------------------------------------------- */

/* Far from edges and cylinder, and hardly turning in FP64. */
static bool is_quiet(const struct plane *exact, double radius, int x, int y)
{
    const double dx = x + 0.5 - 0.5 * exact->width, dy = y + 0.5 - 0.25 * exact->height;
    return x > EDGE && y > EDGE && x < exact->width - 1 - EDGE && y < exact->height - 1 - EDGE &&
           hypot(dx, dy) > 1.75 * radius && fabs(exact->at[y * exact->width + x]) < quiet;
}

/* Of the difference from FP64, less its own mean over 3 x 3 cells. */
static double rough_part(const struct plane *p, const struct plane *exact, int x, int y)
{
    double mean = 0.0;
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++)
            mean += (p->at[j * p->width + i] - exact->at[j * p->width + i]) / 9.0;
    return p->at[y * p->width + x] - exact->at[y * p->width + x] - mean;
}

/* Root mean square; NaN without both. */
static double noise_of(const struct plane *p, const struct plane *exact, double radius)
{
    double sum = 0.0, count = 0.0;
    if (p->at == NULL || exact->at == NULL || p->width != exact->width ||
        p->height != exact->height)
        return (double)NAN;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (is_quiet(exact, radius, x, y)) {
                const double rough = rough_part(p, exact, x, y);
                sum += rough * rough;
                count += 1.0;
            }
    return sqrt(sum / count);
}

/* Of all formats, with shift and without. */
static void measure(const struct lb_reproduce *r, double out[LINES])
{
    struct plane exact = read_vorticity(r, LB_PAPER_FP64, true);
    for (int line = 0; line < LINES; line++) {
        struct plane p = read_vorticity(r, line / 2, line % 2 == 0);
        out[line] = noise_of(&p, &exact, r->is_quick ? 8.0 : 32.0);
        free(p.at);
    }
    free(exact.at);
}

static void check(struct lb_reproduce *r)
{
    static const int bare[] = {LB_PAPER_FP16S, LB_PAPER_FP16C, LB_PAPER_P16_2C};
    double noise[LINES];
    measure(r, noise);
    const double fp16s = noise[2 * LB_PAPER_FP16S], infinite = (double)INFINITY;
    lb_paper_check(r, "noise equally for FP16 and FP16S", noise[2 * LB_PAPER_FP16] / fp16s, 0.9,
                   1.1, "FP16 over FP16S");
    lb_paper_check(r, "noise vastly reduced for FP16C and P16_2C",
                   noise[2 * LB_PAPER_FP16C] / fp16s, 0.4, 0.65, "FP16C over FP16S");
    lb_paper_check(r, "noise vastly reduced for FP16C and P16_2C",
                   noise[2 * LB_PAPER_P16_2C] / fp16s, 0.4, 0.65, "P16_2C over FP16S");
    lb_paper_check(r, "FP32 is indistinguishable from FP64", noise[2 * LB_PAPER_FP32] / fp16s, 0.0,
                   0.03, "FP32 over FP16S");
    for (size_t n = 0; n < sizeof bare / sizeof bare[0]; n++)
        lb_paper_check(r, "omitting the shift vastly increases the noise",
                       noise[2 * bare[n] + 1] / noise[2 * bare[n]], 2.0, infinite,
                       "%s without over with shift", lb_paper_formats[bare[n]]);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    double noise[LINES];
    measure(r, noise);
    fprintf(csv, "format,shift,noise\n");
    for (int line = 0; line < LINES; line++)
        fprintf(csv, "%s,%d,%.6g\n", lb_paper_formats[line / 2], line % 2 == 0, noise[line]);
}

/* In rows of three formats, with shift, and below them without. */
static enum lb_status picture(const struct lb_reproduce *r, const char *path, bool *there,
                              struct lb_error *err)
{
    static char paths[LINES][LB_PATH_SIZE], captions[LINES][64];
    struct lb_montage_tile tiles[LINES] = {{0}};
    const struct lb_montage m = {.tiles = tiles,
                                 .count = LINES,
                                 .columns = COLUMNS,
                                 .width = TILE,
                                 .title = "Vorticity, from -0.001 (blue) to 0.001 (red) per step",
                                 .within_frame = true};
    *there = false;
    for (int n = 0; n < LINES; n++) {
        const int row = n / COLUMNS, format = row / 2 * COLUMNS + n % COLUMNS;
        const bool shift = row % 2 == 0;
        if (!lb_paper_file(r, "karman", values(r), format, shift, "vorticity-quiet.png", paths[n]))
            continue;
        snprintf(captions[n], sizeof captions[n], "%s%s", lb_paper_formats[format],
                 shift ? "" : ", without shift");
        tiles[n] = (struct lb_montage_tile){paths[n], captions[n]};
        *there = true;
    }
    return *there ? lb_montage_write(&m, path, err) : LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_karman_noise = {
    .name = "karman-noise",
    .number = "fig10",
    .shows = "noise in the quiet parts of a vortex street, with shift above and without below",
    .plan = plan,
    .check = check,
    .table = table,
    .picture = picture};
