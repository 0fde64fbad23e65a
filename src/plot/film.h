/* film.h - a film of the pictures of one name, by ffmpeg where it is installed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_PLOT_FILM_H
#define LB_PLOT_FILM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

enum { LB_FILM_MAX_RATE = 240 };

/* Makes folder/name.mp4 of folder/name-*.png in the order of their names, so many in a second; under
 * another name until it is complete.  LB_STATUS_FAILED, with the command that makes it later, where there
 * is no ffmpeg or it fails. */
enum lb_status lb_film_write(const char *folder, const char *name, uint32_t rate,
                             struct lb_error *err);

#endif
