/* main.c - parse, run, report, exit code; the only file that may end the process.
 * SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/driver_guard.h"
#include "base/version.h"
#include "io/file.h"
#include "commands/commands.h"
#include "cli/options.h"
#include "peers/peers.h"
#include "ranks/own_ranks.h"
#include "process/process.h"

static enum lb_status run_formats(const struct lb_options *o, struct lb_error *err)
{
    if (o->json && o->csv)
        return lb_fail(err, LB_STATUS_USAGE, "--json and --csv exclude each other");
    const char *form = o->json ? "json" : o->csv ? "csv" : "text";
    if (o->accuracy != NULL && o->word_count > 0)
        return lb_fail(err, LB_STATUS_USAGE, "--accuracy has no place beside numbers");
    if (o->accuracy != NULL) return lb_formats_write_accuracy(o->accuracy, err);
    if (o->word_count > 0)
        return lb_formats_print_codes(stdout, o->words, o->word_count, form, err);
    return lb_formats_print(stdout, form, err);
}

/* What needs a device needs to know of the other ranks. */
static bool is_for_ranks(const struct lb_options *o)
{
    const unsigned others = LB_COMMAND_NEW | LB_COMMAND_DEVICES | LB_COMMAND_SETUPS |
                            LB_COMMAND_FORMATS | LB_COMMAND_COMPLETION;
    bool has_parts = false;
    for (size_t n = 0; n < o->value_count; n++)
        has_parts = has_parts || strncmp(o->values[n], "parts=", 6) == 0;
    if (o->command->id == LB_COMMAND_BENCH) return has_parts;
    return ((unsigned)o->command->id &
            (LB_COMMAND_RUN | LB_COMMAND_RESUME | LB_COMMAND_WORK | others)) != 0;
}

static enum lb_status dispatch(const struct lb_options *o, struct lb_error *err)
{
    if (o->help) {
        lb_options_print_help(stdout, o->command);
        return LB_STATUS_OK;
    }
    LB_NEED(lb_peers_count(lb_ranks()) == 1 || is_for_ranks(o), LB_STATUS_USAGE,
            "%s: started as %d processes, but only `sluice run`, `sluice resume`, `sluice work` "
            "and `sluice bench parts=N` are for several devices; start it without mpirun",
            o->command->name, lb_peers_count(lb_ranks()));
    switch (o->command->id) {
    case LB_COMMAND_RUN: return lb_run_command(o, stdout, err);
    case LB_COMMAND_COMPARE: return lb_compare_command(o, stdout, err);
    case LB_COMMAND_DEVICES: return lb_devices_print(stdout, o->json, err);
    case LB_COMMAND_SETUPS:
        return lb_setups_print(stdout, o->word_count > 0 ? o->words[0] : NULL, o->json, err);
    case LB_COMMAND_NEW: return lb_new_print(stdout, o->word_count > 0 ? o->words[0] : NULL, err);
    case LB_COMMAND_BENCH: return lb_bench_run(o, err);
    case LB_COMMAND_MEMBENCH: return lb_membench_run(o, err);
    case LB_COMMAND_ROOFLINE: return lb_roofline_run(o, err);
    case LB_COMMAND_FORMATS: return run_formats(o, err);
    case LB_COMMAND_SELF_TEST: return lb_self_test_command(o, stdout, err);
    case LB_COMMAND_COMPLETION:
        return lb_completion_print(stdout, o->word_count > 0 ? o->words[0] : NULL, err);
    case LB_COMMAND_REPRODUCE: return lb_reproduce_command(o, err);
    case LB_COMMAND_VIEW: return lb_view_command(o, err);
    case LB_COMMAND_WORK: return lb_work_command(o, stdout, err);
    case LB_COMMAND_STUDY: return lb_study_command(o, stdout, err);
    case LB_COMMAND_RESUME: return lb_resume_command(o, stdout, err);
    }
    return lb_fail(err, LB_STATUS_FAILED, "the command '%s' does nothing", o->command->name);
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* `topic` NULL: of the program. */
static enum lb_status help_on(const char *topic, struct lb_error *err)
{
    const struct lb_command *command = NULL;
    if (topic != NULL) LB_OK(lb_options_find_command(topic, &command, err));
    lb_options_print_help(stdout, command);
    return LB_STATUS_OK;
}

/* `sluice`, `sluice help [COMMAND]`, `sluice version`: 1 where that was all. */
static int answer_without_command(int argc, char **argv, enum lb_status *st, struct lb_error *err)
{
    const char *word = argc > 1 ? argv[1] : NULL;
    *st = LB_STATUS_OK;
    if (word == NULL) {
        lb_options_print_help(stderr, NULL);
        *st = lb_fail(err, LB_STATUS_USAGE, "a command is missing");
    } else if (is_one_of(word, "help", "--help", "-h")) {
        *st = help_on(argc > 2 ? argv[2] : NULL, err);
    } else if (is_one_of(word, "version", "--version", "-V")) {
        printf("sluice %s%s%s%s\n", LB_VERSION, LB_COMMIT[0] != '\0' ? " (" : "", LB_COMMIT,
               LB_COMMIT[0] != '\0' ? ")" : "");
    } else {
        return 0;
    }
    return 1;
}

/* A full disk is found here if not before; results that got lost outrank a verdict
 * on them. */
static enum lb_status flush_output(enum lb_status st, struct lb_error *err)
{
    struct lb_error own = {0};
    const enum lb_status flushed = lb_stream_flush(stdout, &own);
    if (flushed == LB_STATUS_OK || (st != LB_STATUS_OK && st != LB_STATUS_VERDICT)) return st;
    *err = own;
    return flushed;
}

/* As any program before `| head`: without a word, once all files are there. */
static void end_without_reader(void)
{
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

/* Descriptors 0 to 2 that are closed would be given to the next files that are opened, and what is
 * printed would go there.  Opened the wrong way round, they fail as closed ones do. */
static void occupy_standard_streams(void)
{
    for (int n = 0; n < 3; n++)
        if (fcntl(n, F_GETFD) < 0) open("/dev/null", n == 0 ? O_WRONLY : O_RDONLY);
}

/* All ranks do the same; one tells and writes it.  What was standard error is left for the last words. */
static int last_words = STDERR_FILENO;

static void leave_words_to_the_first(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    lb_files_leave_to_others(true);
    last_words = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

static enum lb_status answer(int argc, char **argv, struct lb_error *err)
{
    struct lb_options o = {0};
    enum lb_status st;
    LB_OK(lb_ranks_start(err));
    if (!lb_peers_is_first(lb_ranks())) leave_words_to_the_first();
    LB_OK(lb_peers_check_same(lb_ranks(), "version of sluice", LB_VERSION " " LB_COMMIT, err));
    if (answer_without_command(argc, argv, &st, err)) return st;
    st = lb_options_parse(argc, argv, &o, err);
    if (st == LB_STATUS_OK) st = lb_start_ranks(&o, argv, err);
    if (st == LB_STATUS_OK) st = dispatch(&o, err);
    lb_options_free(&o);
    return st;
}

int main(int argc, char **argv)
{
    occupy_standard_streams();
    lb_driver_guard();
    if (argc > 0) lb_process_started_as(argv[0]);
    struct lb_error err = {0};
    /* a file that grows too large is an error with a sentence, not the end of the process */
    signal(SIGXFSZ, SIG_IGN);
    /* nor may a reader of messages or results that goes away cost the files */
    signal(SIGPIPE, SIG_IGN);
    enum lb_status st = answer(argc, argv, &err);
    st = lb_peers_conclude(lb_ranks(), flush_output(st, &err), &err);
    const bool is_done = st == LB_STATUS_OK || st == LB_STATUS_VERDICT;
    if (st != LB_STATUS_OK && err.text[0] != '\0' && lb_peers_speaks(lb_ranks()))
        dprintf(last_words, "sluice: %s\n", err.text);
    lb_driver_settle();
    lb_ranks_finish(st);
    if (is_done && lb_stream_is_abandoned(stdout)) end_without_reader();
    return (int)st;
}
