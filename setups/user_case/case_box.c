/* case_box.c - the box of a case and its viscosity.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "user_case/case_state.h"

/* --- the box ------------------------------------------------------------------------------------------ */

static enum lb_status whole_cells(const struct own_case *s, int axis, double extent, uint32_t *out,
                                  struct lb_error *err)
{
    const double cells = extent * s->resolution, whole = round(cells);
    char others[64] = "";
    if (cells > 1.0) snprintf(others, sizeof others, "%.6g or ", floor(cells) / s->resolution);
    LB_NEED(whole >= 1.0 && fabs(cells - whole) <= 1e-6 * fmax(1.0, cells), LB_STATUS_USAGE,
            "box.size=%s is %.6g cells along %c with box.resolution=%s, and must be a whole number "
            "of them: %s%.6g L would do",
            lb_own_text(s, "box", "size"), cells, "xyz"[axis], lb_own_text(s, "box", "resolution"),
            others, ceil(cells) / s->resolution);
    LB_NEED(whole < 1e6, LB_STATUS_USAGE, "box.size=%s is %.3g cells along %c; 10^6 is the most",
            lb_own_text(s, "box", "size"), whole, "xyz"[axis]);
    *out = (uint32_t)whole;
    return LB_STATUS_OK;
}

/* Two cells wider than the bodies with fluid inside, on all sides; the file's origin is a corner of cells. */
static enum lb_status draw_around_bodies(struct own_case *s, uint32_t cells[3], bool *found,
                                         struct lb_error *err)
{
    const double margin = 2.0;
    double low[3], high[3];
    LB_OK(lb_own_hollow_extent(s, low, high, found, err));
    for (int axis = 0; axis < s->dimensions && *found; axis++) {
        const double begin = floor(low[axis] + 1e-6) - margin,
                     end = ceil(high[axis] - 1e-6) + margin;
        LB_NEED(
            end - begin < 1e5, LB_STATUS_USAGE,
            "the bodies with inside=fluid extend over %.3g cells along %c; 10^5 are the most: is "
            "their unit right? scale=0.001 is for millimetres",
            end - begin, "xyz"[axis]);
        s->origin[axis] = begin / s->resolution;
        cells[axis] = (uint32_t)(end - begin);
    }
    return LB_STATUS_OK;
}

static enum lb_status choose_extent(struct own_case *s, uint32_t cells[3], struct lb_error *err)
{
    double extent[3];
    bool found = false;
    const int count = lb_own_point(s, "box", "size", extent);
    if (!lb_own_is_set(s, "box", "size") && s->image.cells.open != NULL) {
        memcpy(cells, s->image.cells.size, sizeof s->image.cells.size);
        return LB_STATUS_OK;
    }
    if (!lb_own_is_set(s, "box", "size")) LB_OK(draw_around_bodies(s, cells, &found, err));
    if (found) return LB_STATUS_OK;
    LB_NEED(lb_own_is_set(s, "box", "size"), LB_STATUS_USAGE,
            "[box] needs size= [L], the extent of the fluid between its walls");
    LB_NEED(count == s->dimensions, LB_STATUS_USAGE,
            "box.size=%s: %d numbers are needed, as %s has %d dimensions",
            lb_own_text(s, "box", "size"), s->dimensions,
            s->dimensions == 2 ? "a lattice of two dimensions" : "the lattice", s->dimensions);
    for (int axis = 0; axis < s->dimensions; axis++)
        LB_OK(whole_cells(s, axis, extent[axis], &cells[axis], err));
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_box(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    uint32_t cells[3] = {1, 1, 1};
    double total = 1.0;
    lb_own_point(s, "box", "origin", s->origin);
    LB_OK(lb_own_read_image(s, err));
    LB_OK(choose_extent(s, cells, err));
    LB_OK(lb_own_check_image(s, cells, err));
    LB_OK(lb_own_read_faces(s, err));
    for (int axis = 0; axis < 3; axis++) {
        const bool has_layers = axis < s->dimensions && s->face[2 * axis].kind != LB_FACE_PERIODIC;
        s->layer[axis] = has_layers ? 1 : 0;
        s->size[axis] = cells[axis] + 2 * s->layer[axis];
        total *= s->size[axis];
    }
    const double most = 1e11, bytes = lb_case_bytes_per_cell(c);
    LB_NEED(total <= most, LB_STATUS_DEVICE,
            "the box would have %u x %u x %u cells, which need %.3g TiB; a smaller box.size or "
            "box.resolution is needed",
            s->size[0], s->size[1], s->size[2], total * bytes / pow(1024.0, 4.0));
    memcpy(c->size, s->size, sizeof s->size);
    return LB_STATUS_OK;
}

/* --- the fluid ---------------------------------------------------------------------------------------- */

/* Exactly one of four. */
static enum lb_status choose_viscosity(struct own_case *s, const struct lb_case *c,
                                       const char **key, struct lb_error *err)
{
    static const char *const keys[] = {"re", "tau", "viscosity", "viscosity_si", NULL};
    LB_OK(lb_own_one_key(s, "fluid", keys, "fix the viscosity", key, err));
    const char *found = *key;
    LB_NEED(found != NULL, LB_STATUS_USAGE,
            "[fluid] needs a viscosity: re= (with length= and speed=), tau=, viscosity= or "
            "viscosity_si=");
    const double number = lb_own_number(s, "fluid", found);
    if (found == keys[0])
        s->viscosity = s->speed * s->length / number;
    else if (found == keys[1])
        s->viscosity = (number - 0.5) * c->lattice->sound_speed_squared;
    else if (found == keys[2])
        s->viscosity = number;
    else
        s->viscosity = number * s->second / (s->metre * s->metre);
    return LB_STATUS_OK;
}

/* What would make the relaxation time 1/2 + `share` times what it is above that: with re= and
 * viscosity_si= it follows speed and resolution. */
static void find_cure(const struct own_case *s, const char *key, double share, char *out,
                      size_t size)
{
    const double tau = share * (s->tau - 0.5) + 0.5;
    if (strcmp(key, "tau") == 0)
        snprintf(out, size, "fluid.tau=%.6g would do", tau);
    else if (strcmp(key, "viscosity") == 0)
        snprintf(out, size, "fluid.viscosity=%.3g would do", s->viscosity * share);
    else if (share > 1.0)
        snprintf(out, size, "box.resolution=%.0f or a smaller Reynolds number would do",
                 ceil(s->resolution * share));
    else
        snprintf(out, size, "fluid.speed=%.2g, or a smaller box.resolution, would do",
                 s->speed * share);
}

static enum lb_status check_tau(struct own_case *s, const char *key, struct lb_error *err)
{
    const double least = 1e-6, usual = 5.0, most = 100.0;
    char cure[120];
    find_cure(s, key, (s->tau < 1.0 ? least : usual - 0.5) / (s->tau - 0.5), cure, sizeof cure);
    LB_NEED(s->tau - 0.5 >= least, LB_STATUS_USAGE,
            "fluid.%s=%s makes the relaxation time 0.5 + %.1g, and 1e-6 more than 0.5 is needed: "
            "%s",
            key, lb_own_text(s, "fluid", key), s->tau - 0.5, cure);
    LB_NEED(s->tau <= most * (1.0 + 1e-9), LB_STATUS_USAGE,
            "fluid.%s=%s makes the relaxation time %.4g steps; up to %.0f is possible, and up to "
            "%.0f usual: %s",
            key, lb_own_text(s, "fluid", key), s->tau, most, usual, cure);
    if (s->tau > usual)
        lb_body_note(&s->notes,
                     "fluid.%s=%s makes the relaxation time %.4g steps, and errors grow with its "
                     "square: up to %.0f is usual; %s",
                     key, lb_own_text(s, "fluid", key), s->tau, usual, cure);
    return LB_STATUS_OK;
}

enum lb_status lb_own_read_fluid(struct own_case *s, struct lb_case *c, struct lb_error *err)
{
    const char *key = NULL;
    LB_OK(choose_viscosity(s, c, &key, err));
    s->reynolds = s->speed * s->length / s->viscosity;
    c->viscosity = s->viscosity;
    s->tau = s->viscosity / c->lattice->sound_speed_squared + 0.5;
    LB_OK(check_tau(s, key, err));
    LB_OK(lb_setup_viscosity(c, "les", lb_own_number(s, "fluid", "les"), err));
    return lb_setup_law(c, s->values, "law.", lb_own_text(s, "law", "kind"), s->speed / s->length,
                        err);
}
