/* volume.c - opens blocks of numbers, and reads their rows.
 * SPDX-License-Identifier: MIT */
#include "volume/volume.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/read_text.h"
#include "volume/gunzip.h"
#include "volume/volume_internal.h"

enum { MOST_HEAD = 1 << 20 };

/* --- kinds of files and of numbers --------------------------------------------------------------------------- */

static const struct {
    const char *ending;
    lb_volume_head *read;
} kinds[] = {{".npy", lb_volume_head_npy},  {".nrrd", lb_volume_head_nrrd},
             {".raw", lb_volume_head_raw},  {".tif", lb_volume_head_tif},
             {".tiff", lb_volume_head_tif}, {".vti", lb_volume_head_vti}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };
const char lb_volume_endings[] = ".npy, .nrrd, .raw, .tif or .vti";

static const struct {
    const char *name;
    unsigned bytes;
} types[LB_VOLUME_TYPES] = {
    [LB_VOLUME_BOOL] = {"bool", 1}, [LB_VOLUME_U8] = {"u8", 1},   [LB_VOLUME_I8] = {"i8", 1},
    [LB_VOLUME_U16] = {"u16", 2},   [LB_VOLUME_I16] = {"i16", 2}, [LB_VOLUME_U32] = {"u32", 4},
    [LB_VOLUME_I32] = {"i32", 4},   [LB_VOLUME_U64] = {"u64", 8}, [LB_VOLUME_I64] = {"i64", 8},
    [LB_VOLUME_F32] = {"f32", 4},   [LB_VOLUME_F64] = {"f64", 8}};

unsigned lb_volume_type_bytes(enum lb_volume_type type)
{
    return types[type].bytes;
}

bool lb_volume_type_of(const char *word, enum lb_volume_type *out)
{
    int n = 0;
    while (n < LB_VOLUME_TYPES && strcmp(types[n].name, word) != 0)
        n++;
    if (n < LB_VOLUME_TYPES) *out = (enum lb_volume_type)n;
    return n < LB_VOLUME_TYPES;
}

static int kind_of(const char *path)
{
    for (int n = 0; n < KINDS; n++)
        if (lb_text_ends_with(path, kinds[n].ending)) return n;
    return -1;
}

bool lb_volume_is_known(const char *path)
{
    return kind_of(path) >= 0;
}

/* --- opening ------------------------------------------------------------------------------------------------- */

enum lb_status lb_volume_set_size(struct lb_volume *v, const uint64_t *extent, int count,
                                  struct lb_error *err)
{
    const uint64_t most = 1000000;
    double all = 1.0;
    LB_NEED(count == 2 || count == 3, LB_STATUS_USAGE,
            "'%s' has %d dimensions, and 2 or 3 are possible", v->path, count);
    v->dimensions = count;
    for (int n = 0; n < 3; n++) {
        const uint64_t cells = n < count ? extent[n] : 1;
        LB_NEED(cells > 0 && cells <= most, LB_STATUS_USAGE,
                "'%s' has an extent of %llu cells; 1 to 10^6 are possible", v->path,
                (unsigned long long)cells);
        v->size[n] = (uint32_t)cells;
        v->order[n] = n;
        all *= (double)cells;
    }
    LB_NEED(all <= 1e11, LB_STATUS_USAGE, "'%s' has %.3g cells; 10^11 are the most", v->path, all);
    return LB_STATUS_OK;
}

/* What is wrong with the words about a .raw file: it has so many bytes. */
static enum lb_status refuse_raw(const struct lb_volume *v, uint64_t length, struct lb_error *err)
{
    const uint64_t cells = (uint64_t)v->size[0] * v->size[1] * v->size[2];
    int fits = LB_VOLUME_U8;
    while (fits < LB_VOLUME_TYPES && cells * types[fits].bytes != length)
        fits++;
    return lb_fail(err, LB_STATUS_USAGE,
                   "'%s' has %llu bytes, and %u x %u x %u cells of type=%s are %llu: %s%s", v->path,
                   (unsigned long long)length, v->size[0], v->size[1], v->size[2],
                   types[v->type].name, (unsigned long long)(cells * types[v->type].bytes),
                   fits < LB_VOLUME_TYPES ? "they would be those of type="
                                          : "size= must be another",
                   fits < LB_VOLUME_TYPES ? types[fits].name : "");
}

/* Numbers that nobody would read: a second array, a stack whose pages are not all told. */
static enum lb_status check_rest(const struct lb_volume *v, uint64_t length, uint64_t bytes,
                                 uint64_t layer, struct lb_error *err)
{
    const uint64_t all = layer * v->size[2], known = bytes > v->head_end ? bytes : v->head_end;
    const uint64_t rest = length > known ? length - known : 0;
    LB_NEED(v->said == UINT64_MAX || v->said == all, LB_STATUS_USAGE,
            "'%s' says that its array has %llu bytes, and %u x %u x %u cells are %llu", v->path,
            (unsigned long long)v->said, v->size[0], v->size[1], v->size[2],
            (unsigned long long)all);
    const uint64_t least = v->pages != NULL ? layer : 1;
    LB_NEED(
        v->is_gzip || v->said != UINT64_MAX || rest < least, LB_STATUS_USAGE,
        "'%s' has %llu bytes, and its head and the %u x %u x %u cells it tells of are %llu: what "
        "follows would not be read",
        v->path, (unsigned long long)length, v->size[0], v->size[1], v->size[2],
        (unsigned long long)known);
    return LB_STATUS_OK;
}

static enum lb_status check_length(const struct lb_volume *v, bool is_raw, struct lb_error *err)
{
    const uint64_t layer = (uint64_t)v->size[0] * v->size[1] * v->components * types[v->type].bytes;
    uint64_t bytes = v->begin + layer * v->size[2];
    if (v->is_gzip) bytes = v->begin + layer * v->size[2] / LB_GUNZIP_MOST_OF_BYTE;
    for (uint32_t k = 0; v->pages != NULL && k < v->size[2]; k++)
        bytes = v->pages[k] + layer > bytes ? v->pages[k] + layer : bytes;
    LB_NEED(fseeko(v->stream, 0, SEEK_END) == 0, LB_STATUS_USAGE, "cannot read '%s': %s", v->path,
            strerror(errno));
    const off_t length = ftello(v->stream);
    if (is_raw && length >= 0 && (uint64_t)length != bytes)
        return refuse_raw(v, (uint64_t)length, err);
    LB_NEED(length >= 0 && (uint64_t)length >= bytes, LB_STATUS_USAGE,
            "'%s' has %lld bytes, less than the %llu that %u x %u x %u cells take: it is cut short",
            v->path, (long long)length, (unsigned long long)bytes, v->size[0], v->size[1],
            v->size[2]);
    return check_rest(v, (uint64_t)length, bytes, layer, err);
}

static enum lb_status read_head(int kind, const struct lb_volume_hints *hints, struct lb_volume *v,
                                struct lb_error *err)
{
    char *head = calloc(MOST_HEAD + 1, 1);
    LB_NEED(head != NULL, LB_STATUS_FAILED, "no memory to read '%s'", v->path);
    const size_t size = fread(head, 1, MOST_HEAD, v->stream);
    const enum lb_status st =
        ferror(v->stream)
            ? lb_fail(err, LB_STATUS_USAGE, "cannot read '%s': %s", v->path, strerror(errno))
            : kinds[kind].read(head, size, hints, v, err);
    free(head);
    return st;
}

enum lb_status lb_volume_open(const char *path, const struct lb_volume_hints *hints,
                              struct lb_volume *out, struct lb_error *err)
{
    const int kind = kind_of(path);
    const char *why;
    *out = (struct lb_volume){.path = path, .components = 1, .spacing = 1.0, .said = UINT64_MAX};
    LB_NEED(kind >= 0, LB_STATUS_USAGE, "'%s' is none of %s", path, lb_volume_endings);
    out->stream = lb_open_ordinary(path, &why);
    LB_NEED(out->stream != NULL, LB_STATUS_USAGE, "cannot read '%s': %s", path, why);
    enum lb_status st = read_head(kind, hints, out, err);
    if (st == LB_STATUS_OK) st = check_length(out, strcmp(kinds[kind].ending, ".raw") == 0, err);
    if (st == LB_STATUS_OK && out->is_gzip)
        st = lb_gunzip_open(out->stream, path, &out->gunzip, err);
    if (st != LB_STATUS_OK) lb_volume_close(out);
    return st;
}

void lb_volume_close(struct lb_volume *v)
{
    if (v->stream != NULL) fclose(v->stream);
    free(v->pages);
    lb_gunzip_close(v->gunzip);
    v->gunzip = NULL;
    v->stream = NULL;
    v->pages = NULL;
}

/* --- reading ------------------------------------------------------------------------------------------------- */

static double number_at(const struct lb_volume *v, const unsigned char *bytes)
{
    const unsigned count = types[v->type].bytes;
    if (count == 1) return v->type == LB_VOLUME_I8 ? (double)(int8_t)*bytes : (double)*bytes;
    uint64_t bits = 0;
    float single;
    double number;
    for (unsigned n = 0; n < count; n++)
        bits |= (uint64_t)bytes[v->is_big_endian ? count - 1 - n : n] << 8 * n;
    switch (v->type) {
    case LB_VOLUME_I16: return (int16_t)bits;
    case LB_VOLUME_I32: return (int32_t)bits;
    case LB_VOLUME_I64: return (double)(int64_t)bits;
    case LB_VOLUME_F32: {
        const uint32_t half = (uint32_t)bits;
        memcpy(&single, &half, sizeof single);
        return (double)single;
    }
    case LB_VOLUME_F64: memcpy(&number, &bits, sizeof number); return number;
    default: return (double)bits;
    }
}

static enum lb_status read_bytes(struct lb_volume *v, unsigned char *bytes, size_t count,
                                 struct lb_error *err)
{
    if (v->gunzip != NULL) return lb_gunzip_read(v->gunzip, bytes, count, err);
    LB_NEED(fread(bytes, 1, count, v->stream) == count, LB_STATUS_USAGE,
            "'%s' ends too early, or cannot be read", v->path);
    return LB_STATUS_OK;
}

static enum lb_status read_rows(struct lb_volume *v, unsigned char *bytes, double *numbers,
                                lb_volume_row *take, void *context, struct lb_error *err)
{
    const unsigned each = types[v->type].bytes;
    const uint32_t row = v->size[v->order[0]];
    const size_t count = (size_t)row * v->components;
    uint32_t at[3] = {0, 0, 0};
    for (uint32_t k = 0; k < v->size[v->order[2]]; k++) {
        LB_NEED(v->pages == NULL || fseeko(v->stream, (off_t)v->pages[k], SEEK_SET) == 0,
                LB_STATUS_USAGE, "cannot read '%s': %s", v->path, strerror(errno));
        for (uint32_t j = 0; j < v->size[v->order[1]]; j++) {
            LB_OK(read_bytes(v, bytes, each * count, err));
            for (size_t n = 0; n < count; n++)
                numbers[n] = number_at(v, bytes + each * n);
            at[v->order[1]] = j;
            at[v->order[2]] = k;
            take(context, at, v->order[0], row, numbers);
        }
    }
    return LB_STATUS_OK;
}

enum lb_status lb_volume_read(struct lb_volume *v, lb_volume_row *take, void *context,
                              struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t count = (size_t)v->size[v->order[0]] * v->components;
    unsigned char *bytes = malloc(count * types[v->type].bytes);
    double *numbers = malloc(count * sizeof *numbers);
    LB_REQUIRE(bytes != NULL && numbers != NULL, LB_STATUS_FAILED, "no memory for a row of '%s'",
               v->path);
    LB_REQUIRE(fseeko(v->stream, (off_t)v->begin, SEEK_SET) == 0, LB_STATUS_USAGE,
               "cannot read '%s': %s", v->path, strerror(errno));
    if (v->gunzip != NULL) LB_TRY(lb_gunzip_begin(v->gunzip, err));
    LB_TRY(read_rows(v, bytes, numbers, take, context, err));
    if (v->gunzip != NULL) LB_TRY(lb_gunzip_end(v->gunzip, err));
cleanup:
    free(bytes);
    free(numbers);
    return st;
}
