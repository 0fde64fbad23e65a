/* layout_table.h - layouts that were measured to be faster than the rules' (layouts/), and the members
 * of JSON objects that hold one: what a compiler makes of some kernels follows no rule.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_LAYOUT_TABLE_H
#define LB_LAYOUT_LAYOUT_TABLE_H

#include "case/case.h"
#include "layout/layout.h"

struct cJSON;
struct lb_device_info;

/* What was measured for the case's kernels on devices of this type; 0: as by rule. */
void lb_layout_table_find(const struct lb_case *c, const struct lb_device_info *device,
                          struct lb_layout_choice *out);

/* "lanes", "arithmetic_lanes", "work_group" and "registers" of an object; -1 if there is no small
 * whole number. */
struct lb_layout_choice lb_layout_read(const struct cJSON *object);

#endif
