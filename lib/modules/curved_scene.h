/* curved_scene.h - where the surfaces of bodies that move cross links, found by the device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MODULES_CURVED_SCENE_H
#define LB_MODULES_CURVED_SCENE_H

#include "workspace/workspace.h"

/* q and speed of all `links` of this part of the box, in the `cells` of LB_BUFFER_CURVED_CELLS: the
 * case has a scene, the device double precision, and the buffers of the lists are there. */
enum lb_status lb_curved_scene_find(struct lb_workspace *w, uint64_t cells, uint64_t links,
                                    struct lb_error *err);

#endif
