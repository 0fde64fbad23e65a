/* subdomain.h - the cells of a subdomain as a case of their own.
 * SPDX-License-Identifier: MIT */
#ifndef LB_DECOMPOSITION_SUBDOMAIN_H
#define LB_DECOMPOSITION_SUBDOMAIN_H

#include "case/case.h"
#include "decomposition/decomposition.h"

struct lb_subdomain {
    const struct lb_case *whole; /* borrowed */
    struct lb_case
        c; /* of the subdomain's size; its start state is this struct, which must not move */
};

/* LB_STATUS_USAGE and a sentence if a case cannot be cut (lb_case_why_uncut), or not across these axes, a bit for
 * each (lb_case_axes_to_cut). */
enum lb_status lb_subdomain_check(const struct lb_case *whole, unsigned axes, struct lb_error *err);

/* Fills `s` for a case that was checked. */
void lb_subdomain_init(struct lb_subdomain *s, const struct lb_case *whole,
                       const struct lb_decomposition *d);

#endif
