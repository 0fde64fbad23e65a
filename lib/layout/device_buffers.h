/* device_buffers.h - the table of device_buffers.def: what a solver keeps on its device.
 * SPDX-License-Identifier: MIT */
#ifndef LB_LAYOUT_DEVICE_BUFFERS_H
#define LB_LAYOUT_DEVICE_BUFFERS_H

#include <stdbool.h>

enum lb_element {
    LB_ELEMENT_BYTE,
    LB_ELEMENT_UINT,
    LB_ELEMENT_LONG,
    LB_ELEMENT_CODE,    /* of the storage format */
    LB_ELEMENT_CARRIED, /* the same on its way to another subdomain */
    LB_ELEMENT_SCALAR,  /* of the arithmetic */
    LB_ELEMENT_SUM,     /* the kernels' LB_SUM: double where the device has it */
    LB_ELEMENT_INDEX,   /* the kernels' LB_INDEX */
    LB_ELEMENT_DOUBLE   /* of the host's numbers */
};

/* Of what there are `components` elements each. */
enum lb_extent {
    LB_EXTENT_ONE,
    LB_EXTENT_CELLS,
    LB_EXTENT_HALO, /* cells, and those around a subdomain */
    LB_EXTENT_VECTORS,
    LB_EXTENT_POPULATIONS, /* cells of all planes, padding too */
    LB_EXTENT_HEAT,        /* likewise of the temperature */
    LB_EXTENT_LIST,        /* places of a list of fluid cells, padding too */
    LB_EXTENT_STAGED,      /* cells that staging has room for */
    LB_EXTENT_MEANS,       /* cells of means over time */
    LB_EXTENT_SURVEYED,    /* work-items of a survey */
    LB_EXTENT_CARRIED,     /* codes and exponents that cross the cuts in a step */
    LB_EXTENT_WITHIN,      /* codes that a surface sends within a step */
    LB_EXTENT_BEYOND,      /* cells around a subdomain */
    LB_EXTENT_LISTED,      /* 0: known when the neighbours have told */
    LB_EXTENT_SHELL,
    LB_EXTENT_ALARM,
    LB_EXTENT_ALTERNATING, /* cells whose alternating momentum is removed together */
    LB_EXTENT_COUNTS,      /* of the lists of a surface, of two steps */
    LB_EXTENT_TILES,
    LB_EXTENT_BESIDE, /* this and the next six: wall_census.h */
    LB_EXTENT_BOUNCED,
    LB_EXTENT_MOVING,
    LB_EXTENT_BOUNDED,
    LB_EXTENT_LOOKED,
    LB_EXTENT_LOOKS,
    LB_EXTENT_KEPT,
    LB_EXTENT_CONDUCTORS, /* cells of bodies that conduct heat, and fluid ones that their surface cuts, */
    LB_EXTENT_CUTS,       /* all that it cuts, */
    LB_EXTENT_SOLID_WALLS,   /* of bodies those with links to walls between cells, */
    LB_EXTENT_HEATED,        /* and those of bodies with those beside walls */
    LB_EXTENT_CURVED_CELLS,  /* that have links to walls between cells, */
    LB_EXTENT_CURVED_LINKS,  /* and these links, */
    LB_EXTENT_CURVED_GROUPS, /* and groups of LB_WALL_GROUP of these cells */
    LB_EXTENT_WALL_SURFACES, /* bodies whose walls the device finds, */
    LB_EXTENT_WALL_NODES,    /* and what their meshes are of */
    LB_EXTENT_WALL_TRIANGLES,
    LB_EXTENT_RENEWED, /* cells that bodies which move may have */
    LB_EXTENT_PROFILES,
    LB_EXTENT_LINKED, /* cells of the lists of links whose forces are summed, */
    LB_EXTENT_TASKS,  /* and the pieces that these lists are cut into */
    LB_EXTENT_MARKERS,
    LB_EXTENT_NODES,
    LB_EXTENT_TRIANGLES,
    LB_EXTENT_CORNERS, /* this and the next three: by triangle and node, or by patch */
    LB_EXTENT_STARTS,
    LB_EXTENT_SHAPES,
    LB_EXTENT_TURNS, /* sums of volume and area */
    LB_EXTENT_PATCHES,
    LB_EXTENT_SLOTS, /* for nodes of patches */
    LB_EXTENT_BLOCKS /* of LB_WALL_BLOCK^3 cells */
};

/* What is kept for the steps to come. */
enum lb_state_role {
    LB_ROLE_STATE,   /* changes with the flow: to go on later, this is what must be saved */
    LB_ROLE_DERIVED, /* made of the case, and never changed */
    LB_ROLE_SCRATCH  /* written before it is read, in every step or look */
};

enum lb_buffer_id {
#define LB_BUFFER(id, ...) LB_BUFFER_##id,
#include "layout/device_buffers.def"
#undef LB_BUFFER
    LB_BUFFERS
};

struct lb_buffer_row {
    const char *name; /* and that of the kernels' parameters */
    enum lb_element element;
    enum lb_extent extent;
    enum lb_state_role role;
    bool is_optional;
    const char *what; /* for messages */
};
extern const struct lb_buffer_row lb_buffer_rows[LB_BUFFERS];

/* Records that a solver can hold between two fetches; of forces there is one more, for an answer at
 * once. */
enum { LB_PROBE_CAPACITY = 4096, LB_FORCE_CAPACITY = 64, LB_FORCE_RECORDS = LB_FORCE_CAPACITY + 1 };

/* Cells of a task of a list of links: enough for its work-items, few enough that there are tasks
 * for a large device. */
enum { LB_LEAST_PER_TASK = 256, LB_MOST_TASKS = 1024 };

/* What a work-item of a survey leaves. */
enum { LB_REDUCTION_SUMS = 12, LB_REDUCTION_COUNTS = 4 };

/* Counts of the lists of a free surface in one step: kernels/surface/surface.cl. */
enum { LB_LIST_COUNTS = 4 };

/* Sums of volume and area of a membrane of patches, in turns. */
enum { LB_PATCH_TURNS = 3 };

#endif
