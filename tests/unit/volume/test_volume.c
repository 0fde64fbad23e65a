/* Blocks of numbers in files: those that others wrote are read, and what is none has a sentence.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/check.h"
#include "support/python.h"
#include "volume/volume.h"

static const char folder[] = "volumes";
static bool has_numpy;

struct seen {
    bool is_bool;
    unsigned component, components;
    int cells, wrong;
};

static void look(void *context, const uint32_t at[3], int axis, uint32_t count,
                 const double *numbers)
{
    struct seen *s = context;
    for (uint32_t n = 0; n < count; n++) {
        uint32_t cell[3] = {at[0], at[1], at[2]};
        cell[axis] += n;
        const uint32_t expected = cell[0] + 10 * cell[1] + 100 * cell[2];
        const double number = numbers[n * s->components + s->component];
        s->cells++;
        s->wrong += number != (double)(s->is_bool ? expected % 2 : expected);
    }
}

static void check_block(const char *name, const struct lb_volume_hints *hints, unsigned component)
{
    char path[200];
    struct lb_volume v;
    struct lb_error err = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!LB_CHECK_OK(lb_volume_open(path, hints, &v, &err), &err)) return;
    struct seen s = {v.type == LB_VOLUME_BOOL, component, v.components, 0, 0};
    LB_CHECK_EQUAL_INT(v.dimensions, hints->dimensions);
    LB_CHECK(memcmp(v.size, hints->size, sizeof v.size) == 0);
    for (int time = 1; time <= 2; time++) {
        LB_CHECK_OK(lb_volume_read(&v, look, &s, &err), &err);
        LB_CHECK(s.cells == time * (int)(v.size[0] * v.size[1] * v.size[2]));
    }
    if (!LB_CHECK_EQUAL_INT(s.wrong, 0)) printf("    in %s\n", name);
    lb_volume_close(&v);
}

static void check_file(const char *name, const char *array, unsigned component)
{
    const int depth = strstr(name, "2-") != NULL ? 1 : 2;
    const struct lb_volume_hints hints = {
        .size = {3, 4, (uint32_t)depth}, .dimensions = depth + 1, .array = array};
    check_block(name, &hints, component);
}

static void files_of_numpy_are_read(void)
{
    static const char *const kinds[] = {"bool",  "le-u1", "le-i1", "le-u2", "be-u2",
                                        "le-i4", "be-i8", "le-f4", "be-f4", "le-f8"};
    static const char *const orders[] = {"c", "f", "c2", "f2"};
    char name[64];
    for (int k = 0; k < 10 && has_numpy; k++)
        for (int n = 0; n < 4; n++) {
            /* 100 z of -128 to 127 wraps where numpy makes it */
            if (strcmp(kinds[k], "le-i1") == 0 && n < 2) continue;
            snprintf(name, sizeof name, "%s-%s.npy", orders[n], kinds[k]);
            check_file(name, NULL, 0);
        }
    if (has_numpy) check_file("long.npy", NULL, 0);
}

static void files_of_other_formats_are_read(void)
{
    static const char *const names[] = {"short.nrrd", "big.nrrd",   "float.nrrd", "byte.nrrd",
                                        "byte.tif",   "big.tif",    "float.tiff", "signed.tif",
                                        "wide.tif",   "strips.tif", "2-page.tif", "imagej.tif",
                                        "2-one.tif",  "2-other.tif"};
    for (size_t n = 0; n < sizeof names / sizeof *names && has_numpy; n++)
        check_file(names[n], NULL, 0);
    if (has_numpy) check_file("cells.vti", NULL, 0); /* the first of one number */
    if (has_numpy) check_file("cells.vti", "pair", 1);
}

static void refuse(const char *name, const char *bytes, size_t size, const char *words)
{
    struct lb_volume v;
    struct lb_error err = {0};
    const struct lb_volume_hints hints = {.size = {2, 2, 1}, .dimensions = 2, .type = LB_VOLUME_U8};
    FILE *file = fopen(name, "wb");
    if (!LB_CHECK(file != NULL && fwrite(bytes, 1, size, file) == size)) return;
    fclose(file);
    LB_CHECK_EQUAL_INT(lb_volume_open(name, &hints, &v, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("    it says: %s\n", err.text);
    remove(name);
}

static void refuse_npy(const char *dictionary, const char *words)
{
    char bytes[256] = "\x93NUMPY\x01";
    const size_t length = strlen(dictionary);
    bytes[8] = (char)length;
    memcpy(bytes + 10, dictionary, length);
    refuse("a.npy", bytes, 10 + length + 4, words);
}

#define VTI(file, data, appended)                                  \
    "<VTKFile type=\"ImageData\" byte_order=\"LittleEndian\"" file \
    "><ImageData><Piece Extent=\"0 1 0 1 0 0\"><PointData>" data   \
    "</PointData></Piece></ImageData>" appended

static void what_is_none_has_a_sentence(void)
{
    static const char vti_array[] = "<DataArray type=\"UInt8\" Name=\"a\" format=\"appended\" />";
    refuse("a.raw", "123", 3, "has 3 bytes, and 2 x 2 x 1 cells of type=u8 are 4: size= must be");
    refuse("a.raw", "12345678", 8, "are 4: they would be those of type=u16");
    refuse("a.txt", "1", 1, "is none of .npy, .nrrd, .raw, .tif or .vti");
    refuse("a.npy", "no array at all", 15, "is no array of NumPy");
    refuse_npy("{'descr': '<f2', 'fortran_order': False, 'shape': (2, 2), }", "is of a type");
    refuse_npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,2)}", "is of a type");
    refuse_npy("{'descr': '|u1', 'fortran_order': False, 'shape': (4,), }", "has 1 dimensions");
    refuse_npy("{'descr': '|u1', 'fortran_order': False, 'shape': (0, 2), }", "an extent of 0");
    refuse_npy("{'descr': '|u1', 'fortran_order': False, 'shape': (90000, 90000), }", "less than");
    refuse_npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 99999999999999999999), }",
               "10^6 are possible");
    refuse("a.nrrd", "NRRD0004\ntype: uchar\nsizes: 2 2\nencoding: text\n\n1234", 52,
           "must have encoding raw or gzip");
    refuse("a.nrrd", "NRRD0004\ntype: uchar\nsizes: 2 2\nencoding: raw\ndata file: b\n\n1234", 64,
           "a field 'data file'");
    refuse("a.nrrd", "NRRD0004\ntype: block\nsizes: 2 2\nencoding: raw\n\n1234", 51,
           "is of a type");
    refuse("a.nrrd", "NRRD0004\ntype: uchar\nsizes: 2 2\n", 32, "no empty line");
    refuse("a.nrrd", "NRRD0004\ntype: uchar\nsizes: 2 2\nencoding: raw\n\n12345", 52,
           "has 52 bytes, and its head and the 2 x 2 x 1 cells it tells of are 51: what follows");
    refuse("a.vti", "<html>", 6, "is no file of VTK");
    const char compressed[] = VTI(" compressor=\"vtkZLib\"", "", "");
    refuse("a.vti", compressed, sizeof compressed, "is compressed");
    const char coded[] = VTI("", "", "<AppendedData encoding=\"base64\">_");
    refuse("a.vti", coded, sizeof coded, "no appended raw numbers");
    const char none[] = VTI("", "", "<AppendedData encoding=\"raw\">_");
    refuse("a.vti", none, sizeof none, "has no array of one number");
    char brief[400];
    snprintf(brief, sizeof brief, VTI("", "%s", "<AppendedData encoding=\"raw\">_"), vti_array);
    refuse("a.vti", brief, strlen(brief), "less than the");
    strcat(brief, "\x03...12345");
    refuse("a.vti", brief, strlen(brief), "says that its array has 774778371 bytes, and 2 x 2 x 1");
}

static void refuse_file(const char *name, const char *words)
{
    char path[200];
    struct lb_volume v;
    struct lb_error err = {0};
    const struct lb_volume_hints hints = {.array = NULL};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    LB_CHECK_EQUAL_INT(lb_volume_open(path, &hints, &v, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("    it says: %s\n", err.text);
}

#ifdef LB_WITH_ZLIB
static void compressed_numbers_are_read(void)
{
    const struct lb_volume_hints far = {.size = {300, 200, 3}, .dimensions = 3};
    if (!has_numpy) return;
    check_file("gzip.nrrd", NULL, 0);
    check_file("members.nrrd", NULL, 0);
    check_block("far.nrrd", &far, 0);
    check_block("stored.nrrd", &far, 0);
}

static void compressed_numbers_that_are_damaged_have_a_sentence(void)
{
    static const char *const files[][2] = {{"cut", "it is cut short"},
                                           {"behind", "bytes behind the end of its compressed"},
                                           {"checksum", "damaged: incorrect data check"},
                                           {"length", "damaged: incorrect length check"},
                                           {"more", "more compressed numbers than its head says"},
                                           {"fewer", "fewer compressed numbers than its head"},
                                           {"uncompressed", "is no gzip stream behind its head"}};
    char path[200];
    const struct lb_volume_hints hints = {.array = NULL};
    for (size_t n = 0; n < sizeof files / sizeof *files && has_numpy; n++) {
        struct seen s = {.components = 1};
        struct lb_volume v;
        struct lb_error err = {0};
        snprintf(path, sizeof path, "%s/%s.nrrd", folder, files[n][0]);
        if (!LB_CHECK_OK(lb_volume_open(path, &hints, &v, &err), &err)) continue;
        LB_CHECK_EQUAL_INT(lb_volume_read(&v, look, &s, &err), LB_STATUS_USAGE);
        const bool is_told =
            strstr(err.text, path) != NULL && strstr(err.text, files[n][1]) != NULL;
        if (!LB_CHECK(is_told)) printf("    it says: %s\n", err.text);
        lb_volume_close(&v);
    }
    if (has_numpy) refuse_file("small.nrrd", "it is cut short");
}
#else
static void compressed_numbers_need_zlib(void)
{
    if (has_numpy) refuse_file("gzip.nrrd", "was built without zlib");
}
#endif

static void pages_that_are_no_layers_have_a_sentence(void)
{
    static const char *const files[][2] = {{"packed", "is compressed (5)"},
                                           {"colours", "has 3 numbers for each pixel"},
                                           {"bits", "has numbers of 1 bits"},
                                           {"tiles", "in tiles or pieces"},
                                           {"apart", "in tiles or pieces"},
                                           {"lost", "page 1 has 11 bytes of the 12"},
                                           {"unlike", "page 2 is 3 x 2 pixels of 8 bits, and the"},
                                           {"loop", "not one behind the other"},
                                           {"brief", "is no whole TIFF file"},
                                           {"few", "than the 181 that 3 x 4 x 3 cells take"}};
    char name[64];
    struct lb_volume v;
    struct lb_error err = {0};
    const struct lb_volume_hints hints = {.array = NULL};
    refuse("a.tif", "II*", 3, "is no TIFF file");
    refuse("a.tif", "II*\0\xff\xff\xff\x7f", 8, "is no whole TIFF file");
    refuse("a.tif", "II*\0\0\0\0\0", 8, "has no page");
    for (size_t n = 0; n < sizeof files / sizeof *files && has_numpy; n++) {
        snprintf(name, sizeof name, "%s.tif", files[n][0]);
        refuse_file(name, files[n][1]);
    }
    if (!has_numpy) return;
    refuse_file("untold.tif",
                "has 148 bytes, and its head and the 3 x 4 x 1 cells it tells of are 124");
    refuse_file("twice.npy", "what follows would not be read");
    if (!LB_CHECK_OK(lb_volume_open("volumes/white.tif", &hints, &v, &err), &err)) return;
    LB_CHECK(v.is_coded);
    lb_volume_close(&v);
}

int main(void)
{
    char path[] = "volumes", *arguments[] = {path, NULL};
    mkdir(folder, 0700);
    has_numpy = lb_run_python("unit/volume/write_volumes.py", arguments) == 0;
    LB_TEST(files_of_numpy_are_read);
    LB_TEST(files_of_other_formats_are_read);
    LB_TEST(what_is_none_has_a_sentence);
#ifdef LB_WITH_ZLIB
    LB_TEST(compressed_numbers_are_read);
    LB_TEST(compressed_numbers_that_are_damaged_have_a_sentence);
#else
    LB_TEST(compressed_numbers_need_zlib);
#endif
    LB_TEST(pages_that_are_no_layers_have_a_sentence);
    return lb_check_report();
}
