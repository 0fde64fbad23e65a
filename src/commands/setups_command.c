/* setups_command.c - prints the setups and their parameter tables.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <string.h>

#include "base/number_text.h"
#include "base/suggest.h"
#include "case/lookup.h"
#include "cli/known_cases.h"
#include "io/json.h"
#include "io/wrapped.h"
#include "run/run.h"
#include "run/setup.h"

enum { MEANING = 6 /* column, of a line below the numbers */ };

static const char *kind_name(enum lb_parameter_kind kind)
{
    static const char *const names[] = {[LB_PARAMETER_NUMBER] = "number",
                                        [LB_PARAMETER_COUNT] = "count",
                                        [LB_PARAMETER_SIZE] = "size",
                                        [LB_PARAMETER_POINT] = "point",
                                        [LB_PARAMETER_FLAG] = "flag",
                                        [LB_PARAMETER_BYTES] = "bytes",
                                        [LB_PARAMETER_WORD] = "word",
                                        [LB_PARAMETER_TEXT] = "text",
                                        [LB_PARAMETER_FILE] = "file",
                                        [LB_PARAMETER_FILES] = "files",
                                        [LB_PARAMETER_IMAGE] = "file or folder",
                                        [LB_PARAMETER_WORD_OR_FILE] = "word or file"};
    return names[kind];
}

static bool is_hidden(const struct lb_setup *setup, const struct lb_parameter *p,
                      const struct lb_parameter *table)
{
    if (table == setup->parameters) return false;
    for (const struct lb_parameter *own = setup->parameters; own != NULL && own->name != NULL;
         own++)
        if (strcmp(own->name, p->name) == 0) return true;
    return false;
}

static void print_list(FILE *out)
{
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++)
        lb_print_entry(out, 17, (*s)->name, (*s)->summary);
    struct lb_known_case cases[LB_KNOWN_CASES];
    const int count = lb_known_cases(cases);
    if (count > 0) fputs("\nCases, to run by name or to begin with (`sluice new CASE`):\n", out);
    for (int n = 0; n < count; n++)
        lb_print_entry(out, 23, cases[n].name, cases[n].summary);
    lb_print_wrapped(out,
                     "\n`sluice setups SETUP` lists the parameters, `sluice run SETUP quick=1` "
                     "runs it small.");
}

static void print_range(const struct lb_parameter *p, char *out, size_t size)
{
    char min[32], max[32];
    lb_number_print(p->min, min, sizeof min);
    lb_number_print(p->max, max, sizeof max);
    if (p->kind == LB_PARAMETER_FLAG)
        snprintf(out, size, "0 or 1");
    else if (lb_parameter_is_text(p))
        snprintf(out, size, "-");
    else
        snprintf(out, size, "%s to %s", min, max);
}

/* Columns of the longest name, at least of the title. */
static int name_width(const struct lb_parameter *table)
{
    size_t width = strlen("parameter");
    for (const struct lb_parameter *p = table; p != NULL && p->name != NULL; p++)
        width = strlen(p->name) > width ? strlen(p->name) : width;
    return (int)width;
}

static void print_table(FILE *out, const struct lb_setup *setup, const struct lb_parameter *table,
                        int width)
{
    for (const struct lb_parameter *p = table; p != NULL && p->name != NULL; p++) {
        char range[72];
        if (is_hidden(setup, p, table)) continue;
        print_range(p, range, sizeof range);
        const char *value = p->value != NULL ? p->value : "-";
        fprintf(out, "  %-*s %-13s %-13s %-13s %s\n", width, p->name,
                strcmp(p->unit, "1") == 0 ? "-" : p->unit, value,
                p->quick != NULL ? p->quick : value, range);
        lb_print_entry(out, MEANING, "", p->meaning);
    }
}

static void print_sections(FILE *out, const struct lb_setup *setup)
{
    char text[256];
    const char *first = setup->sections[0].name;
    fputs("  sections of its case file\n", out);
    for (const struct lb_section_kind *k = setup->sections; k->name != NULL; k++) {
        snprintf(text, sizeof text, k->is_named ? "  [%s NAME]" : "  [%s]", k->name);
        lb_print_entry(out, 18, text, k->meaning);
    }
    snprintf(text, sizeof text, "\n`sluice setups %s.%s` lists the keys of [%s].\n\n", setup->name,
             first, first);
    lb_print_wrapped(out, text);
}

static enum lb_status print_section(FILE *out, const struct lb_setup *setup, const char *name,
                                    struct lb_error *err)
{
    const char *names[32] = {NULL};
    size_t count = 0;
    for (const struct lb_section_kind *k = setup->sections;
         k != NULL && k->name != NULL && count < 31; k++) {
        if (strcmp(k->name, name) == 0) {
            const int width = name_width(k->parameters);
            fprintf(out, k->is_named ? "[%s NAME] - %s\n\n" : "[%s] - %s\n\n", k->name, k->meaning);
            fprintf(out, "  %-*s %-13s %-13s %-13s %s\n", width, "key", "unit", "default",
                    "with quick=1", "range");
            print_table(out, setup, k->parameters, width);
            return LB_STATUS_OK;
        }
        names[count++] = k->name;
    }
    LB_NEED(count > 0, LB_STATUS_USAGE, "%s has no sections", setup->name);
    return lb_suggest_find(name, names, "command line", "section", &count, err);
}

static void print_setup(FILE *out, const struct lb_setup *setup)
{
    char text[512];
    snprintf(text, sizeof text, "%s - %s\n\n%s%s%sBy default on %s with %s.\n\n", setup->name,
             setup->summary, setup->reference != NULL ? "The verdict compares with " : "",
             setup->reference != NULL ? setup->reference : "",
             setup->reference != NULL ? ".\n" : "", setup->lattice, setup->collision);
    lb_print_wrapped(out, text);
    const int own = name_width(setup->parameters), common = name_width(lb_common_parameters());
    const int width = own > common ? own : common;
    fprintf(out, "  %-*s %-13s %-13s %-13s %s\n", width, "parameter", "unit", "default",
            "with quick=1", "range");
    print_table(out, setup, setup->parameters, width);
    fputs("\n", out);
    if (setup->sections != NULL) print_sections(out, setup);
    print_table(out, setup, lb_common_parameters(), width);
}

static void add_table(struct lb_json *list, const struct lb_setup *setup,
                      const struct lb_parameter *table)
{
    for (const struct lb_parameter *p = table; p != NULL && p->name != NULL; p++) {
        if (is_hidden(setup, p, table)) continue;
        struct lb_json object = lb_json_object(list, NULL);
        lb_json_text(&object, "name", p->name);
        lb_json_text(&object, "kind", kind_name(p->kind));
        lb_json_text(&object, "unit", p->unit);
        lb_json_text(&object, "default", p->value);
        lb_json_text(&object, "quick", p->quick != NULL ? p->quick : p->value);
        if (!lb_parameter_is_text(p)) {
            lb_json_number(&object, "least", p->min);
            lb_json_number(&object, "most", p->kind == LB_PARAMETER_FLAG ? 1.0 : p->max);
        }
        lb_json_text(&object, "meaning", p->meaning);
        lb_json_bool(&object, "common", table == lb_common_parameters());
    }
}

static void add_sections(struct lb_json *w, const struct lb_setup *setup)
{
    struct lb_json list = lb_json_list(w, "sections");
    for (const struct lb_section_kind *k = setup->sections; k->name != NULL; k++) {
        struct lb_json object = lb_json_object(&list, NULL);
        lb_json_text(&object, "name", k->name);
        lb_json_bool(&object, "named", k->is_named);
        lb_json_text(&object, "meaning", k->meaning);
        struct lb_json keys = lb_json_list(&object, "keys");
        add_table(&keys, setup, k->parameters);
    }
}

static enum lb_status print_json(FILE *out, const struct lb_setup *setup, struct lb_error *err)
{
    struct lb_json w = lb_json_begin("sluice.setup/1");
    lb_json_text(&w, "name", setup->name);
    lb_json_text(&w, "summary", setup->summary);
    lb_json_text(&w, "reference", setup->reference);
    lb_json_text(&w, "lattice", setup->lattice);
    lb_json_text(&w, "collision", setup->collision);
    struct lb_json parameters = lb_json_list(&w, "parameters");
    add_table(&parameters, setup, setup->parameters);
    add_table(&parameters, setup, lb_common_parameters());
    if (setup->sections != NULL) add_sections(&w, setup);
    return lb_json_print(&w, LB_JSON_ON_LINE, out, err);
}

enum lb_status lb_setups_print(FILE *out, const char *name, bool json, struct lb_error *err)
{
    const struct lb_setup *setup = NULL;
    const char *dot = name != NULL ? strchr(name, '.') : NULL;
    char word[64], path[LB_PATH_SIZE];
    if (name != NULL) {
        snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "."), name);
        LB_NEED(!lb_known_case_path(word, path), LB_STATUS_USAGE,
                "'%s' is a case, and no setup: `sluice run %s` runs it, `sluice new %s` prints its "
                "file, and `sluice setups case` lists what it may have",
                word, word, word);
        LB_OK(lb_lookup_setup(word, "command line", &setup, err));
    }
    if (dot != NULL) return print_section(out, setup, dot + 1, err);
    if (json && setup != NULL) return print_json(out, setup, err);
    for (const struct lb_setup *const *s = lb_setups; json && *s != NULL; s++)
        LB_OK(print_json(out, *s, err));
    if (setup != NULL)
        print_setup(out, setup);
    else if (!json)
        print_list(out);
    return LB_STATUS_OK;
}
