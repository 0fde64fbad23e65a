/* case_sections.c - the sections of a case file, and their keys.
 * SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "user_case/case_state.h"

#define TEXT(name, value, meaning)                               \
    {                                                            \
        name, LB_PARAMETER_TEXT, "1", value, NULL, 0, 0, meaning \
    }
#define WORD(name, value, meaning)                               \
    {                                                            \
        name, LB_PARAMETER_WORD, "1", value, NULL, 0, 0, meaning \
    }
#define POINT(name, unit, value, max, meaning)                            \
    {                                                                     \
        name, LB_PARAMETER_POINT, unit, value, NULL, -(max), max, meaning \
    }
#define NUMBER(name, unit, value, min, max, meaning)                    \
    {                                                                   \
        name, LB_PARAMETER_NUMBER, unit, value, NULL, min, max, meaning \
    }

static const struct lb_parameter box[] = {
    NUMBER("resolution", "cells", "1", 1e-3, 1e6,
           "cells in L, the unit of all lengths and places of the file"),
    {"size", LB_PARAMETER_POINT, "L", NULL, NULL, 1e-6, 1e9,
     "extent of the fluid between its walls; without it that of the image"},
    POINT("origin", "L", "0,0,0", 1e9, "place of the fluid's lowest corner"),
    NUMBER("unit_si", "m", NULL, 1e-12, 1e6, "metres in L: results in SI"),
    {0}};

static const struct lb_parameter fluid[] = {
    NUMBER("re", "1", NULL, 1e-6, 1e9, "Reynolds number, speed length / viscosity"),
    NUMBER("tau", "steps", NULL, 0.500001, 100, "in place of re: the relaxation time"),
    NUMBER("viscosity", "cells^2/step", NULL, 1e-9, 100, "in place of re"),
    NUMBER("viscosity_si", "m^2/s", NULL, 1e-12, 1e3, "in place of re, with speed_si"),
    NUMBER("length", "L", "1", 1e-6, 1e6, "length of reference"),
    NUMBER("speed", "cells/step", "0.05", 1e-8, 0.2, "speed of reference"),
    NUMBER("speed_si", "m/s", NULL, 1e-9, 1e6, "the same speed: says how long a step is"),
    NUMBER("density_si", "kg/m^3", "1000", 1e-6, 1e6, "for forces in SI"),
    NUMBER("les", "1", "0", 0, 0.5, "Smagorinsky's constant, for rr; 0.1 is usual; 0: none"),
    {0}};

static const struct lb_parameter law[] = {
    WORD("kind", "none", "power-law, carreau, herschel-bulkley"),
    NUMBER("n", "1", NULL, 0.2, 3, "exponent of the shear rate in the stress (0.5)"),
    NUMBER("time", "1", NULL, 1e-4, 1e4, "of carreau, over length/speed of reference (1)"),
    NUMBER("yield", "1", NULL, 0, 1e4, "of herschel-bulkley: Bingham's number (0.5)"),
    NUMBER("least", "1", NULL, 1e-6, 1, "lowest viscosity, over that of reference (0.01)"),
    NUMBER("most", "1", NULL, 1, 1e5, "highest one (1000)"),
    {0}};

#define PROFILE                                                                              \
    {                                                                                        \
        "profile", LB_PARAMETER_WORD_OR_FILE, "1", "flat", NULL, 0, 0,                       \
            "flat, developed, power:0.16, or a table, FILE.csv: height [L] above the lower " \
            "end of the box, u, by which the velocity is multiplied there"                   \
    }

#define TEMPERATURE NUMBER("temperature", "T", NULL, -1e9, 1e9, "of the fluid that comes in")

static const struct lb_parameter face[] = {
    WORD("kind", "periodic", "periodic, wall, slip, free, velocity, pressure, open, equilibrium"),
    POINT("u", "cells/step", NULL, 0.25, "velocity of a wall, of the stream, or prescribed"),
    NUMBER("speed", "cells/step", NULL, 0, 0.25, "in place of u: into the fluid"),
    PROFILE,
    NUMBER("height", "L", "1", 1e-6, 1e6, "where a power law is 1"),
    NUMBER("pressure", "rho0 cells^2/step^2", "0", -0.1, 0.1, "above that at rest"),
    POINT("u_si", "m/s", NULL, 1e6, "u in SI"),
    NUMBER("speed_si", "m/s", NULL, 0, 1e6, "speed in SI"),
    NUMBER("pressure_si", "Pa", NULL, -1e12, 1e12, "pressure in SI"),
    NUMBER("sponge", "L", "0", 0, 1e6,
           "of x+: layer before it in which vortices die down, and pressure falls more"),
    TEMPERATURE,
    {0}};

/* Where an opening is. */
#define OPENING                                                                                    \
    TEXT("on", NULL,                                                                               \
         "a face, x- to z+; BODY:PART, a named part of a mesh, or an open end, BODY:loop-1; BODY " \
         "with near; box with from and to; disc with at, normal and radius"),                      \
        POINT("near", "L", NULL, 1e9, "beside the flat piece of a mesh that is meant"),            \
        POINT("from", "L", NULL, 1e9, "of a box: a corner"),                                       \
        POINT("to", "L", NULL, 1e9, "of a box: the other corner"),                                 \
        POINT("at", "L", NULL, 1e9, "of a disc: its centre"),                                      \
        POINT("normal", "1", NULL, 1e6, "of a disc: across it"),                                   \
        NUMBER("radius", "L", NULL, 1e-6, 1e6, "of a disc")

static const struct lb_parameter inlet[] = {
    OPENING,
    WORD("kind", "velocity", "velocity, pressure or open"),
    NUMBER("speed", "cells/step", NULL, 0, 0.25, "mean speed into the fluid"),
    POINT("u", "cells/step", NULL, 0.25, "in place of speed: a velocity that is not normal"),
    NUMBER("flow", "L^2 cells/step", NULL, 0, 1e9, "in place of speed; in 2D L cells/step"),
    NUMBER("pressure", "rho0 cells^2/step^2", NULL, -0.1, 0.1, "of kind pressure"),
    NUMBER("speed_si", "m/s", NULL, 0, 1e6, "speed in SI"),
    POINT("u_si", "m/s", NULL, 1e6, "u in SI"),
    NUMBER("flow_si", "m^3/s", NULL, 0, 1e9, "flow in SI; in 2D m^2/s"),
    NUMBER("pressure_si", "Pa", NULL, -1e12, 1e12, "pressure in SI"),
    PROFILE,
    NUMBER("height", "L", "1", 1e-6, 1e6, "where a power law is 1"),
    TEMPERATURE,
    {0}};

static const struct lb_parameter outlet[] = {
    OPENING,
    WORD("kind", "pressure", "pressure or open"),
    NUMBER("pressure", "rho0 cells^2/step^2", "0", -0.1, 0.1, "above that at rest"),
    NUMBER("pressure_si", "Pa", NULL, -1e12, 1e12, "pressure in SI"),
    NUMBER("sponge", "L", "0", 0, 1e6,
           "of x+: layer before it in which vortices die down, and pressure falls more"),
    TEMPERATURE,
    {0}};

static const struct lb_parameter body[] = {
    {"mesh", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0,
     "a file: .stl, .obj, .off, .ply; in 2D an outline, .csv, .dat"},
    WORD("shape", NULL,
         "in place of mesh: box, cylinder, sphere, naca0012 (any four digits); thin: plate, disc"),
    WORD("inside", "solid", "solid; fluid: all else is solid; cut: taken away from bodies above"),
    NUMBER("scale", "L", "1", 1e-12, 1e12, "of a unit of the file"),
    POINT("at", "L", NULL, 1e9, "centre of the body's box; without it where the file has it"),
    POINT("at_bottom", "L", NULL, 1e9, "in place of at: centre of the bottom of its box"),
    {"thin", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1,
     "1: a sheet, an open mesh or a line, with fluid on both sides and no cell inside"},
    POINT("from", "L", NULL, 1e9, "of a box or plate: its lowest corner"),
    POINT("to", "L", NULL, 1e9, "of a box or plate: its highest corner"),
    NUMBER("radius", "L", "0.5", 1e-6, 1e6, "of a cylinder, sphere or disc"),
    NUMBER("length", "L", "0", 0, 1e6, "of a cylinder, 0: through the box; chord of a section"),
    POINT("axis", "1", "0,0,1", 1e6, "of a cylinder or disc"),
    NUMBER("pitch", "degrees", "0", -180, 180, "of a mesh or section: raises the nose"),
    NUMBER("yaw", "degrees", "0", -180, 180, "of a mesh: turns the nose to +y"),
    NUMBER("roll", "degrees", "0", -180, 180, "of a mesh: lowers the side at +y"),
    POINT("u", "cells/step", NULL, 0.2, "velocity of its surface"),
    POINT("u_si", "m/s", NULL, 1e6, "u in SI"),
    TEXT("spin", NULL, "rate at which its surface turns: 2 speed/length, or radians a step"),
    WORD("wall", "halfway",
         "where its wall is: halfway between cells; where its surface is: curved, or exact "
         "(creeping "
         "flow)"),
    TEXT("turn", NULL, "rate at which the body itself turns, about `about`: as spin"),
    POINT("about", "L", NULL, 1e9, "the point that it turns about; torques are about it"),
    {"move", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0,
     "a table, .csv: time [length/speed], x, y, z [L] that the body is moved by; angle, or rx, ry, "
     "rz [degrees]"},
    NUMBER("area", "L^2", NULL, 1e-12, 1e12,
           "of reference (2D: L); without it the frontal area, of a sheet that of one side"),
    WORD("holes", "refuse", "accept: a mesh with large holes is used all the same"),
    {0}};

static const struct lb_parameter image[] = {
    {"file", LB_PARAMETER_IMAGE, "1", NULL, NULL, 0, 0,
     "a picture, .png; a volume, .npy, .nrrd, .tif, .vti or .raw; or a folder of slices, .tif or "
     ".png"},
    {"size", LB_PARAMETER_SIZE, "cells", NULL, NULL, 1, 1e6, "of a .raw file, x fastest"},
    TEXT("type", "u8", "of a .raw file: bool, u8 to u64, i8 to i64, f32, f64"),
    TEXT("array", NULL, "of a .vti file; without it the first of one number for each cell"),
    TEXT("crop", NULL, "a part of it, first cell and end along x, y and z: 0:400,100:500,:"),
    WORD("solid", "dark", "dark (below half of white), light, above:128, below:50, or a value: 1"),
    {0}};

static const struct lb_parameter force[] = {
    POINT("acceleration", "cells/step^2", NULL, 0.01, "the same everywhere"),
    NUMBER("friction_speed", "cells/step", NULL, 1e-12, 0.2,
           "in place of it: friction_speed^2/length along `along`"),
    POINT("pressure_drop", "rho0 cells^2/step^2", NULL, 0.1,
          "in place of it: acceleration times the extent of the box"),
    NUMBER("speed", "cells/step", NULL, 1e-8, 0.2,
           "in place of it: mean over the fluid cells, held along `along` by a regulator"),
    NUMBER("flow", "L^2 cells/step", NULL, 1e-12, 1e12, "the same through a cross-section"),
    POINT("acceleration_si", "m/s^2", NULL, 1e9, "acceleration in SI"),
    NUMBER("friction_speed_si", "m/s", NULL, 1e-12, 1e6, "friction_speed in SI"),
    POINT("pressure_drop_si", "Pa", NULL, 1e12, "pressure_drop in SI"),
    NUMBER("speed_si", "m/s", NULL, 1e-12, 1e6, "speed in SI"),
    NUMBER("flow_si", "m^3/s", NULL, 1e-18, 1e9, "flow in SI; in 2D m^2/s"),
    WORD("along", "x", "axis of friction_speed, speed and flow: x, y or z"),
    {0}};

static const struct lb_parameter start[] = {
    TEXT("u", "rest", "rest, stream (speed along x), inlet (its profile), log, or x,y,z"),
    POINT("from", "L", NULL, 1e9,
          "lowest corner of the part of the box where u is; rest elsewhere"),
    POINT("to", "L", NULL, 1e9, "its highest corner"),
    {"state", LB_PARAMETER_FILE, "1", NULL, NULL, 0, 0,
     "in place of u: FILE.vti of a run, or its folder, whose checkpoint has the flow"},
    NUMBER("noise", "1", "0", 0, 0.5, "random velocities, over the speed of the start"),
    NUMBER("noise_length", "L", "0", 0, 1e9,
           "size of the eddies that they make; 0: each cell has its own velocity"),
    NUMBER("wake", "1", "0", 0, 0.5,
           "velocity across the stream, over its speed, within 1 L behind the first body: vortices "
           "need not wait for round-off"),
    {0}};

static const struct lb_parameter scalar[] = {
    NUMBER("prandtl", "1", NULL, 1e-4, 1e5, "viscosity over diffusivity: there is a temperature"),
    NUMBER("schmidt", "1", NULL, 1e-4, 1e5, "the same of a concentration"),
    NUMBER("diffusivity", "cells^2/step", NULL, 1e-9, 100, "in place of them"),
    TEXT("start", "0", "at step 0: a temperature, or linear, from face to face"),
    POINT("range", "T", NULL, 1e9, "LOW,HIGH: about which there will be; without it what is given"),
    NUMBER("rayleigh", "1", NULL, -1e12, 1e12,
           "buoyancy: g beta range length^3 / (viscosity diffusivity); neither: none"),
    WORD("along", NULL, "of rayleigh: the axis that warm fluid rises along; y in 2D, z in 3D"),
    POINT("buoyancy", "cells/step^2/T", NULL, 1.0,
          "in place of rayleigh: acceleration where it is 1 T warmer than the reference"),
    NUMBER("reference", "T", NULL, -1e9, 1e9,
           "where buoyancy is 0; without it the middle of the range"),
    WORD("magic", "auto", "magic parameter: srt, sixth, quarter; auto: by the relaxation time"),
    {0}};

static const struct lb_parameter heat[] = {
    NUMBER("temperature", "T", NULL, -1e9, 1e9, "of the wall"),
    NUMBER("flux", "T/L", NULL, -1e9, 1e9,
           "in place of it: heat into the fluid, over the "
           "conductivity"),
    NUMBER("power", "T L", NULL, -1e12, 1e12, "in place of it: of the whole wall; in 2D T"),
    {"insulated", LB_PARAMETER_FLAG, "1", NULL, NULL, 0, 1, "in place of it: 1, as without [heat]"},
    {0}};

static const struct lb_parameter solid[] = {
    NUMBER("conductivity", "1", NULL, 1e-6, 1e6, "of heat, over the fluid's"),
    NUMBER("capacity", "1", "1", 1e-6, 1e6,
           "for heat, of a volume, over the fluid's: how fast it warms up"),
    {0}};

static const struct lb_parameter probe[] = {POINT("at", "L", NULL, 1e9, "the place"), {0}};

static const struct lb_parameter line[] = {
    POINT("from", "L", NULL, 1e9, "its begin"),
    POINT("to", "L", NULL, 1e9, "its end"),
    {"points", LB_PARAMETER_COUNT, "1", NULL, NULL, 2, 1e5, "without it one for each cell"},
    WORD("offset", "none", "half: the centres of the cells beside the wall that it lies on"),
    {"mean", LB_PARAMETER_FLAG, "1", "0", NULL, 0, 1, "1: over time, from [mean] skip on"},
    {0}};

static const struct lb_parameter plane[] = {
    POINT("centre", "L", NULL, 1e9, "a place in it"),
    POINT("normal", "1", "1,0,0", 1e6,
          "across it; along an axis flow counts upwards, else along the normal"),
    {0}};

static const struct lb_parameter profile[] = {
    WORD("along", "y", "axis; means are over the two others"),
    WORD("units", "cells", "wall: of the friction velocity and the viscous length"),
    {"mean", LB_PARAMETER_FLAG, "1", "1", NULL, 0, 1, "1: over time, from [mean] skip on"},
    {0}};

static const struct lb_parameter mean[] = {
    NUMBER("skip", "length/speed", NULL, 0, 1e9,
           "time after which means begin; without it half of the longest run"),
    NUMBER("skip_si", "s", NULL, 0, 1e12, "skip in SI"),
    {"every", LB_PARAMETER_COUNT, "steps", NULL, NULL, 1, 1e15,
     "between samples of lines and profiles: a multiple of probe=, which it is without it"},
    TEXT("fields", "u,p,stress",
         "what lines and profiles over time keep: u (velocity), p (pressure), stress (RMS and "
         "Reynolds stresses), T (temperature, with stress its RMS and fluxes, too)"),
    {0}};

static const struct lb_parameter stop[] = {
    NUMBER("until", "length/speed", NULL, 1e-9, 1e9, "the longest time"),
    NUMBER("until_si", "s", NULL, 1e-15, 1e12, "until in SI"),
    NUMBER("steady", "1", NULL, 1e-15, 1,
           "largest change of the velocity over a length/speed, over the largest speed, at which "
           "the run ends"),
    {"steps", LB_PARAMETER_COUNT, "steps", NULL, NULL, 1, 1e15, "in place of until"},
    NUMBER("turns", "1", NULL, 1e-6, 1e9, "in place of until: of the first body with turn"),
    {0}};

static const struct lb_parameter expect[] = {
    TEXT("result", NULL, "a result, or a formula of several: left.flow / stem.flow"),
    NUMBER("value", "1", NULL, -1e300, 1e300, "what it should be"),
    TEXT("within", "5 %", "how far it may differ: 3 %, a number, or a range: 0.1,0.9"),
    NUMBER("above", "1", NULL, -1e300, 1e300, "it must be larger"),
    NUMBER("below", "1", NULL, -1e300, 1e300, "it must be smaller"),
    TEXT("source", NULL, "where the value is from"),
    {0}};

/* Of each group a section has one key: what a command line gives takes the place of the file's. */
static const char *const of_fluid[] = {"re tau viscosity", NULL};
static const char *const of_face[] = {"u speed", "pressure", NULL};
static const char *const of_opening[] = {"speed flow u", "pressure", NULL};
static const char *const of_body[] = {"mesh shape", "at at_bottom", "turn move", "spin turn",
                                      "spin move",  "u turn",       "u move",    NULL};
static const char *const of_force[] = {"acceleration friction_speed pressure_drop speed flow",
                                       "along acceleration", "along pressure_drop", NULL};
static const char *const of_start[] = {
    "u state", "from state", "to state", "noise state", "noise_length state", "wake state", NULL};
static const char *const of_scalar[] = {"prandtl schmidt diffusivity", "rayleigh buoyancy",
                                        "along buoyancy", NULL};
static const char *const of_heat[] = {"temperature flux power insulated", NULL};
static const char *const of_mean[] = {"skip", NULL};
static const char *const of_stop[] = {"until steps turns", NULL};
static const char *const of_expect[] = {"value above", "value below", "within above",
                                        "within below", NULL};

static const char conductor[] =
    "; a body that conducts has no heat or temperature of its own: give them to a face that it "
    "touches, or to another body inside of it or beside it";

const struct lb_section_kind lb_own_sections[] = {
    {"box", false, false, box, "the region of the flow", NULL, NULL},
    {"fluid", false, false, fluid, "viscosity and speed", of_fluid, NULL},
    {"law", false, false, law, "a viscosity that depends on the shear rate", NULL, NULL},
    {"face", true, false, face, "a face of the box, x- to z+: what is there", of_face, NULL},
    {"inlet", true, false, inlet, "where fluid comes in", of_opening, NULL},
    {"outlet", true, false, outlet, "where fluid goes out", of_opening, NULL},
    {"body", true, false, body, "something solid, or what is hollow", of_body, NULL},
    {"image", true, false, image, "walls from a picture or a volume", NULL, NULL},
    {"force", false, false, force, "what drives the flow, if inlets do not", of_force, NULL},
    {"start", false, false, start, "the flow at step 0", of_start, NULL},
    {"scalar", false, false, scalar, "a temperature, dye or concentration", of_scalar, NULL},
    {"heat", true, true, heat, "a wall's temperature, or the heat that it gives", of_heat,
     conductor},
    {"solid", true, true, solid, "a body that conducts heat", NULL, conductor},
    {"probe", true, false, probe, "density and velocity at a place over time", NULL, NULL},
    {"line", true, false, line, "values along a line", NULL, NULL},
    {"plane", true, false, plane, "flow through a plane", NULL, NULL},
    {"profile", true, false, profile, "means over layers, and their stresses", NULL, NULL},
    {"mean", false, false, mean, "when means over time begin", of_mean, NULL},
    {"stop", false, false, stop, "when the run ends", of_stop, NULL},
    {"expect", true, true, expect, "a result that is known: a verdict", of_expect, NULL},
    {0}};

const struct lb_reserved_section lb_own_reserved[] = {
    {"tracers", "particles that the flow carries"}, {0}};
