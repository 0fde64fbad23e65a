/* setup_list.c - the setups named in setups/setups.def.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "run/setup.h"

#define LB_SETUP(identifier) extern const struct lb_setup lb_setup_##identifier;
#include "setups.def"
#undef LB_SETUP

#define LB_SETUP(identifier) &lb_setup_##identifier,
const struct lb_setup *const lb_setups[] = {
#include "setups.def"
    NULL};
#undef LB_SETUP
