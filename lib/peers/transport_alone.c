/* transport_alone.c - one rank: it has what all have, and its messages are to itself.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "peers/transport_internal.h"

struct one_message {
    void *to;
    const void *from;
    uint64_t bytes;
};

/* Sent and received in the same set, the first with the first. */
struct lb_messages {
    struct lb_messages_head head;
    struct one_message *list;
    size_t capacity, received, sent, carried;
};

static void finish_alone(struct lb_world *w)
{
    (void)w;
}

static void give_up_alone(const struct lb_world *w, int code)
{
    (void)w, (void)code;
}

static bool assemble_alone(const struct lb_world *w, double seconds)
{
    (void)w, (void)seconds;
    return true;
}

static void give_alone(const struct lb_world *w, void *data, uint64_t bytes, int from)
{
    (void)w, (void)data, (void)bytes, (void)from;
}

static void share_alone(const struct lb_world *w, const void *mine, uint64_t bytes, void *all)
{
    (void)w;
    memmove(all, mine, (size_t)bytes);
}

static void gather_alone(const struct lb_world *w, const void *mine, uint64_t bytes, void *all,
                         const uint64_t *sizes)
{
    (void)w, (void)sizes;
    memmove(all, mine, (size_t)bytes);
}

static enum lb_status create_alone(const struct lb_world *w, struct lb_messages **out,
                                   struct lb_error *err)
{
    (void)w;
    *out = calloc(1, sizeof **out);
    LB_NEED(*out != NULL, LB_STATUS_FAILED, "out of memory for messages");
    (*out)->head.transport = &lb_transport_alone;
    return LB_STATUS_OK;
}

static void destroy_alone(struct lb_messages *m)
{
    if (m != NULL) free(m->list);
    free(m);
}

static struct one_message *message_number(struct lb_messages *m, size_t n, struct lb_error *err)
{
    if (n < m->capacity) return m->list + n;
    const size_t capacity = n + 16;
    struct one_message *list = realloc(m->list, capacity * sizeof *list);
    if (list == NULL) {
        lb_fail(err, LB_STATUS_FAILED, "out of memory for messages");
        return NULL;
    }
    m->list = list;
    m->capacity = capacity;
    return list + n;
}

static enum lb_status receive_alone(struct lb_messages *m, int from, void *data, uint64_t bytes,
                                    struct lb_error *err)
{
    (void)from;
    struct one_message *message = message_number(m, m->received, err);
    if (message == NULL) return LB_STATUS_FAILED;
    message->to = data;
    message->bytes = bytes;
    m->received++;
    return LB_STATUS_OK;
}

static enum lb_status send_alone(struct lb_messages *m, int to, const void *data, uint64_t bytes,
                                 struct lb_error *err)
{
    (void)to, (void)bytes;
    struct one_message *message = message_number(m, m->sent, err);
    if (message == NULL) return LB_STATUS_FAILED;
    message->from = data;
    m->sent++;
    return LB_STATUS_OK;
}

static enum lb_status look_alone(struct lb_messages *m, const struct lb_message_watch *watch,
                                 struct lb_error *err)
{
    for (; m->carried < m->sent && m->carried < m->received; m->carried++) {
        const struct one_message *message = m->list + m->carried;
        memmove(message->to, message->from, (size_t)message->bytes);
        if (watch->received != NULL)
            LB_OK(watch->received(watch->context, message->to, message->bytes, err));
        if (watch->meanwhile != NULL) watch->meanwhile(watch->context);
    }
    return LB_STATUS_OK;
}

static enum lb_status wait_alone(struct lb_messages *m, const struct lb_message_watch *watch,
                                 struct lb_error *err)
{
    LB_NEED(m->received == m->sent, LB_STATUS_FAILED, "%zu messages were sent and %zu are expected",
            m->sent, m->received);
    LB_OK(look_alone(m, watch, err));
    m->sent = m->received = m->carried = 0;
    return LB_STATUS_OK;
}

const struct lb_transport lb_transport_alone = {
    .finish = finish_alone,
    .give_up = give_up_alone,
    .assemble = assemble_alone,
    .give = give_alone,
    .share = share_alone,
    .gather = gather_alone,
    .gather_on_all = gather_alone,
    .create = create_alone,
    .destroy = destroy_alone,
    .receive = receive_alone,
    .send = send_alone,
    .look = look_alone,
    .wait = wait_alone,
};
