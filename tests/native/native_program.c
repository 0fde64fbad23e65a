/* native_program.c - builds the text of a program with clang, as a library for the host's processor.
 * SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* asprintf */
#endif
#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "native_internal.h"

enum { PATH_SIZE = 600, WORDS = 32 };
#define HASH_START UINT64_C(0xcbf29ce484222325)

struct _cl_program {
    const cl_icd_dispatch *functions;
    char *text;
    char *whole; /* preprocessed, with the functions that call kernels behind it */
    char *log;
    char *options;
    void *library;
    int users; /* the caller, and kernels */
};

/* Files of one build. */
struct build {
    char folder[PATH_SIZE / 2];
    char text[PATH_SIZE], whole[PATH_SIZE], object[PATH_SIZE], library[PATH_SIZE], log[PATH_SIZE];
    char stored[PATH_SIZE]; /* where the library stays, in the store where there is one */
    int lock;
};

/* NULL: there is no such file, or no memory. */
static char *read_file(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    char part[1 << 14];
    FILE *file = fopen(path, "rb");
    FILE *out = file != NULL ? open_memstream(&text, &size) : NULL;
    for (size_t n; out != NULL && (n = fread(part, 1, sizeof part, file)) > 0;)
        fwrite(part, 1, n, out);
    if (file != NULL) fclose(file);
    if (out != NULL) fclose(out);
    return text;
}

static bool write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    fputs(text, file);
    return fclose(file) == 0;
}

/* FNV-1a. */
static uint64_t hash_byte(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * UINT64_C(0x100000001b3);
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++)
        hash = hash_byte(hash, *text);
    return hash;
}

/* Ranks that begin together want the same text: the second waits for the first, and finds it in the store. */
static bool open_build(struct build *b, uint64_t hash)
{
    const char *place = getenv("TMPDIR"), *store = getenv("SLUICE_NATIVE_STORE");
    *b = (struct build){.lock = -1};
    if (place == NULL || *place == '\0') place = "/tmp";
    if (store != NULL) place = store; /* on its file system */
    snprintf(b->folder, sizeof b->folder, "%.200s/sluice-native-XXXXXX", place);
    if (mkdtemp(b->folder) == NULL) return false;
    snprintf(b->log, PATH_SIZE, "%.400s/lock-%02x", place, (unsigned)(hash % 64));
    if (store != NULL) b->lock = open(b->log, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (b->lock >= 0) flock(b->lock, LOCK_EX);
    snprintf(b->text, PATH_SIZE, "%s/text.cl", b->folder);
    snprintf(b->whole, PATH_SIZE, "%s/whole.cli", b->folder);
    snprintf(b->object, PATH_SIZE, "%s/kernels.o", b->folder);
    snprintf(b->library, PATH_SIZE, "%s/kernels.so", b->folder);
    snprintf(b->log, PATH_SIZE, "%s/log", b->folder);
    return true;
}

static void close_build(struct build *b)
{
    if (b->lock >= 0) close(b->lock);
    unlink(b->text);
    unlink(b->whole);
    unlink(b->object);
    unlink(b->library);
    if (strncmp(b->stored, b->folder, strlen(b->folder)) == 0) unlink(b->stored);
    unlink(b->log);
    rmdir(b->folder);
}

/* Appends the words of `options` that begin with `begin` to those of a command. */
static void add_words(const char **command, char *options, const char *begin)
{
    size_t count = 0;
    while (command[count] != NULL)
        count++;
    char *rest = NULL;
    for (char *word = strtok_r(options, " ", &rest); word != NULL && count < WORDS - 1;
         word = strtok_r(NULL, " ", &rest))
        if (strncmp(word, begin, strlen(begin)) == 0) command[count++] = word;
    command[count] = NULL;
}

static bool preprocess(const struct build *b, const char *text, const char *options)
{
    const char *command[WORDS] = {LB_NATIVE_PREPROCESS, "-I" LB_NATIVE_KERNELS, b->text, "-o",
                                  b->whole};
    char *words = strdup(options);
    FILE *file = fopen(b->text, "w");
    bool ok = file != NULL && words != NULL &&
              fprintf(file, "#include \"%s\"\n#line 1\n%s", LB_NATIVE_BUILTINS, text) > 0;
    if (file != NULL) ok = fclose(file) == 0 && ok;
    if (ok) add_words(command, words, "-D");
    ok = ok && lb_native_command(command, b->log);
    free(words);
    return ok;
}

/* But for the lines of the preprocessor, which name this build. */
static uint64_t hash_whole(uint64_t hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '#' && (c == text || c[-1] == '\n')) c += strcspn(c, "\n");
        hash = hash_byte(hash, *c);
        if (*c == '\0') break;
    }
    return hash;
}

/* The library of a text, or of one `kernel` of it, has their name, and is there whole or not at all. */
static void name_library(struct build *b, const cl_program p, const char *kernel)
{
    const char *store = getenv("SLUICE_NATIVE_STORE");
    const uint64_t hash = hash_whole(hash_text(HASH_START, p->options), p->whole);
    snprintf(b->stored, PATH_SIZE, "%.400s/%016" PRIx64 "%.64s.so",
             store != NULL ? store : b->folder, hash, kernel);
}

/* `how`: as clang is told to optimise. */
static bool compile(const struct build *b, const char *how, const char *options)
{
    const char *const link[] = {"ld", "-shared", "-o", b->library, b->object, NULL};
    const char *command[WORDS] = {LB_NATIVE_CLANG, "-x", "cl",    "-c",     "-ffp-contract=off",
                                  "-march=native", "-w", "-fPIC", b->whole, "-o",
                                  b->object};
    char *words = NULL;
    if (asprintf(&words, "%s %s", how, options) < 0) return false;
    add_words(command, words, "");
    const bool ok = lb_native_clang(command, b->log) && lb_native_command(link, b->log) &&
                    rename(b->library, b->stored) == 0;
    free(words);
    return ok;
}

/* --- kernels in a preprocessed text -------------------------------------------------------------- */

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind blanks and lines of the preprocessor. */
static const char *skip_blanks(const char *at)
{
    while (isspace((unsigned char)*at) || *at == '#')
        at += *at == '#' ? strcspn(at, "\n") : 1;
    return at;
}

/* Behind __attribute__((...)), where there is one. */
static const char *skip_attribute(const char *at)
{
    static const char start[] = "__attribute__";
    int depth = 0;
    if (strncmp(at, start, sizeof start - 1) != 0) return at;
    for (at += sizeof start - 1; *at != '\0'; at++) {
        depth += (*at == '(') - (*at == ')');
        if (*at == ')' && depth == 0) return skip_blanks(at + 1);
    }
    return at;
}

/* The name of the next kernel from `at` on, and where its declaration begins; NULL: there is none. */
static const char *next_declaration(const char *at, const char **begin)
{
    static const char start[] = "kernel ", type[] = "void";
    for (at = strstr(at, start); at != NULL; at = strstr(at + 1, start)) {
        const char *then = skip_attribute(skip_blanks(at + sizeof start - 1));
        *begin = at;
        if (strncmp(then, type, sizeof type - 1) == 0) return skip_blanks(then + sizeof type - 1);
    }
    return NULL;
}

static const char *next_kernel(const char *at)
{
    const char *begin;
    return next_declaration(at, &begin);
}

/* One parameter from `at`, without lines of the preprocessor; returns where it ends. */
static const char *read_declaration(const char *at, char *out, size_t size)
{
    size_t used = 0;
    for (; *at != '\0' && *at != ',' && *at != ')'; at++) {
        if (*at == '\n' && at[1] == '#') at += 1 + strcspn(at + 1, "\n");
        if (used + 1 < size) out[used++] = isspace((unsigned char)*at) ? ' ' : *at;
    }
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
    return at;
}

/* Cuts the name from a declaration, which keeps the type. */
static void split_declaration(char *declaration, struct lb_native_parameter *p)
{
    size_t end = strlen(declaration);
    while (end > 0 && is_in_name(declaration[end - 1]))
        end--;
    snprintf(p->name, sizeof p->name, "%.*s", LB_NATIVE_NAME - 1, declaration + end);
    declaration[end] = '\0';
    p->is_buffer = strchr(declaration, '*') != NULL;
    const char *type = declaration + strspn(declaration, " ");
    if (strncmp(type, "const ", 6) == 0) type += 6;
    snprintf(p->type, sizeof p->type, "%.*s", (int)strcspn(type, " *"), type);
}

/* The parameters of the kernel whose name is at `at`; prints a function that calls it, unless `out` is NULL. */
static cl_uint read_parameters(const char *at, struct lb_native_parameter *p, FILE *out)
{
    const int length = (int)strcspn(at, "( \n");
    char declaration[256];
    cl_uint count = 0;
    if (out != NULL)
        fprintf(out, "\nvoid lb_native_call_%.*s(__private void *const __private *a)\n{%.*s(",
                length, at, length, at);
    for (at = strchr(at, '('); at != NULL && *at != ')' && count < LB_NATIVE_PARAMETERS; count++) {
        at = read_declaration(at + 1, declaration, sizeof declaration);
        split_declaration(declaration, p + count);
        if (out != NULL)
            fprintf(out,
                    p[count].is_buffer ? "%s(%s)(*(const __private ulong *)a[%u])"
                                       : "%s*(const __private %s *)a[%u]",
                    count > 0 ? ", " : "", declaration, count);
    }
    if (out != NULL) fputs(");}\n", out);
    return count;
}

static bool append_calls(const struct build *b, const char *whole)
{
    struct lb_native_parameter parameters[LB_NATIVE_PARAMETERS];
    FILE *out = fopen(b->whole, "a");
    if (out == NULL) return false;
    for (const char *k = next_kernel(whole); k != NULL; k = next_kernel(k))
        read_parameters(k, parameters, out);
    return fclose(out) == 0;
}

/* Whether the kernel at `at` in a text has that name. */
static bool is_named(const char *at, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(at, name, length) == 0 && !is_in_name(at[length]);
}

/* Behind the body of the kernel whose name is at `at`. */
static const char *skip_body(const char *at)
{
    int depth = 0;
    for (at += strcspn(at, "{"); *at != '\0'; at++) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0) return at + 1;
    }
    return at;
}

/* The text without the other kernels: clang would compile them, too. */
static bool write_alone(const struct build *b, const char *whole, const char *name)
{
    struct lb_native_parameter parameters[LB_NATIVE_PARAMETERS];
    const char *begin = NULL, *from = whole, *own = NULL;
    FILE *out = fopen(b->whole, "w");
    if (out == NULL) return false;
    for (const char *k = next_declaration(whole, &begin); k != NULL;
         k = next_declaration(k, &begin)) {
        if (is_named(k, name)) {
            own = k;
            continue;
        }
        fwrite(from, 1, (size_t)(begin - from), out);
        from = skip_body(k);
    }
    fputs(from, out);
    if (own != NULL) read_parameters(own, parameters, out);
    return fclose(out) == 0 && own != NULL;
}

/* --- OpenCL's functions -------------------------------------------------------------------------- */

cl_program lb_native_create_program(cl_context context, cl_uint count, const char **texts,
                                    const size_t *lengths, cl_int *code)
{
    (void)context;
    cl_program p = calloc(1, sizeof *p);
    const bool is_plain = count == 1 && lengths == NULL;
    if (p != NULL) *p = (struct _cl_program){.functions = &lb_native_functions, .users = 1};
    if (p != NULL && is_plain) p->text = strdup(texts[0]);
    const bool ok = p != NULL && p->text != NULL;
    if (code != NULL) *code = ok ? CL_SUCCESS : is_plain ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE;
    if (ok) return p;
    free(p);
    return NULL;
}

/* Where the store keeps what the preprocessor makes of a text, false without a store: it takes as long as a fifth of
 * the compiler, and a text of sluice includes no file but the built-in functions. */
static bool name_whole(const cl_program p, char *path)
{
    static const char *const builtins[] = {LB_NATIVE_MACROS, LB_NATIVE_BUILTINS,
                                           LB_NATIVE_KERNELS "/probes/clang_builtins.cl"};
    const char *store = getenv("SLUICE_NATIVE_STORE");
    uint64_t hash = hash_text(hash_text(HASH_START, p->options), p->text);
    for (size_t n = 0; n < sizeof builtins / sizeof *builtins; n++) {
        char *text = read_file(builtins[n]);
        if (text == NULL) return false;
        hash = hash_text(hash, text);
        free(text);
    }
    if (store != NULL) snprintf(path, PATH_SIZE, "%.400s/%016" PRIx64 ".cli", store, hash);
    return store != NULL;
}

/* Makes p->whole, and the file b->whole. */
static bool make_whole(cl_program p, struct build *b)
{
    char kept[PATH_SIZE] = "";
    const bool is_kept = name_whole(p, kept);
    if (is_kept) p->whole = read_file(kept);
    if (p->whole != NULL) return write_file(b->whole, p->whole);
    if (!preprocess(b, p->text, p->options)) return false;
    p->whole = read_file(b->whole);
    return p->whole != NULL &&
           (!is_kept || (write_file(b->text, p->whole) && rename(b->text, kept) == 0));
}

static bool build(cl_program p, struct build *b, const char *options)
{
    p->options = strdup(options);
    if (p->options == NULL || !make_whole(p, b)) return false;
    name_library(b, p, "");
    if (access(b->stored, R_OK) != 0 && (!append_calls(b, p->whole) || !compile(b, "-O0", options)))
        return false;
    p->library = dlopen(b->stored, RTLD_NOW | RTLD_LOCAL);
    if (p->library == NULL) p->log = strdup(dlerror());
    return p->library != NULL;
}

cl_int lb_native_build(cl_program p, cl_uint count, const cl_device_id *devices,
                       const char *options, void (*then)(cl_program, void *), void *data)
{
    (void)count, (void)devices, (void)then, (void)data;
    struct build b;
    if (!open_build(&b, hash_text(HASH_START, p->text))) return CL_OUT_OF_HOST_MEMORY;
    const bool ok = build(p, &b, options);
    if (p->log == NULL) p->log = read_file(b.log);
    close_build(&b);
    return ok ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int lb_native_build_info(cl_program p, cl_device_id device, cl_program_build_info what,
                            size_t room, void *out, size_t *size)
{
    (void)device;
    const char *log = p->log != NULL ? p->log : "";
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    return lb_native_answer(log, strlen(log) + 1, room, out, size);
}

/* The names of its kernels. */
cl_int lb_native_program_info(cl_program p, cl_program_info what, size_t room, void *out,
                              size_t *size)
{
    char names[1024] = "";
    size_t used = 0;
    if (what != CL_PROGRAM_KERNEL_NAMES) return CL_INVALID_VALUE;
    for (const char *k = next_kernel(p->whole); k != NULL && used < sizeof names;
         k = next_kernel(k))
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%.*s", used > 0 ? ";" : "",
                                 (int)strcspn(k, "( \n"), k);
    return lb_native_answer(names, strlen(names) + 1, room, out, size);
}

cl_int lb_native_release_program(cl_program p)
{
    if (--p->users > 0) return CL_SUCCESS;
    if (p->library != NULL) dlclose(p->library);
    free(p->text);
    free(p->whole);
    free(p->log);
    free(p->options);
    free(p);
    return CL_SUCCESS;
}

/* The name in the text of the kernel of that name; NULL: there is none. */
static const char *find_kernel(cl_program p, const char *name)
{
    const char *k = next_kernel(p->whole);
    while (k != NULL && !is_named(k, name))
        k = next_kernel(k);
    return k;
}

/* Calls the kernel in a library of its own. */
static bool use_library(cl_kernel k, const struct build *b)
{
    char symbol[256];
    snprintf(symbol, sizeof symbol, "lb_native_call_%s", k->name);
    k->library = dlopen(b->stored, RTLD_NOW | RTLD_LOCAL);
    if (k->library != NULL) *(void **)&k->call = dlsym(k->library, symbol);
    return k->library != NULL && k->call != NULL;
}

/* Functions are inlined once they are simplified, but for the largest: clang takes seven tenths of the time that it does
 * with all inlined at first, and kernels are as fast.  With a threshold of 1000 a step takes twice as long. */
static const char optimised[] = "-O2 -mllvm -inline-threshold=2500";

bool lb_native_optimise(cl_kernel k)
{
    struct build b;
    cl_program p = k->program;
    if (!open_build(&b, hash_text(hash_text(HASH_START, p->text), k->name))) return false;
    name_library(&b, p, k->name);
    const bool ok = (access(b.stored, R_OK) == 0 ||
                     (write_alone(&b, p->whole, k->name) && compile(&b, optimised, p->options))) &&
                    use_library(k, &b);
    char *log = ok ? NULL : read_file(b.log);
    if (!ok)
        fprintf(stderr, "native device, kernel '%s': %s\n", k->name,
                log != NULL ? log : "no library");
    free(log);
    close_build(&b);
    return ok;
}

/* Where another process has optimised it. */
static void use_stored(cl_kernel k)
{
    struct build b = {0};
    if (getenv("SLUICE_NATIVE_STORE") == NULL) return;
    name_library(&b, k->program, k->name);
    if (access(b.stored, R_OK) == 0) use_library(k, &b);
}

cl_kernel lb_native_create_kernel(cl_program p, const char *name, cl_int *code)
{
    char symbol[256];
    const char *found = find_kernel(p, name);
    cl_kernel k = calloc(1, sizeof *k);
    snprintf(symbol, sizeof symbol, "lb_native_call_%s", name);
    *code = k == NULL ? CL_OUT_OF_HOST_MEMORY : found == NULL ? CL_INVALID_KERNEL_NAME : CL_SUCCESS;
    if (*code != CL_SUCCESS) {
        free(k);
        return NULL;
    }
    k->functions = &lb_native_functions;
    k->program = p;
    p->users++;
    snprintf(k->name, sizeof k->name, "%s", name);
    *(void **)&k->call = dlsym(p->library, symbol);
    k->has_barriers = strstr(p->whole, "lb_native_barrier()") != NULL;
    k->count = read_parameters(found, k->parameters, NULL);
    use_stored(k);
    return k;
}

cl_int lb_native_release_kernel(cl_kernel k)
{
    lb_native_release_program(k->program);
    if (k->library != NULL) dlclose(k->library);
    free(k);
    return CL_SUCCESS;
}
