/* charts.c - charts of the setup and of other outputs, in the kinds of files that charts= says.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "output/output_files.h"
#include "outputs/outputs.h"
#include "plot/picture_choice.h"

static enum lb_status read_kinds(const struct lb_output_services *s, bool kinds[LB_CHART_KINDS],
                                 struct lb_error *err)
{
    return lb_chart_kinds_read(lb_values_text(s->values, "charts"), kinds, err);
}

static enum lb_status choose(struct lb_output_services *s, void **output, struct lb_error *err)
{
    bool kinds[LB_CHART_KINDS];
    (void)output; /* nothing is kept */
    return read_kinds(s, kinds, err);
}

static enum lb_status write_files(struct lb_output_services *s, const char *name,
                                  const struct lb_chart *chart, struct lb_error *err)
{
    char path[LB_PATH_SIZE], file[LB_OUTPUT_NAME_SIZE];
    bool kinds[LB_CHART_KINDS];
    LB_OK(read_kinds(s, kinds, err));
    for (int kind = 0; kind < LB_CHART_KINDS; kind++) {
        if (!kinds[kind]) continue;
        snprintf(file, sizeof file, "%.*s.%s", (int)strcspn(name, "."), name, lb_chart_kinds[kind]);
        LB_OK(lb_output_path(s, file, path, err));
        LB_OK(lb_chart_write(chart, path, err));
        LB_OK(s->add_file(s->run, file, err));
    }
    return LB_STATUS_OK;
}

enum lb_status lb_charts_draw(struct lb_output_services *s, const char *name,
                              const struct lb_chart *chart, struct lb_error *err)
{
    struct lb_error own = {0};
    char of[160], title[320];
    struct lb_chart titled = *chart;
    if (!lb_has_pictures) return LB_STATUS_OK;
    lb_output_title(s, of, sizeof of);
    snprintf(title, sizeof title, "%s: %s", chart->title, of);
    titled.title = title;
    return s->optional(s->run, write_files(s, name, &titled, &own), &own, err);
}

static const struct lb_parameter parameters[] = {
    {"charts", LB_PARAMETER_TEXT, "1", "png", NULL, 0, 0,
     "files of charts, separated by commas: png, svg, pdf"},
    {0}};

const struct lb_output lb_output_charts = {
    .name = "charts", .parameters = parameters, .place = 60, .choose = choose};
