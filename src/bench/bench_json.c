/* bench_json.c - a point as one line of JSON, and back.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/case.h"
#include "bench/bench_record.h"
#include "case/layout_wishes.h"
#include "io/json_writer.h"
#include "opencl/device_json.h"

static const char schema[] = "sluice.bench/1";

/* --- writing --------------------------------------------------------------------------------- */

static void add_known(struct lb_json *w, const char *key, const char *text)
{
    if (text[0] != '\0')
        lb_json_text(w, key, text);
    else
        lb_json_null(w, key);
}

static void add_machine(struct lb_json *w, const struct lb_bench_record *r)
{
    lb_json_text(w, "schema", schema);
    lb_json_text(w, "setup", "bench");
    add_known(w, "time", r->time);
    add_known(w, "version", r->version);
    add_known(w, "commit", r->commit);
    add_known(w, "command", r->command);
    struct lb_json host = lb_json_object(w, "host");
    if (host.ok) add_known(&host, "cpu", r->host);
    lb_json_merge(w, &host);
    struct lb_json device = lb_json_object(w, "device");
    if (!device.ok) return;
    if (r->device_index >= 0) lb_json_number(&device, "index", r->device_index);
    lb_json_text(&device, "platform", r->platform);
    lb_json_text(&device, "name", r->device);
    lb_json_text(&device, "driver", r->driver);
    lb_json_text(&device, "type", r->device_type);
    if (r->cache_bytes > 0)
        lb_json_number(&device, "cache_bytes", (double)r->cache_bytes);
    else
        lb_json_null(&device, "cache_bytes");
    lb_json_merge(w, &device);
}

/* 0: not known. */
static void add_count(struct lb_json *w, const char *key, unsigned count)
{
    if (count > 0)
        lb_json_number(w, key, count);
    else
        lb_json_null(w, key);
}

static void add_case(struct lb_json *w, const struct lb_bench_record *r)
{
    const double size[3] = {r->size[0], r->size[1], r->size[2]};
    lb_json_text(w, "lattice", r->lattice);
    lb_json_text(w, "collision", r->collision);
    lb_json_text(w, "precision", r->precision);
    lb_json_text(w, "rounding", r->rounding);
    lb_json_bool(w, "shift", r->shift);
    lb_json_text(w, "streaming", r->streaming);
    lb_json_bool(w, "walls", r->walls);
    lb_json_number(w, "solid_share", r->solid_share);
    if (r->lanes_asked == 0)
        lb_json_text(w, "lanes_asked", "auto");
    else if (r->lanes_asked > 0)
        lb_json_number(w, "lanes_asked", r->lanes_asked);
    if (r->arithmetic_lanes_asked > 0)
        lb_json_number(w, "arithmetic_lanes_asked", r->arithmetic_lanes_asked);
    lb_json_number(w, "lanes", r->lanes);
    lb_json_number(w, "arithmetic_lanes", r->arithmetic_lanes);
    if (r->group_asked > 0) lb_json_number(w, "work_group_asked", r->group_asked);
    add_count(w, "work_group", r->group);
    if (r->registers_asked == LB_REGISTERS_ANY)
        lb_json_text(w, "registers_asked", "any");
    else if (r->registers_asked > 0)
        lb_json_number(w, "registers_asked", r->registers_asked);
    if (r->registers > 0) lb_json_number(w, "registers", r->registers);
    add_known(w, "layout_by", r->layout_by);
    add_known(w, "layout_because", r->layout_because);
    lb_json_item(w, "size", cJSON_CreateDoubleArray(size, 3));
}

/* `point`: what a ratio refers to; NULL: it is none. */
static void add_spread(struct lb_json *w, const char *key, const char *point,
                       struct lb_bench_spread s)
{
    struct lb_json inner = lb_json_object(w, key);
    if (!inner.ok) return;
    if (point != NULL) lb_json_text(&inner, "point", point);
    lb_json_number(&inner, "median", s.median);
    lb_json_number(&inner, "min", s.min);
    lb_json_number(&inner, "max", s.max);
    lb_json_merge(w, &inner);
}

static void add_rounds(struct lb_json *w, const struct lb_bench_record *r)
{
    if (r->rounds > 1)
        lb_json_item(w, "round_mlups", cJSON_CreateDoubleArray(r->round_mlups, r->rounds));
    if (r->first[0] != '\0') add_spread(w, "over_first", r->first, r->over_first);
}

static void add_figures(struct lb_json *w, const struct lb_bench_record *r)
{
    lb_json_number(w, "warm_up_steps", (double)r->warm_up_steps);
    lb_json_number(w, "steps_per_batch", (double)r->batch_steps);
    lb_json_number(w, "steps", (double)r->steps);
    lb_json_number(w, "batches", r->batches);
    lb_json_number(w, "build_s", r->build_seconds);
    const struct lb_bench_spread mlups = {r->mlups, r->mlups_min, r->mlups_max};
    add_spread(w, "mlups", NULL, mlups);
    add_rounds(w, r);
    lb_json_number(w, "noise", lb_bench_noise(r));
    lb_json_number(w, "bytes_per_cell", r->bytes_per_cell);
    lb_json_number(w, "bytes_per_update", r->bytes_per_update);
    lb_json_number(w, "device_bytes", (double)r->device_bytes);
    lb_json_number(w, "gbps", r->bandwidth);
    lb_json_number(w, "copy_gbps", r->copy);
    lb_json_number(w, "in_place_19_planes_gbps", r->planes);
    lb_json_number(w, "ceiling_gbps", r->ceiling);
    add_known(w, "ceiling_probe", r->ceiling_probe);
    lb_json_number(w, "efficiency", r->efficiency);
    lb_json_number(w, "flow_checksum", r->deviation);
}

/* One line, for free(); the object is gone then. */
static enum lb_status finish(const struct lb_json *w, char **out, struct lb_error *err)
{
    char *text = w->object != NULL && w->ok ? cJSON_PrintUnformatted(w->object) : NULL;
    cJSON_Delete(w->object);
    *out = text != NULL ? strdup(text) : NULL;
    cJSON_free(text);
    if (*out == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the JSON of a point");
    return LB_STATUS_OK;
}

enum lb_status lb_bench_record_json(const struct lb_bench_record *r, char **out,
                                    struct lb_error *err)
{
    struct lb_json w = {cJSON_CreateObject(), true};
    if (w.object != NULL) {
        add_machine(&w, r);
        add_case(&w, r);
        if (r->rounds > 0) lb_json_number(&w, "rounds", r->rounds);
        if (r->skipped[0] != '\0') {
            lb_json_null(&w, "mlups");
            lb_json_text(&w, "skipped", r->skipped);
        } else {
            add_figures(&w, r);
        }
    }
    return finish(&w, out, err);
}

enum lb_status lb_bench_case_json(const struct lb_bench_record *r,
                                  const struct lb_device_info *device, char **out,
                                  struct lb_error *err)
{
    struct lb_json w = {cJSON_CreateObject(), true};
    if (w.object != NULL) {
        lb_json_text(&w, "schema", "sluice.bench-case/1");
        lb_json_device(&w, device);
        add_case(&w, r);
        lb_json_number(&w, "bytes_per_cell", r->bytes_per_cell);
        lb_json_number(&w, "bytes_per_update", r->bytes_per_update);
        add_known(&w, "skipped", r->skipped);
    }
    return finish(&w, out, err);
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

static uint64_t take_count(struct reader *in, const cJSON *object, const char *key, bool needed,
                           double max)
{
    const double value = take_number(in, object, key, needed);
    if (isnan(value)) return 0;
    if (floor(value) == value && value <= max) return (uint64_t)value;
    refuse(in, key, "is no whole number, or too large");
    return 0;
}

static bool take_bool(struct reader *in, const cJSON *object, const char *key, bool needed)
{
    const cJSON *item = member(in, object, key, needed);
    if (item == NULL) return false;
    if (!cJSON_IsBool(item)) refuse(in, key, "is neither true nor false");
    return cJSON_IsTrue(item) != 0;
}

static const double max_exact = 9007199254740992.0; /* 2^53 */
enum { MAX_SMALL = 1 << 20 };

static void take_machine(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    take_text(in, line, "time", false, r->time, sizeof r->time);
    take_text(in, line, "version", false, r->version, sizeof r->version);
    take_text(in, line, "commit", false, r->commit, sizeof r->commit);
    take_text(in, line, "command", false, r->command, sizeof r->command);
    const cJSON *host = member(in, line, "host", false);
    if (host != NULL) take_text(in, host, "cpu", false, r->host, sizeof r->host);
    const cJSON *device = member(in, line, "device", true);
    if (device == NULL) return;
    const double index = take_number(in, device, "index", false);
    r->device_index = index >= 0.0 && index < MAX_SMALL ? (int)index : -1;
    take_text(in, device, "platform", false, r->platform, sizeof r->platform);
    take_text(in, device, "name", true, r->device, sizeof r->device);
    take_text(in, device, "driver", false, r->driver, sizeof r->driver);
    take_text(in, device, "type", false, r->device_type, sizeof r->device_type);
    r->cache_bytes = take_count(in, device, "cache_bytes", false, max_exact);
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

static void take_case(struct reader *in, const cJSON *line, struct lb_bench_record *r)
{
    take_text(in, line, "lattice", true, r->lattice, sizeof r->lattice);
    take_text(in, line, "collision", true, r->collision, sizeof r->collision);
    take_text(in, line, "precision", true, r->precision, sizeof r->precision);
    take_text(in, line, "rounding", false, r->rounding, sizeof r->rounding);
    if (r->rounding[0] == '\0')
        snprintf(r->rounding, sizeof r->rounding, "%s", lb_roundings[0]->name);
    take_text(in, line, "streaming", true, r->streaming, sizeof r->streaming);
    r->shift = take_bool(in, line, "shift", true);
    r->walls = take_bool(in, line, "walls", false);
    r->solid_share = take_number(in, line, "solid_share", false);
    if (isnan(r->solid_share)) r->solid_share = 0.0;
    take_size(in, line, r->size);
    const cJSON *asked = cJSON_GetObjectItemCaseSensitive(line, "lanes_asked");
    if (cJSON_IsString(asked))
        r->lanes_asked = 0;
    else if (cJSON_IsNumber(asked))
        r->lanes_asked = (int)take_count(in, line, "lanes_asked", false, MAX_SMALL);
    else
        r->lanes_asked = LB_BENCH_LANES_UNKNOWN;
    r->arithmetic_lanes_asked =
        (int)take_count(in, line, "arithmetic_lanes_asked", false, MAX_SMALL);
    r->lanes = (int)take_count(in, line, "lanes", false, MAX_SMALL);
    r->arithmetic_lanes = (int)take_count(in, line, "arithmetic_lanes", false, MAX_SMALL);
    r->group_asked = (int)take_count(in, line, "work_group_asked", false, MAX_SMALL);
    r->group = (unsigned)take_count(in, line, "work_group", false, MAX_SMALL);
    asked = cJSON_GetObjectItemCaseSensitive(line, "registers_asked");
    if (cJSON_IsString(asked) && strcmp(asked->valuestring, "any") == 0)
        r->registers_asked = LB_REGISTERS_ANY;
    else
        r->registers_asked = (int)take_count(in, line, "registers_asked", false, MAX_SMALL);
    r->registers = (int)take_count(in, line, "registers", false, MAX_SMALL);
    take_text(in, line, "layout_by", false, r->layout_by, sizeof r->layout_by);
    take_text(in, line, "layout_because", false, r->layout_because, sizeof r->layout_because);
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
    r->warm_up_steps = take_count(in, line, "warm_up_steps", false, max_exact);
    r->batch_steps = take_count(in, line, "steps_per_batch", false, max_exact);
    r->steps = take_count(in, line, "steps", false, max_exact);
    r->batches = (int)take_count(in, line, "batches", false, MAX_SMALL);
    r->build_seconds = take_number(in, line, "build_s", false);
    r->bytes_per_cell = take_number(in, line, "bytes_per_cell", false);
    r->bytes_per_update = take_number(in, line, "bytes_per_update", true);
    r->device_bytes = take_count(in, line, "device_bytes", false, max_exact);
    r->bandwidth = take_number(in, line, "gbps", true);
    r->ceiling = take_number(in, line, "ceiling_gbps", false);
    take_text(in, line, "ceiling_probe", false, r->ceiling_probe, sizeof r->ceiling_probe);
    if (r->ceiling_probe[0] == '\0') /* of a version that knew no other */
        snprintf(r->ceiling_probe, sizeof r->ceiling_probe, "%s", LB_BENCH_COPY);
    r->copy = take_number(in, line, "copy_gbps", false);
    r->planes = take_number(in, line, "in_place_19_planes_gbps", false);
    if (isnan(r->copy) && strcmp(r->ceiling_probe, LB_BENCH_COPY) == 0) r->copy = r->ceiling;
    r->efficiency = take_number(in, line, "efficiency", false);
    r->deviation = take_number(in, line, "flow_checksum", false);
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
    while (getline(&line, &size, file) >= 0) {
        char where[512];
        number++;
        if (line[strspn(line, " \t\r\n")] == '\0') continue;
        snprintf(where, sizeof where, "%.400s:%zu", path, number);
        LB_TRY(lb_bench_record_parse(line, where, r, err));
        LB_TRY(lb_bench_records_add(records, r, err));
    }
    LB_REQUIRE(!ferror(file), LB_STATUS_FAILED, "cannot read '%s': %s", path, strerror(errno));
    LB_REQUIRE(records->count > before, LB_STATUS_FAILED, "'%s' holds no point", path);
cleanup:
    if (file != NULL) fclose(file);
    free(line);
    free(r);
    return st;
}
