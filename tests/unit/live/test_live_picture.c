/* test_live_picture.c - a field of known colours as letters: which block is where, walls, and what fits.
 * SPDX-License-Identifier: MIT */
#include "live/live_picture.h"

#include <stdlib.h>
#include <string.h>

#include "shared/cell_flags.h"
#include "support/check.h"
#include "support/field_box.h"

enum { NX = 6, NY = 5, CELLS = NX * NY, CODES = 64, HIGHEST = 100 };
static const char half_block[] = "\xe2\x96\x80";

static double rho[CELLS], u[3 * CELLS];
static uint8_t flags[CELLS];
static struct lb_field_box box = {.size = {NX, NY, 1}, .rho = rho, .u = u};
static const struct lb_field_source source = {
    .size = {NX, NY, 1}, .flags = flags, .read = lb_field_box_read, .context = &box};
/* Lightness rises with the number, so the ends of the map are known colours. */
static const struct lb_picture picture = {.field = "density", .axis = 2, .low = 1.0, .high = 2.0};

struct shown {
    char *text;
    int lines;
};

static struct shown show(int columns, int rows)
{
    struct lb_error err = {0};
    struct shown s = {0};
    LB_CHECK_OK(lb_live_picture(&picture, &source, columns, rows, &s.text, &s.lines, &err), &err);
    return s;
}

static size_t count(const char *text, const char *part)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part))
        n++;
    return n;
}

/* Foreground and background of letter (line, column), as a terminal would have them. */
static void colours_of(const char *text, int line, int column, int *upper, int *lower)
{
    *upper = *lower = -1;
    for (const char *c = text; *c != '\0'; c++) {
        if (strncmp(c, "\033[38;5;", 7) == 0) *upper = atoi(c + 7);
        if (strncmp(c, "\033[48;5;", 7) == 0) *lower = atoi(c + 7);
        if (strncmp(c, "\033[0m", 4) == 0) *upper = *lower = -1;
        if (*c == '\n') line--;
        if (strncmp(c, half_block, 3) == 0 && line == 0 && column-- == 0) return;
    }
}

static void every_cell_has_its_half_of_a_letter(void)
{
    int upper, lower, low, high;
    memset(flags, 0, sizeof flags);
    for (int n = 0; n < CELLS; n++)
        rho[n] = 1.0;
    rho[4 * NX + 2] = 2.0; /* in the row on top */
    rho[1 * NX + 5] =
        2.0; /* two rows from the bottom: the upper half of the second line is y = 2 */
    flags[3 * NX + 0] = LB_CELL_SOLID;
    const struct shown s = show(HIGHEST, HIGHEST);
    if (!LB_CHECK(s.text != NULL)) return;
    LB_CHECK_EQUAL_INT(s.lines, 3);
    LB_CHECK_EQUAL_INT(count(s.text, "\n"), 3);
    LB_CHECK_EQUAL_INT(count(s.text, half_block), 3 * NX);
    colours_of(s.text, 0, 1, &low, &lower);
    LB_CHECK_EQUAL_INT(low, lower); /* both of density 1 */
    colours_of(s.text, 0, 2, &high, &lower);
    LB_CHECK(high != low && lower == low);
    colours_of(s.text, 1, 5, &upper, &lower);
    LB_CHECK(upper == low && lower == high);
    colours_of(s.text, 2, 3, &upper, &lower); /* below the box is nothing */
    LB_CHECK(upper == low && lower == -1);
    colours_of(s.text, 0, 0, &upper, &lower);
    LB_CHECK(upper == low && lower == 16 + 36 * 2 + 6 * 2 + 2); /* 0x808080 in the cube */
    free(s.text);
}

static void a_large_slice_is_averaged_until_it_fits(void)
{
    memset(flags, 0, sizeof flags);
    const struct shown s = show(3, 2);
    if (!LB_CHECK(s.text != NULL)) return;
    LB_CHECK_EQUAL_INT(s.lines, 2); /* blocks of 2 x 2: 3 x 3 of them */
    LB_CHECK_EQUAL_INT(count(s.text, half_block), 6);
    free(s.text);
    const struct shown one = show(1, 1);
    if (!LB_CHECK(one.text != NULL)) return;
    LB_CHECK_EQUAL_INT(count(one.text, half_block), 1);
    free(one.text);
}

static void what_is_no_field_is_refused(void)
{
    struct lb_error err = {0};
    char *text = NULL;
    int lines;
    const struct lb_picture wrong = {.field = "colour", .axis = 2};
    LB_CHECK_EQUAL_INT(lb_live_picture(&wrong, &source, 10, 10, &text, &lines, &err),
                       LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "no slice of 'colour'") != NULL);
}

int main(void)
{
    LB_TEST(every_cell_has_its_half_of_a_letter);
    LB_TEST(a_large_slice_is_averaged_until_it_fits);
    LB_TEST(what_is_no_field_is_refused);
    return lb_check_report();
}
