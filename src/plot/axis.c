/* axis.c - ticks at nice numbers.
 * SPDX-License-Identifier: MIT */
#include "plot/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Numbers from 10^-3 up to 10^6 are written out; others share a power of ten. */
enum { MIN_PLAIN_EXPONENT = -3, MAX_PLAIN_EXPONENT = 5, MAX_DECADES_WITH_MINOR_TICKS = 12 };

static const double mantissas[] = {1.0, 2.0, 5.0, 10.0};

static struct lb_tick *add_tick(struct lb_axis *axis, double at)
{
    if (axis->tick_count == LB_AXIS_MAX_TICKS || at < -1e-9 || at > 1.0 + 1e-9) return NULL;
    struct lb_tick *tick = &axis->ticks[axis->tick_count++];
    tick->at = fmin(fmax(at, 0.0), 1.0);
    tick->label[0] = '\0';
    return tick;
}

void lb_axis_print_power(int exponent, char out[LB_AXIS_LABEL_SIZE])
{
    static const char *const raised[] = {
        "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",     "\xE2\x81\xB4",
        "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7", "\xE2\x81\xB8", "\xE2\x81\xB9"};
    char digits[12];
    snprintf(digits, sizeof digits, "%d", abs(exponent));
    strcpy(out, exponent < 0 ? "10\xE2\x81\xBB" : "10"); /* raised minus */
    for (const char *d = digits; *d != '\0'; d++)
        strcat(out, raised[*d - '0']);
}

/* A true minus sign is as wide as a digit. */
static void print_label(double value, int decimals, char out[LB_AXIS_LABEL_SIZE])
{
    char digits[LB_AXIS_LABEL_SIZE - 4];
    snprintf(digits, sizeof digits, "%.*f", decimals, fabs(value));
    bool negative = value < 0.0 && strspn(digits, "0.") < strlen(digits);
    snprintf(out, LB_AXIS_LABEL_SIZE, "%s%s", negative ? "\xE2\x88\x92" : "", digits);
}

void lb_axis_fill_linear(struct lb_axis *axis, double low, double high, int max_labels)
{
    *axis = (struct lb_axis){.low = low, .high = high};
    double min_step = (high - low) / (max_labels < 1 ? 1 : max_labels);
    int exponent = (int)floor(log10(min_step)), m = 0;
    double power = pow(10.0, exponent);
    while (m < 3 && mantissas[m] * power < min_step * (1.0 - 1e-9))
        m++;
    double step = mantissas[m] * power;
    if (m == 3) exponent++;

    int order = (int)floor(log10(fmax(fabs(low), fabs(high))) + 1e-9);
    if (order < MIN_PLAIN_EXPONENT || order > MAX_PLAIN_EXPONENT) axis->factor = order;
    int decimals = axis->factor > exponent ? axis->factor - exponent : 0;
    if (decimals > 16) decimals = 16;
    double first = ceil(low / step - 1e-9);
    for (int i = 0; i < LB_AXIS_MAX_TICKS; i++) {
        double value = (first + i) * step;
        struct lb_tick *tick = add_tick(axis, (value - low) / (high - low));
        if (tick != NULL) print_label(value / pow(10.0, axis->factor), decimals, tick->label);
    }
}

static void print_logarithmic_label(int mantissa, int exponent, bool plain,
                                    char out[LB_AXIS_LABEL_SIZE])
{
    if (plain) {
        print_label(mantissa * pow(10.0, exponent), exponent < 0 ? -exponent : 0, out);
        return;
    }
    char power[LB_AXIS_LABEL_SIZE];
    lb_axis_print_power(exponent, power);
    if (mantissa == 1)
        strcpy(out, power);
    else
        snprintf(out, LB_AXIS_LABEL_SIZE, "%d\xC2\xB7%.24s", mantissa, power); /* middle dot */
}

/* Distance, in decades, between labels. */
static int choose_stride(double decades, int max_labels)
{
    static const int strides[] = {1, 2, 3, 5, 10, 20, 50, 100};
    int s = 0;
    while (s < 7 && decades / strides[s] + 1.0 > max_labels)
        s++;
    return strides[s];
}

void lb_axis_fill_logarithmic(struct lb_axis *axis, double low, double high, int max_labels)
{
    *axis = (struct lb_axis){.logarithmic = true, .low = low, .high = high};
    double decades = high - low;
    int stride = choose_stride(decades, max_labels);
    bool few = decades < 1.7; /* then 2 and 5 are labelled as well */
    bool plain = few && low >= MIN_PLAIN_EXPONENT && high <= MAX_PLAIN_EXPONENT;
    bool minor = stride == 1 && decades <= MAX_DECADES_WITH_MINOR_TICKS;
    for (int e = (int)floor(low); e <= (int)ceil(high); e++) {
        bool labelled = e % stride == 0;
        if (!labelled && decades > 100.0) continue;
        struct lb_tick *tick = add_tick(axis, (e - low) / decades);
        if (tick != NULL && labelled) print_logarithmic_label(1, e, plain, tick->label);
        for (int m = 2; minor && m <= 9; m++) {
            tick = add_tick(axis, (e + log10(m) - low) / decades);
            if (tick != NULL && few && (m == 2 || m == 5))
                print_logarithmic_label(m, e, plain, tick->label);
        }
    }
}

double lb_axis_place(const struct lb_axis *axis, double value)
{
    double v = axis->logarithmic ? log10(value) : value;
    return (v - axis->low) / (axis->high - axis->low);
}
