/* test_study_grid.c - lists as a grid: every combination once, in its order, each with a folder of its
 * own; too many are refused.
 * SPDX-License-Identifier: MIT */
#include "study/study_grid.h"

#include <stdlib.h>
#include <string.h>

#include "cli/read_study.h"
#include "support/check.h"
#include "support/command_line.h"

struct planned {
    struct lb_options o;
    struct lb_asked asked;
    struct lb_study study;
    enum lb_status st;
    struct lb_error err;
};

static void plan_line(struct planned *p, const char *text, bool with_formats)
{
    *p = (struct planned){.st = LB_STATUS_OK};
    LB_CHECK_OK(lb_test_parse(text, &p->o, &p->err), &p->err);
    p->st = lb_asked_read(&p->o, &p->asked, &p->err);
    LB_CHECK_OK(p->st, &p->err);
    if (p->st == LB_STATUS_OK)
        p->st = lb_grid_plan(&p->study, &p->asked.study, with_formats, &p->err);
}

static void forget(struct planned *p)
{
    lb_study_free(&p->study);
    lb_asked_free(&p->asked);
    lb_options_free(&p->o);
}

static void the_last_list_changes_fastest(void)
{
    static const char *const names[] = {"re-1_u-1_3_fp32-fp32", "re-1_u-1_3_fp32-fp16s",
                                        "re-1_u-0.1_fp32-fp32", "re-1_u-0.1_fp32-fp16s",
                                        "re-2_u-1_3_fp32-fp32", "re-2_u-1_3_fp32-fp16s",
                                        "re-2_u-0.1_fp32-fp32", "re-2_u-0.1_fp32-fp16s"};
    struct planned p;
    char label[LB_STUDY_LABEL_SIZE];
    plan_line(&p, "run karman re=1,2 u=1/3,0.1 --precision fp32,fp16s --rounding nearest", true);
    LB_CHECK_OK(p.st, &p.err);
    if (!LB_CHECK_EQUAL_INT(p.study.count, 8)) return;
    for (size_t n = 0; n < 8; n++)
        LB_CHECK_EQUAL_TEXT(p.study.runs[n].name, names[n]);
    LB_CHECK_EQUAL_INT(p.study.axis_count, 3);
    LB_CHECK_EQUAL_TEXT(p.study.axes[2], "precision");
    lb_grid_label(&p.study, &p.study.runs[5], label);
    LB_CHECK_EQUAL_TEXT(label, "re=2 u=1/3 precision=fp32/fp16s");
    forget(&p);
}

static void every_combination_of_methods_is_there_once(void)
{
    struct planned p;
    plan_line(&p,
              "run karman --lattice d2q9,d3q19 --collision srt,trt,mrt --streaming in-place,pull "
              "--precision fp64,fp16s,fp16c --rounding stochastic,nearest",
              true);
    LB_CHECK_OK(p.st, &p.err);
    LB_CHECK_EQUAL_INT(p.study.count, 2 * 3 * 2 * 5); /* fp64 rounds nothing */
    LB_CHECK_EQUAL_INT(p.study.axis_count, 5);
    for (size_t n = 0; n < p.study.count; n++)
        for (size_t m = 0; m < n; m++) {
            const struct lb_study_run *a = &p.study.runs[n], *b = &p.study.runs[m];
            LB_CHECK(a->lattice != b->lattice || a->collision != b->collision ||
                     a->streaming != b->streaming ||
                     !lb_precision_is_same(&a->precision, &b->precision) ||
                     lb_precision_rounding(&a->precision) != lb_precision_rounding(&b->precision));
        }
    forget(&p);
}

static void formats_are_left_to_comparisons(void)
{
    struct planned p;
    plan_line(&p, "compare karman re=1,2,3 --precision fp32,fp16s", false);
    LB_CHECK_OK(p.st, &p.err);
    LB_CHECK_EQUAL_INT(p.study.count, 3);
    LB_CHECK_EQUAL_INT(p.study.axis_count, 1);
    LB_CHECK_EQUAL_TEXT(p.study.runs[2].name, "re-3");
    forget(&p);
}

static void rounding_alone_is_an_axis(void)
{
    struct planned p;
    plan_line(&p, "run karman --precision fp16c --rounding stochastic,nearest", true);
    LB_CHECK_OK(p.st, &p.err);
    LB_CHECK_EQUAL_INT(p.study.axis_count, 1);
    LB_CHECK_EQUAL_TEXT(p.study.axes[0], "rounding");
    LB_CHECK_EQUAL_TEXT(p.study.runs[0].words[0], "stochastic");
    LB_CHECK_EQUAL_TEXT(p.study.runs[1].name, "fp32-fp16c");
    forget(&p);
}

static void what_cannot_be_is_refused(void)
{
    static const struct {
        const char *line, *part;
    } rows[] = {
        {"run karman re=1,2,,3 u=0.1,0.2", "value 3 is missing"},
        {"run karman u=0,05", "numbers have a decimal point"},
        {"run karman re=1,2,1", "re=1 and re=1, would share the folder re-1"},
        {"run karman seed=1,2,3,4,5,6,7,8,9,10,11 re=1,2,3,4,5,6,7,8,9,10,11 u=1,2,3,4,5,6,7,8,9",
         "a grid of 1089 runs; at most 1000"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct planned p;
        plan_line(&p, rows[n].line, true);
        LB_CHECK_EQUAL_INT(p.st, LB_STATUS_USAGE);
        if (!LB_CHECK(strstr(p.err.text, rows[n].part) != NULL))
            printf("  %s: %s\n", rows[n].line, p.err.text);
        forget(&p);
    }
}

int main(void)
{
    unsetenv("SLUICE_DEVICE");
    LB_TEST(the_last_list_changes_fastest);
    LB_TEST(every_combination_of_methods_is_there_once);
    LB_TEST(formats_are_left_to_comparisons);
    LB_TEST(rounding_alone_is_an_axis);
    LB_TEST(what_cannot_be_is_refused);
    return lb_check_report();
}
