/* lookup.h - the names a user may choose from: lattices, collision operators, precisions and so on.
 * `where` says where the word came from ("--lattice", "case.ini:5").
 * An unknown word is LB_STATUS_USAGE with the nearest known one.  Case does not matter.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_LOOKUP_H
#define LB_CASE_LOOKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "case/case.h"

/* Limits of registers that NVIDIA's compiler obeys; ANY: as many as it likes. */
enum { LB_REGISTERS_ANY = -1, LB_REGISTERS_MIN = 32, LB_REGISTERS_MAX = 255 };

/* The layout and work-group size that a user requests for a case.  0: chosen for case and device. */
struct lb_layout_wishes {
    int lanes;            /* memory lanes V */
    int arithmetic_lanes; /* W, at most V */
    int group;            /* vectors per group of the step */
    int registers;        /* most of the step's work-items on NVIDIA; LB_REGISTERS_ANY */
};

enum lb_status lb_lookup_lattice(const char *word, const char *where, const struct lb_lattice **out,
                                 struct lb_error *err);
enum lb_status lb_lookup_collision(const char *word, const char *where,
                                   const struct lb_collision **out, struct lb_error *err);

/* "fp32/fp16c"; also "fp64" for fp64/fp64 and "fp16c" for fp32/fp16c. */
enum lb_status lb_lookup_precision(const char *word, const char *where, struct lb_precision *out,
                                   struct lb_error *err);
enum lb_status lb_lookup_rounding(const char *word, const char *where,
                                  const struct lb_rounding **out, struct lb_error *err);
enum lb_status lb_lookup_streaming(const char *word, const char *where, enum lb_streaming *out,
                                   struct lb_error *err);

/* "auto" (both lanes 0), V, or VxW with W the lanes of the arithmetic. */
enum lb_status lb_lookup_lanes(const char *word, const char *where, struct lb_layout_wishes *out,
                               struct lb_error *err);
/* "auto" or NULL (0), or a power of two from 16 to 1024. */
enum lb_status lb_lookup_group(const char *word, const char *where, int *out, struct lb_error *err);
/* "auto" or NULL (0), "any" (LB_REGISTERS_ANY), or a whole number from 32 to 255. */
enum lb_status lb_lookup_registers(const char *word, const char *where, int *out,
                                   struct lb_error *err);
void lb_lanes_name(const struct lb_layout_wishes *w, char *out, size_t size);

/* on, off, 1, 0, yes, no, true, false. */
enum lb_status lb_lookup_switch(const char *word, const char *where, bool *out,
                                struct lb_error *err);

/* The known words, separated by spaces, into `out`, which they return; for help. */
const char *lb_lookup_known_lattices(char *out, size_t size);
const char *lb_lookup_known_collisions(char *out, size_t size);
const char *lb_lookup_known_precisions(char *out, size_t size);
const char *lb_lookup_known_roundings(char *out, size_t size);
const char *lb_lookup_known_streamings(char *out, size_t size);

/* "in-place", "pull" or "moments". */
const char *lb_streaming_name(enum lb_streaming streaming);

#endif
