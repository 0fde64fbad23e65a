/* test_clean_text.c - text of others becomes UTF-8, and without what a terminal obeys.
 * SPDX-License-Identifier: MIT */
#include "base/clean_text.h"

#include <string.h>

#include "base/status.h"
#include "support/check.h"

static void check_utf8(const char *from, const char *to)
{
    char text[64];
    strcpy(text, from);
    lb_text_make_utf8(text);
    LB_CHECK(strcmp(text, to) == 0);
}

static void check_printable(const char *from, const char *to)
{
    char text[64];
    strcpy(text, from);
    lb_text_make_printable(text);
    LB_CHECK(strcmp(text, to) == 0);
}

static void what_is_no_utf8_is_marked(void)
{
    check_utf8("plain \x1b[1m\n", "plain \x1b[1m\n");
    check_utf8("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\x8a", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x8c\x8a");
    check_utf8("caf\xe9", "caf?");
    check_utf8("\xc0\xaf", "??");           /* longer than it need be */
    check_utf8("\xed\xa0\x80", "???");      /* a surrogate */
    check_utf8("\xf4\x90\x80\x80", "????"); /* beyond the last one */
    check_utf8("\xe2\x82", "??");           /* cut off */
    check_utf8("\xe2\x82|", "??|");
}

static void what_a_terminal_obeys_is_marked(void)
{
    check_printable("a\x1b]0;title\x07z\x7f", "a?]0;title?z?");
    check_printable("two\n\tlines\r", "two\n\tlines?");
    check_printable("\xc2\x9b"
                    "31m \xc2\xa0|",
                    "?31m \xc2\xa0|");
}

static void sentences_are_printable(void)
{
    struct lb_error err = {0};
    lb_fail(&err, LB_STATUS_FAILED, "the solid '%s' is open", "\x1b[31mred");
    lb_error_note(&err, "the driver's log:\n%s", "line\x1b[0m\xff");
    LB_CHECK(strcmp(err.text, "the solid '?[31mred' is open\nthe driver's log:\nline?[0m?") == 0);
}

int main(void)
{
    LB_TEST(what_is_no_utf8_is_marked);
    LB_TEST(what_a_terminal_obeys_is_marked);
    LB_TEST(sentences_are_printable);
    return lb_check_report();
}
