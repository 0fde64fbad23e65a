/* paper_devices.c - what devices do: figure 16 and table 5 (speed), figure 20 (bandwidth), figure 17 (roofline),
 * and the instructions of a conversion.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/json.h"
#include "reproduce/paper_item.h"

/* --- table 5 -------------------------------------------------------------------------------------- */

enum class { LB_PAPER_GPU_FP64, LB_PAPER_GPU, LB_PAPER_INTEGRATED, LB_PAPER_CPU, CLASSES };
static const char *const classes[CLASSES] = {"GPU with FP64", "GPU", "integrated GPU", "CPU"};

enum { SPEEDS = 5, BANDWIDTHS = 4, MAX_DEVICES = 64 };
enum { SPEED_FP64, SPEED_FP64_FP32, SPEED_FP32, SPEED_FP16S, SPEED_FP16C };
static const int speed_formats[SPEEDS] = {LB_PAPER_FP64, LB_PAPER_FP64_FP32, LB_PAPER_FP32,
                                          LB_PAPER_FP16S, LB_PAPER_FP16C};
static const char *const bandwidth_names[BANDWIDTHS] = {"coalesced read", "misaligned read",
                                                        "coalesced write", "misaligned write"};
enum { READ, READ_ASKEW, WRITE, WRITE_ASKEW };

static const struct device {
    enum class of;
    const char *name;
    double fp64, fp32, memory, bandwidth;
    double measured[BANDWIDTHS], mlups[SPEEDS];
} devices[] = {
#define LB_PAPER_DEVICE(of, name, fp64, fp32, memory, bandwidth, r, ra, w, wa, a, b, c, d, e) \
    {of, name, fp64, fp32, memory, bandwidth, {r, ra, w, wa}, {a, b, c, d, e}},
#include "paper/paper_devices.def"
#undef LB_PAPER_DEVICE
};
enum { DEVICES = sizeof devices / sizeof devices[0] };

static double ratio(const struct device *d, int over, int under)
{
    return d->mlups[over] / d->mlups[under];
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of_class(int of, int over, int under)
{
    double ratios[MAX_DEVICES];
    size_t count = 0;
    for (size_t n = 0; n < DEVICES; n++)
        if ((int)devices[n].of == of && !isnan(ratio(&devices[n], over, under)))
            ratios[count++] = ratio(&devices[n], over, under);
    qsort(ratios, count, sizeof ratios[0], compare_numbers);
    if (count == 0) return (double)NAN;
    return 0.5 * (ratios[count / 2] + ratios[(count - 1) / 2]);
}

/* --- what this device's commands have printed ------------------------------------------------------------ */

/* Of the line whose precision, and streaming unless it is NULL, are these. */
static double number_of_line(const struct lb_reproduce *r, const char *precision,
                             const char *streaming, const char *list, const char *key)
{
    double found = (double)NAN;
    char *text = lb_paper_measured(r, "speed"), *rest = text;
    for (char *line = text != NULL ? strtok_r(text, "\n", &rest) : NULL; line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        cJSON *point = cJSON_Parse(line);
        const cJSON *in = list != NULL ? cJSON_GetObjectItem(point, list) : point;
        if (strcmp(lb_json_text_of(point, "precision"), precision) == 0 &&
            (streaming == NULL || strcmp(lb_json_text_of(point, "streaming"), streaming) == 0))
            found = lb_json_number_of(in, key);
        cJSON_Delete(point);
    }
    free(text);
    return found;
}

static double speed(const struct lb_reproduce *r, int format, const char *streaming)
{
    return number_of_line(r, lb_paper_formats[speed_formats[format]], streaming, "mlups", "median");
}

static cJSON *measured_object(const struct lb_reproduce *r, const char *item)
{
    char *text = lb_paper_measured(r, item);
    cJSON *object = text != NULL ? cJSON_Parse(text) : NULL;
    free(text);
    return object;
}

/* --- figure 16 -------------------------------------------------------------------------------------- */

static void check_table(struct lb_reproduce *r)
{
    int fast = 0, slower = 0, slower_writes = 0;
    for (size_t n = 0; n < DEVICES; n++) {
        const struct device *d = &devices[n];
        fast += ratio(d, SPEED_FP16S, SPEED_FP32) >= 1.7;
        slower += d->of == LB_PAPER_GPU && ratio(d, SPEED_FP64_FP32, SPEED_FP64) < 1.0;
        slower_writes += d->measured[WRITE_ASKEW] < 0.9 * d->measured[WRITE];
    }
    lb_paper_differs(
        lb_paper_check(r, "the vast majority reaches the speedup of 80 %", fast, 18.0, 18.0,
                       "of the paper's 42 devices, those with FP16S at least 1.7 times FP32"),
        "the paper's own table has 18 of 42");
    lb_paper_check(r, "GPUs with little FP64 are slower in FP64/FP32 than in FP64", slower, 17.0,
                   17.0, "of the paper's 18 such GPUs");
    lb_paper_differs(
        lb_paper_check(r, "misaligned writes are penalised on almost all devices", slower_writes,
                       31.0, 31.0, "of the paper's 42 devices, those that lose more than a tenth"),
        "the paper's own table has CPUs, integrated GPUs and a Vega 64 that lose nothing");
}

static void check_speed(struct lb_reproduce *r)
{
    static const struct {
        int over, under;
        const char *names;
    } ratios[] = {{SPEED_FP16S, SPEED_FP32, "FP16S over FP32"},
                  {SPEED_FP16C, SPEED_FP32, "FP16C over FP32"},
                  {SPEED_FP32, SPEED_FP64, "FP32 over FP64"},
                  {SPEED_FP64_FP32, SPEED_FP64, "FP64/FP32 over FP64"}};
    check_table(r);
    for (size_t n = 0; n < sizeof ratios / sizeof ratios[0]; n++) {
        const int over = ratios[n].over, under = ratios[n].under;
        struct lb_paper_check *c = lb_paper_check(
            r, "speeds of the paper's devices, median of each class",
            speed(r, over, "pull") / speed(r, under, "pull"), 0.0, (double)INFINITY,
            "%s here; there %.2f, %.2f, %.2f, %.2f of GPUs with FP64, others, integrated, CPUs",
            ratios[n].names, median_of_class(LB_PAPER_GPU_FP64, over, under),
            median_of_class(LB_PAPER_GPU, over, under),
            median_of_class(LB_PAPER_INTEGRATED, over, under),
            median_of_class(LB_PAPER_CPU, over, under));
        lb_paper_shown(c);
    }
}

static void write_speed(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "device,class,fp64_tflops,fp32_tflops,memory_gb,bandwidth_gbps");
    for (int n = 0; n < SPEEDS; n++)
        fprintf(csv, ",%s", lb_paper_formats[speed_formats[n]]);
    for (size_t n = 0; n < DEVICES; n++) {
        const struct device *d = &devices[n];
        fprintf(csv, "\n%s,%s,%g,%g,%g,%g", d->name, classes[d->of], d->fp64, d->fp32, d->memory,
                d->bandwidth);
        for (int k = 0; k < SPEEDS; k++)
            fprintf(csv, ",%g", d->mlups[k]);
    }
    for (int in_place = 0; in_place < 2; in_place++) {
        fprintf(csv, "\nhere %s,,,,,", in_place ? "in place" : "pull");
        for (int k = 0; k < SPEEDS; k++)
            fprintf(csv, ",%.6g", speed(r, k, in_place ? "in-place" : "pull"));
    }
    fprintf(csv, "\n");
}

/* Marks at (x, y) in turns, which it takes over. */
static enum lb_status add_marks(struct lb_paper_figure *f, int format, double *numbers,
                                size_t count, struct lb_error *err)
{
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
    LB_OK(lb_paper_figure_line(f, format, false, numbers, count, err));
    f->lines[f->count - 1].points = true;
    return LB_STATUS_OK;
}

/* The paper's devices as marks over their bandwidth, this one as a line across. */
static enum lb_status draw_speed(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                 struct lb_error *err)
{
    f->title = "D3Q19 SRT: the paper's 42 devices, and this one in pull streaming as lines";
    f->x_label = "bandwidth of the data sheet [GB/s]";
    f->y_label = "MLUPs/s";
    f->x_logarithmic = f->y_logarithmic = true;
    for (int k = 0; k < SPEEDS; k++) {
        double *marks = calloc(2 * DEVICES, sizeof *marks);
        for (size_t n = 0; marks != NULL && n < DEVICES; n++) {
            marks[2 * n] = devices[n].bandwidth;
            marks[2 * n + 1] = devices[n].mlups[k];
        }
        LB_OK(add_marks(f, speed_formats[k], marks, DEVICES, err));
        double *numbers = calloc(4, sizeof *numbers);
        LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
        numbers[0] = 20.0;
        numbers[2] = 2000.0;
        numbers[1] = numbers[3] = speed(r, k, "pull");
        LB_OK(lb_paper_figure_line(f, speed_formats[k], true, numbers, 2, err));
    }
    return LB_STATUS_OK;
}

#define ALL_FIVE "fp64,fp64/fp32,fp32,fp16s,fp16c"
static const char *const bench[] = {"bench",       "--json",        "--precision",
                                    ALL_FIVE,      "--rounding",    "nearest",
                                    "--streaming", "pull,in-place", NULL};
static const char *const quick_bench[] = {
    "bench",         "--json", "--precision", ALL_FIVE,   "--rounding",  "nearest",   "--streaming",
    "pull,in-place", "--tune", "never",       "size=160", "seconds=0.1", "batches=3", NULL};

const struct lb_paper_item lb_paper_speed = {
    .name = "speed",
    .number = "fig16",
    .shows = "speed of this device beside the paper's (table 5)",
    .check = check_speed,
    .table = write_speed,
    .figure = draw_speed,
    .command = bench,
    .quick_command = quick_bench,
    .price = {10, 120.0},
    .quick_price = {10, 30.0}};

/* --- figure 20 -------------------------------------------------------------------------------------- */

/* [GB/s] of words of 4 bytes. */
static double bandwidth(const struct lb_reproduce *r, const char *access, const char *pattern)
{
    double found = (double)NAN;
    const cJSON *point;
    cJSON *all = measured_object(r, "bandwidth");
    cJSON_ArrayForEach(
        point, cJSON_GetObjectItem(
                   all, "points")) if (strcmp(lb_json_text_of(point, "access"), access) == 0 &&
                                       strcmp(lb_json_text_of(point, "pattern"), pattern) == 0 &&
                                       lb_json_number_of(point, "bytes_per_word") == 4.0) found =
        lb_json_number_of(point, "gbps");
    cJSON_Delete(all);
    return found;
}

static bool is_gpu(const struct lb_reproduce *r, const char *item)
{
    cJSON *all = measured_object(r, item);
    const bool is = strcmp(lb_json_text_of(cJSON_GetObjectItem(all, "device"), "type"), "gpu") == 0;
    cJSON_Delete(all);
    return is;
}

static void check_bandwidth(struct lb_reproduce *r)
{
    const double write = bandwidth(r, "write", "strided") / bandwidth(r, "write", "coalesced");
    lb_paper_check(r, "the penalty of misaligned writes is large",
                   is_gpu(r, "bandwidth") ? write : (double)NAN, 0.0, 0.8,
                   "strided over coalesced write, of a GPU");
    struct lb_paper_check *c =
        lb_paper_check(r, "the penalty of misaligned reads is smaller",
                       bandwidth(r, "read", "shifted") / bandwidth(r, "read", "coalesced"), 0.0,
                       (double)INFINITY, "shifted over coalesced read here");
    lb_paper_shown(c);
}

static void write_bandwidth(const struct lb_reproduce *r, FILE *csv)
{
    static const char *const patterns[] = {"coalesced", "shifted", "strided"};
    fprintf(csv, "device");
    for (int n = 0; n < BANDWIDTHS; n++)
        fprintf(csv, ",%s", bandwidth_names[n]);
    for (size_t n = 0; n < DEVICES; n++) {
        fprintf(csv, "\n%s", devices[n].name);
        for (int k = 0; k < BANDWIDTHS; k++)
            fprintf(csv, ",%g", devices[n].measured[k]);
    }
    for (int n = 1; n < 3; n++)
        fprintf(csv, "\nhere %s,%.6g,%.6g,%.6g,%.6g", patterns[n],
                bandwidth(r, "read", "coalesced"), bandwidth(r, "read", patterns[n]),
                bandwidth(r, "write", "coalesced"), bandwidth(r, "write", patterns[n]));
    fprintf(csv, "\n");
}

/* The paper's devices as marks, this one as lines across. */
static enum lb_status draw_bandwidth(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                     struct lb_error *err)
{
    static const char *const own[BANDWIDTHS][2] = {
        {"read", "coalesced"}, {"read", "shifted"}, {"write", "coalesced"}, {"write", "strided"}};
    f->title = "Measured bandwidths: the paper's 42 devices, and this one as lines";
    f->x_label = "bandwidth of the data sheet [GB/s]";
    f->y_label = "measured [GB/s]";
    f->x_logarithmic = f->y_logarithmic = true;
    for (int k = 0; k < BANDWIDTHS; k++) {
        double *marks = calloc(2 * DEVICES, sizeof *marks), *line = calloc(4, sizeof *line);
        for (size_t n = 0; marks != NULL && n < DEVICES; n++) {
            marks[2 * n] = devices[n].bandwidth;
            marks[2 * n + 1] = devices[n].measured[k];
        }
        if (line != NULL) {
            line[0] = 20.0;
            line[2] = 2000.0;
            line[1] = line[3] = bandwidth(r, own[k][0], own[k][1]);
        }
        const enum lb_status st = add_marks(f, k, marks, DEVICES, err);
        if (st != LB_STATUS_OK) free(line);
        LB_OK(st);
        LB_NEED(line != NULL, LB_STATUS_FAILED, "no memory for a figure");
        LB_OK(lb_paper_figure_line(f, k, true, line, 2, err));
        snprintf(f->lines[f->count - 1].label, sizeof f->lines[0].label, "%s", bandwidth_names[k]);
    }
    return LB_STATUS_OK;
}

static const char *const membench[] = {"membench", "--json", NULL};
static const char *const quick_membench[] = {"membench", "--json", "batches=3", NULL};

const struct lb_paper_item lb_paper_bandwidth = {.name = "bandwidth",
                                                 .number = "fig20",
                                                 .shows = "memory bandwidth beside the paper's",
                                                 .check = check_bandwidth,
                                                 .table = write_bandwidth,
                                                 .figure = draw_bandwidth,
                                                 .command = membench,
                                                 .quick_command = quick_membench,
                                                 .price = {1, 30.0},
                                                 .quick_price = {1, 15.0}};

/* --- figure 17 -------------------------------------------------------------------------------------- */

static void check_roofline(struct lb_reproduce *r)
{
    cJSON *all = measured_object(r, "roofline");
    const cJSON *point;
    cJSON_ArrayForEach(point, cJSON_GetObjectItem(all, "points"))
        lb_paper_check(r, "no point is above its limit",
                       lb_json_number_of(point, "mlups") / lb_json_number_of(point, "limit_mlups"),
                       0.0, 1.05, "%s %s over its limit", lb_json_text_of(point, "collision"),
                       lb_json_text_of(point, "precision"));
    if (all == NULL)
        lb_paper_check(r, "no point is above its limit", (double)NAN, 0.0, 1.05,
                       "points over their limits");
    cJSON_Delete(all);
}

static void write_roofline(const struct lb_reproduce *r, FILE *csv)
{
    cJSON *all = measured_object(r, "roofline");
    const cJSON *point;
    fprintf(csv,
            "collision,precision,operations_per_byte,bytes_per_update,gops,mlups,limit_mlups\n");
    cJSON_ArrayForEach(point, cJSON_GetObjectItem(all, "points")) fprintf(
        csv, "%s,%s,%.6g,%.6g,%.6g,%.6g,%.6g\n", lb_json_text_of(point, "collision"),
        lb_json_text_of(point, "precision"), lb_json_number_of(point, "operations_per_byte"),
        lb_json_number_of(point, "bytes_per_update"), lb_json_number_of(point, "gops"),
        lb_json_number_of(point, "mlups"), lb_json_number_of(point, "limit_mlups"));
    cJSON_Delete(all);
}

static int format_of(const char *precision)
{
    int format = 0;
    while (format < LB_PAPER_FORMATS - 1 && strcmp(lb_paper_formats[format], precision) != 0)
        format++;
    return format;
}

/* Measured points, with their limits as short lines above. */
static enum lb_status draw_roofline(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const cJSON *point;
    cJSON *all = measured_object(r, "roofline");
    f->title = "Operations of SRT, TRT and MRT, and the limits of this device as lines";
    f->x_label = "operations per byte";
    f->y_label = "10^9 operations per second";
    f->x_logarithmic = f->y_logarithmic = true;
    cJSON_ArrayForEach(point, cJSON_GetObjectItem(all, "points"))
    {
        const int format = format_of(lb_json_text_of(point, "precision"));
        const double x = lb_json_number_of(point, "operations_per_byte");
        const double y = lb_json_number_of(point, "gops");
        double *limit = calloc(4, sizeof *limit);
        LB_REQUIRE(limit != NULL, LB_STATUS_FAILED, "no memory for a figure");
        limit[0] = 0.93 * x;
        limit[2] = 1.07 * x;
        limit[1] = limit[3] =
            y * lb_json_number_of(point, "limit_mlups") / lb_json_number_of(point, "mlups");
        LB_TRY(lb_paper_figure_line(f, format, true, limit, 2, err));
        const bool is_first = strcmp(lb_json_text_of(point, "collision"), "srt") == 0;
        if (!is_first) f->lines[f->count - 1].label[0] = '\0';
        double *mark = calloc(2, sizeof *mark);
        if (mark != NULL) {
            mark[0] = x;
            mark[1] = y;
        }
        LB_TRY(add_marks(f, format, mark, 1, err));
    }
cleanup:
    cJSON_Delete(all);
    return st;
}

static const char *const roofline[] = {"roofline",   "--json",      "--precision",
                                       ALL_FIVE,     "--collision", "srt,trt,mrt",
                                       "--rounding", "nearest",     NULL};
static const char *const quick_roofline[] = {
    "roofline",   "--json",  "--precision", ALL_FIVE,       "--collision", "srt,trt,mrt",
    "--rounding", "nearest", "batches=3",   "seconds=0.05", NULL};

const struct lb_paper_item lb_paper_roofline = {
    .name = "roofline",
    .number = "fig17",
    .shows = "speed against the limits of memory and arithmetic",
    .check = check_roofline,
    .table = write_roofline,
    .figure = draw_roofline,
    .command = roofline,
    .quick_command = quick_roofline,
    .price = {15, 100.0},
    .quick_price = {15, 45.0}};

/* --- instructions -------------------------------------------------------------------------------------- */

/* Of a work-item with one cell, in PTX. */
static double instructions(const struct lb_reproduce *r, const char *precision)
{
    double found = (double)NAN;
    const cJSON *point;
    cJSON *all = measured_object(r, "instructions");
    cJSON_ArrayForEach(
        point, cJSON_GetObjectItem(all, "points")) if (strcmp(lb_json_text_of(point, "precision"),
                                                              precision) == 0) found =
        lb_json_number_of(cJSON_GetObjectItem(point, "vector_instructions"), "all");
    cJSON_Delete(all);
    return found;
}

/* 19 populations are read, 19 written. */
static double instructions_of_a_conversion(const struct lb_reproduce *r)
{
    return (instructions(r, "fp32/fp16c") - instructions(r, "fp32/fp32")) / 38.0;
}

static void check_instructions(struct lb_reproduce *r)
{
    lb_paper_check(r, "FP32 to FP16C takes 25 instructions, back 26",
                   instructions_of_a_conversion(r), 0.0, 25.5, "mean of both ways, in PTX");
}

static void write_instructions(const struct lb_reproduce *r, FILE *csv)
{
    fprintf(csv, "fp32,fp16c,of_a_conversion\n%.6g,%.6g,%.6g\n", instructions(r, "fp32/fp32"),
            instructions(r, "fp32/fp16c"), instructions_of_a_conversion(r));
}

static const char *const count[] = {
    "roofline",    "--json", "--no-measure", "--streaming", "pull",       "--lanes", "1",
    "--collision", "srt",    "--precision",  "fp32,fp16c",  "--rounding", "nearest", NULL};

const struct lb_paper_item lb_paper_instructions = {.name = "instructions",
                                                    .number = "text3c",
                                                    .shows = "instructions of a conversion",
                                                    .check = check_instructions,
                                                    .table = write_instructions,
                                                    .command = count,
                                                    .quick_command = count,
                                                    .price = {2, 0.0},
                                                    .quick_price = {2, 0.0}};
