/* outputs.c - the list of outputs, and the loops over it.
 * SPDX-License-Identifier: MIT */
#include "outputs/outputs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LB_OUTPUT(row) &lb_output_##row,
const struct lb_output *const lb_output_rows[] = {
#include "outputs/outputs.def"
    NULL};
#undef LB_OUTPUT

/* --- parameters ------------------------------------------------------------------------------- */

/* The least place above `place` that some parameters have. */
static int next_place(const struct lb_parameter_group *groups, size_t count, int place)
{
    int next = INT32_MAX;
    for (size_t n = 0; n < count; n++)
        if (groups[n].place > place && groups[n].place < next) next = groups[n].place;
    for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++)
        if ((*row)->parameters != NULL && (*row)->place > place && (*row)->place < next)
            next = (*row)->place;
    return next;
}

static size_t append(const struct lb_parameter *from, struct lb_parameter *out, size_t used,
                     size_t size)
{
    for (; from != NULL && from->name != NULL && used + 1 < size; from++)
        out[used++] = *from;
    assert(used + 1 < size && "a larger table");
    return used;
}

void lb_output_gather(const struct lb_parameter_group *groups, size_t count,
                      struct lb_parameter *out, size_t size)
{
    size_t used = 0;
    for (int place = next_place(groups, count, INT32_MIN); place != INT32_MAX;
         place = next_place(groups, count, place)) {
        for (size_t n = 0; n < count; n++)
            if (groups[n].place == place) used = append(groups[n].parameters, out, used, size);
        for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++)
            if ((*row)->place == place) used = append((*row)->parameters, out, used, size);
    }
    out[used] = (struct lb_parameter){0};
}

bool lb_output_is_beside_case(const char *parameter)
{
    for (const struct lb_output *const *row = lb_output_rows; *row != NULL; row++) {
        const char *const *name = (*row)->beside_case;
        for (; name != NULL && *name != NULL; name++)
            if (strcmp(*name, parameter) == 0) return true;
    }
    return false;
}

/* --- life ------------------------------------------------------------------------------------- */

static enum lb_status claim_files(struct lb_file_names *names, const struct lb_output *row,
                                  struct lb_error *err)
{
    for (const char *const *name = row->files; name != NULL && *name != NULL; name++)
        LB_OK(lb_file_names_claim(names, *name, row->name, err));
    return LB_STATUS_OK;
}

enum lb_status lb_outputs_choose(struct lb_outputs *o, struct lb_error *err)
{
    for (int n = 0; o->rows[n] != NULL; n++) {
        assert(n < LB_MAX_OUTPUTS && "raise LB_MAX_OUTPUTS");
        LB_OK(o->rows[n]->choose(&o->services, &o->output[n], err));
        if (o->output[n] != NULL) LB_OK(claim_files(&o->services.names, o->rows[n], err));
    }
    return LB_STATUS_OK;
}

void lb_outputs_close(struct lb_outputs *o)
{
    for (int n = 0; o->rows != NULL && o->rows[n] != NULL; n++) {
        if (o->output[n] != NULL && o->rows[n]->close != NULL) o->rows[n]->close(o->output[n]);
        o->output[n] = NULL;
    }
    free(o->services.sides.flags);
    o->services.sides = (struct lb_sides){0};
    free(o->services.names.list);
    o->services.names = (struct lb_file_names){0};
}

void *lb_outputs_find(const struct lb_outputs *o, const struct lb_output *row)
{
    for (int n = 0; o->rows != NULL && o->rows[n] != NULL; n++)
        if (o->rows[n] == row) return o->output[n];
    return NULL;
}

/* --- steps ------------------------------------------------------------------------------------ */

static uint64_t due_of(const struct lb_outputs *o, int n, uint64_t step)
{
    const bool is_there = o->output[n] != NULL && o->rows[n]->due != NULL;
    return is_there ? o->rows[n]->due(o->output[n], step) : UINT64_MAX;
}

uint64_t lb_outputs_due(const struct lb_outputs *o, uint64_t step, uint64_t end)
{
    for (int n = 0; o->rows[n] != NULL; n++) {
        const uint64_t due = due_of(o, n, step);
        if (due < end) end = due;
    }
    return end;
}

static bool wants_before(const struct lb_outputs *o, int n, uint64_t step)
{
    return o->output[n] != NULL && o->rows[n]->wants_before != NULL &&
           o->rows[n]->wants_before(o->output[n], step);
}

enum lb_status lb_outputs_advance(struct lb_outputs *o, uint64_t steps, struct lb_error *err)
{
    const struct lb_output_services *s = &o->services;
    const uint64_t end = s->step(s->run) + steps;
    bool is_wanted = false;
    for (int n = 0; o->rows[n] != NULL; n++)
        is_wanted = is_wanted || wants_before(o, n, end);
    if (!is_wanted) return lb_solver_advance(s->solver, steps, err);
    LB_OK(lb_solver_advance(s->solver, steps - 1, err));
    LB_OK(lb_outputs_at(o, LB_OUTPUT_BEFORE, err));
    return lb_solver_advance(s->solver, 1, err);
}

/* Whether row `n` has something to do now. */
static bool acts(const struct lb_outputs *o, int n, enum lb_output_moment moment)
{
    const struct lb_output_services *s = &o->services;
    if (o->output[n] == NULL || o->rows[n]->at[moment] == NULL) return false;
    if (moment == LB_OUTPUT_BEFORE) return wants_before(o, n, s->step(s->run) + 1);
    if (moment != LB_OUTPUT_STEP) return true;
    const uint64_t step = s->step(s->run);
    return step > 0 && due_of(o, n, step - 1) == step;
}

/* One that cannot be written must not cost the others. */
static enum lb_status act_all(struct lb_outputs *o, enum lb_output_moment moment,
                              struct lb_error *err)
{
    enum lb_status first = LB_STATUS_OK;
    for (int n = 0; o->rows[n] != NULL; n++) {
        if (!acts(o, n, moment)) continue;
        struct lb_error *own = first == LB_STATUS_OK ? err : NULL;
        const enum lb_status st = o->rows[n]->at[moment](o->output[n], own);
        if (first == LB_STATUS_OK) first = st;
    }
    return first;
}

enum lb_status lb_outputs_at(struct lb_outputs *o, enum lb_output_moment moment,
                             struct lb_error *err)
{
    const struct lb_output_services *s = &o->services;
    if (moment == LB_OUTPUT_END || moment == LB_OUTPUT_DIVERGED) return act_all(o, moment, err);
    for (int n = 0; o->rows[n] != NULL; n++) {
        if (!acts(o, n, moment)) continue;
        LB_OK(o->rows[n]->at[moment](o->output[n], err));
        if (s->end(s->run) == LB_RUN_DIVERGED) return LB_STATUS_OK;
    }
    return LB_STATUS_OK;
}

/* --- what is kept and said -------------------------------------------------------------------- */

enum lb_status lb_outputs_archive(struct lb_outputs *o, struct lb_archive *archive,
                                  struct lb_error *err)
{
    for (int n = 0; o->rows[n] != NULL; n++)
        if (o->output[n] != NULL && o->rows[n]->archive != NULL)
            LB_OK(o->rows[n]->archive(o->output[n], archive, err));
    return LB_STATUS_OK;
}

void lb_outputs_describe(const struct lb_outputs *o, struct lb_json *json)
{
    for (int n = 0; o->rows[n] != NULL; n++)
        if (o->output[n] != NULL && o->rows[n]->describe != NULL)
            o->rows[n]->describe(o->output[n], json);
}
