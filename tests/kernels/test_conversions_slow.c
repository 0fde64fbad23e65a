/* test_conversions_slow.c - the kernels' encoding of all 2^32 floats against the host's
 * definitions. Codes change at few floats; the device finds those where its code changes, and the
 * list must be the host's.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/number_format.h"
#include "support/check.h"
#include "support/conversion.h"
#include "support/step_comparison.h"

enum { MAX_STEPS = (1 << 15) + 1 /* 0 to -2^15 */, SHOWN = 4 };
static const uint32_t infinity_bits = 0x7F800000u, sign_bit = 0x80000000u;

static struct lb_device *device;

static void show(const char *file, struct lb_code_step device_step, struct lb_code_step host_step)
{
    printf("%s: device code %04x from float %08x, host code %04x from float %08x\n", file,
           device_step.code, device_step.bits, host_step.code, host_step.bits);
}

/* Steps of one sign; returns how many of `found` they were.  Among NaNs the device may step from
 * NaN to NaN. */
static size_t compare_steps(const struct lb_conversion *file, bool negative,
                            const struct lb_code_step *found, size_t found_count)
{
    static struct lb_code_step expected[MAX_STEPS];
    const struct lb_number_format *format = lb_number_format_find(file->format);
    const uint32_t last = infinity_bits | (negative ? sign_bit : 0u);
    const size_t count = lb_conversion_steps(file, negative, expected, MAX_STEPS);
    size_t used = 0, wrong = 0, among_nans = 0;
    while (used < found_count && found[used].bits <= last &&
           (found[used].bits >= sign_bit) == negative) {
        const struct lb_code_step none = {0};
        const struct lb_code_step e = used < count ? expected[used] : none;
        if (found[used].bits != e.bits || found[used].code != e.code)
            if (wrong++ < SHOWN) show(file->file, found[used], e);
        used++;
    }
    LB_CHECK_EQUAL_INT(used, count);
    LB_CHECK_EQUAL_INT(wrong, 0);
    for (; used < found_count && (found[used].bits >= sign_bit) == negative; used++, among_nans++)
        LB_CHECK(lb_code_is_nan(format, found[used].code));
    LB_CHECK(format->holds_nan ? among_nans > 0 : among_nans == 0);
    return used;
}

static void check_file(const struct lb_conversion *file)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    struct lb_code_step *found = NULL;
    size_t count = 0;
    if (LB_CHECK_OK(lb_conversion_build(device, file, lb_roundings[0], lb_conversion_lanes(file),
                                        false, &program, &err),
                    &err) &&
        LB_CHECK_OK(lb_conversion_sweep(device, program, &found, &count, &err), &err)) {
        const size_t positive = compare_steps(file, false, found, count);
        const size_t negative = compare_steps(file, true, found + positive, count - positive);
        LB_CHECK_EQUAL_INT(positive + negative, count);
    }
    free(found);
    lb_program_destroy(program);
}

static void every_float_gets_the_defined_code(void)
{
    for (const struct lb_conversion *f = lb_conversion_list(); f->format != NULL; f++)
        if (lb_conversion_is_possible(f, lb_device_get_info(device), 1)) check_file(f);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(every_float_gets_the_defined_code);
    lb_device_close(device);
    return lb_check_report();
}
