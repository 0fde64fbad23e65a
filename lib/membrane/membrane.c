/* membrane.c - forces and energy of a membrane: the sum of its parts.
 * SPDX-License-Identifier: MIT */
#include "membrane/membrane.h"

#include <string.h>

#include "membrane/membrane_internal.h"

enum lb_status lb_membrane_forces(const struct lb_mesh *mesh,
                                  const struct lb_membrane_reference *reference,
                                  const struct lb_membrane_material *material, double *force,
                                  struct lb_error *err)
{
    memset(force, 0, 3 * (size_t)mesh->node_count * sizeof *force);
    if (material->shear_modulus != 0.0) lb_membrane_add_strain(mesh, reference, material, force);
    if (material->area_modulus != 0.0) {
        double excess = lb_mesh_area(mesh) / reference->area - 1.0;
        lb_membrane_add_tension(mesh, material->area_modulus * excess, NULL, force);
    }
    if (material->volume_modulus != 0.0) {
        double excess = lb_mesh_volume(mesh) / reference->volume - 1.0;
        lb_membrane_add_pressure(mesh, -material->volume_modulus * excess, force);
    }
    if (material->bending_modulus == 0.0) return LB_STATUS_OK;
    return lb_membrane_add_bending(mesh, reference, material, force, err);
}

enum lb_status lb_membrane_energy(const struct lb_mesh *mesh,
                                  const struct lb_membrane_reference *reference,
                                  const struct lb_membrane_material *material,
                                  struct lb_membrane_energies *energies, struct lb_error *err)
{
    double area = lb_mesh_area(mesh) - reference->area;
    double volume = lb_mesh_volume(mesh) - reference->volume;
    *energies = (struct lb_membrane_energies){
        .area = 0.5 * material->area_modulus * area * area / reference->area,
        .volume = 0.5 * material->volume_modulus * volume * volume / reference->volume};
    if (material->shear_modulus != 0.0)
        energies->strain = lb_membrane_strain_energy_of(mesh, reference, material);
    if (material->bending_modulus == 0.0) return LB_STATUS_OK;
    return lb_membrane_bending_energy_of(mesh, reference, material, &energies->bending, err);
}
