/* status.h - how a failure travels: a status upwards, a sentence beside it.
 * Every fallible function returns enum lb_status and takes struct lb_error *err last.
 * Nothing below main prints an error or ends the process.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_STATUS_H
#define LB_BASE_STATUS_H

#include <stdbool.h>

/* The values are the exit codes of the program. */
enum lb_status {
    LB_STATUS_OK = 0,
    LB_STATUS_FAILED = 1,    /* a file or run-time error */
    LB_STATUS_USAGE = 2,     /* unknown key, value out of range */
    LB_STATUS_DIVERGED = 3,  /* the flow is no longer a flow */
    LB_STATUS_DEVICE = 4,    /* no usable device, or not enough memory on it */
    LB_STATUS_VERDICT = 5,   /* a verdict or a comparison failed */
    LB_STATUS_HUNG_UP = 129, /* from here on 128 and the number of a signal */
    LB_STATUS_INTERRUPTED = 130,
    LB_STATUS_TERMINATED = 143,
    LB_STATUS_CPU_TIME = 152
};

/* Whether a signal ended it. */
bool lb_status_is_stop(enum lb_status status);

enum { LB_ERROR_TEXT_SIZE = 2048 };

/* Keeps the first failure; callers on the way up may add notes.  Initialise with {0}. */
struct lb_error {
    enum lb_status status;
    char text[LB_ERROR_TEXT_SIZE];
};

#if defined(__GNUC__)
#define LB_PRINTF_LIKE(format_index, first_index) \
    __attribute__((format(printf, format_index, first_index)))
#else
#define LB_PRINTF_LIKE(format_index, first_index)
#endif

/* Records the failure (unless one is recorded already) and returns `status`, so that
 * `return lb_fail(err, ...)` reads well. */
enum lb_status lb_fail(struct lb_error *err, enum lb_status status, const char *format, ...)
    LB_PRINTF_LIKE(3, 4);

/* Appends a sentence to the recorded failure. */
void lb_error_note(struct lb_error *err, const char *format, ...) LB_PRINTF_LIKE(2, 3);

/* For functions with nothing to clean up: return the failure of a call, or of a condition. */
#define LB_OK(call)                                                \
    do {                                                           \
        const enum lb_status status_of_call = (call);              \
        if (status_of_call != LB_STATUS_OK) return status_of_call; \
    } while (0)

#define LB_NEED(condition, status, ...)                               \
    do {                                                              \
        if (!(condition)) return lb_fail(err, (status), __VA_ARGS__); \
    } while (0)

/* The same for the others, with the locals `st` (enum lb_status), `err` and the label `cleanup`. */
#define LB_TRY(call)                                     \
    do {                                                 \
        if ((st = (call)) != LB_STATUS_OK) goto cleanup; \
    } while (0)

#define LB_REQUIRE(condition, status, ...)            \
    do {                                              \
        if (!(condition)) {                           \
            st = lb_fail(err, (status), __VA_ARGS__); \
            goto cleanup;                             \
        }                                             \
    } while (0)

#endif
