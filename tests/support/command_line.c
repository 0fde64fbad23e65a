/* command_line.c - splits a text into arguments.
 * SPDX-License-Identifier: MIT */
#include "support/command_line.h"

#include <stdio.h>
#include <string.h>

enum lb_status lb_test_parse(const char *text, struct lb_options *out, struct lb_error *err)
{
    enum { MAX_ARGUMENTS = 64, LINE_SIZE = 2048 };
    static char line[LINE_SIZE];
    char *arguments[MAX_ARGUMENTS + 1] = {(char[]){"sluice"}};
    int count = 1;
    *err = (struct lb_error){0};
    snprintf(line, sizeof line, "%s", text);
    for (char *word = strtok(line, " "); word != NULL && count < MAX_ARGUMENTS;
         word = strtok(NULL, " "))
        arguments[count++] = word;
    arguments[count] = NULL;
    return lb_options_parse(count, arguments, out, err);
}
