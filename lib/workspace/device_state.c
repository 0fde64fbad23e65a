/* device_state.c - the registry of what a solver keeps: buffers on the device, numbers on the host.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "workspace/workspace.h"

/* --- sizes ------------------------------------------------------------------------------------ */

struct lb_ledger lb_workspace_ledger(const struct lb_workspace *w)
{
    return lb_ledger_of(w->c, &w->layout, lb_device_get_info(w->device));
}

uint64_t lb_workspace_sum_bytes(const struct lb_workspace *w)
{
    return lb_device_get_info(w->device)->fp64 ? sizeof(double) : sizeof(float);
}

uint64_t lb_workspace_element_bytes(const struct lb_workspace *w, enum lb_buffer_id id)
{
    const struct lb_ledger g = lb_workspace_ledger(w);
    return lb_ledger_element_bytes(&g, lb_buffer_rows[id].element);
}

uint64_t lb_workspace_components(const struct lb_workspace *w, enum lb_buffer_id id)
{
    const struct lb_ledger g = lb_workspace_ledger(w);
    return lb_ledger_components(&g, id);
}

static uint64_t elements_of(const struct lb_workspace *w, enum lb_buffer_id id, uint64_t count)
{
    const struct lb_ledger g = lb_workspace_ledger(w);
    const uint64_t length = count > 0 ? count : lb_ledger_length(&g, lb_buffer_rows[id].extent);
    return length * lb_ledger_components(&g, id);
}

/* --- making ----------------------------------------------------------------------------------- */

enum lb_status lb_workspace_create_buffer(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t count, struct lb_error *err)
{
    const struct lb_buffer_row *row = &lb_buffer_rows[id];
    if (w->buffers[id] != NULL)
        return lb_fail(err, LB_STATUS_FAILED, "buffer '%s' is made twice", row->name);
    return lb_buffer_create(w->device,
                            elements_of(w, id, count) * lb_workspace_element_bytes(w, id),
                            row->what, &w->buffers[id], err);
}

enum lb_status lb_workspace_upload(struct lb_workspace *w, enum lb_buffer_id id, uint64_t count,
                                   const void *data, struct lb_error *err)
{
    LB_OK(lb_workspace_create_buffer(w, id, count, err));
    return lb_buffer_write(w->buffers[id], 0, lb_buffer_bytes(w->buffers[id]), data, err);
}

enum lb_status lb_workspace_write_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                          uint64_t first, uint64_t count, const double *numbers,
                                          struct lb_error *err)
{
    struct lb_buffer *to = w->buffers[id];
    const uint64_t bytes = lb_workspace_scalar_bytes(w);
    if (bytes == sizeof *numbers)
        return lb_buffer_write(to, first * bytes, count * bytes, numbers, err);
    float *rounded = malloc((count + 1) * sizeof *rounded);
    if (rounded == NULL)
        return lb_fail(err, LB_STATUS_FAILED, "out of memory for %s", lb_buffer_rows[id].what);
    for (uint64_t n = 0; n < count; n++)
        rounded[n] = (float)numbers[n];
    const enum lb_status st = lb_buffer_write(to, first * bytes, count * bytes, rounded, err);
    free(rounded);
    return st;
}

enum lb_status lb_workspace_upload_numbers(struct lb_workspace *w, enum lb_buffer_id id,
                                           uint64_t count, const double *numbers,
                                           struct lb_error *err)
{
    LB_OK(lb_workspace_create_buffer(w, id, count, err));
    return lb_workspace_write_numbers(w, id, 0, elements_of(w, id, count), numbers, err);
}

enum lb_status lb_workspace_write_indices(const struct lb_workspace *w, struct lb_buffer *out,
                                          uint64_t count, const uint64_t *numbers,
                                          struct lb_error *err)
{
    if (lb_layout_index_bytes(w->c) == sizeof(uint64_t))
        return lb_buffer_write(out, 0, count * sizeof *numbers, numbers, err);
    const uint64_t bytes = count * sizeof(uint32_t);
    uint32_t *narrow = malloc(bytes > 0 ? bytes : 1);
    LB_NEED(narrow != NULL, LB_STATUS_FAILED, "out of memory for a list of cells");
    for (uint64_t n = 0; n < count; n++)
        narrow[n] = (uint32_t)numbers[n];
    const enum lb_status st = lb_buffer_write(out, 0, bytes, narrow, err);
    free(narrow);
    return st;
}

enum lb_status lb_workspace_read_indices(const struct lb_workspace *w, struct lb_buffer *from,
                                         uint64_t first, uint64_t count, uint64_t *numbers,
                                         struct lb_error *err)
{
    const uint64_t bytes = lb_layout_index_bytes(w->c);
    LB_OK(lb_buffer_read(from, first * bytes, count * bytes, numbers, err));
    if (bytes == sizeof *numbers) return LB_STATUS_OK;
    for (uint64_t n = count; n-- > 0;) { /* from the end: in place */
        uint32_t narrow;
        memcpy(&narrow, (const char *)numbers + n * sizeof narrow, sizeof narrow);
        numbers[n] = narrow;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_workspace_keep(struct lb_workspace *w, const char *name, enum lb_element element,
                                 void *value, struct lb_error *err)
{
    if (w->number_count == LB_MAX_HOST_NUMBERS)
        return lb_fail(err, LB_STATUS_FAILED, "no room to keep '%s'", name);
    const struct lb_ledger g = lb_workspace_ledger(w);
    w->numbers[w->number_count++] =
        (struct lb_host_number){name, element, value, lb_ledger_element_bytes(&g, element)};
    return LB_STATUS_OK;
}

enum lb_status lb_population_set_create(struct lb_workspace *w, struct lb_population_set *set,
                                        struct lb_error *err)
{
    const enum lb_status st = lb_workspace_create_buffer(w, set->read_next, 0, err);
    if (st != LB_STATUS_OK || set->other == set->read_next) return st;
    return lb_workspace_create_buffer(w, set->other, 0, err);
}

void lb_population_set_swap(struct lb_workspace *w, const struct lb_population_set *set)
{
    struct lb_buffer *written = w->buffers[set->other];
    w->buffers[set->other] = w->buffers[set->read_next];
    w->buffers[set->read_next] = written;
}

/* --- all of it -------------------------------------------------------------------------------- */

uint64_t lb_workspace_list_length(const struct lb_workspace *w, enum lb_buffer_id id)
{
    const struct lb_buffer *list = w->buffers[id];
    return list == NULL ? 0 : lb_buffer_bytes(list) / lb_layout_index_bytes(w->c);
}

uint64_t lb_workspace_device_bytes(const struct lb_workspace *w)
{
    uint64_t bytes = 0;
    for (int id = 0; id < LB_BUFFERS; id++)
        if (w->buffers[id] != NULL) bytes += lb_buffer_bytes(w->buffers[id]);
    return bytes;
}

enum lb_state_role lb_workspace_role(const struct lb_workspace *w, enum lb_buffer_id id)
{
    if (id == LB_BUFFER_OTHER_F && lb_case_keeps_moments(w->c)) return LB_ROLE_STATE;
    return lb_buffer_rows[id].role;
}

enum lb_status lb_workspace_each(const struct lb_workspace *w, lb_state_visitor *visit,
                                 void *context, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    for (int id = 0; id < LB_BUFFERS && st == LB_STATUS_OK; id++) {
        if (w->buffers[id] == NULL) continue;
        const struct lb_state_item item = {lb_buffer_rows[id].name, lb_buffer_bytes(w->buffers[id]),
                                           lb_workspace_role(w, (enum lb_buffer_id)id)};
        st = visit(context, &item, err);
    }
    for (unsigned n = 0; n < w->number_count && st == LB_STATUS_OK; n++) {
        const struct lb_state_item item = {w->numbers[n].name, w->numbers[n].bytes, LB_ROLE_STATE};
        st = visit(context, &item, err);
    }
    return st;
}

/* NULL where there is no such buffer. */
static struct lb_buffer *find_buffer(const struct lb_workspace *w, const char *name)
{
    for (int id = 0; id < LB_BUFFERS; id++)
        if (strcmp(lb_buffer_rows[id].name, name) == 0) return w->buffers[id];
    return NULL;
}

/* Where a piece of the host's numbers is. */
static enum lb_status find_number(const struct lb_workspace *w, const char *name, uint64_t offset,
                                  uint64_t bytes, char **out, struct lb_error *err)
{
    for (unsigned n = 0; n < w->number_count; n++) {
        const struct lb_host_number *number = &w->numbers[n];
        if (strcmp(number->name, name) != 0) continue;
        if (offset > number->bytes || bytes > number->bytes - offset)
            return lb_fail(err, LB_STATUS_FAILED, "'%s' has %llu bytes only", name,
                           (unsigned long long)number->bytes);
        *out = (char *)number->value + offset;
        return LB_STATUS_OK;
    }
    return lb_fail(err, LB_STATUS_FAILED, "case '%s' keeps no '%s'", w->c->name, name);
}

enum lb_status lb_workspace_read(const struct lb_workspace *w, const char *name, uint64_t offset,
                                 uint64_t bytes, void *data, struct lb_error *err)
{
    struct lb_buffer *buffer = find_buffer(w, name);
    char *number = NULL;
    if (buffer != NULL) return lb_buffer_read(buffer, offset, bytes, data, err);
    const enum lb_status st = find_number(w, name, offset, bytes, &number, err);
    if (st == LB_STATUS_OK) memcpy(data, number, bytes);
    return st;
}

enum lb_status lb_workspace_write(struct lb_workspace *w, const char *name, uint64_t offset,
                                  uint64_t bytes, const void *data, struct lb_error *err)
{
    struct lb_buffer *buffer = find_buffer(w, name);
    char *number = NULL;
    w->version++;
    if (buffer != NULL) return lb_buffer_write(buffer, offset, bytes, data, err);
    const enum lb_status st = find_number(w, name, offset, bytes, &number, err);
    if (st == LB_STATUS_OK) memcpy(number, data, bytes);
    return st;
}
