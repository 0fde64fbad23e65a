/* surface.cl - the program of the free surface (Volume of Fluid): which cells are fluid, interface
 * and gas, their mass, and the populations that come from the gas side.  docs/theory/free-surface.md
 * Koerner et al., J. Stat. Phys. 121, 179 (2005); Lehmann et al., Phys. Rev. E 106, 015308 (2022).
 *
 * Two kernels before the step and three behind it.  Each reads the flags from one buffer and writes
 * them to another, and beside them changes only what belongs to its own cells: no cell reads what
 * another one may be changing.
 *
 *     kernel               flags
 *     lb_list_interface    between steps -> same       the vectors of interface and sharing cells
 *     lb_exchange          between steps -> marked     mass, populations from the gas side
 *     (step)
 *     lb_convert_to_fluid  marked -> protected         gas beside new fluid becomes interface
 *     lb_convert_to_gas    protected -> converted      fluid beside new gas becomes interface
 *     lb_distribute_mass   converted -> between steps  fill levels, shares of what is left over
 *
 * In a subdomain neighbours that are beyond a cut are in the halo, which two exchanges fill: behind the step, with
 * marked flags, and at the end of it, with what is there between two steps (beyond.cl).
 *
 * Scalar (LB_W is 1).  Only lb_list_interface goes through the whole box.  The others go through two
 * lists of memory vectors, one work-item per cell: `busy`, where something may change in a step, and
 * in it `turning`, the vectors in and around cells that turn.  Everywhere else both buffers of the
 * flags are the same.
 * SPDX-License-Identifier: MIT */
#include "core/prelude.cl"
#include "shared/cell_flags.h"
#include "core/simd.cl"
#include "core/elementary.cl"
#include "slot/lattice"
#include "core/layout.cl"
#include "core/single_cells.cl"
#include "slot/rounding"
#include "slot/storage"
#include "core/moments.cl"
#include "slot/equilibrium"
#include "cell/around.cl"
#include "cell/sent_codes.cl"
#include "cell/populations.cl"
#include "surface/plane.cl"
#include "surface/curvature.cl"
#include "surface/surface_cells.cl"
#include "surface/interface_lists.cl"
#include "surface/exchange.cl"
#include "surface/convert.cl"
#include "surface/surface_start.cl"
#include "surface/surface_survey.cl"
#include "surface/columns.cl"
#include "surface/droplets.cl"
#include "surface/beyond.cl"
