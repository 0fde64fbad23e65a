/* spectrum.h - the largest line in the spectrum of a record, and how fast something oscillates.
 * SPDX-License-Identifier: MIT */
#ifndef LB_ANALYSIS_SPECTRUM_H
#define LB_ANALYSIS_SPECTRUM_H

#include "analysis/signal.h"
#include "base/status.h"

struct lb_spectral_line {
    double frequency;  /* of the largest power, per unit of t */
    double half_width; /* where its power is half of that; of a pure tone that of the window */
    double share;      /* of the variance that lies within three half-widths */
    bool stands_out;   /* more than noise has there, and not so broad that it is no line */
};

/* Of samples at equal distances, in eight overlapping pieces with Hann's window each: the mean
 * of their power.  False, and zeros, where there are fewer than 32 samples or nothing changes. */
enum lb_status lb_spectrum_line(const struct lb_signal *s, struct lb_spectral_line *out,
                                bool *found, struct lb_error *err);

enum lb_oscillation_kind {
    LB_OSCILLATION_NONE,
    LB_OSCILLATION_REGULAR, /* by its periods: times at which it rises through the mean */
    LB_OSCILLATION_LINE     /* by the largest line of the spectrum */
};
struct lb_oscillation {
    enum lb_oscillation_kind kind;
    double frequency; /* 0 if there is none */
    double
        scatter; /* standard deviation of single periods, as a frequency; half-width of the line */
    size_t periods; /* whole ones that were seen; 0 of a line */
};

/* Regular: five periods at least, of which single ones scatter by up to a tenth. */
enum lb_status lb_find_oscillation(const struct lb_signal *s, struct lb_oscillation *out,
                                   struct lb_error *err);

#endif
