/* native_clang.c - runs clang: by a server of this process, which server.c makes of it; without one, as any command.
 * SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* SOCK_CLOEXEC */
#endif
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "native_internal.h"

extern char **environ;

enum { MOST_BYTES = 8192, NONE = -1, NOT_TRIED = -2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int server = NOT_TRIED;
static pid_t owner, its_process; /* a copy of its owner has no part in it */

bool lb_native_command(const char *const *command, const char *log)
{
    pid_t child;
    int state = 1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log, O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    const int failed =
        posix_spawnp(&child, command[0], &actions, NULL, (char *const *)(size_t)command, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
}

/* The environment of this process, with other libraries before it. */
static char **make_environment(char *preload, char *socket)
{
    size_t count = 0, used = 0;
    while (environ[count] != NULL)
        count++;
    char **out = calloc(count + 3, sizeof *out);
    for (size_t n = 0; out != NULL && n < count; n++)
        if (strncmp(environ[n], "LD_PRELOAD=", 11) != 0) out[used++] = environ[n];
    if (out != NULL) out[used++] = preload;
    if (out != NULL) out[used++] = socket;
    return out;
}

/* Starts clang with the other end of a pair of sockets, and what it says beside commands goes nowhere. */
static bool start(const char *clang, int its_end)
{
    static char preload[] = "LD_PRELOAD=" LB_NATIVE_SERVER;
    char socket[64], *const words[] = {(char *)(size_t)clang, NULL};
    snprintf(socket, sizeof socket, "SLUICE_NATIVE_SOCKET=%d", its_end);
    char **environment = make_environment(preload, socket);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (int n = 0; n <= STDERR_FILENO; n++)
        posix_spawn_file_actions_addopen(&actions, n, "/dev/null", O_RDWR, 0);
    const bool ok = environment != NULL &&
                    posix_spawnp(&its_process, clang, &actions, NULL, words, environment) == 0;
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    return ok;
}

static void end_server(void)
{
    shutdown(server, SHUT_RDWR); /* a copy of this process may have it open */
    close(server);
    waitpid(its_process, NULL, 0);
    server = NONE;
}

static __attribute__((destructor)) void end(void)
{
    if (server >= 0 && owner == getpid()) end_server();
}

/* Its socket, or NONE.  It ends when this process does. */
static int start_server(const char *clang)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return NONE;
    const bool ok = fcntl(pair[0], F_SETFD, FD_CLOEXEC) == 0 && start(clang, pair[1]);
    close(pair[1]);
    if (!ok) close(pair[0]);
    return ok ? pair[0] : NONE;
}

static bool append(char *text, uint32_t *used, const char *word)
{
    const size_t bytes = strlen(word) + 1;
    if (*used + bytes > MOST_BYTES) return false;
    memcpy(text + *used, word, bytes);
    *used += (uint32_t)bytes;
    return true;
}

/* Whether the server says that the command succeeds. */
static bool ask(const char *const *command, const char *log)
{
    char text[MOST_BYTES];
    uint32_t used = 0;
    int state = 1;
    bool ok = append(text, &used, log);
    for (; ok && *command != NULL; command++)
        ok = append(text, &used, *command);
    return ok && send(server, &used, sizeof used, MSG_NOSIGNAL) == sizeof used &&
           send(server, text, used, MSG_NOSIGNAL) == (ssize_t)used &&
           recv(server, &state, sizeof state, MSG_WAITALL) == sizeof state && state == 0;
}

bool lb_native_clang(const char *const *command, const char *log)
{
    bool ok = false;
    if (pthread_mutex_trylock(&lock) == 0) { /* another thread that compiles has no need to wait */
        if (server == NOT_TRIED || owner != getpid()) server = start_server(command[0]);
        owner = getpid();
        ok = server != NONE && ask(command, log);
        if (!ok && server != NONE) end_server();
        pthread_mutex_unlock(&lock);
    }
    return ok || lb_native_command(command, log);
}
