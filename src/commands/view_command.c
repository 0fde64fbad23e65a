/* view_command.c - `sluice view` is python/sluice_lbm/view, which is told what to show.
 * SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <string.h>

#include "base/number_text.h"
#include "cli/options.h"
#include "commands/commands.h"
#include "io/json.h"
#include "python/python_package.h"

static const char usual_port[] = "8765";

static enum lb_status check(const struct lb_options *o, struct lb_error *err)
{
    LB_NEED(
        o->word_count > 0, LB_STATUS_USAGE,
        "view what? `sluice view DIR` makes a page of the runs in DIR, `sluice view DIR --serve` "
        "shows one while it goes on");
    if (o->serve == NULL) return LB_STATUS_OK;
    LB_NEED(o->word_count == 1, LB_STATUS_USAGE, "view: --serve shows one run, and %zu are given",
            o->word_count);
    LB_NEED(o->output == NULL, LB_STATUS_USAGE, "view: --serve writes no page; leave out --output");
    return LB_STATUS_OK;
}

/* -1: a page is written. */
static enum lb_status read_port(const char *serve, long *port, struct lb_error *err)
{
    enum { MOST = 65535 };
    double number = 0.0;
    *port = -1;
    if (serve == NULL) return LB_STATUS_OK;
    const char *text = serve[0] != '\0' ? serve : usual_port;
    LB_NEED(lb_whole_parse(text, strlen(text), &number) && number >= 0.0 && number <= MOST,
            LB_STATUS_USAGE, "view: --serve=%s: a port is a number from 0 to %d", serve, MOST);
    *port = (long)number;
    return LB_STATUS_OK;
}

enum lb_status lb_view_command(const struct lb_options *o, struct lb_error *err)
{
    long port;
    LB_OK(check(o, err));
    LB_OK(read_port(o->serve, &port, err));
    struct lb_json request = lb_json_begin(NULL);
    enum lb_status st = lb_python_begin(&request, err);
    if (st != LB_STATUS_OK) {
        cJSON_Delete(lb_json_take(&request));
        return st;
    }
    struct lb_json folders = lb_json_list(&request, "folders");
    for (size_t n = 0; n < o->word_count; n++)
        lb_json_text(&folders, NULL, o->words[n]);
    lb_json_text(&request, "output", o->output);
    lb_json_number(&request, "port", (double)port);
    st = lb_python_become("sluice_lbm.view", &request, err);
    lb_error_note(err, "Needed is Python 3 (Debian: apt install python3).");
    return st;
}
