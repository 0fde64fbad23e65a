/* observation.c - the setup's own look at its flow, every plan->observe_every steps.
 * SPDX-License-Identifier: MIT */
#include "output/schedule.h"

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    (void)err;
    if (s->setup->observe != NULL) *output = s;
    return LB_STATUS_OK;
}

static uint64_t due(const void *output, uint64_t step)
{
    const struct lb_output_services *s = output;
    return lb_next_multiple(s->plan->observe_every, step);
}

static enum lb_status observe(void *output, struct lb_error *err)
{
    const struct lb_output_services *s = output;
    return s->setup->observe(s->state, s->run, err);
}

/* Where it sees nothing between the first step and the last. */
static enum lb_status observe_last(void *output, struct lb_error *err)
{
    const struct lb_output_services *s = output;
    const bool is_new = s->plan->observe_every == 0 && s->step(s->run) > 0;
    return is_new ? observe(output, err) : LB_STATUS_OK;
}

const struct lb_output lb_output_observation = {
    .name = "observation",
    .choose = choose,
    .due = due,
    .at = {[LB_OUTPUT_START] = observe,
           [LB_OUTPUT_STEP] = observe,
           [LB_OUTPUT_LAST_LOOK] = observe_last},
};
