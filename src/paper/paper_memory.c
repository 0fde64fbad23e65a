/* paper_memory.c - tables 3 and 4: bytes that a cell takes, and that a step moves for it.
 * SPDX-License-Identifier: MIT */
#include "case/lookup.h"
#include "reproduce/paper_item.h"
#include "layout/layout.h"

enum { KINDS = 4 };

/* Of all 16-bit formats one. */
static const struct {
    const char *precision;
    int scalar, stored; /* bytes of a density, of a population */
} kinds[KINDS] = {
    {"fp64/fp64", 8, 8}, {"fp64/fp32", 8, 4}, {"fp32/fp32", 4, 4}, {"fp32/fp16s", 4, 2}};

static struct lb_case make_case(const struct lb_lattice *l, int kind, enum lb_streaming streaming,
                                bool has_walls)
{
    struct lb_precision p = {0};
    struct lb_error ignored = {0};
    lb_lookup_precision(kinds[kind].precision, "table 3", &p, &ignored);
    return (struct lb_case){.lattice = l,
                            .storage = p.storage,
                            .arithmetic = p.arithmetic,
                            .streaming = streaming,
                            .shift = true,
                            .cell_kinds = has_walls ? LB_CELL_SOLID : 0,
                            .size = {64, 64, l->dimensions == 2 ? 1 : 64},
                            .viscosity = 0.1};
}

static double bytes_per_cell(const struct lb_lattice *l, int kind, enum lb_streaming streaming,
                             bool has_walls)
{
    const struct lb_case c = make_case(l, kind, streaming, has_walls);
    return lb_case_bytes_per_cell(&c);
}

static double bytes_moved(const struct lb_lattice *l, int kind)
{
    const struct lb_case c = make_case(l, kind, LB_STREAMING_PULL, true);
    return lb_case_bytes_per_update(&c);
}

/* --- table 3 -------------------------------------------------------------------------------------- */

/* Velocity, density, flags, and two copies of the populations. */
static double printed_bytes(const struct lb_lattice *l, int kind)
{
    const int scalar = kinds[kind].scalar;
    return scalar * l->dimensions + scalar + 1 + 2 * kinds[kind].stored * l->directions;
}

static void check_memory(struct lb_reproduce *r)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (int k = 0; k < KINDS; k++) {
            const double own = bytes_per_cell(*l, k, LB_STREAMING_PULL, true);
            lb_paper_check(r,
                           "bytes of a cell: 8d + 9 + 16q, 8d + 9 + 8q, 4d + 5 + 8q, 4d + 5 + 4q",
                           own - printed_bytes(*l, k), 0.0, 1.0,
                           "%s %s, two copies: %g bytes less the printed ones", (*l)->name,
                           kinds[k].precision, own);
        }
    const struct lb_lattice *d3q19 = lb_lattice_find("d3q19");
    lb_paper_check(r, "in D3Q19 16 bits take about 45 % less than FP32",
                   1.0 - bytes_per_cell(d3q19, 3, LB_STREAMING_PULL, true) /
                             bytes_per_cell(d3q19, 2, LB_STREAMING_PULL, true),
                   0.44, 0.46, "share that FP16S saves of FP32's bytes");
}

static void write_memory(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "lattice,precision,printed,pull,in place,pull with walls,in place with walls\n");
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (int k = 0; k < KINDS; k++)
            fprintf(csv, "%s,%s,%g,%g,%g,%g,%g\n", (*l)->name, kinds[k].precision,
                    printed_bytes(*l, k), bytes_per_cell(*l, k, LB_STREAMING_PULL, false),
                    bytes_per_cell(*l, k, LB_STREAMING_IN_PLACE, false),
                    bytes_per_cell(*l, k, LB_STREAMING_PULL, true),
                    bytes_per_cell(*l, k, LB_STREAMING_IN_PLACE, true));
}

const struct lb_paper_item lb_paper_memory = {.name = "memory",
                                              .number = "tab3",
                                              .shows = "bytes that a cell takes",
                                              .check = check_memory,
                                              .table = write_memory};

/* --- table 4 -------------------------------------------------------------------------------------- */

static double printed_moved(const struct lb_lattice *l, int kind)
{
    return l->directions * (1 + 2 * kinds[kind].stored);
}

static void check_transfers(struct lb_reproduce *r)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (int k = 0; k < KINDS; k++) {
            const double own = 2 * kinds[k].stored * (*l)->directions + 1;
            struct lb_paper_check *c =
                lb_paper_check(r, "a step moves 17q, 9q or 5q bytes for a cell", bytes_moved(*l, k),
                               own, own, "%s %s: bytes, of which %g are flags; printed are %g",
                               (*l)->name, kinds[k].precision, 1.0, printed_moved(*l, k));
            c->answer = LB_PAPER_NOT_COMPARABLE;
            c->because = "the paper reads the flags of all q neighbours, this program one byte";
        }
}

static void write_transfers(const struct lb_reproduce *r, FILE *csv)
{
    (void)r;
    fprintf(csv, "lattice,precision,printed,moved\n");
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (int k = 0; k < KINDS; k++)
            fprintf(csv, "%s,%s,%g,%g\n", (*l)->name, kinds[k].precision, printed_moved(*l, k),
                    bytes_moved(*l, k));
}

const struct lb_paper_item lb_paper_transfers = {.name = "transfers",
                                                 .number = "tab4",
                                                 .shows = "bytes that a step moves for a cell",
                                                 .check = check_transfers,
                                                 .table = write_transfers};
