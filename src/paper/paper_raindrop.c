/* paper_raindrop.c - figure 14: a raindrop's cavity and crown in four formats; figure 15: the droplets of many
 * such drops.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "plot/montage.h"
#include "reproduce/paper_item.h"

enum { FORMATS = 4, TIMES = 6, TILE = 210 };
static const int formats[FORMATS] = {LB_PAPER_FP32, LB_PAPER_FP16S, LB_PAPER_FP16C,
                                     LB_PAPER_P16_1S};

/* The fields at the end would take 2 GB each. */
static void write_values(const struct lb_reproduce *r, int run, char out[LB_PAPER_TEXT])
{
    snprintf(out, LB_PAPER_TEXT, "%svtk=0 seed=%d", r->is_quick ? "quick=1 " : "",
             r->first_seed + run);
}

static enum lb_status plan_run(struct lb_reproduce *r, int run, struct lb_error *err)
{
    char values[LB_PAPER_TEXT];
    write_values(r, run, values);
    for (int n = 0; n < FORMATS; n++)
        LB_OK(lb_paper_plan_one(r, "raindrop", formats[n], true, values, err));
    return LB_STATUS_OK;
}

static double result(const struct lb_reproduce *r, int run, int format, const char *name)
{
    char values[LB_PAPER_TEXT];
    write_values(r, run, values);
    return lb_paper_number(r, "raindrop", values, format, true, name);
}

/* --- figure 14 ------------------------------------------------------------------------------------ */

static enum lb_status plan(struct lb_reproduce *r, struct lb_error *err)
{
    return plan_run(r, 0, err);
}

/* Of cavity.csv at the row next to a time [s]; NaN without it. */
static double measured_at(const struct lb_reproduce *r, int format, const char *column, double time)
{
    const char *const columns[] = {"time_si", column};
    char values[LB_PAPER_TEXT];
    double *numbers = NULL, best = (double)INFINITY, at = (double)NAN;
    size_t rows = 0;
    struct lb_error ignored = {0};
    write_values(r, 0, values);
    if (lb_paper_columns(r, "raindrop", values, format, true, "cavity.csv", columns, 2, &numbers,
                         &rows, &ignored) != LB_STATUS_OK)
        *r->lacks = true;
    for (size_t n = 0; n < rows; n++) {
        const double distance = fabs(numbers[2 * n] - time);
        if (distance >= best) continue;
        best = distance;
        at = numbers[2 * n + 1];
    }
    free(numbers);
    return best < 0.1e-3 ? at : (double)NAN;
}

static void check_numbers(struct lb_reproduce *r)
{
    /* half of the last printed digit */
    static const struct {
        const char *name;
        double printed, half_digit;
    } numbers[] = {{"reynolds", 33498, 0.5},
                   {"weber", 4301, 0.5},
                   {"froude", 44.4, 0.05},
                   {"capillary", 0.1284, 0.5e-4},
                   {"bond", 2.179, 0.5e-3}};
    char values[LB_PAPER_TEXT];
    for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
        lb_paper_check(r, "the drop's numbers as printed",
                       result(r, 0, LB_PAPER_FP32, numbers[n].name),
                       numbers[n].printed - numbers[n].half_digit,
                       numbers[n].printed + numbers[n].half_digit, "%s", numbers[n].name);
    write_values(r, 0, values);
    const struct lb_run_outcome *o = lb_paper_outcome(r, "raindrop", values, LB_PAPER_FP32, true);
    lb_paper_check(r, "10 ms are 20416 steps",
                   o != NULL && !r->is_quick ? (double)o->steps : (double)NAN, 20416, 20416,
                   "steps");
}

static void check_run(struct lb_reproduce *r, int format)
{
    char values[LB_PAPER_TEXT];
    write_values(r, 0, values);
    const struct lb_run_outcome *o = lb_paper_outcome(r, "raindrop", values, format, true);
    struct lb_paper_check *c = lb_paper_check(
        r, "no statement; the run's own verdict on mass, contacts and the cavity's first speed",
        o != NULL && o->has_verdict ? (double)o->verdict.pass : (double)NAN, 1.0, 1.0,
        "%s passes it", lb_paper_formats[format]);
    c->answer = LB_PAPER_NOT_COMPARABLE;
    lb_paper_check(
        r, "no qualitative differences",
        result(r, 0, format, "landing_speed") / result(r, 0, LB_PAPER_FP32, "landing_speed"), 0.99,
        1.01, "%s: speed of the cavity's floor at first over FP32's", lb_paper_formats[format]);
}

static void check(struct lb_reproduce *r)
{
    static const char *const columns[] = {"cavity_depth_si", "crown_diameter_si"};
    check_numbers(r);
    for (int n = 0; n < FORMATS; n++)
        check_run(r, formats[n]);
    for (int n = 1; n < FORMATS; n++)
        for (int ms = 1; ms < TIMES && (!r->is_quick || ms == 1); ms++)
            for (size_t k = 0; k < 2; k++)
                lb_paper_check(r, "no qualitative differences",
                               measured_at(r, formats[n], columns[k], 1e-3 * ms) /
                                   measured_at(r, LB_PAPER_FP32, columns[k], 1e-3 * ms),
                               0.99, 1.01, "%s: %s after %d ms over FP32's",
                               lb_paper_formats[formats[n]], columns[k], ms);
}

static void table(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "format,time_si,cavity_depth_si,crown_diameter_si,crown_height_si\n");
    for (int n = 0; n < FORMATS; n++)
        for (int ms = 1; ms < TIMES; ms++)
            fprintf(csv, "%s,%g,%.6g,%.6g,%.6g\n", lb_paper_formats[formats[n]], 1e-3 * ms,
                    measured_at(r, formats[n], "cavity_depth_si", 1e-3 * ms),
                    measured_at(r, formats[n], "crown_diameter_si", 1e-3 * ms),
                    measured_at(r, formats[n], "crown_height_si", 1e-3 * ms));
}

/* A row for each time, a column for each format. */
static enum lb_status picture(const struct lb_reproduce *r, const char *path, bool *there,
                              struct lb_error *err)
{
    static char paths[FORMATS * TIMES][LB_PATH_SIZE], captions[FORMATS * TIMES][64];
    struct lb_montage_tile tiles[FORMATS * TIMES] = {{0}};
    /* The pictures' own titles, at the lower edge, would be specks. */
    const struct lb_montage m = {.tiles = tiles,
                                 .count = FORMATS * TIMES,
                                 .columns = FORMATS,
                                 .width = TILE,
                                 .below = 0.045};
    char values[LB_PAPER_TEXT], file[32];
    *there = false;
    write_values(r, 0, values);
    for (int n = 0; n < FORMATS * TIMES; n++) {
        snprintf(file, sizeof file, "drop-%02dms.png", n / FORMATS);
        if (!lb_paper_file(r, "raindrop", values, formats[n % FORMATS], true, file, paths[n]))
            continue;
        snprintf(captions[n], sizeof captions[n], "%s, %d ms",
                 lb_paper_formats[formats[n % FORMATS]], n / FORMATS);
        tiles[n] = (struct lb_montage_tile){paths[n], captions[n]};
        *there = true;
    }
    return *there ? lb_montage_write(&m, path, err) : LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_raindrop = {.name = "raindrop",
                                                .number = "fig14",
                                                .shows = "a raindrop's impact in four formats",
                                                .plan = plan,
                                                .check = check,
                                                .table = table,
                                                .picture = picture};

/* --- figure 15 ------------------------------------------------------------------------------------ */

enum { BINS = 40 };
static const double bin_width = 50.0; /* [um] */

/* In small no droplet leaves: nothing is run. */
static enum lb_status plan_droplets(struct lb_reproduce *r, struct lb_error *err)
{
    for (int run = 0; run < r->ensemble && !r->is_quick; run++)
        LB_OK(plan_run(r, run, err));
    return LB_STATUS_OK;
}

struct mean {
    double mean, error; /* standard error; NaN below two runs */
    int count;
};

static struct mean mean_droplets(const struct lb_reproduce *r, int format)
{
    double sum = 0.0, squares = 0.0;
    int count = 0;
    for (int run = 0; run < r->ensemble; run++) {
        const double droplets = r->is_quick ? (double)NAN : result(r, run, format, "droplets");
        if (isnan(droplets)) continue;
        sum += droplets;
        squares += droplets * droplets;
        count++;
    }
    const double mean = sum / count;
    return (struct mean){mean, sqrt((squares / count - mean * mean) / (count - 1.0)), count};
}

/* Whether chance is small enough to judge means of two formats.  The droplets of one run scatter by some 4 % (15
 * runs, docs/setups/raindrop.md), so a ratio of means of n by 0.04 sqrt(2 / n): from 8 on three of that fit between
 * the band of FP16S and its middle, and three estimated standard errors are passed by chance once in 100. */
static bool can_tell(const struct lb_reproduce *r, const struct mean *a, const struct mean *b)
{
    enum { ENOUGH = 8 };
    return a->count == r->ensemble && b->count == r->ensemble && r->ensemble >= ENOUGH;
}

static void check_droplets(struct lb_reproduce *r)
{
    const struct mean fp32 = mean_droplets(r, LB_PAPER_FP32), s = mean_droplets(r, LB_PAPER_FP16S);
    const double fewer = can_tell(r, &s, &fp32) ? s.mean / fp32.mean - 1.0 : (double)NAN;
    static const int alike[] = {LB_PAPER_FP16C, LB_PAPER_P16_1S};
    for (size_t n = 0; n < 2; n++) {
        const struct mean m = mean_droplets(r, alike[n]);
        const double apart = (m.mean - fp32.mean) / hypot(m.error, fp32.error);
        lb_paper_check(r, "no significant differences",
                       can_tell(r, &m, &fp32) ? apart : (double)NAN, -3.0, 3.0,
                       "%s: droplets less FP32's, in standard errors", lb_paper_formats[alike[n]]);
    }
    lb_paper_differs(lb_paper_check(r, "no significant differences", fewer, -0.15, -0.03,
                                    "FP16S: droplets over FP32's, less 1"),
                     "FP16S ejects some 9 % fewer droplets (p = 0.002), and rounding itself is the "
                     "cause: FP32 whose numbers hold FP16S's values does the same");
    lb_paper_check(r, "more than 167 droplets (Lehmann et al., 2021)", fp32.mean, 167.0,
                   (double)INFINITY, "mean number of droplets in FP32");
}

/* Of all runs of a format in a bin: the mean number of droplets; NaN without runs. */
static void count_sizes(const struct lb_reproduce *r, int format, double out[BINS])
{
    static const char *const columns[] = {"diameter_um"};
    char values[LB_PAPER_TEXT];
    int runs = 0;
    for (int bin = 0; bin < BINS; bin++)
        out[bin] = 0.0;
    for (int run = 0; run < r->ensemble && !r->is_quick; run++) {
        double *diameters = NULL;
        size_t rows = 0;
        struct lb_error ignored = {0};
        write_values(r, run, values);
        runs += lb_paper_outcome(r, "raindrop", values, format, true) != NULL;
        if (lb_paper_columns(r, "raindrop", values, format, true, "droplets.csv", columns, 1,
                             &diameters, &rows, &ignored) != LB_STATUS_OK)
            *r->lacks = true;
        for (size_t n = 0; n < rows; n++)
            if (diameters[n] >= 0.0 && diameters[n] < BINS * bin_width)
                out[(int)(diameters[n] / bin_width)] += 1.0;
        free(diameters);
    }
    for (int bin = 0; bin < BINS; bin++)
        out[bin] /= runs;
}

static void write_droplets(const struct lb_reproduce *r, FILE *csv)
{
    double counts[FORMATS][BINS];
    fprintf(csv, "diameter_um");
    for (int n = 0; n < FORMATS; n++) {
        count_sizes(r, formats[n], counts[n]);
        fprintf(csv, ",%s", lb_paper_formats[formats[n]]);
    }
    for (int bin = 0; bin < BINS; bin++) {
        fprintf(csv, "\n%g", (bin + 0.5) * bin_width);
        for (int n = 0; n < FORMATS; n++)
            fprintf(csv, ",%.6g", counts[n][bin]);
    }
    fprintf(csv, "\n");
}

static enum lb_status draw_droplets(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                    struct lb_error *err)
{
    f->title = "Droplets of a run by diameter";
    f->x_label = "diameter [um]";
    f->y_label = "droplets in 50 um";
    f->y_logarithmic = true;
    for (int n = 0; n < FORMATS; n++) {
        double counts[BINS], *numbers = calloc(2 * BINS, sizeof *numbers);
        LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
        count_sizes(r, formats[n], counts);
        for (int bin = 0; bin < BINS; bin++) {
            numbers[2 * bin] = (bin + 0.5) * bin_width;
            numbers[2 * bin + 1] = counts[bin];
        }
        LB_OK(lb_paper_figure_line(f, formats[n], true, numbers, BINS, err));
    }
    return LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_raindrop_droplets = {
    .name = "raindrop-droplets",
    .number = "fig15",
    .shows = "droplets of many raindrops by diameter, in four formats; not in small",
    .plan = plan_droplets,
    .check = check_droplets,
    .table = write_droplets,
    .figure = draw_droplets};
