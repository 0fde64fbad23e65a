/* case_file_write.c - the file that runs a case again.
 * SPDX-License-Identifier: MIT */
#include "parameters/case_file_write.h"

#include <stdio.h>
#include <string.h>

#include "case/lookup.h"
#include "io/file.h"
#include "parameters/section.h"

struct writing {
    FILE *stream;
    const struct lb_values *values;
    bool set_by_user;
    const char
        *section; /* whose keys are written, without its name; NULL: those of none, or dotted */
};

static bool is_of(const char *section, const char *key)
{
    const size_t length = strlen(section);
    return strncmp(section, key, length) == 0 && key[length] == '.';
}

static void write_value(const struct lb_parameter *p, const char *text, void *context)
{
    const struct writing *w = context;
    if (text[0] == '\0' || lb_values_is_set(w->values, p->name) != w->set_by_user) return;
    if (w->section != NULL && !is_of(w->section, p->name)) return;
    if (w->section == NULL && w->set_by_user && strchr(p->name, '.') != NULL) return;
    const char *key = w->section != NULL ? p->name + strlen(w->section) + 1 : p->name;
    fprintf(w->stream, "%s = %s\n", key, text);
}

static void write_sections(struct writing *w)
{
    const size_t count = lb_values_section_count(w->values);
    for (size_t n = 0; n < count; n++) {
        const struct lb_section s = lb_values_section(w->values, n);
        if (s.kind->is_named)
            fprintf(w->stream, "[%s %s]\n", s.kind->name, s.name);
        else
            fprintf(w->stream, "[%s]\n", s.name);
        w->section = s.prefix;
        lb_values_visit(w->values, write_value, w);
    }
    w->section = NULL;
}

enum lb_status lb_case_file_write(const char *path, const char *remark, const struct lb_case *c,
                                  const struct lb_layout_wishes *layout,
                                  const struct lb_values *values, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_file file = {0};
    char precision[32], lanes[16];
    const struct lb_precision used = {c->arithmetic, c->storage, c->rounding};
    lb_case_precision_name(c, precision, sizeof precision);
    lb_lanes_name(layout, lanes, sizeof lanes);
    LB_TRY(lb_file_open(&file, path, err));
    fprintf(file.stream, "# %s\n# sluice run -c THIS-FILE runs it again.\n\n[case]\n", remark);
    fprintf(file.stream, "setup = %s\nlattice = %s\ncollision = %s\nprecision = %s\n", c->name,
            c->lattice->name, c->collision->name, precision);
    if (lb_precision_rounds(&used)) /* else there is none to keep for another format */
        fprintf(file.stream, "rounding = %s\n", lb_case_rounding(c)->name);
    fprintf(file.stream, "shift = %s\nstreaming = %s\n", c->shift ? "on" : "off",
            lb_streaming_name(c->streaming));
    fprintf(file.stream, "lanes = %s\n", lanes);
    fprintf(file.stream, "\n# what was asked for\n[parameters]\n");
    struct writing w = {file.stream, values, true, NULL};
    lb_values_visit(values, write_value, &w);
    write_sections(&w);
    fprintf(file.stream, "\n# the rest, as it was by default\n[defaults]\n");
    w.set_by_user = false;
    lb_values_visit(values, write_value, &w);
    LB_TRY(lb_file_commit(&file, err));
cleanup:
    lb_file_discard(&file);
    return st;
}
