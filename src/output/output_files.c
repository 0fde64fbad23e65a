/* output_files.c - paths, tables and indices in the folder of a run.
 * SPDX-License-Identifier: MIT */
#include "output/output_files.h"

#include <stdio.h>

#include "peers/peers.h"

/* Enough for the exact number, without digits that single precision does not have. */
enum { DIGITS_FP32 = 9, DIGITS_FP64 = 17 };

enum lb_status lb_output_path(const struct lb_output_services *s, const char *name,
                              char out[LB_PATH_SIZE], struct lb_error *err)
{
    return lb_path_join(s->folder, name, out, LB_PATH_SIZE, err);
}

int lb_output_digits(const struct lb_case *c)
{
    return c->arithmetic == LB_ARITHMETIC_FP64 ? DIGITS_FP64 : DIGITS_FP32;
}

enum lb_status lb_output_write_csv(struct lb_output_services *s, const char *name,
                                   const char *columns, const double *numbers, size_t rows,
                                   size_t column_count, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(lb_output_path(s, name, path, err));
    LB_OK(lb_peers_agree(
        s->world,
        lb_csv_write(path, columns, numbers, rows, column_count, lb_output_digits(s->c), err),
        err));
    return s->add_file(s->run, name, err);
}

void lb_output_title(const struct lb_output_services *s, char *out, size_t size)
{
    char reynolds[40] = "", precision[40];
    lb_case_precision_name(s->c, precision, sizeof precision);
    if (lb_values_parameter(s->values, "re") != NULL && lb_values_number(s->values, "re") > 0.0)
        snprintf(reynolds, sizeof reynolds, ", Re %g", lb_values_number(s->values, "re"));
    snprintf(out, size, "%s%s, %s", s->setup->name, reynolds, precision);
}

enum lb_status lb_output_index(struct lb_output_services *s, struct lb_vtk_series **pvd,
                               const char *name, const char *file, double time,
                               struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    LB_OK(s->add_file(s->run, file, err));
    if (*pvd == NULL) {
        LB_OK(lb_output_path(s, name, path, err));
        LB_OK(lb_vtk_series_create(path, pvd, err));
    }
    LB_OK(lb_vtk_series_add(*pvd, time, file, err));
    return s->add_file(s->run, name, err);
}

enum lb_status lb_output_archive_index(struct lb_output_services *s, struct lb_archive *a,
                                       const char *key, const char *name,
                                       struct lb_vtk_series **pvd, struct lb_error *err)
{
    char path[LB_PATH_SIZE];
    if (lb_archive_loads(a)) {
        if (lb_archive_find(a, key) == NULL) return LB_STATUS_OK;
        LB_OK(lb_output_path(s, name, path, err));
        LB_OK(lb_vtk_series_create(path, pvd, err));
        return lb_vtk_series_restore(*pvd, lb_archive_find(a, key), err);
    }
    if (*pvd == NULL) return LB_STATUS_OK;
    char *entries = (char *)(uintptr_t)lb_vtk_series_entries(*pvd); /* only read */
    return lb_archive_text(a, key, &entries, err);
}
