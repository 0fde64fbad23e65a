/* self_test_command.c - the self-test of every combination of the lists.
 * SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/signals.h"
#include "bench/bench_point.h"
#include "case/lookup.h"
#include "cli/read_bench.h"
#include "commands/commands.h"
#include "io/file.h"
#include "io/json.h"
#include "measure/self_test.h"
#include "opencl/device.h"
#include "layout/layout.h"

struct sweep {
    struct lb_device *device;
    struct lb_kernel_places places;
    struct lb_bench_plan plan;
    struct lb_json *points; /* NULL: a table on `out` */
    FILE *out;
    size_t right, wrong, unknown;
    struct lb_error first; /* of those that are wrong */
};

static enum lb_status read_plan(const struct lb_options *o, struct lb_bench_plan *plan,
                                struct lb_error *err)
{
    struct lb_options own = *o;
    if (own.collision == NULL) own.collision = "all";
    if (own.precision == NULL) own.precision = "all";
    if (own.streaming == NULL) own.streaming = "all";
    LB_OK(lb_bench_methods_read(&own, plan, err));
    plan->device_count = plan->size_count = plan->walls_count = 1; /* of its own */
    return LB_STATUS_OK;
}

/* With every kind of cell and a force, all that a step can do is in the kernels. */
static struct lb_case case_of(const struct lb_bench_choice *choice)
{
    struct lb_case c = lb_bench_point_case(choice);
    c.cell_kinds = LB_CELL_SOLID;
    if (!lb_case_lists_fluid(&c)) c.cell_kinds |= LB_CELL_MOVING | LB_CELL_EQUILIBRIUM;
    for (int axis = 0; axis < c.lattice->dimensions; axis++)
        c.force[axis] = 1e-3;
    for (int axis = 0; axis < 3; axis++)
        c.size[axis] = axis < c.lattice->dimensions ? 64 : 1; /* for the rules of the layout */
    return c;
}

static void tell(struct sweep *s, const struct lb_case *c, const struct lb_layout_choice *layout,
                 const struct lb_self_test_result *result, bool is_right)
{
    char precision[LB_PRECISION_NAME_SIZE];
    lb_case_precision_name(c, precision, sizeof precision);
    if (s->points != NULL) {
        struct lb_json p = lb_json_object(s->points, NULL);
        lb_json_text(&p, "lattice", c->lattice->name);
        lb_json_text(&p, "collision", c->collision->name);
        lb_json_text(&p, "precision", precision);
        lb_json_text(&p, "rounding", lb_case_rounding(c)->name);
        lb_json_text(&p, "streaming", lb_streaming_name(c->streaming));
        lb_json_number(&p, "lanes", layout->lanes);
        lb_json_number(&p, "arithmetic_lanes", layout->arithmetic_lanes);
        lb_json_number(&p, "deviation", result->deviation);
        lb_json_bool(&p, "pass", is_right);
        return;
    }
    fprintf(s->out, "%-6s %-4s %-12s %-10s %-9s V=%-2d W=%-2d %s, %.2g of what rounding explains\n",
            c->lattice->name, c->collision->name, precision, lb_case_rounding(c)->name,
            lb_streaming_name(c->streaming), layout->lanes, layout->arithmetic_lanes,
            is_right ? "right" : "WRONG", result->deviation);
    fflush(s->out);
}

static enum lb_status test_one(struct sweep *s, size_t n, struct lb_error *err)
{
    const struct lb_bench_choice choice = lb_bench_plan_point(&s->plan, n);
    const struct lb_device_info *info = lb_device_get_info(s->device);
    struct lb_case c = case_of(&choice);
    struct lb_self_test_result result;
    struct lb_layout layout;
    struct lb_error own = {0};
    /* what does not go together, or not on this device, is left out */
    if (lb_collision_check(c.collision, c.lattice, NULL) != LB_STATUS_OK) return LB_STATUS_OK;
    lb_layout_choose(&c, &choice.layout, info, &layout);
    if (lb_layout_check(&c, &layout, info, NULL) != LB_STATUS_OK) return LB_STATUS_OK;
    const struct lb_layout_choice chosen = lb_layout_chosen(&layout);
    const enum lb_status st = lb_self_test(&c, &chosen, s->device, &s->places, &result, &own);
    const bool is_wrong = result.is_known && !(result.deviation <= 1.0);
    if (st != LB_STATUS_OK && !is_wrong) {
        *err = own;
        return st;
    }
    if (is_wrong && s->wrong++ == 0) s->first = own;
    if (!result.is_known) s->unknown++;
    if (result.is_known && !is_wrong) s->right++;
    if (result.is_known) tell(s, &c, &chosen, &result, !is_wrong);
    return lb_signals_check(err);
}

static enum lb_status test_all(struct sweep *s, struct lb_error *err)
{
    LB_OK(lb_signals_watch(err));
    enum lb_status st = LB_STATUS_OK;
    for (size_t n = 0; n < lb_bench_plan_count(&s->plan) && st == LB_STATUS_OK; n++)
        st = test_one(s, n, err);
    lb_signals_unwatch();
    return st;
}

enum lb_status lb_self_test_command(const struct lb_options *o, FILE *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct sweep s = {.out = out, .places = {o->kernel_dir, NULL}};
    struct lb_json w = {0}, points;
    LB_OK(read_plan(o, &s.plan, err));
    LB_OK(lb_device_open(o->device, &s.device, err));
    if (o->json) {
        w = lb_json_begin("sluice.self-test/1");
        lb_json_device(&w, lb_device_get_info(s.device));
        points = lb_json_list(&w, "points");
        s.points = &points;
    } else {
        fprintf(out, "%s\n", lb_device_get_info(s.device)->name);
    }
    st = test_all(&s, err);
    if (o->json) {
        const enum lb_status printed =
            lb_json_print(&w, LB_JSON_ON_LINE, out, st == LB_STATUS_OK ? err : NULL);
        if (st == LB_STATUS_OK) st = printed;
    } else if (st == LB_STATUS_OK) {
        fprintf(out, "%zu right, %zu wrong%s\n", s.right, s.wrong,
                s.unknown > 0 ? "; some that the program's own step does not know" : "");
    }
    if (st == LB_STATUS_OK) st = lb_stream_flush(out, err);
    if (st == LB_STATUS_OK && s.wrong > 0) {
        *err = s.first;
        st = LB_STATUS_DEVICE;
    }
    lb_device_close(s.device);
    return st;
}
