/* test_kernel_constants.c - the constants that the host prints are those that the kernels' pages of them list, and a
 * condition in a text asks for nothing that is not there: OpenCL takes what is not defined for 0 without a word.
 * SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case/collision.h"
#include "case/rounding.h"
#include "opencl/device.h"
#include "support/check.h"
#include "workspace/kernel_constants.h"
#include "workspace/kernel_text.h"

static const struct lb_device_info cpu = {.name = "a CPU",
                                          .type = LB_DEVICE_CPU,
                                          .native_float_width = 8,
                                          .max_work_group = 1024,
                                          .memory = (uint64_t)64 << 30,
                                          .max_allocation = (uint64_t)64 << 30,
                                          .fp64 = true,
                                          .fp32_denormals = true};

struct trial {
    const char *lattice, *collision, *storage;
    enum lb_streaming streaming;
    bool has_surface;
    uint8_t kinds;
    uint32_t depth;
    double sponge;
};
static const struct trial trials[] = {
    {"d3q19", "srt", "fp32", LB_STREAMING_IN_PLACE, false, 0, 16, 0.0},
    {"d2q9", "trt", "fp16s", LB_STREAMING_PULL, false, LB_CELL_SOLID, 1, 4.0},
    {"d3q19", "mrt", "fp16c", LB_STREAMING_IN_PLACE, true, LB_CELL_SOLID, 16, 0.0},
    {"d3q27", "mrt", "bfp12", LB_STREAMING_IN_PLACE, false, LB_CELL_EQUILIBRIUM, 16, 0.0},
    {"d3q19", "rlb", "fp32", LB_STREAMING_MOMENTS, false, LB_CELL_SOLID | LB_CELL_MOVING, 16, 0.0},
};
enum { TRIALS = sizeof trials / sizeof *trials };

static void start(const void *state, uint32_t x, uint32_t y, uint32_t z, struct lb_cell *out)
{
    const struct trial *t = state;
    if (x == 0 && y == 0 && z == 0) out->flags = t->kinds;
}

static struct lb_case make_case(const struct trial *t)
{
    return (struct lb_case){.name = "constants",
                            .lattice = lb_lattice_find(t->lattice),
                            .collision = lb_collision_find(t->collision),
                            .storage = lb_number_format_find(t->storage),
                            .arithmetic = LB_ARITHMETIC_FP32,
                            .rounding = lb_rounding_default,
                            .streaming = t->streaming,
                            .shift = true,
                            .size = {32, 32, t->depth},
                            .viscosity = 0.1,
                            .surface = {t->has_surface, 0.0},
                            .sponge = {8.0, t->sponge},
                            .cell_kinds = t->kinds,
                            .start = start,
                            .start_state = t};
}

/* What a text is made of, for as long as `c` is there. */
struct source {
    struct lb_layout layout;
    struct lb_population_set set;
    struct lb_kernel_source of;
};

static void make_source(const struct lb_case *c, struct source *s)
{
    const struct lb_layout_wishes wishes = {0};
    lb_layout_choose(c, &wishes, &cpu, &s->layout);
    s->set = lb_case_populations(c, &s->layout);
    s->of = (struct lb_kernel_source){.c = c,
                                      .set = &s->set,
                                      .viscosity = lb_case_viscosity_model(c),
                                      .layout = &s->layout,
                                      .device = &cpu};
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* The next LB_ name at or behind `at`, its length; NULL: none. */
static const char *next_name(const char *at, size_t *length)
{
    while ((at = strstr(at, "LB_")) != NULL) {
        for (*length = 0; is_name(at[*length]);)
            ++*length;
        return at;
    }
    return NULL;
}

static bool has_word(const char *text, const char *word, size_t length)
{
    for (const char *at = text; (at = strstr(at, "LB_")) != NULL; at++)
        if (strncmp(at, word, length) == 0 && !is_name(at[length])) return true;
    return false;
}

static char *read_kernel(const char *name)
{
    static char text[3][16384];
    static int turn;
    char path[4096];
    char *out = text[turn++ % 3];
    snprintf(path, sizeof path, "%s/kernels/%s", LB_TEST_SOURCE_DIR, name);
    FILE *file = fopen(path, "r");
    if (!LB_CHECK(file != NULL)) return strcpy(out, "");
    out[fread(out, 1, sizeof text[0] - 1, file)] = '\0';
    fclose(file);
    return out;
}

/* As LB_RATE_..., LB_WEIGHT_N_D and LB_NX LB_NY LB_NZ, _Y, _Z are meant. */
static bool is_listed(const char *pages[3], const char *name, size_t length)
{
    static const char *const families[] = {"LB_WEIGHT_", "LB_RATE_", "LB_SHEAR_"};
    for (size_t n = 0; n < sizeof families / sizeof *families; n++)
        if (strncmp(name, families[n], strlen(families[n])) == 0) return true;
    for (int page = 0; page < 3; page++)
        if (has_word(pages[page], name, length)) return true;
    const char last = name[length - 1]; /* LB_FORCE_X, _Y, _Z */
    char first[64];
    if ((last != 'Y' && last != 'Z') || length >= sizeof first) return false;
    snprintf(first, sizeof first, "%.*sX", (int)length - 1, name);
    for (int page = 0; page < 3; page++)
        if (has_word(pages[page], first, length)) return true;
    return false;
}

static void what_is_printed_is_listed(void)
{
    const char *pages[3] = {read_kernel("core/prelude.cl"), read_kernel("box/subdomain.cl"),
                            read_kernel("immersed/positions.cl")};
    for (int n = 0; n < TRIALS; n++) {
        const struct lb_case c = make_case(&trials[n]);
        struct source s;
        char *text = NULL;
        size_t size = 0, length = 0;
        make_source(&c, &s);
        FILE *out = open_memstream(&text, &size);
        lb_kernel_constants_print(out, "step/step.cl", &s.of);
        fclose(out);
        int count = 0;
        for (const char *line = text; (line = strstr(line, "#define LB_")) != NULL; line++) {
            const char *name = next_name(line, &length);
            if (!is_listed(pages, name, length)) printf("# not listed: %.*s\n", (int)length, name);
            LB_CHECK(is_listed(pages, name, length));
            count++;
        }
        LB_CHECK(count > 40);
        free(text);
    }
}

/* The names in conditions, but in defined(...), are defined somewhere in the text. */
static void check_conditions(const char *text, const char *entry)
{
    char define[96];
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        if (*line == '\n') line++;
        if (strncmp(line, "#if ", 4) != 0 && strncmp(line, "#elif ", 6) != 0) continue;
        const char *end = line;
        do {
            end = strchr(end + 1, '\n');
        } while (end != NULL && end[-1] == '\\');
        size_t length = 0;
        for (const char *at = line; (at = next_name(at, &length)) != NULL && at < end;
             at += length) {
            if (strncmp(at - 8, "defined(", 8) == 0 || at[length] == '(') continue;
            snprintf(define, sizeof define, "#define %.*s", (int)length, at);
            const char *found = strstr(text, define);
            while (found != NULL && is_name(found[strlen(define)]))
                found = strstr(found + 1, define);
            if (found == NULL)
                printf("# %s asks for %.*s, which is not there\n", entry, (int)length, at);
            LB_CHECK(found != NULL);
        }
    }
}

static void conditions_ask_for_what_is_there(void)
{
    for (int n = 0; n < TRIALS; n++) {
        const char *const entries[] = {
            trials[n].streaming == LB_STREAMING_MOMENTS ? "step/moments_step.cl" : "step/step.cl",
            "cell/cells.cl", trials[n].has_surface ? "surface/surface.cl" : NULL};
        const struct lb_case c = make_case(&trials[n]);
        struct source s;
        make_source(&c, &s);
        for (int e = 0; e < 3 && entries[e] != NULL; e++) {
            struct lb_error err = {0};
            char *text = NULL;
            s.of.is_scalar = e > 0;
            LB_CHECK_OK(lb_kernel_text_create(entries[e], &s.of, NULL, &text, &err), &err);
            if (text != NULL) check_conditions(text, entries[e]);
            free(text);
        }
    }
}

int main(void)
{
    LB_TEST(what_is_printed_is_listed);
    LB_TEST(conditions_ask_for_what_is_there);
    return lb_check_report();
}
