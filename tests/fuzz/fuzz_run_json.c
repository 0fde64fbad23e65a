/* fuzz_run_json.c - an ensemble to go on with: ensemble.json, a run's run.json and its table, with
 * bytes 1 between them.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "case/lookup.h"
#include "fuzz/fuzz.h"
#include "run/setup.h"
#include "study/ensemble_counts.h"
#include "study/ensemble_internal.h"

enum { PARTS = 3 };

static const struct lb_setup *setup_of_ensembles(void)
{
    for (size_t n = 0; lb_setups[n] != NULL; n++)
        if (lb_setups[n]->ensemble != NULL) return lb_setups[n];
    return NULL;
}

static void put_parts(const uint8_t *bytes, size_t size, const char *const names[PARTS])
{
    for (int n = 0; n < PARTS; n++) {
        const uint8_t *mark = n + 1 < PARTS ? memchr(bytes, 1, size) : NULL;
        const size_t length = mark != NULL ? (size_t)(mark - bytes) : size;
        lb_fuzz_put(names[n], bytes, length);
        bytes += length + (mark != NULL);
        size -= length + (mark != NULL);
    }
}

static bool count_rows(const struct lb_setup *setup, const char *name)
{
    char path[256];
    struct lb_ensemble_counts counts = {0};
    struct lb_error err = {0};
    snprintf(path, sizeof path, "%s/%s", lb_fuzz_folder(), name);
    enum lb_status st = lb_ensemble_counts_create(&counts, setup->ensemble, &err);
    if (st == LB_STATUS_OK) st = lb_ensemble_counts_read(&counts, path, &err);
    lb_ensemble_counts_destroy(&counts);
    return st == LB_STATUS_OK;
}

static bool take_up(const uint8_t *bytes, size_t size)
{
    const struct lb_setup *setup = setup_of_ensembles();
    char table[128];
    const char *names[PARTS] = {"ensemble.json", "seed-1-fp32-fp32/run.json", table};
    struct lb_error err = {0};
    struct lb_study_request request = {.run = {.setup = setup}, .format_count = 1};
    bool accepted = false;
    snprintf(table, sizeof table, "seed-1-fp32-fp32/%s", setup->ensemble->file);
    put_parts(bytes, size, names);
    lb_lookup_precision("fp32/fp32", "fuzz", &request.formats[0], &err);
    request.run.output = lb_fuzz_folder();
    struct lb_ensemble e = {.study = {.request = &request}, .setup = setup, .seed = 1, .wanted = 2};
    e.identity = cJSON_Parse("{\"setup\": \"x\", \"parameters\": {\"seed\": 1, \"u\": 0.1}}");
    enum lb_status st = lb_ensemble_open_folder(&e, &err);
    if (st == LB_STATUS_OK) st = lb_ensemble_list_runs(&e, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || err.text[0] != '\0', "a failure has a sentence");
    if (st == LB_STATUS_OK && lb_ensemble_finished(&e) > 0) accepted = count_rows(setup, table);
    lb_ensemble_close_folder(&e, LB_STATUS_OK);
    for (size_t n = 0; n < e.study.count; n++)
        cJSON_Delete(e.runs[n].json);
    free(e.runs);
    lb_study_free(&e.study);
    cJSON_Delete(e.identity);
    return accepted;
}

const struct lb_fuzz_target lb_fuzz_run_json = {"run_json", take_up};
