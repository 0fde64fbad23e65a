/* bench_table.c - prints points for people and for spreadsheets.
 * SPDX-License-Identifier: MIT */
#include "bench/bench_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/word_list.h"

bool lb_bench_same_device(const struct lb_bench_record *a, const struct lb_bench_record *b)
{
    return strcmp(a->device, b->device) == 0 && strcmp(a->platform, b->platform) == 0 &&
           strcmp(a->driver, b->driver) == 0 && strcmp(a->host, b->host) == 0 &&
           a->device_index == b->device_index;
}

/* --- for people ------------------------------------------------------------------------------ */

static void print_batches(FILE *out, const struct lb_bench_record *r)
{
    fprintf(out, "%llu steps of warm-up, then the median, least and most of %d batch%s",
            (unsigned long long)r->warm_up_steps, r->batches, r->batches == 1 ? "" : "es");
    if (r->rounds > 1)
        fprintf(out,
                " in each of %d rounds over all points; speeds, ceilings and shares are medians of "
                "the rounds",
                r->rounds);
    fputc('\n', out);
}

static void print_device(FILE *out, const struct lb_bench_record *r)
{
    fprintf(out, "%s (%s, driver %s)", r->device, r->platform, r->driver);
    if (r->copy > 0.0) fprintf(out, ": copy %.1f GB/s", r->copy);
    if (r->planes > 0.0)
        fprintf(out, ", " LB_BENCH_IN_PLACE " %.1f GB/s, of which the share in place is",
                r->planes);
    fputc('\n', out);
    if (r->warm_up_steps > 0) print_batches(out, r);
    fprintf(out,
            "%-7s %-9s %-12s %-14s %-6s %-9s %-5s %-10s %2s %2s %-8s %10s %10s %10s %6s %8s %6s "
            "%10s%s\n",
            "lattice", "collision", "precision", "size", "solid", "streaming", "shift", "rounding",
            "V", "W", "by", "MLUPs/s", "least", "most", "B/upd", "GB/s", "share", "deviation",
            r->rounds > 1 ? "  over the first (least - most)" : "");
}

/* The share in percent with one decimal, or "-". */
static void print_share(FILE *out, int width, double share)
{
    char text[32] = "-";
    if (isfinite(share)) snprintf(text, sizeof text, "%.1f%%", 100.0 * share);
    fprintf(out, " %*s", width, text);
}

static void print_over_first(FILE *out, const struct lb_bench_record *r)
{
    const struct lb_bench_spread *s = &r->over_first;
    if (r->first[0] != '\0') fprintf(out, "  %.3f (%.3f - %.3f)", s->median, s->min, s->max);
}

/* What a cut costs, behind the columns. */
static void print_exchange(FILE *out, const struct lb_bench_record *r)
{
    if (r->parts > 0) fprintf(out, "  %d part%s", r->parts, r->parts == 1 ? "" : "s");
    if (r->parts > 1) fprintf(out, " as %s:", r->split);
    if (r->parts > 1 && isfinite(r->part_efficiency))
        fprintf(out, " efficiency %.1f%%,", 100.0 * r->part_efficiency);
    if (r->few_parts > 1) fprintf(out, " of that of %d parts,", r->few_parts);
    if (r->loopback[0] != '\0') fprintf(out, "  cut across %s:", r->loopback);
    if (r->parts < 2 && r->loopback[0] == '\0') return;
    if (isfinite(r->over_uncut)) fprintf(out, " %.1f%% of the uncut speed,", 100.0 * r->over_uncut);
    fprintf(out, " %.4g MB sent and %.2g ms exposed a step", 1e-6 * (double)r->sent_bytes,
            r->exposed_ms);
    if (r->exchange_way[0] != '\0') fprintf(out, ", by %s", r->exchange_way);
}

/* Once for all rows that have the same. */
static void print_advice(FILE *out, const struct lb_bench_record *before,
                         const struct lb_bench_record *r)
{
    const char *known = before != NULL ? before->exchange_advice : "";
    if (strcmp(r->exchange_advice, known) != 0 && r->exchange_advice[0] != '\0')
        fprintf(out, "\n    %s", r->exchange_advice);
}

/* Of a box that is many times as large as the cache little is in it: what else the machine does came between. */
static const char *why_above(const struct lb_bench_record *r)
{
    const double cells = (double)r->size[0] * r->size[1] * r->size[2];
    const double most = 8.0 * (double)r->cache_bytes * fmax(1.0, r->parts);
    return cells * r->bytes_per_cell <= most ? "  in the cache" : "  above the copy measured";
}

void lb_bench_print_row(FILE *out, const struct lb_bench_record *before,
                        const struct lb_bench_record *r)
{
    char box[40];
    if (before == NULL || !lb_bench_same_device(before, r)) {
        if (before != NULL) fputc('\n', out);
        print_device(out, r);
    }
    fprintf(out, "%-7s %-9s %-12s %-14s", r->lattice, r->collision, r->precision,
            lb_bench_size_text(r, box, sizeof box));
    print_share(out, -6, r->walls ? r->solid_share : nan(""));
    fprintf(out, " %-9s %-5s %-10s %2d %2d %-8s", r->streaming, r->shift ? "on" : "off",
            r->rounding, r->lanes, r->arithmetic_lanes,
            r->layout_by[0] != '\0' ? r->layout_by : "-");
    if (r->skipped[0] != '\0') {
        fprintf(out, " skipped: %s\n", r->skipped);
        return;
    }
    fprintf(out, " %10.1f %10.1f %10.1f %6.0f %8.1f", r->mlups, r->mlups_min, r->mlups_max,
            r->bytes_per_update, r->bandwidth);
    print_share(out, 6, r->efficiency);
    fprintf(out, " %10.1e", r->deviation);
    print_over_first(out, r);
    print_exchange(out, r);
    if (r->efficiency > 1.0) fputs(why_above(r), out);
    print_advice(out, before, r);
    fputc('\n', out);
}

/* --- CSV ------------------------------------------------------------------------------------- */

/* The members of the JSON line that the columns are. */
static const char heading[] =
    "time,version,commit,host,platform,device,driver,device_type,lattice,collision,precision,"
    "rounding,shift,streaming,walls,solid_share,nx,ny,nz,lanes_asked,"
    "arithmetic_lanes_asked,lanes,arithmetic_lanes,work_group,registers,layout_by,"
    "warm_up_steps,steps_per_batch,steps,batches,build_s,mlups,mlups_min,mlups_max,noise,"
    "bytes_per_cell,bytes_per_update,device_bytes,gbps,copy_gbps,in_place_19_planes_gbps,"
    "ceiling_gbps,ceiling_probe,efficiency,flow_checksum,"
    "command,skipped,rounds,over_first,over_first_min,over_first_max,first,"
    "loopback,sent_bytes_per_step,exposed_ms_per_step,over_uncut,parts,scaling,split,"
    "efficiency_parts,over_parts";
static const char members[] =
    "time,version,commit,host.cpu,device.platform,device.name,device.driver,device.type,lattice,"
    "collision,precision,rounding,shift,streaming,walls,solid_share,size.0,size.1,size.2,lanes_"
    "asked,"
    "arithmetic_lanes_asked,lanes,arithmetic_lanes,work_group,registers,layout_by,"
    "warm_up_steps,steps_per_batch,steps,batches,build_s,mlups.median,mlups.min,mlups.max,noise,"
    "bytes_per_cell,bytes_per_update,device_bytes,gbps,copy_gbps,in_place_19_planes_gbps,"
    "ceiling_gbps,ceiling_probe,efficiency,flow_checksum,"
    "command,skipped,rounds,over_first.median,over_first.min,over_first.max,over_first.point,"
    "loopback,exchange.sent_bytes_per_step,exchange.exposed_ms_per_step,exchange.over_uncut,"
    "parts.count,parts.scaling,parts.split,parts.efficiency,parts.over_parts";

static const cJSON *find(const cJSON *line, char *path)
{
    char *inner = strchr(path, '.');
    if (inner == NULL) return cJSON_GetObjectItemCaseSensitive(line, path);
    *inner++ = '\0';
    const cJSON *outer = cJSON_GetObjectItemCaseSensitive(line, path);
    return cJSON_IsArray(outer) ? cJSON_GetArrayItem(outer, atoi(inner))
                                : cJSON_GetObjectItemCaseSensitive(outer, inner);
}

static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void lb_bench_csv_heading(FILE *out)
{
    fprintf(out, "%s\n", heading);
}

enum lb_status lb_bench_csv_row(FILE *out, const struct lb_bench_record *r, struct lb_error *err)
{
    char path[LB_WORD_SIZE];
    struct lb_json w = lb_bench_record_object(r);
    cJSON *line = lb_json_take(&w);
    if (line == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for a row of CSV");
    for (const char *next = members; lb_word_list_next(&next, path);) {
        const cJSON *item = find(line, path);
        if (strcmp(path, "shift") == 0)
            put_text(out, cJSON_IsTrue(item) ? "on" : "off");
        else if (cJSON_IsBool(item))
            fputs(cJSON_IsTrue(item) ? "1" : "0", out);
        if (cJSON_IsNumber(item)) fprintf(out, "%.17g", item->valuedouble);
        if (cJSON_IsString(item)) put_text(out, item->valuestring);
        fputc(*next != '\0' ? ',' : '\n', out);
    }
    cJSON_Delete(line);
    return LB_STATUS_OK;
}
