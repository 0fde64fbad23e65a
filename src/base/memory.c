/* memory.c - reads /proc/meminfo, which knows what the page cache would give back.
 * SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MEMINFO_SIZE = 4096, BYTES_PER_KB = 1024 };

uint64_t lb_memory_parse(const char *meminfo)
{
    static const char key[] = "MemAvailable:";
    uint64_t kilobytes;
    const char *row = strstr(meminfo, key);
    if (row == NULL || sscanf(row + sizeof key - 1, "%" SCNu64 " kB", &kilobytes) != 1)
        return UINT64_MAX;
    return kilobytes <= UINT64_MAX / BYTES_PER_KB ? kilobytes * BYTES_PER_KB : UINT64_MAX;
}

uint64_t lb_memory_available(void)
{
    char text[MEMINFO_SIZE] = "";
    FILE *file = fopen("/proc/meminfo", "r");
    if (file == NULL) return UINT64_MAX;
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    return lb_memory_parse(text);
}
