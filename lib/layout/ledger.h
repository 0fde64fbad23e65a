/* ledger.h - the bytes that a case takes: the rows of device_buffers.def, each with its length, and
 * the host's buffers.  The workspace makes its buffers of the same lengths, so that what is told
 * before a run is what is allocated, but for the lists of cells beside walls in large boxes, which
 * are estimated, and those of cells that neighbouring subdomains ask for, which are left out.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_LEDGER_H
#define LB_LAYOUT_LEDGER_H

#include "layout/device_buffers.h"
#include "layout/layout.h"
#include "layout/wall_census.h"

/* Everything is borrowed.  `lb_ledger_of`: no cell beside walls is known yet. */
struct lb_ledger {
    const struct lb_case *c;
    const struct lb_layout *l;
    const struct lb_device_info *device;
    struct lb_wall_census walls;
    bool sums_forces; /* of links: the lists are made at the first force */
};
struct lb_ledger lb_ledger_of(const struct lb_case *c, const struct lb_layout *l,
                              const struct lb_device_info *device);

/* The same with cells beside walls counted, or estimated: asks c->start up to a few million times.
 */
struct lb_ledger lb_ledger_with_walls(const struct lb_case *c, const struct lb_layout *l,
                                      const struct lb_device_info *device);

/* Bytes of an element; elements of each thing of the extent; how many things there are. */
uint64_t lb_ledger_element_bytes(const struct lb_ledger *g, enum lb_element element);
uint64_t lb_ledger_components(const struct lb_ledger *g, enum lb_buffer_id id);
uint64_t lb_ledger_length(const struct lb_ledger *g, enum lb_extent extent);

/* Bytes of one buffer, 0 if the case has none; of all of them, those of markers in the whole box
 * too where the box is cut; and of the largest one. */
uint64_t lb_ledger_row_bytes(const struct lb_ledger *g, enum lb_buffer_id id);
uint64_t lb_ledger_bytes(const struct lb_ledger *g);
uint64_t lb_ledger_largest(const struct lb_ledger *g);

/* On the host, with the device's buffers where its memory is the host's.  `is_first`: this rank
 * puts the whole box together. */
uint64_t lb_ledger_host_bytes(const struct lb_ledger *g, bool is_first);

/* Without a device: what lb_ledger_bytes is on one that has 64-bit arithmetic and takes four lanes.
 */
uint64_t lb_case_bytes(const struct lb_case *c);

/* Words of 64 bits that a subdomain with markers has room for in rows for others: marker_rows.h. */
uint64_t lb_ledger_marker_words(const struct lb_case *c);

/* Whether a membrane moves patch by patch: immersed_patches.c. */
bool lb_ledger_has_patches(const struct lb_ledger *g);

#endif
