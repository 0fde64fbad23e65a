/* conversion_variant.h - the kernel files that convert and pack a number format's codes best on a
 * device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_CONVERSION_VARIANT_H
#define LB_WORKSPACE_CONVERSION_VARIANT_H

struct lb_device_info;
struct lb_layout;
struct lb_number_format;

enum lb_conversion_target {
    LB_CONVERSION_ANY,      /* every device */
    LB_CONVERSION_FLUSHING, /* where subnormal floats are slow, or zero */
    LB_CONVERSION_AVX2,     /* eight lanes of a CPU; without AVX2 it is the format's own file */
    LB_CONVERSION_NVIDIA    /* by PTX, one or two lanes */
};

/* Decodes and encodes: the format's own file, or another with the same bits. */
struct lb_conversion {
    const char *format;
    const char *file; /* path below kernels/ */
    double scale;     /* a power of two: registers hold scale * f */
    enum lb_conversion_target target;
};

/* All but the formats' own; ends with a NULL format. */
extern const struct lb_conversion lb_conversion_variants[];

/* The format's own file, which any device can take. */
struct lb_conversion lb_conversion_own(const struct lb_number_format *format);

/* What converts `lanes` numbers at once on the device. */
struct lb_conversion lb_conversion_variant(const struct lb_number_format *format,
                                           const struct lb_device_info *device, int lanes);

/* Keeping the codes of a memory vector in registers: the file of packing/. */
const char *lb_packing_file(const struct lb_number_format *format, const struct lb_layout *layout);
/* And the one that takes them apart into bytes, for formats that lie in memory as bytes. */
const char *lb_packing_bytes_file(const struct lb_number_format *format,
                                  const struct lb_layout *layout);

#endif
