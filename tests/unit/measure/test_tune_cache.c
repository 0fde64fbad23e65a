/* Answers of the tuning cache: what is kept is found again, and nothing else is.
 * SPDX-License-Identifier: MIT */
#include "measure/tune_cache.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/file.h"
#include "support/check.h"

static char folder[LB_PATH_SIZE / 2]; /* XDG_CACHE_HOME */

static struct lb_tune_answer answer(int lanes, double gain)
{
    return (struct lb_tune_answer){.layout = {lanes, lanes, 64, 112},
                                   .gain = gain,
                                   .mlups = 250.5,
                                   .time = "2026-11-21T12:00"};
}

static bool find(const char *question, struct lb_tune_answer *out)
{
    char why[400];
    return lb_tune_cache_find(question, out, why, sizeof why);
}

/* What the file of the question says is replaced; where it is of no use, `why` must say `word`. */
static void check_unusable(const char *text, const char *word)
{
    char path[LB_PATH_SIZE], why[400];
    struct lb_tune_answer got;
    const struct lb_tune_answer good = answer(8, 1.5);
    LB_CHECK_OK(lb_tune_cache_keep("broken", &good, NULL), NULL);
    LB_CHECK_OK(lb_tune_cache_path("broken", path, sizeof path, NULL), NULL);
    LB_CHECK_OK(lb_text_write(path, text, NULL), NULL);
    LB_CHECK(!lb_tune_cache_find("broken", &got, why, sizeof why));
    if (!LB_CHECK(strstr(why, word) != NULL)) printf("  %s: %s\n", word, why);
}

static void what_is_kept_is_found(void)
{
    struct lb_tune_answer got, first = answer(16, 1.25), second = answer(4, 1.0);
    char why[400];
    LB_CHECK(!lb_tune_cache_find("a question", &got, why, sizeof why));
    LB_CHECK_EQUAL_TEXT(why, "");
    LB_CHECK_OK(lb_tune_cache_keep("a question", &first, NULL), NULL);
    LB_CHECK_OK(lb_tune_cache_keep("another question", &second, NULL), NULL);
    LB_CHECK(find("a question", &got));
    LB_CHECK_EQUAL_INT(got.layout.lanes, 16);
    LB_CHECK_EQUAL_INT(got.layout.group, 64);
    LB_CHECK_EQUAL_INT(got.layout.registers, 112);
    LB_CHECK_CLOSE(got.gain, 1.25, 0.0);
    LB_CHECK_EQUAL_TEXT(got.time, first.time);
    LB_CHECK(find("another question", &got));
    LB_CHECK_EQUAL_INT(got.layout.lanes, 4);
    LB_CHECK_OK(lb_tune_cache_keep("a question", &second, NULL), NULL);
    LB_CHECK(find("a question", &got));
    LB_CHECK_EQUAL_INT(got.layout.lanes, 4);
}

/* Two questions whose hashes were the same would still not get each other's answer. */
static void another_questions_answer_is_refused(void)
{
    char from[LB_PATH_SIZE], to[LB_PATH_SIZE], why[400];
    struct lb_tune_answer got, kept = answer(16, 2.0);
    LB_CHECK_OK(lb_tune_cache_keep("theirs", &kept, NULL), NULL);
    LB_CHECK_OK(lb_tune_cache_path("theirs", from, sizeof from, NULL), NULL);
    LB_CHECK_OK(lb_tune_cache_path("ours", to, sizeof to, NULL), NULL);
    LB_CHECK_EQUAL_INT(rename(from, to), 0);
    LB_CHECK(!lb_tune_cache_find("ours", &got, why, sizeof why));
    LB_CHECK(strstr(why, "another question") != NULL);
}

#define BEGIN "{\"schema\":\"sluice.tuning/2\",\"question\":\"broken\","

static void broken_files_count_as_none(void)
{
    check_unusable("", "no JSON");
    check_unusable("{\"schema\":\"sluice.tun", "no JSON");
    check_unusable("[1, 2, 3]", "no JSON");
    check_unusable("{\"schema\":\"sluice.tuning/1\"}", "another program or version");
    check_unusable(BEGIN "\"lanes\":3,\"arithmetic_lanes\":1,\"work_group\":64,"
                         "\"registers\":0,\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":16,\"arithmetic_lanes\":1,\"work_group\":64,"
                         "\"registers\":0,\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":8,\"arithmetic_lanes\":16,\"work_group\":64,"
                         "\"registers\":0,\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":8,\"arithmetic_lanes\":2,\"work_group\":-64,"
                         "\"registers\":0,\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":8,\"arithmetic_lanes\":2,\"work_group\":64,"
                         "\"registers\":16,\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":8,\"arithmetic_lanes\":2,\"work_group\":64,"
                         "\"gain\":1,\"mlups\":9}",
                   "no layout");
    check_unusable(BEGIN "\"lanes\":8,\"arithmetic_lanes\":2,\"work_group\":64,"
                         "\"registers\":0,\"gain\":\"much\",\"mlups\":9}",
                   "no speeds");
    char *huge = malloc(1 << 20);
    if (!LB_CHECK(huge != NULL)) return;
    memset(huge, '[', (1 << 20) - 1);
    huge[(1 << 20) - 1] = '\0';
    check_unusable(huge, "no JSON");
    free(huge);
}

static size_t count_files(void)
{
    char path[LB_PATH_SIZE];
    size_t count = 0;
    snprintf(path, sizeof path, "%s/sluice", folder);
    DIR *directory = opendir(path);
    if (directory == NULL) return 0;
    for (const struct dirent *e = readdir(directory); e != NULL; e = readdir(directory))
        if (e->d_name[0] != '.') count++;
    closedir(directory);
    return count;
}

/* Writers at the same time: at every moment there is one whole answer, and no crumbs stay. */
static void writers_do_not_harm_each_other(void)
{
    enum { WRITERS = 4, TIMES = 100 };
    const struct lb_tune_answer start = answer(1, 1.0);
    struct lb_tune_answer got;
    LB_CHECK_OK(lb_tune_cache_keep("shared", &start, NULL), NULL);
    const size_t before = count_files();
    int broken = 0, status;
    for (int w = 0; w < WRITERS; w++) {
        if (fork() != 0) continue;
        int failed = 0;
        const struct lb_tune_answer own = answer(1 << w, 1.0 + w);
        for (int n = 0; n < TIMES; n++)
            failed +=
                lb_tune_cache_keep("shared", &own, NULL) != LB_STATUS_OK || !find("shared", &got);
        _exit(failed > 0 ? 1 : 0);
    }
    for (int n = 0; n < TIMES; n++)
        broken += find("shared", &got) ? 0 : 1;
    for (int w = 0; w < WRITERS; w++) {
        LB_CHECK(wait(&status) > 0);
        broken += status != 0;
    }
    LB_CHECK_EQUAL_INT(broken, 0);
    LB_CHECK_EQUAL_INT(count_files(), before);
}

static void a_cache_that_cannot_be_is_no_crash(void)
{
    struct lb_error err = {0};
    struct lb_tune_answer got, kept = answer(8, 1.0);
    char why[400], path[LB_PATH_SIZE];
    LB_CHECK_OK(lb_text_write("a-file", "x", NULL), NULL);
    snprintf(path, sizeof path, "%s/a-file", folder);
    setenv("XDG_CACHE_HOME", path, 1); /* below a file there is nothing */
    LB_CHECK(lb_tune_cache_keep("q", &kept, &err) != LB_STATUS_OK);
    LB_CHECK(strstr(err.text, "a-file") != NULL);
    LB_CHECK(!lb_tune_cache_find("q", &got, why, sizeof why));
    setenv("XDG_CACHE_HOME", "relative", 1); /* counts as not set */
    setenv("HOME", "/somewhere", 1);
    LB_CHECK_OK(lb_tune_cache_folder(path, sizeof path, NULL), NULL);
    LB_CHECK_EQUAL_TEXT(path, "/somewhere/.cache/sluice");
    unsetenv("HOME");
    LB_CHECK(lb_tune_cache_folder(path, sizeof path, NULL) != LB_STATUS_OK);
    LB_CHECK(!lb_tune_cache_find("q", &got, why, sizeof why));
}

/* The published test values of 64-bit FNV-1a. */
static void the_hash_is_fnv_1a(void)
{
    LB_CHECK(lb_tune_hash(LB_TUNE_HASH_START, "") == 0xcbf29ce484222325ull);
    LB_CHECK(lb_tune_hash(LB_TUNE_HASH_START, "a") == 0xaf63dc4c8601ec8cull);
    LB_CHECK(lb_tune_hash(LB_TUNE_HASH_START, "foobar") == 0x85944171f73967e8ull);
}

int main(void)
{
    char template[] = "/tmp/sluice-tuning.XXXXXX";
    if (mkdtemp(template) == NULL || chdir(template) != 0) return 1;
    snprintf(folder, sizeof folder, "%s", template);
    setenv("XDG_CACHE_HOME", folder, 1);
    LB_TEST(the_hash_is_fnv_1a);
    LB_TEST(what_is_kept_is_found);
    LB_TEST(another_questions_answer_is_refused);
    LB_TEST(broken_files_count_as_none);
    LB_TEST(writers_do_not_harm_each_other);
    LB_TEST(a_cache_that_cannot_be_is_no_crash);
    char command[LB_PATH_SIZE];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (chdir("/") != 0 || system(command) != 0) return 1;
    return lb_check_report();
}
