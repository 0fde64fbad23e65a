/* compare_report.c - a comparison as a table for people, and as CSV.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "study/compare_internal.h"

enum { CELL_SIZE = 64, MIN_WIDTH = 10 };

static bool has_exact(const struct lb_comparison *c, int key)
{
    return c->setup->key_results[key].exact != NULL;
}

static bool has_phase(const struct lb_comparison *c)
{
    return c->setup->phase.time != NULL;
}

static bool has_curve(const struct lb_comparison *c)
{
    return c->setup->curve.name != NULL;
}

/* "centre_lines_rms" */
static void curve_name(const struct lb_comparison *c, const char *what, char out[CELL_SIZE])
{
    snprintf(out, CELL_SIZE, "%s_%s", c->setup->curve.name, what);
}

/* --- for people ------------------------------------------------------------------------------ */

static void print_cell(FILE *out, const char *heading, const char *text)
{
    const size_t width = strlen(heading);
    fprintf(out, "  %*s", width < MIN_WIDTH ? MIN_WIDTH : (int)width, text);
}

static void print_number(FILE *out, const char *heading, const char *format, double value)
{
    char text[CELL_SIZE] = "-";
    if (isfinite(value)) snprintf(text, sizeof text, format, value);
    print_cell(out, heading, text);
}

static void print_heading(const struct lb_comparison *c, FILE *out)
{
    fprintf(out, "%-14s %-5s %-10s", "precision", "shift", "rounding");
    for (int i = 0; i < c->key_count; i++) {
        const char *name = c->setup->key_results[i].name;
        print_cell(out, name, name);
        if (has_exact(c, i)) print_cell(out, "error", "error");
    }
    print_cell(out, "deviation", "deviation");
    if (has_curve(c)) {
        char rms[CELL_SIZE], max[CELL_SIZE];
        curve_name(c, "rms", rms);
        curve_name(c, "max", max);
        print_cell(out, rms, rms);
        print_cell(out, max, max);
    }
    if (has_phase(c)) print_cell(out, "phase shift", "phase shift");
    print_cell(out, "MLUPs/s", "MLUPs/s");
    print_cell(out, "bytes/cell", "bytes/cell");
    print_cell(out, "device MiB", "device MiB");
    fputs("  verdict\n", out);
}

static void print_row(const struct lb_comparison *c, int n, FILE *out)
{
    const struct lb_compare_row *row = &c->rows[n];
    const bool ran = row->run->state == LB_STUDY_RAN;
    fprintf(out, "%-14s %-5s %-10s", row->precision, row->run->shift ? "on" : "off",
            lb_precision_rounding(&row->run->precision)->name);
    for (int i = 0; i < c->key_count; i++) {
        print_number(out, c->setup->key_results[i].name, "%.6g", row->values[i]);
        if (has_exact(c, i)) print_number(out, "error", "%.2e", lb_compare_error(row, i));
    }
    if (n == c->reference)
        print_cell(out, "deviation", "reference");
    else
        print_number(out, "deviation", "%.2e", row->deviation);
    if (has_curve(c)) {
        char rms[CELL_SIZE], max[CELL_SIZE];
        curve_name(c, "rms", rms);
        curve_name(c, "max", max);
        print_number(out, rms, "%.2e", row->curve_deviation.rms);
        print_number(out, max, "%.2e", row->curve_deviation.max);
    }
    if (has_phase(c)) print_number(out, "phase shift", "%+.4f", row->phase_shift);
    print_number(out, "MLUPs/s", "%.4g", ran ? row->run->outcome.mlups : nan(""));
    print_number(out, "bytes/cell", "%.4g", ran ? row->run->outcome.bytes_per_cell : nan(""));
    print_number(out, "device MiB", "%.1f",
                 ran ? (double)row->run->outcome.device_bytes / 1048576.0 : nan(""));
    fprintf(out, "  %s%s\n", lb_compare_outcome(row), n == c->choice ? " <-" : "");
}

static void print_notes(const struct lb_comparison *c, FILE *out)
{
    for (size_t i = 0; i < c->study.count; i++)
        if (lb_compare_note(&c->rows[i])[0] != '\0')
            fprintf(out, "%s %s: %s\n", c->rows[i].precision, lb_compare_outcome(&c->rows[i]),
                    lb_compare_note(&c->rows[i]));
}

void lb_compare_print_table(const struct lb_comparison *c, FILE *out)
{
    fprintf(out, "%s - %s\n", c->setup->name, c->setup->summary);
    fprintf(out, "  device  %s\n", c->device.name);
    fprintf(out, "  case    %s %s, %u x %u x %u\n", c->study.request->run.lattice->name,
            c->study.request->run.collision->name, c->size[0], c->size[1], c->size[2]);
    fprintf(out, "  folder  %s\n\n", c->study.folder);
    print_heading(c, out);
    for (size_t i = 0; i < c->study.count; i++)
        print_row(c, (int)i, out);
    if (has_curve(c))
        fprintf(out, "%s_rms, _max: difference from %s [%s], number by number\n",
                c->setup->curve.name,
                c->reference < 0 ? "the reference run" : c->rows[c->reference].precision,
                c->setup->curve.unit);
    print_notes(c, out);
    fprintf(out, "\n%s\n", c->sentence);
}

/* --- CSV ------------------------------------------------------------------------------------- */

static void print_field(FILE *out, double value)
{
    fputc(',', out);
    if (isfinite(value)) fprintf(out, "%.17g", value);
}

static void print_csv_row(const struct lb_comparison *c, const struct lb_compare_row *row,
                          FILE *out)
{
    const bool ran = row->run->state == LB_STUDY_RAN;
    fprintf(out, "%s,%s,%s", row->precision, row->run->shift ? "on" : "off",
            lb_precision_rounding(&row->run->precision)->name);
    for (int i = 0; i < c->key_count; i++) {
        print_field(out, row->values[i]);
        if (has_exact(c, i)) print_field(out, lb_compare_error(row, i));
        print_field(out, row->deviations[i]);
    }
    print_field(out, row->deviation);
    if (has_curve(c)) {
        print_field(out, row->curve_deviation.rms);
        print_field(out, row->curve_deviation.max);
    }
    if (has_phase(c)) print_field(out, row->phase_shift);
    print_field(out, ran ? (double)row->run->outcome.steps : nan(""));
    print_field(out, ran ? row->run->outcome.mlups : nan(""));
    print_field(out, ran ? row->run->outcome.bytes_per_cell : nan(""));
    print_field(out, ran ? (double)row->run->outcome.device_bytes : nan(""));
    fprintf(out, ",%s,%s\n", lb_compare_outcome(row), ran ? row->run->name : "");
}

void lb_compare_print_csv(const void *context, FILE *out)
{
    const struct lb_comparison *c = context;
    fputs("precision,shift,rounding", out);
    for (int i = 0; i < c->key_count; i++) {
        const char *name = c->setup->key_results[i].name;
        fprintf(out, ",%s", name);
        if (has_exact(c, i)) fprintf(out, ",%s_error", name);
        fprintf(out, ",%s_deviation", name);
    }
    fputs(",deviation", out);
    if (has_curve(c)) {
        fprintf(out, ",%s_rms_vs_fp64", c->setup->curve.name);
        fprintf(out, ",%s_max_vs_fp64", c->setup->curve.name);
    }
    if (has_phase(c)) fputs(",phase_shift_vs_fp64", out);
    fputs(",steps,mlups,bytes_per_cell,device_bytes,verdict,folder\n", out);
    for (size_t i = 0; i < c->study.count; i++)
        print_csv_row(c, &c->rows[i], out);
}
