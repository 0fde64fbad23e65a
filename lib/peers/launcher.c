/* launcher.c - the variables that the launchers of MPI programs set.
 * SPDX-License-Identifier: MIT */
#include "peers/launcher.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* SLURM_STEP_NUM_TASKS is of srun's steps; SLURM_NTASKS is set in a job's script, too, which is one
 * process.  Slurm comes last: the launchers of MPI libraries run inside its jobs. */
static const struct {
    const char *count, *rank, *name;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "mpirun of Open MPI"},
    {"PMI_SIZE", "PMI_RANK", "mpirun of MPICH"},
    {"SLURM_STEP_NUM_TASKS", "SLURM_PROCID", "srun"},
};

/* A number from 0 on, or -1. */
static int number_of(const char *variable)
{
    const char *text = getenv(variable);
    char *end = NULL;
    if (text == NULL || *text < '0' || *text > '9') return -1;
    const long number = strtol(text, &end, 10);
    return *end == '\0' && number <= 1000000 ? (int)number : -1;
}

void lb_launcher_find(struct lb_launcher *out)
{
    *out = (struct lb_launcher){.count = 1};
    for (size_t n = 0; n < sizeof launchers / sizeof *launchers; n++) {
        const int count = number_of(launchers[n].count), rank = number_of(launchers[n].rank);
        if (count < 1 || rank < 0 || rank >= count) continue;
        *out = (struct lb_launcher){.name = launchers[n].name, .count = count, .rank = rank};
        return;
    }
}

bool lb_launcher_has_terminal(int descriptor)
{
    struct lb_launcher launcher;
    char link[64], place[64];
    if (isatty(descriptor) == 0) return false;
    lb_launcher_find(&launcher);
    if (launcher.name != launchers[0].name) return true;
    snprintf(link, sizeof link, "/proc/%ld/fd/%d", (long)getppid(), descriptor);
    const ssize_t length = readlink(link, place, sizeof place - 1);
    place[length > 0 ? length : 0] = '\0';
    return strncmp(place, "/dev/pts/", 9) == 0 || strncmp(place, "/dev/tty", 8) == 0;
}
