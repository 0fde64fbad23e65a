/* slices.c - lists and orders the slices of a folder.
 * SPDX-License-Identifier: MIT */
#include "volume/slices.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/read_text.h"

static const char *const endings[] = {".png", ".tif", ".tiff"};
enum { ENDINGS = sizeof endings / sizeof endings[0], MOST_DIGITS = 18 };

static const char *ending_of(const char *name)
{
    for (int n = 0; n < ENDINGS; n++)
        if (name[0] != '.' && lb_text_ends_with(name, endings[n])) return endings[n];
    return NULL;
}

bool lb_slices_is_folder(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISDIR(what.st_mode);
}

/* --- files ------------------------------------------------------------------------------------------ */

static enum lb_status add(struct lb_slices *s, const char *name, struct lb_error *err)
{
    if ((s->count & (s->count - 1)) == 0) { /* as many again at each power of two */
        char **more = realloc(s->names, (s->count > 0 ? 2 * s->count : 1) * sizeof *more);
        LB_NEED(more != NULL, LB_STATUS_FAILED, "no memory for the names of slices");
        s->names = more;
    }
    s->names[s->count] = strdup(name);
    LB_NEED(s->names[s->count] != NULL, LB_STATUS_FAILED, "no memory for the names of slices");
    s->count++;
    return LB_STATUS_OK;
}

static enum lb_status read_folder(const char *path, struct lb_slices *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct dirent *entry;
    DIR *folder = opendir(path);
    LB_NEED(folder != NULL, LB_STATUS_USAGE, "cannot read '%s': %s", path, strerror(errno));
    while (st == LB_STATUS_OK && (errno = 0, entry = readdir(folder)) != NULL)
        if (ending_of(entry->d_name) != NULL) st = add(out, entry->d_name, err);
    if (st == LB_STATUS_OK && errno != 0)
        st = lb_fail(err, LB_STATUS_USAGE, "cannot read '%s': %s", path, strerror(errno));
    closedir(folder);
    return st;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* --- numbers ---------------------------------------------------------------------------------------- */

/* Characters at the beginning of all names that are the same, but for digits at the end of them; from the end on,
 * those at the end, where .TIF is .tif. */
static size_t find_common(const struct lb_slices *s, bool is_end)
{
    const char *first = s->names[0];
    size_t common = strlen(first);
    const size_t length = common;
    for (size_t n = 1; n < s->count; n++) {
        const char *name = s->names[n];
        const size_t size = strlen(name);
        size_t same = 0;
        while (same < common && same < size &&
               (is_end ? tolower((unsigned char)name[size - 1 - same]) ==
                             tolower((unsigned char)first[length - 1 - same])
                       : name[same] == first[same]))
            same++;
        common = same;
    }
    while (common > 0 && isdigit((unsigned char)first[is_end ? length - common : common - 1]))
        common--;
    return common;
}

/* What is between them; -1: it is no number. */
static int64_t number_of(const char *name, size_t before, size_t behind)
{
    const size_t length = strlen(name), end = length - behind;
    int64_t number = 0;
    if (before + behind >= length || end - before > MOST_DIGITS) return -1;
    for (size_t n = before; n < end; n++) {
        if (!isdigit((unsigned char)name[n])) return -1;
        number = 10 * number + (name[n] - '0');
    }
    return number;
}

struct numbered {
    int64_t number;
    char *name;
};

static int compare(const void *a, const void *b)
{
    const struct numbered *one = a, *other = b;
    if (one->number != other->number) return one->number < other->number ? -1 : 1;
    return strcmp(one->name, other->name);
}

static enum lb_status check_order(const char *folder, const struct numbered *of, size_t count,
                                  struct lb_error *err)
{
    for (size_t n = 1; n < count; n++) {
        const int64_t before = of[n - 1].number, number = of[n].number;
        LB_NEED(number != before, LB_STATUS_USAGE, "'%s': '%s' and '%s' are both slice %lld",
                folder, of[n - 1].name, of[n].name, (long long)number);
        LB_NEED(number == before + 1, LB_STATUS_USAGE,
                "'%s': slice %lld is missing: '%s' is followed by '%s'", folder,
                (long long)before + 1, of[n - 1].name, of[n].name);
    }
    return LB_STATUS_OK;
}

static enum lb_status order(const char *folder, struct lb_slices *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const size_t before = find_common(s, false), behind = find_common(s, true);
    struct numbered *of = malloc(s->count * sizeof *of);
    LB_REQUIRE(of != NULL, LB_STATUS_FAILED, "no memory for the names of slices");
    for (size_t n = 0; n < s->count; n++) {
        of[n] = (struct numbered){number_of(s->names[n], before, behind), s->names[n]};
        LB_REQUIRE(of[n].number >= 0, LB_STATUS_USAGE,
                   "'%s': '%s' and '%s' are no slices of one image: the names must differ in one "
                   "number, and in nothing else",
                   folder, s->names[0], s->names[s->count - 1]);
    }
    qsort(of, s->count, sizeof *of, compare);
    LB_TRY(check_order(folder, of, s->count, err));
    for (size_t n = 0; n < s->count; n++)
        s->names[n] = of[n].name;
cleanup:
    free(of);
    return st;
}

static enum lb_status check_kinds(const char *folder, const struct lb_slices *s,
                                  struct lb_error *err)
{
    LB_NEED(s->count > 0, LB_STATUS_USAGE, "'%s' has no slices: files .png or .tif are needed",
            folder);
    for (size_t n = 1; n < s->count; n++)
        LB_NEED(ending_of(s->names[n]) == ending_of(s->names[0]), LB_STATUS_USAGE,
                "'%s' has files of two kinds, '%s' and '%s': slices of one kind are needed", folder,
                s->names[0], s->names[n]);
    return LB_STATUS_OK;
}

enum lb_status lb_slices_list(const char *folder, struct lb_slices *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    *out = (struct lb_slices){0};
    LB_TRY(read_folder(folder, out, err));
    if (out->count > 1) qsort(out->names, out->count, sizeof *out->names, compare_names);
    LB_TRY(check_kinds(folder, out, err));
    if (out->count > 1) LB_TRY(order(folder, out, err));
    return LB_STATUS_OK;
cleanup:
    lb_slices_free(out);
    return st;
}

void lb_slices_free(struct lb_slices *s)
{
    for (size_t n = 0; n < s->count; n++)
        free(s->names[n]);
    free(s->names);
    *s = (struct lb_slices){0};
}
