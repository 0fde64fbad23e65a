/* alternating_turns.h - when the momentum that alternates from cell to cell and step to step, which rounding feeds and
 * nothing damps, is removed from which cells: layer after layer of the box, in three steps each.
 * docs/theory/alternating-momentum.md
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_ALTERNATING_TURNS_H
#define LB_CASE_ALTERNATING_TURNS_H

#include "base/status.h"
#include "case/case.h"

/* Least number of steps in which each cell has its turn once. */
enum { LB_ALTERNATING_LEAST = 16 };

/* What is due before a step: in phases 0 and 1 the momentum of the cells of some layers is kept, in phase 2
 * their second difference is removed.  A pure function of the step. */
struct lb_alternating_turn {
    int phase;                         /* -1: nothing is due */
    uint64_t first, count;             /* cells of the subdomain, x fastest */
    uint64_t whole_first, whole_count; /* of the whole box */
};
struct lb_alternating_turn lb_alternating_turn(const struct lb_case *c, uint64_t step);

/* The most cells of the subdomain that have their turn together; 0 where nothing is removed. */
uint64_t lb_alternating_cells(const struct lb_case *c);

/* LB_STATUS_USAGE where it is asked for and cannot be. */
enum lb_status lb_alternating_check(const struct lb_case *c, struct lb_error *err);

#endif
