/* host.c - processor and time, as the system tells them.
 * SPDX-License-Identifier: MIT */
#include "base/host.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { CPUINFO_START = 4096 }; /* the first processor is described within */

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

void lb_host_processor(char *out, size_t size)
{
    char text[CPUINFO_START + 1] = "";
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file != NULL) {
        text[fread(text, 1, CPUINFO_START, file)] = '\0';
        fclose(file);
    }
    lb_host_processor_parse(text, out, size);
}

void lb_host_time(char out[LB_TIME_TEXT_SIZE])
{
    const time_t now = time(NULL);
    struct tm parts;
    out[0] = '\0';
    if (gmtime_r(&now, &parts) != NULL)
        strftime(out, LB_TIME_TEXT_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
