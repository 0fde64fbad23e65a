/* transport_mpi_off.c - in place of transport_mpi.c where the program is built without MPI.
 * SPDX-License-Identifier: MIT */
#include "peers/transport_internal.h"

const struct lb_transport *lb_transport_mpi(void)
{
    return NULL;
}

const char *lb_mpi_library(void)
{
    return NULL;
}
