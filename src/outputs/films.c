/* films.c - a film of each series of pictures, at the end.
 * SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "output/drawing.h"
#include "output/output_files.h"
#include "outputs/outputs.h"
#include "plot/film.h"

struct films {
    struct lb_output_services *s;
    struct lb_drawing drawing;
    uint32_t rate; /* pictures a second */
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    const uint32_t rate = (uint32_t)lb_values_count(s->values, "film");
    if (rate == 0) return LB_STATUS_OK;
    LB_NEED(lb_values_count(s->values, "png") > 0, LB_STATUS_USAGE,
            "film=%" PRIu32 " needs png=N: a picture every N steps", rate);
    struct films *f = calloc(1, sizeof *f);
    LB_NEED(f != NULL, LB_STATUS_FAILED, "no memory for the choice of films");
    *output = f;
    f->s = s;
    f->rate = rate;
    LB_OK(lb_drawing_read(s, &f->drawing, err));
    return lb_drawing_claim(&f->drawing, s, "", ".mp4", "film", err);
}

/* One that cannot be made is a warning. */
static enum lb_status make(void *output, struct lb_error *err)
{
    const struct films *f = output;
    struct lb_output_services *s = f->s;
    const struct lb_picture_choice *chosen = &f->drawing.choice;
    char name[LB_OUTPUT_NAME_SIZE];
    (void)err;
    for (int n = 0; n < chosen->count && lb_has_pictures; n++) {
        struct lb_error own = {0};
        snprintf(name, sizeof name, "%s.mp4", chosen->names[n]);
        if (lb_film_write(s->folder, chosen->names[n], f->rate, &own) != LB_STATUS_OK ||
            s->add_file(s->run, name, &own) != LB_STATUS_OK)
            s->warn(s->run, "%s", own.text);
    }
    return LB_STATUS_OK;
}

static const struct lb_parameter parameters[] = {
    {"film", LB_PARAMETER_COUNT, "1/s", "0", NULL, 0, LB_FILM_MAX_RATE,
     "pictures a second of a film (.mp4) of those that png=N writes, by ffmpeg; 0: none"},
    {0}};

const struct lb_output lb_output_films = {.name = "films",
                                          .parameters = parameters,
                                          .place = 50,
                                          .choose = choose,
                                          .at = {[LB_OUTPUT_END] = make},
                                          .close = free};
