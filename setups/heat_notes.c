/* heat_notes.c - relaxation time and Peclet number of a temperature, and what they are too large or small for.
 * Figures: docs/theory/heat.md.
 * SPDX-License-Identifier: MIT */
#include "heat_notes.h"

#include <math.h>
#include <stdio.h>

#include "base/suggest.h"

enum lb_status lb_heat_take_magic(struct lb_heat *h, const struct lb_case *c,
                                  const struct lb_values *v, struct lb_error *err)
{
    size_t which;
    LB_OK(lb_suggest_find(lb_values_text(v, "heat-magic"), lb_heat_magics, "heat-magic",
                          "magic parameter", &which, err));
    h->magic = lb_heat_magic_named(c, h, lb_heat_magics[which]);
    return LB_STATUS_OK;
}

static void note_peclet(struct lb_plan *plan, double peclet)
{
    const double unresolved = 2.0, wild = 10.0;
    char text[LB_PLAN_NOTE_SIZE];
    if (peclet <= unresolved) return;
    snprintf(text, sizeof text,
             "the Peclet number of a cell is %.3g, and above 2 layers at walls that the flow meets "
             "are not "
             "resolved: wiggles of %s; more cells lower it",
             peclet,
             peclet > wild ? "7 % (magic parameter srt) to 18 % (quarter) of the range and more"
                           : "8 % at 3, 12 % at 5");
    lb_plan_add_note(plan, text);
}

void lb_plan_add_heat(struct lb_plan *plan, const struct lb_case *c, double fastest)
{
    const double time = lb_heat_time(c), peclet = fastest / c->heat->diffusivity;
    const double noisy = 0.501, coarse = 2.0;
    lb_plan_add_fact(plan, "tau_temperature", time, "1", NULL);
    lb_plan_add_fact(plan, "magic_temperature", lb_heat_magic(c), "1", NULL);
    lb_plan_add_fact(plan, "cell_peclet", peclet, "1", NULL);
    note_peclet(plan, peclet);
    if (time < noisy && c->storage->bits == 16)
        lb_plan_add_note(
            plan,
            "the relaxation time of the temperature is below 0.501: in 16 bits the temperature of "
            "one cell has a noise of 1e-3 of the range; take means, or --precision fp32");
    if (time > coarse)
        lb_plan_add_note(
            plan,
            "the relaxation time of the temperature is above 2: steps are large against diffusion; "
            "a steady state is right all the same, a lower speed makes them smaller");
}
