/* native_program.c - builds the text of a program with clang, as a library for the host's processor.
 * SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "native_internal.h"

extern char **environ;

enum { PATH_SIZE = 600, WORDS = 32 };

struct _cl_program {
    const cl_icd_dispatch *functions;
    char *text;
    char *whole; /* preprocessed, with the functions that call kernels behind it */
    char *log;
    void *library;
    int users; /* the caller, and kernels */
};

/* Files of one build. */
struct build {
    char folder[PATH_SIZE / 2];
    char text[PATH_SIZE], whole[PATH_SIZE], object[PATH_SIZE], library[PATH_SIZE], log[PATH_SIZE];
    char stored[PATH_SIZE]; /* where the library stays, in the store where there is one */
};

static char *read_file(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *file = fopen(path, "rb"), *out = open_memstream(&text, &size);
    for (int c = file != NULL ? fgetc(file) : EOF; c != EOF && out != NULL; c = fgetc(file))
        fputc(c, out);
    if (file != NULL) fclose(file);
    if (out != NULL) fclose(out);
    return text;
}

static bool open_build(struct build *b)
{
    const char *place = getenv("TMPDIR"), *store = getenv("SLUICE_NATIVE_STORE");
    *b = (struct build){0};
    if (store != NULL) place = store; /* on its file system */
    snprintf(b->folder, sizeof b->folder, "%.200s/sluice-native-XXXXXX",
             place != NULL && *place != '\0' ? place : "/tmp");
    if (mkdtemp(b->folder) == NULL) return false;
    snprintf(b->text, PATH_SIZE, "%s/text.cl", b->folder);
    snprintf(b->whole, PATH_SIZE, "%s/whole.cli", b->folder);
    snprintf(b->object, PATH_SIZE, "%s/kernels.o", b->folder);
    snprintf(b->library, PATH_SIZE, "%s/kernels.so", b->folder);
    snprintf(b->log, PATH_SIZE, "%s/log", b->folder);
    return true;
}

static void close_build(struct build *b)
{
    unlink(b->text);
    unlink(b->whole);
    unlink(b->object);
    unlink(b->library);
    if (strncmp(b->stored, b->folder, strlen(b->folder)) == 0) unlink(b->stored);
    unlink(b->log);
    rmdir(b->folder);
}

/* Appends the words of `options` to those of a command. */
static void add_words(const char **command, char *options)
{
    size_t count = 0;
    while (command[count] != NULL)
        count++;
    char *rest = NULL;
    for (char *word = strtok_r(options, " ", &rest); word != NULL && count < WORDS - 1;
         word = strtok_r(NULL, " ", &rest))
        command[count++] = word;
    command[count] = NULL;
}

/* Whether a command succeeds; what it says goes into the log. */
static bool run(const char *const *command, const struct build *b)
{
    pid_t child;
    int state = 1;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, b->log, O_WRONLY | O_CREAT | O_APPEND,
                                     0600);
    const int failed =
        posix_spawnp(&child, command[0], &actions, NULL, (char *const *)(size_t)command, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) &&
           WEXITSTATUS(state) == 0;
}

static bool preprocess(const struct build *b, const char *text, const char *options)
{
    const char *command[WORDS] = {LB_NATIVE_CLANG, "-x",    "cl", "-E",    "-I" LB_NATIVE_KERNELS,
                                  "-march=native", b->text, "-o", b->whole};
    char *words = strdup(options);
    FILE *file = fopen(b->text, "w");
    bool ok = file != NULL && words != NULL &&
              fprintf(file, "#include \"%s\"\n#line 1\n%s", LB_NATIVE_BUILTINS, text) > 0;
    if (file != NULL) ok = fclose(file) == 0 && ok;
    if (ok) add_words(command, words);
    ok = ok && run(command, b);
    free(words);
    return ok;
}

/* FNV-1a, but for the lines of the preprocessor, which name this build. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '#' && (c == text || c[-1] == '\n')) c += strcspn(c, "\n");
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        if (*c == '\0') break;
    }
    return hash;
}

/* The library of a text has the text's name, and is there whole or not at all. */
static void name_library(struct build *b, const char *whole, const char *options)
{
    const char *store = getenv("SLUICE_NATIVE_STORE");
    const uint64_t hash = hash_text(hash_text(UINT64_C(0xcbf29ce484222325), options), whole);
    snprintf(b->stored, PATH_SIZE, "%.400s/%016" PRIx64 ".so", store != NULL ? store : b->folder,
             hash);
}

static bool compile(const struct build *b, const char *options)
{
    const char *const link[] = {"ld", "-shared", "-o", b->library, b->object, NULL};
    const char *command[WORDS] = {
        LB_NATIVE_CLANG, "-x", "cl",    "-c",     "-O0", "-ffp-contract=off",
        "-march=native", "-w", "-fPIC", b->whole, "-o",  b->object};
    char *words = strdup(options);
    if (words != NULL) add_words(command, words);
    const bool ok =
        words != NULL && run(command, b) && run(link, b) && rename(b->library, b->stored) == 0;
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

/* The name of the next kernel from `at` on; NULL: there is none. */
static const char *next_kernel(const char *at)
{
    static const char start[] = "kernel ", type[] = "void";
    for (at = strstr(at, start); at != NULL; at = strstr(at + 1, start)) {
        const char *then = skip_attribute(skip_blanks(at + sizeof start - 1));
        if (strncmp(then, type, sizeof type - 1) == 0) return skip_blanks(then + sizeof type - 1);
    }
    return NULL;
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

static bool build(cl_program p, struct build *b, const char *options)
{
    if (!preprocess(b, p->text, options)) return false;
    p->whole = read_file(b->whole);
    if (p->whole == NULL) return false;
    name_library(b, p->whole, options);
    if (access(b->stored, R_OK) != 0 && (!append_calls(b, p->whole) || !compile(b, options)))
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
    if (!open_build(&b)) return CL_OUT_OF_HOST_MEMORY;
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
    free(p);
    return CL_SUCCESS;
}

/* The name in the text of the kernel of that name; NULL: there is none. */
static const char *find_kernel(cl_program p, const char *name)
{
    const size_t length = strlen(name);
    const char *k = next_kernel(p->whole);
    while (k != NULL && (strncmp(k, name, length) != 0 || is_in_name(k[length])))
        k = next_kernel(k);
    return k;
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
    *(void **)&k->call = dlsym(p->library, symbol);
    k->has_barriers = strstr(p->whole, "lb_native_barrier()") != NULL;
    k->count = read_parameters(found, k->parameters, NULL);
    return k;
}

cl_int lb_native_release_kernel(cl_kernel k)
{
    lb_native_release_program(k->program);
    free(k);
    return CL_SUCCESS;
}
