/* test_text_constants.c - a kernel text has no constants but those that it asks for.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "workspace/text_constants.h"
#include "support/check.h"

static const char constants[] = "#define LB_TAU (0x1p+0f)\n#pragma OPENCL EXTENSION x : enable\n"
                                "#define LB_TAU_ODD 7\n#define LB_ROWS(DO) DO(1) DO(2)\n";

static void gives(const char *body, const char *expected)
{
    struct lb_error err = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!LB_CHECK(out != NULL)) return;
    LB_CHECK_OK(lb_print_constants(out, constants, body, &err), &err);
    fclose(out);
    LB_CHECK_EQUAL_TEXT(text, expected);
    free(text);
}

static void what_is_used_is_kept(void)
{
    gives("x = LB_TAU;\nLB_ROWS(x)\n",
          "#define LB_TAU (0x1p+0f)\n#pragma OPENCL EXTENSION x : enable\n"
          "#define LB_TAU_ODD 0\n#define LB_ROWS(DO) DO(1) DO(2)\n");
    gives("#if LB_TAU_ODD\n", "#define LB_TAU 0\n#pragma OPENCL EXTENSION x : enable\n"
                              "#define LB_TAU_ODD 7\n#define LB_ROWS 0\n");
}

static void prose_and_questions_are_no_use(void)
{
    static const char none[] = "#define LB_TAU 0\n#pragma OPENCL EXTENSION x : enable\n"
                               "#define LB_TAU_ODD 0\n#define LB_ROWS 0\n";
    gives("", none);
    gives("/* LB_TAU\n LB_TAU_ODD */ y = MY_LB_TAU + LB_TAU2;", none);
    gives("#if !defined(LB_TAU) || !defined(LB_ROWS)\n#error \"LB_TAU, LB_TAU_ODD\"\n#endif\n",
          none);
}

static void names_that_are_pasted_are_used(void)
{
    gives("LB_TAU##group\n", "#define LB_TAU (0x1p+0f)\n#pragma OPENCL EXTENSION x : enable\n"
                             "#define LB_TAU_ODD 7\n#define LB_ROWS 0\n");
    gives("LB_##group\n", constants);
}

int main(void)
{
    LB_TEST(what_is_used_is_kept);
    LB_TEST(prose_and_questions_are_no_use);
    LB_TEST(names_that_are_pasted_are_used);
    return lb_check_report();
}
