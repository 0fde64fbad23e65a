/* zarr_fields.c - the choice of a run's fields as a zarr store.
 * SPDX-License-Identifier: MIT */
#include "output/zarr_fields.h"

#include "fields/zarr_files.h"

/* Layers of other ranks have density and velocity only; of a part of the box one rank writes all. */
static bool is_in_parts(const struct lb_chosen_fields *chosen)
{
    static const unsigned known = LB_FIELD_RHO | LB_FIELD_U | LB_FIELD_FLAGS | LB_FIELD_AROUND;
    const unsigned needs = lb_fields_need(chosen->fields);
    return chosen->some.stride == 0 && (needs & ~known) == 0;
}

enum lb_status lb_zarr_fields_choose(const struct lb_output_services *s,
                                     const struct lb_chosen_fields *chosen,
                                     const struct lb_field_source *source, const char *name,
                                     struct lb_zarr_fields *out, struct lb_error *err)
{
    LB_OK(lb_output_path(s, name, out->folder, err));
    lb_output_title(s, out->title, sizeof out->title);
    out->source = *source;
    out->source.units = chosen->units;
    out->zarr = (struct lb_zarr){.folder = out->folder,
                                 .title = out->title,
                                 .source = &out->source,
                                 .fields = chosen->fields,
                                 .cells = lb_chosen_cells(chosen, source),
                                 .in_parts = is_in_parts(chosen)};
    return LB_STATUS_OK;
}

enum lb_status lb_zarr_fields_write(struct lb_output_services *s,
                                    const struct lb_chosen_fields *chosen,
                                    const struct lb_field_source *source,
                                    const struct lb_own_fields *own, const char *name,
                                    struct lb_error *err)
{
    struct lb_zarr_fields there;
    const double time = (double)source->step;
    LB_OK(lb_zarr_fields_choose(s, chosen, source, name, &there, err));
    LB_OK(lb_zarr_describe(&there.zarr, &time, 0, err));
    LB_OK(lb_zarr_files_add(&there.zarr, s->place, own, &time, 1, err));
    return s->add_file(s->run, name, err);
}
