/* roofline_report.c - limits of what `sluice roofline` found, its JSON, and what Python makes of it.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "opencl/device.h"
#include "io/json.h"
#include "python/python_package.h"
#include "roofline/roofline_state.h"

static const char *const peak_keys[LB_PEAKS] = {"fp32_gops", "fp64_gops", "int32_gops"};

static double operations(const struct lb_roofline_point *p)
{
    return p->count.floats + p->count.integers;
}

/* Operations per byte: floating-point and integer ones together, as the paper counts them. */
static double intensity_of(const struct lb_roofline_point *p)
{
    return operations(p) / p->bytes;
}

static double peak_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    return r->peaks[p->fp64 ? LB_PEAK_FP64 : LB_PEAK_FP32];
}

/* A probe that goes through more is no faster: of those of at least as much, the fastest. */
static double bandwidth_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    double most = 0.0;
    for (size_t n = 0; n < r->memory_count; n++)
        if (r->memory[n].bytes >= p->memory) most = fmax(most, r->memory[n].bandwidth);
    return most;
}

double lb_roofline_limit(const struct lb_roofline *r, const struct lb_roofline_point *p,
                         enum lb_roofline_wall *wall)
{
    const double times[LB_ROOFLINE_WALLS] = {p->bytes / bandwidth_of(r, p),
                                             p->count.floats / peak_of(r, p),
                                             p->count.integers / r->peaks[LB_PEAK_INT32]};
    *wall = LB_ROOFLINE_MEMORY;
    for (int n = 0; n < LB_ROOFLINE_WALLS; n++)
        if (times[n] > times[*wall]) *wall = (enum lb_roofline_wall)n;
    return 1e3 / times[*wall];
}

/* 0 without ceilings. */
static double limit_of(const struct lb_roofline *r, const struct lb_roofline_point *p)
{
    enum lb_roofline_wall wall;
    return r->measured ? lb_roofline_limit(r, p, &wall) : 0.0;
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void add_point(struct lb_json *list, const struct lb_roofline *r,
                      const struct lb_roofline_point *p)
{
    struct lb_json j = lb_json_object(list, NULL);
    const double size[3] = {p->size[0], p->size[1], p->size[2]};
    const double limit = r->measured ? limit_of(r, p) : nan("");
    const double mlups = p->measured ? p->mlups : nan("");
    lb_json_text(&j, "lattice", p->lattice->name);
    lb_json_text(&j, "collision", p->collision->name);
    lb_json_text(&j, "precision", p->precision);
    lb_json_item(&j, "size", cJSON_CreateDoubleArray(size, 3));
    lb_json_number(&j, "lanes", p->count.lanes);
    lb_json_number(&j, "arithmetic_lanes", p->count.arithmetic_lanes);
    lb_json_text(&j, "ptx", p->count.source);
    lb_json_number(&j, "float_operations", p->count.floats);
    lb_json_number(&j, "integer_operations", p->count.integers);
    lb_json_number(&j, "conversions", p->count.conversions);
    lb_json_number(&j, "other_instructions", p->count.others);
    lb_json_number(&j, "bytes_per_update", p->bytes);
    lb_json_number(&j, "operations_per_byte", intensity_of(p));
    lb_json_item(&j, "vector_instructions", cJSON_CreateRaw(p->count.vector));
    lb_json_number(&j, "ceiling_gbps", r->measured ? bandwidth_of(r, p) : nan(""));
    lb_json_number(&j, "limit_mlups", limit);
    lb_json_number(&j, "mlups", mlups);
    lb_json_number(&j, "gops", 1e-3 * mlups * operations(p));
    lb_json_number(&j, "gbps", 1e-3 * mlups * p->bytes);
    lb_json_number(&j, "share", mlups / limit);
    lb_json_number(&j, "flow_checksum", p->measured ? p->deviation : nan(""));
}

enum lb_status lb_roofline_json(const struct lb_roofline *r, char **text, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.roofline/1");
    lb_json_text(&w, "version", LB_VERSION);
    lb_json_device(&w, r->device);
    if (r->measured) {
        struct lb_json c = lb_json_object(&w, "ceilings");
        lb_json_number(&c, "bandwidth_gbps", r->bandwidth);
        lb_json_text(&c, "bandwidth_probe", r->bandwidth_probe);
        for (int n = 0; n < LB_PEAKS; n++)
            lb_json_number(&c, peak_keys[n], r->peaks[n] > 0.0 ? r->peaks[n] : nan(""));
    } else {
        lb_json_null(&w, "ceilings");
    }
    struct lb_json list = lb_json_list(&w, "points");
    for (size_t n = 0; n < r->point_count; n++)
        add_point(&list, r, &r->points[n]);
    return lb_json_end(&w, LB_JSON_ON_LINE, text, err);
}

/* --- Python ------------------------------------------------------------------------------------- */

/* Caller deletes *made; {"table": text, "csv": text}. */
static enum lb_status make_tables(struct lb_process_dialog *python, const char *json, cJSON **made,
                                  struct lb_error *err)
{
    struct lb_json w = lb_json_begin(NULL);
    lb_json_text(&w, "ask", "tables");
    lb_json_item(&w, "found", cJSON_Parse(json));
    return lb_python_request(python, &w, made, err);
}

enum lb_status lb_roofline_print(struct lb_process_dialog *python, const char *json,
                                 struct lb_error *err)
{
    cJSON *made = NULL;
    LB_OK(make_tables(python, json, &made, err));
    fputs(lb_json_text_of(made, "table"), stdout);
    cJSON_Delete(made);
    return LB_STATUS_OK;
}

enum lb_status lb_roofline_write(struct lb_process_dialog *python, const char *json,
                                 const char *folder, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char path[LB_PATH_SIZE];
    cJSON *made = NULL;
    LB_TRY(lb_path_join(folder, "roofline.json", path, sizeof path, err));
    LB_TRY(lb_text_write(path, json, err));
    LB_TRY(make_tables(python, json, &made, err));
    LB_TRY(lb_path_join(folder, "roofline.csv", path, sizeof path, err));
    LB_TRY(lb_text_write(path, lb_json_text_of(made, "csv"), err));
    lb_python_chart("roofline", folder);
cleanup:
    cJSON_Delete(made);
    return st;
}
