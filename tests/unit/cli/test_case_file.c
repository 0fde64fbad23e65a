/* test_case_file.c - case files: reading, refusing with file:line, writing what reads back.
 * SPDX-License-Identifier: MIT */
#include "cli/case_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parameters/case_file_write.h"
#include "parameters/section.h"
#include "support/check.h"

static const struct lb_parameter table[] = {
    {"radius", LB_PARAMETER_COUNT, "cells", "63", "15", 3, 1e4, "radius"},
    {"nu", LB_PARAMETER_NUMBER, "1", "1/3", NULL, 0, 1, "viscosity"},
    {"size", LB_PARAMETER_SIZE, "cells", "512,1024", NULL, 1, 65536, "box"},
    {"quick", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1, "small"},
    {"vtk", LB_PARAMETER_COUNT, "steps", NULL, NULL, 0, 1e15, "between files"},
    {0},
};
static char path[] = "/tmp/sluice-case-XXXXXX";

static void put(const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!LB_CHECK(file != NULL)) exit(lb_check_report());
    fputs(text, file);
    fclose(file);
}

static struct lb_values *create_values(void)
{
    struct lb_error err = {0};
    struct lb_values *values = NULL;
    LB_CHECK_OK(lb_values_create(table, NULL, &values, &err), &err);
    return values;
}

static struct lb_case_file *read_file(void)
{
    struct lb_error err = {0};
    struct lb_case_file *file = NULL;
    LB_CHECK_OK(lb_case_file_read(path, &file, &err), &err);
    return file;
}

static void keys_are_found_with_their_line(void)
{
    char where[256], expected[256];
    put("# a remark\n; another\n[case]\nsetup = karman\n\nprecision=fp32/fp16c\n"
        "device = Some GPU (12 GB), rev. 2\n");
    struct lb_case_file *file = read_file();
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "setup", where, sizeof where), "karman");
    snprintf(expected, sizeof expected, "%s:4: setup", path);
    LB_CHECK_EQUAL_TEXT(where, expected);
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "precision", where, sizeof where), "fp32/fp16c");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "device", where, sizeof where),
                        "Some GPU (12 GB), rev. 2");
    LB_CHECK(lb_case_file_text(file, "lattice", where, sizeof where) == NULL);
    LB_CHECK(lb_case_file_text(NULL, "setup", where, sizeof where) == NULL);
    lb_case_file_destroy(file);
}

static void parameters_are_applied(void)
{
    struct lb_error err = {0};
    uint32_t size[3];
    put("[parameters]\nradius = 20\r\nsize = 16,32\n[defaults]\nnu = 1/3\n[case]\nsetup = a\n");
    struct lb_case_file *file = read_file();
    struct lb_values *values = create_values();
    LB_CHECK_OK(lb_case_file_apply(file, values, &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_count(values, "radius"), 20);
    LB_CHECK_EQUAL_INT(lb_values_size(values, "size", size), 2);
    LB_CHECK(lb_values_is_set(values, "radius"));
    LB_CHECK(!lb_values_is_set(values, "nu"));
    LB_CHECK_CLOSE(lb_values_number(values, "nu"), 1.0 / 3.0, 0.0);
    LB_CHECK_OK(lb_case_file_apply(NULL, values, &err), &err);
    lb_values_destroy(values);
    lb_case_file_destroy(file);
}

static void refuse(const char *text, const char *words)
{
    struct lb_error err = {0};
    struct lb_case_file *file = NULL;
    char expected[512];
    put(text);
    LB_CHECK_EQUAL_INT(lb_case_file_read(path, &file, &err), LB_STATUS_USAGE);
    LB_CHECK(file == NULL);
    snprintf(expected, sizeof expected, "%s%s", path, words);
    if (!LB_CHECK(strstr(err.text, expected) != NULL)) printf("  message: %s\n", err.text);
}

static void wrong_files_are_refused_with_their_line(void)
{
    refuse("[case]\nsetup = a\nlattise = b\n", ":3: [case] has no key 'lattise'; did you mean");
    refuse("a = 1\n", ":1: this line stands before the first section; known: [case]");
    refuse("[case\nsetup = a\n", ":1: expected [section] or key = value");
    refuse("[case]\nsetup = a\nnonsense\n", ":3: expected [section] or key = value");
    refuse("[case]\nnonsense\nfoo = 1\n", ":2: expected [section] or key = value");
    refuse("[case]\nsetup = a\n\nsetup = b\n", ":4: 'setup' was given already, in line 2");
    refuse("[parameters]\na = 1\n[defaults]\na = 2\n", ":4: 'a' was given already, in line 2");
    char line[600];
    snprintf(line, sizeof line, "[case]\nsetup = %0500d\n", 1);
    refuse(line, ":2: this line is too long");
}

/* --- sections of a setup ------------------------------------------------------------------------------ */

static const struct lb_parameter box_keys[] = {
    {"size", LB_PARAMETER_POINT, "L", NULL, NULL, 0, 1e6, "extent"},
    {"fill", LB_PARAMETER_NUMBER, "1", "1", "1/2", 0, 1, "share"},
    {0},
};
static const struct lb_parameter body_keys[] = {
    {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0, "file"},
    {"pitch", LB_PARAMETER_NUMBER, "degrees", "0", NULL, -90, 90, "angle"},
    {0},
};
static const char *const one_of_body[] = {"mesh pitch", NULL};
static const struct lb_section_kind kinds[] = {
    {"box", false, false, box_keys, "the box", NULL, NULL},
    {"body", true, false, body_keys, "a body", one_of_body, NULL},
    {"expect", true, true, body_keys, "what is known", NULL, NULL},
    {0}};

static struct lb_values *create_with_sections(void)
{
    struct lb_error err = {0};
    struct lb_values *values = create_values();
    LB_CHECK_OK(lb_values_set_kinds(values, kinds, &err), &err);
    return values;
}

static void refuse_applied(const char *text, const char *words)
{
    struct lb_error err = {0};
    char expected[512];
    put(text);
    struct lb_case_file *file = read_file();
    struct lb_values *values = create_with_sections();
    LB_CHECK_EQUAL_INT(lb_case_file_apply(file, values, &err), LB_STATUS_USAGE);
    snprintf(expected, sizeof expected, "%s%s", path, words);
    if (!LB_CHECK(strstr(err.text, expected) != NULL)) printf("  message: %s\n", err.text);
    lb_values_destroy(values);
    lb_case_file_destroy(file);
}

static void wrong_sections_are_refused_with_their_line(void)
{
    refuse_applied("[parametres]\na = 1\n", ":1: there is no section [parametres]; did you mean");
    refuse_applied("[shapes]\na = 1\n", ":1: there is no section [shapes]; known: [case]");
    refuse_applied("[box]\n[bodi wing]\n",
                   ":2: there is no section [bodi wing]; did you mean 'body'");
    refuse_applied("[body]\npitch = 1\n", ":1: [body] needs a name of yours");
    refuse_applied("[box b]\nfill = 1\n", ":1: [box b]: there is one section [box]");
    refuse_applied("[body box]\n", ":1: [body box]: [box] is a section");
    refuse_applied("[body a b]\n", ":1: [body a b]: a name begins with a letter");
    refuse_applied("[body a.b]\n", ":1: [body a.b]: a name begins with a letter");
    refuse_applied("[box]\nfull = 1\n",
                   ":2: [box] has no key 'full' (in box.full=1); did you mean 'fill'");
    refuse_applied("[body w]\npitch = 91\n", ":2: w.pitch=91 is out of range");
    refuse_applied("[box]\nsize = 1,2,3,4\n", ":2: box.size=1,2,3,4 is not one to three numbers");
    refuse_applied("[box]\nsize = 1,,3\n", ":2: box.size=1,,3 is not one to three numbers");
    refuse("[body w]\npitch = 1\n[box]\n[body w]\n",
           ":4: the section [body w] was begun already, in line 1");
    refuse("[body w]\npitch = 1\npitch = 2\n", ":3: 'pitch' was given already, in line 2");
}

/* An unused heading counts, a copy outlives what it was made of, and what is written is the same again. */
static void sections_are_read_and_written(void)
{
    struct lb_error err = {0};
    struct lb_values *copy = NULL;
    double size[3];
    put("[box]\nsize = 0.5,2,-1e-3\n[body wing]\n[body tail]\npitch = -3\n[case]\nsetup = a\n");
    struct lb_case_file *file = read_file();
    struct lb_values *values = create_with_sections();
    LB_CHECK_EQUAL_INT(lb_case_file_apply(file, values, &err), LB_STATUS_USAGE); /* -1e-3 */
    err = (struct lb_error){0};
    lb_values_destroy(values);
    lb_case_file_destroy(file);
    put("[box]\nsize = 0.5,2,1/4\n[body wing]\n[body tail]\npitch = -3\n[expect tail]\npitch = "
        "5\n[case]\nsetup = a\n");
    file = read_file();
    values = create_with_sections();
    LB_CHECK_OK(lb_case_file_apply(file, values, &err), &err);
    LB_CHECK_OK(lb_values_copy(values, &copy, &err), &err);
    lb_values_destroy(values);
    LB_CHECK_EQUAL_INT(lb_values_section_count(copy), 4);
    LB_CHECK_EQUAL_TEXT(lb_values_section(copy, 1).name, "wing");
    LB_CHECK_EQUAL_INT(lb_values_point(copy, "box.size", size), 3);
    LB_CHECK_CLOSE(size[2], 0.25, 0.0);
    LB_CHECK_CLOSE(lb_values_number(copy, "tail.pitch"), -3.0, 0.0);
    LB_CHECK_CLOSE(lb_values_number(copy, "wing.pitch"), 0.0, 0.0);
    LB_CHECK_OK(lb_values_set(copy, "wing.pitch", "7", "command line", &err), &err);
    LB_CHECK_EQUAL_INT(lb_values_set(copy, "wnig.pitch", "7", "command line", &err),
                       LB_STATUS_USAGE);
    LB_CHECK(strstr(err.text,
                    "there is no section 'wnig' (in wnig.pitch=7); did you mean 'wing'") != NULL);
    lb_case_file_destroy(file);

    struct lb_case c = {.name = "a",
                        .lattice = lb_lattice_find("d3q19"),
                        .collision = lb_collision_find("srt"),
                        .storage = lb_number_format_find("fp32"),
                        .arithmetic = LB_ARITHMETIC_FP32};
    const struct lb_layout_wishes layout = {.lanes = 8};
    LB_CHECK_OK(lb_case_file_write(path, "a remark", &c, &layout, copy, &err), &err);
    file = read_file();
    values = create_with_sections();
    LB_CHECK_OK(lb_case_file_apply(file, values, &err), &err);
    static const char *const keys[] = {"box.size",   "box.fill",          "wing.pitch",
                                       "tail.pitch", "expect.tail.pitch", "radius"};
    for (size_t n = 0; n < sizeof keys / sizeof *keys; n++) {
        LB_CHECK_EQUAL_TEXT(lb_values_text(values, keys[n]), lb_values_text(copy, keys[n]));
        LB_CHECK_EQUAL_INT(lb_values_is_set(values, keys[n]), lb_values_is_set(copy, keys[n]));
    }
    LB_CHECK_OK(lb_values_apply_quick(values, &err), &err);
    LB_CHECK_CLOSE(lb_values_number(values, "box.fill"), 0.5, 0.0);
    lb_values_destroy(values);
    lb_values_destroy(copy);
    lb_case_file_destroy(file);
}

static void wrong_values_name_the_line(void)
{
    struct lb_error err = {0};
    char expected[256];
    put("[parameters]\n\nradius = 1\n");
    struct lb_case_file *file = read_file();
    struct lb_values *values = create_values();
    LB_CHECK_EQUAL_INT(lb_case_file_apply(file, values, &err), LB_STATUS_USAGE);
    snprintf(expected, sizeof expected, "%s:3: radius=1 is out of range", path);
    LB_CHECK(strstr(err.text, expected) != NULL);
    lb_values_destroy(values);
    lb_case_file_destroy(file);
}

static void missing_file_is_a_file_error(void)
{
    struct lb_error err = {0};
    struct lb_case_file *file = NULL;
    LB_CHECK_EQUAL_INT(lb_case_file_read("/nowhere/a.ini", &file, &err), LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "/nowhere/a.ini") != NULL);
    err = (struct lb_error){0};
    LB_CHECK_EQUAL_INT(lb_case_file_read("/tmp", &file, &err), LB_STATUS_FAILED);
}

/* Random bytes: refused or read, never a crash (the sanitizers watch). */
static void noise_does_no_harm(void)
{
    unsigned state = 12345;
    int read = 0, refused = 0;
    for (int i = 0; i < 300; i++) {
        FILE *out = fopen(path, "wb");
        if (!LB_CHECK(out != NULL)) return;
        for (int j = 0; j < 400; j++) {
            static const char alphabet[] = "[]=;#\n \tcase\r\"':setup\0\xff";
            state = state * 1103515245U + 12345U;
            fputc(alphabet[(state >> 16) % (sizeof alphabet - 1)], out);
        }
        fclose(out);
        struct lb_error err = {0};
        struct lb_case_file *file = NULL;
        if (lb_case_file_read(path, &file, &err) == LB_STATUS_OK)
            read++;
        else
            refused++;
        lb_case_file_destroy(file);
    }
    LB_CHECK_EQUAL_INT(read + refused, 300);
    LB_CHECK(refused > 0);
}

static void written_file_reads_back(void)
{
    struct lb_error err = {0};
    char where[256];
    struct lb_case c = {.name = "karman",
                        .lattice = lb_lattice_find("d3q19"),
                        .collision = lb_collision_find("srt"),
                        .storage = lb_number_format_find("fp16c"),
                        .arithmetic = LB_ARITHMETIC_FP32,
                        .streaming = LB_STREAMING_PULL,
                        .shift = false};
    const struct lb_layout_wishes layout = {.lanes = 8};
    struct lb_values *values = create_values();
    LB_CHECK_OK(lb_values_set(values, "quick", "1", "test", &err), &err);
    LB_CHECK_OK(lb_values_set(values, "nu", "0.1234567890123456", "test", &err), &err);
    LB_CHECK_OK(lb_values_apply_quick(values, &err), &err);
    LB_CHECK_OK(lb_case_file_write(path, "a remark", &c, &layout, values, &err), &err);

    struct lb_case_file *file = read_file();
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "setup", where, sizeof where), "karman");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "lattice", where, sizeof where), "d3q19");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "collision", where, sizeof where), "srt");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "precision", where, sizeof where), "fp32/fp16c");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "shift", where, sizeof where), "off");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "streaming", where, sizeof where), "pull");
    LB_CHECK_EQUAL_TEXT(lb_case_file_text(file, "lanes", where, sizeof where), "8");
    struct lb_values *again = create_values();
    LB_CHECK_OK(lb_case_file_apply(file, again, &err), &err);
    for (const struct lb_parameter *p = table; p->name != NULL; p++) {
        LB_CHECK_EQUAL_TEXT(lb_values_text(again, p->name), lb_values_text(values, p->name));
        LB_CHECK_EQUAL_INT(lb_values_is_set(again, p->name), lb_values_is_set(values, p->name));
        LB_CHECK(lb_values_number(again, p->name) == lb_values_number(values, p->name));
    }
    lb_values_destroy(again);
    lb_values_destroy(values);
    lb_case_file_destroy(file);
}

int main(void)
{
    int handle = mkstemp(path);
    if (!LB_CHECK(handle >= 0)) return lb_check_report();
    close(handle);
    LB_TEST(keys_are_found_with_their_line);
    LB_TEST(parameters_are_applied);
    LB_TEST(wrong_files_are_refused_with_their_line);
    LB_TEST(wrong_sections_are_refused_with_their_line);
    LB_TEST(sections_are_read_and_written);
    LB_TEST(wrong_values_name_the_line);
    LB_TEST(missing_file_is_a_file_error);
    LB_TEST(noise_does_no_harm);
    LB_TEST(written_file_reads_back);
    unlink(path);
    return lb_check_report();
}
