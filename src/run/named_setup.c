/* named_setup.c - looks a setup up by the words of a command line.
 * SPDX-License-Identifier: MIT */
#include "run/named_setup.h"

#include <string.h>

#include "io/file.h"
#include "run/case_file.h"

const struct lb_setup *lb_named_setup(const struct lb_options *o)
{
    struct lb_error ignored = {0};
    struct lb_case_file *file = NULL;
    char where[LB_PATH_SIZE];
    const char *word = o->word_count > 0 ? o->words[0] : NULL;
    if (word == NULL && o->case_file != NULL &&
        lb_case_file_read(o->case_file, &file, &ignored) == LB_STATUS_OK)
        word = lb_case_file_text(file, "setup", where, sizeof where);
    const struct lb_setup *const *s = lb_setups;
    while (*s != NULL && (word == NULL || strcmp((*s)->name, word) != 0))
        s++;
    lb_case_file_destroy(file);
    return *s;
}
