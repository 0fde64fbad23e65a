/* test_relaxation.c - magic and rates from the command line to the case.
 * SPDX-License-Identifier: MIT */
#include "run/relaxation.h"

#include <string.h>

#include "run/run.h"
#include "support/check.h"

struct setting {
    const char *key, *text;
};

/* The case of one lattice and operator with up to two settings. */
static enum lb_status apply(const char *lattice, const char *collision, const struct setting *first,
                            const struct setting *second, struct lb_case *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_values *v = NULL;
    *c = (struct lb_case){.lattice = lb_lattice_find(lattice),
                          .collision = lb_collision_find(collision),
                          .viscosity = 0.1};
    LB_TRY(lb_values_create(NULL, lb_common_parameters(), &v, err));
    if (first != NULL) LB_TRY(lb_values_set(v, first->key, first->text, "test", err));
    if (second != NULL) LB_TRY(lb_values_set(v, second->key, second->text, "test", err));
    LB_TRY(lb_relaxation_apply(v, c, err));
cleanup:
    lb_values_destroy(v);
    return st;
}

static double rate(const struct lb_case *c, const char *group)
{
    for (const struct lb_rate *r = c->lattice->rates; r->group != NULL; r++)
        if (strcmp(r->group, group) == 0) return lb_case_rate(c, r);
    return -1.0;
}

static void defaults_are_the_lattices_own(void)
{
    struct lb_case c;
    struct lb_error err = {0};
    if (!LB_CHECK_OK(apply("d3q19", "mrt", NULL, NULL, &c, &err), &err)) return;
    LB_CHECK_CLOSE(rate(&c, "e"), 1.19, 1e-15);
    LB_CHECK_CLOSE(rate(&c, "m"), 1.98, 1e-15);
    LB_CHECK_CLOSE(rate(&c, "nu"), 1.0 / 0.8, 1e-15);
    if (!LB_CHECK_OK(apply("d3q19", "trt", NULL, NULL, &c, &err), &err)) return;
    LB_CHECK_CLOSE(c.magic, 3.0 / 16.0, 1e-15);
}

static void one_rate_leaves_the_others(void)
{
    struct lb_case c;
    struct lb_error err = {0};
    const struct setting q = {"rate-q", "1.5"};
    if (!LB_CHECK_OK(apply("d3q19", "mrt", &q, NULL, &c, &err), &err)) return;
    LB_CHECK_CLOSE(rate(&c, "q"), 1.5, 1e-15);
    LB_CHECK_CLOSE(rate(&c, "e"), 1.19, 1e-15);
}

static void rate_all_yields_to_single_ones_and_spares_the_stress(void)
{
    struct lb_case c;
    struct lb_error err = {0};
    const struct setting all = {"rate-all", "0.9"}, t6 = {"rate-t6", "1.1"};
    if (!LB_CHECK_OK(apply("d3q27", "mrt", &all, &t6, &c, &err), &err)) return;
    for (const struct lb_rate *r = c.lattice->rates; r->group != NULL; r++) {
        const double expected = r->shear > 0.0                ? 1.0 / 0.8
                                : strcmp(r->group, "t6") == 0 ? 1.1
                                                              : 0.9;
        LB_CHECK_CLOSE(lb_case_rate(&c, r), expected, 1e-15);
    }
}

/* A free group without a parameter could not be chosen. */
static void every_free_group_has_a_parameter(void)
{
    for (const struct lb_lattice *const *l = lb_lattices; *l != NULL; l++)
        for (const struct lb_rate *r = (*l)->rates; r->group != NULL; r++) {
            struct lb_case c;
            struct lb_error err = {0};
            char key[32] = "rate-";
            if (r->shear > 0.0) continue;
            strncat(key, r->group, sizeof key - strlen(key) - 1);
            const struct setting s = {key, "0.7"};
            if (!LB_CHECK_OK(apply((*l)->name, "mrt", &s, NULL, &c, &err), &err)) continue;
            LB_CHECK_CLOSE(lb_case_rate(&c, r), 0.7, 1e-15);
        }
}

static void check_refused(const char *lattice, const char *collision, const char *key,
                          const char *text, const char *sentence)
{
    struct lb_case c;
    struct lb_error err = {0};
    const struct setting s = {key, text};
    LB_CHECK_EQUAL_INT(apply(lattice, collision, &s, NULL, &c, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, sentence);
}

static void what_the_operator_does_not_have_is_refused(void)
{
    check_refused("d2q9", "srt", "magic", "1/4", "magic: only --collision trt has it, not srt");
    check_refused("d2q9", "trt", "rate-e", "1", "rate-e: only --collision mrt has rates, not trt");
    check_refused("d3q15", "mrt", "rate-t5", "1",
                  "rate-t5: d3q15 has no such group of moments; it has e eps q m");
}

int main(void)
{
    LB_TEST(defaults_are_the_lattices_own);
    LB_TEST(one_rate_leaves_the_others);
    LB_TEST(rate_all_yields_to_single_ones_and_spares_the_stress);
    LB_TEST(every_free_group_has_a_parameter);
    LB_TEST(what_the_operator_does_not_have_is_refused);
    return lb_check_report();
}
