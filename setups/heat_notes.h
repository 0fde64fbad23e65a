/* heat_notes.h - what setups say of a temperature before a run.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUPS_HEAT_NOTES_H
#define LB_SETUPS_HEAT_NOTES_H

#include "run/setup.h"

/* The parameter `heat-magic` of every setup with a temperature. */
#define LB_HEAT_MAGIC_PARAMETER                                                              \
    {                                                                                        \
        "heat-magic", LB_PARAMETER_WORD, "1", "auto", NULL, 0, 0,                            \
            "magic parameter of the temperature: srt, sixth (1/6), quarter (1/4); auto: by " \
            "the relaxation time"                                                            \
    }

/* Takes it into the heat of the case, which has its diffusivity and its fastest speed already. */
enum lb_status lb_heat_take_magic(struct lb_heat *h, const struct lb_case *c,
                                  const struct lb_values *v, struct lb_error *err);

/* The relaxation time, the magic parameter and the cell Peclet number at `fastest` as facts, and warnings. */
void lb_plan_add_heat(struct lb_plan *plan, const struct lb_case *c, double fastest);

#endif
