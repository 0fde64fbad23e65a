/* formats_command.c - prints the table of the number formats and measures their accuracy.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/file.h"
#include "io/json.h"
#include "case/number_format.h"
#include "case/rounding.h"

/* Posits and fixed point: the smaller or larger a number, the fewer mantissa bits it has. */
static bool has_varying_mantissa(const struct lb_number_format *f)
{
    return !(f->smallest_normal > 0.0);
}

/* The smallest normal number has the exponent 1 - bias. */
static int exponent_bias(const struct lb_number_format *f)
{
    return 1 - ilogb(f->smallest_normal);
}

/* The implicit leading bit counts. */
static double decimal_digits(const struct lb_number_format *f)
{
    return (f->mantissa_bits + 1) * log10(2.0);
}

static void print_text(FILE *out)
{
    fprintf(out, "%-8s %4s %8s %5s %7s %10s %13s %14s %13s\n", "format", "bits", "mantissa", "bias",
            "digits", "epsilon", "range", "least normal", "least");
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        const bool varying = has_varying_mantissa(f);
        char mantissa[16], bias[16] = "-", normal[32] = "-";
        snprintf(mantissa, sizeof mantissa, varying ? "0-%d" : "%d", f->mantissa_bits);
        if (!varying) {
            snprintf(bias, sizeof bias, "%d", exponent_bias(f));
            snprintf(normal, sizeof normal, "%.6e", f->smallest_normal);
        }
        fprintf(out, "%-8s %4d %8s %5s %2s%5.1f %2s%8.1e %13.6e %14s %13.6e\n", f->name, f->bits,
                mantissa, bias, varying ? "<=" : "", decimal_digits(f), varying ? ">=" : "",
                f->epsilon, f->largest, normal, f->smallest);
    }
    fprintf(out,
            "\nThe range reaches to both signs; least is the smallest number above zero.\n"
            "Posits (p16) and fixed point (int16s, fix16x) have the most digits in part of the "
            "range only.\n"
            "fix16x keeps the sums of mass and momentum of a periodic box exactly, and needs the "
            "shift.\n"
            "bfp12 and mx8 (a preview) share an exponent among the populations of a cell: a byte "
            "more,\ntwice; the table is of the largest population.\n"
            "Formats of 16 bits and fewer, and fp32 with fp64 arithmetic, are rounded to nearest "
            "or, with\n"
            "--rounding stochastic, up as often as the dropped part says: without bias.\n"
            "--rounding conserving also stores what rounding leaves of a cell's mass and momentum "
            "in its\nlast populations; not for fix16x, bfp12 and mx8.\n");
}

static void print_csv(FILE *out)
{
    fprintf(out, "format,bits,mantissa_bits_least,mantissa_bits_most,bias,digits,epsilon,largest,"
                 "smallest_normal,smallest\n");
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        const bool varying = has_varying_mantissa(f);
        fprintf(out, "%s,%d,%d,%d,", f->name, f->bits, varying ? 0 : f->mantissa_bits,
                f->mantissa_bits);
        if (!varying) fprintf(out, "%d", exponent_bias(f));
        fprintf(out, ",%.3f,%.17g,%.17g,", decimal_digits(f), f->epsilon, f->largest);
        if (!varying) fprintf(out, "%.17g", f->smallest_normal);
        fprintf(out, ",%.17g\n", f->smallest);
    }
}

/* With some arithmetic. */
static bool can_round(const struct lb_number_format *f)
{
    const struct lb_precision wide = {.arithmetic = LB_ARITHMETIC_FP64, .storage = f};
    const struct lb_precision narrow = {.arithmetic = LB_ARITHMETIC_FP32, .storage = f};
    return (f->with_fp32 && lb_precision_rounds(&narrow)) || lb_precision_rounds(&wide);
}

static enum lb_status print_json(FILE *out, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.formats/1");
    struct lb_json formats = lb_json_list(&w, "formats");
    for (const struct lb_number_format *const *p = lb_number_formats; *p != NULL; p++) {
        const struct lb_number_format *f = *p;
        const bool varying = has_varying_mantissa(f);
        struct lb_json o = lb_json_object(&formats, NULL);
        lb_json_text(&o, "name", f->name);
        lb_json_number(&o, "bits", f->bits);
        lb_json_number(&o, "mantissa_bits_least", varying ? 0 : f->mantissa_bits);
        lb_json_number(&o, "mantissa_bits_most", f->mantissa_bits);
        lb_json_number(&o, "bias", varying ? nan("") : exponent_bias(f));
        lb_json_number(&o, "digits", decimal_digits(f));
        lb_json_number(&o, "epsilon", f->epsilon);
        lb_json_exact(&o, "largest", f->largest);
        lb_json_exact(&o, "smallest_normal", varying ? nan("") : f->smallest_normal);
        lb_json_exact(&o, "smallest", f->smallest);
        lb_json_bool(&o, "shares_exponents", f->shares_exponents);
        struct lb_json roundings = lb_json_list(&o, "roundings");
        for (int n = 0; lb_roundings[n] != NULL; n++)
            if (n == 0 || can_round(f))
                lb_json_item(&roundings, NULL, cJSON_CreateString(lb_roundings[n]->name));
    }
    return lb_json_print(&w, LB_JSON_ON_LINES, out, err);
}

enum lb_status lb_formats_print(FILE *out, const char *format, struct lb_error *err)
{
    if (format == NULL || strcmp(format, "text") == 0)
        print_text(out);
    else if (strcmp(format, "csv") == 0)
        print_csv(out);
    else if (strcmp(format, "json") == 0)
        LB_OK(print_json(out, err));
    else
        return lb_fail(err, LB_STATUS_USAGE, "formats are printed as text, csv or json, not '%s'",
                       format);
    return lb_stream_flush(out, err);
}

/* The curve: POINTS of them per decade and, at every MINIMUM_STRIDE-th, each format's least exact
 * number nearby. */
enum { FIRST_DECADE = -12, LAST_DECADE = 3, POINTS = 150, MINIMUM_STRIDE = 4 };
enum { CURVE_POINTS = (LAST_DECADE - FIRST_DECADE) * POINTS + 1 };

/* A double holds every x exactly: nothing to measure. */
static bool is_measured(const struct lb_number_format *f)
{
    return f->bits < 64;
}

static double digits_held(const struct lb_number_format *f, double x)
{
    const double represented = f->decode(f->encode(x));
    if (!(represented > 0.0)) return -(double)INFINITY;
    return -log10(fabs(log1p((represented - x) / x)) / log(10.0));
}

/* Halfway between the two codes around x. */
static double min_exact_near(const struct lb_number_format *f, double x)
{
    uint64_t lower = f->encode(x);
    if (f->decode(lower) > x) lower--;
    if (!(f->decode(lower + 1) > x)) return x; /* beyond the largest */
    return 0.5 * (f->decode(lower) + f->decode(lower + 1));
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where to measure, ascending, each once; caller frees.  NULL where memory is short. */
static double *choose_points(size_t *count)
{
    size_t formats = 0, n = 0;
    while (lb_number_formats[formats] != NULL)
        formats++;
    double *x = malloc(CURVE_POINTS * (1 + formats) * sizeof *x);
    if (x == NULL) return NULL;
    for (int i = 0; i < CURVE_POINTS; i++) {
        const double base = pow(10.0, FIRST_DECADE + (double)i / POINTS);
        x[n++] = base;
        for (size_t k = 0; k < formats && i % MINIMUM_STRIDE == 0; k++)
            if (is_measured(lb_number_formats[k]))
                x[n++] = min_exact_near(lb_number_formats[k], base);
    }
    qsort(x, n, sizeof *x, compare_numbers);
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && (kept == 0 || x[i] > x[kept - 1])) x[kept++] = x[i];
    *count = kept;
    return x;
}

static void write_curve(FILE *out, const double *x, size_t count)
{
    fprintf(out, "x");
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
        if (is_measured(*f)) fprintf(out, ",%s", (*f)->name);
    for (size_t i = 0; i < count; i++) {
        fprintf(out, "\n%.17g", x[i]);
        for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++)
            if (is_measured(*f)) fprintf(out, ",%.6g", digits_held(*f, x[i]));
    }
    fprintf(out, "\n");
}

enum lb_status lb_formats_write_accuracy(const char *path, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    size_t count = 0;
    double *x = choose_points(&count);
    LB_REQUIRE(access(path, F_OK) != 0, LB_STATUS_USAGE,
               "--accuracy: '%s' exists already, and results are never overwritten", path);
    LB_REQUIRE(x != NULL, LB_STATUS_FAILED, "not enough host memory for the accuracy curve");
    LB_TRY(lb_file_open(&file, path, err));
    write_curve(file.stream, x, count);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    free(x);
    return st;
}
