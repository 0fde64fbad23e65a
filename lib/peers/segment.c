/* segment.c - the memory of a node's ranks as one file that all of them map.
 * SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memfd_create */
#endif
#include "peers/segment.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "peers/peers.h"

/* A rank, as it tells the others. */
struct member {
    uint64_t bytes, begin; /* of its segment in the node's file */
    uint64_t processes;    /* the namespace that its pid is of; 0: not known */
    int32_t node, pid;
    char name[192];
};

struct lb_segment {
    struct lb_world *world; /* borrowed */
    struct member *members; /* all ranks */
    char *memory;           /* of this node; NULL: there is none */
    uint64_t total;
    int sharers; /* ranks of this node */
};

/* What a rank says in an attempt: where its file is, or why it has none. */
struct word {
    char path[64], why[100];
};

static const struct member *own(const struct lb_segment *s)
{
    return s->members + lb_peers_rank(s->world);
}

static bool is_near(const struct lb_segment *s, int rank)
{
    return s->members[rank].node == own(s)->node;
}

/* --- who shares ------------------------------------------------------------------------------- */

static int find_node(const struct lb_segment *s)
{
    const char *text = getenv("SLUICE_RANKS_SHARE");
    const int count = text != NULL ? atoi(text) : 0, node = lb_peers_node(s->world);
    const int first = count > 0 ? lb_peers_rank(s->world) / count * count : 0;
    return first > node ? first : node;
}

static void introduce(struct lb_segment *s, uint64_t bytes)
{
    struct stat space;
    struct member m = {.node = find_node(s), .pid = (int32_t)getpid()};
    m.bytes = (bytes + LB_SEGMENT_PAGE - 1) / LB_SEGMENT_PAGE * LB_SEGMENT_PAGE;
    if (stat("/proc/self/ns/pid", &space) == 0) m.processes = (uint64_t)space.st_ino;
    lb_peers_name(s->world, m.name, sizeof m.name);
    lb_peers_share(s->world, &m, sizeof m, s->members);
    for (int rank = 0; rank < lb_peers_count(s->world); rank++) {
        if (!is_near(s, rank)) continue;
        s->members[rank].begin = s->total;
        s->total += s->members[rank].bytes;
        s->sharers++;
    }
}

/* Whether a pid of that rank means the same process here. */
static bool knows_process(const struct lb_segment *s, int rank)
{
    return own(s)->processes != 0 && s->members[rank].processes == own(s)->processes;
}

/* --- the file --------------------------------------------------------------------------------- */

/* What a file is made of, and by what name the other ranks of the node open it. */
struct way {
    const char *what;
    int (*make)(char path[64]); /* negative: errno says why not */
    bool has_name;              /* until all have it; else it is found by the pid of its maker */
};

static int make_nameless(char path[64])
{
#ifdef MFD_CLOEXEC
    const int file = memfd_create("sluice", MFD_CLOEXEC);
    snprintf(path, 64, "/proc/%ld/fd/%d", (long)getpid(), file);
    return file;
#else
    (void)path;
    errno = ENOSYS;
    return -1;
#endif
}

static int make_named(char path[64])
{
    snprintf(path, 64, "/dev/shm/sluice-segment-XXXXXX");
    return mkstemp(path);
}

static const struct way ways[] = {{"memfd", make_nameless, false}, {"/dev/shm", make_named, true}};

static void say_why(struct word *word, const struct way *way)
{
    snprintf(word->why, sizeof word->why, "%s: %s", way->what, strerror(errno));
}

static int make_file(const struct lb_segment *s, const struct way *way, struct word *word)
{
    const int file = way->make(word->path);
    if (file >= 0 && ftruncate(file, (off_t)s->total) == 0) return file;
    say_why(word, way);
    if (file >= 0 && way->has_name) unlink(word->path);
    if (file >= 0) close(file);
    return -1;
}

static int open_file(const struct lb_segment *s, const struct way *way, const char *path,
                     struct word *word)
{
    errno = ESRCH;
    const bool is_seen = way->has_name || knows_process(s, own(s)->node);
    const int file = is_seen ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) say_why(word, way);
    return file;
}

/* Takes the own pages, and sees all. */
static char *map_file(const struct lb_segment *s, int file, const struct way *way,
                      struct word *word)
{
    do
        errno = posix_fallocate(file, (off_t)own(s)->begin, (off_t)own(s)->bytes);
    while (errno == EINTR);
    void *at =
        errno == 0 ? mmap(NULL, s->total, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (at != MAP_FAILED) return at;
    say_why(word, way);
    return NULL;
}

/* Of the first rank of this node, else of any, that could not; NULL: all could. */
static const char *find_why(const struct lb_segment *s, const struct word *words, bool near,
                            int *rank)
{
    for (*rank = 0; *rank < lb_peers_count(s->world); ++*rank)
        if (words[*rank].why[0] != '\0' && (!near || is_near(s, *rank))) return words[*rank].why;
    return NULL;
}

/* All ranks of a node have it, or none. */
static void settle(struct lb_segment *s, const struct word *words, char why[LB_SEGMENT_WHY])
{
    int rank;
    if (s->memory != NULL && find_why(s, words, true, &rank) != NULL) {
        munmap(s->memory, s->total);
        s->memory = NULL;
    }
    const char *reason = find_why(s, words, false, &rank);
    why[0] = '\0';
    if (reason != NULL)
        snprintf(why, LB_SEGMENT_WHY, "%.191s has no memory to share (%.99s)",
                 s->members[rank].name, reason);
}

/* Collective, also for nodes that need none or have it.  Files are closed, and lose their names, once all have them. */
static void attempt(struct lb_segment *s, const struct way *way, struct word *words,
                    char why[LB_SEGMENT_WHY])
{
    int file = -1;
    struct word word = {"", ""};
    const bool is_wanted = s->sharers > 1 && s->memory == NULL,
               makes = is_wanted && own(s)->node == lb_peers_rank(s->world);
    if (makes) file = make_file(s, way, &word);
    lb_peers_share(s->world, &word, sizeof word, words);
    const struct word *first = words + own(s)->node;
    if (is_wanted && !makes && first->why[0] == '\0') file = open_file(s, way, first->path, &word);
    if (file >= 0) s->memory = map_file(s, file, way, &word);
    lb_peers_share(s->world, &word, sizeof word, words);
    if (file >= 0 && makes && way->has_name) unlink(word.path);
    if (file >= 0) close(file);
    settle(s, words, why);
}

/* --- life ------------------------------------------------------------------------------------- */

enum lb_status lb_segment_create(struct lb_world *w, uint64_t bytes, struct lb_segment **out,
                                 char why[LB_SEGMENT_WHY], struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t ranks = (size_t)lb_peers_count(w);
    struct lb_segment *s = calloc(1, sizeof *s);
    struct word *words = calloc(ranks, sizeof *words);
    if (s != NULL) s->members = calloc(ranks, sizeof *s->members);
    if (s == NULL || s->members == NULL || words == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for the list of parts");
    *out = NULL;
    LB_TRY(lb_peers_agree(w, st, err));
    s->world = w;
    introduce(s, bytes);
    why[0] = '\0';
    for (size_t n = 0; n < sizeof ways / sizeof *ways && (n == 0 || why[0] != '\0'); n++)
        attempt(s, ways + n, words, why);
    if (s->memory != NULL) {
        *out = s;
        s = NULL;
    }
cleanup:
    free(words);
    lb_segment_destroy(s);
    return st;
}

void lb_segment_destroy(struct lb_segment *s)
{
    if (s == NULL) return;
    if (s->memory != NULL) munmap(s->memory, s->total);
    free(s->members);
    free(s);
}

char *lb_segment_of(const struct lb_segment *s, int rank)
{
    return is_near(s, rank) ? s->memory + s->members[rank].begin : NULL;
}

enum lb_status lb_segment_check(const struct lb_segment *s, struct lb_error *err)
{
    for (int rank = 0; rank < lb_peers_count(s->world); rank++) {
        if (!is_near(s, rank) || !knows_process(s, rank)) continue;
        LB_NEED(kill(s->members[rank].pid, 0) == 0 || errno != ESRCH, LB_STATUS_FAILED,
                "%s has ended", s->members[rank].name);
    }
    return LB_STATUS_OK;
}
