/* test_suggest.c - suggestions for mistyped names.
 * SPDX-License-Identifier: MIT */
#include "base/suggest.h"

#include <string.h>

#include "support/check.h"

static const char *const names[] = {"radius", "re", "umax", "size", "quick", "fp16s", "fp16", NULL};

static void one_edit_finds_its_name(void)
{
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("radus", names), "radius");   /* left out */
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("raadius", names), "radius"); /* doubled */
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("ridius", names), "radius");  /* wrong */
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("raidus", names), "radius");  /* swapped */
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("UMAX", names), "umax");
}

static void abbreviation_finds_its_name(void)
{
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("qu", names), "quick");
}

static void wrong_letter_beats_missing_letter(void)
{
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("fp16x", names), "fp16s");
}

static void far_words_find_nothing(void)
{
    LB_CHECK(lb_suggest_name("viscosity", names) == NULL);
    LB_CHECK(lb_suggest_name("", names) == NULL);
    LB_CHECK(lb_suggest_name("x", names) == NULL);
    char longest[500];
    memset(longest, 'r', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    LB_CHECK(lb_suggest_name(longest, names) == NULL);
}

static void numbers_are_not_suggested(void)
{
    static const char *const lanes[] = {"auto", "2", "16", NULL};
    LB_CHECK(lb_suggest_name("32", lanes) == NULL);
    LB_CHECK(lb_suggest_name("12", lanes) == NULL);
    LB_CHECK_EQUAL_TEXT(lb_suggest_name("auot", lanes), "auto");
}

static void joining_cuts_at_whole_names(void)
{
    char out[12];
    LB_CHECK_EQUAL_TEXT(lb_names_join((const char *const[]){"ab", "cd", NULL}, out, sizeof out),
                        "ab cd");
    LB_CHECK(strlen(lb_names_join(names, out, sizeof out)) < sizeof out);
}

int main(void)
{
    LB_TEST(one_edit_finds_its_name);
    LB_TEST(abbreviation_finds_its_name);
    LB_TEST(wrong_letter_beats_missing_letter);
    LB_TEST(far_words_find_nothing);
    LB_TEST(numbers_are_not_suggested);
    LB_TEST(joining_cuts_at_whole_names);
    return lb_check_report();
}
