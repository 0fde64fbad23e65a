/* fault_shim.c - a library to preload that fails one call of the program's, and keeps books.
 * SLUICE_FAULT=NAME/N fails the Nth call of that function, NAME/N+ all from the Nth on.  NAME may
 * also be a group: opencl, memory, file.  SLUICE_FAULT_CODE is OpenCL's code, -5 without it.
 * SLUICE_FAULT_LOG gets, at the end, a line for each function, `NAME GROUP CALLS`, and one for each
 * kind of thing that should have been given back, `live NAME COUNT`.
 * Calls count where the program itself, cJSON or inih makes them: a driver's own do not.
 * `full` is a file opened for writing that turns out to be on a full disk, `share` a file that is to be memory of several
 * processes: one without a name, or one in /dev/shm.
 * SPDX-License-Identifier: MIT */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* RTLD_NEXT, dl_iterate_phdr */
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum group { OPENCL, MEMORY, FILES, GROUPS };
static const char *const group_names[GROUPS] = {"opencl", "memory", "file"};

enum { MAX_COUNTERS = 64, MAX_RANGES = 16, TABLE_SIZE = 1 << 20 };

struct counter {
    const char *name;
    enum group group;
    long calls;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct counter counters[MAX_COUNTERS];
static int counter_count;
static long group_calls[GROUPS];
static char wanted[64];
static char log_path[4096];
static char device_name[256], driver_name[128];
static long wanted_number;
static bool wanted_for_good;
static cl_int wanted_code = CL_OUT_OF_RESOURCES;
static volatile bool is_ready;

/* Code of the program and of the small libraries that it calls for its texts. */
static struct {
    uintptr_t from, to;
} ranges[MAX_RANGES];
static int range_count;

enum kind { CONTEXT, QUEUE, BUFFER, PROGRAM, KERNEL, EVENT, STREAM, BLOCK, KINDS };
static const char *const kind_names[KINDS] = {"contexts", "queues", "buffers", "programs",
                                              "kernels",  "events", "streams", "blocks"};
static long live[KINDS];
static void *blocks[TABLE_SIZE]; /* allocated by the program: open addressing, NULL is free */
static char removed;             /* its address marks a place that was in use */

static bool is_own(const void *address)
{
    const uintptr_t at = (uintptr_t)address;
    for (int n = 0; n < range_count; n++)
        if (at >= ranges[n].from && at < ranges[n].to) return true;
    return false;
}

static int note_object(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size;
    (void)unused;
    const char *name = info->dlpi_name;
    if (name[0] != '\0' && strstr(name, "cjson") == NULL && strstr(name, "inih") == NULL) return 0;
    if (strstr(name, "vdso") != NULL) return 0;
    for (int n = 0; n < info->dlpi_phnum && range_count < MAX_RANGES; n++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[n];
        if (p->p_type != PT_LOAD || (p->p_flags & PF_X) == 0) continue;
        ranges[range_count].from = info->dlpi_addr + p->p_vaddr;
        ranges[range_count].to = ranges[range_count].from + p->p_memsz;
        range_count++;
    }
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    static const char *const own[] = {"LD_PRELOAD",          "SLUICE_FAULT",
                                      "SLUICE_FAULT_CODE",   "SLUICE_FAULT_LOG",
                                      "SLUICE_FAULT_DEVICE", "SLUICE_FAULT_DRIVER"};
    const char *fault = getenv("SLUICE_FAULT"), *code = getenv("SLUICE_FAULT_CODE");
    const char *path = getenv("SLUICE_FAULT_LOG");
    char sign = '\0';
    if (fault != NULL && sscanf(fault, "%63[^/]/%ld%c", wanted, &wanted_number, &sign) >= 2)
        wanted_for_good = sign == '+';
    if (code != NULL) wanted_code = (cl_int)strtol(code, NULL, 10);
    const char *name = getenv("SLUICE_FAULT_DEVICE");
    if (name != NULL) snprintf(device_name, sizeof device_name, "%s", name);
    name = getenv("SLUICE_FAULT_DRIVER");
    if (name != NULL) snprintf(driver_name, sizeof driver_name, "%s", name);
    if (path != NULL) snprintf(log_path, sizeof log_path, "%s", path);
    for (size_t n = 0; n < sizeof own / sizeof *own; n++)
        unsetenv(own[n]); /* drivers call compilers and linkers, which are none of ours */
    dl_iterate_phdr(note_object, NULL);
    is_ready = true;
}

__attribute__((destructor)) static void end(void)
{
    char line[128];
    is_ready = false;
    const int log = log_path[0] != '\0' ? open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (log < 0) return;
    for (int n = 0; n < counter_count + KINDS; n++) {
        const struct counter *c = &counters[n < counter_count ? n : 0];
        const int kind = n - counter_count;
        const int length =
            kind < 0 ? snprintf(line, sizeof line, "%s %s %ld\n", c->name, group_names[c->group],
                                c->calls)
                     : snprintf(line, sizeof line, "live %s %ld\n", kind_names[kind], live[kind]);
        if (write(log, line, (size_t)length) != length) break;
    }
    close(log);
}

static bool is_wanted(const char *name, long calls)
{
    if (wanted_number == 0 || strcmp(name, wanted) != 0) return false;
    return wanted_for_good ? calls >= wanted_number : calls == wanted_number;
}

/* Counts a call of the program's; whether it is to fail. */
static bool fails(const char *name, enum group group, const void *caller)
{
    if (!is_ready || !is_own(caller)) return false;
    pthread_mutex_lock(&lock);
    int n = 0;
    while (n < counter_count && strcmp(counters[n].name, name) != 0)
        n++;
    if (n == counter_count && n < MAX_COUNTERS)
        counters[counter_count++] = (struct counter){name, group, 0};
    const bool is_one = n < MAX_COUNTERS && is_wanted(name, ++counters[n].calls);
    const bool is_any = is_wanted(group_names[group], ++group_calls[group]);
    pthread_mutex_unlock(&lock);
    return is_one || is_any;
}

#define FAILS(name, group) fails(#name, group, __builtin_return_address(0))
/* `next` is the function that the program would have called. */
#define NEXT(name)                        \
    static __typeof__(&name) next = NULL; \
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, #name)

static void count_live(enum kind kind, long change)
{
    pthread_mutex_lock(&lock);
    live[kind] += change;
    pthread_mutex_unlock(&lock);
}

/* --- OpenCL ----------------------------------------------------------------------------------- */

#define CALL(name, parameters, arguments)            \
    cl_int name parameters                           \
    {                                                \
        NEXT(name);                                  \
        if (FAILS(name, OPENCL)) return wanted_code; \
        return next arguments;                       \
    }

#define CREATE(type, name, kind, parameters, arguments) \
    type name parameters                                \
    {                                                   \
        NEXT(name);                                     \
        if (FAILS(name, OPENCL)) {                      \
            if (code != NULL) *code = wanted_code;      \
            return NULL;                                \
        }                                               \
        type made = next arguments;                     \
        if (made != NULL) count_live(kind, 1);          \
        return made;                                    \
    }

/* A release that fails has released nothing, and nobody can do better than go on. */
#define RELEASE(type, name, kind)                                      \
    cl_int name(type object)                                           \
    {                                                                  \
        NEXT(name);                                                    \
        if (is_own(__builtin_return_address(0))) count_live(kind, -1); \
        return next(object);                                           \
    }

typedef void(CL_CALLBACK *context_notify)(const char *, const void *, size_t, void *);
typedef void(CL_CALLBACK *program_notify)(cl_program, void *);

CREATE(cl_context, clCreateContext, CONTEXT,
       (const cl_context_properties *p, cl_uint n, const cl_device_id *d, context_notify f, void *u,
        cl_int *code),
       (p, n, d, f, u, code))
CREATE(cl_command_queue, clCreateCommandQueue, QUEUE,
       (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *code), (c, d, p, code))
CREATE(cl_mem, clCreateBuffer, BUFFER,
       (cl_context c, cl_mem_flags f, size_t n, void *p, cl_int *code), (c, f, n, p, code))
CREATE(cl_program, clCreateProgramWithSource, PROGRAM,
       (cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *code), (c, n, s, l, code))
CREATE(cl_kernel, clCreateKernel, KERNEL, (cl_program p, const char *n, cl_int *code), (p, n, code))
RELEASE(cl_context, clReleaseContext, CONTEXT)
RELEASE(cl_command_queue, clReleaseCommandQueue, QUEUE)
RELEASE(cl_mem, clReleaseMemObject, BUFFER)
RELEASE(cl_program, clReleaseProgram, PROGRAM)
RELEASE(cl_kernel, clReleaseKernel, KERNEL)
RELEASE(cl_event, clReleaseEvent, EVENT)

cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint n, const size_t *o,
                              const size_t *g, const size_t *l, cl_uint w, const cl_event *e,
                              cl_event *event)
{
    NEXT(clEnqueueNDRangeKernel);
    if (FAILS(clEnqueueNDRangeKernel, OPENCL)) return wanted_code;
    const cl_int code = next(q, k, n, o, g, l, w, e, event);
    if (code == CL_SUCCESS && event != NULL) count_live(EVENT, 1);
    return code;
}

CALL(clBuildProgram,
     (cl_program p, cl_uint n, const cl_device_id *d, const char *o, program_notify f, void *u),
     (p, n, d, o, f, u))
CALL(clEnqueueFillBuffer,
     (cl_command_queue q, cl_mem m, const void *p, size_t s, size_t o, size_t n, cl_uint w,
      const cl_event *e, cl_event *event),
     (q, m, p, s, o, n, w, e, event))
CALL(clEnqueueCopyBuffer,
     (cl_command_queue q, cl_mem a, cl_mem b, size_t o, size_t p, size_t n, cl_uint w,
      const cl_event *e, cl_event *event),
     (q, a, b, o, p, n, w, e, event))
CALL(clEnqueueReadBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n, void *p, cl_uint w,
      const cl_event *e, cl_event *event),
     (q, m, b, o, n, p, w, e, event))
CALL(clEnqueueWriteBuffer,
     (cl_command_queue q, cl_mem m, cl_bool b, size_t o, size_t n, const void *p, cl_uint w,
      const cl_event *e, cl_event *event),
     (q, m, b, o, n, p, w, e, event))
CALL(clFinish, (cl_command_queue q), (q))
CALL(clFlush, (cl_command_queue q), (q))
CALL(clWaitForEvents, (cl_uint n, const cl_event *e), (n, e))
CALL(clSetKernelArg, (cl_kernel k, cl_uint n, size_t s, const void *p), (k, n, s, p))
CALL(clGetPlatformIDs, (cl_uint n, cl_platform_id *p, cl_uint *m), (n, p, m))
CALL(clGetDeviceIDs, (cl_platform_id p, cl_device_type t, cl_uint n, cl_device_id *d, cl_uint *m),
     (p, t, n, d, m))
CALL(clGetPlatformInfo, (cl_platform_id p, cl_platform_info i, size_t n, void *out, size_t *m),
     (p, i, n, out, m))
/* CL_DEVICE_NAME is what SLUICE_FAULT_DEVICE says, CL_DRIVER_VERSION what SLUICE_FAULT_DRIVER says, where
 * they are set. */
cl_int clGetDeviceInfo(cl_device_id d, cl_device_info i, size_t n, void *out, size_t *m)
{
    NEXT(clGetDeviceInfo);
    const void *caller = __builtin_return_address(0);
    if (fails("clGetDeviceInfo", OPENCL, caller)) return wanted_code;
    const char *said = i == CL_DEVICE_NAME      ? device_name
                       : i == CL_DRIVER_VERSION ? driver_name
                                                : "";
    if (said[0] == '\0' || !is_own(caller)) return next(d, i, n, out, m);
    if (out != NULL) snprintf(out, n, "%s", said);
    if (m != NULL) *m = strlen(said) + 1;
    return CL_SUCCESS;
}

CALL(clGetProgramInfo, (cl_program p, cl_program_info i, size_t n, void *out, size_t *m),
     (p, i, n, out, m))
CALL(clGetProgramBuildInfo,
     (cl_program p, cl_device_id d, cl_program_build_info i, size_t n, void *out, size_t *m),
     (p, d, i, n, out, m))
CALL(clGetKernelInfo, (cl_kernel k, cl_kernel_info i, size_t n, void *out, size_t *m),
     (k, i, n, out, m))
CALL(clGetKernelArgInfo,
     (cl_kernel k, cl_uint a, cl_kernel_arg_info i, size_t n, void *out, size_t *m),
     (k, a, i, n, out, m))
CALL(clGetKernelWorkGroupInfo,
     (cl_kernel k, cl_device_id d, cl_kernel_work_group_info i, size_t n, void *out, size_t *m),
     (k, d, i, n, out, m))

/* --- memory ----------------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);

static size_t place_of(const void *block)
{
    return (size_t)(((uintptr_t)block >> 4) * UINT64_C(0x9E3779B97F4A7C15) >> 44);
}

static void remember(void *block)
{
    size_t n = place_of(block), tried = 0;
    pthread_mutex_lock(&lock);
    while (blocks[n] != NULL && blocks[n] != &removed && tried++ < TABLE_SIZE)
        n = (n + 1) % TABLE_SIZE;
    blocks[n] = block;
    live[BLOCK]++;
    pthread_mutex_unlock(&lock);
}

static bool forget(const void *block)
{
    size_t n = place_of(block), tried = 0;
    bool found = false;
    pthread_mutex_lock(&lock);
    while (blocks[n] != NULL && blocks[n] != block && tried++ < TABLE_SIZE)
        n = (n + 1) % TABLE_SIZE;
    if (blocks[n] == block) {
        blocks[n] = &removed;
        live[BLOCK]--;
        found = true;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

static void *own_block(void *block, const void *caller)
{
    if (block != NULL && is_ready && is_own(caller)) remember(block);
    return block;
}

static bool no_memory(const char *name, const void *caller)
{
    if (!fails(name, MEMORY, caller)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    const void *caller = __builtin_return_address(0);
    return no_memory("malloc", caller) ? NULL : own_block(__libc_malloc(size), caller);
}

void *calloc(size_t count, size_t size)
{
    const void *caller = __builtin_return_address(0);
    return no_memory("calloc", caller) ? NULL : own_block(__libc_calloc(count, size), caller);
}

void *realloc(void *block, size_t size)
{
    const void *caller = __builtin_return_address(0);
    if (no_memory("realloc", caller)) return NULL;
    const bool known = block != NULL && is_ready && forget(block);
    void *moved = __libc_realloc(block, size);
    if (moved != NULL) return own_block(moved, caller);
    if (known) remember(block);
    return NULL;
}

void free(void *block)
{
    if (block != NULL && is_ready) forget(block);
    __libc_free(block);
}

char *strdup(const char *text)
{
    const void *caller = __builtin_return_address(0);
    const size_t size = strlen(text) + 1;
    if (no_memory("strdup", caller)) return NULL;
    char *copy = own_block(__libc_malloc(size), caller);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

FILE *open_memstream(char **text, size_t *size)
{
    const void *caller = __builtin_return_address(0);
    NEXT(open_memstream);
    if (no_memory("open_memstream", caller)) return NULL;
    FILE *stream = next(text, size);
    if (stream != NULL && is_own(caller)) count_live(STREAM, 1);
    return stream;
}

/* --- files ------------------------------------------------------------------------------------ */

#define FAIL_WITH(name, number) \
    if (FAILS(name, FILES)) {   \
        errno = (number);       \
        return -1;              \
    }

/* As ferror() tells it; the C library has no call that says so. */
static void mark_bad(FILE *stream)
{
    enum { ERROR_SEEN = 0x20 }; /* glibc's _IO_ERR_SEEN */
    stream->_flags |= ERROR_SEEN;
}

/* What is written to it from now on finds no room. */
static void fill_disk_of(int file)
{
    const int full = open("/dev/full", O_WRONLY);
    if (full < 0) return;
    dup2(full, file);
    close(full);
}

static FILE *own_stream(FILE *stream, bool writes, const void *caller)
{
    if (stream == NULL || !is_own(caller)) return stream;
    count_live(STREAM, 1);
    if (writes && fails("full", FILES, caller)) fill_disk_of(fileno(stream));
    return stream;
}

FILE *fopen(const char *path, const char *mode)
{
    const void *caller = __builtin_return_address(0);
    NEXT(fopen);
    if (fails("fopen", FILES, caller)) {
        errno = EMFILE;
        return NULL;
    }
    return own_stream(next(path, mode), mode[0] != 'r', caller);
}

FILE *fdopen(int file, const char *mode)
{
    const void *caller = __builtin_return_address(0);
    NEXT(fdopen);
    if (fails("fdopen", FILES, caller)) {
        errno = ENOMEM;
        return NULL;
    }
    return own_stream(next(file, mode), mode[0] != 'r', caller);
}

FILE *tmpfile(void)
{
    const void *caller = __builtin_return_address(0);
    NEXT(tmpfile);
    if (fails("tmpfile", FILES, caller)) {
        errno = ENOSPC;
        return NULL;
    }
    return own_stream(next(), true, caller);
}

/* Closed in any case, as the system does. */
int fclose(FILE *stream)
{
    const void *caller = __builtin_return_address(0);
    NEXT(fclose);
    const bool bad = fails("fclose", FILES, caller);
    if (is_own(caller)) count_live(STREAM, -1);
    const int closed = next(stream);
    if (bad) errno = EIO;
    return bad ? EOF : closed;
}

int fflush(FILE *stream)
{
    NEXT(fflush);
    if (FAILS(fflush, FILES)) {
        if (stream != NULL) mark_bad(stream);
        errno = ENOSPC;
        return EOF;
    }
    return next(stream);
}

size_t fread(void *out, size_t size, size_t count, FILE *stream)
{
    NEXT(fread);
    if (FAILS(fread, FILES)) {
        mark_bad(stream);
        errno = EIO;
        return 0;
    }
    return next(out, size, count, stream);
}

int fsync(int file)
{
    NEXT(fsync);
    FAIL_WITH(fsync, EIO)
    return next(file);
}

int rename(const char *from, const char *to)
{
    NEXT(rename);
    FAIL_WITH(rename, EIO)
    return next(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    NEXT(mkdir);
    FAIL_WITH(mkdir, ENOSPC)
    return next(path, mode);
}

int unlink(const char *path)
{
    NEXT(unlink);
    FAIL_WITH(unlink, EIO)
    return next(path);
}

int rmdir(const char *path)
{
    NEXT(rmdir);
    FAIL_WITH(rmdir, EIO)
    return next(path);
}

int memfd_create(const char *name, unsigned int flags)
{
    NEXT(memfd_create);
    FAIL_WITH(share, ENOSYS)
    return next(name, flags);
}

int mkstemp(char *name)
{
    NEXT(mkstemp);
    if (strncmp(name, "/dev/shm/", 9) == 0) FAIL_WITH(share, ENOSPC)
    return next(name);
}

int mkstemps(char *name, int suffix)
{
    NEXT(mkstemps);
    FAIL_WITH(mkstemps, EMFILE)
    return next(name, suffix);
}

int open(const char *path, int flags, ...)
{
    static int (*next)(const char *, int, ...) = NULL;
    if (next == NULL) *(void **)&next = dlsym(RTLD_NEXT, "open");
    FAIL_WITH(open, EMFILE)
    __builtin_va_list more;
    __builtin_va_start(more, flags);
    const unsigned mode = flags & (O_CREAT | O_TMPFILE) ? __builtin_va_arg(more, unsigned) : 0;
    __builtin_va_end(more);
    return next(path, flags, mode);
}
