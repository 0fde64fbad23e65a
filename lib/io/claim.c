/* claim.c - claims as numbered files, and the thread that touches one.
 * SPDX-License-Identifier: MIT */
#include "io/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/stopwatch.h"
#include "io/file.h"
#include "io/json.h"

static const char *const states[] = {"none", "held",   "dead",   "released",
                                     "done", "failed", "skipped"};

struct lb_claim {
    char path[LB_PATH_SIZE], next[LB_PATH_SIZE];
    double began;
    lb_claim_lost *lost;
    int stop[2]; /* a pipe whose end ends the thread */
    pthread_t thread;
};

/* --- this process ------------------------------------------------------------------------------ */

static void name_host(char out[64])
{
    char name[256] = "";
    if (gethostname(name, sizeof name - 1) != 0) name[0] = '\0';
    snprintf(out, 64, "%.63s", name);
}

/* Numbers of processes mean something between two that have this in common: a start of a machine, and a container
 * in it. */
static void name_place(char out[160])
{
    char boot[64] = "", space[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (file != NULL && fgets(boot, sizeof boot, file) == NULL) boot[0] = '\0';
    if (file != NULL) fclose(file);
    if (readlink("/proc/self/ns/pid", space, sizeof space - 1) < 0) space[0] = '\0';
    boot[strcspn(boot, "\n")] = '\0';
    snprintf(out, 160, "%s %s", boot, space);
}

/* --- files ------------------------------------------------------------------------------------- */

static enum lb_status name_claim(const char *folder, const char *name, unsigned number,
                                 char out[LB_PATH_SIZE], struct lb_error *err)
{
    const int length = snprintf(out, LB_PATH_SIZE, "%s/%s.%u", folder, name, number);
    LB_NEED(length >= 0 && length < LB_PATH_SIZE, LB_STATUS_FAILED,
            "the path of the claim on '%.100s' in '%.200s' is too long", name, folder);
    return LB_STATUS_OK;
}

/* A file in the folder that no other process makes; -1 on failure. */
static int open_own(const char *folder, char path[LB_PATH_SIZE])
{
    char host[64];
    int file = -1;
    name_host(host);
    for (unsigned n = 0; file < 0 && n < 1000; n++) {
        const int length =
            snprintf(path, LB_PATH_SIZE, "%s/.%s-%ld-%u", folder, host, (long)getpid(), n);
        if (length < 0 || length >= LB_PATH_SIZE) return -1;
        file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST) return -1;
    }
    return file;
}

static double seconds_of(const struct stat *status)
{
    return (double)status->st_mtim.tv_sec + 1e-9 * (double)status->st_mtim.tv_nsec;
}

/* By the clock that touches the claims; where nothing can be written, by this machine's. */
static double now_in(const char *folder)
{
    char path[LB_PATH_SIZE];
    struct stat status;
    const int file = open_own(folder, path);
    if (file < 0) return (double)time(NULL);
    const bool is_known = futimens(file, NULL) == 0 && fstat(file, &status) == 0;
    close(file);
    unlink(path);
    return is_known ? seconds_of(&status) : (double)time(NULL);
}

/* The file by which it is read burdens the server of the files: one for each LB_CLAIM_BEAT. */
static double now_by(struct lb_claim_clock *clock, const char *folder)
{
    if (clock->read == 0.0 || lb_clock() - clock->read > LB_CLAIM_BEAT)
        *clock = (struct lb_claim_clock){now_in(folder), lb_clock()};
    return clock->now + (lb_clock() - clock->read);
}

static enum lb_status write_text(const struct lb_claim *claim, enum lb_claim_state state,
                                 const char *why, char **out, struct lb_error *err)
{
    char host[64], place[160];
    struct lb_json w = lb_json_begin("sluice.claim/1");
    name_host(host);
    name_place(place);
    lb_json_text(&w, "state", states[state]);
    lb_json_text(&w, "host", host);
    lb_json_number(&w, "process", (double)getpid());
    lb_json_text(&w, "place", place);
    lb_json_number(&w, "began", claim->began);
    lb_json_text(&w, "why", why);
    return lb_json_end(&w, LB_JSON_ON_LINES, out, err);
}

/* --- looking ----------------------------------------------------------------------------------- */

static enum lb_status find_last(const char *folder, const char *name, unsigned *number,
                                char path[LB_PATH_SIZE], struct lb_error *err)
{
    char next[LB_PATH_SIZE];
    for (*number = 0;; ++*number) {
        LB_OK(name_claim(folder, name, *number + 1, next, err));
        if (access(next, F_OK) != 0) return LB_STATUS_OK;
        memcpy(path, next, sizeof next);
    }
}

/* Whether a process of this machine is no more.  The number of one that is may have become another's. */
static bool is_gone(const struct lb_claim_view *v)
{
    return v->is_here && v->process > 0 && kill((pid_t)v->process, 0) != 0 && errno == ESRCH;
}

static void read_claim(const cJSON *json, struct lb_claim_view *v)
{
    char host[64], place[160];
    const char *state = lb_json_text_of(json, "state");
    name_host(host);
    name_place(place);
    v->state = LB_CLAIM_HELD;
    for (size_t n = 0; n < sizeof states / sizeof *states; n++)
        if (strcmp(states[n], state) == 0) v->state = (enum lb_claim_state)n;
    snprintf(v->host, sizeof v->host, "%s", lb_json_text_of(json, "host"));
    snprintf(v->why, sizeof v->why, "%s", lb_json_text_of(json, "why"));
    v->process = (long)lb_json_number_of(json, "process");
    v->is_here = strcmp(v->host, host) == 0 && strcmp(lb_json_text_of(json, "place"), place) == 0;
}

enum lb_status lb_claim_look(const char *folder, const char *name, struct lb_claim_clock *clock,
                             struct lb_claim_view *out, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    struct stat status;
    cJSON *json = NULL;
    *out = (struct lb_claim_view){0};
    LB_OK(find_last(folder, name, &out->number, path, err));
    if (out->number == 0) return LB_STATUS_OK;
    /* one that was begun with O_EXCL may be without its text yet */
    (void)lb_json_read(path, &json, NULL, NULL);
    LB_NEED(stat(path, &status) == 0, LB_STATUS_FAILED, "cannot read '%s': %s", path,
            strerror(errno));
    out->state = LB_CLAIM_HELD;
    if (json != NULL) read_claim(json, out);
    const double now = now_by(clock, folder), began = lb_json_number_of(json, "began");
    out->silence = now - seconds_of(&status);
    out->age = json != NULL ? now - began : out->silence;
    out->is_gone = is_gone(out);
    if (out->state == LB_CLAIM_HELD && (out->is_gone || out->silence > LB_CLAIM_PATIENCE))
        out->state = LB_CLAIM_DEAD;
    cJSON_Delete(json);
    return LB_STATUS_OK;
}

/* --- the thread -------------------------------------------------------------------------------- */

static bool is_followed(const struct lb_claim *claim, char sentence[LB_CLAIM_SENTENCE_SIZE])
{
    if (access(claim->next, F_OK) != 0) return false;
    snprintf(sentence, LB_CLAIM_SENTENCE_SIZE,
             "'%s' was touched last more than %d s before, and '%s' has taken its place",
             claim->path, (int)LB_CLAIM_PATIENCE, claim->next);
    return true;
}

/* The time is that of the machine that has the files. */
bool lb_claim_touch(const struct lb_claim *claim, char sentence[LB_CLAIM_SENTENCE_SIZE])
{
    if (is_followed(claim, sentence)) return false;
    if (utimensat(AT_FDCWD, claim->path, NULL, 0) == 0 || errno != ENOENT) return true;
    snprintf(sentence, LB_CLAIM_SENTENCE_SIZE, "'%s' is gone", claim->path);
    return false;
}

static void *keep(void *context)
{
    const struct lb_claim *claim = context;
    struct pollfd stop = {.fd = claim->stop[0], .events = POLLIN};
    char sentence[LB_CLAIM_SENTENCE_SIZE];
    bool is_kept = true;
    while (is_kept && poll(&stop, 1, LB_CLAIM_BEAT * 1000) == 0)
        is_kept = lb_claim_touch(claim, sentence);
    if (!is_kept) claim->lost(sentence);
    return NULL;
}

/* Signals are for the other threads. */
static enum lb_status start(struct lb_claim *claim, struct lb_error *err)
{
    sigset_t all, before;
    LB_NEED(pipe(claim->stop) == 0, LB_STATUS_FAILED, "cannot make a pipe: %s", strerror(errno));
    for (int n = 0; n < 2; n++)
        fcntl(claim->stop[n], F_SETFD, FD_CLOEXEC);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&claim->thread, NULL, keep, claim);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed == 0) return LB_STATUS_OK;
    close(claim->stop[0]);
    close(claim->stop[1]);
    return lb_fail(err, LB_STATUS_FAILED, "cannot start a thread: %s", strerror(failed));
}

static void stop(struct lb_claim *claim)
{
    close(claim->stop[1]);
    pthread_join(claim->thread, NULL);
    close(claim->stop[0]);
}

/* --- taking ------------------------------------------------------------------------------------ */

static bool write_all(int file, const char *text)
{
    const size_t size = strlen(text);
    return write(file, text, size) == (ssize_t)size && (fsync(file) == 0 || errno == EINVAL);
}

/* Where links are not to be had: whoever makes the file has it. */
static enum lb_status make_exclusively(const struct lb_claim *claim, const char *text,
                                       bool *is_ours, struct lb_error *err)
{
    const int file = open(claim->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    *is_ours = file >= 0;
    if (file < 0 && errno == EEXIST) return LB_STATUS_OK;
    const bool is_written = file >= 0 && write_all(file, text);
    const int why = errno;
    if (file >= 0) close(file);
    LB_NEED(is_written, LB_STATUS_FAILED, "cannot write '%s': %s", claim->path, strerror(why));
    return LB_STATUS_OK;
}

static bool are_one_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev &&
           of_a.st_ino == of_b.st_ino;
}

/* The answer of a link over a network may get lost, and that to its repetition is EEXIST: what bears the name tells
 * whether it was made.  The number of links does not, which clients of NFS keep for seconds. */
static enum lb_status link_claim(const struct lb_claim *claim, const char *own, const char *text,
                                 bool *is_ours, struct lb_error *err)
{
    const bool is_linked = link(own, claim->path) == 0;
    const int why = errno;
    *is_ours = is_linked || are_one_file(own, claim->path);
    if (*is_ours || why == EEXIST) return LB_STATUS_OK;
    if (why == EPERM || why == ENOTSUP || why == ENOSYS)
        return make_exclusively(claim, text, is_ours, err);
    return lb_fail(err, LB_STATUS_FAILED, "cannot make '%s': %s", claim->path, strerror(why));
}

static enum lb_status make(const struct lb_claim *claim, const char *folder, bool *is_ours,
                           struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char own[LB_PATH_SIZE] = "", *text = NULL;
    int file = -1;
    LB_TRY(write_text(claim, LB_CLAIM_HELD, NULL, &text, err));
    file = open_own(folder, own);
    LB_REQUIRE(file >= 0 && write_all(file, text), LB_STATUS_FAILED,
               "cannot write a claim into '%s': %s", folder, strerror(errno));
    LB_TRY(link_claim(claim, own, text, is_ours, err));
cleanup:
    if (file >= 0) close(file);
    if (file >= 0) unlink(own);
    free(text);
    return st;
}

enum lb_status lb_claim_take(const char *folder, const char *name, unsigned number,
                             lb_claim_lost *lost, struct lb_claim **out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    bool is_ours = false;
    struct lb_claim *claim = calloc(1, sizeof *claim);
    *out = NULL;
    LB_REQUIRE(claim != NULL, LB_STATUS_FAILED, "no memory for a claim");
    LB_TRY(name_claim(folder, name, number, claim->path, err));
    LB_TRY(name_claim(folder, name, number + 1, claim->next, err));
    claim->began = now_in(folder);
    claim->lost = lost;
    LB_TRY(make(claim, folder, &is_ours, err));
    if (!is_ours) goto cleanup;
    LB_TRY(start(claim, err));
    *out = claim;
cleanup:
    if (*out == NULL) free(claim);
    return st;
}

enum lb_status lb_claim_end(struct lb_claim *claim, enum lb_claim_state state, const char *why,
                            struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL, sentence[LB_CLAIM_SENTENCE_SIZE];
    if (claim == NULL) return LB_STATUS_OK;
    stop(claim);
    if (is_followed(claim, sentence)) {
        claim->lost(sentence);
        goto cleanup;
    }
    LB_TRY(write_text(claim, state, why, &text, err));
    LB_TRY(lb_text_write(claim->path, text, err));
cleanup:
    free(text);
    free(claim);
    return st;
}
