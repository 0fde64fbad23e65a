/* run_end.h - how a run ended.
 * SPDX-License-Identifier: MIT */
#ifndef LB_SETUP_RUN_END_H
#define LB_SETUP_RUN_END_H

enum lb_run_end {
    LB_RUN_RUNNING,
    LB_RUN_DONE,
    LB_RUN_DIVERGED,
    LB_RUN_MAX_WALL,
    LB_RUN_INTERRUPTED,
    LB_RUN_TERMINATED,
    LB_RUN_UNSAVED, /* checkpoints failed one after the other */
    LB_RUN_FAILED
};

#endif
