/* test_wrapped.c - no line is longer than 80 columns, no word is lost, lists keep their columns.
 * SPDX-License-Identifier: MIT */
#include "io/wrapped.h"

#include <stdlib.h>
#include <string.h>

#include "support/check.h"

#define WORDS_50 "aaaaaaaaa bbbbbbbbb ccccccccc ddddddddd eeeeeeeee"

static char *printed(int column, const char *term, const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    LB_CHECK(file != NULL);
    if (file == NULL) return NULL;
    if (term != NULL)
        lb_print_entry(file, column, term, text);
    else
        lb_print_wrapped(file, text);
    LB_CHECK(fclose(file) == 0 && out != NULL);
    return out;
}

static void expect(int column, const char *term, const char *text, const char *wanted)
{
    char *out = printed(column, term, text);
    if (out != NULL) LB_CHECK_EQUAL_TEXT(out, wanted);
    free(out);
}

static void lines_end_at_80_columns(void)
{
    /* 49 + 1 + 30 are 80 columns, one more goes into the next line */
    expect(0, NULL, WORDS_50 " 123456789 123456789 1234567890",
           WORDS_50 " 123456789 123456789 1234567890\n");
    expect(0, NULL, WORDS_50 " 123456789 123456789 12345678901",
           WORDS_50 " 123456789 123456789\n12345678901\n");
    /* a letter of two bytes takes one */
    expect(0, NULL, WORDS_50 " 123456789 123456789 123456789\u00b2",
           WORDS_50 " 123456789 123456789 123456789\u00b2\n");
}

static void an_entry_has_its_text_in_a_column(void)
{
    expect(30, "  --name", WORDS_50 " fffffffff",
           "  --name                      " WORDS_50 "\n"
           "                              fffffffff\n");
    expect(8, "  --longer", "why", "  --longer\n        why\n");
    expect(8, "  --fits", "why", "  --fits\n        why\n");
    expect(9, "  --fits", "why", "  --fits why\n");
}

static void a_long_word_has_a_line_of_its_own(void)
{
    char word[101] = "", wanted[120];
    memset(word, 'x', 100);
    snprintf(wanted, sizeof wanted, "a\n%s\n", word);
    char text[120];
    snprintf(text, sizeof text, "a %s", word);
    expect(0, NULL, text, wanted);
}

static void paragraphs_are_filled_and_lists_stay(void)
{
    expect(0, NULL, "one\ntwo.  Three\n\nfour\n", "one two.  Three\n\nfour\n");
    expect(0, NULL, "Values:\n  a=1   the first\n        goes on\n  b=2   the second\nEnd",
           "Values:\n  a=1   the first goes on\n  b=2   the second\nEnd\n");
    expect(0, NULL, "  a\n  b\n", "  a\n  b\n");
    expect(0, NULL, "  a=1   " WORDS_50 " " WORDS_50,
           "  a=1   " WORDS_50 " aaaaaaaaa bbbbbbbbb\n        ccccccccc ddddddddd eeeeeeeee\n");
}

int main(void)
{
    LB_TEST(lines_end_at_80_columns);
    LB_TEST(an_entry_has_its_text_in_a_column);
    LB_TEST(a_long_word_has_a_line_of_its_own);
    LB_TEST(paragraphs_are_filled_and_lists_stay);
    return lb_check_report();
}
