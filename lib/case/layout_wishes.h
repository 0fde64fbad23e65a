/* layout_wishes.h - the layout and work-group size that a user requests for a case.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CASE_LAYOUT_WISHES_H
#define LB_CASE_LAYOUT_WISHES_H

/* Limits of registers that NVIDIA's compiler obeys; ANY: as many as it likes. */
enum { LB_REGISTERS_ANY = -1, LB_REGISTERS_MIN = 32, LB_REGISTERS_MAX = 255 };

/* 0: chosen for case and device. */
struct lb_layout_wishes {
    int lanes;            /* memory lanes V */
    int arithmetic_lanes; /* W, at most V */
    int group;            /* vectors per group of the step */
    int registers;        /* most of the step's work-items on NVIDIA; LB_REGISTERS_ANY */
};

#endif
