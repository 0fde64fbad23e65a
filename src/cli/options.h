/* options.h - the command line: tables of commands and options for parsing, help and messages.
 * SPDX-License-Identifier: MIT */
#ifndef LB_CLI_OPTIONS_H
#define LB_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"
#include "run/reporting.h"

enum lb_command_id {
    LB_COMMAND_RUN = 1 << 0, /* bits, so that an option can name those that take it */
    LB_COMMAND_DEVICES = 1 << 1,
    LB_COMMAND_SETUPS = 1 << 2,
    LB_COMMAND_BENCH = 1 << 3,
    LB_COMMAND_FORMATS = 1 << 4,
    LB_COMMAND_COMPARE = 1 << 5,
    LB_COMMAND_MEMBENCH = 1 << 6,
    LB_COMMAND_ROOFLINE = 1 << 7,
    LB_COMMAND_RESUME = 1 << 8,
    LB_COMMAND_SELF_TEST = 1 << 9,
    LB_COMMAND_COMPLETION = 1 << 10,
    LB_COMMAND_REPRODUCE = 1 << 11,
    LB_COMMAND_NEW = 1 << 12,
    LB_COMMAND_STUDY = 1 << 13,
    LB_COMMAND_WORK = 1 << 14,
    LB_COMMAND_VIEW = 1 << 15
};

struct lb_command {
    enum lb_command_id id;
    const char *name;
    const char *arguments; /* "SETUP [key=value ...]" */
    const char *summary;
    const char *more; /* after the options in its help; NULL: nothing */
    size_t max_words;
    bool takes_values; /* key=value */
};

/* Texts are borrowed from argv and the environment; NULL if not given. */
struct lb_options {
    const struct lb_command *command;
    bool help;
    const char *device;  /* -d, else SLUICE_DEVICE */
    const char *devices; /* -d of each process, separated by commas */
    const char *split;
    const char *lattice;
    const char *collision;
    const char *precision;
    const char *streaming;
    const char *rounding;
    const char *lanes;
    const char *group;     /* vectors per group of the step */
    const char *registers; /* most of a work-item of the step */
    int tune;              /* enum lb_tune_mode */
    int self_test;         /* enum lb_self_test_mode; else SLUICE_SELF_TEST */
    int error_bars;        /* enum lb_error_bars_mode */
    int shift;             /* 0, 1; 2: both, in a comparison; -1: not given */
    const char *tolerance; /* compare: distance from the reference run; bench: loss of speed */
    const char *old_lines; /* bench: earlier figures to compare with */
    const char *output;
    bool plan;        /* write down the runs of a study, and make none */
    const char *task; /* of work: "3/8" */
    bool goes_on; /* with the study in `output`; no option of its own: `sluice resume` sets it */
    int mode;     /* enum lb_study_mode of a study that goes on */
    const char *case_file, *name; /* of a study that goes on; else NULL */
    const char *kernel_dir;
    const char *dump_dir;
    const char *add;      /* reproduce: a folder of another device */
    const char *accuracy; /* formats: where to write the accuracy curve */
    const char *serve;    /* view: the port; "": the usual one */
    bool print_case;
    bool json;
    bool csv;        /* formats, compare, bench */
    bool no_measure; /* roofline */
    bool quiet, verbose, live;
    int progress;       /* enum lb_progress_mode; -1: not given */
    int color;          /* enum lb_color_mode; -1: not given */
    const char **words; /* arguments without '=': the setup */
    size_t word_count;
    const char **values; /* arguments of the form key=value */
    size_t value_count;
    char *line; /* the whole command line as a shell would take it */
};

/* Reads argv[1..]: a command, then its options and arguments in any order.  `sluice` alone, `help`,
 * `version` and options before a command are not for here.  LB_STATUS_USAGE with the nearest known
 * name. */
enum lb_status lb_options_parse(int argc, char **argv, struct lb_options *o, struct lb_error *err);
void lb_options_free(struct lb_options *o); /* harmless on {0} */
/* LB_STATUS_USAGE if a key of the values is there twice; for values that no command line gave. */
enum lb_status lb_options_check_values(const struct lb_options *o, struct lb_error *err);

/* The other way round: a command line, without the program's name, that says all that `o` does.
 * Ends with NULL; for lb_options_free_words. */
enum lb_status lb_options_words(const struct lb_options *o, char ***out, struct lb_error *err);
void lb_options_free_words(char **words); /* NULL is allowed */

/* All commands; ends with one without a name. */
const struct lb_command *lb_options_commands(void);

/* What is told of an option. */
struct lb_option_text {
    const char *name, *argument; /* argument NULL: it takes none */
    char letter;                 /* 0: none */
    const char *meaning;
    const char *const *choices;                   /* the words it takes, else NULL */
    const char *(*known)(char *out, size_t size); /* the same as a line, else NULL */
};

/* Option `n` of a command, in the order of its help; false behind the last one. */
bool lb_options_text(const struct lb_command *command, size_t n, struct lb_option_text *out);

/* `command` NULL: what the program can do. */
void lb_options_print_help(FILE *out, const struct lb_command *command);

const struct lb_command *lb_options_command(enum lb_command_id id);

/* LB_STATUS_USAGE with the nearest known name, or how a setup of that name is run. */
enum lb_status lb_options_find_command(const char *name, const struct lb_command **out,
                                       struct lb_error *err);

/* What the command tells, and how. */
struct lb_reporting lb_options_reporting(const struct lb_options *o);

/* Splits "key=value" at its first '='; LB_STATUS_USAGE if the key is empty or too long. */
enum lb_status lb_options_split(const char *pair, char *key, size_t size, const char **value,
                                struct lb_error *err);

#endif
