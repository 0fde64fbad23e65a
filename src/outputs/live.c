/* live.c - the flow above the progress line: the first picture's slice, else that of the setup's,
 * else the speed.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "base/stopwatch.h"
#include "live/live_picture.h"
#include "output/drawing.h"
#include "output/flow_fields.h"
#include "outputs/outputs.h"
#include "peers/peers.h"

static const double spared = 20.0; /* times that a slice takes, without the next */

struct live {
    struct lb_output_services *s;
    struct lb_drawing drawing;
    bool is_shown;
    double next; /* [s] of lb_clock */
};

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    if (!s->is_live) return LB_STATUS_OK;
    struct live *l = calloc(1, sizeof *l);
    LB_NEED(l != NULL, LB_STATUS_FAILED, "no memory for the live picture");
    *output = l;
    l->s = s;
    return lb_drawing_read(s, &l->drawing, err);
}

/* Why it is not shown is said once. */
static enum lb_status begin(void *output, struct lb_error *err)
{
    struct live *l = output;
    int columns, rows;
    const char *why = NULL;
    (void)err;
    if (lb_peers_count(l->s->world) > 1)
        why = "it shows runs of one device, and this one has several";
    else if (!l->s->room(l->s->run, &columns, &rows))
        why = "standard error is no terminal, or --progress, --json or -q keeps it silent";
    l->is_shown = why == NULL;
    if (!l->is_shown && lb_peers_is_first(l->s->world))
        fprintf(stderr, "sluice: note: --live shows nothing: %s\n", why);
    return LB_STATUS_OK;
}

static void draw(struct live *l, int columns, int rows)
{
    static const struct lb_picture usual = {.field = "speed", .axis = 2};
    const struct lb_picture_choice *chosen = &l->drawing.choice;
    const struct lb_picture *picture =
        chosen->count > 0 && chosen->pictures[0].field != NULL ? &chosen->pictures[0] : &usual;
    const struct lb_field_source source = lb_flow_source(l->s);
    struct lb_error own = {0};
    int lines = 0;
    char *text = NULL;
    if (lb_live_picture(picture, &source, columns, rows, &text, &lines, &own) != LB_STATUS_OK) {
        l->is_shown = false;
        l->s->end_progress(l->s->run);
        fprintf(stderr, "sluice: note: --live ends: %s\n", own.text);
    }
    l->s->show(l->s->run, text, lines);
}

/* It takes a small share of the time, however large the slice; what cannot be shown ends it. */
static enum lb_status show(void *output, struct lb_error *err)
{
    struct live *l = output;
    const double began = lb_clock();
    int columns, rows;
    (void)err;
    if (!l->is_shown || began < l->next || !l->s->is_drawn_next(l->s->run)) return LB_STATUS_OK;
    l->is_shown = l->s->room(l->s->run, &columns, &rows);
    if (!l->is_shown) return LB_STATUS_OK;
    draw(l, columns, rows);
    const double now = lb_clock();
    l->next = now + spared * (now - began);
    return LB_STATUS_OK;
}

bool lb_live_is_shown(const struct lb_outputs *o)
{
    const struct live *l = lb_outputs_find(o, &lb_output_live);
    return l != NULL && l->is_shown;
}

const struct lb_output lb_output_live = {
    .name = "live",
    .choose = choose,
    .at = {[LB_OUTPUT_BEGIN] = begin, [LB_OUTPUT_WAITED] = show},
    .close = free,
};
