/* ptx_count.h - counts the instructions of one kernel in PTX text, NVIDIA's virtual assembly.
 * Knows neither OpenCL nor flows.  Source: NVIDIA, PTX ISA, chapter "Instruction Set".
 * SPDX-License-Identifier: MIT */
#ifndef LB_BENCH_PTX_COUNT_H
#define LB_BENCH_PTX_COUNT_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* One class for every instruction.  What is counted as an operation, and why: docs/theory/roofline.md.
 */
struct lb_ptx_count {
    uint64_t
        float32; /* operations: an fma is two, everything else that rounds or compares is one */
    uint64_t float64;
    uint64_t float16;
    uint64_t fused;       /* how many fma are among them */
    uint64_t integer;     /* arithmetic, logic, shifts, comparisons; a multiply-add is two */
    uint64_t conversions; /* cvt, and those that clang folds into loads */
    uint64_t moves;       /* mov, selp, kernel arguments, sign changes of floats */
    uint64_t control;     /* branches, logic of predicates */
    uint64_t memory;      /* loads and stores of global memory */
    uint64_t atomics;
    uint64_t local; /* loads and stores of private memory: registers that did not suffice */
    uint64_t other; /* instructions that none of these knows */
    uint64_t instructions;
    uint64_t load_bytes, store_bytes; /* global memory */
    uint64_t elsewhere; /* instructions in the blocks that the counted path leaves out */
};

/* Counts along the shortest path from the entry of `kernel` to a return that stores exactly
 * `stored_bytes` to global memory: what a work-item runs for which no special case holds, since
 * code for special cases stands in branches that the path avoids.
 * LB_STATUS_FAILED where there is no such kernel or path, or where the path calls a function. */
enum lb_status lb_ptx_count(const char *ptx, const char *kernel, uint64_t stored_bytes,
                            struct lb_ptx_count *out, struct lb_error *err);

#endif
