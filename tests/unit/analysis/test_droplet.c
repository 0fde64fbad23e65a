/* Droplets of a field are those that a search without any cleverness finds: labels that are handed
 * from neighbour to neighbour until nothing changes.
 * SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/droplet.h"
#include "support/check.h"

enum { MAX_CELLS = 8192, WORD = 32 };

/* A whole field, x fastest. */
struct field {
    uint32_t size[3];
    int up;
    bool wet[MAX_CELLS];
    uint32_t bits[MAX_CELLS]; /* of all layers, as they were when each was read */
    unsigned reads[256];      /* of each layer */
};

static size_t number(const struct field *f, uint32_t x, uint32_t y, uint32_t z)
{
    return ((size_t)z * f->size[1] + y) * f->size[0] + x;
}

static size_t cell_count(const struct field *f)
{
    return (size_t)f->size[0] * f->size[1] * f->size[2];
}

static enum lb_status read_layer(void *source, uint32_t layer, const uint32_t **bits,
                                 struct lb_error *err)
{
    struct field *f = source;
    const struct lb_layers l = {{f->size[0], f->size[1], f->size[2]}, f->up, NULL, NULL, NULL};
    const int a = lb_layers_axis(f->up, 0), b = lb_layers_axis(f->up, 1);
    const size_t words = lb_layers_row_words(&l);
    uint32_t *out = f->bits + layer * words * f->size[b], at[3];
    (void)err;
    f->reads[layer]++;
    memset(out, 0, words * f->size[b] * sizeof *out);
    at[f->up] = layer;
    for (at[b] = 0; at[b] < f->size[b]; at[b]++)
        for (at[a] = 0; at[a] < f->size[a]; at[a]++)
            if (f->wet[number(f, at[0], at[1], at[2])])
                out[at[b] * words + at[a] / WORD] |= 1u << at[a] % WORD;
    *bits = out;
    return LB_STATUS_OK;
}

static struct lb_layers layers_of(struct field *f)
{
    return (struct lb_layers){{f->size[0], f->size[1], f->size[2]}, f->up, read_layer, NULL, f};
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* `percent` of the cells are wet, and one layer across each axis, but for a hole, is dry. */
static void make_random(struct field *f, uint32_t percent, uint32_t *state)
{
    for (uint32_t z = 0; z < f->size[2]; z++)
        for (uint32_t y = 0; y < f->size[1]; y++)
            for (uint32_t x = 0; x < f->size[0]; x++) {
                const bool wall = percent > 20 && ((x == 0 && y > 1) || (f->up == 2 && z == 0));
                f->wet[number(f, x, y, z)] = !wall && next_random(state) % 100 < percent;
            }
}

/* The least label of a cell and its 26 neighbours. */
static size_t min_around(const struct field *f, const size_t *label, uint32_t x, uint32_t y,
                         uint32_t z)
{
    size_t min = label[number(f, x, y, z)];
    for (uint32_t k = 0; k < 27; k++) {
        const uint32_t i = (x + f->size[0] + k % 3 - 1) % f->size[0];
        const uint32_t j = (y + f->size[1] + k / 3 % 3 - 1) % f->size[1];
        const uint32_t l = (z + f->size[2] + k / 9 - 1) % f->size[2];
        const size_t n = number(f, i, j, l);
        if (f->wet[n] && label[n] < min) min = label[n];
    }
    return min;
}

static void label_by_hand(const struct field *f, size_t *label)
{
    bool changed = true;
    for (size_t n = 0; n < cell_count(f); n++)
        label[n] = n;
    while (changed) {
        changed = false;
        for (uint32_t z = 0; z < f->size[2]; z++)
            for (uint32_t y = 0; y < f->size[1]; y++)
                for (uint32_t x = 0; x < f->size[0]; x++) {
                    const size_t n = number(f, x, y, z);
                    if (!f->wet[n]) continue;
                    const size_t min = min_around(f, label, x, y, z);
                    changed = changed || min != label[n];
                    label[n] = min;
                }
    }
}

static uint32_t layer_of(const struct field *f, size_t n)
{
    const uint32_t at[3] = {(uint32_t)(n % f->size[0]), (uint32_t)(n / f->size[0] % f->size[1]),
                            (uint32_t)(n / ((size_t)f->size[0] * f->size[1]))};
    return at[f->up];
}

/* Of each label: whether it touches the top, whether it reaches too far down. */
static void judge(const struct field *f, const size_t *label, uint32_t top, uint32_t lowest,
                  bool *is_droplet)
{
    static bool touches[MAX_CELLS], hangs[MAX_CELLS];
    memset(touches, 0, sizeof touches);
    memset(hangs, 0, sizeof hangs);
    for (size_t n = 0; n < cell_count(f); n++) {
        if (!f->wet[n]) continue;
        if (layer_of(f, n) == top) touches[label[n]] = true;
        if (layer_of(f, n) < lowest) hangs[label[n]] = true;
    }
    for (size_t n = 0; n < cell_count(f); n++)
        is_droplet[n] = touches[n] && !hangs[n];
}

/* How many droplets the field has; -1 where the two searches disagree. */
static int compare(struct field *f, uint32_t top, uint32_t lowest)
{
    static size_t label[MAX_CELLS], seen[MAX_CELLS];
    static bool is_droplet[MAX_CELLS];
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    const struct lb_layers layers = layers_of(f);
    size_t expected = 0, wrong = 0;
    label_by_hand(f, label);
    judge(f, label, top, lowest, is_droplet);
    for (size_t n = 0; n < cell_count(f); n++)
        expected += is_droplet[n];
    if (!LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){top, top}, lowest, &d, &err), &err))
        return -1;
    for (size_t k = 0; k < d.count; k++)
        seen[k] = SIZE_MAX;
    for (size_t n = 0; n < cell_count(f); n++) {
        const uint32_t x = (uint32_t)(n % f->size[0]), y = (uint32_t)(n / f->size[0] % f->size[1]),
                       z = (uint32_t)(n / ((size_t)f->size[0] * f->size[1]));
        const ptrdiff_t mine = lb_droplets_at(&d, x, y, z);
        const bool is_one = f->wet[n] && is_droplet[label[n]];
        if (is_one != (mine >= 0)) wrong++;
        if (!is_one || mine < 0) continue;
        if (seen[mine] == SIZE_MAX) seen[mine] = label[n];
        if (seen[mine] != label[n]) wrong++;
    }
    const bool ok = wrong == 0 && d.count == expected;
    const int count = ok ? (int)d.count : -1;
    lb_droplets_clear(&d);
    return count;
}

static void random_fields_have_the_droplets_that_handing_labels_around_finds(void)
{
    /* rows of less and of more than a word, and of whole words */
    static const uint32_t sizes[][3] = {{12, 10, 14}, {9, 16, 11}, {24, 30, 1}, {2, 3, 20},
                                        {70, 5, 14},  {64, 6, 12}, {1, 33, 40}, {100, 40, 1}};
    static struct field f;
    uint32_t state = 7;
    int found = 0, disagreements = 0;
    for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++)
        for (uint32_t percent = 4; percent < 34; percent += 5)
            for (f.up = 0; f.up < (sizes[n][2] == 1 ? 2 : 3); f.up++) {
                memcpy(f.size, sizes[n], sizeof f.size);
                make_random(&f, percent, &state);
                const uint32_t height = f.size[f.up];
                const int count = compare(&f, height - 1 - height / 9, height / 2);
                if (count < 0) disagreements++;
                if (count > 0) found += count;
            }
    LB_CHECK_EQUAL_INT(disagreements, 0);
    LB_CHECK(found > 100); /* there was something to find */
}

static void only_layers_that_droplets_reach_are_read(void)
{
    static struct field f = {.size = {8, 8, 40}, .up = 2};
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    const struct lb_layers layers = layers_of(&f);
    memset(f.wet, 0, sizeof f.wet);
    for (uint32_t z = 30; z < 39; z++) /* below the lid, in layer 39 */
        f.wet[number(&f, 3, 3, z)] = true;
    memset(f.wet, true, 8 * 8 * 18);
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){38, 38}, 20, &d, &err), &err);
    LB_CHECK_EQUAL_INT(d.count, 1);
    LB_CHECK_EQUAL_INT(d.cell_count, 9);
    for (uint32_t z = 0; z < 40; z++)
        LB_CHECK_EQUAL_INT(f.reads[z], z >= 29 ? 1 : 0);
    lb_droplets_clear(&d);
}

static void a_column_that_stands_on_the_pool_is_no_droplet(void)
{
    static struct field f = {.size = {8, 8, 21}, .up = 2};
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    const struct lb_layers layers = layers_of(&f);
    memset(f.wet, true, 8 * 8 * 6);
    for (uint32_t z = 6; z < 20; z++)
        f.wet[number(&f, 3, 3, z)] = true;
    f.wet[number(&f, 6, 6, 19)] = true; /* and one that is */
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){19, 19}, 10, &d, &err), &err);
    LB_CHECK_EQUAL_INT(d.count, 1);
    LB_CHECK_EQUAL_INT(lb_droplets_at(&d, 3, 3, 19), -1);
    LB_CHECK_EQUAL_INT(lb_droplets_at(&d, 6, 6, 19), 0);
    f.wet[number(&f, 3, 3, 9)] = false; /* torn off */
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){19, 19}, 10, &d, &err), &err);
    LB_CHECK_EQUAL_INT(d.count, 2);
    LB_CHECK_EQUAL_INT(lb_droplets_at(&d, 3, 3, 19), 0);
    LB_CHECK_EQUAL_INT(lb_droplets_at(&d, 6, 6, 19), 1);
    LB_CHECK(d.list != NULL && d.list[0].cells == 10);
    f.wet[number(&f, 6, 6, 20)] = true; /* no lid: the side above the top is the pool's below */
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){20, 20}, 10, &d, &err), &err);
    LB_CHECK_EQUAL_INT(d.count, 0);
    lb_droplets_clear(&d);
}

/* Two cells on either side of a periodic side, and one elsewhere; numbers by hand. */
static void a_droplet_across_a_periodic_side_is_measured_as_one(void)
{
    static struct field f = {.size = {10, 10, 10}, .up = 2};
    struct lb_error err = {0};
    struct lb_droplets d = {.list = NULL};
    const struct lb_layers layers = layers_of(&f);
    const struct lb_wet_content contents[] = {{0.5, 1.0, {0.1, 0.0, 0.0}}, /* in order of numbers */
                                              {0.25, 0.0, {9.0, 9.0, 9.0}},
                                              {1.0, 3.0, {-0.1, 0.4, 0.2}}};
    memset(f.wet, 0, sizeof f.wet);
    f.wet[number(&f, 0, 4, 9)] = f.wet[number(&f, 9, 5, 9)] = true;
    f.wet[number(&f, 5, 4, 9)] = true;
    LB_CHECK_OK(lb_droplets_find(&layers, &(struct lb_top){9, 9}, 5, &d, &err), &err);
    if (!LB_CHECK(d.count == 2 && d.cell_count == 3)) return;
    lb_droplets_measure(&d, contents);
    const struct lb_droplet *one = &d.list[0], *speck = &d.list[1];
    LB_CHECK_EQUAL_INT(one->cells, 2);
    LB_CHECK_CLOSE(one->volume, 1.5, 1e-15);
    LB_CHECK_CLOSE(one->mass, 4.0, 1e-15);
    LB_CHECK_CLOSE(one->velocity[0], (0.1 - 0.3) / 4.0, 1e-14);
    LB_CHECK_CLOSE(one->velocity[1], 0.3, 1e-14);
    LB_CHECK_CLOSE(one->velocity[2], 0.15, 1e-14);
    LB_CHECK_CLOSE(one->centroid[0], 10.0 + (0.5 - 3.0 * 0.5) / 4.0, 1e-14);
    LB_CHECK_CLOSE(one->centroid[1], (4.5 + 3.0 * 5.5) / 4.0, 1e-14);
    LB_CHECK_CLOSE(one->centroid[2], 9.5, 1e-14);
    LB_CHECK_CLOSE(pow(one->diameter, 3.0), 6.0 / 3.14159265358979 * 1.5, 1e-12);
    LB_CHECK_EQUAL_INT(speck->cells, 1);
    LB_CHECK_NEAR(speck->velocity[0], 0.0, 0.0);
    LB_CHECK_CLOSE(speck->centroid[0], 5.5, 1e-14);
    lb_droplets_clear(&d);
    LB_CHECK_EQUAL_INT(lb_droplets_at(&d, 0, 4, 9), -1);
}

/* Cells of everything that is wet in some layers, by their numbers; whatever axis is up. */
static void all_of_a_layer_is_listed_by_number(void)
{
    static struct field f = {.size = {40, 9, 7}};
    static uint64_t numbers[MAX_CELLS];
    static bool listed[MAX_CELLS];
    uint32_t state = 3;
    for (f.up = 0; f.up < 3; f.up++) {
        struct lb_error err = {0};
        struct lb_droplets d = {.list = NULL};
        const struct lb_layers layers = layers_of(&f);
        size_t wrong = 0;
        make_random(&f, 30, &state);
        LB_CHECK_OK(lb_droplets_all(&layers, &(struct lb_top){3, 4}, &d, &err), &err);
        if (!LB_CHECK(d.count == 1 && d.list[0].cells == d.cell_count)) return;
        lb_droplets_numbers(&d, numbers);
        memset(listed, 0, sizeof listed);
        for (size_t n = 0; n < d.cell_count; n++)
            listed[numbers[n]] = true;
        for (size_t n = 0; n < cell_count(&f); n++) {
            const bool is_in = layer_of(&f, n) == 3 || layer_of(&f, n) == 4;
            wrong += listed[n] != (is_in && f.wet[n]);
        }
        LB_CHECK_EQUAL_INT(wrong, 0);
        lb_droplets_clear(&d);
        memset(f.wet, 0, sizeof f.wet);
        LB_CHECK_OK(lb_droplets_all(&layers, &(struct lb_top){3, 4}, &d, &err), &err);
        LB_CHECK_EQUAL_INT(d.count, 0);
        lb_droplets_clear(&d);
    }
}

/* A cell is beside a droplet where one of its neighbours, across the sides too, is in it. */
static void what_is_beside_a_droplet_is_told(void)
{
    static struct field f = {.size = {10, 10, 12}};
    static const uint32_t in[3] = {9, 4, 11}; /* a corner of the box, but for y */
    for (f.up = 0; f.up < 3; f.up++) {
        struct lb_error err = {0};
        struct lb_droplets d = {.list = NULL};
        const struct lb_layers layers = layers_of(&f);
        size_t beside = 0, wrong = 0;
        memset(f.wet, 0, sizeof f.wet);
        f.wet[number(&f, in[0], in[1], in[2])] = true;
        LB_CHECK_EQUAL_INT(lb_droplets_beside(&d, 1, 1, 1), -1); /* there is none */
        LB_CHECK_OK(lb_droplets_all(&layers, &(struct lb_top){0, f.size[f.up] - 1}, &d, &err),
                    &err);
        for (size_t n = 0; n < cell_count(&f); n++) {
            const uint32_t at[3] = {(uint32_t)(n % 10), (uint32_t)(n / 10 % 10),
                                    (uint32_t)(n / 100)};
            bool is_near = true;
            for (int axis = 0; axis < 3; axis++) {
                const uint32_t way = (at[axis] + f.size[axis] - in[axis]) % f.size[axis];
                is_near = is_near && (way <= 1 || way == f.size[axis] - 1);
            }
            beside += is_near;
            wrong += lb_droplets_beside(&d, at[0], at[1], at[2]) != (is_near ? 0 : -1);
        }
        LB_CHECK_EQUAL_INT(beside, 27);
        LB_CHECK_EQUAL_INT(wrong, 0);
        lb_droplets_clear(&d);
    }
}

int main(void)
{
    LB_TEST(random_fields_have_the_droplets_that_handing_labels_around_finds);
    LB_TEST(only_layers_that_droplets_reach_are_read);
    LB_TEST(a_column_that_stands_on_the_pool_is_no_droplet);
    LB_TEST(a_droplet_across_a_periodic_side_is_measured_as_one);
    LB_TEST(all_of_a_layer_is_listed_by_number);
    LB_TEST(what_is_beside_a_droplet_is_told);
    return lb_check_report();
}
