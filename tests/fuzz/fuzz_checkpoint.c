/* fuzz_checkpoint.c - meta.json with an array behind a byte 0; headers of arrays.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "checkpoint/archive.h"
#include "checkpoint/crc32.h"
#include "fuzz/fuzz.h"

/* As if it were ours: with the checksum of its text, in the place that it has for one. */
static void sign(char *text)
{
    static const char key[] = "\"checksum\":\t\"";
    char digits[9], *place = strstr(text, key);
    if (place == NULL || strlen(place) < sizeof key + 8) return;
    place += sizeof key - 1;
    memset(place, '0', 8);
    snprintf(digits, sizeof digits, "%08x", (unsigned)lb_crc32(0, text, strlen(text)));
    memcpy(place, digits, 8);
}

static void load_values(struct lb_archive *a)
{
    struct lb_error err = {0};
    char *text = NULL;
    uint64_t count = 0;
    double number = 0.0, numbers[6];
    bool flag = false;
    struct lb_table table = {.columns = 2};
    (void)lb_archive_text(a, "setup", &text, &err);
    free(text);
    (void)lb_archive_count(a, "step_number", &count, &err);
    (void)lb_archive_number(a, "seconds", &number, &err);
    (void)lb_archive_flag(a, "fields.has_last", &flag, &err);
    (void)lb_archive_numbers(a, "start", numbers, 6, &err);
    (void)lb_archive_table(a, "rows", &table, &err);
    (void)lb_archive_file(a, "case.ini", &err);
    lb_table_clear(&table);
}

static bool load_array(struct lb_archive *a)
{
    struct lb_error err = {0};
    struct lb_npy array;
    char piece[256];
    if (lb_archive_begin(a, "rows", &array, &err) != LB_STATUS_OK) return false;
    uint64_t left = lb_npy_bytes(&array);
    while (left > 0) {
        const uint64_t count = left < sizeof piece ? left : sizeof piece;
        if (lb_archive_bytes(a, piece, count, &err) != LB_STATUS_OK) break;
        left -= count;
    }
    const enum lb_status st = lb_archive_end(a, &err);
    lb_fuzz_promise(st != LB_STATUS_OK || left == 0, "an array that ended well was all there");
    return st == LB_STATUS_OK;
}

static bool load(const uint8_t *bytes, size_t size)
{
    struct lb_archive *a = NULL;
    struct lb_error err = {0};
    bool accepted = false;
    char *text = lb_fuzz_text(bytes, size);
    const size_t length = strlen(text), rest = length < size ? length + 1 : size;
    sign(text);
    lb_fuzz_put("checkpoint/meta.json", text, length);
    lb_fuzz_put("checkpoint/rows.npy", bytes + rest, size - rest);
    const enum lb_status st = lb_archive_open(lb_fuzz_folder(), &a, &err);
    lb_fuzz_promise(st == LB_STATUS_OK || err.text[0] != '\0', "a failure has a sentence");
    if (st == LB_STATUS_OK) {
        load_values(a);
        accepted = load_array(a);
    }
    lb_archive_close(a);
    free(text);
    return accepted;
}

const struct lb_fuzz_target lb_fuzz_checkpoint = {"checkpoint", load};

static bool read_header(const uint8_t *bytes, size_t size)
{
    struct lb_npy array, again;
    struct lb_error err = {0};
    size_t length = 0, printed = 0;
    char header[LB_NPY_MAX_HEADER];
    if (lb_npy_read((const char *)bytes, size, "a.npy", &array, &length, &err) != LB_STATUS_OK)
        return false;
    lb_fuzz_promise(length <= size, "a header is inside of its file");
    printed = lb_npy_print(&array, header);
    lb_fuzz_promise(lb_npy_read(header, printed, "b.npy", &again, &length, &err) == LB_STATUS_OK &&
                        lb_npy_bytes(&array) == lb_npy_bytes(&again),
                    "a header that was read can be written and read");
    return true;
}

const struct lb_fuzz_target lb_fuzz_npy = {"npy", read_header};
