/* suggest.c - edit distance with swapped neighbours, for "did you mean" hints.
 * SPDX-License-Identifier: MIT */
#include "base/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGEST_WORD = 48 };

static int min(int a, int b)
{
    return a < b ? a : b;
}

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int row[3][LONGEST_WORD + 1];
    int *before = row[0], *above = row[1], *here = row[2];
    for (size_t j = 0; j <= b_length; j++)
        above[j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        here[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int changed = same_letter(a[i - 1], b[j - 1]) ? 0 : 1;
            here[j] = min(above[j - 1] + changed, min(above[j], here[j - 1]) + 1);
            bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) &&
                           same_letter(a[i - 2], b[j - 1]);
            if (swapped) here[j] = min(here[j], before[j - 2] + 1);
        }
        int *spare = before;
        before = above;
        above = here;
        here = spare;
    }
    return above[b_length];
}

/* A user who writes 32 does not mean 2. */
static bool is_number(const char *name)
{
    return name[strspn(name, "0123456789")] == '\0';
}

const char *lb_suggest_name(const char *word, const char *const *names)
{
    size_t length = strlen(word);
    if (length < 2 || length > LONGEST_WORD) return NULL;
    const char *nearest = NULL;
    size_t nearest_length = 0;
    int shortest = 1 + (int)(length < 4 ? 1 : length / 3);
    for (; *names != NULL; names++) {
        size_t name_length = strlen(*names);
        if (name_length > LONGEST_WORD || is_number(*names)) continue;
        int distance = edit_distance(word, length, *names, name_length);
        /* an abbreviation is near, however much is missing */
        if (length >= 2 && strncasecmp(word, *names, length) == 0) distance = min(distance, 1);
        /* a wrong letter is likelier than a missing one */
        bool is_nearer = distance < shortest || (distance == shortest && nearest != NULL &&
                                                 nearest_length != length && name_length == length);
        if (!is_nearer) continue;
        shortest = distance;
        nearest = *names;
        nearest_length = name_length;
    }
    return nearest;
}

const char *lb_suggest_hint(const char *word, const char *const *names, char *out, size_t size)
{
    const char *nearest = lb_suggest_name(word, names);
    if (nearest == NULL)
        out[0] = '\0';
    else
        snprintf(out, size, "; did you mean '%s'?", nearest);
    return out;
}

const char *lb_names_join(const char *const *names, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *const *name = names; *name != NULL; name++) {
        int wrote = snprintf(out + used, size - used, "%s%s", name == names ? "" : " ", *name);
        if (wrote < 0 || (size_t)wrote >= size - used) break;
        used += (size_t)wrote;
    }
    return out;
}

enum { FOUND_NAME_SIZE = 32 };

static void to_lower(const char *word, char *out, size_t size)
{
    size_t i = 0;
    for (; word[i] != '\0' && i + 1 < size; i++)
        out[i] = (char)tolower((unsigned char)word[i]);
    out[i] = '\0';
}

enum lb_status lb_suggest_one_of(const char *key, const char *word, const char *const *names,
                                 int *out, struct lb_error *err)
{
    char all[200] = "", hint[64];
    for (*out = 0; names[*out] != NULL; ++*out)
        if (strcasecmp(names[*out], word) == 0) return LB_STATUS_OK;
    size_t used = 0;
    for (int n = 0; names[n] != NULL && used < sizeof all; n++) {
        const char *between = n == 0 ? "" : names[n + 1] != NULL ? ", " : " or ";
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", between, names[n]);
    }
    return lb_fail(err, LB_STATUS_USAGE, "%s=%s: it must be %s%s", key, word, all,
                   lb_suggest_hint(word, names, hint, sizeof hint));
}

/* Commands that take lists cut them first. */
enum lb_status lb_suggest_refuse_list(const char *word, const char *where, const char *what,
                                      const char *instead, struct lb_error *err)
{
    return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is a list, and one %s is taken here%s", where,
                   word, what, instead);
}

/* Position of `word` in `names`, or a failure that names `what`. */
enum lb_status lb_suggest_find(const char *word, const char *const *names, const char *where,
                               const char *what, size_t *out, struct lb_error *err)
{
    char lower[2 * FOUND_NAME_SIZE], hint[128], joined[512];
    to_lower(word, lower, sizeof lower);
    for (*out = 0; names[*out] != NULL; ++*out)
        if (strcmp(names[*out], lower) == 0) return LB_STATUS_OK;
    if (strchr(word, ',') != NULL) return lb_suggest_refuse_list(word, where, what, "", err);
    return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is not a %s%s\nknown: %s", where, word, what,
                   lb_suggest_hint(word, names, hint, sizeof hint),
                   lb_names_join(names, joined, sizeof joined));
}
