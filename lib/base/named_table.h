/* named_table.h - tables of pointers to structs that have a name, ending with NULL.
 * SPDX-License-Identifier: MIT */
#ifndef LB_BASE_NAMED_TABLE_H
#define LB_BASE_NAMED_TABLE_H

#include <stddef.h>
#include <string.h>

enum { LB_MAX_NAMES = 64 };

/* Defines `const type *function(const char *name)`: the entry of that name; NULL if there is
 * none. */
#define LB_DEFINE_FIND(function, type, table)                           \
    const type *function(const char *name)                              \
    {                                                                   \
        for (const type *const *entry = table; *entry != NULL; entry++) \
            if (strcmp((*entry)->name, name) == 0) return *entry;       \
        return NULL;                                                    \
    }

/* The names of all entries into `names`, which has room for LB_MAX_NAMES and the NULL at its
 * end. */
#define LB_LIST_NAMES(table, names)                                     \
    do {                                                                \
        size_t count = 0;                                               \
        for (; (table)[count] != NULL && count < LB_MAX_NAMES; count++) \
            (names)[count] = (table)[count]->name;                      \
        (names)[count] = NULL;                                          \
    } while (0)

#endif
