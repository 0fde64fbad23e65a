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
 *     sluice_get(flow, "velocity", NULL, u, &error);   what has become of it
 *     sluice_free(flow);
 *
 * Units are those of the lattice: lengths in cells, times in steps, densities in rho0, the density at rest,
 * which is 1.  The speed of sound is 1/sqrt(3); velocities should stay below 0.2.  The pressure is rho/3.
 * Cell (x, y, z) reaches from x to x + 1; its centre is at x + 1/2.
 *
 * Arrays of cells have x fastest, then y, then z; numbers of one cell are side by side: velocity[3 * n + axis].
 * In two dimensions size[2] is 1 and the third component of vectors is 0.
 *
 * Errors.  Every function that can fail returns a status and takes an error last, which may be NULL.  The error
 * has the status and a sentence that says what is wrong, where, and what would be right; it keeps the first
 * failure, so set it to {0} before the next call.  After a failure the flow can be freed, and else is as
 * before the call, unless the function says more.
 *
 * Threads.  A flow is used by one thread at a time.  Several flows, each with a device of its own or on the
 * same one, may be used by several threads at once.  The library starts no threads; OpenCL drivers do.
 * It changes no signal handlers and no global settings, and prints nothing.
 *
 * Ranks.  A box can be divided among the processes of an MPI communicator (sluice_use_communicator).  Then
 * the functions marked "collective" are called by all ranks, in the same order and with the same
 * arguments; sizes, regions and results are those of the whole box, and all ranks get them.
 *
 * Pointers must not be NULL where nothing says that they may.  Those that are handed over are borrowed for the
 * call alone, unless the function says for how long.
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

/* The number of this interface.  It changes when programs have to be compiled anew. */
#define SLUICE_ABI 1

/* That of the library which the program runs with, and its version: "0.1.0". */
SLUICE_API unsigned sluice_abi(void);
SLUICE_API const char *sluice_version(void);

/* --- errors --------------------------------------------------------------------------------------- */

typedef enum {
    SLUICE_OK = 0,
    SLUICE_FAILED = 1,   /* a file could not be read or written, memory, a call out of order */
    SLUICE_USAGE = 2,    /* an argument: the sentence names it, its value and what is possible */
    SLUICE_DIVERGED = 3, /* the flow is no longer a flow: numbers that are not finite */
    SLUICE_DEVICE = 4, /* no such device, a driver's failure, or not enough memory on the device */
    SLUICE_STOPPED = 5 /* a callback returned another number than 0 */
} sluice_status;

/* Begins as {0}. */
typedef struct {
    sluice_status status;
    char text[2048];
} sluice_error;

/* --- what can be chosen ---------------------------------------------------------------------------- */

/* The words of "lattice", "collision", "precision", "rounding", "streaming", "viscosity", "condition" or "field",
 * separated by spaces, into `out`, as far as they fit.  Returns how many characters that takes, without the
 * last 0; 0 where there is nothing of that name. */
SLUICE_API size_t sluice_choices(const char *what, char *out, size_t size);

typedef struct {
    int index; /* what sluice_spec.device may say: "2" */
    int is_gpu, is_cpu;
    int has_fp64;
    uint64_t memory; /* [bytes] */
    char name[256], platform[128], driver[128];
} sluice_device;

/* Device number `index`, from 0 on.  SLUICE_DEVICE beyond the last one. */
SLUICE_API sluice_status sluice_device_at(int index, sluice_device *out, sluice_error *error);

/* --- a flow ---------------------------------------------------------------------------------------- */

typedef struct sluice sluice; /* opaque */

/* Unset members, 0 and NULL, are the defaults. */
typedef struct {
    unsigned abi;     /* SLUICE_ABI */
    uint32_t size[3]; /* cells of the box; size[2] 1 in two dimensions */
    double viscosity; /* kinematic, > 0 [cells^2/step] */
    double force[3];  /* per volume [rho0 cells/step^2] */

    const char *lattice;   /* "d2q9" in two dimensions, else "d3q19" */
    const char *collision; /* "srt", "trt", "mrt", "rlb", "rr"; default "srt" */
    const char *precision; /* "fp32/fp16c": of the arithmetic, and as stored; default "fp32/fp32" */
    const char *rounding;  /* of what is stored: "stochastic" or "nearest"; default by the format */
    const char *streaming; /* "in-place", "pull" or "moments"; default "in-place" */
    uint64_t seed;         /* of stochastic rounding: another one gives another noise */

    const char *viscosity_law; /* "smagorinsky"; NULL: the same in all cells */
    const double
        *viscosity_values; /* its parameters, in the order of docs/theory; NULL: defaults */

    int has_surface; /* a free surface: cells with fill 0 are gas of density 1 */
    double tension;  /* of the surface [rho0 cells^3/step^2] */

    /* As `sluice devices` numbers them: "1", "0:1", "gpu", "cpu", a part of a name; NULL: the fastest. */
    const char *device;
    const char *lanes;   /* memory layout: "auto", "4", "16x8"; NULL: by rule */
    const char *kernels; /* a folder to read kernels from; NULL: those in the library */
} sluice_spec;

/* Makes a flow of which nothing is built yet.  Fails with SLUICE_USAGE for a word that is none of
 * sluice_choices, an empty box, a viscosity that is not positive, and another ABI.  *out is NULL then.
 * What `spec` points to is copied. */
SLUICE_API sluice_status sluice_new(const sluice_spec *spec, sluice **out, sluice_error *error);

/* Frees all of it; NULL is fine.  Collective where there are several ranks. */
SLUICE_API void sluice_free(sluice *flow);

/* --- before the start ------------------------------------------------------------------------------ */

typedef enum {
    SLUICE_FLUID = 0,
    SLUICE_SOLID = 1,       /* at rest */
    SLUICE_MOVING = 2,      /* a solid wall that moves along itself at `velocity` */
    SLUICE_EQUILIBRIUM = 3, /* density and velocity are prescribed for good */
} sluice_kind;

/* The start state of one cell. */
typedef struct {
    sluice_kind kind;
    double density;     /* [rho0] */
    double velocity[3]; /* [cells/step] */
    double fill;        /* of a flow with a surface: share that is wet, from 0, gas, to 1 */
} sluice_cell;

/* Fills in `cell`, which arrives as fluid at rest (density 1, fill 1), for the cell `at`.  It is called for
 * every cell, some of them several times, and must always say the same. */
typedef void sluice_start_function(const void *context, const uint32_t at[3], sluice_cell *cell);

/* `context` is borrowed until the flow is freed.  Bodies and faces take the place of what it says. */
SLUICE_API sluice_status sluice_set_start(sluice *flow, sluice_start_function *function,
                                          const void *context, sluice_error *error);

/* A face of the box: 2 * axis for the lower end of an axis, 2 * axis + 1 for the upper one.  A face without a
 * condition is joined to the opposite one.  One layer of cells inside of the box becomes the face's. */
typedef struct {
    int face;
    const char *condition; /* "velocity", "pressure", "outlet", "slip", "wall", "freestream" */
    double density;        /* that "pressure" prescribes [rho0]; 0: 1 */
    double velocity[3];    /* that "velocity", "wall", "freestream" prescribe [cells/step] */
    /* Multiplies the velocity, a number for each cell of the box along `profile_axis`, or, where
     * that is the face's own axis, for each cell of the face, the lower one of the two other
     * axes fastest; NULL: 1 everywhere. */
    const double *profile;
    int profile_axis;
} sluice_face;

/* Fails with SLUICE_USAGE for a face that has a condition, or whose opposite has none when the flow starts.
 * Where two faces meet, walls own the edge before velocities, these before freestreams, slips, pressures and
 * outlets. */
SLUICE_API sluice_status sluice_add_face(sluice *flow, const sluice_face *face,
                                         sluice_error *error);

/* Where bodies are put. */
typedef struct {
    const char *file; /* .stl, .obj, .off, .ply; in 2D an outline; or "sphere", "naca0012", ... */
    double cells;     /* what `length` becomes [cells] */
    double length;    /* in the file's unit; 0: the body along x before it is turned */
    double centre[3]; /* of the turned body's box [cells] */
    double pitch, yaw, roll; /* nose up, nose to higher y, side at higher y down [degrees] */
    const char *flow,
        *up;     /* axes of the file that become x and z (2D: y): "-y"; NULL: "x", "z" ("y") */
    double span; /* of a built-in cylinder or wing along y [lengths]; 0: 1 */
    int accepts_holes; /* of a mesh, however large */
} sluice_body;

/* Solid cells: those whose centres are inside.  Bodies are numbered from 0.  What is odd but not wrong is said
 * by sluice_notes.  SLUICE_USAGE for files that cannot be used; sluice_start refuses bodies without a solid cell and
 * those that reach a face of the box.  There can be 16. */
SLUICE_API sluice_status sluice_add_body(sluice *flow, const sluice_body *body, int *number,
                                         sluice_error *error);

/* Points that move with the flow and push it with forces of their own: position[3 * n + axis] [cells], not
 * wrapped; force likewise [rho0 cells^4/step^2], NULL: none.  Copied. */
SLUICE_API sluice_status sluice_set_markers(sluice *flow, uint32_t count, const double *position,
                                            const double *force, sluice_error *error);

/* Divides the box among the ranks of an MPI communicator: `communicator` is an MPI_Comm *, of which a duplicate
 * is taken; MPI is initialised and ended by the caller.  Each rank then computes on a device of its own.
 * `split`: "2x1x2", or NULL for a choice.  Collective.  SLUICE_USAGE where the library was built without MPI. */
SLUICE_API sluice_status sluice_use_communicator(sluice *flow, const void *communicator,
                                                 const char *split, sluice_error *error);

/* Opens the device, builds the kernels and uploads the start state.  Collective.  SLUICE_DEVICE where there is
 * no such device or the flow does not fit: the sentence says what it needs and which size would.  After a
 * failure the flow can only be freed. */
SLUICE_API sluice_status sluice_start(sluice *flow, sluice_error *error);

/* Sentences about bodies that are odd but were accepted, one a line; "" where there are none.  Owned by the flow. */
SLUICE_API const char *sluice_notes(const sluice *flow);

/* --- while it flows -------------------------------------------------------------------------------- */

/* Does `steps` time steps and calls what is due; waits for the device.  Collective.  SLUICE_DIVERGED where a number
 * is no longer finite: this is looked for at the end, if 100 steps or more have gone by since it was looked for
 * last.  The sentence names a cell. */
SLUICE_API sluice_status sluice_advance(sluice *flow, uint64_t steps, sluice_error *error);

/* Called by sluice_advance when a multiple of `every` steps is done, before the next one.  It may call whatever
 * is below but sluice_advance, sluice_load and sluice_free.  Another number than 0 stops sluice_advance,
 * which then returns SLUICE_STOPPED; all ranks must return the same. */
typedef int sluice_callback(sluice *flow, uint64_t step, void *context);

/* Callbacks are called in the order in which they were added.  `context` is borrowed until the flow is freed. */
SLUICE_API sluice_status sluice_every(sluice *flow, uint64_t every, sluice_callback *function,
                                      void *context, sluice_error *error);

/* From the next step on, the velocity of a face that was added with a profile is multiplied by these numbers, as
 * many as the profile had.  Collective. */
SLUICE_API sluice_status sluice_set_profile(sluice *flow, int face, const double *profile,
                                            sluice_error *error);

/* --- what has become of it ------------------------------------------------------------------------- */

/* Steps done since the start, those of a loaded state included. */
SLUICE_API uint64_t sluice_step(const sluice *flow);

typedef struct {
    uint32_t size[3]; /* cells of the box */
    int dimensions;
    uint64_t device_bytes; /* allocated on this rank's device */
    int lanes;             /* of its memory layout */
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

/* A field of the cells of `region`, NULL: all: "density", "velocity" (three numbers a cell), "fill",
 * "vorticity" and the other words of sluice_choices("field").  At step 0 they are what one streaming makes of the
 * start state.  `out` has room for them.  Waits for the device.
 * Collective.  Where populations are stored in 16 bits or less, density and velocity are means of two
 * successive steps, in which the rounding's alternating part cancels (docs/theory/rounding.md). */
SLUICE_API sluice_status sluice_get(sluice *flow, const char *field, const sluice_region *region,
                                    double *out, sluice_error *error);

/* position[3 * n + axis] and the force of each marker on the fluid; either may be NULL.  Collective. */
SLUICE_API sluice_status sluice_get_markers(sluice *flow, double *position, double *force,
                                            sluice_error *error);

/* What the flow exerts on a body, pressure above that of density 1 included. */
typedef struct {
    double force[3];  /* [rho0 cells^4/step^2] */
    double moment[3]; /* about the centre of the body's box [rho0 cells^5/step^2] */
} sluice_force;

/* On body number `body`; -1: on all solid cells that are of no body.  Collective. */
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
    double surface_mass; /* of a flow with a surface: what is kept; else 0 */
} sluice_sums;
SLUICE_API sluice_status sluice_get_sums(sluice *flow, sluice_sums *out, sluice_error *error);

/* Fields for ParaView: `path` ends with .vti; `fields`: names separated by commas, NULL: those that there are.
 * Written under another name first, and renamed.  Collective; the first rank writes. */
SLUICE_API sluice_status sluice_write_vtk(sluice *flow, const char *path, const char *fields,
                                          sluice_error *error);

/* --- going on later -------------------------------------------------------------------------------- */

/* Saves the state as `folder`/checkpoint, in the place of the one that was there, which stays until the new one is
 * whole.  The folder must exist.  Collective. */
SLUICE_API sluice_status sluice_save(sluice *flow, const char *folder, sluice_error *error);

/* Takes the state from there into a started flow of the same size, lattice, collision operator, surface, faces and bodies;
 * it then goes on with the same bits, on other devices, layouts and numbers of ranks, too.  Profiles that were
 * changed by sluice_set_profile do not belong to it: set them again.  Another precision is
 * converted.  Checksums are compared.  Collective.  After a failure the flow can only be freed. */
SLUICE_API sluice_status sluice_load(sluice *flow, const char *folder, sluice_error *error);

#ifdef __cplusplus
}
#endif

#endif
