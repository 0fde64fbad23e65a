/* observed_order.h - how fast results of a sweep over the grid come nearer to exact values.
 * SPDX-License-Identifier: MIT */
#ifndef LB_STUDY_OBSERVED_ORDER_H
#define LB_STUDY_OBSERVED_ORDER_H

#include "study/study.h"

/* Whether the study goes over the setup's resolution and the key has an exact value. */
bool lb_order_is_told(const struct lb_study *s, const char *key);

/* Of run n and the run before it that differs in nothing but its resolution: the logarithm of the
 * ratio of their errors over that of their resolutions; NaN where there is none. */
double lb_order_observed(const struct lb_study *s, size_t n, const char *key);

#endif
