/* transport_mpi.c - the ranks of an MPI program.  Plain MPI-3; an error of MPI ends all ranks.
 * SPDX-License-Identifier: MIT */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stopwatch.h"
#include "peers/transport_internal.h"

/* Counts are ints: what is longer goes in pieces. */
enum { LOOKS = 8 }; /* for each that is taken at anything else */
static const uint64_t most_bytes = (uint64_t)1 << 30;

struct lb_mpi {
    MPI_Comm all; /* of this world alone, so that the messages of others are none of its */
    MPI_Comm end; /* for assemble alone, so that nothing else can be taken for it */
    bool is_begun_here;
    int *lengths; /* of all ranks; behind them, where what they have begins */
};
static const double sending_seconds = 1.0; /* at most, where a rank has failed */

static uint64_t piece_bytes(uint64_t bytes, uint64_t at)
{
    return bytes - at < most_bytes ? bytes - at : most_bytes;
}

static struct lb_mpi *mpi_of(const struct lb_world *w)
{
    return w->own;
}

static void find_place(struct lb_world *w)
{
    const struct lb_mpi *mpi = w->own;
    MPI_Comm node;
    MPI_Comm_rank(mpi->all, &w->rank);
    MPI_Comm_size(mpi->all, &w->count);
    MPI_Comm_split_type(mpi->all, MPI_COMM_TYPE_SHARED, w->rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &w->node_rank);
    MPI_Comm_size(node, &w->node_count);
    w->node = w->rank;
    MPI_Bcast(&w->node, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
}

static void finish_mpi(struct lb_world *w)
{
    struct lb_mpi *mpi = w->own;
    MPI_Comm_free(&mpi->end);
    MPI_Comm_free(&mpi->all);
    if (mpi->is_begun_here) MPI_Finalize();
    free(mpi->lengths);
    free(mpi);
}

static void give_up_mpi(const struct lb_world *w, int code)
{
    MPI_Abort(mpi_of(w)->all, code);
}

static bool assemble_mpi(const struct lb_world *w, double seconds)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    const double begin = MPI_Wtime();
    MPI_Request request;
    int is_done = 0;
    MPI_Ibarrier(mpi_of(w)->end, &request);
    for (;;) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (is_done) return true;
        if (seconds >= 0.0 && MPI_Wtime() - begin > seconds) return false;
        nanosleep(&pause, NULL);
    }
}

static void wait_for_one(const struct lb_world *w, MPI_Request *request)
{
    const double begin = lb_clock();
    for (;;) {
        for (int look = 0; look < LOOKS; look++) {
            int is_done = 0;
            MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
            if (is_done) return;
        }
        lb_peers_pause(w, begin);
    }
}

static void give_mpi(const struct lb_world *w, void *data, uint64_t bytes, int from)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Ibcast((char *)data + at, (int)piece_bytes(bytes, at), MPI_BYTE, from, mpi_of(w)->all,
                   &request);
        wait_for_one(w, &request);
    }
}

static void share_mpi(const struct lb_world *w, const void *mine, uint64_t bytes, void *all)
{
    MPI_Request request;
    MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, mpi_of(w)->all, &request);
    wait_for_one(w, &request);
}

static void receive_pieces(const struct lb_world *w, char *data, uint64_t bytes, int from)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Irecv(data + at, (int)piece_bytes(bytes, at), MPI_BYTE, from, 0, mpi_of(w)->all,
                  &request);
        wait_for_one(w, &request);
    }
}

static void send_pieces(const struct lb_world *w, const char *data, uint64_t bytes)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Isend(data + at, (int)piece_bytes(bytes, at), MPI_BYTE, 0, 0, mpi_of(w)->all, &request);
        wait_for_one(w, &request);
    }
}

static void gather_mpi(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                       const uint64_t *sizes)
{
    if (w->rank != 0) {
        send_pieces(w, mine, bytes);
        return;
    }
    char *to = all;
    if (bytes > 0) memmove(to, mine, (size_t)bytes); /* else `mine` may be NULL */
    for (int rank = 1; rank < w->count; rank++) {
        to += sizes[rank - 1];
        receive_pieces(w, to, sizes[rank], rank);
    }
}

/* At once where all lengths and places are of MPI's type. */
static void gather_on_all_mpi(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                              const uint64_t *sizes)
{
    int *lengths = mpi_of(w)->lengths, *begins = lengths + w->count;
    uint64_t total = 0;
    MPI_Request request;
    for (int rank = 0; rank < w->count; total += sizes[rank++]) {
        lengths[rank] = (int)sizes[rank];
        begins[rank] = (int)total;
    }
    if (total > most_bytes) {
        gather_mpi(w, mine, bytes, all, sizes);
        give_mpi(w, all, total, 0);
        return;
    }
    MPI_Iallgatherv(mine, (int)bytes, MPI_BYTE, all, lengths, begins, MPI_BYTE, mpi_of(w)->all,
                    &request);
    wait_for_one(w, &request);
}

/* The tag is another one than that of gather_mpi. */
enum { MESSAGE_TAG = 1 };

/* Where what is received comes to; NULL: it is sent. */
struct arrival {
    void *data;
    uint64_t bytes;
};

struct lb_messages {
    struct lb_messages_head head;
    const struct lb_world *world; /* borrowed */
    MPI_Request *requests;
    struct arrival *arrivals;
    MPI_Status *statuses; /* of those that were found done; unused */
    int *done;            /* their numbers */
    int count, capacity, left;
};

static const struct lb_transport transport;

static enum lb_status create_mpi(const struct lb_world *w, struct lb_messages **out,
                                 struct lb_error *err)
{
    *out = calloc(1, sizeof **out);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "out of memory for messages");
    (*out)->head.transport = &transport;
    (*out)->world = w;
    return LB_STATUS_OK;
}

/* Memory that MPI may still write to or read from is the caller's, who frees it next.  What is to come is called
 * off.  What was sent cannot be; the others take it at once, unless they fail, too. */
static void call_off(struct lb_messages *m)
{
    const double begin = MPI_Wtime();
    int is_done = 0;
    for (int n = 0; n < m->count; n++)
        if (m->arrivals[n].data != NULL && m->requests[n] != MPI_REQUEST_NULL)
            MPI_Cancel(m->requests + n);
    while (!is_done && MPI_Wtime() - begin < sending_seconds)
        MPI_Testall(m->count, m->requests, &is_done, m->statuses);
}

static void destroy_mpi(struct lb_messages *m)
{
    if (m != NULL) {
        if (m->left > 0) call_off(m);
        free(m->requests);
        free(m->arrivals);
        free(m->statuses);
        free(m->done);
    }
    free(m);
}

static bool grow_list(void **list, size_t bytes)
{
    void *grown = realloc(*list, bytes);
    if (grown != NULL) *list = grown;
    return grown != NULL;
}

static enum lb_status grow(struct lb_messages *m, struct lb_error *err)
{
    const size_t capacity = (size_t)m->capacity + 32;
    LB_NEED(grow_list((void **)&m->requests, capacity * sizeof *m->requests) &&
                grow_list((void **)&m->arrivals, capacity * sizeof *m->arrivals) &&
                grow_list((void **)&m->statuses, capacity * sizeof *m->statuses) &&
                grow_list((void **)&m->done, capacity * sizeof *m->done),
            LB_STATUS_FAILED, "out of memory for messages");
    m->capacity = (int)capacity;
    return LB_STATUS_OK;
}

/* The request of another message. */
static MPI_Request *next_request(struct lb_messages *m, void *data, uint64_t bytes)
{
    m->arrivals[m->count] = (struct arrival){data, bytes};
    m->left++;
    return m->requests + m->count++;
}

static enum lb_status receive_mpi(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                  struct lb_error *err)
{
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        char *to = (char *)data + at;
        const uint64_t piece = piece_bytes(bytes, at);
        if (m->count == m->capacity) LB_OK(grow(m, err));
        MPI_Irecv(to, (int)piece, MPI_BYTE, from, MESSAGE_TAG, mpi_of(m->world)->all,
                  next_request(m, to, piece));
    }
    return LB_STATUS_OK;
}

static enum lb_status send_mpi(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                               struct lb_error *err)
{
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        if (m->count == m->capacity) LB_OK(grow(m, err));
        MPI_Isend((const char *)data + at, (int)piece_bytes(bytes, at), MPI_BYTE, to, MESSAGE_TAG,
                  mpi_of(m->world)->all, next_request(m, NULL, 0));
    }
    return LB_STATUS_OK;
}

static enum lb_status look_mpi(struct lb_messages *m, const struct lb_message_watch *watch,
                               struct lb_error *err)
{
    int done = 0;
    if (m->left == 0) return LB_STATUS_OK;
    MPI_Testsome(m->count, m->requests, &done, m->done, m->statuses);
    for (int n = 0; n < done; n++) { /* MPI_UNDEFINED is negative */
        const struct arrival *a = m->arrivals + m->done[n];
        m->left--;
        if (a->data != NULL && watch->received != NULL)
            LB_OK(watch->received(watch->context, a->data, a->bytes, err));
    }
    return LB_STATUS_OK;
}

static enum lb_status wait_mpi(struct lb_messages *m, const struct lb_message_watch *watch,
                               struct lb_error *err)
{
    const double begin = lb_clock();
    while (m->left > 0) {
        for (int look = 0; look < LOOKS && m->left > 0; look++)
            LB_OK(look_mpi(m, watch, err));
        if (watch->meanwhile != NULL) watch->meanwhile(watch->context);
        if (m->left > 0) lb_peers_pause(m->world, begin);
    }
    m->count = 0;
    return LB_STATUS_OK;
}

static const struct lb_transport transport = {
    .finish = finish_mpi,
    .give_up = give_up_mpi,
    .assemble = assemble_mpi,
    .give = give_mpi,
    .share = share_mpi,
    .gather = gather_mpi,
    .gather_on_all = gather_on_all_mpi,
    .create = create_mpi,
    .destroy = destroy_mpi,
    .receive = receive_mpi,
    .send = send_mpi,
    .look = look_mpi,
    .wait = wait_mpi,
};

/* The communicator that is given, or that of all processes, which this call begins. */
static enum lb_status choose(const void *communicator, MPI_Comm *out, bool *is_begun_here,
                             struct lb_error *err)
{
    int is_there = 0, provided;
    MPI_Initialized(&is_there);
    *is_begun_here = communicator == NULL && !is_there;
    LB_NEED(is_there || *is_begun_here, LB_STATUS_USAGE,
            "a communicator is given, but MPI_Init was not called");
    if (*is_begun_here) MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    *out = MPI_COMM_WORLD;
    if (communicator != NULL) memcpy(out, communicator, sizeof *out);
    return LB_STATUS_OK;
}

static enum lb_status make_lengths(struct lb_mpi *mpi, MPI_Comm from, struct lb_error *err)
{
    int ranks = 0;
    MPI_Comm_size(from, &ranks);
    mpi->lengths = calloc(2 * (size_t)ranks, sizeof *mpi->lengths);
    LB_NEED(mpi->lengths != NULL, LB_STATUS_FAILED, "out of memory for the ranks");
    return LB_STATUS_OK;
}

enum lb_status lb_transport_start_mpi(struct lb_world *w, const void *communicator,
                                      struct lb_error *err)
{
    MPI_Comm from = MPI_COMM_NULL;
    struct lb_mpi *mpi = calloc(1, sizeof *mpi);
    LB_NEED(mpi != NULL, LB_STATUS_FAILED, "out of memory for the ranks");
    enum lb_status st = choose(communicator, &from, &mpi->is_begun_here, err);
    if (st == LB_STATUS_OK) st = make_lengths(mpi, from, err);
    if (st != LB_STATUS_OK) {
        free(mpi);
        return st;
    }
    MPI_Comm_dup(from, &mpi->all);
    MPI_Comm_dup(from, &mpi->end);
    w->own = mpi;
    w->transport = &transport;
    find_place(w);
    return LB_STATUS_OK;
}

/* "Open MPI v4.1.4, package: ..." and "MPICH Version:\t4.0.2\n..." up to the end of the version. */
const char *lb_mpi_library(char *out, size_t size)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
    char product[32] = "MPI", version[32] = "";
    int length = 0;
    MPI_Get_library_version(text, &length);
    if (sscanf(text, "%31[^,:\n]", product) == 1) {
        char *word = strstr(product, " Version");
        if (word != NULL && sscanf(text + strcspn(text, ":"), ": %31s", version) == 1) *word = '\0';
    }
    snprintf(out, size, "%s%s%s", product, version[0] != '\0' ? " " : "", version);
    return out;
}
