/* fuzz_figures.c - earlier figures of a benchmark, tables, and measured layouts.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_compare.h"
#include "bench/bench_table.h"
#include "fuzz/fuzz.h"
#include "io/csv_read.h"
#include "io/file.h"
#include "measure/tune_cache.h"

/* Read, written, and read again.  False: foreign numbers that JSON does not hold. */
static bool read_again(const struct lb_bench_record *r, struct lb_bench_record *again)
{
    struct lb_error err = {0};
    char *line = NULL;
    struct lb_json w = lb_bench_record_object(r);
    if (lb_json_end(&w, LB_JSON_ON_LINE, &line, &err) != LB_STATUS_OK) return false;
    lb_fuzz_promise(lb_bench_record_parse(line, "again", again, &err) == LB_STATUS_OK,
                    "a record that was read can be written and read");
    free(line);
    return true;
}

/* The first writing makes UTF-8 of foreign bytes; from then on a record stays as it is. */
static void check_record(const struct lb_bench_record *r)
{
    struct lb_bench_record first, second;
    if (read_again(r, &first) && read_again(&first, &second))
        lb_fuzz_promise(lb_bench_same_point(&first, &second),
                        "a record is of the same point again");
}

static bool read_bench(const uint8_t *bytes, size_t size)
{
    struct lb_bench_records records = {0};
    struct lb_bench_comparison c = {0};
    struct lb_error err = {0};
    const bool read =
        lb_bench_records_read(&records, lb_fuzz_file(bytes, size), &err) == LB_STATUS_OK;
    lb_fuzz_promise(read || err.text[0] != '\0', "a failure has a sentence");
    for (size_t n = 0; read && n < records.count; n++) {
        check_record(&records.list[n]);
        lb_bench_print_row(lb_fuzz_nowhere(), n > 0 ? &records.list[n - 1] : NULL,
                           &records.list[n]);
        lb_bench_csv_row(lb_fuzz_nowhere(), &records.list[n], &err);
    }
    if (read && lb_bench_compare(&records, &records, LB_BENCH_MIN_LOSS, &c, &err) == LB_STATUS_OK)
        lb_bench_comparison_print(&c, lb_fuzz_nowhere());
    lb_bench_comparison_free(&c);
    lb_bench_records_free(&records);
    return read;
}

const struct lb_fuzz_target lb_fuzz_bench_json = {"bench_json", read_bench};

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
