/* named_setup.h - which setup a command line means, before anything of it is built.
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_NAMED_SETUP_H
#define LB_RUN_NAMED_SETUP_H

#include "run/options.h"
#include "run/setup.h"

/* The setup that the command line names, else the one of the case file; NULL where it is not known:
 * the run itself says why. */
const struct lb_setup *lb_named_setup(const struct lb_options *o);

#endif
