/* outputs.h - the outputs of one run: the loops over their rows, and what a run asks of single ones
 * for its setup.
 * SPDX-License-Identifier: MIT */
#ifndef LB_OUTPUTS_OUTPUTS_H
#define LB_OUTPUTS_OUTPUTS_H

#include "geometry/mesh.h"
#include "io/field.h"
#include "io/vtp.h"
#include "output/output.h"
#include "plot/chart.h"
#include "scene/scene.h"

#define LB_OUTPUT(row) extern const struct lb_output lb_output_##row;
#include "outputs/outputs.def"
#undef LB_OUTPUT
extern const struct lb_output *const lb_output_rows[]; /* of outputs.def; ends with NULL */

/* The parameters of every setup: those of the run, `groups` of `count`, and those of the rows,
 * by their places, into `out`, which has room for `size` and ends with a NULL name. */
struct lb_parameter_group {
    int place;
    const struct lb_parameter *parameters; /* ends with a NULL name */
};
void lb_output_gather(const struct lb_parameter_group *groups, size_t count,
                      struct lb_parameter *out, size_t size);
/* Whether the case is the same whatever this parameter says. */
bool lb_output_is_beside_case(const char *parameter);

enum { LB_MAX_OUTPUTS = 24 };
/* Must stay where it is; `rows` and `services` are the caller's to fill before
 * lb_outputs_choose, `solver` of these before LB_OUTPUT_OPEN. */
struct lb_outputs {
    const struct lb_output *const *rows; /* lb_output_rows, or others; ends with NULL */
    struct lb_output_services services;
    void *output[LB_MAX_OUTPUTS];
};

enum lb_status lb_outputs_choose(struct lb_outputs *o, struct lb_error *err);
/* Harmless on {0}. */
void lb_outputs_close(struct lb_outputs *o);

/* The first step behind `step` at which one is due, at most `end`. */
uint64_t lb_outputs_due(const struct lb_outputs *o, uint64_t step, uint64_t end);
/* Advances the solver by `steps`, the last of which may be of interest to a row. */
enum lb_status lb_outputs_advance(struct lb_outputs *o, uint64_t steps, struct lb_error *err);
/* Rows act in their order, of LB_OUTPUT_STEP those that are due now, up to the first that fails
 * or finds that the flow diverged; of LB_OUTPUT_END and LB_OUTPUT_DIVERGED all, and the first
 * failure is returned. */
enum lb_status lb_outputs_at(struct lb_outputs *o, enum lb_output_moment moment,
                             struct lb_error *err);
enum lb_status lb_outputs_archive(struct lb_outputs *o, struct lb_archive *archive,
                                  struct lb_error *err);
void lb_outputs_describe(const struct lb_outputs *o, struct lb_json *json);
/* What the row keeps; NULL if there is nothing. */
void *lb_outputs_find(const struct lb_outputs *o, const struct lb_output *row);

/* mean.c: what means over time the run asks the solver to keep. */
enum lb_means_kind lb_mean_kind(const struct lb_values *v);

/* body_surfaces.c: pressure and wall shear of a mean flow, where body-surface=N asks for them. */
enum lb_status lb_body_surfaces_write_mean(struct lb_output_services *s,
                                           const struct lb_field_source *source,
                                           struct lb_error *err);

/* --- what setups ask for (run/setup.h)
 * ----------------------------------------------------------- */

enum lb_status lb_series_add_row(struct lb_outputs *o, int n, const double *row,
                                 struct lb_error *err);
const struct lb_table *lb_series_rows(const struct lb_outputs *o, int n);
enum lb_status lb_pictures_draw(struct lb_outputs *o, const char *name,
                                const struct lb_picture *picture, struct lb_error *err);
enum lb_status lb_pictures_draw_scene(struct lb_outputs *o, const char *name,
                                      const struct lb_scene *scene, struct lb_error *err);
enum lb_status lb_surfaces_write_points(struct lb_outputs *o, const char *name,
                                        const struct lb_points_view *view, struct lb_error *err);
/* The free surface as it is now; as points "surface". */
enum lb_status lb_surfaces_find(struct lb_output_services *s, bool is_closed, struct lb_mesh *out,
                                struct lb_error *err);
enum lb_status lb_surfaces_write(struct lb_outputs *o, struct lb_error *err);
enum lb_status lb_charts_draw(struct lb_output_services *s, const char *name,
                              const struct lb_chart *chart, struct lb_error *err);

/* --- what the run asks for
 * ----------------------------------------------------------------------- */

/* Checkpoints of this run so far. */
enum { LB_MAX_UNSAVED = 3, LB_SAVED_WHY_SIZE = 640 }; /* failures in a row: the run is stopped */
struct lb_saved {
    bool has_last; /* since it was tried last */
    uint64_t last; /* its step */
    bool is_on_disk;
    uint64_t on_disk; /* step of the last one that was saved */
    int failures;     /* in a row, up to now */
    char why[LB_SAVED_WHY_SIZE];
};
const struct lb_saved *lb_checkpoint_saved(const struct lb_outputs *o);
void lb_checkpoint_note_loaded(struct lb_outputs *o, uint64_t step);

/* Whether the flow is shown above the progress line. */
bool lb_live_is_shown(const struct lb_outputs *o);

#endif
