/* process.c - another program, between three temporary files: no pipe can fill up.
 * SPDX-License-Identifier: MIT */
#include "process/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/process_internal.h"
#include "base/read_text.h"

extern char **environ;

static const char *started_as = "";

void lb_process_started_as(const char *name)
{
    started_as = name;
}

static bool find(const char *program, char *out, size_t size)
{
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        const int length = (int)strcspn(path, ":");
        const int written = snprintf(out, size, "%.*s/%s", length, path, program);
        if (written > 0 && (size_t)written < size && access(out, X_OK) == 0) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

bool lb_process_exists(const char *program)
{
    char file[4096];
    return find(program, file, sizeof file);
}

bool lb_process_of_name(const char *name, char *out, size_t size)
{
    if (strchr(name, '/') == NULL) return name[0] != '\0' && find(name, out, size);
    char *path = realpath(name, NULL);
    const bool fits = path != NULL && strlen(path) < size;
    if (fits) snprintf(out, size, "%s", path);
    free(path);
    return fits;
}

enum lb_status lb_process_self(char *out, size_t size, struct lb_error *err)
{
    const ssize_t length = readlink("/proc/self/exe", out, size - 1); /* Linux */
    if (length > 0) out[length] = '\0';
    LB_NEED(length > 0 || lb_process_of_name(started_as, out, size), LB_STATUS_FAILED,
            "cannot find the program's own file, started as '%s'", started_as);
    return LB_STATUS_OK;
}

/* All of the file from its beginning. */
static char *read_all(FILE *file)
{
    rewind(file);
    return lb_read_text(file);
}

/* What is not of POSIX before its 2024 issue: a child that closes all from a number on.  Where no folder
 * lists what is open, the numbers are tried; libraries leave few open, and low ones. */
static void keep_from_children(void)
{
    enum { FIRST = 3, TRIED = 4096 };
    DIR *folder = opendir("/dev/fd");
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        const long file = strtol(entry->d_name, NULL, 10);
        if (file >= FIRST && file <= INT_MAX) fcntl((int)file, F_SETFD, FD_CLOEXEC);
    }
    if (folder != NULL) closedir(folder);
    for (int file = FIRST; folder == NULL && file < TRIED; file++)
        fcntl(file, F_SETFD, FD_CLOEXEC);
}

enum lb_status lb_process_become(const char *const *arguments, struct lb_error *err)
{
    keep_from_children();
    /* the arguments are not changed: execvp is older than const */
    execvp(arguments[0], (char *const *)(const void *)arguments);
    return lb_fail(err, LB_STATUS_FAILED, "%s cannot be run: %s", arguments[0], strerror(errno));
}

int lb_process_spawn(const char *const *arguments, const int files[3], bool own_group, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
    int code = posix_spawnattr_init(&attributes);
    if (code != 0) goto without_attributes;
    if (own_group) code = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    for (int n = 0; n < 3 && code == 0; n++)
        code = posix_spawn_file_actions_adddup2(&actions, files[n], n);
    keep_from_children();
    /* the arguments are not changed: posix_spawnp is older than const */
    if (code == 0)
        code = posix_spawnp(child, arguments[0], &actions, &attributes,
                            (char *const *)(const void *)arguments, environ);
    posix_spawnattr_destroy(&attributes);
without_attributes:
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

bool lb_process_await(pid_t child, int *state)
{
    while (waitpid(child, state, 0) < 0)
        if (errno != EINTR) return false;
    return true;
}

/* The exit code; -1 where it cannot be started, -2 where a signal ended it. */
static int run_between(const char *const *arguments, FILE *const files[3])
{
    const int numbers[3] = {fileno(files[0]), fileno(files[1]), fileno(files[2])};
    pid_t child;
    int state = 0;
    if (lb_process_spawn(arguments, numbers, false, &child) != 0) return -1;
    if (!lb_process_await(child, &state)) return -1;
    return WIFEXITED(state) ? WEXITSTATUS(state) : -2;
}

static enum lb_status fail_run(const char *program, int code, FILE *messages, struct lb_error *err)
{
    char *text = read_all(messages);
    const char *line = text != NULL ? strstr(text, "error") : NULL;
    while (line != NULL && line > text && line[-1] != '\n')
        line--;
    if (line == NULL) line = text != NULL ? text : "";
    size_t length = strlen(line);
    while (length > 0 && line[length - 1] == '\n')
        length--;
    lb_fail(err, LB_STATUS_FAILED, "%s %s (%d): %.*s", program,
            code == -1 ? "cannot be run" : "failed", code, (int)length, line);
    free(text);
    return LB_STATUS_FAILED;
}

enum lb_status lb_process_run(const char *const *arguments, const char *input, char **output,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    FILE *files[3] = {tmpfile(), tmpfile(), tmpfile()};
    *output = NULL;
    LB_REQUIRE(files[0] != NULL && files[1] != NULL && files[2] != NULL, LB_STATUS_FAILED,
               "no temporary file for %s: %s", arguments[0], strerror(errno));
    LB_REQUIRE(fputs(input, files[0]) >= 0 && fflush(files[0]) == 0 &&
                   fseek(files[0], 0, SEEK_SET) == 0,
               LB_STATUS_FAILED, "cannot write the temporary file for %s: %s", arguments[0],
               strerror(errno));
    const int code = run_between(arguments, files);
    if (code != 0) {
        st = fail_run(arguments[0], code, files[2], err);
        goto cleanup;
    }
    *output = read_all(files[1]);
    LB_REQUIRE(*output != NULL, LB_STATUS_FAILED, "cannot read what %s wrote", arguments[0]);
cleanup:
    for (int n = 0; n < 3; n++)
        if (files[n] != NULL) fclose(files[n]);
    return st;
}
