/* What a solver keeps: saved, loaded again into the same solver or a new one of the same case, with
 * everything scribbled over that is said to be scratch, it goes on with the same bits.  So no buffer
 * and no number that the steps need is missing from the registry, or has the wrong role there.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "opencl/device.h"
#include "solver/free_surface_query.h"
#include "support/check.h"
#include "support/test_solver.h"
#include "support/marker_case.h"
#include "support/random_case.h"
#include "support/step_comparison.h"
#include "support/surface_case.h"

/* Steps before and behind the saving: odd, and no multiples of three, in which a membrane's sums
 * take turns. */
enum { MAX_ITEMS = 64, MAX_MARKERS = 64, BEFORE = 7 };

/* In pull streaming an even number: the populations end in the copy that was loaded, whose places
 * that no step writes are comparable, too. */
static unsigned behind(const struct lb_case *c)
{
    return c->streaming == LB_STREAMING_IN_PLACE ? 7 : 8;
}

static const uint32_t alarm[2] = {77, 3}; /* as if the kernels had raised it */

static struct lb_device *device;

/* Copies of all items of a role. */
struct saved {
    const struct lb_solver *solver;
    enum lb_state_role role;
    size_t count;
    struct lb_state_item items[MAX_ITEMS];
    unsigned char *bytes[MAX_ITEMS];
};

static enum lb_status save_item(void *context, const struct lb_state_item *item,
                                struct lb_error *err)
{
    struct saved *s = context;
    if (item->role != s->role) return LB_STATUS_OK;
    if (s->count == MAX_ITEMS) return lb_fail(err, LB_STATUS_FAILED, "too many items");
    unsigned char *bytes = malloc(item->bytes);
    if (bytes == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory");
    s->items[s->count] = *item;
    s->bytes[s->count++] = bytes;
    return lb_solver_read_state(s->solver, item->name, 0, item->bytes, bytes, err);
}

static bool save(const struct lb_solver *solver, enum lb_state_role role, struct saved *out)
{
    struct lb_error err = {0};
    *out = (struct saved){.solver = solver, .role = role};
    return LB_CHECK_OK(lb_solver_each_state(solver, save_item, out, &err), &err);
}

static void clear(struct saved *s)
{
    for (size_t n = 0; n < s->count; n++)
        free(s->bytes[n]);
    s->count = 0;
}

static void check_same(const struct saved *a, const struct saved *b, const char *when)
{
    LB_CHECK_EQUAL_INT(a->count, b->count);
    for (size_t n = 0; n < a->count && n < b->count; n++) {
        LB_CHECK_EQUAL_TEXT(a->items[n].name, b->items[n].name);
        LB_CHECK_EQUAL_INT(a->items[n].bytes, b->items[n].bytes);
        const bool same = a->items[n].bytes == b->items[n].bytes &&
                          memcmp(a->bytes[n], b->bytes[n], a->items[n].bytes) == 0;
        LB_CHECK(same);
        if (!same) printf("  '%s' differs %s\n", a->items[n].name, when);
    }
}

static enum lb_status scribble(void *context, const struct lb_state_item *item,
                               struct lb_error *err)
{
    if (item->role != LB_ROLE_SCRATCH) return LB_STATUS_OK;
    unsigned char *bytes = malloc(item->bytes);
    if (bytes == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory");
    memset(bytes, 0xA5, item->bytes);
    const enum lb_status st =
        lb_solver_write_state(context, item->name, 0, item->bytes, bytes, err);
    free(bytes);
    return st;
}

static bool load(struct lb_solver *solver, const struct saved *s)
{
    struct lb_error err = {0};
    bool fine = LB_CHECK_OK(lb_solver_each_state(solver, scribble, solver, &err), &err);
    for (size_t n = 0; n < s->count && fine; n++)
        fine = LB_CHECK_OK(lb_solver_write_state(solver, s->items[n].name, 0, s->items[n].bytes,
                                                 s->bytes[n], &err),
                           &err);
    return fine;
}

/* Looks, takes droplets out and marches on; what is there then, and a survey of it. */
static bool march(struct lb_solver *solver, const struct lb_case *c, unsigned steps,
                  struct saved *out, struct lb_survey *survey)
{
    struct lb_error err = {0};
    double mass = 0.0;
    bool fine = LB_CHECK_OK(lb_solver_advance(solver, steps - 2, &err), &err);
    if (c->surface.exists)
        fine = fine && LB_CHECK_OK(lb_solver_cut_off_top(solver, 1, 3, &mass, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_advance(solver, 2, &err), &err);
    fine = fine && LB_CHECK_OK(lb_solver_survey(solver, survey, &err), &err);
    return fine && save(solver, LB_ROLE_STATE, out);
}

/* What somebody saw who looked at the markers and the flow when it was saved, which spreads the
 * forces of markers for the next step. */
struct look {
    struct lb_survey survey;
    double position[3 * MAX_MARKERS], force[3 * MAX_MARKERS];
};

static bool look(struct lb_solver *solver, const struct lb_case *c, struct look *out)
{
    struct lb_error err = {0};
    memset(out, 0, sizeof *out);
    if (!LB_CHECK_OK(lb_solver_survey(solver, &out->survey, &err), &err)) return false;
    return c->markers == NULL ||
           (LB_CHECK(c->markers->count <= MAX_MARKERS) &&
            LB_CHECK_OK(lb_solver_read_markers(solver, out->position, out->force, &err), &err));
}

struct history {
    const struct lb_case *c;
    bool looks;
    struct saved start, end;
    struct look at_start;
    struct lb_survey at_end;
};

static void check_goes_on(struct lb_solver *solver, const struct history *h, const char *who)
{
    struct saved mine = {.count = 0};
    struct lb_survey survey;
    struct look seen;
    if (!load(solver, &h->start)) return;
    if (h->looks && look(solver, h->c, &seen)) {
        LB_CHECK(seen.survey.step == BEFORE && seen.survey.alarm == alarm[0]);
        LB_CHECK(seen.survey.energy == h->at_start.survey.energy);
        LB_CHECK(memcmp(seen.position, h->at_start.position, sizeof seen.position) == 0);
        LB_CHECK(memcmp(seen.force, h->at_start.force, sizeof seen.force) == 0);
    }
    if (march(solver, h->c, behind(h->c), &mine, &survey)) {
        check_same(&h->end, &mine, who);
        LB_CHECK_EQUAL_INT(survey.step, BEFORE + behind(h->c));
        LB_CHECK(survey.alarm == alarm[0] && survey.alarm_step == alarm[1]);
        LB_CHECK(survey.fluid_cells == h->at_end.fluid_cells && survey.energy == h->at_end.energy &&
                 survey.excess_mass == h->at_end.excess_mass);
        LB_CHECK(lb_surface_survey_mass(&survey.surface) ==
                 lb_surface_survey_mass(&h->at_end.surface));
    }
    clear(&mine);
}

/* Runs, and keeps what there is when it is saved and at the end. */
static bool make_history(struct lb_solver *solver, struct history *h)
{
    struct lb_error err = {0};
    if (!LB_CHECK_OK(lb_solver_advance(solver, BEFORE, &err), &err)) return false;
    if (!LB_CHECK_OK(lb_solver_write_state(solver, "alarm", 0, sizeof alarm, alarm, &err), &err))
        return false;
    if (h->looks && !look(solver, h->c, &h->at_start)) return false;
    return save(solver, LB_ROLE_STATE, &h->start) &&
           march(solver, h->c, behind(h->c), &h->end, &h->at_end) &&
           LB_CHECK(h->start.count >= 4) &&
           LB_CHECK(h->at_end.non_finite == 0 && h->at_end.energy > 0.0);
}

static void check_case(const struct lb_case *c, bool looks)
{
    struct lb_error err = {0};
    struct lb_solver *first = NULL, *second = NULL;
    struct history h = {.c = c, .looks = looks};
    struct saved made = {.count = 0}, kept = {.count = 0};
    if (!lb_device_can_do(device, c)) return;
    if (LB_CHECK_OK(lb_test_solver_create(c, device, &first, &err), &err) &&
        save(first, LB_ROLE_DERIVED, &made) && make_history(first, &h)) {
        if (save(first, LB_ROLE_DERIVED, &kept)) check_same(&made, &kept, "behind the steps");
        check_goes_on(first, &h, "in the same solver");
        clear(&kept);
        if (LB_CHECK_OK(lb_test_solver_create(c, device, &second, &err), &err) &&
            save(second, LB_ROLE_DERIVED, &kept)) {
            check_same(&made, &kept, "in a new solver");
            check_goes_on(second, &h, "in a new solver");
        }
    }
    clear(&h.start);
    clear(&h.end);
    clear(&made);
    clear(&kept);
    lb_solver_destroy(second);
    lb_solver_destroy(first);
}

/* --- cases ------------------------------------------------------------------------------------ */

static void use_fp32(struct lb_case *c, const char *storage)
{
    c->arithmetic = LB_ARITHMETIC_FP32;
    c->storage = lb_number_format_find(storage);
}

static void a_flow_with_walls_goes_on(void)
{
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_ALL, 24, 16, 1);
    use_fp32(&c, "fp16s");
    check_case(&c, false);
    c.streaming = LB_STREAMING_PULL;
    check_case(&c, false);
    c.streaming = LB_STREAMING_MOMENTS;
    c.collision = lb_collision_find("rr");
    check_case(&c, false);
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, 24, 16, 1);
    use_fp32(&c, "fp32");
    check_case(&c, false);
}

/* An outlet at the right, whose links keep numbers. */
static void fill_outlet(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    (void)state;
    (void)z;
    out->u[0] = 0.02 + 0.01 * sin(x + 2.0 * y);
    if (x < 23) return;
    out->flags = LB_CELL_BOUNDARY;
}

static void an_outlet_goes_on(void)
{
    const struct lb_boundary outlet = {.condition = lb_boundary_condition_find("outlet")};
    struct lb_case c;
    struct lb_random_state state;
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, 24, 16, 1);
    use_fp32(&c, "fp32");
    c.start = fill_outlet;
    c.cell_kinds = LB_CELL_SOLID;
    c.boundaries = &outlet;
    c.boundary_count = 1;
    check_case(&c, false);
}

/* With the kernels of test_surface_bitwise, where there is FP64. */
static void make_dam(struct lb_case *c, struct lb_surface_state *state, enum lb_streaming streaming)
{
    lb_surface_case_init(c, state, "d2q9", LB_SHAPE_DAM, 48, 40, 1);
    if (!lb_device_get_info(device)->fp64) use_fp32(c, "fp32");
    c->streaming = streaming;
    lb_test_layout.lanes = streaming == LB_STREAMING_PULL ? 16 : 1;
}

static void a_free_surface_goes_on(void)
{
    struct lb_case c;
    struct lb_surface_state state;
    make_dam(&c, &state, LB_STREAMING_IN_PLACE);
    if (lb_check_runs(true)) check_case(&c, true);
    make_dam(&c, &state, LB_STREAMING_PULL);
    if (lb_check_runs(!lb_device_get_info(device)->int64_atomics)) check_case(&c, true);
    make_dam(&c, &state, LB_STREAMING_IN_PLACE);
    use_fp32(&c, "fp32");
    if (lb_check_runs(false)) check_case(&c, true);
}

/* Some in the fluid, some amid gas. */
static void particles_in_a_free_surface_go_on(void)
{
    static const double position[] = {3.2,  4.1, 0.5, 5.7,  6.3,  0.5, 8.9,  9.1, 0.5,
                                      14.5, 7.2, 0.5, 26.6, 12.1, 0.5, 20.2, 3.3, 0.5};
    static const double force[18] = {1e-5, -2e-5, 0.0, 0.0, 3e-5};
    const struct lb_markers markers = {
        .count = 6, .position = position, .force = force, .delta = lb_delta_find("two-point")};
    for (int pull = 0; pull < 2; pull++) {
        struct lb_case c;
        struct lb_surface_state state;
        make_dam(&c, &state, pull ? LB_STREAMING_PULL : LB_STREAMING_IN_PLACE);
        c.markers = &markers;
        if (!lb_check_runs(pull)) continue;
        check_case(&c, false);
        check_case(&c, true);
    }
}

static void make_membrane(struct lb_case *c, struct lb_marker_flow *flow,
                          const struct lb_markers *markers)
{
    *flow = (struct lb_marker_flow){
        .shear = 4e-3, .component = 0, .along = 2, .middle = 8.0, .walls = true};
    lb_marker_case_init(c, flow, markers, 16, 16, 16, false, 1); /* as test_membrane_device */
}

static void a_membrane_goes_on_by_patches_and_by_nodes(void)
{
    static const double centre[3] = {6.2, 5.9, 6.1};
    struct lb_case c;
    struct lb_marker_flow flow;
    struct lb_test_membrane m;
    if (!LB_CHECK(lb_test_membrane_create(&m, 1, 3.0, centre, 0.2, "skalak", "two-point"))) return;
    make_membrane(&c, &flow, &m.markers);
    check_case(&c, false);
    check_case(&c, true);
    m.material.bending_modulus = 1e-3;
    check_case(&c, false);
    check_case(&c, true);
    lb_test_membrane_free(&m);
}

/* --- access ----------------------------------------------------------------------------------- */

static enum lb_status add_bytes(void *context, const struct lb_state_item *item,
                                struct lb_error *err)
{
    (void)err;
    if (strcmp(item->name, "step_number") != 0) *(uint64_t *)context += item->bytes;
    return LB_STATUS_OK;
}

static void what_is_kept_is_what_was_allocated(void)
{
    struct lb_error err = {0};
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *solver = NULL;
    uint64_t bytes = 0;
    const uint64_t before = lb_device_allocated(device);
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_ALL, 24, 16, 1);
    use_fp32(&c, "fp16s");
    if (LB_CHECK_OK(lb_test_solver_create(&c, device, &solver, &err), &err) &&
        LB_CHECK_OK(lb_solver_each_state(solver, add_bytes, &bytes, &err), &err)) {
        LB_CHECK_EQUAL_INT(bytes, lb_device_allocated(device) - before);
        LB_CHECK_EQUAL_INT(bytes, lb_solver_device_bytes(solver));
    }
    lb_solver_destroy(solver);
    LB_CHECK_EQUAL_INT(lb_device_allocated(device), before);
}

static void unknown_names_and_records_in_flight_are_refused(void)
{
    struct lb_error err = {0}, unknown = {0}, absent = {0}, large = {0}, records = {0};
    struct lb_case c;
    struct lb_random_state state;
    struct lb_solver *s = NULL;
    const uint32_t cell[3] = {1, 2, 0};
    unsigned char bytes[16];
    double record[4];
    uint64_t count;
    lb_random_case_init(&c, &state, lb_lattice_find("d2q9"), LB_WITH_NOTHING, 24, 16, 1);
    use_fp32(&c, "fp32");
    if (!LB_CHECK_OK(lb_test_solver_create(&c, device, &s, &err), &err)) return;
    LB_CHECK_EQUAL_INT(lb_solver_read_state(s, "none", 0, 1, bytes, &unknown), LB_STATUS_FAILED);
    LB_CHECK(strstr(unknown.text, "keeps no 'none'") != NULL);
    LB_CHECK_EQUAL_INT(lb_solver_write_state(s, "fill", 0, 1, bytes, &absent), LB_STATUS_FAILED);
    LB_CHECK_EQUAL_INT(lb_solver_read_state(s, "step_number", 4, 8, bytes, &large),
                       LB_STATUS_FAILED);
    LB_CHECK_OK(lb_solver_probe(s, cell, &err), &err);
    count = 0;
    LB_CHECK_EQUAL_INT(lb_solver_each_state(s, add_bytes, &count, &records), LB_STATUS_FAILED);
    LB_CHECK_OK(lb_solver_read_probes(s, record, 1, &count, &err), &err);
    LB_CHECK_OK(lb_solver_each_state(s, add_bytes, &count, &err), &err);
    lb_solver_destroy(s);
}

int main(void)
{
    struct lb_error err = {0};
    device = lb_open_test_device(&err);
    if (device == NULL) return lb_check_skip(err.text);
    LB_TEST(a_flow_with_walls_goes_on);
    LB_TEST(an_outlet_goes_on);
    LB_TEST_MATRIX(a_free_surface_goes_on);
    if (lb_device_get_info(device)->int64_atomics) {
        LB_TEST_MATRIX(particles_in_a_free_surface_go_on);
        LB_TEST(a_membrane_goes_on_by_patches_and_by_nodes);
    }
    LB_TEST(what_is_kept_is_what_was_allocated);
    LB_TEST(unknown_names_and_records_in_flight_are_refused);
    lb_device_close(device);
    return lb_check_report();
}
