/* Slices of a folder come in the order of their numbers, and what is no series has a sentence.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/check.h"
#include "volume/slices.h"

static char folder[] = "slices-XXXXXX";

static void put(const char *const *names, bool is_there)
{
    char path[300];
    for (; *names != NULL; names++) {
        snprintf(path, sizeof path, "%s/%s", folder, *names);
        FILE *file = is_there ? fopen(path, "wb") : NULL;
        LB_CHECK(is_there ? file != NULL : remove(path) == 0);
        if (file != NULL) fclose(file);
    }
}

static void slices_are_in_the_order_of_numbers(void)
{
    static const char *const files[] = {"a10000000000.8.TIF", "a9999999999.8.tif",
                                        "a9999999998.8.TIF",  "notes.txt",
                                        ".a12.8.TIF",         NULL};
    static const int order[] = {2, 1, 0};
    struct lb_slices s;
    struct lb_error err = {0};
    put(files, true);
    if (!LB_CHECK_OK(lb_slices_list(folder, &s, &err), &err)) return;
    LB_CHECK_EQUAL_INT(s.count, 3);
    for (size_t n = 0; n < s.count && n < 3; n++)
        LB_CHECK(strcmp(s.names[n], files[order[n]]) == 0);
    lb_slices_free(&s);
    put(files, false);
}

static void refuse(const char *const *files, const char *words)
{
    struct lb_slices s;
    struct lb_error err = {0};
    put(files, true);
    LB_CHECK_EQUAL_INT(lb_slices_list(folder, &s, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("    it says: %s\n", err.text);
    LB_CHECK(s.names == NULL);
    put(files, false);
}

static void what_is_no_series_has_a_sentence(void)
{
    refuse((const char *const[]){"a.txt", NULL}, "has no slices");
    refuse((const char *const[]){"a1.png", "a2.png", "a5.png", NULL},
           "slice 3 is missing: 'a2.png' is followed by 'a5.png'");
    refuse((const char *const[]){"a1.png", "a2.png", "a02.png", NULL},
           "'a02.png' and 'a2.png' are both slice 2");
    refuse((const char *const[]){"a1.png", "a2.tif", NULL}, "has files of two kinds");
    refuse((const char *const[]){"a1.png", "a2.png", "mask2.png", NULL},
           "'a1.png' and 'mask2.png' are no slices of one image");
    refuse((const char *const[]){"a.png", "a1.png", NULL}, "are no slices of one image");
    struct lb_slices s;
    struct lb_error err = {0};
    LB_CHECK_EQUAL_INT(lb_slices_list("no/where", &s, &err), LB_STATUS_USAGE);
}

int main(void)
{
    if (!LB_CHECK(mkdtemp(folder) != NULL)) return lb_check_report();
    LB_TEST(slices_are_in_the_order_of_numbers);
    LB_TEST(what_is_no_series_has_a_sentence);
    rmdir(folder);
    return lb_check_report();
}
