/* test_parameter.c - key=value: what is understood, what is refused and how the refusal reads.
 * SPDX-License-Identifier: MIT */
#include "parameters/parameter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number_text.h"
#include "support/check.h"

static const struct lb_parameter own[] = {
    {"radius", LB_PARAMETER_COUNT, "cells", "63", "15", 3, 1e4, "radius of the pipe"},
    {"re", LB_PARAMETER_NUMBER, "1", "10", NULL, 0.1, 1e3, "Reynolds number"},
    {"viscosity", LB_PARAMETER_NUMBER, "cells^2/step", "1/3", NULL, 1e-6, 10, "viscosity"},
    {"wall", LB_PARAMETER_WORD, "1", "flat", NULL, 0, 0, "flat or curved"},
    {"size", LB_PARAMETER_SIZE, "cells", "512,1024", "128x256", 1, 65536, "box"},
    {"steps", LB_PARAMETER_COUNT, "steps", "7", NULL, 1, 100, "hides the common one"},
    {0},
};
static const struct lb_parameter common[] = {
    {"quick", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1, "small"},
    {"steps", LB_PARAMETER_COUNT, "steps", "0", NULL, 0, 1e15, "most steps"},
    {"vtk", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15, "between files"},
    {0},
};

static struct lb_values *create(void)
{
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    LB_CHECK_OK(lb_values_create(own, common, &v, &err), &err);
    return v;
}

static void set(struct lb_values *v, const char *key, const char *text)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_values_set(v, key, text, "test", &err), &err);
}

static void refuse(struct lb_values *v, const char *key, const char *text, const char *words)
{
    struct lb_error err = {0};
    char before[200];
    bool is_known = strcmp(key, "radus") != 0;
    snprintf(before, sizeof before, "%s", is_known ? lb_values_text(v, key) : "");
    LB_CHECK_EQUAL_INT(lb_values_set(v, key, text, "case.ini:12", &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_INT(err.status, LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "case.ini:12") != NULL);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("  message: %s\n", err.text);
    if (is_known) LB_CHECK_EQUAL_TEXT(lb_values_text(v, key), before);
}

static void defaults_are_there(void)
{
    struct lb_values *v = create();
    uint32_t size[3] = {0, 0, 99};
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 63);
    LB_CHECK(lb_values_number(v, "viscosity") == 1.0 / 3.0);
    LB_CHECK_EQUAL_INT(lb_values_size(v, "size", size), 2);
    LB_CHECK_EQUAL_INT(size[0], 512);
    LB_CHECK_EQUAL_INT(size[1], 1024);
    LB_CHECK_EQUAL_INT(size[2], 99); /* not given, not touched */
    LB_CHECK(!lb_values_flag(v, "quick"));
    LB_CHECK(!lb_values_is_set(v, "radius"));
    LB_CHECK_EQUAL_TEXT(lb_values_text(v, "vtk"), "");
    LB_CHECK_EQUAL_INT(lb_values_count(v, "vtk"), 0);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "steps"), 7);
    lb_values_destroy(v);
}

static void numbers_are_understood(void)
{
    struct lb_values *v = create();
    static const struct {
        const char *text;
        double value;
    } numbers[] = {{"0.5", 0.5}, {"1e-1", 0.1}, {"1/3", 1.0 / 3.0}, {"2.5e2", 250.0}, {".25", 0.25},
                   {"1.", 1.0},  {"+3", 3.0},   {"1e2/4e1", 2.5},   {"1E+2", 100.0}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        set(v, "re", numbers[i].text);
        LB_CHECK(lb_values_number(v, "re") == numbers[i].value);
        LB_CHECK(lb_values_is_set(v, "re"));
    }
    set(v, "radius", "1e3");
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 1000);
    LB_CHECK_EQUAL_TEXT(lb_values_text(v, "radius"), "1000");
    set(v, "vtk", "1e15");
    LB_CHECK(lb_values_count(v, "vtk") == 1000000000000000ULL);
    lb_values_destroy(v);
}

static void sizes_are_understood(void)
{
    struct lb_values *v = create();
    static const char *const texts[] = {"16,32,64", "16x32x64", "1.6e1,32,64"};
    for (size_t i = 0; i < 3; i++) {
        uint32_t size[3] = {0};
        set(v, "size", texts[i]);
        LB_CHECK_EQUAL_INT(lb_values_size(v, "size", size), 3);
        LB_CHECK_EQUAL_INT(size[0], 16);
        LB_CHECK_EQUAL_INT(size[1], 32);
        LB_CHECK_EQUAL_INT(size[2], 64);
        LB_CHECK_EQUAL_TEXT(lb_values_text(v, "size"), "16,32,64");
    }
    lb_values_destroy(v);
}

static void nonsense_is_refused(void)
{
    struct lb_values *v = create();
    static const char *const numbers[] = {"",     " 1",    "1 ",  "nan", "inf",   "-inf",
                                          "0x10", "1e",    "abc", "1,5", "1e999", "1/0",
                                          "0/0",  "1/2/3", "--1", "1/"};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        refuse(v, "re", numbers[i], "is not a number");
    static const char *const counts[] = {"1.5", "-1.5", "1e-17", "10 cells"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        refuse(v, "radius", counts[i], "is not a whole number");
    static const char *const sizes[] = {"",     "1,2,3,4", "1,",    ",1",
                                        "1,,2", "1x2,3",   "1.5,2", "2e-1,2"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        refuse(v, "size", sizes[i], "is not one to three whole numbers");
    static const char *const flags[] = {"2", "", "yes", "01", "-0"};
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        refuse(v, "quick", flags[i], "is not 0 or 1");
    refuse(v, "wall", "flat,curved", "is not one word, without a comma");
    lb_values_destroy(v);
}

static void ranges_are_inclusive_and_named(void)
{
    struct lb_values *v = create();
    set(v, "radius", "3");
    set(v, "radius", "10000");
    set(v, "re", "0.1");
    set(v, "re", "1e3");
    refuse(v, "radius", "2", "radius=2 is out of range; radius goes from 3 to 10000 cells");
    refuse(v, "radius", "10001", "out of range");
    refuse(v, "radius", "-1", "radius=-1 is out of range; radius goes from 3 to 10000 cells");
    refuse(v, "radius", "1e17", "radius=1e17 is out of range");
    refuse(v, "size", "-1,2", "size=-1,2 is out of range; size goes from 1 to 65536 cells");
    refuse(v, "size", "1e17,2", "out of range");
    refuse(v, "re", "1000.0000000001", "re goes from 0.1 to 1000 (Reynolds number)");
    refuse(v, "re", "-1", "out of range");
    refuse(v, "size", "0,5", "from 1 to 65536 cells");
    refuse(v, "size", "5,65537", "out of range");
    refuse(v, "viscosity", "0", "from 1e-6 to 10 cells^2/step");
    lb_values_destroy(v);
}

static void unknown_key_names_the_nearest(void)
{
    struct lb_values *v = create();
    refuse(v, "radus", "3", "did you mean 'radius'?");
    refuse(v, "radus", "3", "known: radius re viscosity wall size steps quick vtk");
    lb_values_destroy(v);
}

static void quick_changes_only_what_nobody_set(void)
{
    struct lb_error err = {0};
    struct lb_values *v = create();
    uint32_t size[3];
    set(v, "radius", "63"); /* the default, but asked for */
    LB_CHECK_OK(lb_values_apply_quick(v, &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 63);
    lb_values_size(v, "size", size);
    LB_CHECK_EQUAL_INT(size[0], 128);
    LB_CHECK_EQUAL_TEXT(lb_values_text(v, "re"), "10");
    LB_CHECK(!lb_values_is_set(v, "size"));
    lb_values_destroy(v);
}

/* What a case file wrote down as a default is one where it is; else somebody set it. */
static void fixed_defaults_are_set_where_they_are_none(void)
{
    struct lb_error err = {0};
    struct lb_values *v = create();
    uint32_t size[3];
    LB_CHECK_OK(lb_values_fix(v, "radius", "40", "case.ini:3", &err), &err);
    LB_CHECK_OK(lb_values_fix(v, "size", "512x1024", "case.ini:4", &err), &err);
    LB_CHECK(lb_values_is_set(v, "radius") && !lb_values_is_set(v, "size"));
    LB_CHECK_OK(lb_values_apply_quick(v, &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 40);
    lb_values_size(v, "size", size);
    LB_CHECK_EQUAL_INT(size[0], 128);
    lb_values_destroy(v);
}

/* The file of a run with quick=1. */
static void fixed_quick_defaults_are_defaults(void)
{
    struct lb_error err = {0};
    struct lb_values *v = create();
    uint32_t size[3];
    lb_values_size(v, "size", size);
    const uint32_t full = size[0];
    set(v, "quick", "1");
    LB_CHECK_OK(lb_values_fix(v, "size", "128,256", "case.ini:4", &err), &err);
    LB_CHECK_OK(lb_values_fix(v, "radius", "63", "case.ini:3", &err), &err);
    LB_CHECK(!lb_values_is_set(v, "size") && lb_values_is_set(v, "radius"));
    LB_CHECK_OK(lb_values_drop_quick(v, &err), &err);
    lb_values_size(v, "size", size);
    LB_CHECK_EQUAL_INT(size[0], full);
    lb_values_destroy(v);
}

static void note_name(const struct lb_parameter *p, const char *text, void *context)
{
    char *list = context;
    size_t used = strlen(list);
    snprintf(list + used, 200 - used, "%s=%s ", p->name, text);
}

static void visiting_keeps_the_order(void)
{
    struct lb_values *v = create();
    char list[200] = "";
    lb_values_visit(v, note_name, list);
    LB_CHECK_EQUAL_TEXT(
        list, "radius=63 re=10 viscosity=1/3 wall=flat size=512,1024 steps=7 quick=0 vtk= ");
    lb_values_destroy(v);
}

/* Canonical texts are read back as the same numbers: a case file gives the same run. */
static void canonical_text_reads_back_exactly(void)
{
    uint64_t bits = 88172645463325252ULL;
    for (int i = 0; i < 20000; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double value, back = 0.0;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[40];
        lb_number_print(value, text, sizeof text);
        bool same = lb_number_parse(text, strlen(text), &back) && back == value;
        if (!same) LB_CHECK_EQUAL_TEXT(text, "a text that reads back");
    }
    char text[40];
    lb_number_print(1e15, text, sizeof text);
    LB_CHECK_EQUAL_TEXT(text, "1e15");
    lb_number_print(1e-6, text, sizeof text);
    LB_CHECK_EQUAL_TEXT(text, "1e-6");
    lb_number_print(0.1, text, sizeof text);
    LB_CHECK_EQUAL_TEXT(text, "0.1");
}

static void wrong_default_is_reported(void)
{
    static const struct lb_parameter wrong[] = {
        {"a", LB_PARAMETER_NUMBER, "1", "5", NULL, 0, 1, "default out of range"}, {0}};
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    LB_CHECK_EQUAL_INT(lb_values_create(wrong, NULL, &v, &err), LB_STATUS_USAGE);
    LB_CHECK(v == NULL);
}

static void bytes_have_units(void)
{
    static const struct lb_parameter bytes[] = {
        {"memory", LB_PARAMETER_BYTES, "bytes", "2M", NULL, 1, 1e12, "bytes of a buffer"},
        {0},
    };
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    LB_CHECK_OK(lb_values_create(bytes, NULL, &v, &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(v, "memory"), 2 << 20);
    set(v, "memory", "512");
    LB_CHECK_EQUAL_INT(lb_values_count(v, "memory"), 512);
    set(v, "memory", "3k");
    LB_CHECK_EQUAL_INT(lb_values_count(v, "memory"), 3072);
    set(v, "memory", "4G");
    LB_CHECK(lb_values_count(v, "memory") == UINT64_C(4) << 30);
    LB_CHECK_EQUAL_TEXT(lb_values_text(v, "memory"), "4294967296");
    refuse(v, "memory", "4T", "512M, 4G");
    refuse(v, "memory", "G", "512M, 4G");
    refuse(v, "memory", "0.5.G", "512M, 4G");
    refuse(v, "memory", "4000G", "out of range");
    lb_values_destroy(v);
}

/* A case file takes what is behind ` ;` for a comment, and a list of files what is behind a comma for the
 * next one. */
static void names_of_files_are_kept_or_refused(void)
{
    static const struct lb_parameter files[] = {
        {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0, "a file"},
        {"body", LB_PARAMETER_FILES, "1", NULL, NULL, 0, 0, "files"},
        {"profile", LB_PARAMETER_WORD_OR_FILE, "1", "flat", NULL, 0, 0, "a word or a file"},
        {0},
    };
    static const char *const words[][2] = {{"power:0.16", "power:0.16"},
                                           {"developed", "developed"},
                                           {"a,b.csv", "/c/a,b.csv"},
                                           {"b/speeds", "/c/b/speeds"},
                                           {"/d/speeds", "/d/speeds"}};
    static const char *const good[] = {"/a;b.off", "/#1.off", "/say \"x\".off", "/a=b.off"};
    static const char *const bad[] = {"/a ;b.off", "/a.off ", "/a\nb.off", "/a\tb.off"};
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    char out[200];
    LB_CHECK_OK(lb_values_create(files, NULL, &v, &err), &err);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        set(v, "mesh", good[i]);
        LB_CHECK_EQUAL_TEXT(lb_values_text(v, "mesh"), good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        refuse(v, "mesh", bad[i], "is not a plain text");
    refuse(v, "mesh", "", "mesh= has no value; it takes a file");
    LB_CHECK_OK(lb_values_files_in(v, "mesh", "c,d.off", "/a,b/", out, sizeof out, &err), &err);
    LB_CHECK_EQUAL_TEXT(out, "/a,b/c,d.off");
    LB_CHECK_EQUAL_INT(lb_values_files_in(v, "body", "c.off", "/a,b/", out, sizeof out, &err),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text, "the folder '/a,b/' has one in its name") != NULL);
    for (size_t n = 0; n < sizeof words / sizeof words[0]; n++) {
        LB_CHECK_OK(lb_values_files_in(v, "profile", words[n][0], "/c/", out, sizeof out, &err),
                    &err);
        LB_CHECK_EQUAL_TEXT(out, words[n][1]);
    }
    lb_values_destroy(v);
}

/* A folder that is a link has another one above it than the one whose name precedes it. */
static void dots_lead_out_of_names(void)
{
    static const struct lb_parameter files[] = {
        {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0, "a file"}, {0}};
    static const char *const cases[][3] = {{"../in/a.off", "/run/checkpoint/", "/run/in/a.off"},
                                           {"../../a.off", "/b/c/", "/a.off"},
                                           {"../a.off", "c/", "a.off"},
                                           {"./../a.off", "c/d/", "c/a.off"},
                                           {"../../a.off", "c/", "../a.off"},
                                           {"../a.off", "../", "../../a.off"},
                                           {"../a.off", "/", "/../a.off"},
                                           {"../a.off", "", "../a.off"}};
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    char out[200];
    LB_CHECK_OK(lb_values_create(files, NULL, &v, &err), &err);
    for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
        LB_CHECK_OK(lb_values_files_in(v, "mesh", cases[n][0], cases[n][1], out, sizeof out, &err),
                    &err);
        LB_CHECK_EQUAL_TEXT(out, cases[n][2]);
    }
    lb_values_destroy(v);
}

static void a_copy_goes_its_own_way(void)
{
    struct lb_error err = {0};
    struct lb_values *v = create(), *copy = NULL;
    set(v, "re", "20");
    LB_CHECK_OK(lb_values_copy(v, &copy, &err), &err);
    set(copy, "radius", "20");
    lb_values_put(copy, "steps", 50.0);
    lb_values_put(copy, "re", 0.1);
    LB_CHECK_EQUAL_TEXT(lb_values_text(copy, "steps"), "50");
    LB_CHECK_EQUAL_TEXT(lb_values_text(copy, "re"), "0.1");
    LB_CHECK(lb_values_is_set(copy, "steps") && !lb_values_is_set(v, "steps"));
    LB_CHECK_EQUAL_INT(lb_values_count(v, "radius"), 63);
    LB_CHECK_EQUAL_TEXT(lb_values_text(v, "re"), "20");
    lb_values_destroy(v);
    LB_CHECK_EQUAL_INT(lb_values_count(copy, "radius"), 20);
    refuse(copy, "radus", "20", "'radius'");
    LB_CHECK(lb_values_parameter(copy, "size")->kind == LB_PARAMETER_SIZE);
    LB_CHECK(lb_values_parameter(copy, "length") == NULL);
    lb_values_destroy(copy);
}

int main(void)
{
    LB_TEST(defaults_are_there);
    LB_TEST(numbers_are_understood);
    LB_TEST(sizes_are_understood);
    LB_TEST(nonsense_is_refused);
    LB_TEST(ranges_are_inclusive_and_named);
    LB_TEST(unknown_key_names_the_nearest);
    LB_TEST(quick_changes_only_what_nobody_set);
    LB_TEST(fixed_defaults_are_set_where_they_are_none);
    LB_TEST(fixed_quick_defaults_are_defaults);
    LB_TEST(visiting_keeps_the_order);
    LB_TEST(canonical_text_reads_back_exactly);
    LB_TEST(wrong_default_is_reported);
    LB_TEST(bytes_have_units);
    LB_TEST(names_of_files_are_kept_or_refused);
    LB_TEST(dots_lead_out_of_names);
    LB_TEST(a_copy_goes_its_own_way);
    return lb_check_report();
}
