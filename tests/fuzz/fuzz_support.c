/* fuzz_support.c - files and texts of bytes.
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fuzz/fuzz.h"

static char folder[64];

/* In memory where the system has such a place. */
static const char *place(void)
{
    return access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
}

const char *lb_fuzz_file(const uint8_t *bytes, size_t size)
{
    static int file = -1;
    static char path[64];
    if (file < 0) {
        char name[64];
        snprintf(name, sizeof name, "%s/sluice-fuzz-XXXXXX", place());
        file = mkstemp(name);
        lb_fuzz_promise(file >= 0 && unlink(name) == 0, "a temporary file can be made");
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    lb_fuzz_promise(ftruncate(file, 0) == 0 && pwrite(file, bytes, size, 0) == (ssize_t)size,
                    "a temporary file can be written");
    return path;
}

char *lb_fuzz_text(const uint8_t *bytes, size_t size)
{
    char *text = malloc(size + 1);
    lb_fuzz_promise(text != NULL, "there is memory");
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}

static void remove_below(const char *path)
{
    char name[512];
    const struct dirent *entry;
    DIR *list = opendir(path);
    while (list != NULL && (entry = readdir(list)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        snprintf(name, sizeof name, "%.200s/%.255s", path, entry->d_name);
        if (unlink(name) != 0) remove_below(name);
    }
    if (list != NULL) closedir(list);
    rmdir(path);
}

static void remove_folder(void)
{
    remove_below(folder);
}

const char *lb_fuzz_folder(void)
{
    if (folder[0] != '\0') return folder;
    snprintf(folder, sizeof folder, "%s/sluice-fuzz-XXXXXX", place());
    lb_fuzz_promise(mkdtemp(folder) != NULL, "a temporary folder can be made");
    atexit(remove_folder);
    return folder;
}

void lb_fuzz_put(const char *name, const void *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", lb_fuzz_folder(), name);
    for (char *slash = strchr(path + strlen(folder) + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    lb_fuzz_promise(file >= 0 && write(file, bytes, size) == (ssize_t)size,
                    "a temporary file can be written");
    close(file);
}

FILE *lb_fuzz_nowhere(void)
{
    static FILE *nowhere;
    if (nowhere == NULL) nowhere = fopen("/dev/null", "w");
    lb_fuzz_promise(nowhere != NULL, "/dev/null can be opened");
    return nowhere;
}

void lb_fuzz_promise(bool holds, const char *sentence)
{
    if (holds) return;
    fprintf(stderr, "broken promise: %s\n", sentence);
    abort();
}
