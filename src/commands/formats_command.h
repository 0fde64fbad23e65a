/* formats_command.h - what `sluice formats` prints: the number formats, and how exactly each holds
 * a number.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_FORMATS_COMMAND_H
#define LB_COMMANDS_FORMATS_COMMAND_H

#include <stdio.h>

#include "base/status.h"

/* The table of the formats.  `format`: "text" (also NULL), "csv" or "json" (schema
 * "sluice.formats/1"). */
enum lb_status lb_formats_print(FILE *out, const char *format, struct lb_error *err);

/* A CSV file of x and the decimal digits that each format but fp64 holds of it,
 * -log10(|log10(represented / x)|): "inf" where x is held exactly, "-inf" where it becomes zero.
 * x runs from 1e-12 to 1e3 and meets the least exact numbers of every format. */
enum lb_status lb_formats_write_accuracy(const char *path, struct lb_error *err);

#endif
