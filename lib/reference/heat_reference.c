/* heat_reference.c - a temperature in plain double precision.  Two rates: Ginzburg, Adv. Water Resour. 28, 1171 (2005).
 * SPDX-License-Identifier: MIT */
#include "reference/heat_reference.h"

#include <stdlib.h>

#include "case/lattice.h"

enum { MOST = 7 };

struct lb_heat_reference {
    const struct lb_case *c;
    const struct lb_lattice *l;
    size_t cells;
    double *sent, *next; /* [cells][MOST]: what cells sent last, and what they send in this step */
    bool *is_solid;
};

static size_t cell_at(const struct lb_case *c, const uint32_t at[3])
{
    return ((size_t)at[2] * c->size[1] + at[1]) * c->size[0] + at[0];
}

static void start(struct lb_heat_reference *r)
{
    const struct lb_case *c = r->c;
    uint32_t at[3];
    size_t n = 0;
    for (at[2] = 0; at[2] < c->size[2]; at[2]++)
        for (at[1] = 0; at[1] < c->size[1]; at[1]++)
            for (at[0] = 0; at[0] < c->size[0]; at[0]++, n++) {
                struct lb_cell cell = {.rho = 1.0, .fill = 1.0};
                c->start(c->start_state, at[0], at[1], at[2], &cell);
                r->is_solid[n] = (cell.flags & LB_CELL_SOLID) != 0;
                for (int i = 0; i < r->l->directions; i++)
                    r->sent[n * MOST + (size_t)i] = r->l->weight[i] * cell.temperature;
            }
}

enum lb_status lb_heat_reference_create(const struct lb_case *c, struct lb_heat_reference **out,
                                        struct lb_error *err)
{
    struct lb_heat_reference *r = *out = calloc(1, sizeof *r);
    LB_NEED(r != NULL, LB_STATUS_FAILED, "no memory for a temperature");
    r->c = c;
    r->l = lb_heat_lattice(c);
    r->cells = (size_t)lb_case_cell_count(c);
    r->sent = calloc(r->cells * MOST, sizeof *r->sent);
    r->next = calloc(r->cells * MOST, sizeof *r->next);
    r->is_solid = calloc(r->cells, sizeof *r->is_solid);
    LB_NEED(r->sent != NULL && r->next != NULL && r->is_solid != NULL, LB_STATUS_FAILED,
            "no memory for a temperature");
    start(r);
    return LB_STATUS_OK;
}

void lb_heat_reference_destroy(struct lb_heat_reference *r)
{
    if (r == NULL) return;
    free(r->sent);
    free(r->next);
    free(r->is_solid);
    free(r);
}

/* What cell n finds: of the one that population i comes from, or out of a wall what n sent into it. */
static void gather(const struct lb_heat_reference *r, size_t n, double g[MOST])
{
    const uint32_t *size = r->c->size;
    const size_t place[3] = {n % size[0], n / size[0] % size[1], n / size[0] / size[1]};
    for (int i = 0; i < r->l->directions; i++) {
        uint32_t at[3];
        for (int a = 0; a < 3; a++)
            at[a] = (uint32_t)((int)(place[a] + size[a]) - r->l->c[i][a]) % size[a];
        const size_t from = cell_at(r->c, at);
        const int opposite = i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1;
        g[i] = r->is_solid[from] ? r->sent[n * MOST + (size_t)opposite]
                                 : r->sent[from * MOST + (size_t)i];
    }
}

static double sum_of(const struct lb_heat_reference *r, const double g[MOST])
{
    double sum = 0.0;
    for (int i = 0; i < r->l->directions; i++)
        sum += g[i];
    return sum;
}

/* Each population by itself: its own and its opposite's even and odd halves relax to those of w_i T (1 + c_i.u/c^2). */
static void collide(const struct lb_heat_reference *r, const double g[MOST], const double u[3],
                    double out[MOST])
{
    const double t = sum_of(r, g), even = lb_heat_even_rate(r->c), odd = lb_heat_rate(r->c);
    for (int i = 0; i < r->l->directions; i++) {
        const int opposite = i == 0 ? 0 : i % 2 == 1 ? i + 1 : i - 1;
        double along = 0.0;
        for (int a = 0; a < 3; a++)
            along += r->l->c[i][a] * u[a];
        const double drift = r->l->weight[i] * t * along / r->l->sound_speed_squared;
        out[i] = g[i] + even * (r->l->weight[i] * t - 0.5 * (g[i] + g[opposite])) +
                 odd * (drift - 0.5 * (g[i] - g[opposite]));
    }
}

void lb_heat_reference_step(struct lb_heat_reference *r, const double *u)
{
    double g[MOST];
    for (size_t n = 0; n < r->cells; n++) {
        if (r->is_solid[n]) continue;
        gather(r, n, g);
        collide(r, g, u + 3 * n, r->next + n * MOST);
    }
    double *sent = r->next;
    r->next = r->sent;
    r->sent = sent;
}

void lb_heat_reference_read(const struct lb_heat_reference *r, double *t)
{
    double g[MOST];
    for (size_t n = 0; n < r->cells; n++) {
        if (!r->is_solid[n]) gather(r, n, g);
        t[n] = r->is_solid[n] ? 0.0 : sum_of(r, g);
    }
}
