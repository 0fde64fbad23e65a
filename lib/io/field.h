/* field.h - named fields of a flow: what .vti files and pictures are made of, fetched piece by piece.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_FIELD_H
#define LB_IO_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* What files are in: all 0 is in cells, steps and rho0. */
struct lb_field_units {
    double spacing;          /* of cells, in coordinates; 0: 1 */
    double corner[3];        /* [cells] where they are 0 */
    double rho0, cell, step; /* in numbers; 0: 1 */
    double range, middle;    /* of a temperature; range 0: its numbers as they are */
};

static inline double lb_field_unit(double number)
{
    return number > 0.0 ? number : 1.0;
}

/* A box of cells whose numbers are read when they are wanted. */
struct lb_field_source {
    uint32_t size[3];
    uint64_t step;
    bool is_mean;                /* over time, up to that step */
    bool double_precision;       /* write 64-bit numbers (FP64 runs) rather than 32-bit ones */
    bool has_fill;               /* there is a free surface */
    double sound_speed_squared;  /* of the lattice [cells^2/step^2]; 0: 1/3 */
    struct lb_field_units units; /* of files alone */
    const uint8_t *flags;        /* cell flags of all cells, x fastest, borrowed; NULL: all fluid */
    /* Numbers of the cells [begin, end), x fastest: density rho[n] [rho0], velocity
     * u[3 * n + axis] [cells/step], fill[n] (share that is wet).  Arrays may be NULL. */
    enum lb_status (*read)(void *context, const uint32_t begin[3], const uint32_t end[3],
                           double *rho, double *u, double *fill, struct lb_error *err);
    /* In place of `read`, where a source has not all cells: of the cells from `begin` on, which may lie one
     * beyond the box's edges, where they are those of the other side. */
    enum lb_status (*read_beyond)(void *context, const int64_t begin[3], const uint32_t count[3],
                                  double *rho, double *u, struct lb_error *err);
    /* Of a source of means, in the same way: products of fluctuations about them, which are means,
     * LB_FIELD_PRODUCT_NUMBERS of a cell; NULL: there are none. */
    enum lb_status (*read_products)(void *context, const uint32_t begin[3], const uint32_t end[3],
                                    double *out, struct lb_error *err);
    /* In the same way temperature[n], in units of their range; NULL: the flow has none. */
    enum lb_status (*read_temperature)(void *context, const uint32_t begin[3],
                                       const uint32_t end[3], double *out, struct lb_error *err);
    /* Whether a solid cell has a temperature, as it conducts heat; NULL: none does. */
    bool (*conducts)(const void *context, const uint32_t cell[3]);
    void *context;
};

/* rho'^2, then u'u' as xx yy zz xy xz yz. */
enum { LB_FIELD_PRODUCT_NUMBERS = 7 };

/* A box of cells as it was read; initialise with {0}. */
struct lb_field_piece {
    const struct lb_field_source *source; /* borrowed */
    int64_t begin[3];  /* of the cells that are there; they may lie one beyond the box's edge, */
    uint32_t count[3]; /* where they are those of the other side; along x only with read_beyond */
    bool is_periodic;  /* whether the cells at two opposite sides are neighbours */
    double *rho, *u, *fill, *products, *temperature; /* owned; NULL: not wanted */
};

/* What a field is computed from; AROUND: from a cell's neighbours, too. */
enum lb_field_need {
    LB_FIELD_RHO = 1,
    LB_FIELD_U = 2,
    LB_FIELD_FILL = 4,
    LB_FIELD_FLAGS = 8,
    LB_FIELD_AROUND = 16,
    LB_FIELD_PRODUCTS = 32,   /* without AROUND and read_beyond */
    LB_FIELD_TEMPERATURE = 64 /* likewise */
};

/* How the colours of a picture are fitted to the numbers. */
enum lb_field_range {
    LB_RANGE_FITTED,
    LB_RANGE_FROM_ZERO,
    LB_RANGE_SYMMETRIC,
    LB_RANGE_SYMMETRIC_MAX /* without the highest percent where that is far above the rest */
};

struct lb_field {
    const char *name;    /* in fields=...: "velocity" */
    const char *array;   /* in .vti files: "u" */
    const char *label;   /* on pictures: "fill level" */
    const char *unit;    /* as pictures show it */
    unsigned components; /* 1 or 3; LB_FIELD_TENSOR: xx yy zz xy yz xz, as ParaView has them */
    unsigned needs;      /* enum lb_field_need */
    bool is_default;     /* in .vti files unless fields=... says otherwise */
    bool is_normal;      /* pictures show the component normal to them */
    enum lb_field_range range;
    int densities, lengths, times; /* powers of rho0, the cell and the step in its unit */
    /* In one cell of the piece: `components` numbers. */
    void (*at)(const struct lb_field_piece *piece, const uint32_t cell[3], double *out);
};

enum { LB_FIELD_COMPONENTS = 3, LB_FIELD_TENSOR = 6, LB_MAX_FIELDS = 16 };

extern const struct lb_field lb_fields[]; /* ends with a NULL name; fewer than LB_MAX_FIELDS */
/* Those of a source with products: RMS of velocity and pressure, stresses; ends the same way. */
extern const struct lb_field lb_fluctuation_fields[];

/* NULL if there is none of that name. */
const struct lb_field *lb_field_find(const char *name);

/* The fields of a list of names, separated by commas, into `out`, ended by NULL; of NULL or "", the
 * default ones that there are.  `has`: which of LB_FIELD_FILL, _FLAGS and _TEMPERATURE there are: a free surface,
 * cells that are not fluid, a temperature.
 * LB_STATUS_USAGE, beginning with `where`, for what is no field, or not one here. */
enum lb_status lb_field_choose(const char *list, const char *where, unsigned has,
                               const struct lb_field *out[LB_MAX_FIELDS + 1], struct lb_error *err);

/* What fields, ended by NULL, need together: enum lb_field_need. */
unsigned lb_fields_need(const struct lb_field *const *fields);

/* "" of a scalar; x y z; xx yy zz xy yz xz. */
const char *lb_field_component(const struct lb_field *field, unsigned component);

/* What files multiply its numbers by, and the coordinate of the first cell's centre along an axis. */
double lb_field_scale(const struct lb_field_source *source, const struct lb_field *field);
/* What is added to numbers times that: the middle of a temperature, else -0, which keeps the sign of 0. */
double lb_field_offset(const struct lb_field_source *source, const struct lb_field *field);
double lb_field_first_place(const struct lb_field_units *units, int axis);

bool lb_field_is_wall(const struct lb_field_source *source, const uint32_t cell[3]);
/* An outer cell of a boundary condition, such as an inlet, which is a wall to the fields alone. */
bool lb_field_is_face(const struct lb_field_source *source, const uint32_t cell[3]);

/* Pieces have at most so many cells, those around included, but at least a row along x. */
enum { LB_FIELD_PIECE_CELLS = 1 << 20 };

/* Reads what `needs` asks of the cells that piece->begin and count say; the caller fills these,
 * source and is_periodic.  Discard after a failure, too. */
enum lb_status lb_field_read(struct lb_field_piece *piece, unsigned needs, struct lb_error *err);
void lb_field_discard(struct lb_field_piece *piece); /* harmless on {0} */

#endif
