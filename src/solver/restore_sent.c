/* restore_sent.c - what a subdomain sent across its cuts in the step before, which forces on boundaries ask for:
 * it is where the neighbours have it, from where they send it back.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"
#include "solver/collective.h"
#include "solver/solver_internal.h"

/* Codes as this rank has them, in the order in which it received them; and then what it sent. */
static enum lb_status carry_back(const struct lb_exchange_plan *plan, uint64_t code, char *received,
                                 char *sent, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_messages *messages = NULL;
    LB_TRY(lb_messages_create(&messages, err));
    for (int n = 0; n < plan->sends; n++) {
        const struct lb_message *m = &plan->send[n];
        LB_TRY(
            lb_messages_receive(messages, m->rank, sent + m->begin * code, m->count * code, err));
    }
    for (int n = 0; n < plan->receives; n++) {
        const struct lb_message *m = &plan->receive[n];
        LB_TRY(
            lb_messages_send(messages, m->rank, received + m->begin * code, m->count * code, err));
    }
    LB_TRY(lb_messages_wait(messages, NULL, NULL, err));
cleanup:
    lb_messages_destroy(messages);
    return st;
}

enum lb_status lb_solver_restore_sent(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    const char *found = NULL;
    if (s->all == NULL || s->w.c->boundary_count == 0) return LB_STATUS_OK;
    const uint64_t code = lb_solver_code_bytes(s), bytes = plan->codes * code;
    char *sent = malloc(bytes + 1), *received = calloc(plan->received + 1, code);
    st = sent != NULL && received != NULL
             ? lb_solver_pack(s, &found, err)
             : lb_fail(err, LB_STATUS_FAILED, "out of memory for the exchange");
    LB_TRY(lb_peers_agree(st, err));
    for (int n = 0; n < plan->pieces; n++) {
        const struct lb_piece *p = &plan->piece[n];
        if (p->direction != 0) /* what listed cells sent is not asked for before the next step */
            memcpy(received + p->received_at * code, found + p->sent_at * code, p->count * code);
    }
    LB_TRY(carry_back(plan, code, received, sent, err));
    st = lb_buffer_write(s->w.buffers[LB_BUFFER_SENT], 0, bytes, sent, err);
cleanup:
    free(sent);
    free(received);
    return st;
}
