/* alarm.h - why a kernel raised the alarm, read by both compilers.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SHARED_ALARM_H
#define LB_SHARED_ALARM_H
/* One was not positive: from that alone NaN can come, which some storage formats would keep as a
 * number. */
#define LB_ALARM_DENSITY 1u

/* A marker's force was no number, or beyond what fixed-point forces of cells can hold. */
#define LB_ALARM_MARKER 2u
#endif
