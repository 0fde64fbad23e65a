/* step_comparison.h - the solver's steps on a device against the host reference.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_STEP_COMPARISON_H
#define LB_TESTS_STEP_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "case/case.h"

struct lb_device;

/* Opens the device of SLUICE_DEVICE, or the default one.
 * Returns NULL and fills `err` where there is none. */
struct lb_device *lb_open_test_device(struct lb_error *err);

/* The same, for tests of markers, which need 64-bit atomics. */
struct lb_device *lb_open_marker_device(struct lb_error *err);

/* Whether it is that of tests/native, which builds a kernel in a third of the time. */
bool lb_device_is_native(const struct lb_device *device);

/* When a case of a matrix runs without SLUICE_TEST_MATRIX: not at all, on the native device, on all. */
enum lb_when { LB_SELDOM, LB_NATIVELY, LB_ALWAYS };

/* lb_check_runs() of such a case. */
bool lb_case_runs(const struct lb_device *device, enum lb_when when);

/* False where the device has no FP64 and the case needs it, or the operator is not for the lattice:
 * nothing to compare then. */
bool lb_device_can_do(const struct lb_device *device, const struct lb_case *c);

/* The case in words: lattice, streaming, precision, shift, lanes, size, what it has. */
void lb_case_in_words(const struct lb_case *c, char *out, size_t size);

/* Reads density (n) and velocity (3 n) of the whole box after `steps` steps from the start. */
enum lb_status lb_run_steps(struct lb_device *device, const struct lb_case *c, unsigned steps,
                            double *rho, double *u, struct lb_error *err);

/* Runs device and reference side by side and compares at steps 0, 1, 2 and 7.
 * Each disagreement prints the case, the step and the first cell that differs.
 *
 * Tolerances, with e the unit round-off of the arithmetic, S the largest sum of a cell's stored
 * values, R the largest sum of what storing changed in a cell, both measured by the reference:
 * - arithmetic: 8 e S (step + 2), and e itself for a density that was rounded to the arithmetic;
 *   the reference's own is 8 * 2^-53 (step + 2);
 * - storage: the reference rounds its stored values as the device does, but where the arithmetic
 *   differs in the last digit a value may round the other way: 4 R (step + 1) more.
 * Where storing is far coarser than the arithmetic such flips are rare: at step 0 three cells in
 * four must keep the first tolerance alone, which a wrong rounding rule does not. */
bool lb_steps_agree(struct lb_device *device, const struct lb_case *c);

/* The same for a random case of this size, in FP64 where the device has it. */
bool lb_random_steps_agree(struct lb_device *device, const char *lattice, unsigned with,
                           const uint32_t size[3], int lanes, enum lb_streaming streaming);

#endif
