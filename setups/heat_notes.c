/* heat_notes.c - relaxation time and Peclet number of a temperature, and what they are too large or small for.
 * Figures: docs/theory/heat.md.
 * SPDX-License-Identifier: MIT */
#include "heat_notes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static void note_peclet(struct lb_plan *plan, double peclet, double time)
{
    const double unresolved = 2.0, wild = 10.0;
    char text[LB_PLAN_NOTE_SIZE];
    if (peclet <= unresolved) return;
    snprintf(text, sizeof text,
             "the Peclet number of a cell is %.3g (tau_temperature %.5g), and above 2 layers at "
             "walls that the flow meets are not resolved: wiggles of %s; %.2g times the cells "
             "along each axis, at the same speed, make it 2",
             peclet, time,
             peclet > wild ? "7 % (magic parameter srt) to 18 % (quarter) of the range and more"
                           : "8 % at 3, 12 % at 5",
             peclet / unresolved);
    lb_plan_add_note(plan, text);
}

/* The equilibrium is linear in u. */
static void note_speed(struct lb_plan *plan, const struct lb_case *c, double fastest)
{
    const double fast = 0.1, least = fastest * fastest / lb_heat_lattice(c)->sound_speed_squared;
    char text[LB_PLAN_NOTE_SIZE];
    if (fastest <= fast || fastest > c->heat->diffusivity) return;
    snprintf(text, sizeof text,
             "heat diffuses %.2g %% too little along a flow of %.2g cells/step, and it is what "
             "counts at a Peclet number of a cell below 1; a lower speed makes it right",
             100.0 * least, fastest);
    lb_plan_add_note(plan, text);
}

/* What a wall or an opening of a temperature holds does not walk. */
static void note_drift(struct lb_plan *plan, const struct lb_case *c)
{
    const double seen = 1e-4, variance = strcmp(c->storage->name, "fp16s") == 0 ? 3.7e-10 : 1e-10;
    const double walk = sqrt(variance * (double)plan->steps / (double)lb_case_cell_count(c));
    char text[LB_PLAN_NOTE_SIZE];
    for (int n = 0; n < lb_heat_groups(c); n++) {
        const int kind = lb_heat_wall_of(c, n).kind;
        if (kind == LB_HEAT_FIXED || kind == LB_HEAT_OPEN) return;
    }
    if (c->storage->bits != 16 || walk < seen) return;
    snprintf(text, sizeof text,
             "nothing holds the mean of the temperature, and in 16 bits it walks by some %.1g of "
             "the range in %.3g steps; --precision fp32 does not",
             walk, (double)plan->steps);
    lb_plan_add_note(plan, text);
}

/* The rounding error of the resting population, times the capacity, is left in each cell and step. */
static void note_capacity(struct lb_plan *plan, const struct lb_case *c, const char *name,
                          double capacity)
{
    const double most = 4.0, at_20_in_1000 = 7e-3;
    char text[LB_PLAN_NOTE_SIZE];
    if (c->storage->bits != 16 || capacity <= most) return;
    snprintf(text, sizeof text,
             "'%s' has %.3g times the capacity of the fluid, and above 4 16 bits do not keep heat: "
             "it walks by up to some %.1g of the range in %.4g steps; a steady temperature needs "
             "no capacity, and --precision fp32 keeps heat",
             name, capacity, at_20_in_1000 * capacity / 20.0 * sqrt((double)plan->steps / 1000.0),
             (double)plan->steps);
    lb_plan_add_note(plan, text);
}

static void note_solids(struct lb_plan *plan, const struct lb_case *c)
{
    const double slow = 10.0;
    char text[LB_PLAN_NOTE_SIZE];
    for (int n = 1; n <= c->body_count; n++) {
        const struct lb_heat_solid s = lb_heat_solid_of(c, n);
        const double time = s.conductivity > 0.0 ? 1.0 / lb_heat_solid_rate(c, s) : 0.0;
        if (time > 0.0) note_capacity(plan, c, c->bodies[n - 1].name, s.capacity);
        if (time <= slow) continue;
        snprintf(text, sizeof text,
                 "the relaxation time of heat in '%s' is %.3g: changes within so many steps are "
                 "wrong there, a steady state is right",
                 c->bodies[n - 1].name, time);
        lb_plan_add_note(plan, text);
    }
}

void lb_plan_add_heat(struct lb_plan *plan, const struct lb_case *c, double fastest)
{
    const double time = lb_heat_time(c), peclet = fastest / c->heat->diffusivity;
    const double noisy = 0.501, coarse = 2.0;
    lb_plan_add_fact(plan, "tau_temperature", time, "1", NULL);
    lb_plan_add_fact(plan, "magic_temperature", lb_heat_magic(c), "1", NULL);
    lb_plan_add_fact(plan, "cell_peclet", peclet, "1", NULL);
    note_peclet(plan, peclet, time);
    note_speed(plan, c, fastest);
    note_drift(plan, c);
    note_solids(plan, c);
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
