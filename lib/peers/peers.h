/* peers.h - communication of the ranks of a run, processes with a subdomain each.  NULL is a world
 * of one rank, in which every call is trivial.  All ranks of a world make collective calls in the
 * same order.  These return the same on all ranks, or end them all if the transport fails.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_PEERS_H
#define LB_PEERS_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct lb_world; /* opaque; one thread at a time */

/* Call once in a process: initialises MPI and joins the ranks that a launcher started.  *out is
 * NULL without a launcher.  LB_STATUS_USAGE if the launcher belongs to another MPI library than
 * the program's: each process is then alone, and only the first one gets a sentence. */
enum lb_status lb_peers_start(struct lb_world **out, struct lb_error *err);

/* Collective over `communicator`, an MPI_Comm *: makes a world of its ranks, with a duplicate of
 * it.  NULL: MPI_COMM_WORLD.  The caller initialises and finalises MPI.  LB_STATUS_USAGE if the
 * library was built without MPI or MPI is not initialised. */
enum lb_status lb_peers_join(const void *communicator, struct lb_world **out, struct lb_error *err);

/* Without a launcher: replaces this process by a launcher that starts `count` ranks of the
 * program on this machine, with the arguments of `argv`.  Returns only on failure; the sentence
 * says what is missing. */
enum lb_status lb_peers_start_ranks(int count, char **argv, struct lb_error *err);

/* The command that starts `count` ranks of this program with `arguments`, without a launcher if
 * count is 1; also sets the environment variables that the launcher needs.  *out ends with NULL
 * and borrows the arguments; caller frees it with free(). */
enum lb_status lb_peers_command(int count, const char *const *arguments, const char ***out,
                                struct lb_error *err);
bool lb_peers_is_launched(void); /* whether a launcher started this, even as a single process */

/* Collective: LB_STATUS_USAGE if the `text` of some rank differs from the first one's; `what`
 * names it. */
enum lb_status lb_peers_check_same(const struct lb_world *w, const char *what, const char *text,
                                   struct lb_error *err);

/* Before the end: lb_peers_agree for all ranks.  A rank that failed while the others continue
 * waits a moment for them; then its sentence stands for all, and lb_peers_finish ends all ranks. */
enum lb_status lb_peers_conclude(struct lb_world *w, enum lb_status st, struct lb_error *err);
bool lb_peers_speaks(const struct lb_world *w); /* whether the sentence is this rank's to print */

/* Leaves the world with the program's exit code and frees it; NULL is allowed.  Finalises MPI if
 * lb_peers_start initialised it. */
void lb_peers_finish(struct lb_world *w, enum lb_status st);

int lb_peers_count(const struct lb_world *w);
int lb_peers_rank(const struct lb_world *w);
bool lb_peers_is_first(const struct lb_world *w);
int lb_peers_node_count(const struct lb_world *w); /* ranks on this node */
int lb_peers_node_rank(const struct lb_world *w);  /* number of this one among them */
int lb_peers_node(const struct lb_world *w); /* first rank of this node: identifies the node */

/* "Open MPI 4.1.4" into `out`, which it returns; NULL if it was built without MPI. */
const char *lb_peers_library(char *out, size_t size);
/* The name of this machine, up to the first dot, into `out`, which it returns. */
const char *lb_peers_node_name(char *out, size_t size);

/* Sets the name of this rank's device for messages, "NVIDIA H200"; `leaves_cores`: it leaves the
 * host's cores idle, so that waiting for others may spin. */
void lb_peers_name_device(struct lb_world *w, const char *device, bool leaves_cores);
void lb_peers_name(const struct lb_world *w, char *out,
                   size_t size); /* "part 3 (node-b, NVIDIA H200)": of this rank */

/* Collective: LB_STATUS_OK if `st` is so on all ranks.  Otherwise the status and sentence of the
 * lowest rank with another status; a failed verdict counts least.  The sentence begins with
 * "part 3 (node-b, NVIDIA H200): " unless all ranks have the same. */
enum lb_status lb_peers_agree(const struct lb_world *w, enum lb_status st, struct lb_error *err);

/* Collective: broadcast of the first rank's `data`; gather of `mine` of all ranks on all ranks;
 * gather of `mine`, of different lengths, on the first rank (`all` and `sizes` are NULL on
 * others), and on all ranks. */
void lb_peers_give(const struct lb_world *w, void *data, uint64_t bytes);
void lb_peers_share(const struct lb_world *w, const void *mine, uint64_t bytes, void *all);
void lb_peers_gather(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                     const uint64_t *sizes);
void lb_peers_gather_on_all(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                            const uint64_t *sizes);

/* Collective: the number of the first rank whose number is not 0, else 0. */
int lb_peers_any(const struct lb_world *w, int number);

/* Collective: sums over the ranks in their order, so that they are the same in every run;
 * minimum and maximum, NaN if any rank has a NaN. */
enum lb_status lb_peers_add(const struct lb_world *w, double *numbers, size_t count,
                            struct lb_error *err);
enum lb_status lb_peers_add_counts(const struct lb_world *w, uint64_t *numbers, size_t count,
                                   struct lb_error *err);
enum lb_status lb_peers_least(const struct lb_world *w, double *numbers, size_t count,
                              struct lb_error *err);
enum lb_status lb_peers_greatest(const struct lb_world *w, double *numbers, size_t count,
                                 struct lb_error *err);

/* A set of messages in flight; there may be several sets.  Data are borrowed until the wait or the
 * destruction.  Between two ranks, messages arrive in the order in which they were posted. */
struct lb_messages;
enum lb_status lb_messages_create(const struct lb_world *w, struct lb_messages **out,
                                  struct lb_error *err);
/* Cancels pending receives, whose memory is the caller's again.  NULL is allowed. */
void lb_messages_destroy(struct lb_messages *m);
enum lb_status lb_messages_receive(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                   struct lb_error *err);
enum lb_status lb_messages_send(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                                struct lb_error *err);

/* Callbacks while messages travel: for each received message, once; and repeatedly while waiting.
 * Either may be NULL. */
struct lb_message_watch {
    enum lb_status (*received)(void *context, const void *data, uint64_t bytes,
                               struct lb_error *err);
    void (*meanwhile)(void *context);
    void *context;
};

/* Looks once; waits until all have been sent and received.  `watch` may be NULL. */
enum lb_status lb_messages_look(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err);
enum lb_status lb_messages_wait(struct lb_messages *m, const struct lb_message_watch *watch,
                                struct lb_error *err);

/* What a wait for others that began at lb_clock() `begin` does between two looks: nothing at
 * first, then it leaves the core to who needs it. */
void lb_peers_pause(const struct lb_world *w, double begin);

#endif
