/* number_format.h - the storage formats of the populations, defined by arithmetic rather than by
 * bit tricks.
 * The kernels' fast conversions (kernels/storage/) are tested against encode and decode here.
 * Source: Lehmann et al., Phys. Rev. E 106, 015308 (2022), section 3; deviations: docs/decisions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_NUMBER_FORMAT_H
#define LB_CASE_NUMBER_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "case/rounding.h"

enum lb_arithmetic { LB_ARITHMETIC_FP32, LB_ARITHMETIC_FP64 };

struct lb_number_format {
    const char *name;          /* "fp16s", as in --precision fp32/fp16s */
    const char *title;         /* "FP16S" */
    const char *file;          /* kernels/ path: defines the stored type, decode and encode */
    const char *conserve;      /* kernels/ path: rounds a cell's populations together, or NULL */
    const char *memory;        /* kernels/ path: how codes lie in memory; NULL: as in registers */
    const char *code;          /* OpenCL type that holds one code: "ushort", "float", "double" */
    int bits;                  /* of one stored population */
    bool shares_exponents;     /* the populations of a cell have one exponent, a byte in memory */
    bool with_fp32;            /* may be stored by FP32 arithmetic */
    bool with_fp64;            /* may be stored by FP64 arithmetic */
    bool holds_nan;            /* a NaN survives storing */
    bool converts_in_hardware; /* by an instruction or two; else by integer arithmetic */
    bool needs_shift;          /* its range is for f_i - w_i */
    bool rounds_signed;        /* noise is added to the number; else to its magnitude */
    bool is_preview;           /* may still change, and is said to be one where it is recommended */
    double scale;              /* a power of two: the kernels' registers hold scale * f */
    int mantissa_bits;         /* most of them, where the number varies */
    double epsilon;            /* smallest relative step, 2^-mantissa_bits */
    double largest;            /* largest finite magnitude */
    double smallest_normal;    /* 0 if the format has no such notion */
    double smallest;           /* smallest positive magnitude */
    /* Nearest; ties and what is too large as documented per format; the code is in the low bits.  Of
     * shared exponents: the largest number of a cell. */
    uint64_t (*encode)(double x);
    double (*decode)(uint64_t code);
};

/* Of a cell with so many populations: a copy of them, and what a step reads or writes of them. */
double lb_number_format_bytes(const struct lb_number_format *f, int populations);
double lb_number_format_bytes_moved(const struct lb_number_format *f, int populations);

/* What is computed with, what is stored ("fp32/fp16c"), and how the one becomes the other. */
struct lb_precision {
    enum lb_arithmetic arithmetic;
    const struct lb_number_format *storage;
    const struct lb_rounding *rounding; /* NULL: nearest */
};

/* Whether storing loses anything of what the arithmetic has. */
bool lb_precision_rounds(const struct lb_precision *p);

/* The way of rounding: nearest where nothing is rounded. */
const struct lb_rounding *lb_precision_rounding(const struct lb_precision *p);

/* kernels/ path of what rounds a cell's populations together, by the format or the rounding; NULL: each is rounded
 * by itself. */
const char *lb_precision_conserve(const struct lb_precision *p);

/* LB_STATUS_USAGE where the format is not for its way of rounding. */
enum lb_status lb_precision_check(const struct lb_precision *p, struct lb_error *err);

/* Its name without the rounding into the buffer (LB_PRECISION_NAME_SIZE bytes suffice). */
enum { LB_PRECISION_NAME_SIZE = 32 };
void lb_precision_name(const struct lb_precision *p, char *out, size_t size);

bool lb_precision_is_same(const struct lb_precision *a, const struct lb_precision *b);

extern const struct lb_number_format *const lb_number_formats[]; /* ends with NULL */

/* NULL if there is none of that name. */
const struct lb_number_format *lb_number_format_find(const char *name);

#endif
