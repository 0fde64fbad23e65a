/* fuzz_main.c - the plain driver: the corpus of a target, then inputs made of it by a seeded mutator.
 * Usage: fuzz_parsers CORPUS-FOLDER TARGET COUNT [SEED], or TARGET FILE for one input.
 * Nothing is learnt from the program here, as libFuzzer does; what was accepted is mutated on.
 * SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/fuzz.h"

enum { POOL = 256, MAX_SIZE = 4096, MAX_SECONDS = 60, LEAK_BYTES = 1 << 20 };

struct input {
    uint8_t bytes[MAX_SIZE];
    size_t size;
};

static struct input pool[POOL], now;
static size_t pool_count, seeds;
static uint64_t state;

static const struct lb_fuzz_target *const targets[] = {
#define LB_FUZZ(name) &lb_fuzz_##name,
#include "fuzz/targets.def"
#undef LB_FUZZ
};

/* Texts that parsers stumble over. */
static const char *const words[] = {
    "nan",        "-inf",   "1e999",   "-1",           "0",    "18446744073709551616",
    "4294967295", "1e-400", "0x1p",    "\"",           "{",    "[",
    "}",          "]",      ",",       "\n",           "\r\n", "=",
    "/",          "null",   "\\u0000", "\xef\xbb\xbf", "%s%n", "../.."};

/* xorshift64* (Vigna 2016). */
static size_t draw(size_t below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return below == 0 ? 0 : (size_t)((state * UINT64_C(0x2545F4914F6CDD1D)) >> 33) % below;
}

static void replace(struct input *in, size_t at, size_t length, const void *by, size_t size)
{
    if (at + length > in->size) length = in->size - at;
    if (in->size - length + size > MAX_SIZE) return;
    uint8_t copy[MAX_SIZE];
    memcpy(copy, by, size);
    memmove(in->bytes + at + size, in->bytes + at + length, in->size - at - length);
    memcpy(in->bytes + at, copy, size);
    in->size += size - length;
}

static void mutate(struct input *in)
{
    const size_t at = draw(in->size + 1), some = 1 + draw(1 + draw(64));
    const struct input *other = &pool[draw(pool_count)];
    const char *word = words[draw(sizeof words / sizeof *words)];
    const uint8_t byte = (uint8_t)draw(256);
    switch (draw(8)) {
    case 0: replace(in, at, 1, &byte, 1); break;
    case 1: replace(in, at, 0, &byte, 1); break;
    case 2: replace(in, at, some, "", 0); break;
    case 3: replace(in, at, draw(12), word, strlen(word)); break;
    case 4: {
        const size_t from = draw(other->size), left = other->size - from;
        replace(in, at, draw(2) * some, other->bytes + from, left < some ? left : some);
        break;
    }
    case 5:
        if (at < in->size) in->bytes[at] ^= (uint8_t)(1u << draw(8));
        break;
    case 6: {
        const size_t left = in->size - at;
        replace(in, draw(in->size + 1), 0, in->bytes + at, left < some ? left : some);
        break;
    }
    default: in->size = at; break;
    }
}

/* write(2) may be called from a handler. */
static void keep_input(int number)
{
    static const char name[] = "sluice-fuzz-input";
    FILE *file = fopen(name, "wb");
    if (file != NULL) {
        fwrite(now.bytes, 1, now.size, file);
        fclose(file);
    }
    fprintf(stderr, "signal %d: the input is in %s\n", number, name);
    _exit(1);
}

static void add(const struct input *in)
{
    const size_t room = POOL - seeds;
    if (pool_count < POOL)
        pool[pool_count++] = *in;
    else if (room > 0)
        pool[seeds + draw(room)] = *in; /* the corpus stays */
}

static bool read_input(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    now.size = fread(now.bytes, 1, MAX_SIZE, file);
    fclose(file);
    return true;
}

/* How many of the corpus were accepted. */
static size_t run_corpus(const struct lb_fuzz_target *t, const char *folder)
{
    char path[4096];
    size_t accepted = 0;
    struct dirent **list = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, t->name);
    const int count = scandir(path, &list, NULL, alphasort);
    for (int n = 0; n < count; n++) {
        snprintf(path, sizeof path, "%s/%s/%s", folder, t->name, list[n]->d_name);
        if (list[n]->d_name[0] != '.' && read_input(path)) {
            if (t->run(now.bytes, now.size)) accepted++;
            if (pool_count < POOL / 2) add(&now);
        }
        free(list[n]);
    }
    free(list);
    seeds = pool_count;
    return accepted;
}

static size_t in_use(void)
{
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    return mallinfo2().uordblks;
#else
    return 0;
#endif
}

static int fuzz(const struct lb_fuzz_target *t, const char *folder, unsigned long count)
{
    size_t accepted = run_corpus(t, folder), before = 0;
    const size_t of_corpus = accepted;
    if (of_corpus == 0) {
        fprintf(stderr, "%s: nothing of its corpus is accepted\n", t->name);
        return 1;
    }
    for (unsigned long n = 0; n < count; n++) {
        now = pool[draw(4) == 0 ? draw(seeds) : draw(pool_count)];
        for (size_t times = 1 + draw(4); times > 0; times--)
            mutate(&now);
        alarm(MAX_SECONDS);
        if (t->run(now.bytes, now.size)) {
            accepted++;
            add(&now);
        } else if (draw(64) == 0) {
            add(&now);
        }
        if (n == count / 10) before = in_use();
    }
    alarm(0);
    const size_t after = in_use();
    printf("%s: %zu of %zu inputs of the corpus and %zu of %lu others accepted\n", t->name,
           of_corpus, seeds, accepted - of_corpus, count);
    if (before > 0 && after > before + LEAK_BYTES) {
        fprintf(stderr, "%s: %zu bytes more in use than before\n", t->name, after - before);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const int signals[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGALRM};
    unsetenv("SLUICE_DEVICE");
    for (size_t n = 0; n < sizeof signals / sizeof *signals; n++)
        signal(signals[n], keep_input);
    const char *name = argc > 3 ? argv[2] : argc > 1 ? argv[1] : "";
    for (size_t n = 0; n < sizeof targets / sizeof *targets; n++) {
        if (strcmp(targets[n]->name, name) != 0) continue;
        if (argc == 3 && read_input(argv[2]))
            return printf("%s\n", targets[n]->run(now.bytes, now.size) ? "accepted" : "refused") <
                   0;
        if (argc < 4) break;
        state = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
        if (state == 0) state = 1;
        return fuzz(targets[n], argv[1], strtoul(argv[3], NULL, 10));
    }
    fprintf(stderr, "usage: fuzz_parsers CORPUS-FOLDER TARGET COUNT [SEED] | TARGET FILE\n");
    return 2;
}
