/* vtkhdf_fields.c - the choice of a run's fields as a .vtkhdf.
 * SPDX-License-Identifier: MIT */
#include "output/vtkhdf_fields.h"

enum lb_status lb_vtkhdf_fields_choose(const struct lb_output_services *s,
                                       const struct lb_chosen_fields *chosen,
                                       const struct lb_field_source *source, const char *name,
                                       struct lb_vtkhdf_fields *out, struct lb_error *err)
{
    LB_OK(lb_output_path(s, name, out->path, err));
    out->source = *source;
    out->source.units = chosen->units;
    out->vtkhdf = (struct lb_vtkhdf){.path = out->path,
                                     .source = &out->source,
                                     .fields = chosen->fields,
                                     .cells = lb_chosen_cells(chosen, source)};
    return LB_STATUS_OK;
}

enum lb_status lb_vtkhdf_fields_check(const struct lb_case *c,
                                      const struct lb_chosen_fields *chosen, bool is_double,
                                      struct lb_error *err)
{
    const struct lb_field_source source = {.size = {c->size[0], c->size[1], c->size[2]},
                                           .double_precision = is_double};
    const struct lb_vtkhdf file = {
        .source = &source, .fields = chosen->fields, .cells = lb_chosen_cells(chosen, &source)};
    return lb_vtkhdf_check(&file, err);
}

enum lb_status lb_vtkhdf_fields_write(struct lb_output_services *s,
                                      const struct lb_chosen_fields *chosen,
                                      const struct lb_field_source *source, const char *name,
                                      struct lb_error *err)
{
    struct lb_vtkhdf_fields there;
    struct lb_table steps = {.columns = LB_VTKHDF_COLUMNS};
    LB_OK(lb_vtkhdf_fields_choose(s, chosen, source, name, &there, err));
    const enum lb_status st = lb_vtkhdf_add(&there.vtkhdf, (double)source->step, &steps, err);
    lb_table_clear(&steps);
    LB_OK(st);
    return s->add_file(s->run, name, err);
}
