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

static const struct lb_transport *transport = &lb_transport_alone;
static struct lb_world world = {.count = 1, .node_count = 1};
static bool is_left_alone; /* failed, and the others did not come */
static char device_name[128];

const char *lb_peers_node_name(void)
{
    static char name[64];
    if (name[0] == '\0' && gethostname(name, sizeof name - 1) != 0)
        snprintf(name, sizeof name, "?");
    name[strcspn(name, ".")] = '\0';
    return name;
}

/* Open MPI hands over what is long in many small pieces, some with each look at it: an exchange that sleeps
 * between looks takes a hundred times as long. */
static const double polled_beside_cpu = 1e-4, polled = 0.1;
static double polled_seconds = 1e-4;

void lb_peers_name_device(const char *device, bool leaves_cores)
{
    snprintf(device_name, sizeof device_name, "%s", device);
    polled_seconds = leaves_cores ? polled : polled_beside_cpu;
}

/* MPI's own waits take a core for as long as they last, which the device or another rank may need. */
void lb_peers_pause(double begin)
{
    const struct timespec pause = {.tv_nsec = 20000};
    if (lb_clock() - begin > polled_seconds) nanosleep(&pause, NULL);
}

void lb_peers_name(char *out, size_t size)
{
    snprintf(out, size, "part %d (%s%s%s)", world.rank, lb_peers_node_name(),
             device_name[0] != '\0' ? ", " : "", device_name);
}

/* The others end without a word, after the first has had its time to speak: launchers end all when one
 * ends with a code. */
static enum lb_status refuse_launcher(const struct lb_launcher *launcher, struct lb_error *err)
{
    if (launcher->rank > 0) {
        sleep(1);
        return lb_fail(err, LB_STATUS_USAGE, "%s", "");
    }
    const char *library = lb_mpi_library();
    if (library == NULL)
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

enum lb_status lb_peers_start(struct lb_error *err)
{
    struct lb_launcher launcher;
    lb_launcher_find(&launcher);
    if (launcher.count == 1) return LB_STATUS_OK;
    if (lb_transport_mpi() == NULL) return refuse_launcher(&launcher, err);
    transport = lb_transport_mpi();
    transport->start(&world);
    return world.count == launcher.count ? LB_STATUS_OK : refuse_launcher(&launcher, err);
}

void lb_peers_finish(enum lb_status st)
{
    if (is_left_alone) transport->give_up((int)st);
    transport->finish();
}

int lb_peers_count(void)
{
    return world.count;
}

int lb_peers_rank(void)
{
    return world.rank;
}

bool lb_peers_is_first(void)
{
    return world.rank == 0;
}

int lb_peers_node_count(void)
{
    return world.node_count;
}

int lb_peers_node_rank(void)
{
    return world.node_rank;
}

int lb_peers_node(void)
{
    return world.node;
}

const char *lb_peers_library(void)
{
    return lb_mpi_library();
}

void lb_peers_give(void *data, uint64_t bytes)
{
    transport->give(data, bytes, 0);
}

void lb_peers_share(const void *mine, uint64_t bytes, void *all)
{
    transport->share(mine, bytes, all);
}

void lb_peers_gather(const void *mine, uint64_t bytes, void *all, const uint64_t *sizes)
{
    transport->gather(mine, bytes, all, sizes);
}

int lb_peers_any(int number)
{
    if (world.count == 1) return number;
    int *all = calloc((size_t)world.count, sizeof *all);
    if (all == NULL) transport->give_up(LB_STATUS_FAILED); /* nothing can be agreed on */
    if (all == NULL) return number;
    transport->share(&number, sizeof number, all);
    number = 0;
    for (int rank = 0; rank < world.count && number == 0; rank++)
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

static int rank_of_failure(const struct opinion *all)
{
    int verdict = -1;
    for (int rank = 0; rank < world.count; rank++) {
        if (all[rank].status == LB_STATUS_OK) continue;
        if (all[rank].status != LB_STATUS_VERDICT) return rank;
        if (verdict < 0) verdict = rank;
    }
    return verdict;
}

static bool all_the_same(const struct opinion *all)
{
    for (int rank = 1; rank < world.count; rank++)
        if (all[rank].status != all[0].status || all[rank].sentence != all[0].sentence)
            return false;
    return true;
}

static void name_the_place(struct lb_error *err)
{
    char name[256], text[LB_ERROR_TEXT_SIZE];
    int part;
    if (sscanf(err->text, "part %d (", &part) == 1) return; /* agreed on, and a note added */
    lb_peers_name(name, sizeof name);
    if (snprintf(text, sizeof text, "%s: %s", name, err->text) > 0)
        memcpy(err->text, text, sizeof text);
}

static enum lb_status settle(const struct opinion *all, struct lb_error *err)
{
    const int rank = rank_of_failure(all);
    if (rank < 0) return LB_STATUS_OK;
    if (all_the_same(all)) return (enum lb_status)all[0].status;
    if (rank == world.rank && err->text[0] != '\0') name_the_place(err);
    transport->give(err, sizeof *err, rank);
    return (enum lb_status)all[rank].status;
}

enum lb_status lb_peers_agree(enum lb_status st, struct lb_error *err)
{
    struct lb_error nobody_asks = {0};
    if (world.count == 1) return st;
    if (err == NULL) err = &nobody_asks;
    const struct opinion mine = {(int32_t)st, number_of_text(err->text)};
    struct opinion *all = calloc((size_t)world.count, sizeof *all);
    if (all == NULL) { /* nothing can be agreed on */
        transport->give_up(LB_STATUS_FAILED);
        return LB_STATUS_FAILED;
    }
    transport->share(&mine, sizeof mine, all);
    st = settle(all, err);
    free(all);
    return st;
}

enum lb_status lb_peers_conclude(enum lb_status st, struct lb_error *err)
{
    if (world.count == 1) return st;
    const bool has_failed = st != LB_STATUS_OK && st != LB_STATUS_VERDICT;
    const int turn = world.rank < 20 ? world.rank : 20;
    if (transport->assemble(has_failed ? patience + more_patience * turn : -1.0))
        return lb_peers_agree(st, err);
    is_left_alone = true;
    if (err->text[0] != '\0') name_the_place(err);
    return st;
}

bool lb_peers_speaks(void)
{
    return world.rank == 0 || is_left_alone;
}

bool lb_peers_is_launched(void)
{
    struct lb_launcher launcher;
    lb_launcher_find(&launcher);
    return launcher.name != NULL;
}

enum lb_status lb_peers_check_same(const char *what, const char *text, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char first[512];
    snprintf(first, sizeof first, "%s", text);
    lb_peers_give(first, sizeof first);
    if (strncmp(first, text, sizeof first - 1) != 0)
        st = lb_fail(err, LB_STATUS_USAGE, "its %s is %.400s, and that of the first part %s", what,
                     text, first);
    return lb_peers_agree(st, err);
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
static enum lb_status reduce(double *numbers, size_t count, void (*put)(double *, double),
                             struct lb_error *err)
{
    if (world.count == 1) return LB_STATUS_OK;
    double *all = calloc((size_t)world.count * count, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for the numbers of %d ranks",
            world.count);
    transport->share(numbers, count * sizeof *numbers, all);
    memcpy(numbers, all, count * sizeof *numbers);
    for (size_t n = count; n < (size_t)world.count * count; n++)
        put(numbers + n % count, all[n]);
    free(all);
    return LB_STATUS_OK;
}

enum lb_status lb_peers_add(double *numbers, size_t count, struct lb_error *err)
{
    return reduce(numbers, count, put_sum, err);
}

enum lb_status lb_peers_least(double *numbers, size_t count, struct lb_error *err)
{
    return reduce(numbers, count, put_least, err);
}

enum lb_status lb_peers_greatest(double *numbers, size_t count, struct lb_error *err)
{
    return reduce(numbers, count, put_greatest, err);
}

enum lb_status lb_peers_add_counts(uint64_t *numbers, size_t count, struct lb_error *err)
{
    if (world.count == 1) return LB_STATUS_OK;
    uint64_t *all = calloc((size_t)world.count * count, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "out of memory for the numbers of %d ranks",
            world.count);
    transport->share(numbers, count * sizeof *numbers, all);
    memcpy(numbers, all, count * sizeof *numbers);
    for (size_t n = count; n < (size_t)world.count * count; n++)
        numbers[n % count] += all[n];
    free(all);
    return LB_STATUS_OK;
}

enum lb_status lb_messages_create(struct lb_messages **out, struct lb_error *err)
{
    return transport->create(out, err);
}

void lb_messages_destroy(struct lb_messages *m)
{
    transport->destroy(m);
}

enum lb_status lb_messages_receive(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                   struct lb_error *err)
{
    return transport->receive(m, from, data, bytes, err);
}

enum lb_status lb_messages_send(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                                struct lb_error *err)
{
    return transport->send(m, to, data, bytes, err);
}

static const struct lb_message_watch nothing;

enum lb_status lb_messages_look(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err)
{
    return transport->look(m, watch != NULL ? watch : &nothing, err);
}

enum lb_status lb_messages_wait(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err)
{
    return transport->wait(m, watch != NULL ? watch : &nothing, err);
}
