/* hdf5_objects.h - the objects of an HDF5 file, as its specification has them (superblock 0, object headers 1):
 * groups, attributes, data sets, the tree of a data set's chunks.  They are made in memory, for a place in
 * a file that is known, and never changed.
 * SPDX-License-Identifier: MIT */
#ifndef LB_FIELDS_HDF5_OBJECTS_H
#define LB_FIELDS_HDF5_OBJECTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/vtk_appended.h"

/* Bytes that will be at `place` of the file; initialise with {.place = ...}, free with free(bytes). */
struct lb_hdf5 {
    uint64_t place;
    unsigned char *bytes;
    size_t used, size;
    bool is_short;          /* of memory */
    size_t header, message; /* that are being written */
    unsigned messages;
};

enum { LB_HDF5_SUPERBLOCK_BYTES = 96, LB_HDF5_AXES = 5, LB_HDF5_CHILDREN = 64 };

/* Where the next object will be. */
uint64_t lb_hdf5_place(const struct lb_hdf5 *h);

/* A group: begin, then its members in any order, then end, which returns its place. */
void lb_hdf5_begin_group(struct lb_hdf5 *h);
void lb_hdf5_link(struct lb_hdf5 *h, const char *name, uint64_t place);
void lb_hdf5_text(struct lb_hdf5 *h, const char *name, const char *text);
void lb_hdf5_counts(struct lb_hdf5 *h, const char *name, const int64_t *counts, size_t size);
void lb_hdf5_numbers(struct lb_hdf5 *h, const char *name, const double *numbers, size_t size);
uint64_t lb_hdf5_end(struct lb_hdf5 *h);

/* A list as a data set; returns its place. */
uint64_t lb_hdf5_list_of_numbers(struct lb_hdf5 *h, const double *numbers, size_t size);
uint64_t lb_hdf5_list_of_counts(struct lb_hdf5 *h, const int64_t *counts, size_t size);

/* A data set of `rank` axes, the first of which has a chunk for each entry. */
struct lb_hdf5_chunks {
    enum lb_vtk_type type;
    unsigned rank;
    uint64_t shape[LB_HDF5_AXES]; /* shape[0]: chunks */
};
uint64_t lb_hdf5_chunk_bytes(const struct lb_hdf5_chunks *c);
uint64_t lb_hdf5_node_bytes(const struct lb_hdf5_chunks *c); /* of a node of the tree */
/* A node of level 0 has chunks `first`, ...; one of level 1 such nodes, of LB_HDF5_CHILDREN chunks each;
 * `places` are theirs, at most LB_HDF5_CHILDREN.  Returns its place. */
uint64_t lb_hdf5_node(struct lb_hdf5 *h, const struct lb_hdf5_chunks *c, unsigned level,
                      uint64_t first, const uint64_t *places, size_t count);
uint64_t lb_hdf5_dataset(struct lb_hdf5 *h, const struct lb_hdf5_chunks *c, uint64_t tree);

/* What a file begins with: `root` is the place of its group, `end` its length. */
void lb_hdf5_superblock(uint64_t root, uint64_t end, unsigned char out[LB_HDF5_SUPERBLOCK_BYTES]);

#endif
