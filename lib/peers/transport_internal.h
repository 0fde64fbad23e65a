/* transport_internal.h - who carries what the ranks of a world say: nobody (one rank), or MPI.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_TRANSPORT_INTERNAL_H
#define LB_PEERS_TRANSPORT_INTERNAL_H

#include "peers/peers.h"

struct lb_transport;

struct lb_world {
    const struct lb_transport *transport;
    int rank, count, node_rank, node_count;
    int node;              /* the rank of the node's first */
    void *own;             /* the transport's */
    bool is_left_alone;    /* failed, and the others did not come */
    char device_name[128]; /* "": not known */
    double polled_seconds; /* before a wait leaves the core to others */
};

/* Each function does what its namesake of peers.h says.  A transport that fails ends all ranks. */
struct lb_transport {
    void (*finish)(struct lb_world *w);
    void (*give_up)(const struct lb_world *w, int code); /* ends all ranks */
    /* Whether all ranks come here, at the latest after so many seconds; negative: waits for ever. */
    bool (*assemble)(const struct lb_world *w, double seconds);
    void (*give)(const struct lb_world *w, void *data, uint64_t bytes, int from);
    void (*share)(const struct lb_world *w, const void *mine, uint64_t bytes, void *all);
    void (*gather)(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                   const uint64_t *sizes);
    void (*gather_on_all)(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                          const uint64_t *sizes);
    enum lb_status (*create)(const struct lb_world *w, struct lb_messages **out,
                             struct lb_error *err);
    void (*destroy)(struct lb_messages *m);
    enum lb_status (*receive)(struct lb_messages *m, int from, void *data, uint64_t bytes,
                              struct lb_error *err);
    enum lb_status (*send)(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                           struct lb_error *err);
    enum lb_status (*look)(struct lb_messages *m, const struct lb_message_watch *watch,
                           struct lb_error *err);
    enum lb_status (*wait)(struct lb_messages *m, const struct lb_message_watch *watch,
                           struct lb_error *err);
};

/* What every kind of lb_messages begins with. */
struct lb_messages_head {
    const struct lb_transport *transport;
};

extern const struct lb_transport lb_transport_alone;

/* Fills in `w` and its transport.  `communicator` is an MPI_Comm *; NULL: MPI is begun here, and
 * ends with the world.  LB_STATUS_USAGE if the library was built without MPI, or a communicator
 * is given and MPI was not initialised. */
enum lb_status lb_transport_start_mpi(struct lb_world *w, const void *communicator,
                                      struct lb_error *err);

/* Its name and version into `out`, which it returns; NULL without MPI. */
const char *lb_mpi_library(char *out, size_t size);

#endif
