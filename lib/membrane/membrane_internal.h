/* membrane_internal.h - the terms of the forces and the energy that membrane.c adds up.
 * SPDX-License-Identifier: MIT */
#ifndef LB_MEMBRANE_MEMBRANE_INTERNAL_H
#define LB_MEMBRANE_MEMBRANE_INTERNAL_H

#include "membrane/membrane.h"

double lb_membrane_strain_energy_of(const struct lb_mesh *mesh,
                                    const struct lb_membrane_reference *reference,
                                    const struct lb_membrane_material *material);
void lb_membrane_add_strain(const struct lb_mesh *mesh,
                            const struct lb_membrane_reference *reference,
                            const struct lb_membrane_material *material, double *force);

/* A surface tension: `tension` everywhere, plus a third of by_node (or NULL) of each corner. */
void lb_membrane_add_tension(const struct lb_mesh *mesh, double tension, const double *by_node,
                             double *force);

/* An inner over-pressure. */
void lb_membrane_add_pressure(const struct lb_mesh *mesh, double pressure, double *force);

/* Both fail without memory only. */
enum lb_status lb_membrane_bending_energy_of(const struct lb_mesh *mesh,
                                             const struct lb_membrane_reference *reference,
                                             const struct lb_membrane_material *material,
                                             double *energy, struct lb_error *err);
enum lb_status lb_membrane_add_bending(const struct lb_mesh *mesh,
                                       const struct lb_membrane_reference *reference,
                                       const struct lb_membrane_material *material, double *force,
                                       struct lb_error *err);

#endif
