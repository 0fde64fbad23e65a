/* peers.c - what ranks agree on and add up, over whatever carries it.
 * SPDX-License-Identifier: MIT */
#include "peers/peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/stopwatch.h"
#include "peers/launcher.h"
#include "peers/transport_internal.h"

/* How long a rank that failed waits for the others, and how much longer the next one does: so only one
 * speaks where several fail at once. */
static const double patience = 1.5, more_patience = 0.3;

/* What NULL stands for. */
static const struct lb_world alone = {
    .transport = &lb_transport_alone, .count = 1, .node_count = 1};

static const struct lb_world *of(const struct lb_world *w)
{
    return w != NULL ? w : &alone;
}

const char *lb_peers_node_name(char *out, size_t size)
{
    char name[256] = "";
    if (gethostname(name, sizeof name - 1) != 0) snprintf(name, sizeof name, "?");
    name[strcspn(name, ".")] = '\0';
    snprintf(out, size, "%.*s", (int)size - 1, name);
    return out;
}

/* Open MPI hands over what is long in many small pieces, some with each look at it: an exchange that sleeps
 * between looks takes a hundred times as long. */
static const double polled_beside_cpu = 1e-4, polled = 0.1;

void lb_peers_name_device(struct lb_world *w, const char *device, bool leaves_cores)
{
    if (w == NULL) return;
    snprintf(w->device_name, sizeof w->device_name, "%s", device);
    w->polled_seconds = leaves_cores ? polled : polled_beside_cpu;
}

/* MPI's own waits take a core for as long as they last, which the device or another rank may need. */
void lb_peers_pause(const struct lb_world *w, double begin)
{
    const struct timespec pause = {.tv_nsec = 20000};
    if (lb_clock() - begin > of(w)->polled_seconds) nanosleep(&pause, NULL);
}

void lb_peers_name(const struct lb_world *w, char *out, size_t size)
{
    char node[64];
    const char *device = of(w)->device_name;
    snprintf(out, size, "part %d (%s%s%s)", of(w)->rank, lb_peers_node_name(node, sizeof node),
             device[0] != '\0' ? ", " : "", device);
}

/* The others end without a word, after the first has had its time to speak: launchers end all when one
 * ends with a code. */
static enum lb_status refuse_launcher(const struct lb_launcher *launcher, struct lb_error *err)
{
    if (launcher->rank > 0) {
        sleep(1);
        return lb_fail(err, LB_STATUS_USAGE, "%s", "");
    }
    char library[64];
    if (lb_mpi_library(library, sizeof library) == NULL)
        return lb_fail(
            err, LB_STATUS_USAGE,
            "%s started %d processes, but this sluice was built without MPI, and all would "
            "write the same files: build it with -DLB_WITH_MPI=ON, or start it alone",
            launcher->name, launcher->count);
    return lb_fail(
        err, LB_STATUS_USAGE,
        "%s started %d processes, but this sluice was built with %s, which does not know "
        "them: use its mpirun (Debian: mpirun.openmpi, mpirun.mpich)",
        launcher->name, launcher->count, library);
}

enum lb_status lb_peers_join(const void *communicator, struct lb_world **out, struct lb_error *err)
{
    struct lb_world *w = calloc(1, sizeof *w);
    *out = NULL;
    LB_NEED(w != NULL, LB_STATUS_FAILED, "out of memory for the ranks");
    w->polled_seconds = polled_beside_cpu;
    const enum lb_status st = lb_transport_start_mpi(w, communicator, err);
    if (st == LB_STATUS_OK)
        *out = w;
    else
        free(w);
    return st;
}

enum lb_status lb_peers_start(struct lb_world **out, struct lb_error *err)
{
    struct lb_launcher launcher;
    char library[64];
    *out = NULL;
    lb_launcher_find(&launcher);
    if (launcher.count == 1) return LB_STATUS_OK;
    if (lb_mpi_library(library, sizeof library) == NULL) return refuse_launcher(&launcher, err);
    LB_OK(lb_peers_join(NULL, out, err));
    return (*out)->count == launcher.count ? LB_STATUS_OK : refuse_launcher(&launcher, err);
}

void lb_peers_finish(struct lb_world *w, enum lb_status st)
{
    if (w == NULL) return;
    if (w->is_left_alone) w->transport->give_up(w, (int)st);
    w->transport->finish(w);
    free(w);
}

int lb_peers_count(const struct lb_world *w)
{
    return of(w)->count;
}

int lb_peers_rank(const struct lb_world *w)
{
    return of(w)->rank;
}

bool lb_peers_is_first(const struct lb_world *w)
{
    return of(w)->rank == 0;
}

int lb_peers_node_count(const struct lb_world *w)
{
    return of(w)->node_count;
}

int lb_peers_node_rank(const struct lb_world *w)
{
    return of(w)->node_rank;
}

int lb_peers_node(const struct lb_world *w)
{
    return of(w)->node;
}

const char *lb_peers_library(char *out, size_t size)
{
    return lb_mpi_library(out, size);
}

void lb_peers_give(const struct lb_world *w, void *data, uint64_t bytes)
{
    of(w)->transport->give(w, data, bytes, 0);
}

void lb_peers_share(const struct lb_world *w, const void *mine, uint64_t bytes, void *all)
{
    of(w)->transport->share(w, mine, bytes, all);
}

void lb_peers_gather(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                     const uint64_t *sizes)
{
    of(w)->transport->gather(w, mine, bytes, all, sizes);
}

void lb_peers_gather_on_all(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                            const uint64_t *sizes)
{
    of(w)->transport->gather_on_all(w, mine, bytes, all, sizes);
}

int lb_peers_any(const struct lb_world *w, int number)
{
    if (of(w)->count == 1) return number;
    int *all = calloc((size_t)w->count, sizeof *all);
    if (all == NULL) w->transport->give_up(w, LB_STATUS_FAILED); /* nothing can be agreed on */
    if (all == NULL) return number;
    w->transport->share(w, &number, sizeof number, all);
    number = 0;
    for (int rank = 0; rank < w->count && number == 0; rank++)
        number = all[rank];
    free(all);
    return number;
}

/* A rank's state in an agreement; equal sentences have equal numbers. */
struct opinion {
    int32_t status;
    uint32_t sentence;
};

static uint32_t number_of_text(const char *text)
{
    uint32_t number = 2166136261u; /* FNV-1a */
    for (; *text != '\0'; text++)
        number = (number ^ (unsigned char)*text) * 16777619u;
    return number;
}

static int rank_of_failure(const struct lb_world *w, const struct opinion *all)
{
    int verdict = -1;
    for (int rank = 0; rank < w->count; rank++) {
        if (all[rank].status == LB_STATUS_OK) continue;
        if (all[rank].status != LB_STATUS_VERDICT) return rank;
        if (verdict < 0) verdict = rank;
    }
    return verdict;
}

static bool all_the_same(const struct lb_world *w, const struct opinion *all)
{
    for (int rank = 1; rank < w->count; rank++)
        if (all[rank].status != all[0].status || all[rank].sentence != all[0].sentence)
            return false;
    return true;
}

static void name_the_place(const struct lb_world *w, struct lb_error *err)
{
    char name[256], text[LB_ERROR_TEXT_SIZE];
    int part;
    if (sscanf(err->text, "part %d (", &part) == 1) return; /* agreed on, and a note added */
    lb_peers_name(w, name, sizeof name);
    if (snprintf(text, sizeof text, "%s: %s", name, err->text) > 0)
        memcpy(err->text, text, sizeof text);
}

static enum lb_status settle(const struct lb_world *w, const struct opinion *all,
                             struct lb_error *err)
{
    const int rank = rank_of_failure(w, all);
    if (rank < 0) return LB_STATUS_OK;
    if (all_the_same(w, all)) return (enum lb_status)all[0].status;
    if (rank == w->rank && err->text[0] != '\0') name_the_place(w, err);
    w->transport->give(w, err, sizeof *err, rank);
    return (enum lb_status)all[rank].status;
}

enum lb_status lb_peers_agree(const struct lb_world *w, enum lb_status st, struct lb_error *err)
{
    struct lb_error nobody_asks = {0};
    if (of(w)->count == 1) return st;
    if (err == NULL) err = &nobody_asks;
    const struct opinion mine = {(int32_t)st, number_of_text(err->text)};
    struct opinion *all = calloc((size_t)w->count, sizeof *all);
    if (all == NULL) { /* nothing can be agreed on */
        w->transport->give_up(w, LB_STATUS_FAILED);
        return LB_STATUS_FAILED;
    }
    w->transport->share(w, &mine, sizeof mine, all);
    st = settle(w, all, err);
    free(all);
    return st;
}

enum lb_status lb_peers_conclude(struct lb_world *w, enum lb_status st, struct lb_error *err)
{
    if (of(w)->count == 1) return st;
    const bool has_failed = st != LB_STATUS_OK && st != LB_STATUS_VERDICT;
    const int turn = w->rank < 20 ? w->rank : 20;
    if (w->transport->assemble(w, has_failed ? patience + more_patience * turn : -1.0))
        return lb_peers_agree(w, st, err);
    w->is_left_alone = true;
    if (err->text[0] != '\0') name_the_place(w, err);
    return st;
}

bool lb_peers_speaks(const struct lb_world *w)
{
    return of(w)->rank == 0 || of(w)->is_left_alone;
}

bool lb_peers_is_launched(void)
{
    struct lb_launcher launcher;
    lb_launcher_find(&launcher);
    return launcher.name != NULL;
}

enum lb_status lb_peers_check_same(const struct lb_world *w, const char *what, const char *text,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char first[512];
    snprintf(first, sizeof first, "%s", text);
    lb_peers_give(w, first, sizeof first);
    if (strncmp(first, text, sizeof first - 1) != 0)
        st = lb_fail(err, LB_STATUS_USAGE, "its %s is %.400s, and that of the first part %s", what,
                     text, first);
    return lb_peers_agree(w, st, err);
}

static void put_least(double *to, double from)
{
    if (from < *to || isnan(from)) *to = from;
}

static void put_greatest(double *to, double from)
{
    if (from > *to || isnan(from)) *to = from;
}

static void put_sum(double *to, double from)
{
    *to += from;
}

/* `numbers` becomes the first rank's, and then what `put` makes of each next one's. */
static enum lb_status reduce(const struct lb_world *w, double *numbers, size_t count,
                             void (*put)(double *, double), struct lb_error *err)
{
    if (of(w)->count == 1) return LB_STATUS_OK;
    double *all = calloc((size_t)w->count * count, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for the numbers of %d ranks", w->count);
    w->transport->share(w, numbers, count * sizeof *numbers, all);
    memcpy(numbers, all, count * sizeof *numbers);
    for (size_t n = count; n < (size_t)w->count * count; n++)
        put(numbers + n % count, all[n]);
    free(all);
    return LB_STATUS_OK;
}

enum lb_status lb_peers_add(const struct lb_world *w, double *numbers, size_t count,
                            struct lb_error *err)
{
    return reduce(w, numbers, count, put_sum, err);
}

enum lb_status lb_peers_least(const struct lb_world *w, double *numbers, size_t count,
                              struct lb_error *err)
{
    return reduce(w, numbers, count, put_least, err);
}

enum lb_status lb_peers_greatest(const struct lb_world *w, double *numbers, size_t count,
                                 struct lb_error *err)
{
    return reduce(w, numbers, count, put_greatest, err);
}

enum lb_status lb_peers_add_counts(const struct lb_world *w, uint64_t *numbers, size_t count,
                                   struct lb_error *err)
{
    if (of(w)->count == 1) return LB_STATUS_OK;
    uint64_t *all = calloc((size_t)w->count * count, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for the numbers of %d ranks", w->count);
    w->transport->share(w, numbers, count * sizeof *numbers, all);
    memcpy(numbers, all, count * sizeof *numbers);
    for (size_t n = count; n < (size_t)w->count * count; n++)
        numbers[n % count] += all[n];
    free(all);
    return LB_STATUS_OK;
}

enum lb_status lb_messages_create(const struct lb_world *w, struct lb_messages **out,
                                  struct lb_error *err)
{
    return of(w)->transport->create(w, out, err);
}

static const struct lb_transport *transport_of(const struct lb_messages *m)
{
    return ((const struct lb_messages_head *)(const void *)m)->transport;
}

void lb_messages_destroy(struct lb_messages *m)
{
    if (m != NULL) transport_of(m)->destroy(m);
}

enum lb_status lb_messages_receive(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                   struct lb_error *err)
{
    return transport_of(m)->receive(m, from, data, bytes, err);
}

enum lb_status lb_messages_send(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                                struct lb_error *err)
{
    return transport_of(m)->send(m, to, data, bytes, err);
}

static const struct lb_message_watch nothing;

enum lb_status lb_messages_look(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err)
{
    return transport_of(m)->look(m, watch != NULL ? watch : &nothing, err);
}

enum lb_status lb_messages_wait(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err)
{
    return transport_of(m)->wait(m, watch != NULL ? watch : &nothing, err);
}
