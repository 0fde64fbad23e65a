/* prelude.cl - the constants every kernel text begins with.  The host prints them
 * (lib/workspace/kernel_constants.c), 0 where the text does not use them, so that it is the same for all their
 * values; this file says what they mean.
 * SPDX-License-Identifier: MIT
 *
 *   LB_NX LB_NY LB_NZ        cells of the box; every direction is periodic
 *   LB_V                     lanes of a memory vector
 *   LB_W                     lanes of the arithmetic, a divisor of LB_V
 *   LB_LANE_AXIS             0, 1, 2: the axis that is cut into LB_V slabs
 *   LB_SLAB                  cells of a slab: how far apart the lanes of a vector are
 *   LB_PLACES                cells of all slabs: of the box, and behind the last one a few that are solid
 *   LB_ROW_AXIS              0, 1: the axis along which vectors lie side by side in memory
 *   LB_STRIDE, LB_LISTED     codes from one population plane to the next; cells of a list, 0: memory has all cells
 *   LB_INDEX                 integer type that can count all cells
 *   LB_D, LB_Q               dimensions, populations per cell
 *   LB_LATTICE, LB_WEIGHT_SUMS   row macros of the velocity set
 *   LB_CS2, LB_CS            lattice sound speed squared [cells^2/step^2], and it [cells/step]
 *   LB_PER_CS2               1 / LB_CS2; a driver that rounds quotients correctly may leave those of constants to
 *                            run time
 *   LB_ARITHMETIC_FP64       1: arithmetic in double
 *   LB_CODE                  type of an element of the populations in memory
 *   LB_CARRIED_CODE          type of a code on its way to another subdomain
 *   LB_REGISTER_CODE, LB_CODE_MASK   type of a code in registers, signed integer type of its size
 *   LB_CODE_BITS             bits of a stored population
 *   LB_STORAGE_SCALE         S, a power of two: registers hold S f
 *   LB_UNSCALE               1/S
 *   LB_HOLDS_NAN             1: a NaN survives storing
 *   LB_SHIFT                 1: f_i - w_i is stored, 0: f_i
 *   LB_KEEPS_MOMENTS         1: cells keep moments from step to step, in place of populations
 *   LB_TURNS_OPPOSITE        1: the noise of opposite populations is each other's complement
 *   LB_WEIGHT_N_D            S N / D, for each weight N / D of the velocity set
 *   LB_OMEGA, LB_TAU         relaxation rate 1/tau [1/step], tau
 *   LB_SMAGORINSKY, ...      numbers of the viscosity model: lib/case/viscosity_model.c
 *   LB_HAS_SPONGE            whether the relaxation time grows along x, with
 *   LB_SPONGE_BEGIN, LB_SPONGE_LENGTH   from where, and how far: core/sponge.cl [cells]
 *   LB_OMEGA_ODD             TRT: rate of the differences of opposite populations [1/step]
 *   LB_MAGIC                 TRT: (1/LB_OMEGA - 1/2) (1/LB_OMEGA_ODD - 1/2)
 *   LB_MOMENTS, LB_RATE_...  MRT: row macro of the moments, rate of each group [1/step]
 *   LB_SHEAR_...             MRT: of a group that shears, (1/rate - 1/2) over (1/LB_OMEGA - 1/2); else 0
 *   LB_FORCE_X, _Y, _Z       force per volume on every cell alike [rho0 cells/step^2]
 *   LB_DRIVE                 1 + the axis along which that of drive[0] is added, which changes between steps; 0: none
 *   LB_SUMMED_AXIS           1 + the axis along which lb_sum_momentum sums; 0: it is not there
 *   LB_HAS_SOLID, LB_HAS_MOVING, LB_HAS_EQUILIBRIUM   whether such cells exist
 *   LB_SKIPS_SOLID           whether vectors of nothing but solid cells are left out unread
 *   LB_ROW_PARTS             work-items of the step for a row of vectors; 0: one per vector
 *   LB_TILE_ROW, LB_TILE_SLAB   where moments are kept: cells of a tile along x and y,
 *   LB_CHUNK                 and slices of it that a work-item of the step marches through
 *   LB_MARCH_GROUP           and how many of them share a tile
 *   LB_WRITES_PAST_CACHES    and whether a CPU writes past its caches
 *   LB_TURNS                 whether every other step goes backwards through memory
 *   LB_HAS_MARKERS           whether markers move with the flow
 *   LB_HAS_CELL_FORCE        whether they push it: there is a force per cell
 *   LB_HAS_NUMBERS           whether cells have a number, of a boundary or a body
 *   LB_HAS_FIELDS            whether a density and velocity per cell are kept on the device
 *   LB_HAS_MOTION            whether bodies move through cells
 *   LB_WALL_NUMBERS          what each link to a wall between cells keeps; 0: all walls are half-way
 *   LB_WALL_SHEETS           and whether some are of thin walls, with fluid behind
 *   LB_HAS_SURFACE           whether a free surface parts fluid from gas
 *   LB_TENSION               its surface tension [rho0 cells^3/step^2]
 *   LB_SHOWS_MEAN            1: observers see the mean of two successive steps
 *   LB_SUM                   type for sums over many cells
 *   LB_BOUNDARIES, LB_CONDITIONS   row macros of cell/boundaries.cl, where there are boundaries
 *   LB_CALLS                 whether functions may be called: NVIDIA's compiler is known to do it,
 *                            PoCL's, of LLVM 15, ends in a crash where membrane_patches.cl does
 *
 * box/subdomain.cl, immersed/positions.cl and wall/interpolated.cl list those of subdomains, markers, walls. */

/* Whether there is anything but fluid: then every cell has flags. */
#define LB_HAS_FLAGS (LB_HAS_SOLID || LB_HAS_EQUILIBRIUM || LB_HAS_SURFACE)

/* Cells whose populations are never read (bits: cell_flags.h). */
#define LB_IDLE_CELL (LB_CELL_SOLID | (LB_HAS_SURFACE ? LB_CELL_GAS : 0))
#define LB_HAS_IDLE_CELLS (LB_HAS_SOLID || LB_HAS_SURFACE)

/* Every fused multiply-add is written out, so that all lane widths and streamings give the same
 * bits. */
#pragma OPENCL FP_CONTRACT OFF

#define LB_INLINE static inline __attribute__((always_inline))

/* For what is seldom run.  Out of the way of the rest, it keeps that short: a kernel that is run
 * once between two steps waits for its instructions, too. */
#if LB_CALLS
#define LB_SELDOM static __attribute__((noinline))
#else
#define LB_SELDOM LB_INLINE
#endif
