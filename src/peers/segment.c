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
    return s->members + lb_peers_rank();
}

static bool is_near(const struct lb_segment *s, int rank)
{
    return s->members[rank].node == own(s)->node;
}

/* --- who shares ------------------------------------------------------------------------------- */

static int find_node(void)
{
    const char *text = getenv("SLUICE_RANKS_SHARE");
    const int count = text != NULL ? atoi(text) : 0, node = lb_peers_node();
    const int first = count > 0 ? lb_peers_rank() / count * count : 0;
    return first > node ? first : node;
}

static void introduce(struct lb_segment *s, uint64_t bytes)
{
    struct stat space;
    struct member m = {.node = find_node(), .pid = (int32_t)getpid()};
    m.bytes = (bytes + LB_SEGMENT_PAGE - 1) / LB_SEGMENT_PAGE * LB_SEGMENT_PAGE;
    if (stat("/proc/self/ns/pid", &space) == 0) m.processes = (uint64_t)space.st_ino;
    lb_peers_name(m.name, sizeof m.name);
    lb_peers_share(&m, sizeof m, s->members);
    for (int rank = 0; rank < lb_peers_count(); rank++) {
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

static int say_why(struct word *word, const char *what)
{
    snprintf(word->why, sizeof word->why, "%s: %s", what, strerror(errno));
    return -1;
}

static int make_nameless(struct word *word)
{
#ifdef MFD_CLOEXEC
    const int file = memfd_create("sluice", MFD_CLOEXEC);
    snprintf(word->path, sizeof word->path, "/proc/%ld/fd/%d", (long)getpid(), file);
#else
    const int file = -1;
    errno = ENOSYS;
#endif
    return file < 0 ? say_why(word, "memfd_create") : file;
}

static int make_named(struct word *word)
{
    snprintf(word->path, sizeof word->path, "/dev/shm/sluice-segment-XXXXXX");
    const int file = mkstemp(word->path);
    return file < 0 ? say_why(word, "/dev/shm") : file;
}

struct way {
    int (*make)(struct word *word);
    bool is_by_process; /* its name has a pid */
};
static const struct way ways[] = {{make_nameless, true}, {make_named, false}};

static int make_file(const struct lb_segment *s, const struct way *way, struct word *word)
{
    const int file = way->make(word);
    if (file < 0 || ftruncate(file, (off_t)s->total) == 0) return file;
    say_why(word, word->path);
    if (!way->is_by_process) unlink(word->path);
    close(file);
    return -1;
}

static int open_file(const struct lb_segment *s, const struct way *way, const struct word *first,
                     struct word *word)
{
    errno = ESRCH;
    const bool is_seen = !way->is_by_process || knows_process(s, own(s)->node);
    const int file = is_seen ? open(first->path, O_RDWR | O_CLOEXEC) : -1;
    return file < 0 ? say_why(word, first->path) : file;
}

/* Takes the own pages, and sees all. */
static char *map_file(const struct lb_segment *s, int file, struct word *word)
{
    int code;
    do
        code = posix_fallocate(file, (off_t)own(s)->begin, (off_t)own(s)->bytes);
    while (code == EINTR);
    errno = code;
    void *at =
        code == 0 ? mmap(NULL, s->total, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
    if (at == MAP_FAILED) say_why(word, word->path);
    return at == MAP_FAILED ? NULL : at;
}

/* Of the first rank of this node, else of any, that could not; NULL: all could. */
static const char *find_why(const struct lb_segment *s, const struct word *words, bool near,
                            int *rank)
{
    for (*rank = 0; *rank < lb_peers_count(); ++*rank)
        if (words[*rank].why[0] != '\0' && (!near || is_near(s, *rank))) return words[*rank].why;
    return NULL;
}

/* Collective.  Files are closed, and lose their names, once all have them. */
static void attempt(struct lb_segment *s, const struct way *way, struct word *words,
                    char why[LB_SEGMENT_WHY])
{
    int file = -1, rank = 0;
    struct word word = {"", ""};
    const bool is_wanted = s->sharers > 1 && s->memory == NULL,
               makes = is_wanted && own(s)->node == lb_peers_rank();
    if (makes) file = make_file(s, way, &word);
    lb_peers_share(&word, sizeof word, words);
    const struct word *first = words + own(s)->node;
    if (is_wanted && !makes && first->why[0] == '\0') {
        file = open_file(s, way, first, &word);
        memcpy(word.path, first->path, sizeof word.path);
    }
    if (file >= 0) s->memory = map_file(s, file, &word);
    lb_peers_share(&word, sizeof word, words);
    if (file >= 0) close(file);
    if (makes && !way->is_by_process && file >= 0) unlink(word.path);
    if (is_wanted && s->memory != NULL && find_why(s, words, true, &rank) != NULL) {
        munmap(s->memory, s->total);
        s->memory = NULL;
    }
    const char *reason = find_why(s, words, false, &rank);
    why[0] = '\0';
    if (reason != NULL)
        snprintf(why, LB_SEGMENT_WHY, "%.191s has no memory to share (%.99s)",
                 s->members[rank].name, reason);
}

/* --- life ------------------------------------------------------------------------------------- */

enum lb_status lb_segment_create(uint64_t bytes, struct lb_segment **out, char why[LB_SEGMENT_WHY],
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t ranks = (size_t)lb_peers_count();
    struct lb_segment *s = calloc(1, sizeof *s);
    struct word *words = calloc(ranks, sizeof *words);
    if (s != NULL) s->members = calloc(ranks, sizeof *s->members);
    if (s == NULL || s->members == NULL || words == NULL)
        st = lb_fail(err, LB_STATUS_FAILED, "out of memory for the list of parts");
    *out = NULL;
    LB_TRY(lb_peers_agree(st, err));
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
    for (int rank = 0; rank < lb_peers_count(); rank++) {
        if (!is_near(s, rank) || !knows_process(s, rank)) continue;
        LB_NEED(kill(s->members[rank].pid, 0) == 0 || errno != ESRCH, LB_STATUS_FAILED,
                "%s has ended", s->members[rank].name);
    }
    return LB_STATUS_OK;
}
