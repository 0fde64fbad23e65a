/* test_read_study.c - from command line and case file to what is asked for: which study it is, where each
 * choice comes from, and that a file is read once.
 * SPDX-License-Identifier: MIT */
#include "cli/read_study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "support/command_line.h"

struct reading {
    struct lb_options o;
    struct lb_asked asked;
    enum lb_status st;
    struct lb_error err;
};

static void read_line(struct reading *r, const char *text)
{
    *r = (struct reading){.st = LB_STATUS_OK};
    LB_CHECK_OK(lb_test_parse(text, &r->o, &r->err), &r->err);
    r->st = lb_asked_read(&r->o, &r->asked, &r->err);
}

static void forget(struct reading *r)
{
    lb_asked_free(&r->asked);
    lb_options_free(&r->o);
}

/* A run alone is compared with FP64, unless its comparison was begun without. */
static void one_format_alone_is_compared_with_fp64(void)
{
    static const struct {
        const char *line;
        bool goes_on;
        size_t formats; /* 0: refused */
    } rows[] = {
        {"compare karman --precision fp32", false, 2},
        {"compare karman --precision fp16s --no-shift", false, 2},
        {"compare karman --precision fp32 --rounding nearest,stochastic", false, 2},
        {"compare karman --precision fp16s --rounding nearest,stochastic", false, 2},
        {"compare karman --precision fp16s --rounding conserving", false, 2},
        {"compare karman --precision fp64,fp16s,bfp12 --rounding conserving,stochastic", false, 4},
        {"compare karman --precision fp64,fp16s,bfp12 --rounding conserving", false, 0},
        {"compare karman --precision fp32 --shift both", false, 1},
        {"compare karman --precision fp64 --shift both", false, 1},
        {"compare karman --precision fp32,fp16s --rounding nearest", false, 2},
        {"compare karman --precision fp64", false, 0},
        {"compare karman --precision fp64", true, 1},
        {"compare karman --precision fp32", true, 1},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct reading r = {.st = LB_STATUS_OK};
        LB_CHECK_OK(lb_test_parse(rows[n].line, &r.o, &r.err), &r.err);
        r.o.goes_on = rows[n].goes_on;
        r.st = lb_asked_read(&r.o, &r.asked, &r.err);
        LB_CHECK_EQUAL_INT(r.st, rows[n].formats > 0 ? LB_STATUS_OK : LB_STATUS_USAGE);
        if (rows[n].formats > 0) LB_CHECK_EQUAL_INT(r.asked.study.format_count, rows[n].formats);
        forget(&r);
    }
}

static void the_kind_of_study_follows_from_the_values(void)
{
    static const struct {
        const char *line;
        enum lb_study_kind kind;
    } rows[] = {
        {"run raindrop", LB_STUDY_NONE},
        {"run raindrop runs=1", LB_STUDY_NONE},
        {"run raindrop runs=5 --print-case", LB_STUDY_NONE},
        {"run raindrop runs=5", LB_STUDY_OF_SEEDS},
        {"run raindrop --precision fp32,fp16c", LB_STUDY_OF_SEEDS},
        {"run capsule capillary=0.05,0.1", LB_STUDY_OF_VALUES},
        {"run karman size=64,128", LB_STUDY_NONE}, /* no list: a box */
        {"run raindrop runs=1,2", LB_STUDY_OF_VALUES},
        {"run karman --precision fp32,fp16s", LB_STUDY_OF_VALUES},
        {"run karman --precision fp16s --rounding nearest,stochastic", LB_STUDY_OF_VALUES},
        {"run karman --collision srt,trt", LB_STUDY_OF_VALUES},
        {"run karman --streaming all", LB_STUDY_OF_VALUES},
        {"run raindrop --collision srt,trt", LB_STUDY_OF_VALUES},
        {"compare karman", LB_STUDY_OF_FORMATS},
        {"compare karman re=100,200", LB_STUDY_OF_FORMATS},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct reading r;
        read_line(&r, rows[n].line);
        LB_CHECK_OK(r.st, &r.err);
        if (!LB_CHECK_EQUAL_INT(r.asked.kind, rows[n].kind)) printf("  %s\n", rows[n].line);
        forget(&r);
    }
}

static void texts_are_read_at_the_edge(void)
{
    struct reading r;
    read_line(&r, "run capsule -d cpu --precision fp16c --no-shift --streaming pull --lanes 8x2 "
                  "--group 128 --registers any --tune never -o there -v capillary=0.05,1/8");
    LB_CHECK_OK(r.st, &r.err);
    const struct lb_run_request *run = &r.asked.study.run;
    LB_CHECK_EQUAL_TEXT(run->setup->name, "capsule");
    LB_CHECK_EQUAL_TEXT(run->lattice->name, run->setup->lattice);
    LB_CHECK_EQUAL_TEXT(run->precision.storage->name, "fp16c");
    LB_CHECK_EQUAL_INT(run->streaming, LB_STREAMING_PULL);
    LB_CHECK(!run->shift);
    LB_CHECK_EQUAL_INT(run->layout.lanes, 8);
    LB_CHECK_EQUAL_INT(run->layout.arithmetic_lanes, 2);
    LB_CHECK_EQUAL_INT(run->layout.group, 128);
    LB_CHECK_EQUAL_INT(run->layout.registers, LB_REGISTERS_ANY);
    LB_CHECK_EQUAL_INT(run->tune, LB_TUNE_NEVER);
    LB_CHECK_EQUAL_TEXT(run->device, "cpu");
    LB_CHECK_EQUAL_TEXT(run->output, "there");
    LB_CHECK(run->reporting.verbose && run->reporting.announces && !run->reporting.quiet);
    LB_CHECK_EQUAL_INT(r.asked.study.list_count, 1);
    LB_CHECK_EQUAL_TEXT(r.asked.study.lists[0].key, "capillary");
    LB_CHECK_EQUAL_TEXT(r.asked.study.lists[0].text, "0.05,1/8");
    LB_CHECK(!lb_values_is_set(run->values, "capillary")); /* of no run in particular */
    forget(&r);
}

static void a_comparison_takes_formats_and_shifts(void)
{
    struct reading r;
    read_line(&r, "compare karman --precision fp64,fp32/fp16c --shift both --tolerance 0.02");
    LB_CHECK_OK(r.st, &r.err);
    const struct lb_study_request *s = &r.asked.study;
    LB_CHECK_EQUAL_INT(s->format_count, 2);
    LB_CHECK_EQUAL_INT(s->formats[0].arithmetic, LB_ARITHMETIC_FP64);
    LB_CHECK_EQUAL_TEXT(s->formats[1].storage->name, "fp16c");
    LB_CHECK_EQUAL_INT(s->shift_count, 2);
    LB_CHECK(s->shifts[0] && !s->shifts[1]);
    LB_CHECK_CLOSE(s->tolerance, 0.02, 0.0);
    forget(&r);
    read_line(&r, "compare karman --no-shift");
    LB_CHECK_OK(r.st, &r.err);
    LB_CHECK(s->format_count > 8 && s->shift_count == 1 && !s->shifts[0]);
    forget(&r);
}

static void lists_of_methods_keep_their_order(void)
{
    struct reading r;
    read_line(&r, "run karman --collision trt,srt --streaming pull,in-place re=1,2 radius=7,8 "
                  "--precision fp32,fp16s --rounding stochastic,nearest");
    LB_CHECK_OK(r.st, &r.err);
    const struct lb_study_request *s = &r.asked.study;
    LB_CHECK_EQUAL_INT(s->list_count, 2);
    LB_CHECK_EQUAL_TEXT(s->lists[1].key, "radius");
    LB_CHECK_EQUAL_INT(s->collision_count, 2);
    LB_CHECK_EQUAL_TEXT(s->collisions[0]->name, "trt");
    LB_CHECK_EQUAL_INT(s->streaming_count, 2);
    LB_CHECK_EQUAL_INT(s->streamings[0], LB_STREAMING_PULL);
    LB_CHECK_EQUAL_INT(s->format_count, 3); /* fp32 rounds nothing */
    LB_CHECK(lb_precision_rounding(&s->formats[2]) == lb_roundings[0]);
    LB_CHECK(s->run.collision == s->collisions[0] && s->run.streaming == s->streamings[0]);
    forget(&r);
}

static void what_does_not_go_is_refused(void)
{
    static const struct {
        const char *line, *part;
    } rows[] = {
        {"run", "which setup?"},
        {"run karmann", "did you mean 'karman'?"},
        {"run karman --lattice d9", "'d9' is not a lattice"},
        {"run karman --precision fp32,", "is empty"},
        {"run karman --collision srt,trt,srt", "--collision: srt is there twice"},
        {"run karman --collision srt,xyz", "'xyz' is not a collision operator"},
        {"run karman --streaming pull,,in-place", "is empty"},
        {"run karman --rounding nearest,stochastic", "fp32/fp32 rounds nothing"},
        {"compare karman --precision bfp12 --rounding conserving", "not for BFP12; "},
        {"compare karman --precision fix16x --rounding conserving", "not for FIX16X, which keeps"},
        {"run karman --precision fp32,fp16s --print-case", "--print-case shows one case"},
        {"run karman --collision srt,trt --print-case", "--print-case shows one case"},
        {"compare karman re=100,200 --print-case", "--print-case shows one case"},
        {"run karman re=1,2 radius=3,4 u=0.1,0.2 seed=1,2 probe=1,2", "is a fifth list"},
        {"run raindrop --precision fp32,,fp16c", "'fp32,,fp16c' is empty"},
        {"run raindrop --precision fp32,fp32/fp32", "is there twice"},
        {"compare karman --precision fp32,fp32", "is there twice"},
        {"compare karman --precision fp32,", "is empty"},
        {"compare karman --tolerance 2", "--tolerance: '2'"},
        {"compare raindrop runs=3", "runs is for `sluice run`"},
        {"run karman u=9", "u=9 is out of range"},
        {"run karman uu=9", "`sluice setups karman` explains the parameters"},
        {"run capsule capillary=0.1,0.2 --print-case", "--print-case shows one case"},
        {"run raindrop runs=3 speed_si=8,9", "do not go together"},
        {"run raindrop --precision fp32,fp16c --collision srt,trt", "do not go together"},
    };
    for (size_t n = 0; n < sizeof rows / sizeof *rows; n++) {
        struct reading r;
        read_line(&r, rows[n].line);
        LB_CHECK_EQUAL_INT(r.st, LB_STATUS_USAGE);
        if (!LB_CHECK(strstr(r.err.text, rows[n].part) != NULL))
            printf("  %s: %s\n", rows[n].line, r.err.text);
        forget(&r);
    }
}

/* A pipe ends where it was read once. */
static void the_line_wins_over_a_file_that_can_be_read_once(void)
{
    static const char text[] = "[case]\nsetup = taylor-green\nprecision = fp32/fp16c\nshift = off\n"
                               "device = cpu\nlanes = 4\n[parameters]\nlength = 16\ntau = 0.8\n";
    struct reading r;
    int ends[2];
    char command[128];
    if (!LB_CHECK(pipe(ends) == 0)) return;
    LB_CHECK(write(ends[1], text, sizeof text - 1) == (ssize_t)sizeof text - 1);
    close(ends[1]);
    snprintf(command, sizeof command, "run -c /dev/fd/%d --shift length=32", ends[0]);
    read_line(&r, command);
    close(ends[0]);
    LB_CHECK_OK(r.st, &r.err);
    const struct lb_run_request *run = &r.asked.study.run;
    if (r.st == LB_STATUS_OK) {
        LB_CHECK_EQUAL_TEXT(run->setup->name, "taylor-green");
        LB_CHECK_EQUAL_TEXT(run->precision.storage->name, "fp16c");
        LB_CHECK(run->shift);
        LB_CHECK_EQUAL_TEXT(run->device, "cpu");
        LB_CHECK_EQUAL_INT(run->layout.lanes, 4);
        LB_CHECK_EQUAL_INT(lb_values_count(run->values, "length"), 32);
        LB_CHECK_CLOSE(lb_values_number(run->values, "tau"), 0.8, 0.0);
    }
    forget(&r);
}

int main(void)
{
    unsetenv("SLUICE_DEVICE");
    LB_TEST(one_format_alone_is_compared_with_fp64);
    LB_TEST(the_kind_of_study_follows_from_the_values);
    LB_TEST(texts_are_read_at_the_edge);
    LB_TEST(a_comparison_takes_formats_and_shifts);
    LB_TEST(lists_of_methods_keep_their_order);
    LB_TEST(what_does_not_go_is_refused);
    LB_TEST(the_line_wins_over_a_file_that_can_be_read_once);
    return lb_check_report();
}
