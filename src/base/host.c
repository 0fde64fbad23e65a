/* host.c - processor, memory and time, as the system tells them.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/read_text.h"

enum { BYTES_PER_KB = 1024 };

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

uint64_t lb_memory_available(void)
{
    char *text = read_file("/proc/meminfo");
    const uint64_t bytes = text != NULL ? lb_memory_parse(text) : UINT64_MAX;
    free(text);
    return bytes;
}

void lb_host_time(char out[LB_TIME_TEXT_SIZE])
{
    const time_t now = time(NULL);
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&now, &parts) != NULL)
        strftime(out, LB_TIME_TEXT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
