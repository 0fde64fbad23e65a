/* host.c - processor, memory and time, as the system tells them.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/read_text.h"

enum { BYTES_PER_KB = 1024, PATH_SIZE = 4200 };

void lb_host_processor_parse(const char *cpuinfo, char *out, size_t size)
{
    static const char key[] = "model name";
    out[0] = '\0';
    for (const char *line = cpuinfo; line != NULL && *line != '\0';) {
        const char *colon = strchr(line, ':');
        const size_t length = strcspn(line, "\n");
        if (strncmp(line, key, sizeof key - 1) == 0 && colon != NULL && colon < line + length) {
            const char *name = colon + 1 + strspn(colon + 1, " \t");
            snprintf(out, size, "%.*s", (int)strcspn(name, "\n"), name);
            return;
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
}

uint64_t lb_memory_parse(const char *meminfo)
{
    static const char key[] = "MemAvailable:";
    uint64_t kilobytes;
    const char *row = strstr(meminfo, key);
    if (row == NULL || sscanf(row + sizeof key - 1, "%" SCNu64 " kB", &kilobytes) != 1)
        return UINT64_MAX;
    return kilobytes <= UINT64_MAX / BYTES_PER_KB ? kilobytes * BYTES_PER_KB : UINT64_MAX;
}

/* NULL where there is no such file. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = file != NULL ? lb_read_text(file) : NULL;
    if (file != NULL) fclose(file);
    return text;
}

void lb_host_processor(char *out, size_t size)
{
    char *text = read_file("/proc/cpuinfo");
    lb_host_processor_parse(text, out, size);
    free(text);
}

/* --- control groups: a limit on the way up counts for all below it ---------------------------- */

/* "max" and what cannot be read are no limit. */
static uint64_t read_number(const char *folder, const char *name)
{
    char path[PATH_SIZE];
    uint64_t number = UINT64_MAX;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_SIZE) return number;
    char *text = read_file(path);
    if (text == NULL || sscanf(text, "%" SCNu64, &number) != 1) number = UINT64_MAX;
    free(text);
    return number;
}

/* Pages of files that the group would give back, as MemAvailable counts them. */
static uint64_t read_inactive(const char *folder, const char *key)
{
    char path[PATH_SIZE];
    uint64_t bytes = 0;
    if (snprintf(path, sizeof path, "%s/memory.stat", folder) >= PATH_SIZE) return 0;
    char *text = read_file(path);
    const char *row = text != NULL ? strstr(text, key) : NULL;
    if (row == NULL || sscanf(row + strlen(key), "%" SCNu64, &bytes) != 1) bytes = 0;
    free(text);
    return bytes;
}

static uint64_t left_in(const char *folder, bool is_first)
{
    const uint64_t limit = read_number(folder, is_first ? "memory.limit_in_bytes" : "memory.max");
    const uint64_t used =
        read_number(folder, is_first ? "memory.usage_in_bytes" : "memory.current");
    if (limit == UINT64_MAX || used == UINT64_MAX) return UINT64_MAX;
    const uint64_t given_back =
        read_inactive(folder, is_first ? "total_inactive_file " : "inactive_file ");
    const uint64_t held = used > given_back ? used - given_back : 0;
    return limit > held ? limit - held : 0;
}

/* Of the group at `path` and those above; a container may see its own group as the root. */
static uint64_t left_along(const char *root, const char *path, size_t length, bool is_first)
{
    char folder[PATH_SIZE];
    uint64_t least = UINT64_MAX;
    for (;;) {
        if (snprintf(folder, sizeof folder, "%s%s%.*s", root, is_first ? "/memory" : "",
                     (int)length, path) >= PATH_SIZE)
            return least;
        const uint64_t left = left_in(folder, is_first);
        least = left < least ? left : least;
        if (length == 0) return least;
        while (length > 0 && path[--length] != '/') {
        }
    }
}

uint64_t lb_memory_of_groups(const char *groups, const char *root)
{
    uint64_t least = UINT64_MAX;
    for (const char *line = groups; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        const char *names = strchr(line, ':');
        const char *path = names != NULL ? strchr(names + 1, ':') : NULL;
        if (path != NULL && path < line + length) {
            const bool is_second = path == names + 1; /* version 2 names no controllers */
            const bool is_first = strncmp(names, ":memory:", 8) == 0;
            const size_t rest = (size_t)(line + length - path - 1);
            if (is_first || is_second) {
                const uint64_t left = left_along(root, path + 1, rest, is_first);
                least = left < least ? left : least;
            }
        }
        line += length + (line[length] == '\n' ? 1 : 0);
    }
    return least;
}

uint64_t lb_memory_available(void)
{
    char *text = read_file("/proc/meminfo"), *groups = read_file("/proc/self/cgroup");
    const uint64_t bytes = text != NULL ? lb_memory_parse(text) : UINT64_MAX;
    const uint64_t left =
        groups != NULL ? lb_memory_of_groups(groups, "/sys/fs/cgroup") : UINT64_MAX;
    free(text);
    free(groups);
    return left < bytes ? left : bytes;
}

void lb_host_time(char out[LB_TIME_TEXT_SIZE])
{
    const time_t now = time(NULL);
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&now, &parts) != NULL)
        strftime(out, LB_TIME_TEXT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
