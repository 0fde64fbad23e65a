/* run_internal.h - what a run knows; for this room, not for setups (they see run/setup.h).
 * SPDX-License-Identifier: MIT */
#ifndef LB_RUN_RUN_INTERNAL_H
#define LB_RUN_RUN_INTERNAL_H

#include "decomposition/subdomain.h"
#include "fields/field_files.h"
#include "inputs/input_files.h"
#include "io/file.h"
#include "io/vtk.h"
#include "run/outcome.h"
#include "run/progress.h"
#include "run/request.h"
#include "run/setup.h"
#include "base/stopwatch.h"
#include "measure/tune.h"
#include "plot/picture_choice.h"

struct lb_device;

enum {
    LB_RUN_MAX_VERDICTS = 8,
    LB_RUN_MAX_COMPARISONS = 4,
    LB_RUN_MAX_NOT_JUDGED = 6,
    LB_RUN_MAX_WARNINGS = 16,
    LB_RUN_MAX_WATCHED = 16,
    LB_RUN_MAX_POINTS = 8,  /* names of .vtp files */
    LB_RUN_MAX_UNSAVED = 3, /* checkpoints that fail in a row: the run is stopped */
    LB_RUN_NOTE_SIZE = 160,
    LB_RUN_SENTENCE_SIZE = 256,
    LB_RUN_WARNING_SIZE = 640
};

/* Of all surveys so far; the speed without the cells of a surface. */
struct lb_run_extremes {
    double speed, density_min, density_max;
    double speed_step, density_min_step, density_max_step;
    bool is_known;
};

/* Fields written every so many steps, and at the end. */
struct lb_run_output {
    bool wanted;
    bool given;     /* by name: wanted at any price, or not at all */
    uint64_t every; /* 0: only at the end */
    bool has_last;
    uint64_t last; /* step of the last one */
};

/* The file to which rows of a table are appended while the run goes on.  In the end it is written
 * anew, as a whole. */
struct lb_run_row_file {
    FILE *stream;   /* NULL: not open */
    size_t written; /* rows */
    bool failed;    /* told, and left alone */
};

/* The rows of one series of the setup.  To go on later: queues are fetched, then rows and `next` of
 * each are all there is to keep. */
struct lb_run_rows {
    struct lb_table rows;
    struct lb_run_row_file file;
    uint64_t next; /* step from which on the next row is due */
    bool has_last;
    uint64_t last; /* step of the last sample */
};

/* Records that wait on the device: of which series, and from which step. */
struct lb_run_pending {
    int series;
    uint64_t step;
};
struct lb_run_queue {
    struct lb_run_pending pending[LB_PROBE_CAPACITY];
    size_t count;
};

/* Records of forces that wait on the device, and of which series they make rows: bit n of `due`; and the
 * last one that was fetched.  Nothing of it is kept in a checkpoint: what is missing is recorded again. */
struct lb_run_forces {
    struct {
        uint64_t step;
        unsigned due;
    } pending[LB_FORCE_CAPACITY];
    size_t count;
    bool has_last;
    uint64_t last_step;
    struct lb_link_force *last, *mean; /* of all groups; with the step before where `is_mean` */
    struct lb_wall_force last_walls, mean_walls;
    bool is_mean;
};

/* The index of the .vtp files of one name. */
struct lb_run_points {
    char name[LB_RUN_NAME_SIZE];
    struct lb_vtk_series *pvd;
};

/* Fields that are watched in a cell, or in the mean. */
struct lb_run_watched {
    const struct lb_field *field;
    int component; /* -1: all */
    bool is_mean;
    uint32_t cell[3];
};

struct lb_run_watch {
    struct lb_run_watched fields[LB_RUN_MAX_WATCHED];
    int count;
    uint64_t every;
    struct lb_table rows;
    struct lb_run_row_file file;
};

/* The mean flow over time: samples at steps from, from + every, ... */
struct lb_run_mean {
    bool wanted;
    uint64_t from, every;
};

/* Checkpoints: checkpoint=N, checkpoint=SECONDSs; and when a signal or max-wall ends a run. */
struct lb_run_saving {
    bool wanted;
    uint64_t every; /* steps; 0: not by steps */
    double seconds; /* 0: not by time */
    double clock;   /* lb_clock of the last one, or of the first step */
    bool has_last;
    uint64_t last; /* its step */
    bool is_on_disk;
    uint64_t on_disk; /* step of the last one that was saved */
    int failures;     /* in a row, up to now */
    char why[LB_RUN_WARNING_SIZE];
};

/* What a rank computes, on what. */
struct lb_run_part {
    char node[64], device[128], driver[128];
    bool is_gpu;
    int sharers; /* processes that have the same device */
    int lanes;
    uint32_t origin[3], size[3];
    uint64_t device_bytes, sent_bytes; /* in a step */
    double exposed_ms;                 /* in a step */
};

struct lb_run {
    struct lb_run_request request; /* what it points to is borrowed */
    const struct lb_setup *setup;
    const struct lb_values *values;
    struct lb_case c;
    struct lb_decomposition place; /* of this rank; the whole box where there is one */
    struct lb_subdomain part;      /* where there are several: a case of its own */
    struct lb_run_part *parts;     /* of all ranks; NULL where there is one */
    struct lb_tuning tuning;       /* how the layout was chosen; once there is a solver */
    struct lb_plan plan;
    struct lb_inputs inputs; /* the files that the values name */
    void *state;

    struct lb_device *device;
    struct lb_solver *solver;
    struct lb_progress progress;
    bool is_live;     /* the flow is shown above it */
    double next_live; /* [s] of lb_clock */
    struct lb_speed speed;
    char note[LB_RUN_NOTE_SIZE];

    char folder[LB_PATH_SIZE]; /* "" before it is there */
    int lock;                  /* on the folder; -1: none, or the caller's */
    char (*files)[LB_RUN_NAME_SIZE];
    size_t file_count, file_capacity;
    struct lb_vtk_series *pvd;
    struct lb_run_points points[LB_RUN_MAX_POINTS];
    int points_count;
    const struct lb_field *chosen_fields[LB_MAX_FIELDS + 1]; /* of .vti files; ends with NULL */
    uint8_t *sides; /* flags of all cells with the side of a free surface; NULL: not looked up */
    bool has_sides;
    uint64_t sides_step; /* at which that was */
    bool in_parts;       /* each rank writes a .vti of its own */
    struct lb_run_output fields, pictures, histograms, surfaces;
    struct lb_picture_choice picture_choice; /* what `pictures` draws */
    uint32_t film;                           /* pictures a second; 0: none is made */
    double axis_unit;                        /* of pictures [cells]; 0: cells */
    const char *axis_unit_name;
    bool chart_kinds[LB_CHART_KINDS]; /* files of charts: png, svg, pdf */

    struct lb_run_rows series[LB_MAX_SERIES]; /* of setup->series */
    int series_count;
    struct lb_run_watch watch;
    struct lb_run_mean mean;
    struct lb_run_queue probes;
    struct lb_run_forces forces;
    double rows_clock; /* lb_clock when rows were last appended to their files */
    struct lb_run_saving saving;

    struct lb_run_value results[LB_RUN_MAX_RESULTS];
    int result_count;
    struct lb_run_check verdicts[LB_RUN_MAX_VERDICTS];
    int verdict_count;
    struct lb_run_check comparisons[LB_RUN_MAX_COMPARISONS]; /* beside the verdicts */
    int comparison_count;
    char not_judged[LB_RUN_MAX_NOT_JUDGED][LB_RUN_SENTENCE_SIZE];
    int not_judged_count;
    char warnings[LB_RUN_MAX_WARNINGS][LB_RUN_WARNING_SIZE];
    int warning_count;
    bool format_is_coarse; /* one of the warnings says so */
    struct lb_run_extremes extremes;
    bool fast_told, dense_told; /* on the way */
    uint64_t lost;              /* optional files that could not be written */
    double *curve;              /* of the setup; NULL where there is none */
    size_t curve_count;

    enum lb_run_end end;
    bool only_looks;   /* steps=0 where the setup has something to look at */
    bool stop_asked;   /* by the setup */
    double started;    /* lb_clock at the first step */
    double seconds;    /* of the loop, and of those before checkpoints */
    int signal;        /* that ended it; 0: none */
    double max_wall;   /* [s]; 0: no limit */
    uint64_t surveyed; /* step of the last survey */
    bool has_good;
    uint64_t good;          /* step of the last survey that found nothing wrong */
    uint64_t diverged_step; /* the first bad one that is known */
    struct lb_survey survey;
    struct lb_survey start; /* of step 0, where drift is reported */
    bool has_results;
    char failure[LB_RUN_FAILURE_SIZE]; /* as in lb_run_outcome */
};

/* run_assemble.c: the case from methods and values. */
enum lb_status lb_run_assemble(struct lb_run *run, struct lb_error *err);

/* run_report.c: what the plan found out. */
void lb_run_print_facts(const struct lb_run *run, FILE *out);
/* run_files.c */
enum lb_status lb_run_path(const struct lb_run *run, const char *name, char out[LB_PATH_SIZE],
                           struct lb_error *err);
enum lb_status lb_run_add_file(struct lb_run *run, const char *name, struct lb_error *err);
/* case.ini, and copies of the files that it names; the case as a case file of copies behind `before`. */
enum lb_status lb_run_write_case(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_print_case_file(const struct lb_run *run, const char *path,
                                      const char *remark, const char *before, struct lb_error *err);
enum lb_status lb_run_write_json(struct lb_run *run, struct lb_error *err);
/* The same where other ranks may not come along. */
/* log.txt: the summary as text, behind those of earlier parts of the run; lost as other files may be. */
void lb_run_print_log(const struct lb_run *run, FILE *out);
enum lb_status lb_run_write_log(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_write_json_alone(struct lb_run *run, struct lb_error *err);
/* run_ranks.c: the part of this rank, as the request and their number say; what its device computes;
 * after lb_solver_create, the solvers of all become one; the first rank's clock; a signal that any
 * rank received; whether any was asked for a checkpoint. */
enum lb_status lb_run_split(struct lb_run *run, struct lb_error *err);
const struct lb_case *lb_run_own_case(const struct lb_run *run);
enum lb_status lb_run_join(struct lb_run *run, struct lb_error *err);
double lb_run_clock(void);
/* What the device of the part with most keeps, as lb_case_bytes_per_cell counts; what is sent and received of it. */
double lb_run_part_bytes(const struct lb_run *run, double *exchange);
/* Takes down run->parts as they are now; warns where drivers differ or ranks share a GPU;
 * "4 parts 2x2x1 of ", or "". */
enum lb_status lb_run_note_parts(struct lb_run *run, struct lb_error *err);
void lb_run_tell_parts(struct lb_run *run);
const char *lb_run_parts_text(const struct lb_run *run, char *out, size_t size);
uint64_t lb_run_device_bytes(const struct lb_run *run); /* of all ranks */
double lb_run_exposed_ms(const struct lb_run *run);     /* in a step, of the rank with most */
int lb_run_signal(void);
bool lb_run_is_asked_to_save(void);
/* run_fields.c: fields of .vti files from the values, when there is a case; a .vti file of now; the
 * pictures that are chosen, of now, unless they cannot be drawn and were not requested by name. */
struct lb_field_source lb_run_field_source(struct lb_run *run);
bool lb_run_has_flags(const struct lb_run *run); /* whether some cells are not plain fluid */
/* The chosen fields of a source as `stem`.vti or, in parts, .pvti, whose name goes to `name`; `own` reads what the
 * source's flow is on this rank. */
enum lb_status lb_run_write_vtk(struct lb_run *run, const struct lb_field_source *source,
                                const struct lb_own_fields *own, const char *stem,
                                char name[LB_RUN_NAME_SIZE], struct lb_error *err);
enum lb_status lb_run_choose_fields(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_write_fields(struct lb_run *run, struct lb_error *err);
/* cells.vti: the flags that cells would start with; takes no device. */
enum lb_status lb_run_write_cells(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_choose_pictures(struct lb_run *run, struct lb_error *err);
bool lb_run_draws_choice(const struct lb_run *run);
void lb_run_title(const struct lb_run *run, char *out,
                  size_t size); /* "karman, Re 100, fp32/fp16s" */
enum lb_status lb_run_draw_choice(struct lb_run *run, struct lb_error *err);
void lb_run_make_films(
    struct lb_run *run); /* of the pictures; one that cannot be made is a warning */
/* run_watch.c: what watch=... says, when there is a case; one more row; the table. */
enum lb_status lb_run_choose_watched(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_watch_now(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_write_watched(struct lb_run *run, struct lb_error *err);
/* Its file, and the header of it, for free(). */
extern const char lb_run_watch_file[];
enum lb_status lb_run_watch_header(const struct lb_run *run, char **out, struct lb_error *err);
/* run_mean.c: what mean=... says, when there is a case; the arrays, when there is a solver; a sample
 * of this step where one is due; the files.  Steps to the next sample, UINT64_MAX where there is none. */
enum lb_status lb_run_choose_mean(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_open_mean(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_sample_mean(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_write_mean(struct lb_run *run, struct lb_error *err);
uint64_t lb_run_steps_to_mean(const struct lb_run *run, uint64_t step);
/* run_histogram.c */
enum lb_status lb_run_write_histogram(struct lb_run *run, struct lb_error *err);

/* Fields, pictures, histograms and surfaces due at this step; `at_end`: those for the end. */
enum lb_status lb_run_write_due(struct lb_run *run, bool at_end, struct lb_error *err);
/* Surfaces and points of step 0, and fields where vtk=N asks for more than the last. */
enum lb_status lb_run_write_start(struct lb_run *run, struct lb_error *err);

/* run_series.c: the plan's time series.  Samples those due; those that want a row at the end, and
 * fetches what waits on the device; writes them all. */
void lb_run_open_series(struct lb_run *run); /* when there is a plan */
/* So many steps, at whose end rows may want forces: then those of the last but one are recorded, too. */
enum lb_status lb_run_advance(struct lb_run *run, uint64_t steps, struct lb_error *err);
enum lb_status lb_run_sample_due(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_sample_last(struct lb_run *run, struct lb_error *err);
enum lb_status lb_run_write_series(struct lb_run *run, struct lb_error *err);
/* Once a second: what was observed is on the disk whatever becomes of the run. */
enum lb_status lb_run_append_rows(struct lb_run *run, struct lb_error *err);
void lb_run_free_series(struct lb_run *run);
int lb_run_digits(const struct lb_run *run); /* significant ones, of tables */
/* run_outcome.c: whether the box is closed or periodic, so that its fluid keeps its mass; results
 * mass_drift, of the mass at the start, and where nothing pushes the fluid momentum_drift, of that
 * mass at the fastest velocity at the start. */
bool lb_run_keeps_mass(const struct lb_case *c);
void lb_run_report_drift(struct lb_run *run);
/* run_checkpoint.c: when there are values; whether one is due now, which forgets that a signal asked for
 * it; saves one, of which a failure is only told; loads that of the request. */
enum lb_status lb_run_plan_checkpoints(struct lb_run *run, struct lb_error *err);
bool lb_run_save_is_due(struct lb_run *run, bool is_idle); /* the device */
void lb_run_save(struct lb_run *run);
enum lb_status lb_run_load(struct lb_run *run, struct lb_error *err);

/* Whether the physics was judged: a check failed, or one of physics passed in a flow that the
 * method and the references are for.  NULL where it was not; the first check that failed, else the
 * first. */
bool lb_run_is_judged(const struct lb_run *run);
const struct lb_run_check *lb_run_worst_verdict(const struct lb_run *run);

/* As lb_run_warn, and says it at once. */
void lb_run_warn_now(struct lb_run *run, const char *format, ...) LB_PRINTF_LIKE(2, 3);
/* For files that the run and its verdict can do without: one that could not be written is a warning
 * and no failure.  What the device failed at stays one. */
enum lb_status lb_run_optional(struct lb_run *run, enum lb_status st, const struct lb_error *own,
                               struct lb_error *err);
void lb_run_warn_of_lost(struct lb_run *run); /* how many, in the end */
/* A survey's extremes are taken down, and told where the flow leaves what can be judged; the
 * warnings of the whole run, and what could not be judged for them. */
void lb_run_note_extremes(struct lb_run *run, const struct lb_survey *survey);
void lb_run_warn_of_extremes(struct lb_run *run);
bool lb_run_flow_is_in_bounds(const struct lb_run *run);

#endif
