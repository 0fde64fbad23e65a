/* film.c - what ffmpeg is called with.
 * SPDX-License-Identifier: MIT */
#include "plot/film.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "io/file.h"

/* Players want an even number of pixels, and not more than a quarter of the colours' places. */
static const char filter[] = "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white,format=yuv420p";

/* The folder's own characters that would stand for others in a pattern. */
static bool write_pattern(const char *folder, const char *name, char out[LB_PATH_SIZE])
{
    size_t n = 0;
    for (const char *c = folder; *c != '\0' && n + 2 < LB_PATH_SIZE; c++) {
        if (strchr("*?[]\\", *c) != NULL) out[n++] = '\\';
        out[n++] = *c;
    }
    const int rest = snprintf(out + n, LB_PATH_SIZE - n, "/%s-*.png", name);
    return rest > 0 && (size_t)rest < LB_PATH_SIZE - n;
}

enum lb_status lb_film_write(const char *folder, const char *name, uint32_t rate,
                             struct lb_error *err)
{
    char pattern[LB_PATH_SIZE], path[LB_PATH_SIZE], partial[LB_PATH_SIZE], file[80], speed[16];
    if (lb_files_are_left()) return LB_STATUS_OK;
    char *output = NULL;
    struct lb_error own = {0};
    snprintf(speed, sizeof speed, "%" PRIu32, rate);
    snprintf(file, sizeof file, "%s.mp4", name);
    LB_OK(lb_path_join(folder, file, path, sizeof path, err));
    LB_OK(lb_file_temporary_name(path, partial, sizeof partial, err));
    LB_NEED(write_pattern(folder, name, pattern), LB_STATUS_FAILED, "'%s' is too long a path",
            folder);
    const char *const command[] = {"ffmpeg",     "-nostdin", "-loglevel",     "error", "-y",
                                   "-framerate", speed,      "-pattern_type", "glob",  "-i",
                                   pattern,      "-vf",      filter,          "-f",    "mp4",
                                   partial,      NULL};
    enum lb_status st = lb_process_exists(command[0])
                            ? lb_process_run(command, "", &output, &own)
                            : lb_fail(&own, LB_STATUS_FAILED, "there is no ffmpeg in PATH");
    free(output);
    if (st == LB_STATUS_OK) st = lb_file_rename(partial, path, &own);
    if (st == LB_STATUS_OK) return LB_STATUS_OK;
    remove(partial);
    return lb_fail(err, st,
                   "no film: %s; ffmpeg -framerate %s -pattern_type glob -i '%s' -vf '%s' %s "
                   "makes it of the pictures",
                   own.text, speed, pattern, filter, path);
}
