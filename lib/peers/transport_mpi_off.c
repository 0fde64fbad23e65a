/* transport_mpi_off.c - in place of transport_mpi.c where the library is built without MPI.
 * SPDX-License-Identifier: MIT */
#include "peers/transport_internal.h"

enum lb_status lb_transport_start_mpi(struct lb_world *w, const void *communicator,
                                      struct lb_error *err)
{
    (void)w, (void)communicator;
    return lb_fail(err, LB_STATUS_USAGE,
                   "several ranks need MPI, which this sluice was built without: build it with "
                   "-DLB_WITH_MPI=ON");
}

const char *lb_mpi_library(char *out, size_t size)
{
    (void)out, (void)size;
    return NULL;
}
