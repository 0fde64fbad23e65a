/* text_constants.h - the constants in front of a kernel text, without those that it does not ask for.
 * SPDX-License-Identifier: MIT */
#ifndef LB_WORKSPACE_TEXT_CONSTANTS_H
#define LB_WORKSPACE_TEXT_CONSTANTS_H

#include <stdio.h>

#include "base/status.h"

/* Prints the lines of `constants`, as "#define NAME 0" where `body` does not have NAME but in comments,
 * strings and `defined(NAME)`: a text is then the same for all values of what it does not depend on, and
 * drivers find what they have built.  Where the body pastes tokens, PREFIX##..., all names that begin
 * with PREFIX count as used. */
enum lb_status lb_print_constants(FILE *out, const char *constants, const char *body,
                                  struct lb_error *err);

#endif
