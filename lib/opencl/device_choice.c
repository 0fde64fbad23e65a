/* device_choice.c - chooses a device from a list by a word of the user's; knows no OpenCL.
 * SPDX-License-Identifier: MIT */
#include "opencl/device.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>

#include "base/word_list.h"

struct choice {
    const struct lb_device_info *list;
    size_t count;
    const char *spec;
};

struct lines {
    char text[1536];
    size_t length;
};

static void add_line(struct lines *lines, const struct lb_device_info *info)
{
    const size_t room = sizeof lines->text - lines->length;
    const int wanted = snprintf(lines->text + lines->length, room, "\n  %d  %d:%d  %s  %s",
                                info->index, info->platform_index, info->device_index,
                                lb_device_type_name(info->type), info->name);
    if (wanted > 0) lines->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

static const char *all_lines(const struct choice *c, struct lines *lines)
{
    for (size_t i = 0; i < c->count; i++)
        add_line(lines, &c->list[i]);
    return lines->text;
}

static enum lb_status fail_without_devices(struct lb_error *err)
{
    struct rlimit space = {.rlim_cur = RLIM_INFINITY};
    if (getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
        return lb_fail(err, LB_STATUS_DEVICE,
                       "no usable OpenCL device was found, and this process may take no more than "
                       "%.0f MiB of memory (ulimit -v): drivers need more than that to be loaded; "
                       "without the limit `sluice devices` shows what there is",
                       (double)space.rlim_cur / (1024.0 * 1024.0));
    }
    return lb_fail(
        err, LB_STATUS_DEVICE,
        "no usable OpenCL device (1.2 or newer, with a compiler) was found%s\n"
        "for a CPU install PoCL (Debian: apt install pocl-opencl-icd); for a GPU install "
        "its vendor's OpenCL driver,\nand see that you may use it (often by being in the "
        "groups 'render' and 'video'); `clinfo -l` shows what OpenCL sees",
        lb_device_empty_platforms());
}

static enum lb_status fail_unknown(const struct choice *c, struct lb_error *err)
{
    struct lines lines = {0};
    return lb_fail(err, LB_STATUS_DEVICE, "no device matches '%.128s'; there %s:%s", c->spec,
                   c->count == 1 ? "is" : "are", all_lines(c, &lines));
}

/* GPU before CPU before accelerators (an FPGA emulator calls itself one); then compute units x
 * clock. */
static bool is_stronger(const struct lb_device_info *a, const struct lb_device_info *b)
{
    if (a->type != b->type) return a->type < b->type;
    const uint64_t clock_a = a->clock_mhz > 0 ? a->clock_mhz : 1;
    const uint64_t clock_b = b->clock_mhz > 0 ? b->clock_mhz : 1;
    return a->compute_units * clock_a > b->compute_units * clock_b;
}

/* The strongest of a type, or of all where `type` is NULL.  Of equals the first. */
static bool find_strongest(const struct choice *c, const enum lb_device_type *type, size_t *chosen)
{
    bool found = false;
    for (size_t i = 0; i < c->count; i++) {
        if (type != NULL && c->list[i].type != *type) continue;
        if (!found || is_stronger(&c->list[i], &c->list[*chosen])) *chosen = i;
        found = true;
    }
    return found;
}

static bool contains_ignoring_case(const char *text, const char *part)
{
    const size_t length = strlen(part);
    for (; *text != '\0'; text++)
        if (strncasecmp(text, part, length) == 0) return true;
    return false;
}

static enum lb_status choose_by_name(const struct choice *c, size_t *chosen, struct lb_error *err)
{
    struct lines lines = {0};
    size_t matches = 0, equals = 0, equal = 0;
    for (size_t i = 0; i < c->count; i++) {
        if (!contains_ignoring_case(c->list[i].name, c->spec)) continue;
        if (strcasecmp(c->list[i].name, c->spec) == 0) {
            equals++;
            equal = i;
        }
        matches++;
        *chosen = i;
        add_line(&lines, &c->list[i]);
    }
    if (matches == 0) return fail_unknown(c, err);
    if (matches == 1) return LB_STATUS_OK;
    if (equals == 1) {
        *chosen = equal;
        return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_DEVICE,
                   "'%.128s' matches %zu devices; choose one by its index or P:D:%s", c->spec,
                   matches, lines.text);
}

static enum lb_status choose_by_index(const struct choice *c, size_t *chosen, struct lb_error *err)
{
    errno = 0;
    const uintmax_t index = strtoumax(c->spec, NULL, 10);
    for (size_t i = 0; i < c->count && errno == 0; i++) {
        if ((uintmax_t)c->list[i].index != index) continue;
        *chosen = i;
        return LB_STATUS_OK;
    }
    struct lines lines = {0};
    return lb_fail(err, LB_STATUS_DEVICE, "there is no device %.32s; there %s %zu:%s", c->spec,
                   c->count == 1 ? "is" : "are", c->count, all_lines(c, &lines));
}

static enum lb_status choose_by_pair(const struct choice *c, int platform, int device,
                                     size_t *chosen, struct lb_error *err)
{
    for (size_t i = 0; i < c->count; i++) {
        if (c->list[i].platform_index != platform || c->list[i].device_index != device) continue;
        *chosen = i;
        return LB_STATUS_OK;
    }
    return fail_unknown(c, err);
}

/* "0:1", and nothing around it. */
static bool parse_pair(const char *spec, int *platform, int *device)
{
    const size_t first = strspn(spec, "0123456789");
    if (first == 0 || first > 6 || spec[first] != ':') return false;
    const size_t second = strspn(spec + first + 1, "0123456789");
    if (second == 0 || second > 6 || spec[first + 1 + second] != '\0') return false;
    *platform = atoi(spec);
    *device = atoi(spec + first + 1);
    return true;
}

enum lb_status lb_device_choose(const struct lb_device_info *list, size_t count, const char *spec,
                                size_t *chosen, struct lb_error *err)
{
    static const enum lb_device_type types[] = {LB_DEVICE_GPU, LB_DEVICE_CPU};
    const struct choice c = {list, count, spec};
    int platform = 0, device = 0;
    *chosen = 0;
    if (count == 0) return fail_without_devices(err);
    if (spec == NULL || spec[0] == '\0') {
        find_strongest(&c, NULL, chosen);
        return LB_STATUS_OK;
    }
    if (spec[strspn(spec, "0123456789")] == '\0') return choose_by_index(&c, chosen, err);
    if (parse_pair(spec, &platform, &device))
        return choose_by_pair(&c, platform, device, chosen, err);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcasecmp(spec, lb_device_type_name(types[i])) == 0)
            return find_strongest(&c, &types[i], chosen) ? LB_STATUS_OK : fail_unknown(&c, err);
    return choose_by_name(&c, chosen, err);
}

bool lb_device_is_alike(const struct lb_device_info *a, const struct lb_device_info *b)
{
    return a->type == b->type && strcmp(a->name, b->name) == 0;
}

/* Number `rank` of those that are like the strongest, from the first again behind the last. */
static void take_alike(const struct lb_device_info *list, size_t count, int rank, size_t *chosen)
{
    const size_t strongest = *chosen;
    int alike = 0;
    for (size_t n = 0; n < count; n++)
        alike += lb_device_is_alike(&list[n], &list[strongest]);
    int left = rank % alike;
    for (size_t n = 0; n < count; n++)
        if (lb_device_is_alike(&list[n], &list[strongest]) && left-- == 0) *chosen = n;
}

/* Number `rank` of the words, likewise. */
static void take_word(const char *list, int rank, char out[LB_WORD_SIZE])
{
    int count = 1;
    for (const char *c = list; *c != '\0'; c++)
        count += *c == ',';
    for (int n = rank % count; n >= 0; n--)
        lb_word_list_next(&list, out);
}

enum lb_status lb_device_choose_shared(const struct lb_device_info *list, size_t count,
                                       const char *spec, int rank, size_t *chosen,
                                       struct lb_error *err)
{
    char word[LB_WORD_SIZE] = "";
    if (spec != NULL && strchr(spec, ',') != NULL) {
        take_word(spec, rank, word);
        return lb_device_choose(list, count, word, chosen, err);
    }
    LB_OK(lb_device_choose(list, count, spec, chosen, err));
    if (spec == NULL || spec[0] == '\0' || strcasecmp(spec, "gpu") == 0 ||
        strcasecmp(spec, "cpu") == 0)
        take_alike(list, count, rank, chosen);
    return LB_STATUS_OK;
}
