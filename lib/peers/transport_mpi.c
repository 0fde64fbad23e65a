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

static MPI_Comm end_comm; /* for assemble alone, so that nothing else can be taken for it */
static int own_rank, rank_count;
static const double sending_seconds = 1.0; /* at most, where a rank has failed */

static uint64_t piece_bytes(uint64_t bytes, uint64_t at)
{
    return bytes - at < most_bytes ? bytes - at : most_bytes;
}

static void start_mpi(struct lb_world *out)
{
    int provided;
    MPI_Comm node;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
    MPI_Comm_dup(MPI_COMM_WORLD, &end_comm);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, own_rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &out->node_rank);
    MPI_Comm_size(node, &out->node_count);
    out->node = own_rank;
    MPI_Bcast(&out->node, 1, MPI_INT, 0, node);
    MPI_Comm_free(&node);
    out->rank = own_rank;
    out->count = rank_count;
}

static void finish_mpi(void)
{
    MPI_Comm_free(&end_comm);
    MPI_Finalize();
}

static void give_up_mpi(int code)
{
    MPI_Abort(MPI_COMM_WORLD, code);
}

static bool assemble_mpi(double seconds)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    const double begin = MPI_Wtime();
    MPI_Request request;
    int is_done = 0;
    MPI_Ibarrier(end_comm, &request);
    for (;;) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (is_done) return true;
        if (seconds >= 0.0 && MPI_Wtime() - begin > seconds) return false;
        nanosleep(&pause, NULL);
    }
}

static void wait_for_one(MPI_Request *request)
{
    const double begin = lb_clock();
    for (;;) {
        for (int look = 0; look < LOOKS; look++) {
            int is_done = 0;
            MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
            if (is_done) return;
        }
        lb_peers_pause(begin);
    }
}

static void give_mpi(void *data, uint64_t bytes, int from)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Ibcast((char *)data + at, (int)piece_bytes(bytes, at), MPI_BYTE, from, MPI_COMM_WORLD,
                   &request);
        wait_for_one(&request);
    }
}

static void share_mpi(const void *mine, uint64_t bytes, void *all)
{
    MPI_Request request;
    MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD, &request);
    wait_for_one(&request);
}

static void receive_pieces(char *data, uint64_t bytes, int from)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Irecv(data + at, (int)piece_bytes(bytes, at), MPI_BYTE, from, 0, MPI_COMM_WORLD,
                  &request);
        wait_for_one(&request);
    }
}

static void send_pieces(const char *data, uint64_t bytes)
{
    MPI_Request request;
    for (uint64_t at = 0; at < bytes; at += most_bytes) {
        MPI_Isend(data + at, (int)piece_bytes(bytes, at), MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request);
        wait_for_one(&request);
    }
}

static void gather_mpi(const void *mine, uint64_t bytes, void *all, const uint64_t *sizes)
{
    if (own_rank != 0) {
        send_pieces(mine, bytes);
        return;
    }
    char *to = all;
    if (bytes > 0) memmove(to, mine, (size_t)bytes); /* else `mine` may be NULL */
    for (int rank = 1; rank < rank_count; rank++) {
        to += sizes[rank - 1];
        receive_pieces(to, sizes[rank], rank);
    }
}

/* The tag is another one than that of gather_mpi. */
enum { MESSAGE_TAG = 1 };

/* Where what is received comes to; NULL: it is sent. */
struct arrival {
    void *data;
    uint64_t bytes;
};

struct lb_messages {
    MPI_Request *requests;
    struct arrival *arrivals;
    MPI_Status *statuses; /* of those that were found done; unused */
    int *done;            /* their numbers */
    int count, capacity, left;
};

static enum lb_status create_mpi(struct lb_messages **out, struct lb_error *err)
{
    *out = calloc(1, sizeof **out);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "out of memory for messages");
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
        MPI_Irecv(to, (int)piece, MPI_BYTE, from, MESSAGE_TAG, MPI_COMM_WORLD,
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
                  MPI_COMM_WORLD, next_request(m, NULL, 0));
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
        if (m->left > 0) lb_peers_pause(begin);
    }
    m->count = 0;
    return LB_STATUS_OK;
}

static const struct lb_transport transport = {
    .start = start_mpi,
    .finish = finish_mpi,
    .give_up = give_up_mpi,
    .assemble = assemble_mpi,
    .give = give_mpi,
    .share = share_mpi,
    .gather = gather_mpi,
    .create = create_mpi,
    .destroy = destroy_mpi,
    .receive = receive_mpi,
    .send = send_mpi,
    .look = look_mpi,
    .wait = wait_mpi,
};

const struct lb_transport *lb_transport_mpi(void)
{
    return &transport;
}

/* "Open MPI v4.1.4, package: ..." and "MPICH Version:\t4.0.2\n..." up to the end of the version. */
const char *lb_mpi_library(void)
{
    static char name[64];
    char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
    char product[32] = "", version[32] = "";
    int length = 0;
    if (name[0] != '\0') return name;
    MPI_Get_library_version(text, &length);
    if (sscanf(text, "%31[^,:\n]", product) < 1) return "MPI";
    char *word = strstr(product, " Version");
    if (word != NULL && sscanf(text + strcspn(text, ":"), ": %31s", version) == 1) *word = '\0';
    snprintf(name, sizeof name, "%s%s%s", product, version[0] != '\0' ? " " : "", version);
    return name;
}
