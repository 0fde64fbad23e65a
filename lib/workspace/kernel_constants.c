/* kernel_constants.c - prints the constants that kernels/core/prelude.cl lists.
 * SPDX-License-Identifier: MIT */
#include "workspace/kernel_constants.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "case/halo.h"
#include "case/rounding.h"
#include "layout/shell.h"
#include "membrane/membrane_measure.h"
#include "opencl/device.h"
#include "shared/patch_sizes.h"
#include "workspace/conversion_variant.h"
#include "workspace/viscosity_table.h"

enum { NAME_SIZE = 64 };

/* A hexadecimal literal: host and device hold the same bits. */
static void print_literal(FILE *out, double value, const struct lb_case *c)
{
    if (c->arithmetic == LB_ARITHMETIC_FP64)
        fprintf(out, "(%a)", value);
    else
        fprintf(out, "(%af)", (double)(float)value);
}

static void print_scalar(FILE *out, const char *name, double value, const struct lb_case *c)
{
    fprintf(out, "#define %s ", name);
    print_literal(out, value, c);
    fprintf(out, "\n");
}

/* Times S.  Literals, because NVIDIA's compiler, asked for correctly rounded quotients, leaves the quotient of
 * two constants to run time where it is an argument. */
static void print_weights(FILE *out, const struct lb_kernel_source *s, double scale)
{
    const struct lb_lattice *l = s->set->lattice;
    for (int i = 0; i < l->directions; i++) {
        const int *fraction = l->fraction[i];
        char name[64];
        bool is_there = false;
        for (int k = 0; k < i; k++)
            is_there = is_there || memcmp(l->fraction[k], fraction, sizeof l->fraction[k]) == 0;
        if (is_there) continue;
        snprintf(name, sizeof name, "LB_WEIGHT_%d_%d", fraction[0], fraction[1]);
        print_scalar(out, name, scale * l->weight[i], s->c);
    }
}

static const char *mask_type(const struct lb_number_format *f)
{
    return f->bits == 64 ? "long" : f->bits == 32 ? "int" : "short";
}

/* Where a CPU steps moments, or a list, memory has one lane, and cells side by side along x are the arithmetic's. */
static void print_lanes(FILE *out, const char *entry, const struct lb_kernel_source *s)
{
    const struct lb_layout *l = s->layout;
    const bool marches = (strcmp(entry, "step/moments_step.cl") == 0 && l->march_group == 1) ||
                         strncmp(entry, "list/", 5) == 0;
    const int lanes = lb_kernel_source_lanes(s);
    fprintf(out, "#define LB_V %d\n#define LB_W %d\n", marches && l->lanes == 1 ? lanes : l->lanes,
            lanes);
    fprintf(out, "#define LB_LANE_AXIS %d\n", marches ? 0 : l->lane_axis);
    fprintf(out, "#define LB_SLAB %u\n", marches ? 1 : lb_layout_slab(s->c, l));
    fprintf(out, "#define LB_PLACES ((LB_INDEX)%llu)\n",
            (unsigned long long)lb_layout_places(s->c, l));
}

static void print_layout(FILE *out, const char *entry, const struct lb_kernel_source *s)
{
    const struct lb_case *c = s->c;
    const struct lb_layout *l = s->layout;
    fprintf(out, "#define LB_NX %u\n#define LB_NY %u\n#define LB_NZ %u\n", c->size[0], c->size[1],
            c->size[2]);
    print_lanes(out, entry, s);
    fprintf(out, "#define LB_ROW_AXIS %d\n", l->row_axis);
    fprintf(out, "#define LB_STRIDE %lluul\n", (unsigned long long)s->set->stride);
    fprintf(out, "#define LB_LISTED %llu\n", (unsigned long long)l->listed);
    fprintf(out, "#define LB_ROW_PARTS %u\n", l->row_parts);
    fprintf(out, "#define LB_TILE_ROW %u\n#define LB_TILE_SLAB %u\n#define LB_CHUNK %u\n",
            l->tile[0], l->tile[1], l->chunk);
    if (l->end_chunk > 0) fprintf(out, "#define LB_END_CHUNK %u\n", l->end_chunk);
    fprintf(out, "#define LB_MARCH_GROUP %u\n#define LB_WRITES_PAST_CACHES %d\n", l->march_group,
            l->passes_cache);
    if (lb_shell_is_first(c, l))
        fprintf(out, "#define LB_SHELL_ROW_DEPTH %u\n", lb_shell_row_depth(c, l));
    fprintf(out, "#define LB_SKIPS_SOLID %d\n#define LB_TURNS %d\n", l->skips_solid, l->turns);
    fprintf(out, "#define LB_INDEX %s\n",
            lb_layout_index_bytes(c) == sizeof(uint64_t) ? "ulong" : "uint");
}

/* Programs in this folder get constants of the markers. */
static const char markers_folder[] = "immersed/";

static bool is_of_markers(const char *entry)
{
    return strncmp(entry, markers_folder, strlen(markers_folder)) == 0;
}

static bool depends_on_place(const struct lb_case *c)
{
    bool has_profile = false;
    for (int n = 0; n < c->boundary_count; n++)
        has_profile = has_profile || c->boundaries[n].profile.factor != NULL;
    return has_profile || c->heat != NULL || c->sponge.length > 0.0 ||
           lb_case_rounding(c) != lb_roundings[0];
}

/* For kernels/box/subdomain.cl.  Where no step depends on the place, all subdomains of a size have one text. */
static void print_cut(FILE *out, const char *entry, const struct lb_case *c)
{
    static const uint32_t none[3];
    const struct lb_cut *cut = &c->cut;
    const uint32_t *origin = depends_on_place(c) || is_of_markers(entry) ? cut->origin : none;
    fprintf(out, "#define LB_CUT %u\n#define LB_HALO %llu\n#define LB_HALO_DEPTH %u\n", cut->axes,
            (unsigned long long)lb_halo_cells(c), lb_halo_depth(c));
    fprintf(out, "#define LB_WHOLE_NX %u\n#define LB_WHOLE_NY %u\n#define LB_WHOLE_NZ %u\n",
            cut->whole[0], cut->whole[1], cut->whole[2]);
    fprintf(out, "#define LB_ORIGIN_X %u\n#define LB_ORIGIN_Y %u\n#define LB_ORIGIN_Z %u\n",
            origin[0], origin[1], origin[2]);
}

static void print_viscosity(FILE *out, const struct lb_kernel_source *s)
{
    const struct lb_viscosity_parameter *p = s->viscosity->parameters;
    for (int n = 0; n < LB_MAX_VISCOSITY_PARAMETERS && p[n].name != NULL; n++) {
        const double value = s->c->viscosity_values[n];
        if (p[n].constant == NULL) continue;
        print_scalar(out, p[n].constant,
                     p[n].printed != NULL ? p[n].printed(value, s->set->lattice) : value, s->c);
    }
}

static void print_law(FILE *out, const struct lb_case *c)
{
    if (!lb_case_has_law(c)) return;
    const struct lb_law_numbers law = lb_law_numbers(c);
    print_scalar(out, "LB_LAW_SCALE", law.scale, c);
    print_scalar(out, "LB_LAW_YIELD", law.yield, c);
    print_scalar(out, "LB_LAW_SLOWEST", law.slowest, c);
    print_scalar(out, "LB_LAW_FASTEST", law.fastest, c);
}

static void print_rates(FILE *out, const struct lb_kernel_source *s)
{
    const struct lb_case *c = s->c;
    const struct lb_lattice *l = s->set->lattice;
    print_scalar(out, "LB_OMEGA", 1.0 / lb_case_relaxation_time(c), c);
    print_scalar(out, "LB_TAU", lb_case_relaxation_time(c), c);
    print_viscosity(out, s);
    print_law(out, c);
    fprintf(out, "#define LB_HAS_SPONGE %d\n", c->sponge.length > 0.0);
    print_scalar(out, "LB_SPONGE_BEGIN", c->sponge.begin, c);
    print_scalar(out, "LB_SPONGE_LENGTH", c->sponge.length, c);
    print_scalar(out, "LB_OMEGA_ODD", lb_case_odd_rate(c), c);
    print_scalar(out, "LB_MAGIC", lb_case_magic(c), c);
    fprintf(out, "#define LB_MOMENTS %s\n", l->moment_rows);
    for (const struct lb_rate *r = l->rates; r->group != NULL; r++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "LB_RATE_%s", r->group);
        print_scalar(out, name, lb_case_rate(c, r), c);
        snprintf(name, sizeof name, "LB_SHEAR_%s", r->group);
        print_scalar(out, name, r->shear > 0.0 ? l->sound_speed_squared / r->shear : 0.0, c);
    }
}

static void print_physics(FILE *out, const struct lb_kernel_source *s)
{
    const struct lb_case *c = s->c;
    const struct lb_lattice *l = s->set->lattice;
    const struct lb_number_format *storage = s->set->storage;
    const struct lb_device_info *device = s->device;
    fprintf(out, "#define LB_D %d\n#define LB_Q %d\n#define LB_LATTICE %s\n", l->dimensions,
            l->directions, l->rows);
    fprintf(out, "#define LB_WEIGHT_SUMS %s_SUMS\n", l->rows);
    fprintf(out, "#define LB_ARITHMETIC_FP64 %d\n", c->arithmetic == LB_ARITHMETIC_FP64);
    fprintf(out, "#define LB_CODE %s\n#define LB_REGISTER_CODE %s\n",
            storage->memory != NULL ? "uchar" : storage->code, storage->code);
    fprintf(out, "#define LB_CARRIED_CODE %s\n", storage->bits == 8 ? "uchar" : storage->code);
    fprintf(out, "#define LB_CODE_MASK %s\n#define LB_CODE_BITS %d\n", mask_type(storage),
            storage->bits);
    const double scale = lb_conversion_variant(storage, device, lb_kernel_source_lanes(s)).scale;
    print_scalar(out, "LB_STORAGE_SCALE", scale, c);
    print_scalar(out, "LB_UNSCALE", 1.0 / scale, c);
    print_weights(out, s, scale);
    fprintf(out, "#define LB_HOLDS_NAN %d\n#define LB_SHIFT %d\n", storage->holds_nan, c->shift);
    fprintf(out, "#define LB_KEEPS_MOMENTS %d\n", lb_case_keeps_moments(c));
    const bool has_opposite = !lb_case_keeps_moments(c);
    fprintf(out, "#define LB_TURNS_OPPOSITE %d\n",
            has_opposite && c->shift && !storage->rounds_signed);
    fprintf(out, "#define LB_SHOWS_MEAN %d\n", c->shows_mean);
    fprintf(out, "#define LB_SUM %s\n", device->fp64 ? "double" : "float");
    fprintf(out, "#define LB_CALLS %d\n", lb_device_is_nvidia(device));
    if (device->fp64) fprintf(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    print_scalar(out, "LB_CS2", l->sound_speed_squared, c);
    print_scalar(out, "LB_PER_CS2", 1.0 / l->sound_speed_squared, c);
    print_scalar(out, "LB_CS", sqrt(l->sound_speed_squared), c);
    print_rates(out, s);
    print_scalar(out, "LB_FORCE_X", c->force[0], c);
    print_scalar(out, "LB_FORCE_Y", c->force[1], c);
    print_scalar(out, "LB_FORCE_Z", c->force[2], c);
    fprintf(out, "#define LB_DRIVE %d\n", lb_case_is_driven(c) ? c->drive.axis + 1 : 0);
    fprintf(out, "#define LB_SUMMED_AXIS %d\n",
            lb_case_is_driven(c) ? c->drive.axis + 1 : c->summed_axis);
    fprintf(out, "#define LB_HAS_MARKERS %d\n", lb_case_has_markers(c));
    fprintf(out, "#define LB_HAS_CELL_FORCE %d\n", lb_case_has_marker_force(c));
    fprintf(out, "#define LB_HAS_SOLID %d\n", (c->cell_kinds & LB_CELL_SOLID) != 0);
    fprintf(out, "#define LB_HAS_MOVING %d\n", (c->cell_kinds & LB_CELL_MOVING) != 0);
    fprintf(out, "#define LB_HAS_EQUILIBRIUM %d\n", (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0);
    fprintf(out, "#define LB_HAS_NUMBERS %d\n", lb_case_has_numbers(c));
    fprintf(out, "#define LB_HAS_FIELDS %d\n", lb_layout_keeps_fields(c));
    fprintf(out, "#define LB_HAS_SURFACE %d\n", c->surface.exists);
    fprintf(out, "#define LB_HAS_MOTION %d\n", c->motion != NULL);
    fprintf(out, "#define LB_WALL_NUMBERS %d\n",
            c->curved != NULL ? 1 + c->curved->rule->keeps : 0);
    fprintf(out, "#define LB_WALL_SHEETS %d\n", c->curved != NULL && c->curved->sheets > 0);
    print_scalar(out, "LB_TENSION", c->surface.tension, c);
}

/* Of number 0 and each body: for kernels/heat/conducting.cl. */
static void print_solids(FILE *out, const struct lb_case *c)
{
    fprintf(out, "#define LB_HEAT_SOLIDS(DO)");
    for (int n = 0; n <= c->body_count; n++) {
        const struct lb_heat_solid s = lb_heat_solid_of(c, n);
        const bool conducts = s.conductivity > 0.0;
        const double numbers[4] = {1.0 / s.capacity, conducts ? lb_heat_solid_rate(c, s) : 1.0,
                                   conducts ? lb_heat_solid_even_rate(c, s) : 1.0,
                                   lb_heat_solid_fed_back(s)};
        fprintf(out, " DO(%d", conducts);
        for (int k = 0; k < 4; k++) {
            fprintf(out, ", ");
            print_literal(out, numbers[k], c);
        }
        fprintf(out, ")");
    }
    fprintf(out, "\n");
}

/* For kernels/heat/. */
static void print_heat(FILE *out, const struct lb_case *c)
{
    const struct lb_heat *h = c->heat;
    const struct lb_lattice *l = lb_heat_lattice(c);
    fprintf(out, "#define LB_HEAT_Q %d\n#define LB_HEAT_LATTICE %s\n", l->directions, l->rows);
    print_scalar(out, "LB_HEAT_WEIGHT", l->weight[1], c);
    print_scalar(out, "LB_HEAT_REST_WEIGHT", l->weight[0], c);
    print_scalar(out, "LB_HEAT_ODD_WEIGHT", l->weight[1] / l->sound_speed_squared, c);
    print_scalar(out, "LB_HEAT_RATE", lb_heat_rate(c), c);
    print_scalar(out, "LB_HEAT_EVEN_RATE", lb_heat_even_rate(c), c);
    print_scalar(out, "LB_BUOYANCY_X", h->buoyancy[0], c);
    print_scalar(out, "LB_BUOYANCY_Y", h->buoyancy[1], c);
    print_scalar(out, "LB_BUOYANCY_Z", h->buoyancy[2], c);
    bool has_open = false;
    fprintf(out, "#define LB_HEAT_BOUNDARIES %d\n#define LB_HEAT_WALLS(DO)", c->boundary_count);
    for (int n = 0; n < lb_heat_groups(c); n++) {
        const struct lb_heat_wall wall = lb_heat_wall_of(c, n);
        fprintf(out, " DO(%d, ", wall.kind);
        print_literal(out, wall.number, c);
        fprintf(out, ")");
        has_open = has_open || wall.kind == LB_HEAT_OPEN;
    }
    fprintf(out, "\n#define LB_HEAT_HAS_OPEN %d\n#define LB_HEAT_HAS_CURVED %d\n", has_open,
            c->curved != NULL);
    if (lb_heat_conducts(c)) print_solids(out, c);
}

/* For kernels/wall/. */
static void print_curved(FILE *out, const struct lb_case *c)
{
    const bool has_rr = strcmp(c->collision->name, "rr") == 0;
    const double even = lb_case_relaxation_time(c) - 0.5;
    fprintf(out, "#define LB_WALL_FORCE_ON_AXES %d\n", has_rr);
    fprintf(out, "#define LB_WALL_HOLDS_MASS %d\n", lb_case_holds_wall_mass(c));
    print_scalar(out, "LB_WALL_ODD", lb_wall_odd_time(c), c);
    print_scalar(out, "LB_WALL_PER_TWICE_EVEN", 0.5 / even, c);
    print_scalar(out, "LB_WALL_SETTLING", lb_wall_settling(c), c);
}

/* Rows of kernels/cell/boundaries.cl. */
static void print_boundaries(FILE *out, const struct lb_case *c)
{
    uint64_t at = 0;
    int known = 0;
    fprintf(out, "#define LB_BOUNDARIES(DO)");
    for (int n = 0; n < c->boundary_count; n++) {
        const struct lb_boundary *b = &c->boundaries[n];
        const double numbers[4] = {b->rho, b->u[0], b->u[1], b->u[2]};
        fprintf(out, " DO(%d", lb_case_condition_number(c, b->condition));
        for (int k = 0; k < 4; k++) {
            fprintf(out, ", ");
            print_literal(out, numbers[k], c);
        }
        const struct lb_profile_box *p = &b->profile;
        fprintf(out, ", %d", p->factor != NULL ? (int)at : -1);
        for (int axis = 0; axis < 3; axis++)
            fprintf(out, ", %" PRIu32 ", %" PRIu32, p->begin[axis],
                    p->factor != NULL ? p->size[axis] : 1);
        fprintf(out, ")");
        at += lb_profile_box_numbers(p);
    }
    fprintf(out, "\n#define LB_CONDITIONS(DO)");
    for (int n = 0; n < c->boundary_count; n++) {
        const struct lb_boundary_condition *b = c->boundaries[n].condition;
        if (lb_case_condition_number(c, b) != known) continue;
        fprintf(out, " DO(%d, %s, %d, %d)", known++, b->name, b->keeps, b->looks_inside);
    }
    fprintf(out, "\n");
}

static void print_markers(FILE *out, const struct lb_case *c, const struct lb_device_info *device)
{
    const struct lb_markers *m = c->markers;
    struct lb_membrane_measure measure;
    lb_membrane_measure(m, &measure);
    fprintf(out, "#define LB_MARKERS %u\n#define LB_NODES %u\n#define LB_TRIANGLES %u\n", m->count,
            m->mesh != NULL ? m->mesh->node_count : 0,
            m->mesh != NULL ? m->mesh->triangle_count : 0);
    fprintf(out, "#define LB_HAS_GIVEN_FORCE %d\n#define LB_HAS_MEMBRANE %d\n", m->force != NULL,
            m->mesh != NULL);
    const struct lb_membrane_material none = {0};
    const struct lb_membrane_material *material = m->mesh != NULL ? m->material : &none;
    print_scalar(out, "LB_SHEAR_MODULUS", material->shear_modulus, c);
    print_scalar(out, "LB_AREA_RESISTANCE", material->area_resistance, c);
    print_scalar(out, "LB_VOLUME_MODULUS", material->volume_modulus, c);
    print_scalar(out, "LB_AREA_MODULUS", material->area_modulus, c);
    print_scalar(out, "LB_BENDING_MODULUS", material->bending_modulus, c);
    fprintf(out, "#define LB_HAS_BENDING %d\n", lb_markers_bend(m));
    fprintf(out, "#define LB_HAS_AREA_FORCE %d\n", material->area_modulus != 0.0);
    fprintf(out, "#define LB_VOLUME_0 (%lldl)\n#define LB_AREA_0 (%lldl)\n",
            (long long)measure.volume, (long long)measure.area);
    print_scalar(out, "LB_VOLUME_SCALE", measure.volume_scale, c);
    print_scalar(out, "LB_AREA_SCALE", measure.area_scale, c);
    fprintf(out, "#define LB_PATCH_GROUP %d\n", LB_PATCH_GROUP_OF(device->max_work_group));
}

void lb_kernel_constants_print(FILE *out, const char *entry, const struct lb_kernel_source *s)
{
    const struct lb_case *c = s->c;
    print_layout(out, entry, s);
    if (c->cut.axes != 0) print_cut(out, entry, c);
    print_physics(out, s);
    if (c->boundary_count > 0) print_boundaries(out, c);
    if (c->curved != NULL) print_curved(out, c);
    if (c->heat != NULL) print_heat(out, c);
    if (lb_case_has_markers(c) && is_of_markers(entry)) print_markers(out, c, s->device);
}
