/* limit_speed.cl - nothing of a free surface is faster than sound.
 * SPDX-License-Identifier: MIT */

/* One component of velocity with its momentum and sum. */
LB_INLINE void lb_limit_component(real *u, real *j, real *sum, const real rho, const real force,
                                  const scalar most)
{
    const real limited = lb_at_least(lb_at_most(*u, most), -most);
    const real left = fma((real)((scalar)-0.5), force, rho * limited);
    *sum = limited == *u ? *sum : (scalar)LB_STORAGE_SCALE * left;
    *u = limited;
    *j = rho * limited;
}

/* Splashes of a free surface have cells that are hardly wet and very fast; faster than sound they
 * would end the run.  Mass is not touched. */
LB_INLINE void lb_limit_speed(struct moments *m)
{
    if (!LB_HAS_SURFACE) return;
    const scalar sound = (scalar)LB_CS;
    lb_limit_component(&m->ux, &m->jx, &m->sum_x, m->rho, m->fx, sound);
    lb_limit_component(&m->uy, &m->jy, &m->sum_y, m->rho, m->fy, sound);
    lb_limit_component(&m->uz, &m->jz, &m->sum_z, m->rho, m->fz, sound);
}
