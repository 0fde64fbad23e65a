/* isosurface.h - the surface on which a field of cells has a certain value: of water, fill = 1/2.
 * Marching cubes between the centres of cells, linear along the lines between them; why there can
 * be no holes is in cube_table.h.  Wet is where the field is at least `level`; triangles run
 * counter-clockwise as seen from the dry side, nodes are shared, and none lies nearer than 1e-5
 * cells to a centre, so that every triangle has an area.
 * Positions in cells, the box begins at 0, the centre of cell i lies at i + 1/2.
 * SPDX-License-Identifier: MIT */
#ifndef LB_GEOMETRY_ISOSURFACE_H
#define LB_GEOMETRY_ISOSURFACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "geometry/mesh.h"

/* Writes the numbers of layer z, x fastest, size[0] * size[1] of them.  A number that is not finite
 * says that there is no fluid in this cell. */
typedef enum lb_status lb_layer_function(void *source, uint32_t z, double *out,
                                         struct lb_error *err);

struct lb_isosurface {
    uint32_t size[3];
    double level;
    /* Open: the surface ends at the centres of the last cells, and beside cells without fluid.
     * Closed: it is that of a body; outside of the box and in cells without fluid nothing is wet,
     * and the surface runs along the faces between. */
    bool is_closed;
    lb_layer_function *layer; /* called once for each layer, from below */
    void *source;
};

/* Keeps two layers beside the surface itself.  Free `out` with lb_mesh_free(); a field without a
 * surface gives an empty mesh.  LB_STATUS_FAILED without memory, or beyond LB_MESH_MAX_TRIANGLES. */
enum lb_status lb_isosurface_create(const struct lb_isosurface *iso, struct lb_mesh *out,
                                    struct lb_error *err);

#endif
