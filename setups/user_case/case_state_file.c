/* case_state_file.c - a flow that another run left: the density and velocity of a .vti, or a checkpoint.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "user_case/case_state.h"
#include "volume/volume.h"

static const double fastest_start = 0.5;

struct taking {
    const struct lb_volume *v;
    double *numbers; /* as many for each cell as the file has, x fastest */
    double least, most;
};

static void take_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                     const double *numbers)
{
    struct taking *t = context;
    const size_t many = t->v->components;
    const size_t first = ((size_t)at[2] * t->v->size[1] + at[1]) * t->v->size[0] + at[0];
    (void)axis; /* x: it is the fastest of a .vti */
    memcpy(t->numbers + many * first, numbers, many * count * sizeof *numbers);
    for (size_t n = 0; n < many * count; n++) {
        const double number = isfinite(numbers[n]) ? numbers[n] : HUGE_VAL;
        t->least = fmin(t->least, number);
        t->most = fmax(t->most, number);
    }
}

static enum lb_status take(const struct own_case *s, struct lb_volume *v, unsigned components,
                           struct taking *t, struct lb_error *err)
{
    const size_t cells = (size_t)s->size[0] * s->size[1] * s->size[2];
    LB_NEED(memcmp(v->size, s->size, sizeof v->size) == 0, LB_STATUS_USAGE,
            "start.state=%s has %u x %u x %u cells, and the box, with the layers of its faces, "
            "%u x %u x %u",
            v->path, v->size[0], v->size[1], v->size[2], s->size[0], s->size[1], s->size[2]);
    LB_NEED(fabs(v->spacing - 1.0) <= 0.0, LB_STATUS_USAGE,
            "start.state=%s is not in cells and steps: one that was written with vtk-units=cells "
            "is needed",
            v->path);
    LB_NEED(v->components == components, LB_STATUS_USAGE,
            "start.state=%s has %u numbers for each cell where %u are needed", v->path,
            v->components, components);
    *t = (struct taking){v, malloc(cells * components * sizeof(double)), HUGE_VAL, -HUGE_VAL};
    LB_NEED(t->numbers != NULL, LB_STATUS_FAILED, "no memory for %zu cells of '%s'", cells,
            v->path);
    return lb_volume_read(v, take_row, t, err);
}

/* The array of that name; `out` is for free(), also where it fails. */
static enum lb_status read_array(const struct own_case *s, const char *path, const char *name,
                                 unsigned components, double low, double high, double **out,
                                 struct lb_error *err)
{
    const struct lb_volume_hints hints = {.array = name};
    struct taking t = {.numbers = NULL};
    struct lb_volume v;
    LB_OK(lb_volume_open(path, &hints, &v, err));
    const enum lb_status st = take(s, &v, components, &t, err);
    lb_volume_close(&v);
    *out = t.numbers;
    LB_OK(st);
    LB_NEED(t.least >= low && t.most <= high, LB_STATUS_USAGE,
            "start.state=%s: %s goes from %.3g to %.3g; %g to %g, in cells and steps, is possible",
            path, name, t.least, t.most, low, high);
    return LB_STATUS_OK;
}

static enum lb_status refuse_others(const struct own_case *s, struct lb_error *err)
{
    static const char *const keys[] = {"u", "from", "to", "noise", "noise_length", NULL};
    for (int n = 0; keys[n] != NULL; n++)
        LB_NEED(!lb_own_is_set(s, "start", keys[n]), LB_STATUS_USAGE,
                "start.%s=%s says nothing where start.state= has the whole flow", keys[n],
                lb_own_text(s, "start", keys[n]));
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_state(struct own_case *s, struct lb_error *err)
{
    static const char below[] = "/checkpoint";
    const char *path = lb_own_text(s, "start", "state");
    size_t length = strlen(path);
    if (length == 0) return LB_STATUS_OK;
    LB_OK(refuse_others(s, err));
    if (lb_text_ends_with(path, ".vti")) {
        LB_OK(read_array(s, path, "u", 3, -fastest_start, fastest_start, &s->start.velocity, err));
        return read_array(s, path, "rho", 1, 0.1, 10.0, &s->start.density, err);
    }
    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length > strlen(below) && strncmp(path + length - strlen(below), below, strlen(below)) == 0)
        length -= strlen(below);
    LB_NEED(length < sizeof s->start.folder, LB_STATUS_USAGE, "start.state=%.60s... is too long",
            path);
    snprintf(s->start.folder, sizeof s->start.folder, "%.*s", (int)length, path);
    return LB_STATUS_OK;
}

/* An observer of step 0 sees half a force more than the populations have. */
void lb_own_take_state(const struct own_case *s, const uint32_t at[3], struct lb_cell *out)
{
    const size_t n = ((size_t)at[2] * s->size[1] + at[1]) * s->size[0] + at[0];
    out->rho = s->start.density[n];
    for (size_t axis = 0; axis < 3; axis++)
        out->u[axis] = s->start.velocity[3 * n + axis] - 0.5 * s->force[axis] / out->rho;
}
