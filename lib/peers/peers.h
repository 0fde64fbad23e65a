/* peers.h - the ranks of a run: processes that do the same with a subdomain each, and what they say to
 * each other.  NULL is a world of one rank, where every call is trivial.  Collective calls are made by all
 * ranks of a world in the same order; they return the same on all ranks or, where the transport itself
 * fails, end them all.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_PEERS_H
#define LB_PEERS_PEERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct lb_world; /* opaque; one thread at a time */

/* Once in a process: initialises MPI and joins the ranks that a launcher started.  *out is NULL without a launcher.
 * LB_STATUS_USAGE where the launcher is not of the library that the program was built with: then each
 * process is alone, and only the first of the launcher's gets a sentence. */
enum lb_status lb_peers_start(struct lb_world **out, struct lb_error *err);

/* Collective over `communicator`, an MPI_Comm * whose ranks become those of the world, which takes a
 * duplicate of it.  MPI is and stays the caller's.  NULL: MPI_COMM_WORLD.  LB_STATUS_USAGE where the library was built
 * without MPI or MPI is not initialised. */
enum lb_status lb_peers_join(const void *communicator, struct lb_world **out, struct lb_error *err);

/* Without a launcher: this process becomes the launcher's, which starts it anew, with the arguments of
 * `argv`, as so many ranks on this machine.  Comes back only where that cannot be: the sentence says
 * what is missing. */
enum lb_status lb_peers_start_ranks(int count, char **argv, struct lb_error *err);

/* The words of the command that starts this program anew as so many ranks, or as itself alone where count
 * is 1, with `arguments`, and puts into the environment what the launcher needs.  *out is for
 * free(), borrows the arguments, and ends with NULL. */
enum lb_status lb_peers_command(int count, const char *const *arguments, const char ***out,
                                struct lb_error *err);
bool lb_peers_is_launched(void); /* whether there is a launcher, also of one process */

/* Collective: LB_STATUS_USAGE where a rank's `text` is another than the first's, `what` it is of. */
enum lb_status lb_peers_check_same(const struct lb_world *w, const char *what, const char *text,
                                   struct lb_error *err);

/* The last words of all ranks: they agree as in lb_peers_agree.  A rank that failed where the others go on
 * waits a moment for them in vain; it then speaks for all, and lb_peers_finish ends all. */
enum lb_status lb_peers_conclude(struct lb_world *w, enum lb_status st, struct lb_error *err);
bool lb_peers_speaks(const struct lb_world *w); /* whether the sentence is this rank's to print */

/* Leaves them, with the exit code of the program, and frees the world; NULL is fine.  MPI ends where
 * lb_peers_start began it. */
void lb_peers_finish(struct lb_world *w, enum lb_status st);

int lb_peers_count(const struct lb_world *w);
int lb_peers_rank(const struct lb_world *w);
bool lb_peers_is_first(const struct lb_world *w);
int lb_peers_node_count(const struct lb_world *w); /* ranks on this node */
int lb_peers_node_rank(const struct lb_world *w);  /* number of this one among them */
int lb_peers_node(const struct lb_world *w); /* the first rank of this node: tells nodes apart */

/* "Open MPI 4.1.4" into `out`, which it returns; NULL where it was built without MPI. */
const char *lb_peers_library(char *out, size_t size);
/* The name of this machine, up to the first dot, into `out`, which it returns. */
const char *lb_peers_node_name(char *out, size_t size);

/* What this rank computes on, for messages: "NVIDIA H200"; and whether it leaves the host's cores alone, so that
 * short waits for others may take one. */
void lb_peers_name_device(struct lb_world *w, const char *device, bool leaves_cores);
void lb_peers_name(const struct lb_world *w, char *out,
                   size_t size); /* "part 3 (node-b, NVIDIA H200)": of this rank */

/* Collective: LB_STATUS_OK where all say so.  Else the status and the sentence of the lowest rank that
 * has another, a failed verdict counting least; "part 3 (node-b, NVIDIA H200): " stands before
 * the sentence where not all have the same. */
enum lb_status lb_peers_agree(const struct lb_world *w, enum lb_status st, struct lb_error *err);

/* Collective: `bytes` of the first rank's to all; `bytes` of each to all, in the order of ranks;
 * `bytes` of each, which may differ, to the first alone: all[], sizes[], NULL on others. */
void lb_peers_give(const struct lb_world *w, void *data, uint64_t bytes);
void lb_peers_share(const struct lb_world *w, const void *mine, uint64_t bytes, void *all);
void lb_peers_gather(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                     const uint64_t *sizes);

/* Collective: the number of the first rank whose number is not 0, else 0. */
int lb_peers_any(const struct lb_world *w, int number);

/* Collective: each number is added over the ranks in their order, so that the sum is the same in
 * every run; least and greatest, where a NaN of any rank stays one. */
enum lb_status lb_peers_add(const struct lb_world *w, double *numbers, size_t count,
                            struct lb_error *err);
enum lb_status lb_peers_add_counts(const struct lb_world *w, uint64_t *numbers, size_t count,
                                   struct lb_error *err);
enum lb_status lb_peers_least(const struct lb_world *w, double *numbers, size_t count,
                              struct lb_error *err);
enum lb_status lb_peers_greatest(const struct lb_world *w, double *numbers, size_t count,
                                 struct lb_error *err);

/* Messages that are under way together; several such sets may be.  Data are borrowed until the wait, or the end.
 * Between two ranks, messages arrive in the order in which they were posted. */
struct lb_messages;
enum lb_status lb_messages_create(const struct lb_world *w, struct lb_messages **out,
                                  struct lb_error *err);
/* NULL is fine.  What is still to be received is called off; its memory is the caller's again. */
void lb_messages_destroy(struct lb_messages *m);
enum lb_status lb_messages_receive(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                   struct lb_error *err);
enum lb_status lb_messages_send(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                                struct lb_error *err);

/* What is done while messages travel: with each that has been received, once, by where it is; and now and then
 * as long as there is one to wait for.  Either may be NULL. */
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

/* What a wait for others that began at lb_clock() `begin` does between two looks: nothing at first, then it
 * leaves the core to who needs it. */
void lb_peers_pause(const struct lb_world *w, double begin);

#endif
