/* test_options.c - the command line: what each option sets, and what is refused.
 * SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "case/lookup.h"
#include "support/check.h"
#include "support/command_line.h"

static void every_option_arrives(void)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_OK(lb_test_parse(
                    "run -d 0:1 --lattice d2q9 --collision srt --precision fp32/fp16c --no-shift "
                    "--streaming pull --lanes 4 -o out -c a.ini --kernel-dir k --dump-kernels d "
                    "--print-case --json --progress plain --color never -v --live karman re=1 u=2",
                    &o, &err),
                &err);
    LB_CHECK_EQUAL_INT(o.command->id, LB_COMMAND_RUN);
    LB_CHECK_EQUAL_TEXT(o.device, "0:1");
    LB_CHECK_EQUAL_TEXT(o.lattice, "d2q9");
    LB_CHECK_EQUAL_TEXT(o.collision, "srt");
    LB_CHECK_EQUAL_TEXT(o.precision, "fp32/fp16c");
    LB_CHECK_EQUAL_TEXT(o.streaming, "pull");
    LB_CHECK_EQUAL_TEXT(o.lanes, "4");
    LB_CHECK_EQUAL_INT(o.shift, 0);
    LB_CHECK_EQUAL_TEXT(o.output, "out");
    LB_CHECK_EQUAL_TEXT(o.case_file, "a.ini");
    LB_CHECK_EQUAL_TEXT(o.kernel_dir, "k");
    LB_CHECK_EQUAL_TEXT(o.dump_dir, "d");
    LB_CHECK(o.print_case && o.json && o.verbose && o.live && !o.quiet);
    LB_CHECK_EQUAL_INT(o.progress, LB_PROGRESS_PLAIN);
    LB_CHECK_EQUAL_INT(o.color, LB_COLOR_NEVER);
    LB_CHECK_EQUAL_INT(o.word_count, 1);
    LB_CHECK_EQUAL_TEXT(o.words[0], "karman");
    LB_CHECK_EQUAL_INT(o.value_count, 2);
    LB_CHECK_EQUAL_TEXT(o.values[0], "re=1");
    LB_CHECK_EQUAL_TEXT(o.values[1], "u=2");
    lb_options_free(&o);
}

static void a_comparison_has_a_shift_of_its_own(void)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_OK(lb_test_parse("compare karman --shift both --tolerance 0.02 --precision fp64,fp32",
                              &o, &err),
                &err);
    LB_CHECK_EQUAL_INT(o.shift, 2);
    LB_CHECK_EQUAL_TEXT(o.tolerance, "0.02");
    LB_CHECK_EQUAL_TEXT(o.precision, "fp64,fp32");
    lb_options_free(&o);
    LB_CHECK_OK(lb_test_parse("compare karman --no-shift --csv", &o, &err), &err);
    LB_CHECK_EQUAL_INT(o.shift, 0);
    LB_CHECK(o.csv);
    lb_options_free(&o);
    LB_CHECK_OK(lb_test_parse("run karman --shift", &o, &err), &err);
    LB_CHECK_EQUAL_INT(o.shift, 1);
    lb_options_free(&o);
}

static void nothing_given_is_told_from_something(void)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_OK(lb_test_parse("run karman", &o, &err), &err);
    LB_CHECK(o.device == NULL && o.lattice == NULL && o.precision == NULL && o.output == NULL);
    LB_CHECK_EQUAL_INT(o.shift, -1);
    LB_CHECK_EQUAL_INT(o.progress, -1);
    LB_CHECK_EQUAL_INT(o.color, -1);
    LB_CHECK(!o.json && !o.quiet && !o.verbose && !o.print_case && !o.help);
    lb_options_free(&o);
}

static void order_and_spelling_do_not_matter(void)
{
    static const char *const texts[] = {"run karman re=1 --device=gpu --json",
                                        "run --json -d gpu karman re=1",
                                        "run -dgpu re=1 --json karman"};
    for (size_t i = 0; i < 3; i++) {
        struct lb_options o;
        struct lb_error err;
        LB_CHECK_OK(lb_test_parse(texts[i], &o, &err), &err);
        LB_CHECK_EQUAL_TEXT(o.device, "gpu");
        LB_CHECK(o.json);
        LB_CHECK_EQUAL_TEXT(o.words[0], "karman");
        LB_CHECK_EQUAL_TEXT(o.values[0], "re=1");
        lb_options_free(&o);
    }
}

static void refuse(const char *text, const char *words)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_EQUAL_INT(lb_test_parse(text, &o, &err), LB_STATUS_USAGE);
    if (!LB_CHECK(strstr(err.text, words) != NULL)) printf("  message: %s\n", err.text);
}

static void wrong_lines_are_refused(void)
{
    refuse("", "a command is missing");
    refuse("rn", "did you mean 'run'?");
    refuse("resume folder --lattice d2q9", "there is no option '--lattice'");
    refuse("run --precison fp32", "did you mean '--precision'?");
    refuse("run --precison=fp32", "did you mean '--precision'?");
    refuse("run karman --js", "there is no option '--js'; did you mean '--json'?");
    refuse("run karman --dev gpu", "there is no option '--dev'");
    refuse("run karman --dev=gpu", "there is no option '--dev'");
    refuse("run karman --lat", "did you mean '--lattice'?");
    refuse("run karman --re=150", "there is no option '--re'; it is a parameter: write re=150");
    refuse("run karman --re 150", "write re=VALUE");
    refuse("run karman --quick", "write quick=1");
    refuse("bench --size=64", "write size=64");
    refuse("run karman quick", "'quick' is a parameter: write quick=1");
    refuse("bench precision=fp32", "'precision=fp32' is an option: write --precision fp32");
    refuse("run karman json=1", "'json=1' is an option: write --json");
    refuse("run -x", "'-x'");
    refuse("run -o", "--output: DIR is missing");
    refuse("run --output=", "DIR is empty");
    refuse("run --quiet=1", "takes no argument");
    refuse("run a b", "'b' is one argument too many");
    refuse("run -qv", "exclude each other");
    refuse("run --color allways", "did you mean 'always'?");
    refuse("devices --precision fp32", "there is no option");
    refuse("setups a=b", "takes no key=value");
    refuse("run karman re=100 radius=8 re=200", "'re=100' and 're=200' are of the same parameter");
    refuse("run karman re=100 -c case.ini re=100",
           "'re=100' and 're=100' are of the same parameter");
    refuse("compare karman re=100 re=100,200", "'re=100' and 're=100,200'");
    refuse("bench size=16 seconds=1 size=32", "bench: 'size=16' and 'size=32'");
    refuse("resume folder steps=1 steps=2", "'steps=1' and 'steps=2'");
    refuse("reproduce all runs=1 runs=2 -o folder", "'runs=1' and 'runs=2'");
}

static void a_key_may_begin_another(void)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_OK(lb_test_parse("bench size=16 sizes=16,8 si=1", &o, &err), &err);
    LB_CHECK_EQUAL_INT(o.value_count, 3);
    lb_options_free(&o);
}

static void help_needs_no_sense_beside_it(void)
{
    struct lb_options o;
    struct lb_error err;
    LB_CHECK_OK(lb_test_parse("run a b c --help", &o, &err), &err);
    LB_CHECK(o.help);
    lb_options_free(&o);
}

static void environment_names_the_device_unless_the_line_does(void)
{
    struct lb_options o;
    struct lb_error err;
    setenv("SLUICE_DEVICE", "cpu", 1);
    LB_CHECK_OK(lb_test_parse("run karman", &o, &err), &err);
    LB_CHECK_EQUAL_TEXT(o.device, "cpu");
    lb_options_free(&o);
    LB_CHECK_OK(lb_test_parse("run karman -d gpu", &o, &err), &err);
    LB_CHECK_EQUAL_TEXT(o.device, "gpu");
    lb_options_free(&o);
    setenv("SLUICE_DEVICE", "", 1);
    LB_CHECK_OK(lb_test_parse("run karman", &o, &err), &err);
    LB_CHECK(o.device == NULL);
    lb_options_free(&o);
    unsetenv("SLUICE_DEVICE");
}

static void color_follows_option_then_environment(void)
{
    struct lb_reporting o = {.color = LB_COLOR_AUTO};
    FILE *file = tmpfile(); /* no terminal */
    if (!LB_CHECK(file != NULL)) return;
    LB_CHECK(!lb_reporting_color(&o, file));
    o.color = LB_COLOR_ALWAYS;
    setenv("NO_COLOR", "1", 1);
    LB_CHECK(lb_reporting_color(&o, file));
    o.color = LB_COLOR_NEVER;
    unsetenv("NO_COLOR");
    LB_CHECK(!lb_reporting_color(&o, file));
    fclose(file);
}

static void pairs_split_at_the_first_equals(void)
{
    struct lb_error err = {0};
    char key[16];
    const char *value = NULL;
    LB_CHECK_OK(lb_options_split("name=a=b", key, sizeof key, &value, &err), &err);
    LB_CHECK_EQUAL_TEXT(key, "name");
    LB_CHECK_EQUAL_TEXT(value, "a=b");
    LB_CHECK_OK(lb_options_split("name=", key, sizeof key, &value, &err), &err);
    LB_CHECK_EQUAL_TEXT(value, "");
    LB_CHECK_EQUAL_INT(lb_options_split("=1", key, sizeof key, &value, &err), LB_STATUS_USAGE);
    LB_CHECK_EQUAL_INT(lb_options_split("0123456789abcdef=1", key, sizeof key, &value, &err),
                       LB_STATUS_USAGE);
}

/* Every precision of the contract, and the short forms. */
static void precisions_are_understood(void)
{
    static const struct {
        const char *word, *storage;
        enum lb_arithmetic arithmetic;
    } rows[] = {{"fp64/fp64", "fp64", LB_ARITHMETIC_FP64},
                {"fp64/fp32", "fp32", LB_ARITHMETIC_FP64},
                {"fp32/fp32", "fp32", LB_ARITHMETIC_FP32},
                {"fp32/fp16", "fp16", LB_ARITHMETIC_FP32},
                {"fp32/fp16s", "fp16s", LB_ARITHMETIC_FP32},
                {"fp32/fp16c", "fp16c", LB_ARITHMETIC_FP32},
                {"fp32/p16_0s", "p16_0s", LB_ARITHMETIC_FP32},
                {"fp32/p16_1s", "p16_1s", LB_ARITHMETIC_FP32},
                {"fp32/p16_2c", "p16_2c", LB_ARITHMETIC_FP32},
                {"fp32/int16s", "int16s", LB_ARITHMETIC_FP32},
                {"fp32/fix16x", "fix16x", LB_ARITHMETIC_FP32},
                {"fp32", "fp32", LB_ARITHMETIC_FP32},
                {"fp64", "fp64", LB_ARITHMETIC_FP64},
                {"fp16c", "fp16c", LB_ARITHMETIC_FP32},
                {"FP32/FP16S", "fp16s", LB_ARITHMETIC_FP32}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct lb_error err = {0};
        struct lb_precision p = {0};
        LB_CHECK_OK(lb_lookup_precision(rows[i].word, "test", &p, &err), &err);
        LB_CHECK_EQUAL_TEXT(p.storage == NULL ? NULL : p.storage->name, rows[i].storage);
        LB_CHECK_EQUAL_INT(p.arithmetic, rows[i].arithmetic);
    }
}

static void wrong_choices_suggest(void)
{
    static const char *const words[] = {"fp32/fp16x", "fp64/fp16c", "fp32/",
                                        "/fp32",      "",           "fp32/fp32/fp32"};
    struct lb_precision p;
    struct lb_error err = {0};
    lb_lookup_precision("fp32/fp16x", "--precision", &p, &err);
    LB_CHECK(strstr(err.text, "--precision: 'fp32/fp16x' is not a precision; did you mean "
                              "'fp32/fp16s'?") != NULL);
    LB_CHECK(strstr(err.text, "known: fp64/fp64 ") != NULL);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        LB_CHECK_EQUAL_INT(lb_lookup_precision(words[i], "test", &p, NULL), LB_STATUS_USAGE);
    struct lb_layout_wishes w = {.lanes = -1, .arithmetic_lanes = -1};
    LB_CHECK_OK(lb_lookup_lanes("auto", "test", &w, NULL), NULL);
    LB_CHECK_EQUAL_INT(w.lanes, 0);
    LB_CHECK_EQUAL_INT(w.arithmetic_lanes, 0);
    LB_CHECK_OK(lb_lookup_lanes("16", "test", &w, NULL), NULL);
    LB_CHECK_EQUAL_INT(w.lanes, 16);
    LB_CHECK_EQUAL_INT(w.arithmetic_lanes, 0);
    LB_CHECK_OK(lb_lookup_lanes("8x2", "test", &w, NULL), NULL);
    LB_CHECK_EQUAL_INT(w.lanes, 8);
    LB_CHECK_EQUAL_INT(w.arithmetic_lanes, 2);
    static const char *const wrong[] = {"32",   "8x",     "x2",     "2x8",
                                        "16x1", "autox2", "8xauto", "8x2x2"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        LB_CHECK_EQUAL_INT(lb_lookup_lanes(wrong[i], "test", &w, NULL), LB_STATUS_USAGE);
    bool on = false;
    LB_CHECK_OK(lb_lookup_switch("on", "test", &on, NULL), NULL);
    LB_CHECK(on);
    LB_CHECK_OK(lb_lookup_switch("false", "test", &on, NULL), NULL);
    LB_CHECK(!on);
}

/* What a program gives itself when it starts anew. */
static void words_say_what_was_read(void)
{
    struct lb_options o, again;
    struct lb_error err;
    char **words = NULL;
    enum { MAX_ARGUMENTS = 64 };
    char *arguments[MAX_ARGUMENTS] = {(char[]){"sluice"}};
    int count = 1;
    LB_CHECK_OK(
        lb_test_parse(
            "bench --devices 0,1 --split 1x1x2 --lattice d2q9,d3q19 --collision trt "
            "--precision fp32 --shift both --rounding nearest --streaming pull --lanes 4x2 "
            "--group 64 --registers any --tune never --kernel-dir k --dump-kernels d --json "
            "--progress plain a.jsonl size=16 parts=1,2",
            &o, &err),
        &err);
    LB_CHECK_OK(lb_options_words(&o, &words, &err), &err);
    for (char **word = words; *word != NULL && count + 1 < MAX_ARGUMENTS; word++)
        arguments[count++] = *word;
    LB_CHECK_OK(lb_options_parse(count, arguments, &again, &err), &err);
    LB_CHECK_EQUAL_INT(again.command->id, LB_COMMAND_BENCH);
    LB_CHECK_EQUAL_TEXT(again.devices, o.devices);
    LB_CHECK_EQUAL_TEXT(again.split, "1x1x2");
    LB_CHECK_EQUAL_TEXT(again.lattice, "d2q9,d3q19");
    LB_CHECK_EQUAL_TEXT(again.collision, "trt");
    LB_CHECK_EQUAL_TEXT(again.precision, "fp32");
    LB_CHECK_EQUAL_TEXT(again.rounding, "nearest");
    LB_CHECK_EQUAL_TEXT(again.streaming, "pull");
    LB_CHECK_EQUAL_TEXT(again.lanes, "4x2");
    LB_CHECK_EQUAL_TEXT(again.group, "64");
    LB_CHECK_EQUAL_TEXT(again.registers, "any");
    LB_CHECK_EQUAL_TEXT(again.kernel_dir, "k");
    LB_CHECK_EQUAL_TEXT(again.dump_dir, "d");
    LB_CHECK(again.device == NULL && again.output == NULL && again.json && !again.csv);
    LB_CHECK(again.shift == 2 && again.tune == o.tune && again.progress == LB_PROGRESS_PLAIN);
    LB_CHECK(again.word_count == 1 && again.value_count == 2);
    LB_CHECK_EQUAL_TEXT(again.values[1], "parts=1,2");
    lb_options_free(&again);
    lb_options_free_words(words);
    lb_options_free(&o);
    LB_CHECK_OK(lb_test_parse("bench --no-shift", &o, &err), &err);
    LB_CHECK_OK(lb_options_words(&o, &words, &err), &err);
    for (count = 1; words[count - 1] != NULL; count++)
        arguments[count] = words[count - 1];
    LB_CHECK_OK(lb_options_parse(count, arguments, &again, &err), &err);
    LB_CHECK_EQUAL_INT(again.shift, 0);
    lb_options_free(&again);
    lb_options_free_words(words);
    lb_options_free(&o);
}

/* They stay in their order, and what is no number is an option as ever. */
static void negative_numbers_are_no_options(void)
{
    struct lb_options o;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_test_parse("formats 0.5 -0.001 --json -2e-3 1", &o, &err), &err);
    LB_CHECK(o.json && o.word_count == 4);
    LB_CHECK_EQUAL_TEXT(o.words[0], "0.5");
    LB_CHECK_EQUAL_TEXT(o.words[1], "-0.001");
    LB_CHECK_EQUAL_TEXT(o.words[2], "-2e-3");
    LB_CHECK_EQUAL_TEXT(o.words[3], "1");
    lb_options_free(&o);
    LB_CHECK_EQUAL_INT(lb_test_parse("formats -y", &o, &err), LB_STATUS_USAGE);
    lb_options_free(&o);
}

int main(void)
{
    unsetenv("SLUICE_DEVICE");
    LB_TEST(every_option_arrives);
    LB_TEST(a_comparison_has_a_shift_of_its_own);
    LB_TEST(nothing_given_is_told_from_something);
    LB_TEST(order_and_spelling_do_not_matter);
    LB_TEST(wrong_lines_are_refused);
    LB_TEST(a_key_may_begin_another);
    LB_TEST(help_needs_no_sense_beside_it);
    LB_TEST(environment_names_the_device_unless_the_line_does);
    LB_TEST(color_follows_option_then_environment);
    LB_TEST(pairs_split_at_the_first_equals);
    LB_TEST(precisions_are_understood);
    LB_TEST(wrong_choices_suggest);
    LB_TEST(words_say_what_was_read);
    LB_TEST(negative_numbers_are_no_options);
    return lb_check_report();
}
