/* paper_item.h - what an item of the paper is, and what it may ask for: the runs items share, checks, figures.
 * SPDX-License-Identifier: MIT */
#ifndef LB_REPRODUCE_PAPER_ITEM_H
#define LB_REPRODUCE_PAPER_ITEM_H

#include "cli/options.h"
#include "io/json.h"
#include "study/study.h"

enum { LB_PAPER_TEXT = 256, LB_PAPER_FORMATS = 9 };

/* The paper's number formats, in its order: arithmetic/storage. */
extern const char *const lb_paper_formats[LB_PAPER_FORMATS + 1];
/* Of them: 16 bits begin here. */
enum {
    LB_PAPER_FP64,
    LB_PAPER_FP64_FP32,
    LB_PAPER_FP32,
    LB_PAPER_FP16,
    LB_PAPER_FP16S,
    LB_PAPER_FP16C,
    LB_PAPER_P16_0S,
    LB_PAPER_P16_1S,
    LB_PAPER_P16_2C
};

struct lb_paper_case {
    const char *setup;
    char values[LB_PAPER_TEXT]; /* what `sluice run` takes: "radius=31 re=10" */
    char flow[LB_PAPER_TEXT];   /* what of them sets a run apart */
    int format;                 /* in lb_paper_formats */
    bool shift;
};

struct lb_paper_run {
    struct lb_paper_case c;
    struct lb_study_run run; /* its outcome, once it is there */
    double cells, steps;     /* planned */
    bool is_flat;
    double seconds; /* estimated; 0: not known */
};

/* What we measured agrees with the sentence of the paper, or does not; apart from whether it is within our
 * band. */
enum lb_paper_answer { LB_PAPER_AGREES, LB_PAPER_DIFFERS, LB_PAPER_NOT_COMPARABLE };

struct lb_paper_check {
    char statement[LB_PAPER_TEXT]; /* of the paper, in short */
    char what[LB_PAPER_TEXT];      /* is measured */
    double measured, low, high;    /* the band; NaN measured: not judged */
    bool is_pass, is_judged;
    enum lb_paper_answer answer;
    const char *because; /* of a difference from the paper; NULL: none is known */
};

struct lb_reproduce;

/* A chart with a line for each format; x and y in turns, of a band x, low and high; owned. */
enum { LB_PAPER_LINES = 8 * LB_PAPER_FORMATS };
struct lb_paper_line {
    int format;
    bool shift;
    bool points;   /* instead of a line */
    bool is_other; /* not ours: in the colour of the text */
    bool is_band;
    double *numbers;
    size_t count;
    char label[LB_RUN_NAME_SIZE]; /* "": not in the legend */
};
struct lb_paper_figure {
    const char *title, *x_label, *y_label;
    bool x_logarithmic, y_logarithmic, equal_scales;
    bool has_marks; /* on the lines: many lie over each other */
    struct lb_paper_line lines[LB_PAPER_LINES];
    size_t count;
};

struct lb_paper_item {
    const char *name, *number; /* "poiseuille-radius", "fig4" */
    const char *shows;
    enum lb_status (*plan)(struct lb_reproduce *r, struct lb_error *err); /* NULL: needs no run */
    void (*check)(struct lb_reproduce *r);                  /* with lb_paper_check... */
    void (*table)(const struct lb_reproduce *r, FILE *csv); /* data.csv */
    enum lb_status (*figure)(const struct lb_reproduce *r, struct lb_paper_figure *out,
                             struct lb_error *err); /* NULL: none */
    /* In its place a picture; sets *there to false where what is there does not suffice. */
    enum lb_status (*picture)(const struct lb_reproduce *r, const char *path, bool *there,
                              struct lb_error *err);
    /* Of this program, ends with NULL: what it prints is kept and read by lb_paper_measured.  NULL: none. */
    const char *const *command, *const *quick_command;
    /* Of what it does beside runs. */
    struct lb_paper_price {
        int programs;   /* that are built */
        double seconds; /* for the rest */
    } price, quick_price;
};
extern const struct lb_paper_item *const lb_paper_items[]; /* ends with NULL */

/* What an item came to. */
struct lb_paper_result {
    const struct lb_paper_item *item;
    struct lb_paper_check *checks;
    size_t check_count;
    size_t *uses; /* runs of the plan */
    size_t use_count;
    bool has_figure, has_picture; /* as PNG and SVG, as PNG */
    cJSON *added;                 /* checks.json of --add; NULL: it has none */
};

/* Of the device [cell updates/s]: D3Q19 in FP64, FP32 and a format that is converted in software, D2Q9 in
 * FP32; of a tiny step and of a build [s]. */
struct lb_paper_speeds {
    bool is_measured, is_gpu;
    double solid[3], flat, step, build;
};

struct lb_reproduce {
    const struct lb_options *o;
    bool is_quick;
    char folder[LB_PATH_SIZE];
    int lock;
    struct lb_paper_run *runs;
    size_t run_count;
    /* In small: runs of all items, chosen or not, for what these want written. */
    struct lb_paper_run *whole;
    size_t whole_count;
    struct lb_paper_result *items, *current; /* chosen ones; that which plans or checks */
    size_t item_count;
    bool no_memory; /* a check was lost */
    bool *lacks;    /* since the last check a run that is there was asked for what it has not */
    int signal;
    char device[640]; /* "": there is none, or none is needed */
    char added[640];  /* that of --add */
    struct lb_paper_speeds speeds;
    double max_wall;          /* [s]; 0: no limit */
    double started;           /* lb_clock */
    int ensemble, first_seed; /* raindrops of a format, and the seed of the first */
};

/* --- for items ---------------------------------------------------------------------------------- */

/* Adds runs of `values` (printf) in all formats, with and without shift, unless they are there. */
enum lb_status lb_paper_plan(struct lb_reproduce *r, const char *setup, struct lb_error *err,
                             const char *values, ...) LB_PRINTF_LIKE(4, 5);

/* One of them. */
enum lb_status lb_paper_plan_one(struct lb_reproduce *r, const char *setup, int format, bool shift,
                                 const char *values, struct lb_error *err);

/* Of the plan, or NULL. */
const struct lb_paper_run *lb_paper_find(const struct lb_reproduce *r, const char *setup,
                                         const char *values, int format, bool shift);
/* NULL where the run is not there; NaN where it, or the result, is not. */
const struct lb_run_outcome *lb_paper_outcome(const struct lb_reproduce *r, const char *setup,
                                              const char *values, int format, bool shift);
double lb_paper_number(const struct lb_reproduce *r, const char *setup, const char *values,
                       int format, bool shift, const char *result);

/* A file of a run: false where the run is not there, or left none of that name. */
bool lb_paper_file(const struct lb_reproduce *r, const char *setup, const char *values, int format,
                   bool shift, const char *file, char path[LB_PATH_SIZE]);
/* Columns of it; *rows 0 and *numbers NULL where there is none. */
enum lb_status lb_paper_columns(const struct lb_reproduce *r, const char *setup, const char *values,
                                int format, bool shift, const char *file,
                                const char *const *columns, size_t count, double **numbers,
                                size_t *rows, struct lb_error *err);

/* What an item's command has printed, for free(); NULL where it has not. */
char *lb_paper_measured(const struct lb_reproduce *r, const char *item);

/* Measured within low and high.  NaN is not judged, but fails where a run that is there lacks the result.
 * Returns it, for an answer and a reason. */
struct lb_paper_check *lb_paper_check(struct lb_reproduce *r, const char *statement,
                                      double measured, double low, double high, const char *what,
                                      ...) LB_PRINTF_LIKE(6, 7);
/* Shown beside the paper's, of other devices: nothing is judged. */
void lb_paper_shown(struct lb_paper_check *check);
/* The paper says otherwise: the band is around our value. */
void lb_paper_differs(struct lb_paper_check *check, const char *because);

/* Takes the numbers over, also on failure. */
enum lb_status lb_paper_figure_line(struct lb_paper_figure *f, int format, bool shift,
                                    double *numbers, size_t count, struct lb_error *err);
/* Numbers that are not ours, as marks; takes them over, too. */
enum lb_status lb_paper_figure_marks(struct lb_paper_figure *f, const char *label, double *numbers,
                                     size_t count, struct lb_error *err);
/* What a check asks for, where the axes show it: x, low and high in turns, which it copies. */
enum lb_status lb_paper_figure_band(struct lb_paper_figure *f, const char *label,
                                    const double *limits, size_t count, struct lb_error *err);
/* Columns x and y of a file of all these runs that are there. */
enum lb_status lb_paper_figure_csv(const struct lb_reproduce *r, struct lb_paper_figure *f,
                                   const char *setup, const char *values, const char *file,
                                   const char *x, const char *y, struct lb_error *err);
enum lb_status lb_paper_figure_write(const struct lb_paper_figure *f, const char *path,
                                     struct lb_error *err);
void lb_paper_figure_free(struct lb_paper_figure *f);

#endif
