/* choices.c - words and devices that a flow can be made of.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "case/boundary.h"
#include "case/lookup.h"
#include "io/field.h"
#include "opencl/device.h"

enum { WORDS_SIZE = 2048 };

static void add_word(char words[WORDS_SIZE], const char *word)
{
    const size_t used = strlen(words);
    snprintf(words + used, WORDS_SIZE - used, "%s%s", used > 0 ? " " : "", word);
}

static void add_laws(char words[WORDS_SIZE])
{
    for (const struct lb_viscosity_model *const *m = lb_viscosity_models; *m != NULL; m++)
        add_word(words, (*m)->name);
}

static void add_conditions(char words[WORDS_SIZE])
{
    for (const struct lb_boundary_condition *const *b = lb_boundary_conditions; *b != NULL; b++)
        add_word(words, (*b)->name);
}

static void add_fields(char words[WORDS_SIZE])
{
    for (const struct lb_field *f = lb_fields; f->name != NULL; f++)
        add_word(words, f->name);
}

int sluice_components(const char *field)
{
    const struct lb_field *f = lb_field_find(field);
    return f != NULL ? (int)f->components : 0;
}

size_t sluice_choices(const char *what, char *out, size_t size)
{
    char words[WORDS_SIZE] = "";
    if (strcmp(what, "lattice") == 0)
        lb_lookup_known_lattices(words, sizeof words);
    else if (strcmp(what, "collision") == 0)
        lb_lookup_known_collisions(words, sizeof words);
    else if (strcmp(what, "precision") == 0)
        lb_lookup_known_precisions(words, sizeof words);
    else if (strcmp(what, "rounding") == 0)
        lb_lookup_known_roundings(words, sizeof words);
    else if (strcmp(what, "streaming") == 0)
        lb_lookup_known_streamings(words, sizeof words);
    else if (strcmp(what, "viscosity") == 0)
        add_laws(words);
    else if (strcmp(what, "condition") == 0)
        add_conditions(words);
    else if (strcmp(what, "field") == 0)
        add_fields(words);
    if (size > 0) snprintf(out, size, "%s", words);
    return strlen(words);
}

static enum lb_status device_at(int index, sluice_device *out, struct lb_error *err)
{
    struct lb_device_info *list = NULL;
    size_t count = 0;
    LB_OK(lb_device_list(&list, &count, err));
    const bool is_there = index >= 0 && (size_t)index < count;
    if (is_there) {
        const struct lb_device_info *d = list + index;
        *out = (sluice_device){.index = d->index,
                               .is_gpu = d->type == LB_DEVICE_GPU,
                               .is_cpu = d->type == LB_DEVICE_CPU,
                               .has_fp64 = d->fp64,
                               .memory = d->memory};
        snprintf(out->name, sizeof out->name, "%s", d->name);
        snprintf(out->platform, sizeof out->platform, "%s", d->platform);
        snprintf(out->driver, sizeof out->driver, "%s", d->driver);
    }
    free(list);
    LB_NEED(is_there, LB_STATUS_DEVICE, "there is no device %d; OpenCL knows %zu%s", index, count,
            lb_device_empty_platforms());
    return LB_STATUS_OK;
}

sluice_status sluice_device_at(int index, sluice_device *out, sluice_error *error)
{
    struct lb_error err = {0};
    return lb_api_report(device_at(index, out, &err), &err, error);
}
