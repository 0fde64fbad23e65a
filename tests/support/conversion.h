/* conversion.h - the kernels' decode and encode alone, on a device, for comparison with the host's
 * definitions.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_CONVERSION_H
#define LB_TESTS_CONVERSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "workspace/conversion_variant.h"

struct lb_device;
struct lb_device_info;
struct lb_program;
struct lb_number_format;
struct lb_rounding;

/* All files that convert 16-bit formats, each format's own and its variants; ends with a NULL format.
 * Shared, and made at the first call. */
const struct lb_conversion *lb_conversion_list(void);

/* The most lanes that a file is made for. */
int lb_conversion_lanes(const struct lb_conversion *file);

/* False where the file needs what the device lacks. */
bool lb_conversion_is_possible(const struct lb_conversion *file, const struct lb_device_info *info,
                               int lanes);

/* Builds the kernels of `file` with `lanes` lanes and a way of rounding. */
enum lb_status lb_conversion_build(struct lb_device *device, const struct lb_conversion *file,
                                   const struct lb_rounding *rounding, int lanes, bool fp64,
                                   struct lb_program **out, struct lb_error *err);

/* What becomes of a number with every one of 2^LB_NOISE_LEVELS_BITS levels of noise. */
enum { LB_NOISE_LEVELS_BITS = 14 };
struct lb_chance {
    uint32_t low_code, high_code; /* with no noise and with most */
    uint32_t high_count;          /* how often it is the second */
    uint32_t others;              /* how often neither */
};

/* Of `count` numbers in registers; with a program of stochastic rounding. */
enum lb_status lb_conversion_chances(struct lb_device *device, struct lb_program *program,
                                     size_t count, const void *in, size_t in_size,
                                     struct lb_chance *out, struct lb_error *err);

/* Runs `kernel` ("lb_test_decode", "lb_test_encode") over `count` numbers, a multiple of 16. */
enum lb_status lb_conversion_run(struct lb_device *device, struct lb_program *program,
                                 const char *kernel, int lanes, size_t count, const void *in,
                                 size_t in_size, void *out, size_t out_size, struct lb_error *err);

/* A float, by its bits, whose code differs from that of the float before it, by its bits. */
struct lb_code_step {
    uint32_t bits;
    uint32_t code;
};

/* Bits of a float, and the code of what they mean in a kernel's register. */
float lb_float_of(uint32_t bits);
uint32_t lb_code_of(const struct lb_conversion *file, uint32_t bits);

bool lb_code_is_nan(const struct lb_number_format *format, uint32_t code);

/* The steps of the host's definition from zero to infinity of one sign, zero's own among them; at
 * most `room`. Returns their number. */
size_t lb_conversion_steps(const struct lb_conversion *file, bool negative,
                           struct lb_code_step *out, size_t room);

/* The steps on the device over all floats, NaNs too, in the order of their bits; caller frees *out.
 * */
enum lb_status lb_conversion_sweep(struct lb_device *device, struct lb_program *program,
                                   struct lb_code_step **out, size_t *count, struct lb_error *err);

#endif
