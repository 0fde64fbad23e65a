/* options.c - the tables of commands and options, and getopt_long on top of them.
 * SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/number_text.h"
#include "base/suggest.h"
#include "case/lookup.h"
#include "cli/known_cases.h"
#include "io/wrapped.h"
#include "run/run.h"
#include "run/setup.h"

/* Those that choose what is computed, and those that choose how. */
enum {
    SWEEP_COMMANDS = LB_COMMAND_RUN | LB_COMMAND_COMPARE | LB_COMMAND_BENCH | LB_COMMAND_ROOFLINE |
                     LB_COMMAND_SELF_TEST,
    METHOD_COMMANDS = SWEEP_COMMANDS | LB_COMMAND_RESUME,
    LAYOUT_COMMANDS = METHOD_COMMANDS | LB_COMMAND_WORK
};
/* The commands that build kernels for a case, and those that choose a device and build any. */
enum {
    CASE_COMMANDS = LB_COMMAND_RUN | LB_COMMAND_COMPARE | LB_COMMAND_BENCH | LB_COMMAND_RESUME |
                    LB_COMMAND_WORK | LB_COMMAND_REPRODUCE,
    RUN_COMMANDS = LB_COMMAND_RUN | LB_COMMAND_COMPARE | LB_COMMAND_RESUME | LB_COMMAND_WORK |
                   LB_COMMAND_REPRODUCE,
    DEVICE_COMMANDS =
        CASE_COMMANDS | LB_COMMAND_MEMBENCH | LB_COMMAND_ROOFLINE | LB_COMMAND_SELF_TEST
};
enum { EVERY_COMMAND = ~0 };
enum { ANY_WORDS = 1 << 20 };

/* The lines are those of the terminal. */
/* clang-format off */
static const char run_more[] =
    "`sluice setups SETUP` lists the parameters of a setup.\n"
    "A list of numbers, such as capillary=0.05,0.1,0.2, makes one run for each and a table of all\n"
    "results.  Several lists make a grid: one run for every combination, the last list changing\n"
    "fastest.  --lattice, --collision, --streaming, --precision and --rounding also take lists, which\n"
    "follow the numbers in this order.\n"
    "A setup with the parameter runs= makes an ensemble: runs=100 repeats the run with other seeds, in\n"
    "several formats if --precision lists them.  With -o DIR of a stopped ensemble, the missing runs\n"
    "are made.\n"
    "\n"
    "Exit codes: 0 done, and the verdict passed if there is one; 1 run-time or file error;\n"
    "2 usage; 3 the flow diverged; 4 no usable device or not enough memory; 5 the verdict failed;\n"
    "129, 130, 143, 152 stopped by SIGHUP, SIGINT, SIGTERM or SIGXCPU after saving a checkpoint,\n"
    "from which `sluice resume` continues; SIGUSR1 and SIGUSR2 save one and do not stop.\n";

static const char resume_more[] =
    "DIR is the output folder of a run that saved a checkpoint: with checkpoint=N, or when a signal\n"
    "or max-wall stopped it.  The run continues in the same files, on any device or several of them\n"
    "(--devices, or under mpirun), with any lanes and streaming, and gives the same bits as a run\n"
    "that was never stopped; with another precision the saved state is converted.\n"
    "In a sweep, a comparison or an ensemble, finished runs stay, the stopped one continues, and the\n"
    "missing ones are made.\n"
    "\n"
    "Options not given here keep their values of the run, not the defaults above.\n"
    "Values: steps=N, max-wall=SECONDS and checkpoint=N or SECONDSs replace those of the run.\n"
    "\n"
    "Exit codes: those of `sluice run`.\n";

static const char work_more[] =
    "DIR is a study: the folder of a sweep, a comparison, an ensemble, error bars or `sluice reproduce`\n"
    "that --plan has written, or that was stopped.  Each process takes the next run that no other has, makes it or\n"
    "resumes it from its checkpoint, and ends when none is left for it; the last one writes the table,\n"
    "which is that of the command without --plan.  Start as many as you like, on all machines that see\n"
    "DIR.  A process that was killed is known to be dead at once on its own machine, on others after 3\n"
    "minutes; its run then goes on from its checkpoint.\n"
    "\n"
    "Values: max-wall=SECONDS of this process, checkpoint=N or SECONDSs of its runs.\n"
    "\n"
    "Exit codes: 0 nothing is left for this process; 1, 2, 4 a run failed, which ends the process;\n"
    "129, 130, 143, 152 stopped by a signal: the run is free, and its checkpoint saved.\n";

static const char study_more[] =
    "How many runs of DIR are done, and where the others are; the table of what is done.  Once all are\n"
    "done, the exit code is that of the command without --plan.\n";

static const char compare_more[] =
    "Runs the setup once in each number format, or in those of --precision (one format alone is\n"
    "compared with fp64), and names the fastest whose results are within the tolerance and whose\n"
    "verdict passes.  Among formats of equal speed (within 5 %, or within the noise) it names the one\n"
    "with the fewest bytes.  A format is left out if its run warned that it is coarse, or if it used\n"
    "all of its steps and the reference did not.  A closer rounding of the same format, or results ten\n"
    "times closer in no more bytes, may cost a third of the speed.  The smallest one that may be used is\n"
    "named, too.\n"
    "Lists of numbers, lattices, collision operators or streamings make one comparison for each\n"
    "combination, and one table of all.\n"
    "\n"
    "Exit codes: 0 a format is named; 1 run-time or file error; 2 usage; 3 the reference diverged;\n"
    "4 no usable device or not enough memory; 5 no format can be named; 130, 143 stopped by a\n"
    "signal, after printing the table of the runs until then.\n";

static const char bench_more[] =
    "Every combination of the lists is measured: --device, --lattice, --collision, --precision\n"
    "(default fp32,fp16s,fp16c), --streaming and --lanes take words separated by commas; \"all\" means\n"
    "every word, except for --lanes.\n"
    "\n"
    "Values:\n"
    "  size=N or NX,NY,NZ   a cube (a square in 2D) or a box; default 256, or the largest cube that fits\n"
    "  sizes=LIST           several: sizes=64,128,480x480x394,max; max is the largest cube that fits\n"
    "  walls=0|1|0,1        1: a duct with a shell of walls, a moving lid and a body force; default 0\n"
    "  batches=5            timed batches: median, minimum and maximum are printed\n"
    "  rounds=1             measure all points this many times, one round after the other, and compare\n"
    "                       each with the device's first point of the same round: the speed of a\n"
    "                       busy machine drifts\n"
    "  seconds=0.4          minimum length of a batch\n"
    "  loopback=z,xyz       also cut the box across these axes, with the device as its own neighbour:\n"
    "                       the speed relative to that without cuts\n"
    "  parts=1,2,4          divide the box among the first 1, 2, 4 of --devices, started with mpirun:\n"
    "                       speed, efficiency, bytes sent and the time spent waiting for them\n"
    "  scaling=weak|strong  with parts=: size is that of one part (default), or of the whole box\n"
    "\n"
    "A point that the device cannot run is listed as skipped, with the reason.  A figure is printed\n"
    "only if the computed flow is right at the end.  The share is the bandwidth relative to a copy on\n"
    "the same device in the same run (on CPUs: to 19 planes updated in place); it is '-' if the box\n"
    "fits into the device's caches.  --tune now times layouts of the step before each point.\n"
    "\n"
    "With FILES of earlier figures (bench.jsonl, or what --json printed) nothing is measured:\n"
    "  sluice bench -o new                                   bench.jsonl, bench.csv\n"
    "  sluice bench --compare old                            measure, then compare\n"
    "  sluice bench new --compare old\n"
    "benchmarks/report.py draws the points of many machines on one HTML page.\n"
    "\n"
    "Exit codes: 0 done; 1 run-time or file error; 2 usage; 4 no usable device, or every point was\n"
    "skipped; 5 a flow was wrong, or --compare found a loss beyond noise; 130, 143 stopped by a\n"
    "signal: what was measured is written.\n";

static const char formats_more[] =
    "With numbers, such as 1 0.1 1/3: the code of each in every format, split into sign, exponent (for\n"
    "posits the regime) and rest, its value, and its relative error.  Formats whose populations share\n"
    "an exponent are left out.  Negative numbers follow --: sluice formats -- -0.1\n"
    "With --csv and a format of up to 16 bits, such as fp16s: all its codes, their values, and the\n"
    "largest number that is written as each.\n";

static const char membench_more[] =
    "Values: size=BYTES, such as 512M or 4G (default: far more than the caches hold); batches=7.\n"
    "Each work-item reads, writes and copies words of 2 to 64 bytes: coalesced (neighbours touch\n"
    "neighbouring words), shifted by one word as streaming does, and strided (16 words apart);\n"
    "then 19 planes are updated in place, the ceiling of a step on CPUs.  All moved words are checked.\n"
    "Output: membench.csv, membench.png, membench.json.\n";

static const char roofline_more[] =
    "Values: size=N (a cube) or NX,NY,NZ; memory=BYTES of the bandwidth probes; batches=5;\n"
    "seconds=0.2 a batch.  --lattice, --collision and --precision take lists; by default D3Q19,\n"
    "all collision operators and all precisions but bfp12 and mx8.\n"
    "Operations are counted in the PTX of the driver, or of clang where the driver makes none.\n"
    "Output: roofline.csv, roofline.svg, roofline.png, roofline.json.\n";

static const char self_test_more[] =
    "A tiny box of fluid, walls, moving walls and prescribed cells advances a few steps on the device\n"
    "and in the program itself, and density and velocity of every cell are compared.  The lists are\n"
    "combined; by default D3Q19, all collision operators, all precisions and both streamings.\n"
    "`sluice run` does the same for its own methods before the first step, and stores what passed.\n"
    "\n"
    "Exit codes: 0 all is right; 4 no usable device, or one whose driver builds wrong kernels.\n";

static const char reproduce_more[] =
    "ITEM: a name or number of the paper, such as fig4; all; list prints the items and their cost;\n"
    "report makes the pages again from the runs that are there.\n"
    "Values: quick=1 (small, same physics), max-wall=SECONDS, runs=10 (raindrops a format), seed=1.\n"
    "Files go into -o DIR; the same command continues where it was stopped.\n"
    "The cost is estimated from speeds that are measured once; not with --tune never.\n"
    "\n"
    "Exit codes: 0 done; 2 usage; 5 a check failed; 130, 143 stopped by a signal, with the report of\n"
    "what is there.\n";

static const char view_more[] =
    "DIR: the folder of a run, or of folders of runs, such as those of a sweep.  The page, one file that\n"
    "needs nothing beside itself, shows each run with picture, command, verdict, time, device and date;\n"
    "runs that failed, have not ended or are damaged are shown as such.  Needs Python 3.\n"
    "With --serve one run is shown while it goes on, in a browser of this machine only; a button stops\n"
    "the run and saves a checkpoint, for who has the token that is printed.  Ctrl-C ends the page alone.\n";

static const char completion_more[] =
    "For this session of a shell:\n"
    "  source <(sluice completion bash)     also for zsh, after `autoload -U compinit; compinit`\n"
    "  sluice completion fish | source\n"
    "`cmake --install` puts them, and the man page, where shells and man look.\n";
/* clang-format on */

static const struct lb_command commands[] = {
    {LB_COMMAND_RUN, "run", "SETUP [key=value ...]", "run a setup: progress, files, a verdict",
     run_more, 1, true},
    {LB_COMMAND_RESUME, "resume", "DIR [key=value ...]", "continue a run from its checkpoint",
     resume_more, 1, true},
    {LB_COMMAND_WORK, "work", "DIR [key=value ...]",
     "make the runs of a study that nobody else has", work_more, 1, true},
    {LB_COMMAND_STUDY, "study", "DIR", "how far the runs of a study are, and their table",
     study_more, 1, false},
    {LB_COMMAND_COMPARE, "compare", "SETUP [key=value ...]",
     "run a setup in every number format: which one may I use?", compare_more, 1, true},
    {LB_COMMAND_DEVICES, "devices", "", "list the OpenCL devices and what fits on each", NULL, 0,
     false},
    {LB_COMMAND_SETUPS, "setups", "[SETUP[.SECTION]]",
     "list the setups and cases, or the parameters of one", NULL, 1, false},
    {LB_COMMAND_NEW, "new", "[CASE]", "print a case file to begin with, or list them", NULL, 1,
     false},
    {LB_COMMAND_BENCH, "bench", "[key=value ...] | FILES", "measure the kernels: MLUPs/s and GB/s",
     bench_more, ANY_WORDS, true},
    {LB_COMMAND_FORMATS, "formats", "[NUMBER ...]",
     "the number formats: range, epsilon, accuracy curve; codes of numbers", formats_more,
     ANY_WORDS, false},
    {LB_COMMAND_MEMBENCH, "membench", "[key=value ...]",
     "measure the memory: coalesced, shifted, strided", membench_more, 0, true},
    {LB_COMMAND_ROOFLINE, "roofline", "[key=value ...]",
     "operations and bytes of the kernels against the device's ceilings", roofline_more, 0, true},
    {LB_COMMAND_SELF_TEST, "self-test", "",
     "compare the kernels that a driver builds with the program's own step", self_test_more, 0,
     false},
    {LB_COMMAND_REPRODUCE, "reproduce", "ITEM ... [key=value ...]",
     "figures and tables of the paper, made again and checked", reproduce_more, ANY_WORDS, true},
    {LB_COMMAND_VIEW, "view", "DIR ...", "a page of finished runs, or of one that goes on",
     view_more, ANY_WORDS, false},
    {LB_COMMAND_COMPLETION, "completion", "bash | zsh | fish | man",
     "print what completes words in a shell, or the man page", completion_more, 1, false},
    {0},
};

enum option_kind {
    OPTION_TEXT,   /* a const char * */
    OPTION_SWITCH, /* a bool, set to true */
    OPTION_NUMBER, /* an int, set to the row's number */
    OPTION_CHOICE  /* an int, set to the position of the argument in choices */
};

struct option_row {
    const char *name;
    char letter; /* 0: none */
    enum option_kind kind;
    size_t offset;        /* into struct lb_options */
    const char *argument; /* in brackets: it may be left out, for `number` or "" */
    int commands;
    const char *meaning;
    const char *const *choices;
    int number;
    const char *(*known)(char *out, size_t size); /* the words it takes, for its help */
};

static const char *const progress_choices[] = {"auto", "never", "plain", NULL};
static const char *const shift_choices[] = {"off", "on", "both", NULL};
static const char *const error_bar_choices[] = {"never", "quick", "strict", NULL};
static const char *const tune_choices[] = {"auto", "never", "now", NULL}; /* enum lb_tune_mode */
static const char *const self_test_choices[] = {"auto", "never", "now", NULL};
static const char *const color_choices[] = {"auto", "always", "never", NULL};

#define TEXT(member) OPTION_TEXT, offsetof(struct lb_options, member)
#define SWITCH(member) OPTION_SWITCH, offsetof(struct lb_options, member)
#define NUMBER(member) OPTION_NUMBER, offsetof(struct lb_options, member)
#define CHOICE(member) OPTION_CHOICE, offsetof(struct lb_options, member)

static const struct option_row rows[] = {
    {"device", 'd', TEXT(device), "SPEC", DEVICE_COMMANDS,
     "index in `sluice devices`, P:D, gpu, cpu, or part of a name (default: $SLUICE_DEVICE)", NULL,
     0, NULL},
    {"devices", 0, TEXT(devices), "LIST", LB_COMMAND_RUN | LB_COMMAND_RESUME | LB_COMMAND_WORK,
     "split the box among several: their SPECs separated by commas, or gpu for all; starts mpirun "
     "unless mpirun started this",
     NULL, 0, NULL},
    {"devices", 0, TEXT(devices), "LIST", LB_COMMAND_BENCH,
     "with parts=: their SPECs separated by commas, one for each part, or gpu for all", NULL, 0,
     NULL},
    {"lattice", 0, TEXT(lattice), "NAME", SWEEP_COMMANDS, "velocity set (default: the setup's)",
     NULL, 0, lb_lookup_known_lattices},
    {"collision", 0, TEXT(collision), "NAME", SWEEP_COMMANDS, "collision operator", NULL, 0,
     lb_lookup_known_collisions},
    {"precision", 0, TEXT(precision), "A/S",
     LB_COMMAND_RUN | LB_COMMAND_RESUME | LB_COMMAND_REPRODUCE,
     "arithmetic/storage; default fp32/fp32", NULL, 0, lb_lookup_known_precisions},
    {"precision", 0, TEXT(precision), "A/S", LB_COMMAND_COMPARE | LB_COMMAND_SELF_TEST,
     "arithmetic/storage, a list; default all", NULL, 0, lb_lookup_known_precisions},
    {"precision", 0, TEXT(precision), "A/S", LB_COMMAND_BENCH | LB_COMMAND_ROOFLINE,
     "arithmetic/storage, a list; its default is below", NULL, 0, lb_lookup_known_precisions},
    {"shift", 0, NUMBER(shift), NULL, LB_COMMAND_RUN | LB_COMMAND_ROOFLINE,
     "store f_i - w_i (default)", NULL, 1, NULL},
    {"shift", 0, CHOICE(shift), "WHICH",
     LB_COMMAND_COMPARE | LB_COMMAND_BENCH | LB_COMMAND_REPRODUCE,
     "store f_i - w_i: on (default), off, or both, one after the other", shift_choices, 0, NULL},
    {"tolerance", 0, TEXT(tolerance), "X", LB_COMMAND_COMPARE,
     "largest relative difference from the results of the reference run (default: 0.01)", NULL, 0,
     NULL},
    {"tolerance", 0, TEXT(tolerance), "X", LB_COMMAND_BENCH,
     "relative loss of speed that --compare treats as noise (default: 0.03)", NULL, 0, NULL},
    {"compare", 0, TEXT(old_lines), "FILE", LB_COMMAND_BENCH,
     "compare with the figures of an earlier bench.jsonl, or its folder; exit code 5 after a loss "
     "beyond noise",
     NULL, 0, NULL},
    {"no-shift", 0, NUMBER(shift), NULL, SWEEP_COMMANDS, "store f_i instead of f_i - w_i", NULL, 0,
     NULL},
    {"rounding", 0, TEXT(rounding), "NAME", METHOD_COMMANDS,
     "rounding of stored numbers: stochastic (default), which has no bias; conserving, which also "
     "keeps mass and momentum of each cell; or nearest",
     NULL, 0, lb_lookup_known_roundings},
    {"streaming", 0, TEXT(streaming), "NAME", METHOD_COMMANDS,
     "in-place (default, one copy of the populations), pull (two), list (one, of fluid cells only: "
     "walls at rest), or moments in their place (rr, "
     "rlb)",
     NULL, 0, NULL},
    {"lanes", 0, TEXT(lanes), "V", LAYOUT_COMMANDS,
     "memory lanes V: 1 2 4 8 16, or VxW with W lanes of arithmetic (default: auto)", NULL, 0,
     NULL},
    {"group", 0, TEXT(group), "N", LAYOUT_COMMANDS,
     "vectors of cells per group of the step: 16 32 ... 1024 (default: auto)", NULL, 0, NULL},
    {"registers", 0, TEXT(registers), "N", LAYOUT_COMMANDS,
     "limit of registers of a work-item of the step on NVIDIA: 32 to 255, or any (default: auto)",
     NULL, 0, NULL},
    {"tune", 0, CHOICE(tune), "WHEN", CASE_COMMANDS,
     "time layouts of the step: now; never; auto (default): use earlier measurements, and measure "
     "before long runs",
     tune_choices, 0, NULL},
    {"self-test", 0, CHOICE(self_test), "WHEN", RUN_COMMANDS,
     "compare the kernels with the program's own step: now; never; auto (default, or "
     "$SLUICE_SELF_TEST): once for each device, driver and set of kernels",
     self_test_choices, 0, NULL},
    {"output", 'o', TEXT(output), "DIR", LB_COMMAND_RUN | LB_COMMAND_COMPARE,
     "output folder, never overwritten (default: ./SETUP-<n>, ./SETUP-compare-<n>)", NULL, 0, NULL},
    {"output", 'o', TEXT(output), "DIR",
     LB_COMMAND_BENCH | LB_COMMAND_MEMBENCH | LB_COMMAND_ROOFLINE,
     "folder for files, never overwritten (default: none are written)", NULL, 0, NULL},
    {"split", 0, TEXT(split), "AxBxC", LB_COMMAND_RUN | LB_COMMAND_RESUME | LB_COMMAND_WORK,
     "subdomains along x, y and z, one for each process that mpirun started (default: auto)", NULL,
     0, NULL},
    {"split", 0, TEXT(split), "AxBxC", LB_COMMAND_BENCH,
     "with parts=: subdomains along x, y and z; a list has one for each number of parts (default: "
     "auto)",
     NULL, 0, NULL},
    {"output", 'o', TEXT(output), "DIR", LB_COMMAND_REPRODUCE,
     "folder for runs, data, checks and report", NULL, 0, NULL},
    {"output", 'o', TEXT(output), "FILE", LB_COMMAND_VIEW,
     "the page (default: gallery.html in the first DIR)", NULL, 0, NULL},
    {"serve", 0, TEXT(serve), "[=PORT]", LB_COMMAND_VIEW,
     "show one run while it goes on, at http://127.0.0.1:PORT (default: 8765; 0: any free one)",
     NULL, 0, NULL},
    {"add", 0, TEXT(add), "DIR", LB_COMMAND_REPRODUCE,
     "finished folder of another device; its checks become further columns", NULL, 0, NULL},
    {"case", 'c', TEXT(case_file), "FILE", LB_COMMAND_RUN | LB_COMMAND_COMPARE,
     "case file, such as the case.ini of an output folder; the command line overrides it", NULL, 0,
     NULL},
    {"print-case", 0, SWITCH(print_case), NULL, LB_COMMAND_RUN | LB_COMMAND_COMPARE,
     "print every derived number of the case, and end; needs no device. Case files: -c", NULL, 0,
     NULL},
    {"print-case", 0, SWITCH(print_case), NULL, LB_COMMAND_REPRODUCE,
     "like the item list, for the named items", NULL, 0, NULL},
    {"print-case", 0, SWITCH(print_case), NULL, LB_COMMAND_BENCH,
     "print the points with their memory and layout on each device, and end", NULL, 0, NULL},
    {"error-bars", 0, CHOICE(error_bars), "[=quick|strict]", LB_COMMAND_RUN,
     "also run the case on two coarser grids (strict: four), for error bars of its results and a "
     "verdict by them",
     error_bar_choices, 1, NULL},
    {"plan", 0, SWITCH(plan), NULL, LB_COMMAND_RUN | LB_COMMAND_COMPARE,
     "of several runs: write them down in the output folder for `sluice work`, and run nothing",
     NULL, 0, NULL},
    {"plan", 0, SWITCH(plan), NULL, LB_COMMAND_REPRODUCE,
     "write down the runs of the items for `sluice work`, and run nothing", NULL, 0, NULL},
    {"task", 0, TEXT(task), "I/N", LB_COMMAND_WORK,
     "only number I, from 1, of N equal parts of the runs: for arrays of jobs", NULL, 0, NULL},
    {"json", 0, SWITCH(json), NULL,
     DEVICE_COMMANDS | LB_COMMAND_DEVICES | LB_COMMAND_SETUPS | LB_COMMAND_FORMATS,
     "one JSON object per result on standard output, and nothing else there", NULL, 0, NULL},
    {"csv", 0, SWITCH(csv), NULL, LB_COMMAND_FORMATS | LB_COMMAND_COMPARE | LB_COMMAND_BENCH,
     "the table as CSV", NULL, 0, NULL},
    {"no-measure", 0, SWITCH(no_measure), NULL, LB_COMMAND_ROOFLINE,
     "count only: no speed and no ceilings", NULL, 0, NULL},
    {"accuracy", 0, TEXT(accuracy), "FILE", LB_COMMAND_FORMATS,
     "write the accuracy curve of every format as CSV", NULL, 0, NULL},
    {"progress", 0, CHOICE(progress), "WHEN", DEVICE_COMMANDS, "auto, never or plain",
     progress_choices, 0, NULL},
    {"live", 0, SWITCH(live), NULL, LB_COMMAND_RUN | LB_COMMAND_COMPARE | LB_COMMAND_RESUME,
     "show the first picture's slice in the terminal, above the progress line", NULL, 0, NULL},
    {"color", 0, CHOICE(color), "WHEN", EVERY_COMMAND,
     "auto, always or never; NO_COLOR is respected", color_choices, 0, NULL},
    {"quiet", 'q', SWITCH(quiet), NULL, CASE_COMMANDS, "no progress; only the verdict line", NULL,
     0, NULL},
    {"verbose", 'v', SWITCH(verbose), NULL, CASE_COMMANDS,
     "print every derived number, and the totals of the flow during the run", NULL, 0, NULL},
    {"kernel-dir", 0, TEXT(kernel_dir), "DIR", DEVICE_COMMANDS,
     "read the kernels from this folder instead of from the program", NULL, 0, NULL},
    {"dump-kernels", 0, TEXT(dump_dir), "DIR", CASE_COMMANDS,
     "write the kernel text that the driver compiles into this folder", NULL, 0, NULL},
    {"help", 'h', SWITCH(help), NULL, EVERY_COMMAND, "this text", NULL, 0, NULL},
};
enum { ROW_COUNT = sizeof rows / sizeof rows[0], LETTERS_SIZE = 2 * ROW_COUNT + 3 };

static bool belongs(const struct option_row *row, const struct lb_command *command)
{
    return (row->commands & (int)command->id) != 0;
}

static bool is_optional(const struct option_row *row)
{
    return row->argument != NULL && row->argument[0] == '[';
}

/* Long options return their row in the table, above every letter. */
enum { FIRST_CODE = 256 };

static void make_getopt_tables(const struct lb_command *command, char letters[LETTERS_SIZE],
                               struct option longs[ROW_COUNT + 1])
{
    size_t used = 0, count = 0;
    letters[used++] = ':'; /* tells a missing argument from an unknown option */
    for (int i = 0; i < ROW_COUNT; i++) {
        if (!belongs(&rows[i], command)) continue;
        int takes = rows[i].argument == NULL ? no_argument
                    : is_optional(&rows[i])  ? optional_argument
                                             : required_argument;
        longs[count++] = (struct option){rows[i].name, takes, NULL, FIRST_CODE + i};
        if (rows[i].letter == 0) continue;
        letters[used++] = rows[i].letter;
        if (takes == required_argument) letters[used++] = ':';
    }
    letters[used] = '\0';
    longs[count] = (struct option){0};
}

static const struct option_row *row_of(int code)
{
    if (code >= FIRST_CODE) return &rows[code - FIRST_CODE];
    for (int i = 0; i < ROW_COUNT; i++)
        if (rows[i].letter == code) return &rows[i];
    return NULL;
}

static enum lb_status set_choice(int *target, const struct option_row *row, const char *argument,
                                 struct lb_error *err)
{
    for (int i = 0; row->choices[i] != NULL; i++) {
        if (strcmp(row->choices[i], argument) != 0) continue;
        *target = i;
        return LB_STATUS_OK;
    }
    char hint[128], names[128];
    return lb_fail(err, LB_STATUS_USAGE, "%s%s: '%s' is none of: %s%s",
                   row->argument != NULL ? "--" : "", row->name, argument,
                   lb_names_join(row->choices, names, sizeof names),
                   lb_suggest_hint(argument, row->choices, hint, sizeof hint));
}

/* What the command line leaves open. */
static enum lb_status read_environment(struct lb_options *o, struct lb_error *err)
{
    const char *device = getenv("SLUICE_DEVICE"), *self_test = getenv("SLUICE_SELF_TEST");
    static const struct option_row row = {.name = "SLUICE_SELF_TEST", .choices = self_test_choices};
    if (o->device == NULL && o->devices == NULL && device != NULL && device[0] != '\0')
        o->device = device;
    if (o->self_test >= 0) return LB_STATUS_OK;
    o->self_test = 0;
    if (self_test == NULL || self_test[0] == '\0') return LB_STATUS_OK;
    return set_choice(&o->self_test, &row, self_test, err);
}

static enum lb_status set_option(struct lb_options *o, const struct option_row *row,
                                 const char *argument, struct lb_error *err)
{
    char *target = (char *)o + row->offset;
    if (is_optional(row) && argument == NULL) {
        if (row->kind == OPTION_TEXT)
            *(const char **)target = "";
        else
            *(int *)(void *)target = row->number;
        return LB_STATUS_OK;
    }
    if (row->argument != NULL && argument[0] == '\0')
        return lb_fail(err, LB_STATUS_USAGE, "--%s: %s is empty", row->name, row->argument);
    switch (row->kind) {
    case OPTION_TEXT: *(const char **)(void *)target = argument; break;
    case OPTION_SWITCH: *(bool *)target = true; break;
    case OPTION_NUMBER: *(int *)(void *)target = row->number; break;
    case OPTION_CHOICE: return set_choice((int *)(void *)target, row, argument, err);
    }
    return LB_STATUS_OK;
}

static const struct lb_parameter *find_in(const struct lb_parameter *table, const char *name)
{
    for (; table != NULL && table->name != NULL; table++)
        if (strcmp(table->name, name) == 0) return table;
    return NULL;
}

/* Of any setup; NULL where there is none. */
static const struct lb_parameter *find_parameter(const char *name)
{
    const struct lb_parameter *found = find_in(lb_common_parameters(), name);
    for (const struct lb_setup *const *s = lb_setups; *s != NULL && found == NULL; s++)
        found = find_in((*s)->parameters, name);
    return found;
}

/* Whether the command takes name=value; those without a setup list theirs in their help. */
static bool takes_value(const struct lb_command *command, const char *name)
{
    char key[64];
    if ((command->id & (LB_COMMAND_RUN | LB_COMMAND_COMPARE)) != 0)
        return find_parameter(name) != NULL;
    snprintf(key, sizeof key, " %.60s=", name);
    return command->takes_values && strstr(command->more, key) != NULL;
}

/* What to write in place of a parameter's name without a value. */
static const char *value_of(const char *name)
{
    const struct lb_parameter *p = find_parameter(name);
    return p != NULL && p->kind == LB_PARAMETER_FLAG ? "1" : "VALUE";
}

static enum lb_status fail_unknown_option(const struct lb_command *command, const char *argument,
                                          struct lb_error *err)
{
    const char *names[ROW_COUNT + 1];
    char word[64];
    size_t count = 0;
    for (int i = 0; i < ROW_COUNT; i++)
        if (belongs(&rows[i], command)) names[count++] = rows[i].name;
    names[count] = NULL;
    if (strncmp(argument, "--", 2) != 0)
        return lb_fail(err, LB_STATUS_USAGE, "%s: there is no option '%s'; see `sluice %s --help`",
                       command->name, argument, command->name);
    const size_t length = strcspn(argument + 2, "=");
    snprintf(word, sizeof word, "%.*s", (int)length, argument + 2);
    if (takes_value(command, word))
        return lb_fail(err, LB_STATUS_USAGE,
                       "%s: there is no option '--%s'; it is a parameter: write %s=%s",
                       command->name, word, word,
                       argument[2 + length] == '=' ? argument + 3 + length : value_of(word));
    const char *nearest = lb_suggest_name(word, names);
    if (nearest != NULL)
        return lb_fail(err, LB_STATUS_USAGE, "%s: there is no option '--%s'; did you mean '--%s'?",
                       command->name, word, nearest);
    return lb_fail(err, LB_STATUS_USAGE, "%s: there is no option '--%s'; see `sluice %s --help`",
                   command->name, word, command->name);
}

/* The word of a long option that getopt_long has just read: behind it may stand its argument. */
static const char *word_read(char *const *argv)
{
    const char *last = argv[optind - 1];
    return optarg == last ? argv[optind - 2] : last;
}

/* getopt_long takes the beginning of a name for the name: --re for --registers. */
static bool is_whole(const struct option_row *row, const char *word)
{
    const size_t length = strlen(row->name);
    return strncmp(word + 2, row->name, length) == 0 &&
           (word[2 + length] == '\0' || word[2 + length] == '=');
}

/* getopt_long's '?' covers unknown and ambiguous names, and an unexpected argument. */
static enum lb_status fail_option(const struct lb_command *command, int code, char *const *argv,
                                  struct lb_error *err)
{
    const struct option_row *row = optopt == 0 ? NULL : row_of(optopt);
    char letter[3] = {'-', (char)optopt, '\0'};
    if (row == NULL)
        return fail_unknown_option(command, optopt == 0 ? argv[optind - 1] : letter, err);
    if (optopt >= FIRST_CODE && !is_whole(row, argv[optind - 1]))
        return fail_unknown_option(command, argv[optind - 1], err);
    if (code == ':')
        return lb_fail(err, LB_STATUS_USAGE, "--%s: %s is missing - %s", row->name, row->argument,
                       row->meaning);
    if (optopt < FIRST_CODE) return fail_unknown_option(command, letter, err);
    return lb_fail(err, LB_STATUS_USAGE, "--%s takes no argument", row->name);
}

static bool is_number(const char *argument)
{
    double number;
    return lb_number_parse(argument, strlen(argument), &number);
}

/* For a command whose words are numbers: they come behind "--", so that -0.001 is no option -0.  Room for one more
 * than there are. */
static int put_numbers_last(int argc, char **argv, char **out)
{
    static char end_of_options[] = "--";
    int count = 0;
    for (int i = 0; i < argc; i++)
        if (i == 0 || !is_number(argv[i])) out[count++] = argv[i];
    if (count == argc) return count;
    out[count++] = end_of_options;
    for (int i = 1; i < argc; i++)
        if (is_number(argv[i])) out[count++] = argv[i];
    return count;
}

static enum lb_status parse_options(int argc, char **argv, struct lb_options *o,
                                    struct lb_error *err)
{
    char letters[LETTERS_SIZE];
    struct option longs[ROW_COUNT + 1];
    make_getopt_tables(o->command, letters, longs);
    opterr = 0;
    optind = 0; /* glibc: start afresh, so that a program may parse twice */
    for (;;) {
        int code = getopt_long(argc, argv, letters, longs, NULL);
        if (code == -1) return LB_STATUS_OK;
        if (code == '?' || code == ':') return fail_option(o->command, code, argv, err);
        if (code >= FIRST_CODE && !is_whole(row_of(code), word_read(argv)))
            return fail_unknown_option(o->command, word_read(argv), err);
        enum lb_status st = set_option(o, row_of(code), optarg, err);
        if (st != LB_STATUS_OK) return st;
    }
}

/* precision=fp32 where --precision is meant. */
static enum lb_status check_value(const struct lb_command *command, const char *pair,
                                  struct lb_error *err)
{
    char name[64];
    const size_t length = strcspn(pair, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, pair);
    if (!command->takes_values)
        return lb_fail(err, LB_STATUS_USAGE, "%s takes no key=value: '%s'", command->name, pair);
    for (int i = 0; i < ROW_COUNT && !takes_value(command, name); i++)
        if (belongs(&rows[i], command) && strcmp(rows[i].name, name) == 0)
            return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is an option: write --%s%s%s",
                           command->name, pair, name, rows[i].argument != NULL ? " " : "",
                           rows[i].argument != NULL ? pair + length + 1 : "");
    return LB_STATUS_OK;
}

/* Which of two values was meant is the user's to say. */
static bool have_one_key(const char *a, const char *b)
{
    const size_t length = strcspn(a, "=");
    return length == strcspn(b, "=") && strncmp(a, b, length) == 0;
}

enum lb_status lb_options_check_values(const struct lb_options *o, struct lb_error *err)
{
    for (size_t n = 1; n < o->value_count; n++)
        for (size_t before = 0; before < n; before++)
            LB_NEED(!have_one_key(o->values[before], o->values[n]), LB_STATUS_USAGE,
                    "%s: '%s' and '%s' are of the same parameter; which of them?", o->command->name,
                    o->values[before], o->values[n]);
    return LB_STATUS_OK;
}

static enum lb_status sort_arguments(int argc, char **argv, struct lb_options *o,
                                     struct lb_error *err)
{
    const struct lb_command *command = o->command;
    size_t max = argc > optind ? (size_t)(argc - optind) : 0;
    o->words = calloc(max + 1, sizeof *o->words);
    o->values = calloc(max + 1, sizeof *o->values);
    if (o->words == NULL || o->values == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "no memory for the command line");
    for (int i = optind; i < argc; i++) {
        bool is_value = strchr(argv[i], '=') != NULL;
        if (is_value) LB_OK(check_value(command, argv[i], err));
        if (is_value)
            o->values[o->value_count++] = argv[i];
        else
            o->words[o->word_count++] = argv[i];
    }
    LB_OK(lb_options_check_values(o, err));
    if (o->word_count <= command->max_words) return LB_STATUS_OK;
    const char *extra = o->words[command->max_words];
    if (takes_value(command, extra))
        return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is a parameter: write %s=%s", command->name,
                       extra, extra, value_of(extra));
    return lb_fail(err, LB_STATUS_USAGE, "%s: '%s' is one argument too many; usage: sluice %s %s%s",
                   command->name, extra, command->name, command->arguments,
                   command->takes_values ? " (key=value without blanks)" : "");
}

static bool is_setup(const char *name)
{
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++)
        if (strcmp((*s)->name, name) == 0) return true;
    return false;
}

enum lb_status lb_options_find_command(const char *name, const struct lb_command **out,
                                       struct lb_error *err)
{
    const char *names[sizeof commands / sizeof commands[0] + 1];
    size_t count = 0;
    for (const struct lb_command *c = commands; c->name != NULL; c++) {
        *out = c;
        if (strcmp(c->name, name) == 0) return LB_STATUS_OK;
        names[count++] = c->name;
    }
    names[count] = NULL;
    if (name[0] == '-')
        return lb_fail(err, LB_STATUS_USAGE,
                       "there is no option '%s' before a command; see `sluice --help`", name);
    if (is_setup(name))
        return lb_fail(err, LB_STATUS_USAGE,
                       "'%s' is a setup: `sluice run %s` runs it, `sluice setups %s` explains it",
                       name, name, name);
    char path[LB_PATH_SIZE];
    if (lb_known_case_path(name, path))
        return lb_fail(err, LB_STATUS_USAGE,
                       "'%s' is a case: `sluice run %s` runs it, `sluice new %s` prints its file",
                       name, name, name);
    const char *nearest = lb_suggest_name(name, names);
    if (nearest != NULL)
        return lb_fail(err, LB_STATUS_USAGE, "there is no command '%s'; did you mean '%s'?", name,
                       nearest);
    return lb_fail(err, LB_STATUS_USAGE, "there is no command '%s'; see `sluice --help`", name);
}

static bool needs_quotes(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_=.,:/+@%^";
    return word[0] == '\0' || word[strspn(word, plain)] != '\0';
}

/* "sluice bench size=64", with quotes where a shell wants them; the program's own path is nobody's
 * business. */
static enum lb_status write_line(int argc, char *const *argv, char **out, struct lb_error *err)
{
    size_t size = 0;
    FILE *line = open_memstream(out, &size);
    if (line == NULL) return lb_fail(err, LB_STATUS_FAILED, "no memory for the command line");
    fputs("sluice", line);
    for (int i = 1; i < argc; i++) {
        const bool quotes = needs_quotes(argv[i]);
        fputs(quotes ? " '" : " ", line);
        for (const char *c = argv[i]; *c != '\0'; c++)
            if (*c == '\'')
                fputs("'\\''", line);
            else
                fputc(*c, line);
        if (quotes) fputc('\'', line);
    }
    if (fclose(line) == 0 && *out != NULL) return LB_STATUS_OK;
    return lb_fail(err, LB_STATUS_FAILED, "no memory for the command line");
}

enum lb_status lb_options_parse(int argc, char **argv, struct lb_options *o, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    char **arguments = NULL;
    *o = (struct lb_options){.shift = -1, .self_test = -1, .progress = -1, .color = -1};
    LB_TRY(write_line(argc, argv, &o->line, err)); /* getopt_long changes the order */
    LB_REQUIRE(argc > 1, LB_STATUS_USAGE, "a command is missing; see `sluice --help`");
    LB_TRY(lb_options_find_command(argv[1], &o->command, err));
    const bool has_numbers = o->command->id == LB_COMMAND_FORMATS;
    arguments = malloc(((size_t)argc + 1) * sizeof *arguments);
    LB_REQUIRE(arguments != NULL, LB_STATUS_FAILED, "no memory for the command line");
    memcpy(arguments, argv + 1, ((size_t)argc - 1) * sizeof *arguments);
    arguments[argc - 1] = NULL;
    const int count = has_numbers ? put_numbers_last(argc - 1, argv + 1, arguments) : argc - 1;
    arguments[count] = NULL;
    LB_TRY(parse_options(count, arguments, o, err));
    if (!o->help) LB_TRY(sort_arguments(count, arguments, o, err));
    LB_REQUIRE(!(o->quiet && o->verbose), LB_STATUS_USAGE,
               "--quiet and --verbose exclude each other");
    LB_TRY(read_environment(o, err));
cleanup:
    free(arguments);
    if (st != LB_STATUS_OK) lb_options_free(o);
    return st;
}

void lb_options_free(struct lb_options *o)
{
    free(o->words);
    free(o->values);
    free(o->line);
    o->words = o->values = NULL;
    o->line = NULL;
    o->word_count = o->value_count = 0;
}

enum lb_status lb_options_split(const char *pair, char *key, size_t size, const char **value,
                                struct lb_error *err)
{
    const char *equals = strchr(pair, '=');
    if (equals == NULL || equals == pair || (size_t)(equals - pair) >= size)
        return lb_fail(err, LB_STATUS_USAGE, "'%s' is not of the form key=value", pair);
    memcpy(key, pair, (size_t)(equals - pair));
    key[equals - pair] = '\0';
    *value = equals + 1;
    return LB_STATUS_OK;
}

/* "--name=value", or "" where it was not given. */
static void write_option(FILE *out, const struct lb_options *o, const struct option_row *row)
{
    const void *given = (const char *)o + row->offset;
    const char *text = NULL;
    switch (row->kind) {
    case OPTION_TEXT: text = *(const char *const *)given; break;
    case OPTION_CHOICE: text = *(const int *)given >= 0 ? row->choices[*(const int *)given] : NULL;
    case OPTION_SWITCH:
    case OPTION_NUMBER: break;
    }
    const bool is_there = (row->kind == OPTION_SWITCH && *(const bool *)given) ||
                          (row->kind == OPTION_NUMBER && *(const int *)given == row->number);
    if (text != NULL)
        fprintf(out, "--%s=%s", row->name, text);
    else if (is_there)
        fprintf(out, "--%s", row->name);
}

static char *write_word(const struct lb_options *o, const struct option_row *row)
{
    char *word = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&word, &size);
    if (out == NULL) return NULL;
    write_option(out, o, row);
    if (fclose(out) == 0) return word;
    free(word);
    return NULL;
}

enum lb_status lb_options_words(const struct lb_options *o, char ***out, struct lb_error *err)
{
    char **words = calloc(2 + ROW_COUNT + o->word_count + o->value_count, sizeof *words);
    size_t used = 0;
    bool has_room = words != NULL && (words[used++] = strdup(o->command->name)) != NULL;
    for (int i = 0; i < ROW_COUNT && has_room; i++) {
        if (!belongs(&rows[i], o->command)) continue;
        has_room = (words[used] = write_word(o, &rows[i])) != NULL;
        if (has_room && words[used][0] != '\0') {
            used++;
        } else {
            free(words[used]);
            words[used] = NULL;
        }
    }
    for (size_t n = 0; n < o->word_count && has_room; n++)
        has_room = (words[used++] = strdup(o->words[n])) != NULL;
    for (size_t n = 0; n < o->value_count && has_room; n++)
        has_room = (words[used++] = strdup(o->values[n])) != NULL;
    *out = words;
    return has_room ? LB_STATUS_OK : lb_fail(err, LB_STATUS_FAILED, "no memory for a command line");
}

void lb_options_free_words(char **words)
{
    for (char **word = words; word != NULL && *word != NULL; word++)
        free(*word);
    free(words);
}

const struct lb_command *lb_options_commands(void)
{
    return commands;
}

bool lb_options_text(const struct lb_command *command, size_t n, struct lb_option_text *out)
{
    for (const struct option_row *row = rows; row < rows + ROW_COUNT; row++) {
        if (!belongs(row, command) || n-- > 0) continue;
        *out = (struct lb_option_text){row->name,    is_optional(row) ? NULL : row->argument,
                                       row->letter,  row->meaning,
                                       row->choices, row->known};
        return true;
    }
    return false;
}

const struct lb_command *lb_options_command(enum lb_command_id id)
{
    const struct lb_command *c = commands;
    while (c->id != id)
        c++;
    return c;
}

struct lb_reporting lb_options_reporting(const struct lb_options *o)
{
    const enum lb_progress_mode unasked =
        o->json || o->quiet ? LB_PROGRESS_NEVER : LB_PROGRESS_AUTO;
    return (struct lb_reporting){
        .form = o->json  ? LB_OUTPUT_JSON
                : o->csv ? LB_OUTPUT_CSV
                         : LB_OUTPUT_TEXT,
        .quiet = o->quiet,
        .verbose = o->verbose,
        .live = o->live,
        .announces = !o->quiet && (!o->json || o->verbose),
        .progress = o->progress < 0 ? unasked : (enum lb_progress_mode)o->progress,
        .color = o->color < 0 ? LB_COLOR_AUTO : (enum lb_color_mode)o->color};
}

enum { HELP_COLUMN = 31, OPTION_COLUMN = 28 };

static void print_program_help(FILE *out)
{
    fputs("sluice - lattice Boltzmann flow simulation on OpenCL devices\n\n"
          "Usage: sluice COMMAND [options]\n\nCommands:\n",
          out);
    for (const struct lb_command *c = commands; c->name != NULL; c++) {
        char usage[64];
        snprintf(usage, sizeof usage, "  %s %s", c->name, c->arguments);
        lb_print_entry(out, HELP_COLUMN, usage, c->summary);
    }
    fputs("\n  sluice help COMMAND          the options of a command\n"
          "  sluice version               the version\n\n"
          "First steps: `sluice devices`, then `sluice run karman quick=1`.\n",
          out);
}

void lb_options_print_help(FILE *out, const struct lb_command *command)
{
    if (command == NULL) {
        print_program_help(out);
        return;
    }
    char title[160];
    snprintf(title, sizeof title, "sluice %s - %s", command->name, command->summary);
    lb_print_wrapped(out, title);
    fprintf(out, "\nUsage: sluice %s %s%s[options]\n\nOptions:\n", command->name,
            command->arguments, command->arguments[0] != '\0' ? " " : "");
    for (int i = 0; i < ROW_COUNT; i++) {
        if (!belongs(&rows[i], command)) continue;
        char letter[8] = "    ", left[64], known[512];
        if (rows[i].letter != 0) snprintf(letter, sizeof letter, "-%c, ", rows[i].letter);
        snprintf(left, sizeof left, "  %s--%s%s%s", letter, rows[i].name,
                 rows[i].argument != NULL && !is_optional(&rows[i]) ? " " : "",
                 rows[i].argument != NULL ? rows[i].argument : "");
        lb_print_entry(out, OPTION_COLUMN, left, rows[i].meaning);
        if (rows[i].known != NULL)
            lb_print_entry(out, OPTION_COLUMN, "", rows[i].known(known, sizeof known));
    }
    if (command->more == NULL) return;
    fputc('\n', out);
    lb_print_wrapped(out, command->more);
}
