/* launcher.h - how many processes the launcher started of which this is one, by its words in the
 * environment.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_LAUNCHER_H
#define LB_PEERS_LAUNCHER_H

struct lb_launcher {
    const char *name; /* "mpirun of Open MPI"; NULL: none */
    int count;        /* processes that it started; 1 without a launcher */
    int rank;         /* number of this one among them */
};

void lb_launcher_find(struct lb_launcher *out);

#endif
