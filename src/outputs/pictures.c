/* pictures.c - slices of the flow every png=N steps, and pictures of the setup's own.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "output/drawing.h"
#include "output/flow_fields.h"
#include "outputs/outputs.h"

struct pictures {
    struct lb_output_services *s;
    struct lb_drawing drawing;
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    struct pictures *p = calloc(1, sizeof *p);
    LB_NEED(p != NULL, LB_STATUS_FAILED, "no memory for the choice of pictures");
    *output = p;
    p->s = s;
    LB_OK(lb_drawing_read(s, &p->drawing, err));
    return lb_drawing_claim(&p->drawing, s, "", "-#.png", "pictures", err);
}

static uint64_t due(const void *output, uint64_t step)
{
    return lb_schedule_due(&((const struct pictures *)output)->drawing.schedule, step);
}

/* The run's title comes first. */
static enum lb_status draw(struct pictures *p, const char *name, const struct lb_picture *picture,
                           struct lb_error *err)
{
    struct lb_error own = {0};
    char of[160], title[320];
    const struct lb_field_source source = lb_flow_source(p->s);
    lb_output_title(p->s, of, sizeof of);
    snprintf(title, sizeof title, "%s%s%s", of, picture->title != NULL ? ": " : "",
             picture->title != NULL ? picture->title : "");
    const enum lb_status st =
        lb_drawing_write(&p->drawing, p->s, name, picture, title, &source, &own);
    return p->s->optional(p->s->run, st, &own, err);
}

/* A build without pictures leaves out those that were not requested by name. */
static bool draws_choice(const struct pictures *p)
{
    return lb_has_pictures || p->drawing.schedule.every > 0 ||
           lb_values_is_set(p->s->values, "picture");
}

static enum lb_status draw_now(void *output, struct lb_error *err)
{
    struct pictures *p = output;
    const struct lb_picture_choice *chosen = &p->drawing.choice;
    char name[LB_OUTPUT_NAME_SIZE];
    if (!lb_schedule_is_open(&p->drawing.schedule, p->s) || !draws_choice(p)) return LB_STATUS_OK;
    for (int n = 0; n < chosen->count; n++) {
        snprintf(name, sizeof name, "%s-%09llu.png", chosen->names[n],
                 (unsigned long long)p->s->step(p->s->run));
        LB_OK(draw(p, name, &chosen->pictures[n], err));
    }
    lb_schedule_mark(&p->drawing.schedule, p->s);
    return LB_STATUS_OK;
}

static enum lb_status archive(void *output, struct lb_archive *a, struct lb_error *err)
{
    return lb_schedule_archive(&((struct pictures *)output)->drawing.schedule, a, "pictures", err);
}

/* Pictures of a setup's own: unless they were refused by name. */
static bool may_draw(const struct pictures *p)
{
    return lb_has_pictures && (p->drawing.schedule.wanted || !p->drawing.schedule.given);
}

enum lb_status lb_pictures_draw(struct lb_outputs *o, const char *name,
                                const struct lb_picture *picture, struct lb_error *err)
{
    struct pictures *p = lb_outputs_find(o, &lb_output_pictures);
    return may_draw(p) ? draw(p, name, picture, err) : LB_STATUS_OK;
}

static enum lb_status write_scene(struct lb_output_services *s, const char *name,
                                  const struct lb_scene *scene, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_output_path(s, name, path, err));
    LB_OK(lb_scene_write(path, scene, err));
    return s->add_file(s->run, name, err);
}

enum lb_status lb_pictures_draw_scene(struct lb_outputs *o, const char *name,
                                      const struct lb_scene *scene, struct lb_error *err)
{
    struct lb_output_services *s = &o->services;
    struct lb_error own = {0};
    if (!may_draw(lb_outputs_find(o, &lb_output_pictures))) return LB_STATUS_OK;
    return s->optional(s->run, write_scene(s, name, scene, &own), &own, err);
}

static const struct lb_parameter parameters[] = {
    {"png", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15,
     "steps between pictures; 0: none; default: one at the end"},
    {"picture", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "fields to draw instead of the setup's own, separated by commas, each with its plane unless "
     "that is the setup's: vorticity@z=12,velocity.x@y"},
    {"picture-range", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "range of their colours, such as -0.01:0.01, for each picture or for all; default: fitted"},
    {"picture-map", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "their colours: sequential, diverging, fire, ice; default: by the field"},
    {"picture-flow", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "arrows or streamlines of the flow within the plane, over the colours; default: none"},
    {"picture-axes", LB_PARAMETER_TEXT, "1", NULL, NULL, 0, 0,
     "units of the axes of pictures: cells (default), si if the case has metres, or length, "
     "multiples of the case's"},
    {"picture-size", LB_PARAMETER_COUNT, "pixels", NULL, NULL, LB_PICTURE_MIN_SIDE,
     LB_PICTURE_MAX_SIDE, "largest size of the longer side of the slice; default: about 900"},
    {0}};

const struct lb_output lb_output_pictures = {
    .name = "pictures",
    .parameters = parameters,
    .place = 40,
    .beside_case = (const char *const[]){"png", NULL},
    .choose = choose,
    .due = due,
    .at =
        {[LB_OUTPUT_STEP] = draw_now, [LB_OUTPUT_END] = draw_now, [LB_OUTPUT_DIVERGED] = draw_now},
    .archive = archive,
    .close = free,
};
