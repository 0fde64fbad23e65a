/* commands.h - what each command of the program does.
 * LB_STATUS_VERDICT, _DIVERGED, _INTERRUPTED and _TERMINATED are results as well: what is there is
 * printed and written.
 * SPDX-License-Identifier: MIT */
#ifndef LB_COMMANDS_COMMANDS_H
#define LB_COMMANDS_COMMANDS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

struct lb_device_info;
struct lb_number_format;
struct lb_options;

/* One run, or the study that its values describe: summary or JSON on `out`. */
enum lb_status lb_run_command(const struct lb_options *o, FILE *out, struct lb_error *err);

/* One run from the start or a checkpoint, as the request says: summary or JSON on `out`. */
struct lb_run_request;
enum lb_status lb_run_once(const struct lb_run_request *request, FILE *out, struct lb_error *err);

/* `--devices` with several, without a launcher: the program becomes mpirun, which starts it anew
 * for each (lb_peers_start_ranks).  Returns if there is nothing to start, or nothing to start it
 * with. */
enum lb_status lb_start_ranks(const struct lb_options *o, char **argv, struct lb_error *err);

/* A run that goes on from its checkpoint. */
enum lb_status lb_resume_command(const struct lb_options *o, FILE *out, struct lb_error *err);

/* Makes runs of a study beside other processes; tells how far a study is (study/study.h). */
enum lb_status lb_work_command(const struct lb_options *o, FILE *out, struct lb_error *err);
enum lb_status lb_study_command(const struct lb_options *o, FILE *out, struct lb_error *err);

struct cJSON;
enum { LB_PAPER_DEVICE_SIZE = 640 };
/* The runs of `sluice reproduce`, by the plan.json of its folder; for the two commands above. */
enum lb_status lb_work_paper(const struct lb_options *o, const struct cJSON *plan,
                             struct lb_error *err);
/* As plan.json names the device. */
void lb_paper_device(const struct lb_device_info *info, char out[LB_PAPER_DEVICE_SIZE]);

/* The self-test (measure/self_test.h) of every combination of the lists that were given: a
 * table, or one JSON object (schema "sluice.self-test/1").  LB_STATUS_DEVICE if one is wrong. */
enum lb_status lb_self_test_command(const struct lb_options *o, FILE *out, struct lb_error *err);

/* The program becomes python/sluice_lbm/paper: returns only if it cannot. */
enum lb_status lb_reproduce_command(const struct lb_options *o, struct lb_error *err);

/* The program becomes python/sluice_lbm/view: returns only if it cannot. */
enum lb_status lb_view_command(const struct lb_options *o, struct lb_error *err);

/* As lb_compare (study/studies.h), or its cases alone. */
enum lb_status lb_compare_command(const struct lb_options *o, FILE *out, struct lb_error *err);

/* Every OpenCL device and the largest cube that fits on it: text for people, or one JSON object
 * (schema "sluice.devices/1").  LB_STATUS_DEVICE if there is none. */
enum lb_status lb_devices_print(FILE *out, bool json, struct lb_error *err);

/* Edge [cells] of the largest D3Q19 cube, streamed in place, whose populations are stored in
 * `format`: bounded by the largest buffer and by the memory.  0 if the device cannot compute
 * with that format. */
uint64_t lb_devices_largest_cube(const struct lb_device_info *info,
                                 const struct lb_number_format *format);

/* What can be run, or the parameters of one setup; `name` NULL: the list. */
enum lb_status lb_setups_print(FILE *out, const char *name, bool json, struct lb_error *err);

/* The text of a case file that comes with the program; NULL lists them. */
enum lb_status lb_new_print(FILE *out, const char *name, struct lb_error *err);

/* Measures every combination of the lists that were given (bench_plan.h), or reads files of earlier
 * points, and prints, writes and compares them as asked.
 * Prints a table, CSV, or one JSON object per line; --output gets bench.jsonl and bench.csv.
 * A point whose flow is wrong fails with LB_STATUS_VERDICT and prints no figure; so does a loss of
 * speed that --compare finds.  The other points are measured all the same. */
enum lb_status lb_bench_run(const struct lb_options *o, struct lb_error *err);

/* How fast a device's memory is, by pattern and width of access, and without a flow.
 * Values: size= bytes, batches=.  Prints a table, or one JSON object; --output gets the object, the
 * table as CSV and a chart.  No figure is printed whose memory does not hold what it should. */
enum lb_status lb_membench_run(const struct lb_options *o, struct lb_error *err);

/* Operations and bytes of the step kernels, set against what the device computes and moves at best.
 * What is counted: docs/theory/roofline.md.  Lattice, collision and precision may be lists; by
 * default D3Q19, every collision operator and every precision that the device has.  Prints a table
 * or one JSON object; --output gets both and a chart.  --no-measure counts only. */
enum lb_status lb_roofline_run(const struct lb_options *o, struct lb_error *err);

/* What completes words in `what` ("bash", "zsh", "fish"), or the man page in roff ("man"), from
 * the tables of commands, options, setups and parameters.  LB_STATUS_USAGE for other words. */
enum lb_status lb_completion_print(FILE *out, const char *what, struct lb_error *err);

/* The table of the number formats.  `format`: "text" (also NULL), "csv" or "json" (schema
 * "sluice.formats/1"). */
enum lb_status lb_formats_print(FILE *out, const char *format, struct lb_error *err);

/* The code of each number in every format but those whose populations share an exponent, in
 * hexadecimal and bit by bit (sign, exponent or a posit's regime, rest), the number that it
 * stands for, and its relative error; JSON has the schema "sluice.codes/1".  LB_STATUS_USAGE if
 * a word is no number. */
enum lb_status lb_formats_print_codes(FILE *out, const char *const *words, size_t count,
                                      const char *format, struct lb_error *err);

/* A CSV file of x and the decimal digits that each format but fp64 holds of it,
 * -log10(|log10(represented / x)|): "inf" where x is held exactly, "-inf" where it becomes zero.
 * x runs from 1e-12 to 1e3 and meets the least exact numbers of every format. */
enum lb_status lb_formats_write_accuracy(const char *path, struct lb_error *err);

#endif
