/* fuzz_command_line.c - arguments, one a line, as far as the case that they ask for; case files.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command_values.h"
#include "cli/read_bench.h"
#include "cli/read_study.h"
#include "fuzz/fuzz.h"
#include "opencl/device.h"
#include "run/run.h"

enum { MAX_WORDS = 64 };

/* Nothing of the machine is read: a path among the arguments may be a device that never ends. */
static bool names_a_file(const char *word)
{
    return strchr(word, '/') != NULL && strncmp(word, "fp", 2) != 0 && strchr(word, '=') == NULL &&
           strncmp(word, "--precision=", 12) != 0;
}

static bool has_error(const struct lb_error *err)
{
    return err->status != LB_STATUS_OK && err->text[0] != '\0';
}

static bool make_case(const struct lb_options *o)
{
    struct lb_error err = {0};
    struct lb_asked asked = {0};
    struct lb_run *run = NULL;
    char *json = NULL;
    enum lb_status st = lb_asked_read(o, &asked, &err);
    if (st == LB_STATUS_OK) st = lb_run_create(&asked.study.run, &run, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || has_error(&err), "a failure has a sentence");
    if (st == LB_STATUS_OK) {
        lb_run_print_case(run, lb_fuzz_nowhere());
        lb_fuzz_promise(lb_run_case_json(run, &json, &err) == LB_STATUS_OK, "a case prints");
    }
    free(json);
    lb_run_destroy(run);
    lb_asked_free(&asked);
    return st == LB_STATUS_OK;
}

static bool make_bench(const struct lb_options *o)
{
    static const struct lb_device_info devices[] = {
        {.index = 0, .name = "cpu x", .type = LB_DEVICE_CPU, .memory = 1ull << 34},
        {.index = 1, .platform_index = 1, .name = "gpu y", .type = LB_DEVICE_GPU}};
    struct lb_error err = {0};
    struct lb_values *values = NULL;
    struct lb_bench_request request;
    enum lb_status st = lb_command_values(o, lb_bench_parameters, &values, &err);
    if (st == LB_STATUS_OK) st = lb_bench_request_read(o, values, devices, 2, &request, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || has_error(&err), "a failure has a sentence");
    if (st == LB_STATUS_OK) {
        const size_t count = lb_bench_plan_count(&request.plan);
        for (size_t n = 0; n < count && n < 100; n++)
            lb_bench_plan_point(&request.plan, n);
    }
    lb_values_destroy(values);
    return st == LB_STATUS_OK;
}

static bool read_line(const uint8_t *bytes, size_t size)
{
    char *words[MAX_WORDS + 2] = {"sluice"}, *rest = NULL;
    int count = 1;
    bool accepted = false;
    char *text = lb_fuzz_text(bytes, size);
    struct lb_options o = {0};
    struct lb_error err = {0};
    for (char *word = strtok_r(text, "\n", &rest); word != NULL && count <= MAX_WORDS;
         word = strtok_r(NULL, "\n", &rest))
        if (!names_a_file(word)) words[count++] = word;
    const enum lb_status st =
        count > 1 ? lb_options_parse(count, words, &o, &err) : LB_STATUS_USAGE;
    lb_fuzz_promise(st == LB_STATUS_OK || count == 1 || has_error(&err),
                    "a failure has a sentence");
    if (st == LB_STATUS_OK && o.help)
        lb_options_print_help(lb_fuzz_nowhere(), o.command);
    else if (st == LB_STATUS_OK && (o.command->id & (LB_COMMAND_RUN | LB_COMMAND_COMPARE)) != 0)
        accepted = make_case(&o);
    else if (st == LB_STATUS_OK && o.command->id == LB_COMMAND_BENCH)
        accepted = make_bench(&o);
    lb_options_free(&o);
    free(text);
    return accepted;
}

const struct lb_fuzz_target lb_fuzz_command_line = {"command_line", read_line};

static bool read_case(const uint8_t *bytes, size_t size)
{
    char path[64], *words[] = {"sluice", "run", "-c", path, NULL};
    struct lb_options o = {0};
    struct lb_error err = {0};
    snprintf(path, sizeof path, "%s", lb_fuzz_file(bytes, size));
    bool accepted = lb_options_parse(4, words, &o, &err) == LB_STATUS_OK && make_case(&o);
    lb_options_free(&o);
    return accepted;
}

const struct lb_fuzz_target lb_fuzz_case_file = {"case_file", read_case};
