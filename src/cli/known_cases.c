/* known_cases.c - finds the case files beside the program, installed or in a build folder.
 * SPDX-License-Identifier: MIT */
#include "cli/known_cases.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/data_places.h"
#include "process/process.h"

/* From the program's folder: where they are installed, which the build says, and in a build folder. */
static const char *const places[] = {LB_CASES_FROM_PROGRAM, "cases"};

static bool find_folder(char out[LB_PATH_SIZE])
{
    char self[LB_PATH_SIZE];
    if (lb_process_self(self, sizeof self, NULL) != LB_STATUS_OK) return false;
    char *name = strrchr(self, '/');
    if (name != NULL) *name = '\0';
    for (size_t n = 0; n < sizeof places / sizeof *places; n++)
        if (lb_path_join(self, places[n], out, LB_PATH_SIZE, NULL) == LB_STATUS_OK &&
            access(out, R_OK) == 0)
            return true;
    return false;
}

bool lb_known_case_path(const char *name, char out[LB_PATH_SIZE])
{
    char folder[LB_PATH_SIZE], file[80];
    if (strchr(name, '/') != NULL || strlen(name) > 60 || !find_folder(folder)) return false;
    snprintf(file, sizeof file, "%s.ini", name);
    return lb_path_join(folder, file, out, LB_PATH_SIZE, NULL) == LB_STATUS_OK &&
           access(out, R_OK) == 0;
}

/* "# Flow over a step: ..." without the signs, up to a line that ends with a sentence. */
static void read_summary(const char *path, char *out, size_t size)
{
    char line[256];
    size_t used = 0;
    FILE *file = fopen(path, "r");
    out[0] = '\0';
    if (file == NULL) return;
    while (used < size && (used == 0 || strchr(".?!", out[used - 1]) == NULL) &&
           fgets(line, sizeof line, file) != NULL && line[0] == '#') {
        line[strcspn(line, "\n")] = '\0';
        used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "",
                                 line + strspn(line, "# "));
    }
    fclose(file);
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct lb_known_case *)a)->name, ((const struct lb_known_case *)b)->name);
}

int lb_known_cases(struct lb_known_case out[LB_KNOWN_CASES])
{
    char folder[LB_PATH_SIZE], path[LB_PATH_SIZE];
    int count = 0;
    DIR *list = find_folder(folder) ? opendir(folder) : NULL;
    if (list == NULL) return 0;
    for (const struct dirent *e = readdir(list); e != NULL && count < LB_KNOWN_CASES;
         e = readdir(list)) {
        const char *end = strrchr(e->d_name, '.');
        const size_t length = end != NULL ? (size_t)(end - e->d_name) : 0;
        if (end == NULL || strcmp(end, ".ini") != 0 || length >= sizeof out[0].name) continue;
        if (lb_path_join(folder, e->d_name, path, sizeof path, NULL) != LB_STATUS_OK) continue;
        memcpy(out[count].name, e->d_name, length);
        out[count].name[length] = '\0';
        read_summary(path, out[count].summary, sizeof out[count].summary);
        count++;
    }
    closedir(list);
    qsort(out, (size_t)count, sizeof *out, compare);
    return count;
}
