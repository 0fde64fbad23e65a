/* format_codes.c - what becomes of numbers in each format: the code, cut into its fields, and the number it
 * stands for.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "case/number_format.h"
#include "io/file.h"
#include "io/json.h"

enum { BITS_SIZE = 64 + 3 + 1 };

/* Formats whose codes mean something by themselves. */
static bool is_alone(const struct lb_number_format *f)
{
    return !f->shares_exponents;
}

static bool is_set(uint64_t code, int bit)
{
    return (code >> bit & 1u) != 0;
}

/* Bits of the second field: a float's exponent; a posit's regime, which is a run of equal bits and the one
 * that ends it; none of fixed point. */
static int second_field(const struct lb_number_format *f, uint64_t code)
{
    const int bits = f->bits;
    if (f->smallest_normal > 0.0) return bits - 1 - f->mantissa_bits;
    if (f->name[0] != 'p') return 0;
    int run = 1;
    while (run < bits - 1 && is_set(code, bits - 2 - run) == is_set(code, bits - 2))
        run++;
    return run < bits - 1 ? run + 1 : run;
}

/* Sign, second field and rest, with blanks between. */
static void write_bits(const struct lb_number_format *f, uint64_t code, char out[BITS_SIZE])
{
    const int second = second_field(f, code);
    char *c = out;
    for (int bit = f->bits - 1; bit >= 0; bit--) {
        *c++ = is_set(code, bit) ? '1' : '0';
        const int taken = f->bits - bit;
        if (bit > 0 && (taken == 1 || (second > 0 && taken == 1 + second))) *c++ = ' ';
    }
    *c = '\0';
}

struct held {
    uint64_t code;
    char hex[17], bits[BITS_SIZE];
    double value, error; /* relative; NaN where x is 0 */
};

static struct held hold(const struct lb_number_format *f, double x)
{
    struct held h = {.code = f->encode(x)};
    snprintf(h.hex, sizeof h.hex, "%0*" PRIx64, (f->bits + 3) / 4, h.code);
    write_bits(f, h.code, h.bits);
    h.value = f->decode(h.code);
    h.error = (h.value - x) / x;
    return h;
}

static void print_text(FILE *out, double x)
{
    fprintf(out, "%.17g\n", x);
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (!is_alone(*f)) continue;
        const struct held h = hold(*f, x);
        fprintf(out, "  %-7s %16s  %-24.17g %9.2g  %s\n", (*f)->name, h.hex, h.value, h.error,
                h.bits);
    }
}

static void print_csv(FILE *out, double x)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (!is_alone(*f)) continue;
        const struct held h = hold(*f, x);
        fprintf(out, "%.17g,%s,%s,%s,%.17g,%.6g\n", x, (*f)->name, h.hex, h.bits, h.value, h.error);
    }
}

static void add_json(struct lb_json *list, double x)
{
    for (const struct lb_number_format *const *f = lb_number_formats; *f != NULL; f++) {
        if (!is_alone(*f)) continue;
        const struct held h = hold(*f, x);
        struct lb_json o = lb_json_object(list, NULL);
        lb_json_exact(&o, "number", x);
        lb_json_text(&o, "format", (*f)->name);
        lb_json_text(&o, "code", h.hex);
        lb_json_text(&o, "bits", h.bits);
        lb_json_exact(&o, "value", h.value);
        lb_json_number(&o, "relative_error", h.error);
    }
}

static enum lb_status print_json(FILE *out, const double *numbers, size_t count,
                                 struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.codes/1"), codes = lb_json_list(&w, "codes");
    for (size_t n = 0; n < count; n++)
        add_json(&codes, numbers[n]);
    return lb_json_print(&w, LB_JSON_ON_LINES, out, err);
}

static enum lb_status read_numbers(const char *const *words, size_t count, double *out,
                                   struct lb_error *err)
{
    for (size_t n = 0; n < count; n++)
        LB_NEED(lb_number_parse(words[n], strlen(words[n]), &out[n]), LB_STATUS_USAGE,
                "formats: '%s' is not a number (0.1, 1e-3, 1/3)", words[n]);
    return LB_STATUS_OK;
}

/* --- all codes of a format -------------------------------------------------------------------- */

/* The largest number that is written as this code or one below it: by its bits, whose order is that of the
 * numbers. */
static double last_number(const struct lb_number_format *f, uint64_t code)
{
    union {
        double number;
        uint64_t bits;
    } low = {.number = 0.0}, high = {.number = DBL_MAX}, middle;
    while (low.bits < high.bits) {
        middle.bits = low.bits + (high.bits - low.bits + 1) / 2;
        if (f->encode(middle.number) <= code)
            low = middle;
        else
            high.bits = middle.bits - 1;
    }
    return low.number;
}

static void print_table(FILE *out, const struct lb_number_format *f)
{
    const uint64_t negative = (uint64_t)1 << (f->bits - 1);
    fprintf(out, "code,value,last_number\n");
    for (uint64_t code = 0; code < 2 * negative; code++)
        fprintf(out, "%0*" PRIx64 ",%.17g,%.17g\n", (f->bits + 3) / 4, code, f->decode(code),
                code < negative ? last_number(f, code) : (double)NAN);
}

static const struct lb_number_format *find_table(const char *word)
{
    enum { MOST_BITS = 16 };
    const struct lb_number_format *f = lb_number_format_find(word);
    return f != NULL && is_alone(f) && f->bits <= MOST_BITS ? f : NULL;
}

enum lb_status lb_formats_print_codes(FILE *out, const char *const *words, size_t count,
                                      const char *format, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const bool csv = strcmp(format, "csv") == 0;
    if (count == 1 && csv && find_table(words[0]) != NULL) {
        print_table(out, find_table(words[0]));
        return lb_stream_flush(out, err);
    }
    double *numbers = calloc(count + 1, sizeof *numbers);
    LB_REQUIRE(numbers != NULL, LB_STATUS_FAILED, "no memory for %zu numbers", count);
    LB_TRY(read_numbers(words, count, numbers, err));
    if (strcmp(format, "json") == 0) {
        LB_TRY(print_json(out, numbers, count, err));
    } else {
        if (csv) fprintf(out, "number,format,code,bits,value,relative_error\n");
        for (size_t n = 0; n < count; n++)
            csv ? print_csv(out, numbers[n]) : print_text(out, numbers[n]);
    }
    LB_TRY(lb_stream_flush(out, err));
cleanup:
    free(numbers);
    return st;
}
