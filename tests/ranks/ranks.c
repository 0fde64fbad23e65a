/* ranks.c - what ranks say to each other, by the number of each: `mpirun -n 3 ranks TEST`; the scripts in
 * tests/cli look at what it prints and how it ends.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "peers/peers.h"
#include "peers/segment.h"

static struct lb_world *world;
static int rank, count;

static enum lb_status need(bool condition, const char *what, struct lb_error *err)
{
    LB_NEED(condition, LB_STATUS_FAILED, "wrong: %s", what);
    return LB_STATUS_OK;
}
#define NEED(condition) LB_OK(need((condition), #condition, err))

/* Rank r has the numbers 1, 2, ... up to r + 1, the sizes differ. */
static enum lb_status check_collected(struct lb_error *err)
{
    int mine[64], all[64] = {0}, at = 0;
    uint64_t sizes[64] = {0};
    for (int n = 0; n <= rank; n++)
        mine[n] = n + 1;
    for (int r = 0; r < count; r++)
        sizes[r] = (uint64_t)(r + 1) * sizeof *mine;
    lb_peers_gather(world, mine, sizes[rank], rank == 0 ? all : NULL, sizes);
    lb_peers_give(world, all, sizeof all);
    for (int r = 0; r < count; r++)
        for (int n = 0; n <= r; n++)
            NEED(all[at++] == n + 1);
    lb_peers_share(world, &rank, sizeof rank, all);
    for (int r = 0; r < count; r++)
        NEED(all[r] == r);
    return LB_STATUS_OK;
}

/* 1e16 takes in no 1 that comes alone: the order of ranks is seen. */
static enum lb_status check_sums(struct lb_error *err)
{
    double sum[2] = {rank == 0 ? 1e16 : 1.0, rank},
           least[2] = {-rank, rank == count / 2 ? (double)NAN : 1.0};
    double greatest[2] = {rank, rank == count - 1 ? (double)NAN : 1.0};
    uint64_t counts[2] = {1, (uint64_t)1 << 60};
    LB_OK(lb_peers_add(world, sum, 2, err));
    LB_OK(lb_peers_least(world, least, 2, err));
    LB_OK(lb_peers_greatest(world, greatest, 2, err));
    LB_OK(lb_peers_add_counts(world, counts, 2, err));
    NEED(fabs(sum[0] - 1e16) < 0.5 && fabs(sum[1] - count * (count - 1) / 2) < 0.5);
    NEED(fabs(least[0] + count - 1) < 0.5 && isnan(least[1]));
    NEED(fabs(greatest[0] - count + 1) < 0.5 && isnan(greatest[1]));
    NEED(counts[0] == (uint64_t)count && counts[1] == (uint64_t)count << 60);
    return LB_STATUS_OK;
}

/* Two sets under way at once, the second waited for first; two messages from a rank to another. */
static enum lb_status exchange(struct lb_messages *const m[2], struct lb_error *err)
{
    static int sent[2][2][1000], received[2][2][1000];
    const int next = (rank + 1) % count, before = (rank + count - 1) % count;
    for (int set = 0; set < 2; set++)
        for (int n = 0; n < 2; n++) {
            sent[set][n][999] = 100 * rank + 10 * set + n;
            LB_OK(lb_messages_receive(m[set], before, received[set][n], sizeof sent[set][n], err));
        }
    for (int set = 0; set < 2; set++)
        for (int n = 0; n < 2; n++)
            LB_OK(lb_messages_send(m[set], next, sent[set][n], sizeof sent[set][n], err));
    for (int set = 1; set >= 0; set--) {
        LB_OK(lb_messages_wait(m[set], NULL, err));
        for (int n = 0; n < 2; n++)
            NEED(received[set][n][999] == 100 * before + 10 * set + n);
    }
    return LB_STATUS_OK;
}

static enum lb_status check_messages(struct lb_error *err)
{
    struct lb_messages *m[2] = {NULL, NULL};
    enum lb_status st = lb_messages_create(world, &m[0], err);
    if (st == LB_STATUS_OK) st = lb_messages_create(world, &m[1], err);
    for (int turn = 0; turn < 3 && st == LB_STATUS_OK; turn++)
        st = exchange(m, err);
    lb_messages_destroy(m[0]);
    lb_messages_destroy(m[1]);
    return st;
}

/* What is destroyed before it arrived takes no later message, and writes to no memory. */
static enum lb_status check_called_off(struct lb_error *err)
{
    static int lost[1000], received[1000], sent[1000];
    const int next = (rank + 1) % count, before = (rank + count - 1) % count;
    struct lb_messages *m = NULL;
    LB_OK(lb_messages_create(world, &m, err));
    enum lb_status st = lb_messages_receive(m, before, lost, sizeof lost, err);
    lb_messages_destroy(m);
    LB_OK(lb_peers_agree(world, st, err));
    LB_OK(lb_messages_create(world, &m, err));
    sent[999] = rank + 1;
    st = lb_messages_receive(m, before, received, sizeof received, err);
    if (st == LB_STATUS_OK) st = lb_messages_send(m, next, sent, sizeof sent, err);
    if (st == LB_STATUS_OK) st = lb_messages_wait(m, NULL, err);
    lb_messages_destroy(m);
    NEED(st == LB_STATUS_OK && received[999] == before + 1 && lost[999] == 0);
    return LB_STATUS_OK;
}

static enum lb_status check_agreement(struct lb_error *err)
{
    struct lb_error own = {0};
    NEED(lb_peers_agree(world, LB_STATUS_OK, &own) == LB_STATUS_OK);
    enum lb_status st = lb_fail(&own, LB_STATUS_USAGE, "the same");
    NEED(lb_peers_agree(world, st, &own) == LB_STATUS_USAGE && strcmp(own.text, "the same") == 0);
    own = (struct lb_error){0};
    st = rank == 0 ? lb_fail(&own, LB_STATUS_VERDICT, "a verdict") : LB_STATUS_OK;
    if (rank == count - 1) st = lb_fail(&own, LB_STATUS_DEVICE, "no device");
    NEED(lb_peers_agree(world, st, &own) == LB_STATUS_DEVICE);
    if (count > 1)
        NEED(strncmp(own.text, "part ", 5) == 0 && strstr(own.text, ": no device") != NULL);
    return LB_STATUS_OK;
}

static uint64_t segment_bytes(int of)
{
    return (uint64_t)(of + 1) * 5000;
}

/* Each writes to all of its own, and sees what the others wrote to theirs. */
static enum lb_status use_segment(struct lb_segment *s, int turn, struct lb_error *err)
{
    char *own = lb_segment_of(s, rank);
    NEED((uintptr_t)own % LB_SEGMENT_PAGE == 0 && own[0] == 0);
    NEED(own[segment_bytes(rank) - 1] == 0);
    LB_OK(lb_peers_agree(world, lb_segment_check(s, err), err)); /* all have looked */
    memset(own, 10 * turn + rank, segment_bytes(rank));
    LB_OK(lb_peers_agree(world, LB_STATUS_OK, err));
    for (int of = 0; of < count; of++) {
        const char *theirs = lb_segment_of(s, of);
        NEED(theirs[0] == 10 * turn + of && theirs[segment_bytes(of) - 1] == 10 * turn + of);
    }
    return lb_peers_agree(world, LB_STATUS_OK, err);
}

static enum lb_status check_segments(struct lb_error *err)
{
    char why[LB_SEGMENT_WHY];
    struct lb_segment *s = NULL;
    for (int turn = 0; turn < 5; turn++) {
        LB_OK(lb_segment_create(world, segment_bytes(rank), &s, why, err));
        NEED((s != NULL) == (count > 1) && why[0] == '\0');
        const enum lb_status st = s != NULL ? use_segment(s, turn, err) : LB_STATUS_OK;
        lb_segment_destroy(s);
        LB_OK(st);
    }
    return LB_STATUS_OK;
}

/* Where one can open no more files, none has a segment, and all know which one it is. */
static enum lb_status check_no_segment(int which, struct lb_error *err)
{
    char why[LB_SEGMENT_WHY], name[32];
    struct lb_segment *s = NULL;
    struct rlimit before, none;
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
    if (rank == which) setrlimit(RLIMIT_NOFILE, &none);
    const enum lb_status st = lb_segment_create(world, segment_bytes(rank), &s, why, err);
    setrlimit(RLIMIT_NOFILE, &before);
    LB_OK(st);
    snprintf(name, sizeof name, "part %d (", which);
    NEED(s == NULL && strncmp(why, name, strlen(name)) == 0);
    NEED(strstr(why, "has no memory to share (/dev/shm") != NULL);
    NEED(strstr(why, ": Too many open files)") != NULL);
    return LB_STATUS_OK;
}

static enum lb_status check_all(struct lb_error *err)
{
    LB_OK(check_segments(err));
    if (count > 1) LB_OK(check_no_segment(0, err));
    if (count > 1) LB_OK(check_no_segment(count - 1, err));
    LB_OK(check_segments(err));
    LB_OK(check_collected(err));
    LB_OK(check_sums(err));
    LB_OK(check_messages(err));
    LB_OK(check_called_off(err));
    return check_agreement(err);
}

/* `which` fails, or is killed, while the others wait for it. */
static enum lb_status fail_alone(int which, bool by_signal, struct lb_error *err)
{
    lb_peers_name_device(world, "a device", false);
    if (rank == which && by_signal) raise(SIGKILL);
    LB_NEED(rank != which, LB_STATUS_DEVICE, "out of luck");
    lb_peers_give(world, &rank, sizeof rank); /* never comes */
    lb_peers_share(world, &rank, sizeof rank, (int[64]){0});
    return LB_STATUS_OK;
}

/* `which` is killed, and the launcher lets the others go on: they find out. */
static enum lb_status miss_one(int which, struct lb_error *err)
{
    char why[LB_SEGMENT_WHY];
    struct lb_segment *s = NULL;
    const struct timespec pause = {.tv_nsec = 100000000};
    lb_peers_name_device(world, "a device", false);
    LB_OK(lb_segment_create(world, 1, &s, why, err));
    enum lb_status st = need(s != NULL, why, err);
    if (rank == which) raise(SIGKILL);
    for (int n = 0; n < 100 && st == LB_STATUS_OK; n++) {
        st = lb_segment_check(s, err);
        nanosleep(&pause, NULL);
    }
    lb_segment_destroy(s);
    return st;
}

static enum lb_status run(const char *test, int which, struct lb_error *err)
{
    LB_OK(lb_peers_start(&world, err));
    rank = lb_peers_rank(world);
    count = lb_peers_count(world);
    if (strcmp(test, "all") == 0) return check_all(err);
    if (strcmp(test, "same") == 0) return lb_fail(err, LB_STATUS_USAGE, "all say so");
    if (strcmp(test, "miss") == 0) return miss_one(which, err);
    return fail_alone(which, strcmp(test, "kill") == 0, err);
}

int main(int argc, char **argv)
{
    struct lb_error err = {0};
    enum lb_status st = run(argc > 1 ? argv[1] : "all", argc > 2 ? atoi(argv[2]) : 0, &err);
    st = lb_peers_conclude(world, st, &err);
    if (lb_peers_speaks(world))
        fprintf(stderr, "%s\n", st == LB_STATUS_OK ? "all right" : err.text);
    lb_peers_finish(world, st);
    return (int)st;
}
