/* kernel_text.c - prints the prelude and flattens the includes.
 * SPDX-License-Identifier: MIT */
#include "workspace/kernel_text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "case/halo.h"
#include "case/rounding.h"
#include "membrane/membrane_measure.h"
#include "opencl/device.h"
#include "shared/patch_sizes.h"
#include "layout/embedded.h"
#include "workspace/conversion_variant.h"
#include "layout/shell.h"
#include "workspace/text_constants.h"

enum { MAX_DEPTH = 8, NAME_SIZE = 256 };

struct flattener {
    const struct lb_case *c;
    const struct lb_layout *layout;
    int arithmetic_lanes; /* of this text */
    const struct lb_device_info *device;
    const char *kernel_dir; /* NULL: the embedded files */
    FILE *out;
};

static enum lb_status read_from_disk(const char *folder, const char *name, char **text,
                                     struct lb_error *err)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    *text = file != NULL ? lb_read_text(file) : NULL;
    if (*text == NULL)
        lb_fail(err, LB_STATUS_FAILED, "cannot read kernel file '%s': %s", path, strerror(errno));
    if (file != NULL) fclose(file);
    return *text != NULL ? LB_STATUS_OK : LB_STATUS_FAILED;
}

static enum lb_status read_embedded(const char *name, char **text, struct lb_error *err)
{
    for (const struct lb_embedded_file *f = lb_embedded_files; f->name != NULL; f++) {
        if (strcmp(f->name, name) != 0) continue;
        *text = strdup(f->text);
        if (*text == NULL) return lb_fail(err, LB_STATUS_FAILED, "out of memory for '%s'", name);
        return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED, "the program carries no kernel file '%s'", name);
}

/* The file a slot stands for, or the name itself; NULL: this program has nothing for the slot. */
static const char *resolve(const struct flattener *f, const char *name)
{
    if (strcmp(name, "slot/lattice") == 0) return f->c->lattice->file;
    if (strcmp(name, "slot/box") == 0)
        return f->c->cut.axes != 0 ? "box/subdomain.cl" : "box/whole.cl";
    if (strcmp(name, "slot/storage") == 0)
        return lb_conversion_variant(f->c->storage, f->device, f->arithmetic_lanes).file;
    if (strcmp(name, "slot/rounding") == 0) return lb_case_rounding(f->c)->file;
    if (strcmp(name, "slot/bytes") == 0) return lb_packing_bytes_file(f->c->storage, f->layout);
    if (strcmp(name, "slot/memory") == 0)
        return f->c->storage->memory != NULL ? f->c->storage->memory : "memory/whole_codes.cl";
    if (strcmp(name, "slot/exponent") == 0)
        return f->c->storage->shares_exponents ? "exponent/per_cell.cl" : "exponent/none.cl";
    if (strcmp(name, "slot/packing") == 0) return lb_packing_file(f->c->storage, f->layout);
    if (strcmp(name, "slot/conserve") == 0)
        return f->c->storage->conserve != NULL ? f->c->storage->conserve
                                               : "conserve/rounded_alone.cl";
    if (strcmp(name, "slot/collide") == 0) return f->c->collision->file;
    if (strcmp(name, "slot/viscosity") == 0)
        return (f->c->viscosity_model != NULL ? f->c->viscosity_model : lb_viscosity_models[0])
            ->file;
    if (strcmp(name, "slot/moments") == 0) return f->c->lattice->moments;
    if (strcmp(name, "slot/equilibrium") == 0) return lb_case_equilibrium_file(f->c);
    const struct lb_markers *m = f->c != NULL ? f->c->markers : NULL;
    if (strcmp(name, "slot/delta") == 0) return m != NULL ? m->delta->file : NULL;
    if (strcmp(name, "slot/membrane") == 0)
        return m != NULL && m->material != NULL ? m->material->law->file : NULL;
    const bool keeps_moments = f->c != NULL && f->c->streaming == LB_STREAMING_MOMENTS;
    if (strcmp(name, "slot/kept") == 0)
        return keeps_moments ? "kept/ten_moments.cl" : "kept/all_populations.cl";
    if (strcmp(name, "slot/kept_order") == 0)
        return f->layout->march_group > 1 ? "kept/records.cl" : "kept/planes.cl";
    if (strcmp(name, "slot/state") == 0)
        return keeps_moments ? "cell/kept_moments.cl" : "cell/populations.cl";
    if (strcmp(name, "slot/saved") == 0)
        return keeps_moments ? "cell/saved_moments.cl" : "cell/saved_populations.cl";
    if (strcmp(name, "slot/start") == 0)
        return keeps_moments ? "cell/start_moments.cl" : "cell/start.cl";
    if (strcmp(name, "slot/bounce") == 0)
        return keeps_moments ? "cell/bounce_moments.cl" : "cell/bounce_back.cl";
    if (strcmp(name, "slot/stream") == 0)
        return f->c->streaming == LB_STREAMING_PULL ? "stream/pull.cl" : "stream/in_place.cl";
    return name;
}

/* Whether `line` is `#include "name"`; copies the name. */
static bool is_include(const char *line, size_t length, char name[NAME_SIZE])
{
    static const char start[] = "#include \"";
    if (length < sizeof start || strncmp(line, start, sizeof start - 1) != 0) return false;
    const char *begin = line + sizeof start - 1;
    const char *end = memchr(begin, '"', length - (sizeof start - 1));
    if (end == NULL || (size_t)(end - begin) >= NAME_SIZE) return false;
    memcpy(name, begin, (size_t)(end - begin));
    name[end - begin] = '\0';
    return true;
}

static enum lb_status append_file(struct flattener *f, const char *name, int depth,
                                  struct lb_error *err);

/* The file of each condition that the case has, once. */
static enum lb_status append_boundaries(struct flattener *f, int depth, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (const struct lb_boundary_condition *const *b = lb_boundary_conditions;
         *b != NULL && st == LB_STATUS_OK; b++) {
        bool is_used = false;
        for (int n = 0; n < f->c->boundary_count; n++)
            is_used = is_used || f->c->boundaries[n].condition == *b;
        if (is_used) st = append_file(f, (*b)->file, depth, err);
    }
    return st;
}

static enum lb_status append_file(struct flattener *f, const char *name, int depth,
                                  struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *text = NULL;
    LB_REQUIRE(depth < MAX_DEPTH, LB_STATUS_FAILED, "kernel file '%s' includes itself", name);
    if (f->kernel_dir != NULL)
        LB_TRY(read_from_disk(f->kernel_dir, name, &text, err));
    else
        LB_TRY(read_embedded(name, &text, err));
    fprintf(f->out, "#line 1 \"%s\"\n", name);
    unsigned number = 1;
    for (const char *line = text; *line != '\0'; number++) {
        const char *end = strchr(line, '\n');
        const size_t length = end != NULL ? (size_t)(end - line) : strlen(line);
        char included[NAME_SIZE];
        const bool is_included = is_include(line, length, included);
        if (is_included && strcmp(included, "slot/boundaries") == 0) {
            LB_TRY(append_boundaries(f, depth + 1, err));
            fprintf(f->out, "#line %u \"%s\"\n", number + 1, name);
        } else if (is_included) {
            const char *file =
                f->c == NULL && strncmp(included, "slot/", 5) == 0 ? NULL : resolve(f, included);
            LB_REQUIRE(file != NULL, LB_STATUS_FAILED,
                       "kernel file '%s', line %u: this program has nothing for '%s'", name, number,
                       included);
            LB_TRY(append_file(f, file, depth + 1, err));
            fprintf(f->out, "#line %u \"%s\"\n", number + 1, name);
        } else {
            fprintf(f->out, "%.*s\n", (int)length, line);
        }
        line += length + (end != NULL ? 1 : 0);
    }
cleanup:
    free(text);
    return st;
}

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
static void print_weights(FILE *out, const struct lb_case *c, double scale)
{
    const struct lb_lattice *l = c->lattice;
    for (int i = 0; i < l->directions; i++) {
        const int *fraction = l->fraction[i];
        char name[64];
        bool is_there = false;
        for (int k = 0; k < i; k++)
            is_there = is_there || memcmp(l->fraction[k], fraction, sizeof l->fraction[k]) == 0;
        if (is_there) continue;
        snprintf(name, sizeof name, "LB_WEIGHT_%d_%d", fraction[0], fraction[1]);
        print_scalar(out, name, scale * l->weight[i], c);
    }
}

static const char *mask_type(const struct lb_number_format *f)
{
    return f->bits == 64 ? "long" : f->bits == 32 ? "int" : "short";
}

static void print_layout(FILE *out, const struct lb_case *c, const struct lb_layout *l, bool scalar)
{
    fprintf(out, "#define LB_NX %u\n#define LB_NY %u\n#define LB_NZ %u\n", c->size[0], c->size[1],
            c->size[2]);
    fprintf(out, "#define LB_V %d\n#define LB_W %d\n#define LB_LANE_AXIS %d\n", l->lanes,
            scalar ? 1 : l->arithmetic_lanes, l->lane_axis);
    fprintf(out, "#define LB_ROW_AXIS %d\n", l->row_axis);
    fprintf(out, "#define LB_STRIDE %lluul\n", (unsigned long long)l->stride);
    fprintf(out, "#define LB_ROW_PARTS %u\n", l->row_parts);
    fprintf(out, "#define LB_TILE_ROW %u\n#define LB_TILE_SLAB %u\n#define LB_CHUNK %u\n",
            l->tile[0], l->tile[1], l->chunk);
    fprintf(out, "#define LB_MARCH_GROUP %u\n#define LB_WRITES_PAST_CACHES %d\n", l->march_group,
            l->passes_cache);
    if (lb_shell_is_first(c, l))
        fprintf(out, "#define LB_SHELL_ROW_DEPTH %u\n", lb_shell_row_depth(c, l));
    fprintf(out, "#define LB_SKIPS_SOLID %d\n#define LB_TURNS %d\n", l->skips_solid, l->turns);
    fprintf(out, "#define LB_INDEX %s\n",
            lb_layout_index_bytes(c) == sizeof(uint64_t) ? "ulong" : "uint");
}

static bool depends_on_place(const struct lb_case *c)
{
    bool has_profile = false;
    for (int n = 0; n < c->boundary_count; n++)
        has_profile = has_profile || c->boundaries[n].profile != NULL;
    return has_profile || c->sponge.length > 0.0 || lb_case_rounding(c) != lb_roundings[0];
}

/* For kernels/box/subdomain.cl.  Where no step depends on the place, all subdomains of a size have one text. */
static void print_cut(FILE *out, const struct lb_case *c)
{
    static const uint32_t none[3];
    const struct lb_cut *cut = &c->cut;
    const uint32_t *origin = depends_on_place(c) ? cut->origin : none;
    fprintf(out, "#define LB_CUT %u\n#define LB_HALO %llu\n", cut->axes,
            (unsigned long long)lb_halo_cells(c));
    fprintf(out, "#define LB_WHOLE_NX %u\n#define LB_WHOLE_NY %u\n#define LB_WHOLE_NZ %u\n",
            cut->whole[0], cut->whole[1], cut->whole[2]);
    fprintf(out, "#define LB_ORIGIN_X %u\n#define LB_ORIGIN_Y %u\n#define LB_ORIGIN_Z %u\n",
            origin[0], origin[1], origin[2]);
}

/* What |n| / rho is multiplied by: kernels/viscosity/smagorinsky.cl. */
static double smagorinsky_factor(const struct lb_case *c)
{
    const double cs2 = c->lattice->sound_speed_squared;
    return 2.0 * sqrt(2.0) * c->smagorinsky * c->smagorinsky / (cs2 * cs2);
}

static void print_rates(FILE *out, const struct lb_case *c)
{
    print_scalar(out, "LB_OMEGA", 1.0 / lb_case_relaxation_time(c), c);
    print_scalar(out, "LB_TAU", lb_case_relaxation_time(c), c);
    print_scalar(out, "LB_SMAGORINSKY", smagorinsky_factor(c), c);
    fprintf(out, "#define LB_HAS_SPONGE %d\n", c->sponge.length > 0.0);
    print_scalar(out, "LB_SPONGE_BEGIN", c->sponge.begin, c);
    print_scalar(out, "LB_SPONGE_LENGTH", c->sponge.length, c);
    print_scalar(out, "LB_OMEGA_ODD", lb_case_odd_rate(c), c);
    print_scalar(out, "LB_MAGIC", lb_case_magic(c), c);
    fprintf(out, "#define LB_MOMENTS %s\n", c->lattice->moment_rows);
    for (const struct lb_rate *r = c->lattice->rates; r->group != NULL; r++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "LB_RATE_%s", r->group);
        print_scalar(out, name, lb_case_rate(c, r), c);
        snprintf(name, sizeof name, "LB_SHEAR_%s", r->group);
        print_scalar(out, name, r->shear > 0.0 ? c->lattice->sound_speed_squared / r->shear : 0.0,
                     c);
    }
}

static void print_physics(FILE *out, const struct lb_case *c, const struct lb_device_info *device,
                          int lanes)
{
    fprintf(out, "#define LB_D %d\n#define LB_Q %d\n#define LB_LATTICE %s\n",
            c->lattice->dimensions, c->lattice->directions, c->lattice->rows);
    fprintf(out, "#define LB_ARITHMETIC_FP64 %d\n", c->arithmetic == LB_ARITHMETIC_FP64);
    fprintf(out, "#define LB_CODE %s\n#define LB_REGISTER_CODE %s\n",
            c->storage->memory != NULL ? "uchar" : c->storage->code, c->storage->code);
    fprintf(out, "#define LB_CARRIED_CODE %s\n",
            c->storage->bits == 8 ? "uchar" : c->storage->code);
    fprintf(out, "#define LB_CODE_MASK %s\n#define LB_CODE_BITS %d\n", mask_type(c->storage),
            c->storage->bits);
    const double scale = lb_conversion_variant(c->storage, device, lanes).scale;
    print_scalar(out, "LB_STORAGE_SCALE", scale, c);
    print_scalar(out, "LB_UNSCALE", 1.0 / scale, c);
    print_weights(out, c, scale);
    fprintf(out, "#define LB_HOLDS_NAN %d\n#define LB_SHIFT %d\n", c->storage->holds_nan, c->shift);
    const bool has_opposite = !lb_case_keeps_moments(c);
    fprintf(out, "#define LB_TURNS_OPPOSITE %d\n",
            has_opposite && c->shift && !c->storage->rounds_signed);
    fprintf(out, "#define LB_SHOWS_MEAN %d\n", c->shows_mean);
    fprintf(out, "#define LB_SUM %s\n", device->fp64 ? "double" : "float");
    fprintf(out, "#define LB_CALLS %d\n", lb_device_is_nvidia(device));
    if (device->fp64) fprintf(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    print_scalar(out, "LB_CS2", c->lattice->sound_speed_squared, c);
    print_scalar(out, "LB_PER_CS2", 1.0 / c->lattice->sound_speed_squared, c);
    print_scalar(out, "LB_CS", sqrt(c->lattice->sound_speed_squared), c);
    print_rates(out, c);
    print_scalar(out, "LB_FORCE_X", c->force[0], c);
    print_scalar(out, "LB_FORCE_Y", c->force[1], c);
    print_scalar(out, "LB_FORCE_Z", c->force[2], c);
    fprintf(out, "#define LB_HAS_MARKERS %d\n", lb_case_has_markers(c));
    fprintf(out, "#define LB_HAS_CELL_FORCE %d\n", lb_case_has_marker_force(c));
    fprintf(out, "#define LB_HAS_SOLID %d\n", (c->cell_kinds & LB_CELL_SOLID) != 0);
    fprintf(out, "#define LB_HAS_MOVING %d\n", (c->cell_kinds & LB_CELL_MOVING) != 0);
    fprintf(out, "#define LB_HAS_EQUILIBRIUM %d\n", (c->cell_kinds & LB_CELL_EQUILIBRIUM) != 0);
    fprintf(out, "#define LB_HAS_NUMBERS %d\n", lb_case_has_numbers(c));
    fprintf(out, "#define LB_HAS_FIELDS %d\n", lb_layout_keeps_fields(c));
    fprintf(out, "#define LB_HAS_SURFACE %d\n", c->surface.exists);
    print_scalar(out, "LB_TENSION", c->surface.tension, c);
}

/* Rows of kernels/cell/boundaries.cl. */
static void print_boundaries(FILE *out, const struct lb_case *c)
{
    int begin = 0, known = 0;
    fprintf(out, "#define LB_BOUNDARIES(DO)");
    for (int n = 0; n < c->boundary_count; n++) {
        const struct lb_boundary *b = &c->boundaries[n];
        const double numbers[4] = {b->rho, b->u[0], b->u[1], b->u[2]};
        fprintf(out, " DO(%d", lb_case_condition_number(c, b->condition));
        for (int k = 0; k < 4; k++) {
            fprintf(out, ", ");
            print_literal(out, numbers[k], c);
        }
        fprintf(out, ", %d, %d)", b->profile != NULL ? b->profile_axis : -1, begin);
        if (b->profile != NULL) begin += (int)lb_case_whole_size(c, b->profile_axis);
    }
    fprintf(out, "\n#define LB_CONDITIONS(DO)");
    for (int n = 0; n < c->boundary_count; n++) {
        const struct lb_boundary_condition *b = c->boundaries[n].condition;
        if (lb_case_condition_number(c, b) != known) continue;
        fprintf(out, " DO(%d, %s, %d)", known++, b->name, b->keeps);
    }
    fprintf(out, "\n");
}

/* Programs in this folder get the constants below. */
static const char markers_folder[] = "immersed/";

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

static void print_constants(FILE *out, const char *entry, const struct flattener *f, bool scalar)
{
    print_layout(out, f->c, f->layout, scalar);
    if (f->c->cut.axes != 0) print_cut(out, f->c);
    print_physics(out, f->c, f->device, f->arithmetic_lanes);
    if (f->c->boundary_count > 0) print_boundaries(out, f->c);
    if (lb_case_has_markers(f->c) && strncmp(entry, markers_folder, strlen(markers_folder)) == 0)
        print_markers(out, f->c, f->device);
}

/* The text of a stream in memory, which is closed. */
static enum lb_status close_text(FILE **stream, const char *entry, struct lb_error *err)
{
    const bool written = fclose(*stream) == 0;
    *stream = NULL;
    if (written) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "out of memory for the text of '%s'", entry);
}

static enum lb_status open_text(char **text, size_t *size, FILE **out, const char *entry,
                                struct lb_error *err)
{
    *out = open_memstream(text, size);
    if (*out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "out of memory for the text of '%s'", entry);
}

static enum lb_status create(const char *entry, const struct lb_case *c, const struct lb_layout *l,
                             const struct lb_device_info *device, bool scalar,
                             const struct lb_kernel_places *places, char **out,
                             struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *body = NULL, *constants = NULL, *text = NULL;
    size_t size[3];
    FILE *front = NULL, *whole = NULL;
    struct flattener f = {.c = c,
                          .layout = l,
                          .arithmetic_lanes = scalar || l == NULL ? 1 : l->arithmetic_lanes,
                          .device = device,
                          .kernel_dir = places != NULL ? places->kernel_dir : NULL};
    LB_TRY(open_text(&body, &size[0], &f.out, entry, err));
    LB_TRY(append_file(&f, entry, 0, err));
    LB_TRY(close_text(&f.out, entry, err));
    LB_TRY(open_text(&constants, &size[1], &front, entry, err));
    if (c != NULL) print_constants(front, entry, &f, scalar);
    LB_TRY(close_text(&front, entry, err));
    LB_TRY(open_text(&text, &size[2], &whole, entry, err));
    LB_TRY(lb_print_constants(whole, constants, body, err));
    fputs(body, whole);
    LB_TRY(close_text(&whole, entry, err));
    *out = text;
    text = NULL;
cleanup:
    if (f.out != NULL) fclose(f.out);
    if (front != NULL) fclose(front);
    if (whole != NULL) fclose(whole);
    free(body);
    free(constants);
    free(text);
    return st;
}

enum lb_status lb_kernel_text_create(const char *entry, const struct lb_case *c,
                                     const struct lb_layout *l, const struct lb_device_info *device,
                                     bool scalar, const struct lb_kernel_places *places, char **out,
                                     struct lb_error *err)
{
    return create(entry, c, l, device, scalar, places, out, err);
}

enum lb_status lb_kernel_text_create_plain(const char *entry, const struct lb_kernel_places *places,
                                           char **out, struct lb_error *err)
{
    return create(entry, NULL, NULL, NULL, false, places, out, err);
}
