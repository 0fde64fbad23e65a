/* native_items.c - runs the work-items of a kernel, one after the other; where kernels have barriers, each item
 * of a group on a stack of its own, as far as the next barrier in turn.
 * SPDX-License-Identifier: MIT */
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

struct fiber {
    ucontext_t context;
    char *stack;
    bool is_done;
};

static _Thread_local struct {
    size_t group, groups, item, items;
    const struct _cl_kernel *kernel;
    void *arguments[LB_NATIVE_PARAMETERS];
    ucontext_t turns; /* who gives the items their turns */
    struct fiber *fibers;
    size_t fiber_count;
} now;

size_t lb_native_group(void)
{
    return now.group;
}

size_t lb_native_groups(void)
{
    return now.groups;
}

size_t lb_native_item(void)
{
    return now.item;
}

size_t lb_native_items(void)
{
    return now.items;
}

void lb_native_barrier(void)
{
    swapcontext(&now.fibers[now.item].context, &now.turns);
}

static void run_item(void)
{
    now.kernel->call(now.arguments);
    now.fibers[now.item].is_done = true;
}

/* They stay for the next group. */
static bool reserve_fibers(size_t count)
{
    if (count <= now.fiber_count) return true;
    struct fiber *fibers = realloc(now.fibers, count * sizeof *fibers);
    if (fibers == NULL) return false;
    now.fibers = fibers;
    for (; now.fiber_count < count; now.fiber_count++) {
        fibers[now.fiber_count].stack = malloc(STACK_BYTES);
        if (fibers[now.fiber_count].stack == NULL) return false;
    }
    return true;
}

static void start_fiber(struct fiber *f)
{
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = f->stack;
    f->context.uc_stack.ss_size = STACK_BYTES;
    f->context.uc_link = &now.turns;
    f->is_done = false;
    makecontext(&f->context, run_item, 0);
}

static void run_group_with_barriers(void)
{
    size_t left = now.items;
    for (size_t n = 0; n < now.items; n++)
        start_fiber(&now.fibers[n]);
    while (left > 0) {
        for (now.item = 0; now.item < now.items; now.item++) {
            struct fiber *f = &now.fibers[now.item];
            if (f->is_done) continue;
            swapcontext(&now.turns, &f->context);
            left -= f->is_done;
        }
    }
}

static void run_group(void)
{
    for (now.item = 0; now.item < now.items; now.item++)
        now.kernel->call(now.arguments);
}

static double seconds(void)
{
    struct timespec now_is;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now_is);
    return (double)now_is.tv_sec + 1e-9 * (double)now_is.tv_nsec;
}

/* A kernel is optimised once it has run for a third of the time that takes: with half a second, two tests took longer.
 * SLUICE_NATIVE_PATIENCE names other seconds. */
static bool optimise_in_time(struct _cl_kernel *kernel, double *since)
{
    const char *patience = getenv("SLUICE_NATIVE_PATIENCE");
    const double compiling = patience != NULL ? atof(patience) : 0.1;
    const double until = seconds();
    kernel->seconds += until - *since;
    *since = until;
    return kernel->library != NULL || kernel->seconds < compiling || lb_native_optimise(kernel);
}

bool lb_native_run(struct _cl_kernel *kernel, size_t items, size_t group)
{
    enum { LOOK = 16 }; /* groups from one look at the clock to the next */
    double since = seconds();
    now.kernel = kernel;
    now.items = group;
    now.groups = items / group;
    for (cl_uint n = 0; n < kernel->count; n++)
        now.arguments[n] = (void *)(size_t)(kernel->values + n);
    if (kernel->has_barriers && !reserve_fibers(group)) return false;
    for (now.group = 0; now.group < now.groups; now.group++) {
        if (now.group % LOOK == 0 && !optimise_in_time(kernel, &since)) return false;
        if (kernel->has_barriers)
            run_group_with_barriers();
        else
            run_group();
    }
    kernel->seconds += seconds() - since;
    return true;
}
