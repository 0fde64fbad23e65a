/* bench_json.c - a point as one line of JSON, and back: plain members are rows of tables.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "bench/bench_record.h"
#include "case/layout_wishes.h"
#include "case/rounding.h"
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
    bool needed; /* by a reader */
};
#define FIELD(name) \
    offsetof(struct lb_bench_record, name), sizeof((struct lb_bench_record *)0)->name

static const struct member origin[] = {{"time", TEXT, FIELD(time), AS_NULL, false},
                                       {"version", TEXT, FIELD(version), AS_NULL, false},
                                       {"commit", TEXT, FIELD(commit), AS_NULL, false},
                                       {"command", TEXT, FIELD(command), AS_NULL, false},
                                       {0}};
static const struct member host[] = {{"cpu", TEXT, FIELD(host), AS_NULL, false}, {0}};
static const struct member device[] = {{"platform", TEXT, FIELD(platform), AS_IT_IS, false},
                                       {"name", TEXT, FIELD(device), AS_IT_IS, true},
                                       {"driver", TEXT, FIELD(driver), AS_IT_IS, false},
                                       {"type", TEXT, FIELD(device_type), AS_IT_IS, false},
                                       {"cache_bytes", COUNT, FIELD(cache_bytes), AS_NULL, false},
                                       {0}};
static const struct member method[] = {
    {"lattice", TEXT, FIELD(lattice), AS_IT_IS, true},
    {"collision", TEXT, FIELD(collision), AS_IT_IS, true},
    {"precision", TEXT, FIELD(precision), AS_IT_IS, true},
    {"rounding", TEXT, FIELD(rounding), AS_IT_IS, false},
    {"shift", BOOLEAN, FIELD(shift), AS_IT_IS, true},
    {"streaming", TEXT, FIELD(streaming), AS_IT_IS, true},
    {"walls", BOOLEAN, FIELD(walls), AS_IT_IS, false},
    {"solid_share", NUMBER, FIELD(solid_share), AS_IT_IS, false},
    {"arithmetic_lanes_asked", INTEGER, FIELD(arithmetic_lanes_asked), NOT_AT_ALL, false},
    {"lanes", INTEGER, FIELD(lanes), AS_IT_IS, false},
    {"arithmetic_lanes", INTEGER, FIELD(arithmetic_lanes), AS_IT_IS, false},
    {"work_group_asked", INTEGER, FIELD(group_asked), NOT_AT_ALL, false},
    {"work_group", INTEGER, FIELD(group), AS_NULL, false},
    {"registers", INTEGER, FIELD(registers), NOT_AT_ALL, false},
    {"loopback", TEXT, FIELD(loopback), NOT_AT_ALL, false},
    {"layout_by", TEXT, FIELD(layout_by), AS_NULL, false},
    {"layout_because", TEXT, FIELD(layout_because), AS_NULL, false},
    {0}};
static const struct member figures[] = {
    {"warm_up_steps", COUNT, FIELD(warm_up_steps), AS_IT_IS, false},
    {"steps_per_batch", COUNT, FIELD(batch_steps), AS_IT_IS, false},
    {"steps", COUNT, FIELD(steps), AS_IT_IS, false},
    {"batches", INTEGER, FIELD(batches), AS_IT_IS, false},
    {"build_s", NUMBER, FIELD(build_seconds), AS_IT_IS, false},
    {"bytes_per_cell", NUMBER, FIELD(bytes_per_cell), AS_IT_IS, false},
    {"bytes_per_update", NUMBER, FIELD(bytes_per_update), AS_IT_IS, true},
    {"device_bytes", COUNT, FIELD(device_bytes), AS_IT_IS, false},
    {"gbps", NUMBER, FIELD(bandwidth), AS_IT_IS, true},
    {"copy_gbps", NUMBER, FIELD(copy), AS_IT_IS, false},
    {"in_place_19_planes_gbps", NUMBER, FIELD(planes), AS_IT_IS, false},
    {"ceiling_gbps", NUMBER, FIELD(ceiling), AS_IT_IS, false},
    {"ceiling_probe", TEXT, FIELD(ceiling_probe), AS_NULL, false},
    {"efficiency", NUMBER, FIELD(efficiency), AS_IT_IS, false},
    {"flow_checksum", NUMBER, FIELD(deviation), AS_IT_IS, false},
    {0}};
static const struct member exchange[] = {
    {"sent_bytes_per_step", COUNT, FIELD(sent_bytes), AS_IT_IS, false},
    {"exposed_ms_per_step", NUMBER, FIELD(exposed_ms), AS_IT_IS, false},
    {"over_uncut", NUMBER, FIELD(over_uncut), AS_IT_IS, false},
    {"way", TEXT, FIELD(exchange_way), NOT_AT_ALL, false},
    {"advice", TEXT, FIELD(exchange_advice), NOT_AT_ALL, false},
    {0}};

static const struct member parts[] = {{"count", INTEGER, FIELD(parts), AS_IT_IS, true},
                                      {"scaling", TEXT, FIELD(scaling), AS_IT_IS, true},
                                      {"split", TEXT, FIELD(split), AS_IT_IS, true},
                                      {0}};
static const struct member teamwork[] = {/* beside figures */
                                         {"efficiency", NUMBER, FIELD(part_efficiency), AS_IT_IS,
                                          false},
                                         {"over_parts", INTEGER, FIELD(few_parts), NOT_AT_ALL,
                                          false},
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

/* --- reading --------------------------------------------------------------------------------- */

struct reader {
    const char *where;
    struct lb_error *err;
    enum lb_status st;
};

static void refuse(struct reader *in, const char *key, const char *what)
{
    if (in->st == LB_STATUS_OK)
        in->st = lb_fail(in->err, LB_STATUS_FAILED, "%s: '%s' %s", in->where, key, what);
}

/* A member that is absent or null is fine unless it is needed. */
static const cJSON *member(struct reader *in, const cJSON *object, const char *key, bool needed)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    if (item != NULL && !cJSON_IsNull(item)) return item;
    if (needed) refuse(in, key, "is missing");
    return NULL;
}

static void take_text(struct reader *in, const cJSON *object, const char *key, bool needed,
                      char *out, size_t size)
{
    const cJSON *item = member(in, object, key, needed);
    out[0] = '\0';
    if (item == NULL) return;
    if (!cJSON_IsString(item) || (needed && item->valuestring[0] == '\0'))
        refuse(in, key, "is no text");
    else
        snprintf(out, size, "%s", item->valuestring);
}

/* NaN where there is none.  Numbers of a record are never negative. */
static double take_number(struct reader *in, const cJSON *object, const char *key, bool needed)
{
    const cJSON *item = member(in, object, key, needed);
    if (item == NULL) return nan("");
    if (cJSON_IsNumber(item) && isfinite(item->valuedouble) && item->valuedouble >= 0.0)
        return item->valuedouble;
    refuse(in, key, "is no number from 0 on");
    return nan("");
}

static uint64_t take_count(struct reader *in, const cJSON *object, const char *key, double max)
{
    const double value = take_number(in, object, key, false);
    if (isnan(value)) return 0;
    if (floor(value) == value && value <= max) return (uint64_t)value;
    refuse(in, key, "is no whole number, or too large");
    return 0;
}

static const double max_exact = 9007199254740992.0; /* 2^53 */
enum { MAX_SMALL = 1 << 20 };

static int take_integer(struct reader *in, const cJSON *object, const char *key)
{
    return (int)take_count(in, object, key, MAX_SMALL);
}

static bool take_bool(struct reader *in, const cJSON *object, const char *key, bool needed)
{
    const cJSON *item = member(in, object, key, needed);
    if (item == NULL) return false;
    if (!cJSON_IsBool(item)) refuse(in, key, "is neither true nor false");
    return cJSON_IsTrue(item) != 0;
}

static void take_member(struct reader *in, const cJSON *object, const struct member *m,
                        struct lb_bench_record *r)
{
    void *field = (char *)r + m->offset;
    switch (m->kind) {
    case TEXT: take_text(in, object, m->key, m->needed, field, m->size); break;
    case BOOLEAN: *(bool *)field = take_bool(in, object, m->key, m->needed); break;
    case INTEGER: *(int *)field = take_integer(in, object, m->key); break;
    case COUNT: *(uint64_t *)field = take_count(in, object, m->key, max_exact); break;
    case NUMBER: *(double *)field = take_number(in, object, m->key, m->needed); break;
    }
}

static void take_members(struct reader *in, const cJSON *object, const struct member *table,
                         struct lb_bench_record *r)
{
    for (const struct member *m = table; m->key != NULL; m++)
        take_member(in, object, m, r);
}

static void take_machine(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    take_members(in, line, origin, r);
    const cJSON *on_host = member(in, line, "host", false);
    if (on_host != NULL) take_members(in, on_host, host, r);
    const cJSON *on_device = member(in, line, "device", true);
    if (on_device == NULL) return;
    const double index = take_number(in, on_device, "index", false);
    r->device_index = index >= 0.0 && index < MAX_SMALL ? (int)index : -1;
    take_members(in, on_device, device, r);
}

static void take_size(struct reader *in, const cJSON *line, uint32_t size[3])
{
    const cJSON *array = member(in, line, "size", true);
    if (array == NULL) return;
    for (int axis = 0; axis < 3; axis++) {
        const cJSON *item = cJSON_GetArrayItem(array, axis);
        const double value = cJSON_IsNumber(item) ? item->valuedouble : 0.0;
        if (cJSON_GetArraySize(array) != 3 || !(value >= 1.0 && value <= (double)UINT32_MAX)) {
            refuse(in, "size", "is no three numbers of cells");
            return;
        }
        size[axis] = (uint32_t)value;
    }
}

static void take_parts(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    int grid[3];
    const cJSON *object = member(in, line, "parts", false);
    r->part_efficiency = nan("");
    if (object == NULL) return;
    take_members(in, object, parts, r);
    take_members(in, object, teamwork, r);
    if (in->st == LB_STATUS_OK && !(lb_bench_grid_of(r, grid) && r->parts > 0 &&
                                    (long long)grid[0] * grid[1] * grid[2] == r->parts))
        refuse(in, "parts", "is no number of parts and their grid");
}

static void take_case(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    take_members(in, line, method, r);
    if (r->rounding[0] == '\0')
        snprintf(r->rounding, sizeof r->rounding, "%s", lb_roundings[0]->name);
    if (isnan(r->solid_share)) r->solid_share = 0.0;
    take_size(in, line, r->size);
    take_parts(in, line, r);
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(line, "lanes_asked");
    r->lanes_asked = cJSON_IsString(asked)   ? 0
                     : cJSON_IsNumber(asked) ? take_integer(in, line, "lanes_asked")
                                             : LB_BENCH_LANES_UNKNOWN;
    if (strcmp(lb_json_text_of(line, "registers_asked"), "any") == 0)
        r->registers_asked = LB_REGISTERS_ANY;
    else
        r->registers_asked = take_integer(in, line, "registers_asked");
}

static struct lb_bench_spread take_spread(struct reader *in, const cJSON *object)
{
    return (struct lb_bench_spread){.median = take_number(in, object, "median", true),
                                    .min = take_number(in, object, "min", true),
                                    .max = take_number(in, object, "max", true)};
}

static void take_speed(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    const cJSON *mlups = member(in, line, "mlups", true);
    if (mlups == NULL) return;
    const struct lb_bench_spread s = take_spread(in, mlups);
    r->mlups = s.median;
    r->mlups_min = s.min;
    r->mlups_max = s.max;
    if (in->st == LB_STATUS_OK &&
        !(r->mlups > 0.0 && r->mlups_min <= r->mlups && r->mlups <= r->mlups_max))
        refuse(in, "mlups", "is no speed: min <= median <= max and median > 0 must hold");
}

/* A line of a version that knew no rounds has one. */
static void take_round_count(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    const double rounds = take_number(in, line, "rounds", false);
    r->over_first = (struct lb_bench_spread){nan(""), nan(""), nan("")};
    r->rounds = 1;
    if (isnan(rounds)) return;
    if (rounds >= 1.0 && rounds <= LB_BENCH_MAX_ROUNDS && rounds == floor(rounds))
        r->rounds = (int)rounds;
    else
        refuse(in, "rounds", "is no whole number from 1 to 99");
}

static void take_round_speeds(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    const cJSON *rates = member(in, line, "round_mlups", r->rounds > 1);
    r->round_mlups[0] = r->mlups;
    if (rates == NULL) return;
    bool ok = cJSON_IsArray(rates) && cJSON_GetArraySize(rates) == r->rounds;
    for (int n = 0; ok && n < r->rounds; n++) {
        const cJSON *item = cJSON_GetArrayItem(rates, n);
        ok = cJSON_IsNumber(item) && isfinite(item->valuedouble) && item->valuedouble > 0.0;
        if (ok) r->round_mlups[n] = item->valuedouble;
    }
    if (!ok) refuse(in, "round_mlups", "is no list of as many speeds as there are rounds");
}

static void take_rounds(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    const cJSON *ratio = member(in, line, "over_first", false);
    take_round_speeds(in, line, r);
    if (ratio == NULL) return;
    take_text(in, ratio, "point", true, r->first, sizeof r->first);
    const struct lb_bench_spread s = take_spread(in, ratio);
    r->over_first = s;
    if (in->st == LB_STATUS_OK && !(s.min > 0.0 && s.min <= s.median && s.median <= s.max))
        refuse(in, "over_first", "is no ratio: 0 < min <= median <= max must hold");
}

static void take_figures(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    take_speed(in, line, r);
    take_rounds(in, line, r);
    take_members(in, line, figures, r);
    const cJSON *cuts = member(in, line, "exchange", r->loopback[0] != '\0' || r->parts > 0);
    r->over_uncut = nan("");
    if (cuts != NULL) take_members(in, cuts, exchange, r);
    if (r->ceiling_probe[0] == '\0') /* of a version that knew no other */
        snprintf(r->ceiling_probe, sizeof r->ceiling_probe, "%s", LB_BENCH_COPY);
    if (isnan(r->copy) && strcmp(r->ceiling_probe, LB_BENCH_COPY) == 0) r->copy = r->ceiling;
}

enum lb_status lb_bench_record_parse(const char *line, const char *where,
                                     struct lb_bench_record *out, struct lb_error *err)
{
    struct reader in = {where, err, LB_STATUS_OK};
    cJSON *object = cJSON_ParseWithOpts(line, NULL, 1);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(object, "schema");
    *out = (struct lb_bench_record){0};
    if (!cJSON_IsObject(object)) {
        in.st = lb_fail(err, LB_STATUS_FAILED,
                        "%s: this line is no JSON object; expected the lines of `sluice bench "
                        "--json` or a bench.jsonl",
                        where);
    } else if (!cJSON_IsString(name) || strcmp(name->valuestring, schema) != 0) {
        in.st = lb_fail(err, LB_STATUS_FAILED,
                        "%s: this is no line of `sluice bench`: its schema is '%.64s', not '%s'",
                        where, cJSON_IsString(name) ? name->valuestring : "", schema);
    } else {
        take_machine(&in, object, out);
        take_case(&in, object, out);
        take_round_count(&in, object, out);
        take_text(&in, object, "skipped", false, out->skipped, sizeof out->skipped);
        if (out->skipped[0] == '\0') take_figures(&in, object, out);
    }
    cJSON_Delete(object);
    return in.st;
}

enum lb_status lb_bench_records_read(struct lb_bench_records *records, const char *path,
                                     struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char *line = NULL;
    size_t size = 0, number = 0;
    const size_t before = records->count;
    struct lb_bench_record *r = malloc(sizeof *r);
    FILE *file = fopen(path, "r");
    LB_REQUIRE(file != NULL, LB_STATUS_FAILED, "cannot open '%s': %s", path, strerror(errno));
    LB_REQUIRE(r != NULL, LB_STATUS_FAILED, "no memory for a point");
    ssize_t length;
    while ((length = lb_read_line(file, &line, &size)) >= 0) {
        char where[512];
        number++;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        snprintf(where, sizeof where, "%.400s:%zu", path, number);
        LB_TRY(lb_bench_record_parse(line, where, r, err));
        LB_TRY(lb_bench_records_add(records, r, err));
    }
    LB_REQUIRE(length != LB_LINE_TOO_LONG, LB_STATUS_FAILED,
               "%.400s:%zu: a line of more than %d bytes is no point", path, number + 1,
               LB_LINE_MAX);
    LB_REQUIRE(!ferror(file), LB_STATUS_FAILED, "cannot read '%s': %s", path, strerror(errno));
    LB_REQUIRE(records->count > before, LB_STATUS_FAILED, "'%s' holds no point", path);
cleanup:
    if (file != NULL) fclose(file);
    free(line);
    free(r);
    return st;
}
