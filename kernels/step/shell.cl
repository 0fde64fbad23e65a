/* shell.cl - the program of the step of a subdomain in two launches: first the shell, the vectors that have
 * cells beside cuts, so that what these send can travel while the second one advances the interior.
 * Vectors may be advanced in any order, and these two are no exception.
 * SPDX-License-Identifier: MIT */
#include "step/step.cl"

kernel void lb_step_shell(const global LB_CODE *restrict from, global LB_CODE *restrict to,
                          const global uchar *restrict flags,
                          const global scalar *restrict prescribed, global uint *restrict alarm,
                          global long *restrict force, global four *restrict velocity,
                          const uint step, global uint *restrict links,
                          const global uint *restrict at_terms, const global scalar *restrict terms,
                          const global LB_INDEX *restrict shell, const uint shell_vectors)
{
    const struct step s = {from,     to,   flags, prescribed, alarm, force,
                           velocity, step, links, at_terms,   terms};
    const uint item = (uint)get_global_id(0);
    if (item < shell_vectors) lb_step_vector(s, shell[item]);
}

kernel void lb_step_interior(const global LB_CODE *restrict from, global LB_CODE *restrict to,
                             const global uchar *restrict flags,
                             const global scalar *restrict prescribed, global uint *restrict alarm,
                             global long *restrict force, global four *restrict velocity,
                             const uint step, global uint *restrict links,
                             const global uint *restrict at_terms,
                             const global scalar *restrict terms)
{
    const struct step s = {from,     to,   flags, prescribed, alarm, force,
                           velocity, step, links, at_terms,   terms};
    const LB_INDEX vector = lb_vector_of_item(step);
    if (vector < LB_VECTORS && !lb_is_in_shell(vector)) lb_step_vector(s, vector);
}
