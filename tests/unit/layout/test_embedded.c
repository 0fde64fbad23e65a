/* test_embedded.c - the kernels inside the program are the kernels on disk.
 * SPDX-License-Identifier: MIT */
#include "layout/embedded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* The whole file, zero-terminated; NULL where it cannot be read.  Caller frees. */
static char *read_kernel(const char *name, size_t *size)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/kernels/%s", LB_TEST_SOURCE_DIR, name);
    FILE *stream = length < (int)sizeof path ? fopen(path, "rb") : NULL;
    if (stream == NULL) return NULL;
    char *text = NULL;
    long end = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    if (end >= 0 && fseek(stream, 0, SEEK_SET) == 0) text = calloc((size_t)end + 1, 1);
    if (text != NULL) *size = fread(text, 1, (size_t)end, stream);
    fclose(stream);
    return text;
}

static void embedded_files_equal_the_files_on_disk(void)
{
    for (const struct lb_embedded_file *f = lb_embedded_files; f->name != NULL; f++) {
        size_t size = 0;
        char *text = read_kernel(f->name, &size);
        LB_CHECK(text != NULL);
        if (text != NULL) {
            LB_CHECK_EQUAL_INT(f->size, size);
            LB_CHECK_EQUAL_INT(strlen(f->text), size);
            LB_CHECK_EQUAL_TEXT(strcmp(f->text, text) == 0 ? "same" : f->name, "same");
        }
        free(text);
    }
}

static void every_slot_is_embedded(void)
{
    const char *const some[] = {"shared/cell_flags.h", "core/prelude.cl", "lattice/d3q19.def",
                                "storage/fp32.cl", "collide/srt.cl"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++) {
        const struct lb_embedded_file *f = lb_embedded_files;
        while (f->name != NULL && strcmp(f->name, some[i]) != 0)
            f++;
        LB_CHECK_EQUAL_TEXT(f->name, some[i]);
    }
}

int main(void)
{
    LB_TEST(embedded_files_equal_the_files_on_disk);
    LB_TEST(every_slot_is_embedded);
    return lb_check_report();
}
