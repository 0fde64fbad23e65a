/* Headers of NumPy arrays: what is printed is read again, and anything else is refused.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "checkpoint/npy.h"
#include "support/check.h"

static void what_is_printed_is_read_again(void)
{
    static const struct lb_npy arrays[] = {{"<f4", 4, {19, 8, 6, 4}},
                                           {"|u1", 3, {1, 1, 1}},
                                           {"<f8", 1, {0}},
                                           {"<i8", 2, {12345678901, 3}},
                                           {"<u2", 4, {27, 1024, 1024, 1024}}};
    for (size_t n = 0; n < sizeof arrays / sizeof arrays[0]; n++) {
        char header[LB_NPY_MAX_HEADER];
        struct lb_npy again;
        struct lb_error err = {0};
        size_t length = 0;
        const size_t size = lb_npy_print(&arrays[n], header);
        LB_CHECK(size % 64 == 0 && header[size - 1] == '\n');
        LB_CHECK_OK(lb_npy_read(header, size, "a.npy", &again, &length, &err), &err);
        LB_CHECK_EQUAL_INT(length, size);
        LB_CHECK_EQUAL_TEXT(again.type, arrays[n].type);
        LB_CHECK_EQUAL_INT(again.rank, arrays[n].rank);
        for (int axis = 0; axis < again.rank; axis++)
            LB_CHECK_EQUAL_INT(again.shape[axis], arrays[n].shape[axis]);
        LB_CHECK_EQUAL_INT(lb_npy_bytes(&again), lb_npy_bytes(&arrays[n]));
    }
    LB_CHECK_EQUAL_INT(lb_npy_bytes(&arrays[0]), 19 * 8 * 6 * 4 * 4);
    LB_CHECK_EQUAL_INT(lb_npy_bytes(&arrays[2]), 0);
}

/* As numpy.save writes it. */
static void a_header_of_numpy_is_read(void)
{
    static const char text[] = "\x93NUMPY\x01\x00\x76\x00{'descr': '<f8', 'fortran_order': False, "
                               "'shape': (2, 3), }";
    char header[128];
    struct lb_npy array;
    struct lb_error err = {0};
    size_t length = 0;
    memset(header, ' ', sizeof header);
    memcpy(header, text, sizeof text - 1);
    header[127] = '\n';
    LB_CHECK_OK(lb_npy_read(header, sizeof header, "a.npy", &array, &length, &err), &err);
    LB_CHECK(length == 128 && array.rank == 2 && array.shape[0] == 2 && array.shape[1] == 3);
}

static void refuse(const char *dictionary, const char *words)
{
    char header[256] = "\x93NUMPY\x01";
    struct lb_npy array;
    struct lb_error err = {0};
    size_t length;
    const size_t text = strlen(dictionary);
    header[8] = (char)text;
    memcpy(header + 10, dictionary, text);
    LB_CHECK_EQUAL_INT(lb_npy_read(header, 10 + text, "a.npy", &array, &length, &err),
                       LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, words) != NULL);
}

static void anything_else_is_refused(void)
{
    static const char *const wrong[] = {
        "",
        "{}",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
        "{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 1, 1, 1), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }"};
    for (size_t n = 0; n < sizeof wrong / sizeof wrong[0]; n++)
        refuse(wrong[n], "header");
    struct lb_npy array;
    struct lb_error none = {0}, cut = {0}, other = {0};
    size_t length;
    LB_CHECK_EQUAL_INT(lb_npy_read("", 0, "a.npy", &array, &length, &none), LB_STATUS_FAILED);
    LB_CHECK(strstr(none.text, "'a.npy' is no array") != NULL);
    LB_CHECK_EQUAL_INT(
        lb_npy_read("\x93NUMPY\x01\x00\x76\x00{", 11, "a.npy", &array, &length, &cut),
        LB_STATUS_FAILED);
    LB_CHECK(strstr(cut.text, "ends within") != NULL);
    LB_CHECK_EQUAL_INT(
        lb_npy_read("\x93NUMPY\x02\x00\x76\x00{", 11, "a.npy", &array, &length, &other),
        LB_STATUS_FAILED);
}

static void what_no_file_can_hold_has_no_bytes(void)
{
    const struct lb_npy large = {"<f8", 2, {UINT64_C(1) << 40, UINT64_C(1) << 40}};
    const struct lb_npy unknown = {"<f2", 1, {4}};
    LB_CHECK_EQUAL_INT(lb_npy_bytes(&large), 0);
    LB_CHECK_EQUAL_INT(lb_npy_bytes(&unknown), 0);
}

int main(void)
{
    LB_TEST(what_is_printed_is_read_again);
    LB_TEST(a_header_of_numpy_is_read);
    LB_TEST(anything_else_is_refused);
    LB_TEST(what_no_file_can_hold_has_no_bytes);
    return lb_check_report();
}
