/* progress.c - bar, step, speed, time left; whether a stream gets colours.
 * SPDX-License-Identifier: MIT */
#include "run/progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/stopwatch.h"
#include "peers/launcher.h"

enum { BAR_WIDTH = 20, LINE_SIZE = 512, LINES_BELOW = 4, MOST_ROWS = 40 };
static const double redraw_seconds = 0.5;
static const double plain_seconds = 5.0;

static bool is_terminal(FILE *out)
{
    const char *term = getenv("TERM");
    return lb_launcher_has_terminal(fileno(out)) && term != NULL && strcmp(term, "dumb") != 0;
}

void lb_progress_init(struct lb_progress *p, enum lb_progress_mode mode)
{
    *p = (struct lb_progress){0};
    if (mode == LB_PROGRESS_NEVER) return;
    p->out = stderr;
    p->redraws = mode != LB_PROGRESS_PLAIN && is_terminal(stderr);
    p->next = lb_clock() + (p->redraws ? 0.2 : plain_seconds); /* short runs stay silent */
}

static int terminal_width(FILE *out)
{
    struct winsize size;
    if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col < 20) return 80;
    return size.ws_col;
}

static void print_duration(double seconds, char *out, size_t size)
{
    if (!(seconds < 360000.0))
        snprintf(out, size, ">99 h");
    else if (seconds < 60.0)
        snprintf(out, size, "%.0f s", seconds);
    else if (seconds < 3600.0)
        snprintf(out, size, "%d min %02d s", (int)seconds / 60, (int)seconds % 60);
    else
        snprintf(out, size, "%d h %02d min", (int)seconds / 3600, (int)seconds % 3600 / 60);
}

static void compose(const struct lb_progress_state *state, bool with_bar, char *out, size_t size)
{
    char bar[BAR_WIDTH + 4] = "", speed[48] = "", left[64] = "";
    double share = state->steps > 0 ? (double)state->step / (double)state->steps : 1.0;
    if (with_bar) {
        int filled = (int)(share * BAR_WIDTH);
        bar[0] = '[';
        for (int i = 0; i < BAR_WIDTH; i++)
            bar[i + 1] = i < filled ? '=' : ' ';
        memcpy(bar + BAR_WIDTH + 1, "] ", 3);
    }
    if (isfinite(state->mlups)) snprintf(speed, sizeof speed, ", %.4g MLUPs", state->mlups);
    if (state->steps_per_second > 0.0) {
        char duration[32];
        double rest = (double)(state->steps - state->step) / state->steps_per_second;
        print_duration(rest, duration, sizeof duration);
        snprintf(left, sizeof left, ", %s left", duration);
    }
    snprintf(out, size, "%s %s%3.0f%%%s  %s %llu of %llu%s%s%s", state->name, bar,
             floor(100.0 * share), left, state->unit != NULL ? state->unit : "step",
             (unsigned long long)state->step, (unsigned long long)state->steps, speed,
             state->note[0] != '\0' ? "  " : "", state->note);
}

/* In place of the one that is there. */
static void draw_picture(struct lb_progress *p)
{
    if (p->drawn_lines > 0) fprintf(p->out, "\r\033[%dA\033[J", p->drawn_lines);
    p->drawn_lines = 0;
    if (p->picture == NULL) return;
    fprintf(p->out, "\r\033[K%s", p->picture);
    p->drawn_lines = p->picture_lines;
}

void lb_progress_show(struct lb_progress *p, const struct lb_progress_state *state)
{
    char line[LINE_SIZE];
    if (p->out == NULL) return;
    double now = lb_clock();
    if (now < p->next) return;
    p->next = now + (p->redraws ? redraw_seconds : plain_seconds);
    compose(state, p->redraws, line, sizeof line);
    if (p->redraws && (int)strlen(line) >= terminal_width(p->out))
        compose(state, false, line,
                sizeof line); /* numbers before the bar, what is left before them */
    if (!p->redraws) {
        fprintf(p->out, "%s\n", line);
        return;
    }
    draw_picture(p);
    fprintf(p->out, "\r\033[K%.*s", terminal_width(p->out) - 1, line);
    fflush(p->out);
    p->has_line = true;
}

void lb_progress_say(struct lb_progress *p, const char *name, const char *what)
{
    if (p->out == NULL || !p->redraws) return;
    fprintf(p->out, "\r\033[K%.*s: %s", terminal_width(p->out) / 2, name, what);
    fflush(p->out);
    p->has_line = true;
}

/* --- a picture above the line ----------------------------------------------------------------- */

bool lb_progress_room(const struct lb_progress *p, int *columns, int *rows)
{
    struct winsize size;
    if (p->out == NULL || !p->redraws) return false;
    const bool is_known = ioctl(fileno(p->out), TIOCGWINSZ, &size) == 0 && size.ws_row > 0;
    const int high = is_known ? size.ws_row : 24;
    *columns = terminal_width(p->out) - 1;
    *rows = high > 2 * LINES_BELOW ? high - LINES_BELOW : LINES_BELOW;
    if (*rows > MOST_ROWS) *rows = MOST_ROWS;
    return true;
}

bool lb_progress_is_due(const struct lb_progress *p)
{
    return p->out != NULL && lb_clock() >= p->next;
}

void lb_progress_set_picture(struct lb_progress *p, char *text, int lines)
{
    free(p->picture);
    p->picture = text;
    p->picture_lines = lines;
}

void lb_progress_count(struct lb_progress *p, const char *name, uint64_t done, uint64_t all,
                       double begin, const char *note)
{
    const bool is_even = begin > 0.0 && done > 0;
    const struct lb_progress_state state = {.name = name,
                                            .unit = "done",
                                            .step = done,
                                            .steps = all,
                                            .mlups = nan(""),
                                            .steps_per_second =
                                                is_even ? (double)done / (lb_clock() - begin) : 0.0,
                                            .note = note};
    lb_progress_show(p, &state);
}

void lb_progress_hurry(struct lb_progress *p)
{
    p->next = 0.0;
}

void lb_progress_end(struct lb_progress *p)
{
    if (p->out == NULL || !p->has_line) return;
    if (p->drawn_lines > 0) fprintf(p->out, "\r\033[%dA\033[J", p->drawn_lines);
    p->drawn_lines = 0;
    fputs("\r\033[K", p->out);
    fflush(p->out);
    p->has_line = false;
}

bool lb_reporting_color(const struct lb_reporting *r, FILE *out)
{
    if (r->color == LB_COLOR_ALWAYS) return true;
    if (r->color == LB_COLOR_NEVER) return false;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color != NULL && no_color[0] != '\0') return false;
    if (term == NULL || strcmp(term, "dumb") == 0) return false;
    return lb_launcher_has_terminal(fileno(out));
}
