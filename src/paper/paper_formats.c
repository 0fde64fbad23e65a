/* paper_formats.c - table 2: properties of the number formats; figures 3 and A1: the digits that they hold.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case/number_format.h"
#include "reproduce/paper_item.h"

/* --- table 2 -------------------------------------------------------------------------------------- */

enum { COLUMNS = 7, TEXT = 24 };
static const char *const columns[COLUMNS] = {"mantissa bits", "bias",         "digits", "epsilon",
                                             "largest",       "least normal", "least"};

/* As printed; "-" where nothing is, or a posit has no such number. */
static const struct {
    const char *format, *printed[COLUMNS];
} rows[] = {
    {"fp64", {"52", "1023", "16.0", "2.2e-16", "1.797693e+308", "2.225074e-308", "4.940656e-324"}},
    {"fp32", {"23", "127", "7.2", "1.2e-07", "3.402823e+38", "1.175494e-38", "1.401298e-45"}},
    {"fp16", {"10", "15", "3.3", "9.8e-04", "6.550400e+04", "6.103516e-05", "5.960464e-08"}},
    {"fp16s", {"10", "30", "3.3", "9.8e-04", "1.999023e+00", "1.864464e-09", "1.818989e-12"}},
    {"fp16c", {"11", "15", "3.6", "4.9e-04", "1.999512e+00", "6.103516e-05", "2.980232e-08"}},
    {"p16_0s", {"13", "-", "4.2", "1.2e-04", "1.280000e+02", "-", "4.768372e-07"}},
    {"p16_1s", {"12", "-", "3.9", "2.4e-04", "2.097152e+06", "-", "2.910383e-11"}},
    {"p16_2c", {"12", "-", "3.9", "2.4e-04", "1.999756e+00", "-", "1.734724e-18"}}};
enum { ROWS = sizeof rows / sizeof rows[0] };

static void write_properties(const struct lb_number_format *f, char out[COLUMNS][TEXT])
{
    const bool is_float = f->smallest_normal > 0.0;
    snprintf(out[0], TEXT, "%d", f->mantissa_bits);
    snprintf(out[1], TEXT, "-");
    snprintf(out[2], TEXT, "%.1f", (f->mantissa_bits + 1) * log10(2.0));
    snprintf(out[3], TEXT, "%.1e", f->epsilon);
    snprintf(out[4], TEXT, "%.6e", f->largest);
    snprintf(out[5], TEXT, "-");
    snprintf(out[6], TEXT, "%.6e", f->smallest);
    if (!is_float) return;
    snprintf(out[1], TEXT, "%d", 1 - ilogb(f->smallest_normal));
    snprintf(out[5], TEXT, "%.6e", f->smallest_normal);
}

/* Numbers that are printed otherwise, and the first of them. */
static int count_misprints(size_t row, int *first)
{
    char own[COLUMNS][TEXT];
    int count = 0;
    const struct lb_number_format *f = lb_number_format_find(rows[row].format);
    if (f == NULL) return COLUMNS;
    write_properties(f, own);
    for (int k = COLUMNS - 1; k >= 0; k--)
        if (strcmp(own[k], rows[row].printed[k]) != 0) {
            count++;
            *first = k;
        }
    return count;
}

static void check_properties(struct lb_reproduce *r)
{
    static const struct {
        const char *format, *because;
    } errata[] = {{"fp16s", "2^-29 is 1.862645e-09, which is printed as 1.864464e-09"},
                  {"p16_2c", "2^-59 is 1.734723e-18, which is printed as 1.734724e-18"}};
    for (size_t n = 0; n < ROWS; n++) {
        int first = -1;
        const char *because = NULL;
        const int count = count_misprints(n, &first);
        for (size_t k = 0; k < sizeof errata / sizeof errata[0]; k++)
            if (strcmp(errata[k].format, rows[n].format) == 0) because = errata[k].because;
        const double expected = because != NULL ? 1.0 : 0.0;
        struct lb_paper_check *c = lb_paper_check(
            r, "every digit as printed", count, expected, expected, "%s: numbers that differ%s%s",
            rows[n].format, first >= 0 ? ", first " : "", first >= 0 ? columns[first] : "");
        if (because != NULL) lb_paper_differs(c, because);
    }
}

static void write_table(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "format");
    for (int k = 0; k < COLUMNS; k++)
        fprintf(csv, ",%s,%s printed", columns[k], columns[k]);
    for (size_t n = 0; n < ROWS; n++) {
        char own[COLUMNS][TEXT];
        const struct lb_number_format *f = lb_number_format_find(rows[n].format);
        if (f == NULL) continue;
        write_properties(f, own);
        fprintf(csv, "\n%s", rows[n].format);
        for (int k = 0; k < COLUMNS; k++)
            fprintf(csv, ",%s,%s", own[k], rows[n].printed[k]);
    }
    fprintf(csv, "\n");
}

const struct lb_paper_item lb_paper_formats_table = {.name = "formats",
                                                     .number = "tab2",
                                                     .shows = "properties of the number formats",
                                                     .check = check_properties,
                                                     .table = write_table};

/* --- figures 3 and A1 --------------------------------------------------------------------------------- */

enum { FIRST_BINADE = -64, END_BINADE = 22, BINADES = END_BINADE - FIRST_BINADE };

/* Mantissa bits of numbers from 2^e, by the formats' definitions; a negative number: there are none, or
 * the format ends before. */
static int float_bits(const struct lb_number_format *f, int e)
{
    const int normal = ilogb(f->smallest_normal), below = e < normal ? normal - e : 0;
    return ldexp(1.0, e) < f->largest ? f->mantissa_bits - below : -1;
}

static int posit_bits(int e, int exponent_bits)
{
    const int power = e + 7, step = 1 << exponent_bits;
    const int regime = power >= 0 ? power / step : -((-power + step - 1) / step);
    return 15 - (regime >= 0 ? regime + 2 : 1 - regime) - exponent_bits;
}

static int mantissa_bits(const struct lb_number_format *f, int e)
{
    if (f->smallest_normal > 0.0) return float_bits(f, e);
    if (strcmp(f->name, "p16_0s") == 0) return posit_bits(e, 0);
    if (strcmp(f->name, "p16_1s") == 0) return posit_bits(e, 1);
    return e <= 0 ? 12 - (-e) / 4 : -1;
}

/* -log10 |log10(represented / x)|, just below the border between two codes. */
static double digits_below(const struct lb_number_format *f, double border)
{
    const double x = nextafter(border, 0.0), held = f->decode(f->encode(x));
    return -log10(fabs(log1p((held - x) / x)) / log(10.0));
}

/* The least between all codes of a binade, of wider formats at its begin, where it is; NaN without a
 * mantissa. */
static double least_digits(const struct lb_number_format *f, int e)
{
    const int bits = mantissa_bits(f, e);
    const double begin = ldexp(1.0, e), step = ldexp(1.0, e - bits);
    const int count = f->bits > 16 ? 1 : 1 << (bits > 0 ? bits : 0);
    double least = (double)INFINITY;
    if (bits < 1 || bits >= 52) return (double)NAN; /* nothing is between doubles */
    for (int n = 0; n < count; n++)
        if (begin + (n + 1) * step <= f->largest)
            least = fmin(least, digits_below(f, begin + (n + 0.5) * step));
    return least;
}

/* The largest distance of a binade's least digits from what its mantissa bits say. */
static double largest_distance(const struct lb_number_format *f)
{
    double largest = (double)NAN;
    for (int e = FIRST_BINADE; e < END_BINADE; e++) {
        const double digits = least_digits(f, e);
        if (isnan(digits)) continue;
        const double exact = -log10(log10(1.0 + ldexp(1.0, -(mantissa_bits(f, e) + 1))));
        largest = fmax(largest, fabs(digits - exact));
    }
    return largest;
}

/* Ends of the range around 2^-7 where `a` has at least the digits of `b` (ties apart). */
static void find_range(const struct lb_number_format *a, const struct lb_number_format *b,
                       int *begin, int *end)
{
    const double tie = 1e-3;
    *begin = *end = -7;
    while (*begin > FIRST_BINADE &&
           least_digits(a, *begin - 1) >= least_digits(b, *begin - 1) - tie)
        --*begin;
    while (*end < END_BINADE && least_digits(a, *end) >= least_digits(b, *end) - tie)
        ++*end;
}

static void check_accuracy(struct lb_reproduce *r)
{
    static const struct {
        const char *better, *worse;
        int begin, end;
    } ranges[] = {{"p16_0s", "fp16s", -11, -3}, {"p16_0s", "fp16c", -10, -4},
                  {"p16_1s", "fp16s", -13, -1}, {"p16_1s", "fp16c", -11, -3},
                  {"p16_2c", "fp16s", -11, 1},  {"p16_2c", "fp16c", -7, 1}};
    for (size_t n = 1; n < ROWS; n++) {
        const struct lb_number_format *f = lb_number_format_find(rows[n].format);
        lb_paper_check(r, "local minima of the digits held", largest_distance(f), 0.0, 0.01,
                       "%s: largest distance of a binade's least digits from its mantissa's",
                       rows[n].format);
    }
    for (size_t n = 0; n < sizeof ranges / sizeof ranges[0]; n++) {
        int begin, end;
        find_range(lb_number_format_find(ranges[n].better), lb_number_format_find(ranges[n].worse),
                   &begin, &end);
        lb_paper_check(r, "accuracy equal or better within an interval", begin, ranges[n].begin,
                       ranges[n].begin, "%s over %s begins at 2 to the power of", ranges[n].better,
                       ranges[n].worse);
        lb_paper_check(r, "accuracy equal or better within an interval", end, ranges[n].end,
                       ranges[n].end, "%s over %s ends at 2 to the power of", ranges[n].better,
                       ranges[n].worse);
    }
}

static void write_accuracy(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "x");
    for (size_t n = 1; n < ROWS; n++)
        fprintf(csv, ",%s", rows[n].format);
    for (int e = FIRST_BINADE; e < END_BINADE; e++) {
        fprintf(csv, "\n%.9g", ldexp(1.0, e));
        for (size_t n = 1; n < ROWS; n++)
            fprintf(csv, ",%.6g", least_digits(lb_number_format_find(rows[n].format), e));
    }
    fprintf(csv, "\n");
}

static enum lb_status draw_accuracy(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                    struct lb_error *err)
{
    (void)r;
    f->title = "Least digits that a format holds";
    f->x_label = "x";
    f->y_label = "decimal digits";
    f->x_logarithmic = true;
    for (int format = LB_PAPER_FP32; format < LB_PAPER_FORMATS; format++) {
        const struct lb_number_format *of =
            lb_number_format_find(strchr(lb_paper_formats[format], '/') + 1);
        double *numbers = calloc(2 * BINADES, sizeof *numbers);
        LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a figure");
        for (int n = 0; n < BINADES; n++) {
            numbers[2 * n] = ldexp(1.5, FIRST_BINADE + n);
            numbers[2 * n + 1] = least_digits(of, FIRST_BINADE + n);
        }
        LB_OK(lb_paper_figure_line(f, format, true, numbers, BINADES, err));
    }
    return LB_STATUS_OK;
}

const struct lb_paper_item lb_paper_accuracy = {.name = "accuracy",
                                                .number = "fig3",
                                                .shows = "digits that the formats hold",
                                                .check = check_accuracy,
                                                .table = write_accuracy,
                                                .figure = draw_accuracy};
