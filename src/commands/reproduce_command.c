/* reproduce_command.c - `sluice reproduce` is python/sluice_lbm/paper, which is told what was asked for, and what no
 * command prints.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/version.h"
#include "base/word_list.h"
#include "case/lattice.h"
#include "case/lookup.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "io/json.h"
#include "io/file.h"
#include "measure/tune.h"
#include "measure/tune_cache.h"
#include "opencl/device.h"
#include "layout/layout.h"
#include "python/python_package.h"

/* --- the command line ------------------------------------------------------------------------- */

static void add_words(struct lb_json *w, const char *key, const char *const *words, size_t count)
{
    struct lb_json list = lb_json_list(w, key);
    for (size_t n = 0; n < count; n++)
        lb_json_text(&list, NULL, words[n]);
}

/* Names of the formats that --precision leaves in; null: all. */
static void add_precisions(struct lb_json *w, const char *list)
{
    char word[LB_WORD_SIZE], name[LB_PRECISION_NAME_SIZE];
    struct lb_precision p;
    if (list == NULL || strcasecmp(list, "all") == 0) {
        lb_json_null(w, "precisions");
        return;
    }
    struct lb_json names = lb_json_list(w, "precisions");
    while (lb_word_list_next(&list, word)) {
        if (lb_lookup_precision(word, "--precision", &p, NULL) != LB_STATUS_OK) continue;
        lb_precision_name(&p, name, sizeof name);
        lb_json_text(&names, NULL, name);
    }
}

static void add_option(struct lb_json *list, const char *name, const char *value)
{
    if (value == NULL) return;
    lb_json_text(list, NULL, name);
    lb_json_text(list, NULL, value);
}

/* What every run is given, too. */
static void add_run_options(struct lb_json *w, const struct lb_options *o)
{
    static const char *const whens[] = {"auto", "never", "now"};
    struct lb_json list = lb_json_list(w, "run_options");
    add_option(&list, "--tune", whens[o->tune]);
    add_option(&list, "--self-test", whens[o->self_test]);
    add_option(&list, "--kernel-dir", o->kernel_dir);
    add_option(&list, "--dump-kernels", o->dump_dir);
}

static void add_options(struct lb_json *w, const struct lb_options *o)
{
    static const char *const shifts[] = {"off", "on"};
    add_words(w, "words", o->words, o->word_count);
    add_words(w, "values", o->values, o->value_count);
    add_precisions(w, o->precision);
    add_run_options(w, o);
    lb_json_text(w, "precision", o->precision);
    lb_json_text(w, "shift", o->shift == 0 || o->shift == 1 ? shifts[o->shift] : NULL);
    lb_json_text(w, "device", o->device);
    lb_json_text(w, "output", o->output);
    lb_json_text(w, "add", o->add);
    lb_json_bool(w, "measures", o->tune != LB_TUNE_NEVER);
    lb_json_bool(w, "prints_case", o->print_case);
    lb_json_bool(w, "plans", o->plan);
    lb_json_bool(w, "json", o->json);
    lb_json_bool(w, "quiet", o->quiet);
}

/* --- the device ------------------------------------------------------------------------------- */

/* Its name and driver, and the file for its speeds; "" where there is none. */
static void add_device(struct lb_json *w, const char *spec)
{
    struct lb_device_info *list = NULL;
    struct lb_error ignored = {0};
    size_t count = 0, chosen;
    char name[LB_PAPER_DEVICE_SIZE] = "", question[1024], path[LB_PATH_SIZE] = "";
    if (lb_device_list(&list, &count, &ignored) == LB_STATUS_OK &&
        lb_device_choose(list, count, spec, &chosen, &ignored) == LB_STATUS_OK) {
        lb_paper_device(&list[chosen], name);
        snprintf(question, sizeof question, "speeds for reproduce %s: %s", LB_VERSION, name);
        if (lb_tune_cache_path(question, path, sizeof path, &ignored) != LB_STATUS_OK)
            path[0] = '\0';
    }
    free(list);
    lb_json_text(w, "device_name", name);
    lb_json_text(w, "speeds_file", path);
}

/* --- velocity sets ---------------------------------------------------------------------------- */

static void add_bytes(struct lb_json *list, const struct lb_lattice *l, const char *precision,
                      enum lb_streaming streaming, bool has_walls)
{
    struct lb_precision p = {0};
    struct lb_error ignored = {0};
    lb_lookup_precision(precision, "memory", &p, &ignored);
    const struct lb_case c = {.lattice = l,
                              .storage = p.storage,
                              .arithmetic = p.arithmetic,
                              .streaming = streaming,
                              .shift = true,
                              .cell_kinds = has_walls ? LB_CELL_SOLID : 0,
                              .size = {64, 64, l->dimensions == 2 ? 1 : 64},
                              .viscosity = 0.1};
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "precision", precision);
    lb_json_text(&o, "streaming", lb_streaming_name(streaming));
    lb_json_bool(&o, "walls", has_walls);
    lb_json_number(&o, "bytes_per_cell", lb_case_bytes_per_cell(&c));
    lb_json_number(&o, "bytes_per_update", lb_case_bytes_per_update(&c));
}

static void add_lattice(struct lb_json *list, const struct lb_lattice *l)
{
    static const char *const kinds[] = {"fp64/fp64", "fp64/fp32", "fp32/fp32", "fp32/fp16s"};
    struct lb_json o = lb_json_object(list, NULL);
    lb_json_text(&o, "name", l->name);
    lb_json_number(&o, "dimensions", l->dimensions);
    lb_json_item(&o, "weights", cJSON_CreateDoubleArray(l->weight, l->directions));
    struct lb_json velocities = lb_json_list(&o, "velocities");
    for (int i = 0; i < l->directions; i++)
        lb_json_item(&velocities, NULL, cJSON_CreateIntArray(l->c[i], 3));
    struct lb_json memory = lb_json_list(&o, "memory");
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (int n = 0; n < 4; n++)
            add_bytes(&memory, l, kinds[k], n < 2 ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE,
                      n % 2 == 1);
}

enum lb_status lb_reproduce_command(const struct lb_options *o, struct lb_error *err)
{
    struct lb_json request = lb_json_begin(NULL);
    const enum lb_status st = lb_python_begin(&request, err);
    add_options(&request, o);
    add_device(&request, o->device);
    struct lb_json lattices = lb_json_list(&request, "lattices");
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        add_lattice(&lattices, *l);
    if (st == LB_STATUS_OK) {
        const enum lb_status failed = lb_python_become("sluice_lbm.paper", &request, err);
        lb_error_note(err,
                      "Needed is Python 3 with numpy and matplotlib (Debian: apt install python3 "
                      "python3-numpy python3-matplotlib).");
        return failed;
    }
    cJSON_Delete(lb_json_take(&request));
    return st;
}
