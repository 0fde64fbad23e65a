/* fuzz.h - what reads foreign bytes, as functions of bytes: for libFuzzer and for the plain driver.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_FUZZ_H
#define LB_TESTS_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct lb_fuzz_target {
    const char *name; /* of its folder in tests/fuzz/corpus, too */
    /* Whether the bytes were accepted.  Aborts where what was accepted breaks a promise. */
    bool (*run)(const uint8_t *bytes, size_t size);
};

#define LB_FUZZ(name) extern const struct lb_fuzz_target lb_fuzz_##name;
#include "fuzz/targets.def"
#undef LB_FUZZ

/* The path of a file in memory that holds these bytes until the next call. */
const char *lb_fuzz_file(const uint8_t *bytes, size_t size);

/* The bytes as a zero-terminated text, for free(). */
char *lb_fuzz_text(const uint8_t *bytes, size_t size);

/* A folder of this process, removed at its end with what lb_fuzz_put put there. */
const char *lb_fuzz_folder(void);
void lb_fuzz_put(const char *name, const void *bytes, size_t size);

/* What is printed there is lost. */
FILE *lb_fuzz_nowhere(void);

/* Aborts with the sentence unless it holds. */
void lb_fuzz_promise(bool holds, const char *sentence);

#endif
