/* setup_lookup.c - finds a setup by its name.
 * SPDX-License-Identifier: MIT */
#include "base/named_table.h"
#include "base/suggest.h"
#include "run/setup.h"

enum lb_status lb_lookup_setup(const char *word, const char *where, const struct lb_setup **out,
                               struct lb_error *err)
{
    const char *names[LB_MAX_NAMES + 1];
    size_t found;
    LB_LIST_NAMES(lb_setups, names);
    enum lb_status st = lb_suggest_find(word, names, where, "setup", &found, err);
    if (st == LB_STATUS_OK) *out = lb_setups[found];
    return st;
}
