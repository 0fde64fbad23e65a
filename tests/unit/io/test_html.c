/* test_html.c - text that cannot leave its place on the page, numbers, and bars where they belong.
 * SPDX-License-Identifier: MIT */
#include "io/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/bars.h"
#include "support/check.h"

#define REPLACED "\xEF\xBF\xBD"

static void expect_text(const char *text, const char *expected)
{
    char *out = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&out, &size);
    if (!LB_CHECK(stream != NULL)) return;
    lb_html_text(stream, text);
    fclose(stream);
    LB_CHECK_EQUAL_TEXT(out, expected);
    free(out);
}

static void markup_is_escaped(void)
{
    expect_text("a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;");
    expect_text("</title><script>", "&lt;/title&gt;&lt;script&gt;");
}

static void what_is_no_text_is_replaced(void)
{
    expect_text("\xC2\xB5m \xE2\x82\xAC \xF0\x9F\x98\x80",
                "\xC2\xB5m \xE2\x82\xAC \xF0\x9F\x98\x80");
    expect_text("a\x01"
                "b\x7F",
                "a" REPLACED "b" REPLACED);
    expect_text("\xC2\x85", REPLACED);
    expect_text("\xFF"
                "a",
                REPLACED "a");
    expect_text("\xC3", REPLACED);                           /* cut off */
    expect_text("\xC0\xAF", REPLACED REPLACED);              /* a slash in disguise */
    expect_text("\xED\xA0\x80", REPLACED REPLACED REPLACED); /* half of a pair */
    expect_text("\xF4\x90\x80\x80", REPLACED REPLACED REPLACED REPLACED);
}

static void numbers_are_set_apart_in_threes(void)
{
    char out[LB_HTML_NUMBER_SIZE];
    LB_CHECK_EQUAL_TEXT(lb_html_number(26286.4, 4, out), "26\xE2\x80\xAF"
                                                         "286");
    LB_CHECK_EQUAL_TEXT(lb_html_number(1234567.0, 4, out), "1\xE2\x80\xAF"
                                                           "234\xE2\x80\xAF"
                                                           "567");
    LB_CHECK_EQUAL_TEXT(lb_html_number(9999.0, 4, out), "9999");
    LB_CHECK_EQUAL_TEXT(lb_html_number(341.62, 4, out), "341.6");
    LB_CHECK_EQUAL_TEXT(lb_html_number(0.012345, 3, out), "0.0123");
    LB_CHECK_EQUAL_TEXT(lb_html_number(nan(""), 3, out), "nan");
}

/* The number after `key` in the n-th element that begins with `start`. */
static double number_in(const char *svg, const char *start, int n, const char *key)
{
    for (const char *at = strstr(svg, start); at != NULL; at = strstr(at + 1, start)) {
        if (n-- > 0) continue;
        const char *found = strstr(at, key);
        return found != NULL ? strtod(found + strlen(key), NULL) : nan("");
    }
    return nan("");
}

static void bars_are_as_long_as_their_values(void)
{
    struct lb_bar bars[2] = {
        {.label = "A", .text = "100", .value = 100, .min = 90, .max = 100, .mark = nan("")},
        {.label = "<B>", .text = "25", .colour = 3, .value = 25, .min = 25, .max = 25, .mark = 50}};
    const struct lb_bar_group group = {.title = "G & H", .bars = bars, .count = 2};
    char *svg = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&svg, &size);
    if (!LB_CHECK(stream != NULL)) return;
    lb_bars_write(stream, &group, 1, "MLUPs/s", "speeds");
    fclose(stream);
    const double first = number_in(svg, "<rect", 0, "width=\""),
                 second = number_in(svg, "<rect", 1, "width=\""),
                 from = number_in(svg, "<rect", 1, " x=\""),
                 mark = number_in(svg, "<line class=\"halo\"", 0, "x1=\"");
    LB_CHECK_NEAR(second / first, 0.25, 1e-3);
    LB_CHECK_NEAR((mark - from) / first, 0.5, 1e-3);
    LB_CHECK(strstr(svg, "class=\"c3\"") != NULL);
    LB_CHECK(strstr(svg, "&lt;B&gt;") != NULL && strstr(svg, "<B>") == NULL);
    LB_CHECK(strstr(svg, "G &amp; H") != NULL);
    free(svg);
}

int main(void)
{
    LB_TEST(markup_is_escaped);
    LB_TEST(what_is_no_text_is_replaced);
    LB_TEST(numbers_are_set_apart_in_threes);
    LB_TEST(bars_are_as_long_as_their_values);
    return lb_check_report();
}
