/* python_package.h - starts the part of the program that is written in Python: the package that lies beside it.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PYTHON_PYTHON_PACKAGE_H
#define LB_PYTHON_PYTHON_PACKAGE_H

#include "base/status.h"
#include "io/json.h"
#include "process/process.h"

/* Members of every request: the path of this program, its version and commit. */
enum lb_status lb_python_begin(struct lb_json *request, struct lb_error *err);

/* The process becomes `python3 -m MODULE REQUEST` ("sluice_lbm.paper"), whose exit codes are this program's.  Ends
 * the request, also on failure; comes back only with one: no package, no Python. */
enum lb_status lb_python_become(const char *module, struct lb_json *request, struct lb_error *err);

/* `python3 -m MODULE WORDS...` beside this process, for requests that are answered one by one. */
enum lb_status lb_python_start(const char *module, const char *const *words, size_t count,
                               struct lb_process_dialog *out, struct lb_error *err);

/* Ends the request; caller deletes *answer.  {"failure": sentence, "code": N} is that failure. */
enum lb_status lb_python_request(struct lb_process_dialog *d, struct lb_json *request,
                                 cJSON **answer, struct lb_error *err);

/* A chart by python/sluice_lbm/charts.py; one that cannot be drawn costs nothing but a note.  Ends the request. */
void lb_python_draw(struct lb_json *request);

/* The same of what a folder holds. */
void lb_python_chart(const char *chart, const char *folder);

#endif
