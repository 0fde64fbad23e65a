/* test_picture_choice.c - words for pictures, right and wrong ones.
 * SPDX-License-Identifier: MIT */
#include "plot/picture_choice.h"

#include <stdio.h>
#include <string.h>

#include "support/check.h"

static const uint32_t size[3] = {40, 30, 20};
static const struct lb_picture_box box = {size, LB_FIELD_FLAGS};
static const struct lb_picture usual = {
    .field = "speed", .axis = 1, .low = 0.0, .high = 0.5, .is_turned = true};

static enum lb_status choose(const char *pictures, const char *ranges,
                             struct lb_picture_choice *out, struct lb_error *err)
{
    const struct lb_picture_words words = {pictures, ranges, "", "", 0};
    return lb_picture_choose(&words, &usual, &box, out, err);
}

static void without_words_it_is_the_setups_own(void)
{
    struct lb_picture_choice c;
    struct lb_error err = {0};
    LB_CHECK_OK(choose("", "", &c, &err), &err);
    LB_CHECK_EQUAL_INT(c.count, 1);
    LB_CHECK_EQUAL_TEXT(c.names[0], "picture");
    LB_CHECK(c.pictures[0].high == 0.5 && c.pictures[0].axis == 1 && c.pictures[0].is_turned);
    const struct lb_picture_words none = {"", "", "", "", 0};
    const struct lb_picture nothing = {0};
    LB_CHECK_OK(lb_picture_choose(&none, &nothing, &box, &c, &err), &err);
    LB_CHECK_EQUAL_INT(c.count, 0);
}

static void words_name_field_component_and_plane(void)
{
    struct lb_picture_choice c;
    struct lb_error err = {0};
    LB_CHECK_OK(choose("vorticity@z=12,velocity.y@x,speed,q@y=29", "", &c, &err), &err);
    LB_CHECK_EQUAL_INT(c.count, 4);
    LB_CHECK_EQUAL_TEXT(c.names[0], "vorticity_z12");
    LB_CHECK(c.pictures[0].axis == 2 && c.pictures[0].has_plane && c.pictures[0].plane == 12);
    LB_CHECK(c.pictures[0].low == c.pictures[0].high); /* fitted */
    LB_CHECK_EQUAL_TEXT(c.names[1], "velocity_y_x");
    LB_CHECK(c.pictures[1].axis == 0 && c.pictures[1].component == 1 && !c.pictures[1].has_plane);
    LB_CHECK(!c.pictures[1].is_turned);
    LB_CHECK_EQUAL_TEXT(c.names[2], "speed");
    LB_CHECK(c.pictures[2].axis == 1 && c.pictures[2].high == 0.5 && c.pictures[2].is_turned);
    LB_CHECK_EQUAL_TEXT(c.names[3], "q_y29");
}

static void a_range_is_for_one_or_for_all(void)
{
    struct lb_picture_choice c;
    struct lb_error err = {0};
    LB_CHECK_OK(choose("speed,vorticity", "-1e-3:0.25", &c, &err), &err);
    LB_CHECK(c.pictures[0].low == -1e-3 && c.pictures[1].low == -1e-3);
    LB_CHECK_OK(choose("speed,vorticity", "0:1,-2:2", &c, &err), &err);
    LB_CHECK(c.pictures[0].high == 1.0 && c.pictures[1].low == -2.0);
}

static void maps_flows_and_sizes_are_for_all(void)
{
    struct lb_picture_choice c;
    struct lb_error err = {0};
    const struct lb_picture_words words = {"speed,vorticity", "", "fire", "streamlines", 300};
    LB_CHECK_OK(lb_picture_choose(&words, &usual, &box, &c, &err), &err);
    for (int n = 0; n < 2; n++) {
        LB_CHECK_EQUAL_TEXT(c.pictures[n].map->name, "fire");
        LB_CHECK_EQUAL_INT(c.pictures[n].flow, LB_PICTURE_STREAMLINES);
        LB_CHECK_EQUAL_INT(c.pictures[n].side, 300);
    }
}

static void what_is_no_picture_is_told(void)
{
    static const struct {
        const char *pictures, *ranges, *told;
    } wrong[] = {
        {"sped", "", "did you mean 'speed'"},
        {"velocity", "", "velocity.x, velocity.y or velocity.z"},
        {"velocity.w", "", "a component is x, y or z"},
        {"speed.x", "", "speed has one component"},
        {"vorticity.x", "", "normal to their plane"},
        {"fill", "", "no free surface"},
        {"speed@w", "", "'@w' is no plane"},
        {"speed@z=", "", "is no plane"},
        {"speed@z=-1", "", "is no plane"},
        {"speed@z=3x", "", "is no plane"},
        {"speed@z=20", "", "20 cells along z"},
        {"speed,speed", "", "there twice"},
        {"speed,,q", "", "picture"},
        {"speed", "1", "LOW:HIGH"},
        {"speed", "1:1", "LOW:HIGH"},
        {"speed", "2:1", "LOW:HIGH"},
        {"speed", "0:inf", "LOW:HIGH"},
        {"speed", "0:1,0:2", "more ranges than pictures"},
        {"speed,q,density", "0:1,0:2", "2 ranges for 3 pictures"},
    };
    for (size_t n = 0; n < sizeof wrong / sizeof *wrong; n++) {
        struct lb_picture_choice c;
        struct lb_error err = {0};
        LB_CHECK_EQUAL_INT(choose(wrong[n].pictures, wrong[n].ranges, &c, &err), LB_STATUS_USAGE);
        LB_CHECK(strstr(err.text, wrong[n].told) != NULL);
        if (strstr(err.text, wrong[n].told) == NULL) printf("  %s\n", err.text);
    }
}

int main(void)
{
    LB_TEST(without_words_it_is_the_setups_own);
    LB_TEST(words_name_field_component_and_plane);
    LB_TEST(a_range_is_for_one_or_for_all);
    LB_TEST(maps_flows_and_sizes_are_for_all);
    LB_TEST(what_is_no_picture_is_told);
    return lb_check_report();
}
