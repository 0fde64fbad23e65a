/* test_input_files.c - files that a case names: copied, spelled in case files, and missed when they change.
 * SPDX-License-Identifier: MIT */
#include "inputs/input_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file.h"
#include "support/check.h"

static const struct lb_parameter table[] = {
    {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0, "a mesh"},
    {"image", LB_PARAMETER_IMAGE, "1", NULL, NULL, 0, 0, "slices"},
    {"body", LB_PARAMETER_FILES, "1", NULL, "sphere", 0, 0, "bodies"},
    {"radius", LB_PARAMETER_COUNT, "cells", "4", NULL, 1, 100, "radius"},
    {0},
};
static char place[] = "/tmp/sluice-inputs-XXXXXX";

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!LB_CHECK(file != NULL)) exit(lb_check_report());
    fputs(text, file);
    fclose(file);
}

static bool holds(const char *path, const char *text)
{
    char found[64] = "";
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    const size_t count = fread(found, 1, sizeof found - 1, file);
    fclose(file);
    return count == strlen(text) && strcmp(found, text) == 0;
}

static struct lb_values *create(const char *mesh, const char *body)
{
    struct lb_error err = {0};
    struct lb_values *v = NULL;
    LB_CHECK_OK(lb_values_create(table, NULL, &v, &err), &err);
    if (mesh != NULL) LB_CHECK_OK(lb_values_set(v, "mesh", mesh, "here", &err), &err);
    LB_CHECK_OK(lb_values_set(v, "body", body, "here", &err), &err);
    return v;
}

static void failed(enum lb_status st, struct lb_error *err, const char *sentence)
{
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(strstr(err->text, sentence) != NULL);
    *err = (struct lb_error){0};
}

static void ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), rest = strlen(end);
    LB_CHECK_EQUAL_TEXT(length < rest ? text : text + length - rest, end);
}

/* 0xcbf43926 is the check value of CRC-32, of "123456789". */
static void files_are_found_and_copied(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *respelled = NULL, *v = create("in/a.obj", "other/a.obj,sphere,in/b,c.off");
    failed(lb_inputs_read(v, false, &in, &err), &err, "c.off': No such file");
    lb_values_destroy(v);
    v = create("in/a.obj", "other/a.obj,sphere,in/a.obj");
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK_EQUAL_INT(in.count, 2);
    LB_CHECK_EQUAL_INT(in.list[0].bytes, 9);
    LB_CHECK_EQUAL_INT(in.list[0].sum, 0xcbf43926);
    LB_CHECK_EQUAL_TEXT(in.list[0].name, "inputs/a.obj");
    LB_CHECK_EQUAL_TEXT(in.list[1].name, "inputs/2/a.obj");
    LB_CHECK_OK(lb_inputs_copy(&in, "run", &err), &err);
    LB_CHECK(holds("run/inputs/a.obj", "123456789"));
    LB_CHECK(holds("run/inputs/2/a.obj", "other"));
    LB_CHECK_OK(lb_inputs_respell(&in, v, "../", &respelled, &err), &err);
    LB_CHECK_EQUAL_TEXT(lb_values_text(respelled, "mesh"), "../inputs/a.obj");
    LB_CHECK_EQUAL_TEXT(lb_values_text(respelled, "body"),
                        "../inputs/2/a.obj,sphere,../inputs/a.obj");
    put("in/a.obj", "another");
    failed(lb_inputs_copy(&in, "second", &err), &err, "changed while the case was read");
    LB_CHECK(access("second/inputs/a.obj", F_OK) != 0);
    put("in/a.obj", "123456789");
    lb_inputs_remove(&in, "run");
    LB_CHECK(access("run/inputs", F_OK) != 0);
    lb_values_destroy(respelled);
    lb_values_destroy(v);
}

/* A file's name may have commas where a parameter takes one. */
static void commas_belong_to_a_single_file(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *respelled = NULL, *v = create("in/a,b.obj", "sphere");
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK_EQUAL_INT(in.count, 1);
    LB_CHECK_OK(lb_inputs_respell(&in, v, "", &respelled, &err), &err);
    LB_CHECK_EQUAL_TEXT(lb_values_text(respelled, "mesh"), "inputs/a,b.obj");
    lb_values_destroy(respelled);
    lb_values_destroy(v);
}

/* Whose name would lead out of those of inputs. */
static void a_folder_without_a_name_stays_inside(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *v = create(NULL, "sphere");
    put("1.png", "slice");
    LB_CHECK_OK(lb_values_set(v, "image", "other/..", "here", &err), &err);
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK_OK(lb_inputs_copy(&in, "fourth", &err), &err);
    LB_CHECK(holds("fourth/inputs/slices/1.png", "slice") && access("fourth/1.png", F_OK) != 0);
    put("fourth/kept", "");
    lb_inputs_remove(&in, "fourth");
    LB_CHECK(access("fourth/inputs", F_OK) != 0 && access("fourth/kept", F_OK) == 0);
    lb_values_destroy(v);
}

/* A folder with a checkpoint is known by its meta.json, and not copied. */
static void a_checkpoint_stays_where_it_is(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *respelled = NULL, *v = create("earlier", "sphere"),
                     *gone = create("x", "cube");
    mkdir("earlier", 0700);
    mkdir("earlier/checkpoint", 0700);
    put("earlier/checkpoint/meta.json", "123456789");
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK(in.count == 1 && in.list[0].is_folder && in.list[0].sum == 0xcbf43926);
    LB_CHECK_OK(lb_inputs_copy(&in, "third", &err), &err);
    LB_CHECK(access("third", F_OK) != 0);
    LB_CHECK_OK(lb_inputs_respell(&in, v, "../", &respelled, &err), &err);
    ends_with(lb_values_text(respelled, "mesh"), "/earlier");
    LB_CHECK_OK(lb_inputs_read(gone, true, &in, &err), &err);
    LB_CHECK_EQUAL_INT(in.count, 0);
    lb_values_destroy(respelled);
    lb_values_destroy(gone);
    lb_values_destroy(v);
}

static struct lb_archive *save(const struct lb_inputs *in)
{
    struct lb_error err = {0};
    struct lb_archive *a = NULL;
    LB_CHECK_OK(lb_archive_create("run", &a, &err), &err);
    LB_CHECK_OK(lb_inputs_save(in, a, &err), &err);
    LB_CHECK_OK(lb_archive_commit(a, &err), &err);
    lb_archive_close(a);
    LB_CHECK_OK(lb_archive_open("run", &a, &err), &err);
    return a;
}

static void a_checkpoint_misses_what_changed(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *v = create("in/a.obj", "sphere");
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK_OK(lb_inputs_copy(&in, "run", &err), &err);
    struct lb_archive *a = save(&in);
    LB_CHECK_OK(lb_inputs_check(a, "run", false, &err), &err);
    put("in/a.obj", "12345678x"); /* as long: the copy counts */
    LB_CHECK_OK(lb_inputs_check(a, "run", false, &err), &err);
    put("run/inputs/a.obj", "12345678y");
    failed(lb_inputs_check(a, "run", false, &err), &err,
           "/in/a.obj', of which it is the copy, has changed, too: the run began with 9 bytes of "
           "the checksum cbf43926");
    put("in/a.obj", "123456789"); /* the copy is made again */
    LB_CHECK_OK(lb_inputs_check(a, "run", false, &err), &err);
    LB_CHECK(holds("run/inputs/a.obj", "123456789"));
    lb_archive_close(a);
    lb_values_destroy(v);
}

/* Who reads a copy still knows what it is the copy of. */
static void the_original_is_remembered(void)
{
    struct lb_error err = {0};
    struct lb_inputs in;
    struct lb_values *v = create("in/a.obj", "sphere"), *later;
    LB_CHECK_OK(lb_inputs_read(v, false, &in, &err), &err);
    LB_CHECK_OK(lb_inputs_copy(&in, "run", &err), &err);
    struct lb_archive *a = save(&in);
    LB_CHECK_OK(lb_values_copy(v, &later, &err), &err);
    LB_CHECK_OK(lb_inputs_redirect(&in, "run", later, &err), &err);
    ends_with(lb_values_text(later, "mesh"), "/run/inputs/a.obj");
    LB_CHECK_OK(lb_inputs_read(later, false, &in, &err), &err);
    ends_with(in.list[0].original, "/run/inputs/a.obj");
    lb_inputs_load_originals(&in, a);
    ends_with(in.list[0].original, "/in/a.obj");
    LB_CHECK_EQUAL_TEXT(in.list[0].name, "inputs/a.obj");
    lb_archive_close(a);
    lb_values_destroy(later);
    lb_values_destroy(v);
}

int main(void)
{
    if (!LB_CHECK(mkdtemp(place) != NULL && chdir(place) == 0)) return lb_check_report();
    LB_CHECK(mkdir("in", 0777) == 0 && mkdir("other", 0777) == 0 && mkdir("run", 0777) == 0);
    put("in/a.obj", "123456789");
    put("in/a,b.obj", "comma");
    put("other/a.obj", "other");
    LB_TEST(files_are_found_and_copied);
    LB_TEST(commas_belong_to_a_single_file);
    LB_TEST(a_folder_without_a_name_stays_inside);
    LB_TEST(a_checkpoint_stays_where_it_is);
    LB_TEST(a_checkpoint_misses_what_changed);
    LB_TEST(the_original_is_remembered);
    return lb_check_report();
}
