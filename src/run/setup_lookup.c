/* setup_lookup.c - finds a setup by its name.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "base/suggest.h"
#include "run/setup.h"

enum { MAX_NAMES = 64 };

enum lb_status lb_lookup_setup(const char *word, const char *where, const struct lb_setup **out,
                               struct lb_error *err)
{
    const char *names[MAX_NAMES + 1];
    size_t count = 0, found;
    for (; lb_setups[count] != NULL && count < MAX_NAMES; count++)
        names[count] = lb_setups[count]->name;
    names[count] = NULL;
    enum lb_status st = lb_suggest_find(word, names, where, "setup", &found, err);
    if (st == LB_STATUS_OK) *out = lb_setups[found];
    return st;
}
