/* self_start.c - the program starts itself as several ranks on this machine.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "process/process.h"
#include "peers/peers.h"

static const char tune[] = "--tune"; /* an option of Open MPI's mpirun, too, wherever it stands */

/* Of the library that the program was built with; NULL: none is there. */
static const char *find_launcher(bool is_mpich)
{
    const char *own = is_mpich ? "mpirun.mpich" : "mpirun.openmpi";
    return lb_process_exists(own) ? own : lb_process_exists("mpirun") ? "mpirun" : NULL;
}

/* For both libraries: more ranks than cores, which compute on devices, and no core of their own for each,
 * as CPUs' drivers have threads; for Open MPI: root may, as in containers, and the last words are the
 * program's. */
static void prepare_environment(void)
{
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 0);
    setenv("OMPI_MCA_orte_execute_quiet", "1", 0);
    if (geteuid() != 0) return;
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
}

static enum lb_status check_launcher(const char **launcher, struct lb_error *err)
{
    char text[64];
    const char *library = lb_peers_library(text, sizeof text);
    LB_NEED(library != NULL, LB_STATUS_USAGE,
            "several devices need MPI, which this sluice was built without: install Debian's "
            "libopenmpi-dev and openmpi-bin, and build again");
    const bool is_mpich = strstr(library, "MPICH") != NULL;
    *launcher = find_launcher(is_mpich);
    LB_NEED(*launcher != NULL, LB_STATUS_USAGE,
            "--devices needs the program mpirun, which is not here: Debian's package %s has it",
            is_mpich ? "mpich" : "openmpi-bin");
    return LB_STATUS_OK;
}

enum lb_status lb_peers_command(int count, const char *const *arguments, const char ***out,
                                struct lb_error *err)
{
    static char self[4096], number[16], joined[64];
    const char *launcher = NULL;
    size_t given = 0, to = 0;
    if (count > 1) LB_OK(check_launcher(&launcher, err));
    LB_OK(lb_process_self(self, sizeof self, err));
    snprintf(number, sizeof number, "%d", count);
    while (arguments[given] != NULL)
        given++;
    const char **all = calloc(given + 8, sizeof *all);
    LB_NEED(all != NULL, LB_STATUS_FAILED, "no memory for a command line");
    const char *const front[] = {launcher, "-n", number, self};
    for (size_t n = count > 1 ? 0 : 3; n < sizeof front / sizeof *front; n++)
        all[to++] = front[n];
    for (size_t n = 0; n < given; n++)
        if (strcmp(arguments[n], tune) == 0 && n + 1 < given) {
            snprintf(joined, sizeof joined, "%s=%s", tune, arguments[++n]);
            all[to++] = joined;
        } else {
            all[to++] = arguments[n];
        }
    prepare_environment();
    *out = all;
    return LB_STATUS_OK;
}

enum lb_status lb_peers_start_ranks(int count, char **argv, struct lb_error *err)
{
    const char **all = NULL;
    LB_OK(lb_peers_command(count, (const char *const *)(const void *)(argv + 1), &all, err));
    execvp(all[0], (char *const *)(const void *)all);
    lb_fail(err, LB_STATUS_FAILED, "cannot start %s: %s", all[0], strerror(errno));
    free(all);
    return LB_STATUS_FAILED;
}
