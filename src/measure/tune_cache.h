/* tune_cache.h - what was measured to be the fastest layout, kept in $XDG_CACHE_HOME/sluice, one
 * file an answer.  Files are written under a name of their own and renamed, so programs that run at
 * the same time cannot harm each other; whatever cannot be read counts as not there.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEASURE_TUNE_CACHE_H
#define LB_MEASURE_TUNE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/host.h"
#include "base/status.h"
#include "layout/layout.h"

struct lb_tune_answer {
    struct lb_layout_choice layout;
    double gain;                  /* its speed over that of the rules' layout, at least 1 */
    double mlups;                 /* its speed then, in the box of the measurement [10^6/s] */
    char time[LB_TIME_TEXT_SIZE]; /* of the measurement */
};

/* $XDG_CACHE_HOME/sluice, else ~/.cache/sluice; LB_STATUS_FAILED if neither variable names a
 * folder by its whole path. */
enum lb_status lb_tune_cache_folder(char *out, size_t size, struct lb_error *err);

/* The file of a question. */
enum lb_status lb_tune_cache_path(const char *question, char *out, size_t size,
                                  struct lb_error *err);

/* `question` is any text that says all an answer depends on.  False if there is no answer; `why`
 * then says so where a file is there that is of no use, else it is "". */
bool lb_tune_cache_find(const char *question, struct lb_tune_answer *out, char *why, size_t size);

/* Replaces an older answer. */
enum lb_status lb_tune_cache_keep(const char *question, const struct lb_tune_answer *answer,
                                  struct lb_error *err);

/* Whether a solver could be asked for it: powers of two, V/8 <= W <= V, 0 or 32 to 255
 * registers. */
bool lb_tune_layout_is_sound(const struct lb_layout_choice *l);

/* 64 bits of a text, to be continued from `hash` (FNV-1a; begin with LB_TUNE_HASH_START). */
#define LB_TUNE_HASH_START 0xcbf29ce484222325ull
unsigned long long lb_tune_hash(unsigned long long hash, const char *text);

#endif
