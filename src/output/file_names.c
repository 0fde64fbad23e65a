/* file_names.c - see file_names.h.
 * SPDX-License-Identifier: MIT */
#include "output/file_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names that differ in case alone are one on file systems that ignore it. */
static const struct lb_file_name *find(const struct lb_file_names *names, const char *name)
{
    for (size_t n = 0; n < names->count; n++)
        if (strcasecmp(names->list[n].name, name) == 0) return &names->list[n];
    return NULL;
}

enum lb_status lb_file_names_claim(struct lb_file_names *names, const char *name, const char *owner,
                                   struct lb_error *err)
{
    struct lb_file_name own;
    snprintf(own.name, sizeof own.name, "%s", name);
    snprintf(own.owner, sizeof own.owner, "%s", owner);
    const struct lb_file_name *other = find(names, own.name);
    LB_NEED(other == NULL || strcmp(other->name, own.name) == 0, LB_STATUS_USAGE,
            "%s and %s would write '%s' and '%s', which are one file where case is ignored; one "
            "of them needs another name",
            other->owner, own.owner, other->name, own.name);
    LB_NEED(other == NULL || strcmp(other->owner, own.owner) == 0, LB_STATUS_USAGE,
            "%s and %s would both write the file '%s'; one of them needs another name",
            other->owner, own.owner, own.name);
    if (other != NULL) return LB_STATUS_OK;
    struct lb_file_name *list = realloc(names->list, (names->count + 1) * sizeof *list);
    LB_NEED(list != NULL, LB_STATUS_FAILED, "no memory for %zu names of files", names->count + 1);
    names->list = list;
    list[names->count++] = own;
    return LB_STATUS_OK;
}
