/* small_disk.h - makes writing fail as on a full disk, without one.
 * SPDX-License-Identifier: MIT */
#ifndef LB_TESTS_SMALL_DISK_H
#define LB_TESTS_SMALL_DISK_H

#include <stdbool.h>

/* From now on no file of this process can grow beyond `bytes`; writes that try fail. */
void lb_small_disk_begin(unsigned long bytes);
void lb_small_disk_end(void);

/* Neither the file nor its temporary neighbour is there. */
bool lb_nothing_is_left_of(const char *path);

#endif
