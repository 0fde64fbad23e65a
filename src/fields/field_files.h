/* field_files.h - a field of a box that is split among ranks, in files of which each rank writes its own.
 * SPDX-License-Identifier: MIT */
#ifndef LB_FIELDS_FIELD_FILES_H
#define LB_FIELDS_FIELD_FILES_H

#include "fields/layers.h"

/* Collective: writes `stem`.pvti into `folder`, and beside it a folder `stem` with a .vti of each rank
 * (lb_field_part_name).  What is there of these names, or as `stem`.vti, gives way when all is written; else
 * it stays, and nothing new does.  Of `source`, all but what reads: that is `own`. */
enum lb_status lb_field_files_write(const struct lb_field_source *source,
                                    const struct lb_field *const *fields,
                                    const struct lb_decomposition *d,
                                    const struct lb_own_fields *own, const char *folder,
                                    const char *stem, struct lb_error *err);

/* "field-000001000/part-0000.vti" */
void lb_field_part_name(const char *stem, int rank, char *out, size_t size);

/* The first rank removes what lb_field_files_write wrote of that name, if it did. */
void lb_field_files_remove(const char *folder, const char *stem);

#endif
