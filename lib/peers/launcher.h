/* launcher.h - how many processes the launcher started of which this is one, by its words in the
 * environment.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PEERS_LAUNCHER_H
#define LB_PEERS_LAUNCHER_H

#include <stdbool.h>

struct lb_launcher {
    const char *name; /* "mpirun of Open MPI"; NULL: none */
    int count;        /* processes that it started; 1 without a launcher */
    int rank;         /* number of this one among them */
};

void lb_launcher_find(struct lb_launcher *out);

/* Whether a terminal shows what is written to this descriptor.  Open MPI gives ranks terminals of their own and copies
 * what they write to where its launcher writes: Linux tells where that is; false where it is not known, as on other
 * machines than the launcher's; a shell script between the launcher and the program has the rank's own terminal. */
bool lb_launcher_has_terminal(int descriptor);

#endif
