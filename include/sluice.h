/* sluice.h - flows by the lattice Boltzmann method on OpenCL devices.
 * SPDX-License-Identifier: MIT
 *
 *     sluice_spec spec = {.abi = SLUICE_ABI, .size = {128, 64, 1}, .viscosity = 0.02};
 *     sluice *flow = NULL;
 *     sluice_error error = {0};
 *     sluice_new(&spec, &flow, &error);                a box, at rest, periodic
 *     sluice_set_start(flow, start, NULL, &error);     its cells, faces, bodies
 *     sluice_start(flow, &error);                      device, kernels, start state
 *     sluice_advance(flow, 10000, &error);             time steps
 *     sluice_get(flow, "velocity", NULL, u, &error);   the result
 *     sluice_free(flow);
 *
 * Units are those of the lattice: lengths in cells, times in steps, densities in rho0, the
 * density at rest, which is 1.  The speed of sound is 1/sqrt(3); velocities should stay below
 * 0.2.  The pressure is rho/3. Cell (x, y, z) reaches from x to x + 1; its centre is at x + 1/2.
 *
 * Arrays of cells have x fastest, then y, then z; numbers of one cell are side by side:
 * velocity[3 * n + axis]. In two dimensions size[2] is 1 and the third component of vectors is
 * 0; another one is refused.
 *
 * Errors.  Every function that can fail returns a status and takes an error as its last
 * argument, which may be NULL.  The error holds the status and a sentence that says what is
 * wrong, where, and what would be right.  It keeps the first failure, so set it to {0} before
 * the next call.  A failed call leaves the flow as it was, unless the function says otherwise;
 * the flow can always be freed.
 *
 * Threads.  Only one thread at a time may use a flow.  Several threads may use several flows at
 * once, on one device or on several.  The library starts no threads; OpenCL drivers do.  It
 * changes no signal handlers and no global settings, and prints nothing.
 *
 * Ranks.  A box can be divided among the processes of an MPI communicator
 * (sluice_use_communicator).  All ranks must then call the functions marked "collective", in the
 * same order and with the same arguments.  Sizes, regions and results are those of the whole
 * box, and all ranks get them.
 *
 * A pointer must not be NULL unless its comment says that it may.  The library uses what a
 * pointer refers to during the call only, unless the function says how long it keeps it.
 * https://doi.org/10.1103/PhysRevE.106.015308 describes the method and the number formats. */
#ifndef SLUICE_H
#define SLUICE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SLUICE_API __attribute__((visibility("default")))
#else
#define SLUICE_API
#endif

/* The number of this interface.  It changes when programs must be recompiled. */
#define SLUICE_ABI 1

/* The interface number and the version ("0.1.0") of the library that is loaded. */
SLUICE_API unsigned sluice_abi(void);
SLUICE_API const char *sluice_version(void);

/* --- errors ----------------------------------------------------------------------------------- */

typedef enum {
    SLUICE_OK = 0,
    SLUICE_FAILED = 1,   /* a file could not be read or written, memory, a call out of order */
    SLUICE_USAGE = 2,    /* an argument: the sentence names it, its value and what is possible;
                            NULL where it is not allowed */
    SLUICE_DIVERGED = 3, /* the flow has numbers that are not finite */
    SLUICE_DEVICE = 4, /* no such device, a driver's failure, or not enough memory on the device */
    SLUICE_STOPPED = 5 /* a callback returned a number other than 0 */
} sluice_status;

/* Begins as {0}. */
typedef struct {
    sluice_status status;
    char text[2048];
} sluice_error;

/* --- what can be chosen ----------------------------------------------------------------------- */

/* Writes the possible values of `what` into `out`, separated by spaces and cut to
 * `size`.  `what` is "lattice", "collision", "precision", "rounding", "streaming", "viscosity",
 * "condition" or "field".  Returns the length of the whole list without the terminating 0; 0 if
 * `what` is none of these. */
SLUICE_API size_t sluice_choices(const char *what, char *out, size_t size);

typedef struct {
    int index; /* for sluice_spec.device: "2" */
    int is_gpu, is_cpu;
    int has_fp64;
    uint64_t memory; /* [bytes] */
    char name[256], platform[128], driver[128];
} sluice_device;

/* Describes device number `index`, counted from 0.  SLUICE_DEVICE if there is no such device. */
SLUICE_API sluice_status sluice_device_at(int index, sluice_device *out, sluice_error *error);

/* --- a flow ----------------------------------------------------------------------------------- */

typedef struct sluice sluice; /* opaque */

/* Members that are 0 or NULL mean the default. */
typedef struct {
    unsigned abi;     /* SLUICE_ABI */
    uint32_t size[3]; /* cells of the box; size[2] 1 in two dimensions */
    double viscosity; /* kinematic, > 0 [cells^2/step] */
    double force[3];  /* per volume [rho0 cells/step^2] */

    const char *lattice;   /* "d2q9" in two dimensions, else "d3q19" */
    const char *collision; /* "srt", "trt", "mrt", "rlb", "rr"; default "srt" */
    const char *precision; /* arithmetic/storage: "fp32/fp16c"; default "fp32/fp32" */
    const char *rounding;  /* of stored numbers: "stochastic" (default), "conserving", "nearest" */
    const char *streaming; /* "in-place", "pull", "moments" or "list"; default "in-place" */
    uint64_t seed;         /* of the noise of stochastic rounding */

    const char *
        viscosity_law; /* "power-law", "carreau", "herschel-bulkley", "smagorinsky"; NULL: one viscosity */
    const double
        *viscosity_values;    /* its parameters, in the order of docs/theory; NULL: defaults */
    unsigned viscosity_count; /* of them, which must be the law's */

    int has_surface; /* a free surface: cells with fill 0 are gas of density 1 */
    double tension;  /* of the surface [rho0 cells^3/step^2] */

    /* a number of `sluice devices`, "1" or "0:1", "gpu", "cpu" or part of a name;
     * NULL: the fastest */
    const char *device;
    const char *lanes;   /* memory layout: "auto", "4", "16x8"; NULL: by rule */
    const char *kernels; /* a folder to read kernels from; NULL: those in the library */
} sluice_spec;

/* Checks and copies `spec`; sluice_start builds the flow.  SLUICE_USAGE for a word that
 * sluice_choices does not list, an empty box, a viscosity that is not positive, or another ABI;
 * *out is NULL then. */
SLUICE_API sluice_status sluice_new(const sluice_spec *spec, sluice **out, sluice_error *error);

/* Frees the flow; NULL is allowed.  Collective if there are several ranks. */
SLUICE_API void sluice_free(sluice *flow);

/* --- before the start ------------------------------------------------------------------------- */

typedef enum {
    SLUICE_FLUID = 0,
    SLUICE_SOLID = 1,       /* at rest */
    SLUICE_MOVING = 2,      /* a solid wall that moves along itself at `velocity` */
    SLUICE_EQUILIBRIUM = 3, /* density and velocity are prescribed throughout */
} sluice_kind;

/* The start state of one cell. */
typedef struct {
    sluice_kind kind;
    double density;     /* [rho0] */
    double velocity[3]; /* [cells/step] */
    double fill;        /* with a free surface: the wet fraction, from 0 (gas) to 1 */
} sluice_cell;

/* Sets the start state of the cell at `at`.  `cell` arrives as fluid at rest (density 1, fill
 * 1).  The function is called for every cell, for some of them several times, and must give the
 * same answer each time. */
typedef void sluice_start_function(const void *context, const uint32_t at[3], sluice_cell *cell);

/* The library keeps `context` until the flow is freed.  Cells of bodies and faces override the
 * start function. */
SLUICE_API sluice_status sluice_set_start(sluice *flow, sluice_start_function *function,
                                          const void *context, sluice_error *error);

/* The start state of all cells; NULL: as fluid at rest. */
typedef struct {
    const uint8_t *kind;    /* sluice_kind */
    const double *density;  /* [rho0] */
    const double *velocity; /* velocity[3 * n + axis] [cells/step] */
    const double *fill;     /* with a free surface: the wet fraction */
} sluice_arrays;

/* Sets the start state from arrays in place of a function; of the two calls the last one counts.
 * The library keeps the four pointers until the flow is freed. */
SLUICE_API sluice_status sluice_set_start_arrays(sluice *flow, const sluice_arrays *arrays,
                                                 sluice_error *error);

/* A face of the box.  A pair of opposite faces without conditions is periodic.  The condition
 * takes up the outermost layer of cells inside the box. */
typedef struct {
    int face; /* 2 * axis for the lower end of an axis, 2 * axis + 1 for the upper end */
    const char *condition; /* "velocity", "pressure", "outlet", "slip", "wall", "freestream" */
    double density;        /* for "pressure" [rho0]; 0 means 1 */
    double velocity[3];    /* for "velocity", "wall" and "freestream" [cells/step] */
    /* Factors of the velocity: one for each cell of the box along `profile_axis`; if that is the
     * face's own axis, one for each cell of the face, the lower of the two other axes fastest.
     * NULL: 1 everywhere. */
    const double *profile;
    int profile_axis;
} sluice_face;

/* SLUICE_USAGE for a face that already has a condition; sluice_start fails if the opposite face
 * has none.  At an edge between two faces the first of these conditions wins: wall, velocity,
 * freestream, slip, pressure, outlet. */
SLUICE_API sluice_status sluice_add_face(sluice *flow, const sluice_face *face,
                                         sluice_error *error);

/* An inlet or outlet on a part of the walls.  Solid cells, of the start or of bodies, and those of faces become its
 * cells where links from them to fluid go through a disc, or through the wall between two corners.  Places: the middle
 * of cell x is at x + 1/2. */
typedef struct {
    const char *condition;       /* "velocity", "pressure", "outlet" */
    double density;              /* for "pressure" [rho0]; 0 means 1 */
    double velocity[3];          /* for "velocity" [cells/step] */
    double radius;               /* of a disc [cells]; 0: between corners */
    double centre[3], normal[3]; /* of a disc [cells]; the normal in any length, either way */
    double from[3], to[3];       /* corners [cells] */
    int is_developed; /* the velocity has the profile of a developed flow, and is its mean */
} sluice_opening;

/* Adds an opening; at most 10.  *number, unless NULL, is 0 for the first one.  SLUICE_USAGE for a condition that is
 * none; sluice_start fails for an opening that no fluid touches, and for two that share cells. */
SLUICE_API sluice_status sluice_add_opening(sluice *flow, const sluice_opening *opening,
                                            int *number, sluice_error *error);

/* Where bodies are put. */
typedef struct {
    const char *file; /* .stl, .obj, .off, .ply; in 2D an outline; or "sphere", "naca0012", ... */
    double cells;     /* `length` in cells */
    double length;    /* in the file's unit; 0: the extent along x before the body is turned */
    double centre[3]; /* of the turned body's bounding box [cells] */
    double pitch, yaw, roll; /* nose up, nose to higher y, side at higher y down [degrees] */
    const char *flow,
        *up;     /* axes of the file that become x and z (2D: y): "-y"; NULL: "x", "z" ("y") */
    double span; /* of a built-in cylinder or wing along y [lengths]; 0: 1 */
    int accepts_holes; /* whether a mesh may have holes of any size */
} sluice_body;

/* Adds a body; cells whose centres are inside it are solid.  Bodies are numbered from 0; at most
 * 16. sluice_notes returns warnings.  SLUICE_USAGE for a file that cannot be used; sluice_start
 * fails for a body without solid cells or one that reaches a face of the box. */
SLUICE_API sluice_status sluice_add_body(sluice *flow, const sluice_body *body, int *number,
                                         sluice_error *error);

/* Adds points that move with the flow and exert forces on it: position[3 * n + axis] [cells],
 * not wrapped, and force[3 * n + axis] [rho0 cells^4/step^2]; `force` NULL: none.  Both arrays
 * are copied. */
SLUICE_API sluice_status sluice_set_markers(sluice *flow, uint32_t count, const double *position,
                                            const double *force, sluice_error *error);

/* Divides the box among the ranks of an MPI communicator.  `communicator` is an MPI_Comm *; the
 * library makes a duplicate of it, and the caller initialises and finalises MPI.  Each rank
 * computes on its own device.  `split`: subdomains along each axis, "2x1x2", or NULL for a
 * choice by rule.  Collective.  SLUICE_USAGE if the library was built without MPI. */
SLUICE_API sluice_status sluice_use_communicator(sluice *flow, const void *communicator,
                                                 const char *split, sluice_error *error);

/* Opens the device, builds the kernels and uploads the start state.  Collective.  SLUICE_DEVICE
 * if there is no such device or too little memory; the sentence then names the memory needed and
 * a size that fits.  After a failure the flow can only be freed. */
SLUICE_API sluice_status sluice_start(sluice *flow, sluice_error *error);

/* Warnings about bodies that were accepted, one sentence a line; "" if there are none.  The flow
 * owns the text. */
SLUICE_API const char *sluice_notes(const sluice *flow);

/* --- while it flows --------------------------------------------------------------------------- */

/* Does `steps` time steps, calls callbacks that are due and waits for the
 * device.  Collective.  SLUICE_DIVERGED if some number is not finite; the sentence names a
 * cell.  This is checked at the end, if 100 steps or more have passed since the last check. */
SLUICE_API sluice_status sluice_advance(sluice *flow, uint64_t steps, sluice_error *error);

/* sluice_advance calls it after each multiple of `every` steps.  It may call the functions
 * below, but not sluice_advance, sluice_load or sluice_free.  If it returns a number other than
 * 0, sluice_advance stops and returns SLUICE_STOPPED; all ranks must return the same number. */
typedef int sluice_callback(sluice *flow, uint64_t step, void *context);

/* Callbacks are called in the order in which they were added.  The library keeps `context` until
 * the flow is freed. */
SLUICE_API sluice_status sluice_every(sluice *flow, uint64_t every, sluice_callback *function,
                                      void *context, sluice_error *error);

/* Replaces the profile of a face that was added with one, from the next step on.  `profile` has
 * as many numbers as the first one.  Collective. */
SLUICE_API sluice_status sluice_set_profile(sluice *flow, int face, const double *profile,
                                            sluice_error *error);

/* --- results ---------------------------------------------------------------------------------- */

/* Steps since the start, including those of a loaded state. */
SLUICE_API uint64_t sluice_step(const sluice *flow);

typedef struct {
    uint32_t size[3]; /* cells of the box */
    int dimensions;
    uint64_t device_bytes; /* allocated on this rank's device */
    int lanes;             /* of the memory layout */
    int rank, ranks;
    uint32_t begin[3], end[3]; /* this rank's cells */
    char device[256];
    char precision[32]; /* "fp32/fp16c" */
} sluice_info;
SLUICE_API sluice_status sluice_get_info(const sluice *flow, sluice_info *out, sluice_error *error);

/* Cells [begin, end) along each axis. */
typedef struct {
    uint32_t begin[3], end[3];
} sluice_region;

/* Writes a field of the cells of `region` into `out`; NULL: of all cells.  `field` is "density",
 * "velocity" (three numbers a cell), "fill", "vorticity" or another word of
 * sluice_choices("field").  At step 0 the fields are those of the start state after one
 * streaming.  Waits for the device.  Collective. If populations are stored in 16 bits or less,
 * density and velocity are means of two successive steps, in which the alternating part of the
 * rounding error cancels (docs/theory/alternating-momentum.md). */
SLUICE_API sluice_status sluice_get(sluice *flow, const char *field, const sluice_region *region,
                                    double *out, sluice_error *error);

/* The position of each marker, position[3 * n + axis], and its force on the fluid; either array
 * may be NULL. Collective. */
SLUICE_API sluice_status sluice_get_markers(sluice *flow, double *position, double *force,
                                            sluice_error *error);

/* The force of the flow on a body.  Pressure counts from that of density 1. */
typedef struct {
    double force[3];  /* [rho0 cells^4/step^2] */
    double moment[3]; /* about the centre of the body's box [rho0 cells^5/step^2] */
} sluice_force;

/* The force on body number `body`; -1: on all solid cells that belong to no body.  Collective. */
SLUICE_API sluice_status sluice_get_force(sluice *flow, int body, sluice_force *out,
                                          sluice_error *error);

/* Sums and extremes over all fluid cells. */
typedef struct {
    uint64_t fluid_cells;
    double excess_mass; /* sum of density - 1 */
    double momentum[3]; /* sum of density * velocity */
    double energy;      /* sum of density * velocity^2 / 2 */
    double density_min, density_max, speed_max;
    uint64_t
        not_finite; /* cells whose density or velocity is not finite, or density not positive */
    double surface_mass; /* with a free surface: the conserved mass; else 0 */
} sluice_sums;
SLUICE_API sluice_status sluice_get_sums(sluice *flow, sluice_sums *out, sluice_error *error);

/* The numbers of a cell in a field: 1, or 3 for a vector; 0 if there is no field of that name. */
SLUICE_API int sluice_components(const char *field);

/* Writes fields for ParaView.  `path` ends with .vti; `fields`: names separated by commas, NULL:
 * all.  The file is written under another name and then renamed.  Collective; the first rank
 * writes. */
SLUICE_API sluice_status sluice_write_vtk(sluice *flow, const char *path, const char *fields,
                                          sluice_error *error);

/* --- checkpoints ------------------------------------------------------------------------------ */

/* Saves the state as `folder`/checkpoint.  An older checkpoint there is replaced only when the
 * new one is complete. The folder must exist.  Collective. */
SLUICE_API sluice_status sluice_save(sluice *flow, const char *folder, sluice_error *error);

/* Loads a state from `folder`/checkpoint into a started flow of the same size, lattice,
 * collision operator, surface, faces and bodies.  The flow continues with the same bits, also on
 * another device, layout or number of ranks. Another precision is converted.  Profiles from
 * sluice_set_profile are not saved: set them again.  Checksums are verified.  Collective.  After
 * a failure the flow can only be freed. */
SLUICE_API sluice_status sluice_load(sluice *flow, const char *folder, sluice_error *error);

#ifdef __cplusplus
}
#endif

#endif
