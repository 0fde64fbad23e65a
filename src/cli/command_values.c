/* command_values.c - from arguments to values.
 * SPDX-License-Identifier: MIT */
#include "cli/command_values.h"

enum { KEY_SIZE = 64 };
static const struct lb_parameter no_parameters[] = {{0}};

enum lb_status lb_command_values(const struct lb_options *o, const struct lb_parameter *table,
                                 struct lb_values **out, struct lb_error *err)
{
    LB_OK(lb_values_create(table, no_parameters, out, err));
    for (size_t n = 0; n < o->value_count; n++) {
        char key[KEY_SIZE];
        const char *value;
        LB_OK(lb_options_split(o->values[n], key, sizeof key, &value, err));
        LB_OK(lb_values_set(*out, key, value, "command line", err));
    }
    return LB_STATUS_OK;
}
