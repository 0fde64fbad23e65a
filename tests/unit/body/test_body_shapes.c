/* test_body_shapes.c - built-in bodies and outlines: closed, and as large as geometry says.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "body/body_shapes.h"
#include "support/check.h"

static const double pi = 3.14159265358979323846;

static struct lb_mesh make(const char *name, int dimensions, double cells)
{
    const struct lb_body_shape shape = {
        .name = name, .dimensions = dimensions, .cells = cells, .span = 3.0, .thickness = 0.25};
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    LB_CHECK_OK(lb_body_shape_make(&shape, &mesh, &err), &err);
    LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
    return mesh;
}

static double extent(const struct lb_mesh *mesh, int axis)
{
    double low[3], high[3];
    lb_mesh_bounds(mesh, low, high);
    LB_CHECK_NEAR(low[axis] + high[axis], 0.0, 1e-12);
    return high[axis] - low[axis];
}

static void round_bodies_have_the_volume_of_their_formula(void)
{
    struct lb_mesh sphere = make("sphere", 3, 64), cylinder = make("cylinder", 3, 64);
    struct lb_mesh disc = make("disc", 3, 64), flat = make("cylinder", 2, 64);
    LB_CHECK_CLOSE(lb_mesh_volume(&sphere), pi / 6, 2e-3);
    LB_CHECK_CLOSE(lb_mesh_area(&sphere), pi, 1e-3);
    LB_CHECK_CLOSE(lb_mesh_volume(&cylinder), 3 * pi / 4, 1e-3);
    LB_CHECK_CLOSE(lb_mesh_area(&cylinder), 3 * pi + pi / 2, 1e-3);
    LB_CHECK_NEAR(extent(&cylinder, 1), 3.0, 1e-12);
    LB_CHECK_CLOSE(lb_mesh_volume(&disc), 0.25 * pi / 4, 1e-3);
    LB_CHECK_NEAR(extent(&disc, 0), 0.25, 1e-12);
    LB_CHECK_CLOSE(lb_mesh_volume(&flat), pi / 4, 1e-3);
    LB_CHECK_NEAR(extent(&flat, 2), 1.0, 1e-12);
    lb_mesh_free(&sphere);
    lb_mesh_free(&cylinder);
    lb_mesh_free(&disc);
    lb_mesh_free(&flat);
}

/* The promise is a hundredth of a cell of a radius of half as many cells; the corners are on the circle. */
static void facets_miss_a_sphere_by_a_hundredth_of_a_cell(void)
{
    const double sizes[] = {8, 30, 64};
    for (int n = 0; n < 3; n++) {
        struct lb_mesh mesh = make("sphere", 3, sizes[n]);
        double worst = 0.0;
        for (size_t t = 0; t < mesh.triangle_count; t++) {
            double middle[3] = {0};
            for (size_t i = 0; i < 9; i++)
                middle[i % 3] += mesh.position[3 * mesh.corner[3 * t + i / 3] + i % 3] / 3;
            worst = fmax(worst, 0.5 - hypot(hypot(middle[0], middle[1]), middle[2]));
        }
        LB_CHECK(worst * sizes[n] < 0.01);
        lb_mesh_free(&mesh);
    }
}

static void a_box_is_a_cube(void)
{
    struct lb_mesh mesh = make("box", 3, 64);
    LB_CHECK_NEAR(lb_mesh_volume(&mesh), 1.0, 1e-12);
    LB_CHECK_NEAR(lb_mesh_area(&mesh), 6.0, 1e-12);
    LB_CHECK_EQUAL_INT(mesh.triangle_count, 12);
    lb_mesh_free(&mesh);
}

/* Half thicknesses of NACA 0012 in percent of the chord, Abbott and von Doenhoff, Theory of wing
 * sections, appendix III, with a trailing edge of 0.126 that is closed here: less by x^4 0.126. */
static void a_section_has_the_published_thickness(void)
{
    const double x[] = {0.0125, 0.05, 0.10, 0.20, 0.30, 0.50, 0.70};
    const double y[] = {1.894, 3.555, 4.683, 5.737, 6.002, 5.294, 3.664};
    for (int n = 0; n < 7; n++)
        LB_CHECK_NEAR(100.0 * lb_naca_half_thickness(0.12, x[n]), y[n] - 0.126 * pow(x[n], 4),
                      6e-4);
    LB_CHECK_NEAR(lb_naca_half_thickness(0.12, 1.0), 0.0, 1e-12);
}

/* Integral of twice the half thickness: 10 t (0.2969 2/3 - 0.1260/2 - 0.3516/3 + 0.2843/4 - 0.1036/5),
 * the same for a cambered section to first order. */
static void sections_are_closed_and_have_the_area_of_the_formula(void)
{
    const double area = 1.2 * (0.2969 * 2 / 3 - 0.063 - 0.1172 + 0.071075 - 0.02072);
    struct lb_mesh flat = make("naca0012", 2, 64), wing = make("naca0012", 3, 64);
    struct lb_mesh cambered = make("naca4412", 2, 400);
    LB_CHECK_CLOSE(lb_mesh_volume(&flat), area, 1e-3);
    LB_CHECK_CLOSE(lb_mesh_volume(&wing), 3 * area, 1e-3);
    LB_CHECK_CLOSE(lb_mesh_volume(&cambered), area, 5e-3);
    LB_CHECK_NEAR(extent(&wing, 1), 3.0, 1e-12);
    LB_CHECK_CLOSE(extent(&flat, 1), 0.12003, 1e-3);
    LB_CHECK_NEAR(extent(&flat, 0), 1.0, 1e-12);
    lb_mesh_free(&flat);
    lb_mesh_free(&wing);
    lb_mesh_free(&cambered);
}

/* 4 % of the chord at 0.4 of it, where its slope is 0, and nothing at the ends. */
static void a_camber_line_has_its_top_where_the_digits_say(void)
{
    double height, slope;
    lb_naca_camber(0.04, 0.4, 0.4, &height, &slope);
    LB_CHECK_NEAR(height, 0.04, 1e-15);
    LB_CHECK_NEAR(slope, 0.0, 1e-15);
    lb_naca_camber(0.04, 0.4, 0.0, &height, &slope);
    LB_CHECK_NEAR(height, 0.0, 1e-15);
    lb_naca_camber(0.04, 0.4, 1.0, &height, &slope);
    LB_CHECK_NEAR(height, 0.0, 1e-15);
    lb_naca_camber(0.04, 0.4, 0.2, &height, &slope);
    LB_CHECK_NEAR(height, 0.03, 1e-15); /* m/p^2 (2 p x - x^2) = 0.25 (0.16 - 0.04) */
    LB_CHECK_NEAR(slope, 0.1, 1e-15);
}

static void refuse(const char *name, int dimensions, const char *sentence)
{
    const struct lb_body_shape shape = {
        .name = name, .dimensions = dimensions, .cells = 64, .span = 1};
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_body_shape_make(&shape, &mesh, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_TEXT(err.text, sentence);
}

static void names_that_mean_nothing_are_refused(void)
{
    refuse("cone", 3,
           "'cone' is no built-in body; there are sphere, cylinder, box, disc, naca0012 "
           "(any four digits)");
    refuse("naca12", 3,
           "'naca12' is no built-in body; there are sphere, cylinder, box, disc, naca0012 "
           "(any four digits)");
    refuse("sphere", 2,
           "'sphere' is no body of two dimensions; there are cylinder, box and naca0012");
    refuse("naca0000", 3,
           "'naca0000' has no thickness: its last two digits are the thickness in "
           "percent of the chord");
    refuse("naca2012", 3,
           "'naca2012' has a camber of 2 % of the chord at no place: its second digit, "
           "1 to 9, is the place in tenths of the chord");
}

/* --- outlines --------------------------------------------------------------------------------- */

static enum lb_status read_outline(const char *text, struct lb_mesh *mesh, struct lb_error *err)
{
    FILE *file = fopen("outline.csv", "w");
    LB_CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
    return lb_body_outline_read("outline.csv", mesh, err);
}

/* An L of five of nine squares, either way round, with the first point again at the end and one on a
 * side. */
static void an_outline_becomes_a_prism_of_its_area(void)
{
    const char *const texts[] = {"x,y\n0,0\n3,0\n3,1\n1,1\n1,3\n0,3\n",
                                 "n,x,y\n1,0,0\n2,0,3\n3,1,3\n4,1,1\n5,3,1\n6,3,0\n7,1,0\n8,0,0\n"};
    for (int n = 0; n < 2; n++) {
        struct lb_mesh mesh = {0};
        struct lb_error err = {0};
        LB_CHECK_OK(read_outline(texts[n], &mesh, &err), &err);
        LB_CHECK_OK(lb_mesh_check(&mesh, &err), &err);
        LB_CHECK_NEAR(lb_mesh_volume(&mesh), 3 * 5, 1e-12);
        LB_CHECK_NEAR(lb_mesh_area(&mesh), 2 * 5 + 3 * 12, 1e-12);
        lb_mesh_free(&mesh);
    }
}

static void refuse_outline(const char *text, const char *sentence)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    LB_CHECK(read_outline(text, &mesh, &err) != LB_STATUS_OK);
    LB_CHECK_EQUAL_TEXT(err.text, sentence);
    LB_CHECK(mesh.corner == NULL);
}

static void outlines_that_enclose_nothing_are_refused(void)
{
    refuse_outline(
        "x,y\n0,0\n2,2\n2,0\n0,2\n",
        "the outline 'outline.csv' crosses itself: its sides from (0, 0) and from (2, 0) "
        "meet");
    refuse_outline(
        "x,y\n0,0\n4,0\n4,4\n2,0\n0,4\n",
        "the outline 'outline.csv' crosses itself: its sides from (0, 0) and from (2, 0) "
        "meet");
    refuse_outline(
        "x,y\n0,0\n4,0\n2,0\n2,1\n",
        "the outline 'outline.csv' crosses itself: its sides from (0, 0) and from (4, 0) "
        "meet");
    refuse_outline("x,y\n0,0\n4,0\n4,0\n0,0\n",
                   "the outline 'outline.csv' has 2 different points; at least three make one");
    refuse_outline(
        "x,y\n0,0\nnan,0\n4,4\n",
        "the outline 'outline.csv' has nan for x of point 2; numbers may be up to 3.4e+38");
    refuse_outline("x,y\n0,0\n1e9,0\n1e9,1e-9\n0,1e-9\n",
                   "the outline 'outline.csv' is as thin as a line: it must enclose an area");
    refuse_outline(
        "x,y\n2,0\n4,4\n4,0\n0,0\n0,4\n",
        "the outline 'outline.csv' crosses itself: its sides from (2, 0) and from (4, 0) "
        "meet");
    refuse_outline(
        "a,b\n0,0\n",
        "'outline.csv' has no columns 'x' and 'y': its first row, names between commas, begins "
        "with 'a'");
    refuse_outline("0,0\n1,0\nx,1\n",
                   "outline.csv:3: a row that begins with 'x' has no numbers for 'x' and 'y'");
    refuse_outline("Wing\nno numbers here\n",
                   "'outline.csv' has no columns 'x' and 'y': it begins with 'Wing', and no two "
                   "numbers follow");
}

/* The L again, as other programs write it. */
static void outlines_of_other_programs_are_read(void)
{
    const char *const texts[] = {
        "x\ty\n0\t0\n3\t0\n3\t1\n1\t1\n1\t3\n0\t3\n",
        "X;Y\n0;0\n3;0\n3;1,0\n1;1\n1;3e0\n0;3\n",
        "0,0\n3,0\n3,1\n1,1\n1,3\n0,3\n",
        "\"Y\";\"n\";\"X\"\n0;1;0\n0;2;3\n1;3;3\n1;4;1\n3;5;1\n3;6;0\n",
        "# points\n  0 0\n  3.0   0\n3 1\n\n1 1\n1 3\n0 3\n",
        "AN L 3-1, OF FIVE SQUARES; TESTED\n 3 0\n 3 1\n 1 1\n 1 3\n 0 3\n 0 0\n"};
    for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
        struct lb_mesh mesh = {0};
        struct lb_error err = {0};
        LB_CHECK_OK(read_outline(texts[n], &mesh, &err), &err);
        LB_CHECK_NEAR(lb_mesh_volume(&mesh), 3 * 5, 1e-12);
        LB_CHECK_NEAR(lb_mesh_area(&mesh), 2 * 5 + 3 * 12, 1e-12);
        lb_mesh_free(&mesh);
    }
}

/* A section of 12 %, thick as its formula says, in Selig's order, round from the tail, and in Lednicer's, two
 * sides from the nose on. */
static void airfoil_files_of_both_orders_are_the_same_section(void)
{
    enum { SIDE = 41 };
    char selig[8192] = "NACA 0012, round\n", lednicer[8192] = "NACA 0012, by sides\n";
    double x[SIDE], y[SIDE], area = 0.0;
    for (int n = 0; n < SIDE; n++) {
        x[n] = 0.5 - 0.5 * cos(acos(-1.0) * n / (SIDE - 1));
        y[n] = lb_naca_half_thickness(0.12, x[n]);
        if (n > 0) area += (y[n] + y[n - 1]) * (x[n] - x[n - 1]);
    }
    for (int n = SIDE - 1; n > -SIDE; n--)
        snprintf(selig + strlen(selig), sizeof selig - strlen(selig), " %.8f %.8f\n", x[abs(n)],
                 n < 0 ? -y[-n] : y[n]);
    snprintf(lednicer + strlen(lednicer), sizeof lednicer - strlen(lednicer), "  %d. %d.\n\n", SIDE,
             SIDE);
    for (int n = 0; n < 2 * SIDE; n++)
        snprintf(lednicer + strlen(lednicer), sizeof lednicer - strlen(lednicer), "%s %.8f %.8f\n",
                 n == SIDE ? "\n" : "", x[n % SIDE], n < SIDE ? y[n] : -y[n - SIDE]);
    for (int n = 0; n < 2; n++) {
        struct lb_mesh mesh = {0};
        struct lb_error err = {0};
        double low[3], high[3];
        LB_CHECK_OK(read_outline(n == 0 ? selig : lednicer, &mesh, &err), &err);
        LB_CHECK_NEAR(lb_mesh_volume(&mesh), 3 * area, 1e-6);
        lb_mesh_bounds(&mesh, low, high);
        LB_CHECK(low[0] == 0.0 && high[0] == 1.0);
        LB_CHECK_NEAR(high[1] - low[1], 0.12, 2e-4);
        lb_mesh_free(&mesh);
    }
}

/* As spreadsheets write it: a mark before the first name, blanks behind commas, carriage returns. */
static void outlines_of_spreadsheets_are_read(void)
{
    struct lb_mesh mesh = {0};
    struct lb_error err = {0};
    const char *text = "\xef\xbb\xbfx, y\r\n0, 0\r\n1 ,0\r\n1,\t1\r\n";
    LB_CHECK_OK(read_outline(text, &mesh, &err), &err);
    LB_CHECK_EQUAL_INT(mesh.node_count, 6);
    lb_mesh_free(&mesh);
}

int main(void)
{
    LB_TEST(round_bodies_have_the_volume_of_their_formula);
    LB_TEST(facets_miss_a_sphere_by_a_hundredth_of_a_cell);
    LB_TEST(a_box_is_a_cube);
    LB_TEST(a_section_has_the_published_thickness);
    LB_TEST(sections_are_closed_and_have_the_area_of_the_formula);
    LB_TEST(a_camber_line_has_its_top_where_the_digits_say);
    LB_TEST(names_that_mean_nothing_are_refused);
    LB_TEST(an_outline_becomes_a_prism_of_its_area);
    LB_TEST(outlines_that_enclose_nothing_are_refused);
    LB_TEST(outlines_of_other_programs_are_read);
    LB_TEST(airfoil_files_of_both_orders_are_the_same_section);
    LB_TEST(outlines_of_spreadsheets_are_read);
    return lb_check_report();
}
