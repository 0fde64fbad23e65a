/* fuzz_figures.c - tables and measured layouts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "io/csv_read.h"
#include "io/file.h"
#include "measure/tune_cache.h"

static bool read_table(const uint8_t *bytes, size_t size)
{
    static const char *const names[] = {"diameter", "mass"};
    double *numbers = NULL;
    size_t rows = 0;
    struct lb_error err = {0};
    const bool read =
        lb_csv_read(lb_fuzz_file(bytes, size), names, 2, &numbers, &rows, &err) == LB_STATUS_OK;
    lb_fuzz_promise(read || (err.text[0] != '\0' && numbers == NULL), "a failure has a sentence");
    free(numbers);
    return read;
}

const struct lb_fuzz_target lb_fuzz_csv = {"csv", read_table};

static bool read_layout(const uint8_t *bytes, size_t size)
{
    static char name[LB_PATH_SIZE];
    struct lb_tune_answer answer;
    struct lb_error err = {0};
    char path[LB_PATH_SIZE], why[512];
    if (name[0] == '\0') {
        setenv("XDG_CACHE_HOME", lb_fuzz_folder(), 1);
        lb_fuzz_promise(lb_tune_cache_path("q", path, sizeof path, &err) == LB_STATUS_OK,
                        "a question has a file");
        snprintf(name, sizeof name, "%s", path + strlen(lb_fuzz_folder()) + 1);
    }
    lb_fuzz_put(name, bytes, size);
    if (!lb_tune_cache_find("q", &answer, why, sizeof why)) return false;
    lb_fuzz_promise(lb_tune_layout_is_sound(&answer.layout) && isfinite(answer.gain),
                    "an answer is a layout");
    return true;
}

const struct lb_fuzz_target lb_fuzz_tune_cache = {"tune_cache", read_layout};
