/* drawing.c - which pictures, in which units.
 * SPDX-License-Identifier: MIT */
#include "output/drawing.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "output/flow_fields.h"

/* Metres with the prefix that makes the box between 1 and 1000 long. */
static void choose_metres(const struct lb_output_services *s, struct lb_drawing *d)
{
    static const struct {
        double metres;
        const char *name;
    } units[] = {{1e3, "km"}, {1.0, "m"}, {1e-3, "mm"}, {1e-6, "\xc2\xb5m"}, {1e-9, "nm"}};
    enum { UNITS = sizeof units / sizeof *units };
    const uint32_t *size = s->c->size;
    uint32_t cells = size[0] > size[1] ? size[0] : size[1];
    if (size[2] > cells) cells = size[2];
    int n = 0;
    while (n < UNITS - 1 && cells * s->plan->cell_si < units[n].metres)
        n++;
    d->axis_unit = units[n].metres / s->plan->cell_si;
    d->axis_unit_name = units[n].name;
}

static enum lb_status choose_axes(const struct lb_output_services *s, struct lb_drawing *d,
                                  struct lb_error *err)
{
    static const char *const names[] = {"cells", "si", "length", NULL};
    const char *word = lb_values_text(s->values, "picture-axes");
    size_t which;
    if (word[0] == '\0') return LB_STATUS_OK;
    LB_OK(lb_suggest_find(word, names, "picture-axes", "unit", &which, err));
    LB_NEED(which != 1 || s->plan->cell_si > 0.0, LB_STATUS_USAGE,
            "picture-axes=si: this case says nothing of metres; cells, and in some setups length, "
            "are what it knows");
    LB_NEED(which != 2 || s->plan->length > 0.0, LB_STATUS_USAGE,
            "picture-axes=length: %s has no length of its own to divide by", s->setup->name);
    if (which == 1) choose_metres(s, d);
    if (which == 2) {
        d->axis_unit = s->plan->length;
        d->axis_unit_name = s->plan->length_name;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_drawing_read(const struct lb_output_services *s, struct lb_drawing *out,
                               struct lb_error *err)
{
    const struct lb_picture_words words = {
        .pictures = lb_values_text(s->values, "picture"),
        .ranges = lb_values_text(s->values, "picture-range"),
        .map = lb_values_text(s->values, "picture-map"),
        .flow = lb_values_text(s->values, "picture-flow"),
        .side = (uint32_t)lb_values_count(s->values, "picture-size")};
    const struct lb_picture_box box = {s->c->size, lb_flow_has(s->c)};
    LB_OK(lb_picture_choose(&words, &s->plan->picture, &box, &out->choice, err));
    LB_OK(choose_axes(s, out, err));
    lb_schedule_read(&out->schedule, s->values, "png", out->choice.count > 0);
    return LB_STATUS_OK;
}

enum lb_status lb_drawing_claim(const struct lb_drawing *d, struct lb_output_services *s,
                                const char *before, const char *behind, const char *owner,
                                struct lb_error *err)
{
    char name[LB_OUTPUT_NAME_SIZE];
    for (int n = 0; n < d->choice.count; n++) {
        snprintf(name, sizeof name, "%.8s%.40s%.8s", before, d->choice.names[n], behind);
        LB_OK(lb_file_names_claim(&s->names, name, owner, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_drawing_write(const struct lb_drawing *d, struct lb_output_services *s,
                                const char *name, const struct lb_picture *picture,
                                const char *title, const struct lb_field_source *source,
                                struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    struct lb_picture own = *picture;
    own.title = title;
    own.axis_unit = d->axis_unit;
    own.axis_unit_name = d->axis_unit_name;
    memcpy(own.corner, s->plan->corner, sizeof own.corner);
    LB_OK(lb_output_path(s, name, path, err));
    LB_OK(lb_picture_write(&own, source, path, err));
    return s->add_file(s->run, name, err);
}
