/* native_items.c - runs the work-items of a kernel, one after the other; where kernels have barriers, an item that
 * waits at one keeps its stack, and the next item has another.
 * SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#include "native_internal.h"

enum { STACK_BYTES = 1 << 17 };

/* Of opencl_c.cl; the symbols are the kernels' to find. */
size_t lb_native_group(void);
size_t lb_native_groups(void);
size_t lb_native_item(void);
size_t lb_native_items(void);
void lb_native_barrier(void);

/* Of __builtin_setjmp: swapcontext makes system calls, and sanitizers take _longjmp to another stack for a fault. */
typedef void *place[5];

/* A stack, with the item that waits on it. */
struct fiber {
    place place;
    char *stack;
    size_t item;
    bool has_begun, is_waiting;
};

/* Of a thread, by a pointer: one word is found fast. */
struct turns {
    size_t group, groups, item, items;
    const struct _cl_kernel *kernel;
    void *arguments[LB_NATIVE_PARAMETERS];
    place turns;                  /* who gives the fibers their turns */
    struct fiber *fibers, *fiber; /* all, and whose turn it is */
    size_t fiber_count, begun;    /* items of this group that have begun */
};

static _Thread_local __attribute__((tls_model("initial-exec"))) struct turns *now;

size_t lb_native_group(void)
{
    return now->group;
}

size_t lb_native_groups(void)
{
    return now->groups;
}

size_t lb_native_item(void)
{
    return now->item;
}

size_t lb_native_items(void)
{
    return now->items;
}

/* Without _Noreturn, clang would have given the caller's stack up before it calls this. */
static _Noreturn __attribute__((noinline)) void jump(void **to)
{
    __builtin_longjmp(to, 1);
}

static __attribute__((noinline)) void give_turn_back(void)
{
    if (__builtin_setjmp(now->fiber->place) == 0) jump(now->turns);
}

void lb_native_barrier(void)
{
    now->fiber->item = now->item;
    now->fiber->is_waiting = true;
    give_turn_back();
}

/* On a fiber: items that have not begun, as far as one that waits. */
static void run_items(void)
{
    for (;; give_turn_back())
        while (now->begun < now->items) {
            now->item = now->begun++;
            now->kernel->call(now->arguments);
        }
}

/* They stay for the next group. */
static bool reserve_fibers(size_t count)
{
    if (count <= now->fiber_count) return true;
    struct fiber *fibers = realloc(now->fibers, count * sizeof *fibers);
    if (fibers == NULL) return false;
    now->fibers = fibers;
    for (; now->fiber_count < count; now->fiber_count++) {
        fibers[now->fiber_count] = (struct fiber){.stack = malloc(STACK_BYTES)};
        if (fibers[now->fiber_count].stack == NULL) return false;
    }
    return true;
}

static _Noreturn void begin(struct fiber *f)
{
    ucontext_t context;
    f->has_begun = true;
    getcontext(&context);
    context.uc_stack.ss_sp = f->stack;
    context.uc_stack.ss_size = STACK_BYTES;
    context.uc_link = NULL;
    makecontext(&context, run_items, 0);
    setcontext(&context);
    abort();
}

/* Until its item waits, or none is left to begin. */
static __attribute__((noinline)) void give_turn(struct fiber *f)
{
    now->fiber = f;
    now->item = f->item;
    f->is_waiting = false;
    if (__builtin_setjmp(now->turns) != 0) return;
    if (f->has_begun) jump(f->place);
    begin(f);
}

static void run_group_with_barriers(void)
{
    size_t used = 0, waiting = 1;
    for (now->begun = 0; now->begun < now->items; used++)
        give_turn(&now->fibers[used]);
    while (waiting > 0) {
        waiting = 0;
        for (size_t n = 0; n < used; n++) {
            if (!now->fibers[n].is_waiting) continue;
            give_turn(&now->fibers[n]);
            waiting += now->fibers[n].is_waiting;
        }
    }
}

static void run_group(void)
{
    for (now->item = 0; now->item < now->items; now->item++)
        now->kernel->call(now->arguments);
}

static double seconds(void)
{
    struct timespec at;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at); /* other work beside it does not count */
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* What a thread has goes when it ends. */
static pthread_key_t of_thread;

static void leave(void *of_it)
{
    struct turns *t = of_it;
    for (size_t n = 0; n < t->fiber_count; n++)
        free(t->fibers[n].stack);
    free(t->fibers);
    free(t);
}

static void make_key(void)
{
    pthread_key_create(&of_thread, leave);
}

static bool begin_thread(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (now != NULL) return true;
    pthread_once(&once, make_key);
    now = calloc(1, sizeof *now);
    return now != NULL && pthread_setspecific(of_thread, now) == 0;
}

/* A kernel is optimised once it has run for half of the time that takes: with half a second, two tests took longer.
 * SLUICE_NATIVE_PATIENCE names other seconds. */
static bool optimise_in_time(struct _cl_kernel *kernel, double *since)
{
    const char *patience = getenv("SLUICE_NATIVE_PATIENCE");
    const double compiling = patience != NULL ? atof(patience) : 0.1;
    const double until = seconds();
    kernel->seconds += until - *since;
    *since = until;
    return kernel->seconds < compiling || lb_native_optimise(kernel);
}

bool lb_native_run(struct _cl_kernel *kernel, size_t items, size_t group)
{
    enum { LOOK = 16 }; /* groups from one look at the clock to the next */
    double since = kernel->library == NULL ? seconds() : 0.0; /* a system call */
    if (!begin_thread()) return false;
    now->kernel = kernel;
    now->items = group;
    now->groups = items / group;
    for (cl_uint n = 0; n < kernel->count; n++)
        now->arguments[n] = (void *)(size_t)(kernel->values + n);
    if (kernel->has_barriers && !reserve_fibers(group)) return false;
    for (now->group = 0; now->group < now->groups; now->group++) {
        const bool looks = now->group % LOOK == 0 && kernel->library == NULL;
        if (looks && !optimise_in_time(kernel, &since)) return false;
        if (kernel->has_barriers)
            run_group_with_barriers();
        else
            run_group();
    }
    if (kernel->library == NULL) kernel->seconds += seconds() - since;
    return true;
}
