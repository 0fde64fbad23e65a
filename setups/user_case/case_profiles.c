/* case_profiles.c - profiles over time and layers, of the means that the device keeps of each cell.
 * The stresses are about the mean over both: products of a cell's fluctuations, and of what
 * its mean differs by from that of the layer.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "user_case/case_state.h"

static bool is_kept(const struct lb_own_samples *m)
{
    return m->is_profile && m->is_mean;
}

enum lb_means_kind lb_own_means_kind(const struct own_case *s)
{
    for (int n = 0; n < s->sample_count; n++)
        if (is_kept(&s->samples[n]))
            return lb_own_keeps_stresses(s) ? LB_MEANS_WITH_STRESSES : LB_MEANS_FLOW;
    return LB_MEANS_NONE;
}

enum lb_status lb_own_sample_profiles(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    uint64_t number = 0;
    for (int n = 0; n < s->sample_count; n++)
        if (is_kept(&s->samples[n])) number = ++s->samples[n].samples;
    if (number == 0) return LB_STATUS_OK;
    return lb_solver_sample_means(lb_run_solver(run), LB_MEANS_OF_SETUP, number, err);
}

/* --- layers ----------------------------------------------------------------------------------- */

/* The cells of a layer across z: densities, velocities, products, temperatures, their products. */
struct slice {
    double *rho, *u, *products, *t, *t_products;
};

static bool keeps_heat(const struct own_case *s)
{
    return (s->mean_fields & LB_OWN_MEAN_T) != 0;
}

static enum lb_status read_slice(const struct own_case *s, struct lb_run *run, uint64_t samples,
                                 uint32_t z, const struct slice *out, struct lb_error *err)
{
    struct lb_solver *solver = lb_run_solver(run);
    const struct lb_region all = {{0, 0, z}, {s->size[0], s->size[1], z + 1}};
    const enum lb_means_set set = LB_MEANS_OF_SETUP;
    LB_OK(lb_solver_read_means(solver, set, LB_MEANS_DENSITY, samples, &all, out->rho, err));
    LB_OK(lb_solver_read_means(solver, set, LB_MEANS_VELOCITY, samples, &all, out->u, err));
    if (keeps_heat(s))
        LB_OK(lb_solver_read_means(solver, set, LB_MEANS_TEMPERATURE, samples, &all, out->t, err));
    if (!lb_own_keeps_stresses(s)) return LB_STATUS_OK;
    if (keeps_heat(s))
        LB_OK(lb_solver_read_means(solver, set, LB_MEANS_HEAT_PRODUCTS, samples, &all,
                                   out->t_products, err));
    return lb_solver_read_means(solver, set, LB_MEANS_PRODUCTS, samples, &all, out->products, err);
}

static void add_slice(const struct own_case *s, struct lb_own_samples *m, uint32_t z,
                      const struct slice *slice)
{
    uint32_t at[3] = {0, 0, z};
    size_t k = 0;
    for (at[1] = 0; at[1] < s->size[1]; at[1]++)
        for (at[0] = 0; at[0] < s->size[0]; at[0]++, k++) {
            const double *u = slice->u + 3 * k;
            const double *products = slice->products + LB_MEANS_PRODUCT_NUMBERS * k;
            const double *heat = slice->t_products + LB_MEANS_HEAT_NUMBERS * k;
            if (!lb_own_is_fluid(s, at)) continue;
            double *sums = m->sums + LB_SAMPLE_FIELDS * (at[m->along] - s->layer[m->along]);
            lb_own_add_sample(sums,
                              (const double[5]){slice->rho[k], u[0], u[1], u[2], slice->t[k]});
            sums[LB_SAMPLE_PP] += products[0];
            for (int n = 0; n < LB_MEANS_STRESSES; n++)
                sums[LB_SAMPLE_UU + n] += products[1 + n];
            for (int n = 0; n < LB_MEANS_HEAT_NUMBERS; n++)
                sums[LB_SAMPLE_TT + n] += heat[n];
            sums[LB_SAMPLE_CELLS] += 1.0;
        }
}

/* As if each layer had been averaged at each sample. */
static void scale_layers(struct lb_own_samples *m)
{
    for (uint32_t n = 0; n < m->count; n++) {
        double *sums = m->sums + LB_SAMPLE_FIELDS * n;
        const double cells = sums[LB_SAMPLE_CELLS];
        for (int k = 0; k < LB_SAMPLE_CELLS && cells > 0.0; k++)
            sums[k] *= (double)m->samples / cells;
    }
}

static enum lb_status add_slices(struct own_case *s, struct lb_run *run, uint64_t samples,
                                 const struct slice *slice, struct lb_error *err)
{
    for (uint32_t z = 0; z < s->size[2]; z++) {
        LB_OK(read_slice(s, run, samples, z, slice, err));
        for (int n = 0; n < s->sample_count; n++)
            if (is_kept(&s->samples[n])) add_slice(s, &s->samples[n], z, slice);
    }
    for (int n = 0; n < s->sample_count; n++)
        if (is_kept(&s->samples[n])) scale_layers(&s->samples[n]);
    return LB_STATUS_OK;
}

enum lb_status lb_own_find_profiles(struct own_case *s, struct lb_run *run, struct lb_error *err)
{
    const size_t cells = (size_t)s->size[0] * s->size[1];
    uint64_t samples = 0;
    for (int n = 0; n < s->sample_count; n++)
        if (is_kept(&s->samples[n])) samples = s->samples[n].samples;
    if (samples == 0) return LB_STATUS_OK;
    double *numbers =
        calloc((5 + LB_MEANS_PRODUCT_NUMBERS + LB_MEANS_HEAT_NUMBERS) * cells, sizeof *numbers);
    LB_NEED(numbers != NULL, LB_STATUS_FAILED, "no memory for a layer of %zu cells", cells);
    double *products = numbers + 4 * cells, *t = products + LB_MEANS_PRODUCT_NUMBERS * cells;
    const struct slice slice = {numbers, numbers + cells, products, t, t + cells};
    const enum lb_status st = add_slices(s, run, samples, &slice, err);
    free(numbers);
    return st;
}
