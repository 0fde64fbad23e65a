/* layers.h - fields of a box that is split among ranks, as each needs them for a file of its own: of its cells,
 * and of the layers around them, which other ranks have.
 * SPDX-License-Identifier: MIT */
#ifndef LB_FIELDS_LAYERS_H
#define LB_FIELDS_LAYERS_H

#include "decomposition/file_part.h"
#include "io/field.h"

/* Reads what a rank has: of the cells [begin, end) of its subdomain, x fastest, density rho[n] and
 * velocity u[3 * n + axis]; either may be NULL. */
struct lb_own_fields {
    enum lb_status (*read)(void *context, const uint32_t begin[3], const uint32_t end[3],
                           double *rho, double *u, struct lb_error *err);
    void *context;
};

struct lb_layers;

/* The cells that a rank writes into its files, lb_file_part for one; may be none. */
typedef struct lb_cell_box lb_written_cells(const struct lb_decomposition *d);

/* Collective: brings what each rank writes, and the cells around it where a field needs them, from
 * the ranks that have them.
 * `needs`: enum lb_field_need, of all fields of the file.  `own` is borrowed until the end. */
enum lb_status lb_layers_fetch(const struct lb_decomposition *d, lb_written_cells *written,
                               const struct lb_own_fields *own, unsigned needs,
                               struct lb_layers **out, struct lb_error *err);
void lb_layers_destroy(struct lb_layers *layers); /* NULL is allowed */

/* read_beyond of a struct lb_field_source, for cells that were asked for; `context` are the
 * layers.  Not collective. */
enum lb_status lb_layers_read(void *context, const int64_t begin[3], const uint32_t count[3],
                              double *rho, double *u, struct lb_error *err);

#endif
