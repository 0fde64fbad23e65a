/* bench_json.c - a point as one line of JSON: plain members are rows of tables.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "bench/bench_record.h"
#include "case/lookup.h"
#include "io/json.h"
#include "opencl/device.h"

static const char schema[] = "sluice.bench/1";

/* --- members --------------------------------------------------------------------------------- */

enum kind { TEXT, BOOLEAN, INTEGER, COUNT, NUMBER };

/* How "" and 0 are written.  An unknown number is NaN, which is null everywhere. */
enum unknown { AS_IT_IS, AS_NULL, NOT_AT_ALL };

struct member {
    const char *key;
    enum kind kind;
    size_t offset, size; /* in struct lb_bench_record */
    enum unknown unknown;
};
#define FIELD(name) \
    offsetof(struct lb_bench_record, name), sizeof((struct lb_bench_record *)0)->name

static const struct member origin[] = {{"time", TEXT, FIELD(time), AS_NULL},
                                       {"version", TEXT, FIELD(version), AS_NULL},
                                       {"commit", TEXT, FIELD(commit), AS_NULL},
                                       {"command", TEXT, FIELD(command), AS_NULL},
                                       {0}};
static const struct member host[] = {{"cpu", TEXT, FIELD(host), AS_NULL}, {0}};
static const struct member device[] = {{"platform", TEXT, FIELD(platform), AS_IT_IS},
                                       {"name", TEXT, FIELD(device), AS_IT_IS},
                                       {"driver", TEXT, FIELD(driver), AS_IT_IS},
                                       {"type", TEXT, FIELD(device_type), AS_IT_IS},
                                       {"cache_bytes", COUNT, FIELD(cache_bytes), AS_NULL},
                                       {0}};
static const struct member method[] = {
    {"lattice", TEXT, FIELD(lattice), AS_IT_IS},
    {"collision", TEXT, FIELD(collision), AS_IT_IS},
    {"precision", TEXT, FIELD(precision), AS_IT_IS},
    {"rounding", TEXT, FIELD(rounding), AS_IT_IS},
    {"shift", BOOLEAN, FIELD(shift), AS_IT_IS},
    {"streaming", TEXT, FIELD(streaming), AS_IT_IS},
    {"walls", BOOLEAN, FIELD(walls), AS_IT_IS},
    {"solid_share", NUMBER, FIELD(solid_share), AS_IT_IS},
    {"arithmetic_lanes_asked", INTEGER, FIELD(arithmetic_lanes_asked), NOT_AT_ALL},
    {"lanes", INTEGER, FIELD(lanes), AS_IT_IS},
    {"arithmetic_lanes", INTEGER, FIELD(arithmetic_lanes), AS_IT_IS},
    {"work_group_asked", INTEGER, FIELD(group_asked), NOT_AT_ALL},
    {"work_group", INTEGER, FIELD(group), AS_NULL},
    {"registers", INTEGER, FIELD(registers), NOT_AT_ALL},
    {"loopback", TEXT, FIELD(loopback), NOT_AT_ALL},
    {"layout_by", TEXT, FIELD(layout_by), AS_NULL},
    {"layout_because", TEXT, FIELD(layout_because), AS_NULL},
    {0}};
static const struct member figures[] = {
    {"warm_up_steps", COUNT, FIELD(warm_up_steps), AS_IT_IS},
    {"steps_per_batch", COUNT, FIELD(batch_steps), AS_IT_IS},
    {"steps", COUNT, FIELD(steps), AS_IT_IS},
    {"batches", INTEGER, FIELD(batches), AS_IT_IS},
    {"build_s", NUMBER, FIELD(build_seconds), AS_IT_IS},
    {"bytes_per_cell", NUMBER, FIELD(bytes_per_cell), AS_IT_IS},
    {"bytes_per_update", NUMBER, FIELD(bytes_per_update), AS_IT_IS},
    {"device_bytes", COUNT, FIELD(device_bytes), AS_IT_IS},
    {"gbps", NUMBER, FIELD(bandwidth), AS_IT_IS},
    {"copy_gbps", NUMBER, FIELD(copy), AS_IT_IS},
    {"in_place_19_planes_gbps", NUMBER, FIELD(planes), AS_IT_IS},
    {"ceiling_gbps", NUMBER, FIELD(ceiling), AS_IT_IS},
    {"ceiling_probe", TEXT, FIELD(ceiling_probe), AS_NULL},
    {"efficiency", NUMBER, FIELD(efficiency), AS_IT_IS},
    {"flow_checksum", NUMBER, FIELD(deviation), AS_IT_IS},
    {0}};
static const struct member exchange[] = {
    {"sent_bytes_per_step", COUNT, FIELD(sent_bytes), AS_IT_IS},
    {"exposed_ms_per_step", NUMBER, FIELD(exposed_ms), AS_IT_IS},
    {"over_uncut", NUMBER, FIELD(over_uncut), AS_IT_IS},
    {"way", TEXT, FIELD(exchange_way), NOT_AT_ALL},
    {"advice", TEXT, FIELD(exchange_advice), NOT_AT_ALL},
    {0}};

static const struct member parts[] = {{"count", INTEGER, FIELD(parts), AS_IT_IS},
                                      {"scaling", TEXT, FIELD(scaling), AS_IT_IS},
                                      {"split", TEXT, FIELD(split), AS_IT_IS},
                                      {0}};
static const struct member teamwork[] = {/* beside figures */
                                         {"efficiency", NUMBER, FIELD(part_efficiency), AS_IT_IS},
                                         {"over_parts", INTEGER, FIELD(few_parts), NOT_AT_ALL},
                                         {0}};

/* --- writing --------------------------------------------------------------------------------- */

static void add_member(struct lb_json *w, const struct member *m, const struct lb_bench_record *r)
{
    const void *field = (const char *)r + m->offset;
    const double value = m->kind == INTEGER  ? *(const int *)field
                         : m->kind == COUNT  ? (double)*(const uint64_t *)field
                         : m->kind == NUMBER ? *(const double *)field
                                             : 0.0;
    const bool is_unknown = m->kind == TEXT ? *(const char *)field == '\0' : !(value > 0.0);
    if (is_unknown && m->unknown == NOT_AT_ALL) return;
    if (is_unknown && m->unknown == AS_NULL)
        lb_json_null(w, m->key);
    else if (m->kind == TEXT)
        lb_json_text(w, m->key, field);
    else if (m->kind == BOOLEAN)
        lb_json_bool(w, m->key, *(const bool *)field);
    else
        lb_json_number(w, m->key, value);
}

static void add_members(struct lb_json *w, const struct member *table,
                        const struct lb_bench_record *r)
{
    for (const struct member *m = table; m->key != NULL; m++)
        add_member(w, m, r);
}

static void add_machine(struct lb_json *w, const struct lb_bench_record *r)
{
    lb_json_text(w, "setup", "bench");
    add_members(w, origin, r);
    struct lb_json on_host = lb_json_object(w, "host");
    add_members(&on_host, host, r);
    struct lb_json on_device = lb_json_object(w, "device");
    if (r->device_index >= 0) lb_json_number(&on_device, "index", r->device_index);
    add_members(&on_device, device, r);
}

static void add_case(struct lb_json *w, const struct lb_bench_record *r)
{
    const double size[3] = {r->size[0], r->size[1], r->size[2]};
    add_members(w, method, r);
    if (r->lanes_asked == 0)
        lb_json_text(w, "lanes_asked", "auto");
    else if (r->lanes_asked > 0)
        lb_json_number(w, "lanes_asked", r->lanes_asked);
    if (r->registers_asked == LB_REGISTERS_ANY)
        lb_json_text(w, "registers_asked", "any");
    else if (r->registers_asked > 0)
        lb_json_number(w, "registers_asked", r->registers_asked);
    lb_json_item(w, "size", cJSON_CreateDoubleArray(size, 3));
    if (r->parts == 0) return;
    struct lb_json inner = lb_json_object(w, "parts");
    add_members(&inner, parts, r);
    if (r->skipped[0] == '\0') add_members(&inner, teamwork, r);
}

/* `point`: what a ratio refers to; NULL: it is none. */
static void add_spread(struct lb_json *w, const char *key, const char *point,
                       struct lb_bench_spread s)
{
    struct lb_json inner = lb_json_object(w, key);
    if (point != NULL) lb_json_text(&inner, "point", point);
    lb_json_number(&inner, "median", s.median);
    lb_json_number(&inner, "min", s.min);
    lb_json_number(&inner, "max", s.max);
}

static void add_figures(struct lb_json *w, const struct lb_bench_record *r)
{
    const struct lb_bench_spread mlups = {r->mlups, r->mlups_min, r->mlups_max};
    add_spread(w, "mlups", NULL, mlups);
    if (r->rounds > 1)
        lb_json_item(w, "round_mlups", cJSON_CreateDoubleArray(r->round_mlups, r->rounds));
    if (r->first[0] != '\0') add_spread(w, "over_first", r->first, r->over_first);
    lb_json_number(w, "noise", lb_bench_noise(r));
    add_members(w, figures, r);
    if (r->loopback[0] == '\0' && r->parts == 0) return;
    struct lb_json inner = lb_json_object(w, "exchange");
    add_members(&inner, exchange, r);
}

struct lb_json lb_bench_record_object(const struct lb_bench_record *r)
{
    struct lb_json w = lb_json_begin(schema);
    add_machine(&w, r);
    add_case(&w, r);
    if (r->rounds > 0) lb_json_number(&w, "rounds", r->rounds);
    if (r->skipped[0] != '\0') {
        lb_json_null(&w, "mlups");
        lb_json_text(&w, "skipped", r->skipped);
    } else {
        add_figures(&w, r);
    }
    return w;
}

struct lb_json lb_bench_case_object(const struct lb_bench_record *r,
                                    const struct lb_device_info *info)
{
    struct lb_json w = lb_json_begin("sluice.bench-case/1");
    lb_json_device(&w, info);
    add_case(&w, r);
    lb_json_number(&w, "bytes_per_cell", r->bytes_per_cell);
    lb_json_number(&w, "bytes_per_update", r->bytes_per_update);
    lb_json_text(&w, "skipped", r->skipped[0] != '\0' ? r->skipped : NULL);
    return w;
}
