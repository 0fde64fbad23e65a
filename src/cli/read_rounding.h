/* read_rounding.h - which ways of rounding a list of formats is measured with.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_READ_ROUNDING_H
#define LB_CLI_READ_ROUNDING_H

#include <stddef.h>

#include "base/status.h"
#include "case/number_format.h"

/* Gives the `*count` formats the roundings of `text` ("nearest", "nearest,stochastic"), of which
 * `where` says where it came from: a format that rounds is there once for each of them, side by side,
 * any other once.  A way that is not for a format is left out for it if another one is.  At most `max`
 * formats.  LB_STATUS_USAGE names an unknown word or one too many, or says why no way is for a format. */
enum lb_status lb_read_roundings(const char *text, const char *where, struct lb_precision *formats,
                                 size_t *count, size_t max, struct lb_error *err);

#endif
