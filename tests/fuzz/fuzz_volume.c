/* fuzz_volume.c - blocks of numbers as images are.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "fuzz/fuzz.h"
#include "volume/volume.h"

struct counted {
    const struct lb_volume *v;
    uint64_t cells;
    double sum; /* all numbers are read */
};

static void count_row(void *context, const uint32_t at[3], int axis, uint32_t count,
                      const double *numbers)
{
    struct counted *c = context;
    uint32_t last[3] = {at[0], at[1], at[2]};
    last[axis] += count - 1;
    for (int a = 0; a < 3; a++)
        lb_fuzz_promise(last[a] < c->v->size[a], "a row is inside of its block");
    for (uint32_t n = 0; n < count * c->v->components; n++)
        c->sum += numbers[n];
    c->cells += count;
}

/* What was opened has all its cells, once each, unless what is compressed shows its damage only now. */
static bool read(const char *name, const uint8_t *bytes, size_t size)
{
    char path[300];
    const struct lb_volume_hints hints = {.array = NULL};
    struct lb_volume v;
    struct lb_error err = {0};
    lb_fuzz_put(name, bytes, size);
    snprintf(path, sizeof path, "%s/%s", lb_fuzz_folder(), name);
    if (lb_volume_open(path, &hints, &v, &err) != LB_STATUS_OK) {
        lb_fuzz_promise(err.text[0] != '\0', "a failure has a sentence");
        return false;
    }
    struct counted c = {&v, 0, 0.0};
    const bool is_read = lb_volume_read(&v, count_row, &c, &err) == LB_STATUS_OK;
    lb_fuzz_promise(is_read || v.is_gzip, "what is long enough is read");
    lb_fuzz_promise(is_read || err.text[0] != '\0', "a failure has a sentence");
    lb_fuzz_promise(!is_read || c.cells == (uint64_t)v.size[0] * v.size[1] * v.size[2],
                    "all cells are there");
    lb_volume_close(&v);
    return true;
}

static bool read_npy(const uint8_t *bytes, size_t size)
{
    return read("a.npy", bytes, size);
}

static bool read_nrrd(const uint8_t *bytes, size_t size)
{
    return read("a.nrrd", bytes, size);
}

static bool read_tif(const uint8_t *bytes, size_t size)
{
    return read("a.tif", bytes, size);
}

static bool read_vti(const uint8_t *bytes, size_t size)
{
    return read("a.vti", bytes, size);
}

const struct lb_fuzz_target lb_fuzz_volume_npy = {"volume_npy", read_npy};
const struct lb_fuzz_target lb_fuzz_volume_nrrd = {"volume_nrrd", read_nrrd};
const struct lb_fuzz_target lb_fuzz_volume_tif = {"volume_tif", read_tif};
const struct lb_fuzz_target lb_fuzz_volume_vti = {"volume_vti", read_vti};
