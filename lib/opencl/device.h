/* device.h - OpenCL devices: listing, choosing by a word of the user's, opening; buffers on them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OPENCL_DEVICE_H
#define LB_OPENCL_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum lb_device_type { LB_DEVICE_GPU, LB_DEVICE_CPU, LB_DEVICE_OTHER };

struct lb_device_info {
    int index;          /* position in the list over all platforms, as in `sluice devices` */
    int platform_index; /* P of P:D */
    int device_index;   /* D of P:D */
    char platform[128];
    char name[256];
    char vendor[128];
    char driver[128];
    char version[128]; /* CL_DEVICE_VERSION */
    enum lb_device_type type;
    uint64_t memory; /* global memory [bytes] */
    uint64_t cache;  /* of the global memory [bytes]: a GPU's L2; 0: the driver does not say */
    uint64_t max_allocation; /* largest single buffer [bytes] */
    unsigned compute_units;
    uint64_t local_memory; /* of a work-group [bytes] */
    unsigned clock_mhz;
    size_t max_work_group;
    unsigned native_float_width; /* SIMD lanes the device reports for float */
    bool fp64;
    bool fp16;
    bool fp32_denormals;
    bool
        exact_division; /* correctly rounded quotients and roots of floats, where they are asked for */
    bool int64_atomics; /* cl_khr_int64_base_atomics */
};

/* "gpu", "cpu" or "other". */
const char *lb_device_type_name(enum lb_device_type type);

/* All devices of all platforms; caller frees *list with free().  No device at all is not an error
 * here (*count 0); a broken platform is skipped. */
enum lb_status lb_device_list(struct lb_device_info **list, size_t *count, struct lb_error *err);
/* Of the last list that this thread made: "\nplatform 'NAME' has no device" of each that has
 * none, with what may help. */
const char *lb_device_empty_platforms(void);

/* Set to 1, this environment variable lifts NVIDIA's limit on a single buffer, a quarter of the
 * memory. */
#define LB_NVIDIA_UNLIMITED "NVCL_DISABLE_MAX_MEM_ALLOC_SIZE_CHECK"

/* Whether NVIDIA's driver serves it, so that inline PTX is understood. */
bool lb_device_is_nvidia(const struct lb_device_info *info);

struct lb_json;
struct lb_device; /* opaque; owns context and in-order queue */

/* Chooses a device from `list` by `spec`: an index, "P:D", "gpu", "cpu", or part of a name (case
 * does not matter); NULL or "": GPUs before CPUs, then compute units x clock.  Fails with
 * LB_STATUS_DEVICE if none, an unknown or an ambiguous one is meant, and names the candidates.
 * "gpu" and "cpu" take the strongest of their type. */
enum lb_status lb_device_choose(const struct lb_device_info *list, size_t count, const char *spec,
                                size_t *chosen, struct lb_error *err);

/* Lists, chooses, opens. */
enum lb_status lb_device_open(const char *spec, struct lb_device **out, struct lb_error *err);

/* The same for process `rank` of so many of this machine that share its devices.  `spec` may be
 * a list of them, separated by commas, of which they take one after the other; without a word,
 * or with "gpu" or "cpu", they take those that are like the strongest.  A CPU that several take
 * is divided among them, as far as it can be. */
enum lb_status lb_device_open_shared(const char *spec, int rank, int ranks, struct lb_device **out,
                                     struct lb_error *err);
enum lb_status lb_device_choose_shared(const struct lb_device_info *list, size_t count,
                                       const char *spec, int rank, size_t *chosen,
                                       struct lb_error *err);
int lb_device_sharers(
    const struct lb_device *device); /* processes that were given it; 1: it alone */
bool lb_device_is_alike(const struct lb_device_info *a, const struct lb_device_info *b);
void lb_device_close(struct lb_device *device); /* NULL is allowed */

const struct lb_device_info *lb_device_get_info(const struct lb_device *device);

/* Bytes in live buffers. */
uint64_t lb_device_allocated(const struct lb_device *device);

/* Waits for everything enqueued. */
enum lb_status lb_device_finish(struct lb_device *device, struct lb_error *err);

struct lb_buffer; /* opaque; borrows its device */

/* Allocates and touches `bytes` (zero-filled, so that a driver which allocates lazily fails here,
 * not later). `what` names it in messages ("populations").  LB_STATUS_DEVICE if it does not fit. */
enum lb_status lb_buffer_create(struct lb_device *device, uint64_t bytes, const char *what,
                                struct lb_buffer **out, struct lb_error *err);
void lb_buffer_destroy(struct lb_buffer *buffer); /* NULL is allowed */
uint64_t lb_buffer_bytes(const struct lb_buffer *buffer);

/* All bytes become 0, as they are at first, once what was enqueued before is done. */
enum lb_status lb_buffer_clear(struct lb_buffer *buffer, struct lb_error *err);

/* Blocking transfers of `bytes` from or to `offset` in the buffer. */
enum lb_status lb_buffer_write(struct lb_buffer *buffer, uint64_t offset, uint64_t bytes,
                               const void *data, struct lb_error *err);
enum lb_status lb_buffer_read(struct lb_buffer *buffer, uint64_t offset, uint64_t bytes, void *data,
                              struct lb_error *err);

/* Enqueues a copy of all of `from` to the beginning of `to`. */
enum lb_status lb_buffer_copy(const struct lb_buffer *from, struct lb_buffer *to,
                              struct lb_error *err);

/* Adds "device", as results name it: platform, name, driver, type. */
void lb_json_device(struct lb_json *w, const struct lb_device_info *info);

#endif
