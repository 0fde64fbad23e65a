/* completion_command.c - completion of words in shells and the man page, from the tables of the program.
 * SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include <ctype.h>
#include <string.h>

#include "base/suggest.h"
#include "base/version.h"
#include "cli/known_cases.h"
#include "cli/options.h"
#include "run/run.h"
#include "run/setup.h"

enum { WORDS_SIZE = 1024 };

/* What is printed. */
enum { BASH, ZSH, FISH, MAN };
static const char *const names[] = {"bash", "zsh", "fish", "man", NULL};

/* --- words ------------------------------------------------------------------------------------ */

/* Those that an option takes, separated by spaces; "" where it takes anything. */
static const char *option_words(const struct lb_option_text *o, char out[WORDS_SIZE])
{
    out[0] = '\0';
    if (o->choices != NULL) return lb_names_join(o->choices, out, WORDS_SIZE);
    if (o->known == NULL) return out;
    o->known(out, WORDS_SIZE);
    const char *colon = strchr(out, ':');
    return colon != NULL ? colon + 1 + strspn(colon + 1, " ") : out;
}

static void print_cases(FILE *out)
{
    struct lb_known_case cases[LB_KNOWN_CASES];
    const int count = lb_known_cases(cases);
    for (int n = 0; n < count; n++)
        fprintf(out, "%s%s", n == 0 ? "" : " ", cases[n].name);
}

/* The words that a command takes, but for keys of parameters and files. */
static void print_words(FILE *out, const struct lb_command *c)
{
    char words[WORDS_SIZE];
    if (c->id == LB_COMMAND_COMPLETION) fputs(lb_names_join(names, words, sizeof words), out);
    if (c->id == LB_COMMAND_NEW) print_cases(out);
    if (strstr(c->arguments, "SETUP") == NULL) return;
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++)
        fprintf(out, "%s%s", s == lb_setups ? "" : " ", (*s)->name);
}

static void print_keys(FILE *out, const struct lb_parameter *table)
{
    for (const struct lb_parameter *p = table; p != NULL && p->name != NULL; p++)
        fprintf(out, " %s=", p->name);
}

/* --- bash and zsh ----------------------------------------------------------------------------- */

static void print_bash_command(FILE *out, const struct lb_command *c)
{
    struct lb_option_text o;
    char words[WORDS_SIZE];
    fprintf(out, "    %s)\n        options=\"", c->name);
    for (size_t n = 0; lb_options_text(c, n, &o); n++)
        fprintf(out, "%s--%s", n > 0 ? " " : "", o.name);
    fputs("\"\n        first=\"", out);
    print_words(out, c);
    fputs("\"\n        case $previous in\n", out);
    for (size_t n = 0; lb_options_text(c, n, &o); n++)
        if (o.argument != NULL && option_words(&o, words)[0] != '\0')
            fprintf(out, "        --%s) words=\"%s\" ;;\n", o.name, option_words(&o, words));
    fprintf(out, "        esac\n        ;;\n");
}

static void print_bash(FILE *out)
{
    fputs("# Completion of sluice's words in bash; in zsh through bashcompinit.\n"
          "if [ -n \"${ZSH_VERSION:-}\" ]; then autoload -U bashcompinit && bashcompinit; fi\n"
          "_sluice_words() {\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local command=${COMP_WORDS[1]} setup=${COMP_WORDS[2]} options=\"\" first=\"\" "
          "words=\"\"\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" -eq 1 ] || [ \"$command $COMP_CWORD\" = \"help 2\" ]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    for (const struct lb_command *c = lb_options_commands(); c->name != NULL; c++)
        fprintf(out, "%s ", c->name);
    fputs("help version\" -- \"$word\"))\n        return\n    fi\n    case $command in\n", out);
    for (const struct lb_command *c = lb_options_commands(); c->name != NULL; c++)
        print_bash_command(out, c);
    fputs("    esac\n"
          "    if [ -n \"$words\" ]; then\n        :\n"
          "    elif [[ $word == -* ]]; then\n        words=$options\n"
          "    elif [ \"$COMP_CWORD\" -eq 2 ]; then\n        words=$first\n"
          "    else\n        case $setup in\n",
          out);
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++) {
        fprintf(out, "        %s) words=\"", (*s)->name);
        print_keys(out, (*s)->parameters);
        print_keys(out, lb_common_parameters());
        fputs("\" ;;\n", out);
    }
    fputs("        esac\n"
          "        if [ -n \"$words\" ]; then compopt -o nospace 2>/dev/null; fi\n    fi\n"
          "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\n"
          "complete -o bashdefault -o default -F _sluice_words sluice\n",
          out);
}

/* As a file `_sluice` in zsh's search path it is read at the first completion, which it answers, too. */
static void print_zsh(FILE *out)
{
    fputs("#compdef sluice\n", out);
    print_bash(out);
    fputs("if [ \"${funcstack[1]}\" = _sluice ]; then _bash_complete -F _sluice_words; fi\n", out);
}

/* --- fish ------------------------------------------------------------------------------------- */

/* In single quotes. */
static void print_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text != '\0'; text++) {
        if (*text == '\'' || *text == '\\') fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void print_fish_option(FILE *out, const struct lb_command *c, const struct lb_option_text *o)
{
    char words[WORDS_SIZE];
    const char *taken = option_words(o, words);
    fprintf(out, "complete -c sluice -n '__fish_seen_subcommand_from %s' -l %s", c->name, o->name);
    if (o->letter != 0) fprintf(out, " -s %c", o->letter);
    if (o->argument != NULL) fputs(taken[0] != '\0' ? " -xa " : " -r", out);
    if (o->argument != NULL && taken[0] != '\0') print_quoted(out, taken);
    fputs(" -d ", out);
    print_quoted(out, o->meaning);
    fputc('\n', out);
}

static void print_fish(FILE *out)
{
    struct lb_option_text o;
    fputs("# Completion of sluice's words in fish.\n", out);
    for (const struct lb_command *c = lb_options_commands(); c->name != NULL; c++) {
        fprintf(out, "complete -c sluice -n __fish_use_subcommand -xa %s -d ", c->name);
        print_quoted(out, c->summary);
        fputc('\n', out);
        for (size_t n = 0; lb_options_text(c, n, &o); n++)
            print_fish_option(out, c, &o);
        fprintf(out, "complete -c sluice -n '__fish_seen_subcommand_from %s' -a '", c->name);
        print_words(out, c);
        fputs("'\n", out);
    }
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++) {
        fprintf(out, "complete -c sluice -n '__fish_seen_subcommand_from %s' -a '", (*s)->name);
        print_keys(out, (*s)->parameters);
        print_keys(out, lb_common_parameters());
        fputs("'\n", out);
    }
}

/* --- man page --------------------------------------------------------------------------------- */

/* Hyphens as they are typed; no line begins with a request. */
static void print_roff(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if ((c == text || c[-1] == '\n') && (*c == '.' || *c == '\'')) fputs("\\&", out);
        if (*c == '\\')
            fputs("\\e", out);
        else if (*c == '-')
            fputs("\\-", out);
        else
            fputc(*c, out);
    }
}

static void print_man_option(FILE *out, const struct lb_option_text *o)
{
    char words[WORDS_SIZE];
    fputs(".TP\n", out);
    if (o->letter != 0) fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
    fputs("\\fB\\-\\-", out);
    print_roff(out, o->name);
    fputs("\\fR", out);
    if (o->argument != NULL) fprintf(out, " \\fI%s\\fR", o->argument);
    fputc('\n', out);
    print_roff(out, o->meaning);
    if (o->known != NULL) {
        fputs("; ", out);
        print_roff(out, o->known(words, sizeof words));
    }
    fputc('\n', out);
}

static void print_man_command(FILE *out, const struct lb_command *c)
{
    struct lb_option_text o;
    fprintf(out, ".SH ");
    for (const char *l = c->name; *l != '\0'; l++)
        fputc(toupper((unsigned char)*l), out);
    fputs("\n.B sluice ", out);
    print_roff(out, c->name);
    fputc('\n', out);
    print_roff(out, c->arguments);
    fputs("\n.PP\n", out);
    print_roff(out, c->summary);
    fputc('\n', out);
    for (size_t n = 0; lb_options_text(c, n, &o); n++)
        print_man_option(out, &o);
    if (c->more == NULL) return;
    fputs(".PP\n.nf\n", out);
    print_roff(out, c->more);
    fputs(".fi\n", out);
}

static void print_man(FILE *out)
{
    fputs(".TH SLUICE 1 \"\" \"sluice " LB_VERSION "\" \"User Commands\"\n"
          ".SH NAME\nsluice \\- lattice Boltzmann flow simulation on OpenCL devices\n"
          ".SH SYNOPSIS\n.B sluice\n\\fICOMMAND\\fR [options]\n.SH DESCRIPTION\n",
          out);
    for (const struct lb_command *c = lb_options_commands(); c->name != NULL; c++) {
        fprintf(out, ".TP\n\\fB");
        print_roff(out, c->name);
        fputs("\\fR\n", out);
        print_roff(out, c->summary);
        fputc('\n', out);
    }
    for (const struct lb_command *c = lb_options_commands(); c->name != NULL; c++)
        print_man_command(out, c);
    fputs(".SH SETUPS\n", out);
    for (const struct lb_setup *const *s = lb_setups; *s != NULL; s++) {
        fprintf(out, ".TP\n\\fB");
        print_roff(out, (*s)->name);
        fputs("\\fR\n", out);
        print_roff(out, (*s)->summary);
        fputc('\n', out);
    }
}

enum lb_status lb_completion_print(FILE *out, const char *what, struct lb_error *err)
{
    size_t which;
    if (what == NULL)
        return lb_fail(err, LB_STATUS_USAGE,
                       "completion: for which shell? bash, zsh, fish, or man");
    LB_OK(lb_suggest_find(what, names, "completion", "shell", &which, err));
    switch (which) {
    case MAN: print_man(out); break;
    case FISH: print_fish(out); break;
    case ZSH: print_zsh(out); break;
    default: print_bash(out);
    }
    return LB_STATUS_OK;
}
