/* start_ranks.c - `--devices LIST` without mpirun: a process for each device.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/word_list.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "opencl/device.h"
#include "peers/peers.h"

/* Devices as strong as the one that `spec` means. */
static enum lb_status count_alike(const char *spec, int *out, struct lb_error *err)
{
    struct lb_device_info *list = NULL;
    size_t count = 0, chosen = 0;
    LB_OK(lb_device_list(&list, &count, err));
    const enum lb_status st = lb_device_choose(list, count, spec, &chosen, err);
    *out = 0;
    for (size_t n = 0; n < count && st == LB_STATUS_OK; n++)
        *out += lb_device_is_alike(&list[n], &list[chosen]);
    free(list);
    return st;
}

enum lb_status lb_start_ranks(const struct lb_options *o, char **argv, struct lb_error *err)
{
    char word[LB_WORD_SIZE];
    const char *rest = o->devices;
    int count = 0;
    if (o->devices == NULL) return LB_STATUS_OK;
    LB_NEED(o->device == NULL, LB_STATUS_USAGE, "--device and --devices exclude each other");
    LB_OK(lb_word_list_check(o->devices, "--devices", err));
    if (o->print_case || lb_peers_is_launched()) return LB_STATUS_OK;
    if (o->command->id == LB_COMMAND_BENCH) return LB_STATUS_OK; /* for each number of parts */
    while (lb_word_list_next(&rest, word))
        count++;
    if (count == 1 && (strcasecmp(word, "gpu") == 0 || strcasecmp(word, "cpu") == 0))
        LB_OK(count_alike(word, &count, err));
    return count > 1 ? lb_peers_start_ranks(count, argv, err) : LB_STATUS_OK;
}
