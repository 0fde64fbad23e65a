/* shell.cl - the program of the step of a subdomain in two launches: first the shell, the vectors that have
 * cells beside cuts, so that what these send can travel while the second one advances the interior.
 * Vectors may be advanced in any order, and these two are no exception.
 * SPDX-License-Identifier: MIT
 *
 * The host prints LB_SHELL_ROW_DEPTH, the vectors at each end of a row that are of the shell where rows are cut.
 */
#include "step/step.cl"

/* Vectors with cells beside cuts, and of cut rows a few more at each end.  The host's list of them is made by
 * the same rule (lib/layout/shell.c). */
LB_INLINE bool lb_is_in_shell(const LB_INDEX vector)
{
    const struct cell c = lb_vector_at(vector);
    const uint at = LB_ROW_AXIS == 0 ? c.x : c.y;
    const uint row = LB_ROW_AXIS == 0 ? LB_VECTORS_X : LB_VECTORS_Y;
    const bool is_row_cut = (LB_CUT & (1 << LB_ROW_AXIS)) != 0;
    return lb_has_cells_beside_cuts(vector) ||
           (is_row_cut && (at < LB_SHELL_ROW_DEPTH || at >= row - LB_SHELL_ROW_DEPTH));
}

kernel void lb_step_shell(LB_STEP_ARGUMENTS, const global LB_INDEX *restrict shell,
                          const uint shell_vectors)
{
    const struct step s = LB_STEP;
    const uint item = (uint)get_global_id(0);
    if (item < shell_vectors) lb_step_vector(s, shell[item]);
}

kernel void lb_step_interior(LB_STEP_ARGUMENTS)
{
    const struct step s = LB_STEP;
    const LB_INDEX vector = lb_vector_of_item(step);
    if (vector < LB_VECTORS && !lb_is_in_shell(vector)) lb_step_vector(s, vector);
}
