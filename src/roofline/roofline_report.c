/* roofline_report.c - prints, writes and draws what `sluice roofline` found.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "opencl/device.h"
#include "plot/chart.h"
#include "io/json.h"
#include "roofline/roofline_state.h"

static const char *const peak_names[LB_PEAKS] = {"FP32", "FP64", "INT32"};
static const char *const peak_keys[LB_PEAKS] = {"fp32_gops", "fp64_gops", "int32_gops"};

static double operations(const struct lb_roofline_point *p)
{
    return p->count.floats + p->count.integers;
}

/* Operations per byte: floating-point and integer ones together, as the paper counts them. */
static double intensity_of(const struct lb_roofline_point *p)
{
    return operations(p) / p->bytes;
}

static double peak_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    return r->peaks[p->fp64 ? LB_PEAK_FP64 : LB_PEAK_FP32];
}

/* A probe that goes through more is no faster: of those of at least as much, the fastest. */
static double bandwidth_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    double most = 0.0;
    for (size_t n = 0; n < r->memory_count; n++)
        if (r->memory[n].bytes >= p->memory) most = fmax(most, r->memory[n].bandwidth);
    return most;
}

double lb_roofline_limit(const struct lb_roofline *r, const struct lb_roofline_point *p,
                         enum lb_roofline_wall *wall)
{
    const double times[LB_ROOFLINE_WALLS] = {p->bytes / bandwidth_of(r, p),
                                             p->count.floats / peak_of(r, p),
                                             p->count.integers / r->peaks[LB_PEAK_INT32]};
    *wall = LB_ROOFLINE_MEMORY;
    for (int n = 0; n < LB_ROOFLINE_WALLS; n++)
        if (times[n] > times[*wall]) *wall = (enum lb_roofline_wall)n;
    return 1e3 / times[*wall];
}

/* 0 without ceilings. */
static double limit_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    enum lb_roofline_wall wall;
    return r->measured ? lb_roofline_limit(r, p, &wall) : 0.0;
}

/* --- text --------------------------------------------------------------------------------------- */

static void print_point(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    printf("%-7s %-9s %-12s %3d %3d %7.1f %7.1f %7.1f %7.1f %6.0f %8.2f", p->lattice->name,
           p->collision->name, p->precision, p->count.lanes, p->count.arithmetic_lanes,
           p->count.floats, p->count.integers, p->count.conversions, p->count.others, p->bytes,
           intensity_of(p));
    if (!r->measured) {
        printf("\n");
        return;
    }
    const double limit = limit_of(r, p);
    printf(" %10.1f", limit);
    if (p->measured)
        printf(" %10.1f %5.1f%%\n", p->mlups, 100.0 * p->mlups / limit);
    else
        printf(" %10s %6s\n", "-", "-");
}

void lb_roofline_print(const struct lb_roofline *r)
{
    printf("%s (%s, driver %s)\n", r->device->name, r->device->platform, r->device->driver);
    if (r->measured) {
        printf("ceilings: %s at most %.1f GB/s", r->bandwidth_probe, r->bandwidth);
        for (int n = 0; n < LB_PEAKS; n++)
            if (r->peaks[n] > 0.0) printf(", %s %.1f Gop/s", peak_names[n], r->peaks[n]);
        printf("\n");
    }
    const char *source = r->points[0].count.source;
    printf("counted in the PTX of %s%s; per update:\n", strcmp(source, "driver") == 0 ? "the " : "",
           source);
    printf("%-7s %-9s %-12s %3s %3s %7s %7s %7s %7s %6s %8s%s\n", "lattice", "collision",
           "precision", "V", "W", "float", "integer", "convert", "other", "bytes", "op/byte",
           r->measured ? "  MLUPs/s: limit  measured  share" : "");
    for (size_t n = 0; n < r->point_count; n++)
        print_point(r, &r->points[n]);
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void add_counts(struct lb_json *w, const struct lb_ptx_count *v)
{
    struct lb_json c = lb_json_object(w, "vector_instructions");
    lb_json_number(&c, "fp32_operations", (double)v->float32);
    lb_json_number(&c, "fp64_operations", (double)v->float64);
    lb_json_number(&c, "fp16_operations", (double)v->float16);
    lb_json_number(&c, "fused", (double)v->fused);
    lb_json_number(&c, "integer_operations", (double)v->integer);
    lb_json_number(&c, "conversions", (double)v->conversions);
    lb_json_number(&c, "moves", (double)v->moves);
    lb_json_number(&c, "control", (double)v->control);
    lb_json_number(&c, "global_memory", (double)v->memory);
    lb_json_number(&c, "atomics", (double)v->atomics);
    lb_json_number(&c, "private_memory", (double)v->local);
    lb_json_number(&c, "unknown", (double)v->other);
    lb_json_number(&c, "all", (double)v->instructions);
    lb_json_number(&c, "off_the_path", (double)v->elsewhere);
    lb_json_number(&c, "load_bytes", (double)v->load_bytes);
    lb_json_number(&c, "store_bytes", (double)v->store_bytes);
}

static void add_point(struct lb_json *list, const struct lb_roofline *r,
                      const struct lb_roofline_point *p)
{
    struct lb_json j = lb_json_object(list, NULL);
    const double size[3] = {p->size[0], p->size[1], p->size[2]};
    const double limit = r->measured ? limit_of(r, p) : nan("");
    const double mlups = p->measured ? p->mlups : nan("");
    lb_json_text(&j, "lattice", p->lattice->name);
    lb_json_text(&j, "collision", p->collision->name);
    lb_json_text(&j, "precision", p->precision);
    lb_json_item(&j, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(&j, "lanes", p->count.lanes);
    lb_json_number(&j, "arithmetic_lanes", p->count.arithmetic_lanes);
    lb_json_text(&j, "ptx", p->count.source);
    lb_json_number(&j, "float_operations", p->count.floats);
    lb_json_number(&j, "integer_operations", p->count.integers);
    lb_json_number(&j, "conversions", p->count.conversions);
    lb_json_number(&j, "other_instructions", p->count.others);
    lb_json_number(&j, "bytes_per_update", p->bytes);
    lb_json_number(&j, "operations_per_byte", intensity_of(p));
    add_counts(&j, &p->count.vector);
    lb_json_number(&j, "ceiling_gbps", r->measured ? bandwidth_of(r, p) : nan(""));
    lb_json_number(&j, "limit_mlups", limit);
    lb_json_number(&j, "mlups", mlups);
    lb_json_number(&j, "gops", 1e-3 * mlups * operations(p));
    lb_json_number(&j, "gbps", 1e-3 * mlups * p->bytes);
    lb_json_number(&j, "share", mlups / limit);
    lb_json_number(&j, "flow_checksum", p->measured ? p->deviation : nan(""));
}

enum lb_status lb_roofline_json(const struct lb_roofline *r, char **text, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.roofline/1");
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_device(&w, r->device);
    if (r->measured) {
        struct lb_json c = lb_json_object(&w, "ceilings");
        lb_json_number(&c, "bandwidth_gbps", r->bandwidth);
        lb_json_text(&c, "bandwidth_probe", r->bandwidth_probe);
        for (int n = 0; n < LB_PEAKS; n++)
            lb_json_number(&c, peak_keys[n], r->peaks[n] > 0.0 ? r->peaks[n] : nan(""));
    } else {
        lb_json_null(&w, "ceilings");
    }
    struct lb_json list = lb_json_list(&w, "points");
    for (size_t n = 0; n < r->point_count; n++)
        add_point(&list, r, &r->points[n]);
    return lb_json_end(&w, LB_JSON_ON_LINE, text, err);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

static enum lb_status write_csv(const struct lb_roofline *r, const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    LB_TRY(lb_file_open(&file, path, err));
    fputs("lattice,collision,precision,lanes,arithmetic_lanes,float_operations,integer_operations,"
          "conversions,other_instructions,bytes_per_update,operations_per_byte,limit_mlups,mlups\n",
          file.stream);
    for (size_t n = 0; n < r->point_count; n++) {
        const struct lb_roofline_point *p = &r->points[n];
        const char *quote = strchr(p->precision, ',') != NULL ? "\"" : ""; /* with its rounding */
        fprintf(file.stream, "%s,%s,%s%s%s,%d,%d,%.8g,%.8g,%.8g,%.8g,%.8g,%.8g,", p->lattice->name,
                p->collision->name, quote, p->precision, quote, p->count.lanes,
                p->count.arithmetic_lanes, p->count.floats, p->count.integers, p->count.conversions,
                p->count.others, p->bytes, intensity_of(p));
        if (r->measured) fprintf(file.stream, "%.8g", limit_of(r, p));
        fputc(',', file.stream);
        if (p->measured) fprintf(file.stream, "%.8g", p->mlups);
        fputc('\n', file.stream);
    }
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}

/* --- chart -------------------------------------------------------------------------------------- */

enum { LABEL_SIZE = 96 };

struct curves {
    struct lb_chart_series *series;
    struct lb_chart_look *looks;
    char (*labels)[LABEL_SIZE];
    char notes[LB_PEAKS][LABEL_SIZE];
    double (*points)[2]; /* x and y, two of them for a roof */
    size_t count, max;
};

static void add_series(struct curves *c, size_t numbers, const double (*at)[2], const char *label,
                       bool dashed, struct lb_chart_look look)
{
    const size_t n = c->count++;
    memcpy(c->points[2 * n], at, numbers * sizeof *at);
    snprintf(c->labels[n], LABEL_SIZE, "%s", label);
    c->series[n] = (struct lb_chart_series){.label = c->labels[n],
                                            .x = &c->points[2 * n][0],
                                            .y = &c->points[2 * n][1],
                                            .count = numbers,
                                            .stride = 2,
                                            .points = numbers == 1,
                                            .dashed = dashed};
    c->looks[n] = look;
}

/* Bandwidth up to the highest roof, and each roof from where the bandwidth reaches it. */
static void add_roofs(struct curves *c, const struct lb_roofline *r, double min, double max)
{
    double highest = 0.0;
    char label[LABEL_SIZE];
    for (int n = 0; n < LB_PEAKS; n++)
        highest = fmax(highest, r->peaks[n]);
    const double ridge = fmin(max, highest / r->bandwidth);
    const double slope[2][2] = {{min, min * r->bandwidth}, {ridge, ridge * r->bandwidth}};
    snprintf(label, sizeof label, "%s: %.4g GB/s", r->bandwidth_probe, r->bandwidth);
    add_series(c, 2, slope, label, false, (struct lb_chart_look){.colour = LB_CHART_INK});
    for (int n = 0; n < LB_PEAKS; n++) {
        const double begin = r->peaks[n] / r->bandwidth;
        if (r->peaks[n] <= 0.0 || begin >= max) continue;
        const double roof[2][2] = {{begin, r->peaks[n]}, {max, r->peaks[n]}};
        snprintf(c->notes[n], LABEL_SIZE, "%s: %.4g Gop/s", peak_names[n], r->peaks[n]);
        add_series(c, 2, roof, "", true,
                   (struct lb_chart_look){.colour = LB_CHART_INK,
                                          .note = c->notes[n],
                                          .note_below = n == LB_PEAK_INT32});
    }
}

/* Where the point is without a measurement: on the roof, or at one update a nanosecond. */
static double height(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    const double mlups = p->measured ? p->mlups : r->measured ? 0.0 : 1e3;
    return 1e-3 * mlups * operations(p);
}

static enum lb_chart_mark mark_of(const struct lb_collision *collision)
{
    return strcmp(collision->name, "srt") == 0   ? LB_MARK_CIRCLE
           : strcmp(collision->name, "trt") == 0 ? LB_MARK_SQUARE
                                                 : LB_MARK_DIAMOND;
}

/* One colour for a precision, one shape for a collision operator: the legend has each once. */
static void add_marks(struct curves *c, const struct lb_roofline *r)
{
    for (size_t n = 0; n < r->point_count; n++) {
        const struct lb_roofline_point *p = &r->points[n];
        const double at[1][2] = {{intensity_of(p), height(r, p)}};
        bool first = true;
        for (size_t m = 0; m < n; m++)
            first = first && r->points[m].precision_index != p->precision_index;
        add_series(c, 1, at, first ? p->precision : "", false,
                   (struct lb_chart_look){.mark = mark_of(p->collision),
                                          .colour = p->precision_index + 1});
    }
}

static void add_shapes(struct curves *c, const struct lb_roofline *r)
{
    const double nowhere[1][2] = {{0.0, 0.0}};
    for (size_t n = 0; n < r->point_count; n++) {
        bool first = true;
        for (size_t m = 0; m < n; m++)
            first = first && r->points[m].collision != r->points[n].collision;
        if (!first) continue;
        add_series(c, 1, nowhere, r->points[n].collision->name, false,
                   (struct lb_chart_look){.mark = mark_of(r->points[n].collision),
                                          .colour = LB_CHART_INK});
    }
}

static void find_intensities(const struct lb_roofline *r, double *min, double *max)
{
    *min = *max = intensity_of(&r->points[0]);
    for (size_t n = 1; n < r->point_count; n++) {
        *min = fmin(*min, intensity_of(&r->points[n]));
        *max = fmax(*max, intensity_of(&r->points[n]));
    }
    for (int n = 0; n < LB_PEAKS && r->measured; n++)
        *max = fmax(*max, r->peaks[n] / r->bandwidth);
    *min *= 0.5;
    *max *= 3.0; /* room for the names of the roofs beside the points */
}

static enum lb_status draw(const struct lb_roofline *r, const char *const paths[2],
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct curves c = {.max = 2 * r->point_count + LB_PEAKS + 1};
    char title[512];
    double min, max;
    c.series = calloc(c.max, sizeof *c.series);
    c.looks = calloc(c.max, sizeof *c.looks);
    c.labels = calloc(c.max, sizeof *c.labels);
    c.points = calloc(2 * c.max, sizeof *c.points);
    LB_REQUIRE(c.series != NULL && c.looks != NULL && c.labels != NULL && c.points != NULL,
               LB_STATUS_FAILED, "out of memory for a chart");
    find_intensities(r, &min, &max);
    if (r->measured) add_roofs(&c, r, min, max);
    add_shapes(&c, r);
    add_marks(&c, r);
    snprintf(title, sizeof title, "Roofline of %s, %s", r->points[0].lattice->name,
             r->device->name);
    const struct lb_chart chart = {
        .title = title,
        .x_label = "arithmetic intensity [floating-point and integer operations per byte]",
        .y_label =
            r->measured ? "performance [10\xE2\x81\xB9 operations/s]" : "operations per update",
        .x_logarithmic = true,
        .y_logarithmic = true,
        .series = c.series,
        .series_count = c.count,
        .looks = c.looks};
    for (int n = 0; n < 2; n++)
        LB_TRY(lb_chart_write(&chart, paths[n], err));
cleanup:
    free(c.series);
    free(c.looks);
    free(c.labels);
    free(c.points);
    return st;
}

enum lb_status lb_roofline_write(const struct lb_roofline *r, const char *json, const char *folder,
                                 struct lb_error *err)
{
    static const char *const names[4] = {"roofline.json", "roofline.csv", "roofline.svg",
                                         "roofline.png"};
    char paths[4][LB_PATH_SIZE];
    for (int n = 0; n < 4; n++)
        LB_OK(lb_path_join(folder, names[n], paths[n], sizeof paths[n], err));
    LB_OK(lb_text_write(paths[0], json, err));
    LB_OK(write_csv(r, paths[1], err));
    const char *const pictures[2] = {paths[2], paths[3]};
    return lb_has_pictures ? draw(r, pictures, err) : LB_STATUS_OK;
}
