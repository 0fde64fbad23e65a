/* case_formula.c - formulas of results: + - * / ^, sqrt(), abs(), friction(), numbers, names.
 * SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user_case/case_state.h"

enum { MAX_DEPTH = 40, NAME_SIZE = LB_KEY_SIZE };

struct reader {
    const struct own_case *s;
    const char *text, *at, *where;
    int depth;
    bool is_measured; /* has a result of the run in it */
    struct lb_error *err;
};

static enum lb_status sum(struct reader *r, double *out);

static void skip_blanks(struct reader *r)
{
    while (*r->at == ' ')
        r->at++;
}

static bool takes(struct reader *r, char c)
{
    skip_blanks(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

static enum lb_status refuse(struct reader *r, const char *why)
{
    return lb_fail(r->err, LB_STATUS_USAGE, "%s: result=%s: %s%s%s%s", r->where, r->text, why,
                   *r->at != '\0' ? " at '" : "", r->at, *r->at != '\0' ? "'" : "");
}

/* The name of a section may have signs in it: the longest that fits is meant. */
static size_t section_length(const struct reader *r)
{
    size_t longest = 0;
    for (size_t n = 0; n < lb_values_section_count(r->s->values); n++) {
        const char *name = lb_values_section(r->s->values, n).name;
        const size_t length = strlen(name);
        if (strncmp(name, r->at, length) == 0 && r->at[length] == '.' && length > longest)
            longest = length;
    }
    return longest;
}

static void read_name(struct reader *r, char out[NAME_SIZE])
{
    static const char inlet[] = "(inlet)";
    size_t length = section_length(r);
    while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_' || r->at[length] == '.')
        length++;
    if (strncmp(r->at + length, inlet, strlen(inlet)) == 0) length += strlen(inlet);
    snprintf(out, NAME_SIZE, "%.*s", (int)length, r->at);
    r->at += length;
}

static const struct lb_own_plane *plane(struct reader *r)
{
    skip_blanks(r);
    const size_t length = strcspn(r->at, ",) ");
    for (int n = 0; n < r->s->plane_count; n++) {
        const struct lb_own_plane *p = &r->s->planes[n];
        if (strlen(p->name) != length || strncmp(p->name, r->at, length) != 0) continue;
        r->at += length;
        return p;
    }
    return NULL;
}

/* Of a flow from one plane straight to the other; through a bend it is longer than what is between their centres. */
static enum lb_status straight(struct reader *r, const struct lb_own_plane *const p[2], double *out)
{
    double way[3], along[2] = {0.0, 0.0};
    *out = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        way[axis] = p[1]->centre[axis] - p[0]->centre[axis];
        *out = hypot(*out, way[axis]);
        for (int k = 0; k < 2; k++)
            along[k] += p[k]->normal[axis] * way[axis];
    }
    for (int k = 0; k < 2; k++)
        if (fabs(along[k]) < 0.99 * *out)
            return refuse(r, "the line between the two planes' centres is not along their normals: "
                             "friction(A,B,LENGTH) says how long the pipe is between them [L]");
    return LB_STATUS_OK;
}

/* (p1 - p2) d^2 / (32 viscosity speed length) of a pipe with the planes' mean area: 1 in a straight one. */
static enum lb_status friction(struct reader *r, double *out)
{
    const struct lb_own_plane *planes[2];
    double length;
    for (int k = 0; k < 2; k++) {
        planes[k] = plane(r);
        if (planes[k] == NULL) return refuse(r, "friction(A,B) is of two planes; there is none");
        if (k == 0 && !takes(r, ',')) return refuse(r, "friction(A,B) is of two planes");
    }
    if (takes(r, ',')) {
        LB_OK(sum(r, &length));
        length *= r->s->resolution;
    } else {
        LB_OK(straight(r, planes, &length));
    }
    if (!takes(r, ')')) return refuse(r, "friction(A,B) or friction(A,B,LENGTH) is of two planes");
    if (!(length > 0.0)) return refuse(r, "the length between the planes must be above 0");
    const double area = 0.5 * (planes[0]->cells + planes[1]->cells);
    const double square = 4.0 * area / acos(-1.0), speed = fabs(planes[0]->flow) / planes[0]->cells;
    *out = (planes[0]->pressure - planes[1]->pressure) * square /
           (32.0 * r->s->viscosity * speed * length);
    return LB_STATUS_OK;
}

static enum lb_status named(struct reader *r, double *out)
{
    char name[NAME_SIZE], known[400];
    const char *const begin = r->at;
    read_name(r, name);
    if (strcmp(name, "friction") == 0 && takes(r, '(')) {
        r->is_measured = true;
        return friction(r, out);
    }
    if ((strcmp(name, "sqrt") == 0 || strcmp(name, "abs") == 0) && takes(r, '(')) {
        LB_OK(sum(r, out));
        if (!takes(r, ')')) return refuse(r, "a ) is missing");
        *out = name[0] == 's' ? sqrt(*out) : fabs(*out);
        return LB_STATUS_OK;
    }
    if (lb_own_result(r->s, name, out)) {
        r->is_measured = true;
        return LB_STATUS_OK;
    }
    if (lb_own_given(r->s, name, out)) return LB_STATUS_OK;
    if (lb_values_parameter(r->s->values, name) != NULL && strchr(name, '.') != NULL)
        return lb_fail(r->err, LB_STATUS_USAGE, "%s: result=%s: the file has no number '%s'",
                       r->where, r->text, name);
    lb_own_result_names(r->s, name, known, sizeof known);
    r->at = begin;
    return lb_fail(r->err, LB_STATUS_USAGE, "%s: result=%s: there is no result '%s'; %s", r->where,
                   r->text, name, known);
}

static enum lb_status primary(struct reader *r, double *out)
{
    char *end;
    if (++r->depth > MAX_DEPTH) return refuse(r, "too deep");
    skip_blanks(r);
    enum lb_status st = LB_STATUS_OK;
    if (takes(r, '(')) {
        st = sum(r, out);
        if (st == LB_STATUS_OK && !takes(r, ')')) st = refuse(r, "a ) is missing");
    } else if (isdigit((unsigned char)*r->at) || *r->at == '.') {
        *out = strtod(r->at, &end);
        r->at = end;
    } else if (isalpha((unsigned char)*r->at)) {
        st = named(r, out);
    } else {
        st = refuse(r, "a number or the name of a result is missing");
    }
    r->depth--;
    return st;
}

/* -2^2 is -4. */
static enum lb_status power(struct reader *r, double *out)
{
    double exponent;
    if (takes(r, '-')) {
        if (++r->depth > MAX_DEPTH) return refuse(r, "too deep");
        LB_OK(power(r, out));
        r->depth--;
        *out = -*out;
        return LB_STATUS_OK;
    }
    LB_OK(primary(r, out));
    if (!takes(r, '^')) return LB_STATUS_OK;
    LB_OK(power(r, &exponent));
    *out = pow(*out, exponent);
    return LB_STATUS_OK;
}

static enum lb_status product(struct reader *r, double *out)
{
    double next;
    LB_OK(power(r, out));
    for (;;) {
        const bool times = takes(r, '*'), over = !times && takes(r, '/');
        if (!times && !over) return LB_STATUS_OK;
        LB_OK(power(r, &next));
        *out = times ? *out * next : *out / next;
    }
}

static enum lb_status sum(struct reader *r, double *out)
{
    double next;
    if (++r->depth > MAX_DEPTH) return refuse(r, "too deep");
    LB_OK(product(r, out));
    for (;;) {
        const bool plus = takes(r, '+'), minus = !plus && takes(r, '-');
        if (!plus && !minus) break;
        LB_OK(product(r, &next));
        *out = plus ? *out + next : *out - next;
    }
    r->depth--;
    return LB_STATUS_OK;
}

enum lb_status lb_own_formula(const struct own_case *s, const char *text, const char *where,
                              double *out, struct lb_error *err)
{
    struct reader r = {.s = s, .text = text, .at = text, .where = where, .err = err};
    *out = 0.0;
    LB_OK(sum(&r, out));
    skip_blanks(&r);
    if (*r.at != '\0') return refuse(&r, "this is not understood");
    LB_NEED(r.is_measured, LB_STATUS_USAGE,
            "%s: result=%s: it has no result of the run in it, and would say nothing of the flow",
            where, text);
    return LB_STATUS_OK;
}
