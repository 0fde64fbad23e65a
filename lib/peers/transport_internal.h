/* transport_internal.h - who carries what the ranks say: nobody (one rank), or MPI.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_TRANSPORT_INTERNAL_H
#define LB_PEERS_TRANSPORT_INTERNAL_H

#include "peers/peers.h"

struct lb_world {
    int rank, count, node_rank, node_count;
    int node; /* the rank of the node's first */
};

/* Each function does what its namesake of peers.h says.  A transport that fails ends all ranks. */
struct lb_transport {
    void (*start)(struct lb_world *out);
    void (*finish)(void);
    void (*give_up)(int code); /* ends all ranks */
    /* Whether all ranks come here, at the latest after so many seconds; negative: waits for ever. */
    bool (*assemble)(double seconds);
    void (*give)(void *data, uint64_t bytes, int from);
    void (*share)(const void *mine, uint64_t bytes, void *all);
    void (*gather)(const void *mine, uint64_t bytes, void *all, const uint64_t *sizes);
    enum lb_status (*create)(struct lb_messages **out, struct lb_error *err);
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

extern const struct lb_transport lb_transport_alone;

/* NULL where the program was built without MPI. */
const struct lb_transport *lb_transport_mpi(void);
const char *lb_mpi_library(void); /* its name and version; NULL likewise */

#endif
