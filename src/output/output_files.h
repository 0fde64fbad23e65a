/* output_files.h - files in the folder of a run, and the .pvd index of some of them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUT_OUTPUT_FILES_H
#define LB_OUTPUT_OUTPUT_FILES_H

#include "io/vtk.h"
#include "output/output.h"

enum lb_status lb_output_path(const struct lb_output_services *s, const char *name,
                              char out[LB_PATH_SIZE], struct lb_error *err);
/* As lb_csv_write, collective, and adds the file to the run.  Replaces a file of that name. */
enum lb_status lb_output_write_csv(struct lb_output_services *s, const char *name,
                                   const char *columns, const double *numbers, size_t rows,
                                   size_t column_count, struct lb_error *err);
int lb_output_digits(const struct lb_case *c); /* significant ones, of tables */
/* "karman, Re 100, fp32/fp16s" */
void lb_output_title(const struct lb_output_services *s, char *out, size_t size);

/* Adds `file` to the index `name`, which is made if *pvd is NULL; adds both to the run. */
enum lb_status lb_output_index(struct lb_output_services *s, struct lb_vtk_series **pvd,
                               const char *name, const char *file, double time,
                               struct lb_error *err);
/* Saves or loads the entries of an index; one that does not exist is not saved. */
enum lb_status lb_output_archive_index(struct lb_output_services *s, struct lb_archive *a,
                                       const char *key, const char *name,
                                       struct lb_vtk_series **pvd, struct lb_error *err);

#endif
