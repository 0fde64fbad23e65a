/* Of several processes one has a claim; a dead owner is followed, a living one never.
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "io/claim.h"
#include "io/file.h"
#include "support/check.h"

static char folder[] = "/tmp/sluice-claims-XXXXXX";

/* In place of the C library's: what a client of NFS answers where the server's answer was lost. */
static int answer; /* 0: as it is */
static bool is_made = true;

int link(const char *from, const char *to)
{
    int (*next)(const char *, const char *) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "link");
    const int code = is_made ? next(from, to) : -1;
    if (answer == 0) return code;
    errno = answer;
    return -1;
}

static void never(const char *sentence)
{
    fprintf(stderr, "%s\n", sentence);
    abort();
}

static int losses;

static void count_loss(const char *sentence)
{
    (void)sentence;
    losses++;
}

static struct lb_claim_view look(const char *name)
{
    struct lb_error err = {0};
    struct lb_claim_view v;
    struct lb_claim_clock clock = {0};
    LB_CHECK_OK(lb_claim_look(folder, name, &clock, &v, &err), &err);
    return v;
}

static struct lb_claim *take(const char *name, unsigned number)
{
    struct lb_error err = {0};
    struct lb_claim *claim = NULL;
    LB_CHECK_OK(lb_claim_take(folder, name, number, never, &claim, &err), &err);
    return claim;
}

static void end(struct lb_claim *claim, enum lb_claim_state state, const char *why)
{
    struct lb_error err = {0};
    LB_CHECK_OK(lb_claim_end(claim, state, why, &err), &err);
}

/* As if it had been touched last `seconds` ago. */
static void make_older(const char *name, time_t seconds)
{
    char path[LB_PATH_SIZE];
    struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time(NULL) - seconds}};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    LB_CHECK(utimensat(AT_FDCWD, path, times, 0) == 0);
}

static void write_claim(const char *name, const char *text)
{
    char path[LB_PATH_SIZE];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    LB_CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void a_claim_is_taken_once(void)
{
    LB_CHECK_EQUAL_INT(look("once").state, LB_CLAIM_NONE);
    struct lb_claim *claim = take("once", 1);
    LB_CHECK(claim != NULL);
    LB_CHECK(take("once", 1) == NULL);
    const struct lb_claim_view held = look("once");
    LB_CHECK_EQUAL_INT(held.state, LB_CLAIM_HELD);
    LB_CHECK_EQUAL_INT(held.number, 1);
    LB_CHECK_EQUAL_INT(held.process, getpid());
    LB_CHECK(held.is_here && !held.is_gone && held.host[0] != '\0');
    LB_CHECK(held.age >= 0.0 && held.age < 60.0);
    end(claim, LB_CLAIM_FAILED, "no memory");
    const struct lb_claim_view failed = look("once");
    LB_CHECK_EQUAL_INT(failed.state, LB_CLAIM_FAILED);
    LB_CHECK_EQUAL_TEXT(failed.why, "no memory");
    claim = take("once", 2);
    LB_CHECK(claim != NULL);
    LB_CHECK_EQUAL_INT(look("once").number, 2);
    end(claim, LB_CLAIM_DONE, NULL);
    LB_CHECK_EQUAL_INT(look("once").state, LB_CLAIM_DONE);
    end(NULL, LB_CLAIM_DONE, NULL);
}

static void of_many_processes_one_has_it(void)
{
    enum { PROCESSES = 8, CLAIMS = 40 };
    int start[2], wins[CLAIMS] = {0};
    LB_CHECK(pipe(start) == 0);
    pid_t children[PROCESSES];
    for (int k = 0; k < PROCESSES; k++) {
        children[k] = fork();
        if (children[k] != 0) continue;
        char name[16], byte;
        int own = 0;
        close(start[1]);
        (void)!read(start[0], &byte, 1); /* all begin when the parent closes its end */
        for (int n = 0; n < CLAIMS; n++) {
            struct lb_error err = {0};
            struct lb_claim *claim = NULL;
            snprintf(name, sizeof name, "many-%d", n);
            if (lb_claim_take(folder, name, 1, never, &claim, &err) != LB_STATUS_OK) _exit(255);
            own += claim != NULL ? 1 : 0;
            if (claim != NULL) lb_claim_end(claim, LB_CLAIM_DONE, NULL, &err);
        }
        _exit(own);
    }
    close(start[0]);
    close(start[1]);
    for (int k = 0; k < PROCESSES; k++) {
        int status = 0;
        waitpid(children[k], &status, 0);
        LB_CHECK(WIFEXITED(status) && WEXITSTATUS(status) <= CLAIMS);
        wins[0] += WEXITSTATUS(status);
    }
    LB_CHECK_EQUAL_INT(wins[0], CLAIMS);
}

static void a_process_that_was_killed_is_dead_at_once(void)
{
    const pid_t child = fork();
    if (child == 0) _exit(take("killed", 1) != NULL ? 0 : 1);
    int status = 1;
    waitpid(child, &status, 0);
    LB_CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    const struct lb_claim_view v = look("killed");
    LB_CHECK_EQUAL_INT(v.state, LB_CLAIM_DEAD);
    LB_CHECK(v.is_here && v.is_gone);
    struct lb_claim *next = take("killed", v.number + 1);
    LB_CHECK_EQUAL_INT(look("killed").state, LB_CLAIM_HELD);
    end(next, LB_CLAIM_DONE, NULL);
}

static void patience_decides_elsewhere(void)
{
    /* no process has this number, but the machine is another one */
    write_claim("far.1", "{\"state\": \"held\", \"host\": \"elsewhere\", \"process\": 2147483647, "
                         "\"place\": \"its own\", \"began\": 0}");
    LB_CHECK_EQUAL_INT(look("far").state, LB_CLAIM_HELD);
    LB_CHECK(!look("far").is_here && !look("far").is_gone);
    make_older("far.1", LB_CLAIM_PATIENCE - 20);
    LB_CHECK_EQUAL_INT(look("far").state, LB_CLAIM_HELD);
    make_older("far.1", LB_CLAIM_PATIENCE + 20);
    LB_CHECK_EQUAL_INT(look("far").state, LB_CLAIM_DEAD);
    LB_CHECK(!look("far").is_gone);
    LB_CHECK_NEAR(look("far").silence, LB_CLAIM_PATIENCE + 20.0, 10.0);
    /* what a machine without links has begun to write */
    write_claim("begun.1", "");
    LB_CHECK_EQUAL_INT(look("begun").state, LB_CLAIM_HELD);
    make_older("begun.1", LB_CLAIM_PATIENCE + 20);
    LB_CHECK_EQUAL_INT(look("begun").state, LB_CLAIM_DEAD);
    /* how it ended stays */
    write_claim("ended.1", "{\"state\": \"released\", \"host\": \"elsewhere\", \"process\": 1}");
    make_older("ended.1", LB_CLAIM_PATIENCE + 20);
    LB_CHECK_EQUAL_INT(look("ended").state, LB_CLAIM_RELEASED);
}

static void an_owner_sees_that_it_has_lost(void)
{
    char sentence[LB_CLAIM_SENTENCE_SIZE], path[LB_PATH_SIZE];
    struct lb_error err = {0};
    struct lb_claim *claim = NULL;
    LB_CHECK_OK(lb_claim_take(folder, "lost", 1, count_loss, &claim, &err), &err);
    make_older("lost.1", 100);
    LB_CHECK(lb_claim_touch(claim, sentence));
    LB_CHECK_NEAR(look("lost").silence, 0.0, 20.0);
    make_older("lost.1", LB_CLAIM_PATIENCE + 20);
    struct lb_claim *other = take("lost", look("lost").number + 1);
    LB_CHECK(!lb_claim_touch(claim, sentence));
    LB_CHECK(strstr(sentence, "lost.2' has taken its place") != NULL);
    LB_CHECK(lb_claim_touch(other, sentence));
    end(claim, LB_CLAIM_RELEASED, NULL); /* changes nothing of the other's, nor of its own */
    LB_CHECK_EQUAL_INT(losses, 1);
    LB_CHECK_EQUAL_INT(look("lost").state, LB_CLAIM_HELD);
    snprintf(path, sizeof path, "%s/lost.2", folder);
    unlink(path);
    LB_CHECK_EQUAL_INT(look("lost").state, LB_CLAIM_DEAD);
    LB_CHECK(!lb_claim_touch(other, sentence));
    LB_CHECK(strstr(sentence, "is gone") != NULL);
    end(other, LB_CLAIM_DONE, NULL);
}

/* RFC 1813, 4.3: a request is repeated where no answer came, and the second one finds what the first has made. */
static void an_answer_that_is_lost_loses_no_claim(void)
{
    static const int answers[] = {EEXIST, EIO, ETIMEDOUT};
    struct lb_error err = {0};
    for (size_t n = 0; n < sizeof answers / sizeof *answers; n++) {
        char name[16];
        struct lb_claim *other = NULL;
        snprintf(name, sizeof name, "lost-%zu", n);
        answer = answers[n];
        struct lb_claim *claim = take(name, 1);
        LB_CHECK(claim != NULL);
        answer = EEXIST;
        LB_CHECK(take(name, 1) == NULL);
        answer = 0;
        LB_CHECK_EQUAL_INT(look(name).state, LB_CLAIM_HELD);
        end(claim, LB_CLAIM_DONE, NULL);
        answer = EIO;
        is_made = false;
        LB_CHECK_EQUAL_INT(lb_claim_take(folder, name, 2, never, &other, &err), LB_STATUS_FAILED);
        LB_CHECK(other == NULL && strstr(err.text, "cannot make") != NULL);
        answer = 0;
        is_made = true;
        LB_CHECK_EQUAL_INT(look(name).number, 1);
    }
}

static void what_cannot_be_written_is_said(void)
{
    struct lb_error err = {0};
    struct lb_claim *claim = NULL;
    LB_CHECK_EQUAL_INT(lb_claim_take("/no/such/folder", "x", 1, never, &claim, &err),
                       LB_STATUS_FAILED);
    LB_CHECK(claim == NULL);
    LB_CHECK(strstr(err.text, "cannot write a claim into '/no/such/folder'") != NULL);
}

int main(void)
{
    if (mkdtemp(folder) == NULL) return 1;
    LB_TEST(a_claim_is_taken_once);
    LB_TEST(of_many_processes_one_has_it);
    LB_TEST(a_process_that_was_killed_is_dead_at_once);
    LB_TEST(patience_decides_elsewhere);
    LB_TEST(an_owner_sees_that_it_has_lost);
    LB_TEST(an_answer_that_is_lost_loses_no_claim);
    LB_TEST(what_cannot_be_written_is_said);
    lb_folder_remove(folder, "");
    return lb_check_report();
}
