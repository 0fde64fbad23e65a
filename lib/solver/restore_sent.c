/* restore_sent.c - what a subdomain knows of its neighbours beside populations, after a state was loaded: the
 * exponents of cells beyond cuts; and what it sent there in the step before, which forces on boundaries ask for: it is
 * where the neighbours have it, from where they send it back.
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "peers/peers.h"
#include "solver/collective.h"
#include "solver/solver_internal.h"

/* Posts what is received and sent: as in a step, or the other way round. */
static enum lb_status post(struct lb_messages *messages, const struct lb_message *receive,
                           int receives, char *to, const struct lb_message *send, int sends,
                           const char *from, uint64_t code, struct lb_error *err)
{
    for (const struct lb_message *m = receive; m < receive + receives; m++)
        LB_OK(lb_messages_receive(messages, m->rank, to + m->begin * code, m->count * code, err));
    for (const struct lb_message *m = send; m < send + sends; m++)
        LB_OK(lb_messages_send(messages, m->rank, from + m->begin * code, m->count * code, err));
    return lb_messages_wait(messages, NULL, err);
}

/* Codes as this rank has them, in the order in which it received them; and then what it sent. */
static enum lb_status carry_back(struct lb_solver *s, uint64_t code, char *received, char *sent,
                                 struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    struct lb_messages *messages = NULL;
    LB_TRY(lb_messages_create(s->world, &messages, err));
    st = post(messages, plan->send, plan->sends, sent, plan->receive, plan->receives, received,
              code, err);
cleanup:
    lb_messages_destroy(messages);
    return st;
}

/* What all send behind a step is sent, and `adopt` takes its share of it. */
static enum lb_status take_from_all(struct lb_solver *s,
                                    enum lb_status (*adopt)(struct lb_solver *s,
                                                            const char *received,
                                                            struct lb_error *err),
                                    struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    const uint64_t code = lb_solver_code_bytes(s);
    struct lb_messages *messages = NULL;
    const char *sent = NULL;
    char *received = calloc(plan->received + 1, code);
    st = received != NULL ? lb_solver_pack(s, &sent, err)
                          : lb_fail(err, LB_STATUS_FAILED, "out of memory for the exchange");
    LB_TRY(lb_peers_agree(s->world, st, err));
    LB_TRY(lb_messages_create(s->world, &messages, err));
    LB_TRY(post(messages, plan->receive, plan->receives, received, plan->send, plan->sends, sent,
                code, err));
    st = adopt(s, received, err);
cleanup:
    lb_messages_destroy(messages);
    free(received);
    return st;
}

/* What boundaries and surfaces ask for. */
static enum lb_status restore_sent(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    const struct lb_exchange_plan *plan = lb_solver_exchange_plan(s);
    const char *found = NULL;
    const uint64_t code = lb_solver_code_bytes(s), bytes = plan->codes * code;
    char *sent = malloc(bytes + 1), *received = calloc(plan->received + 1, code);
    st = sent != NULL && received != NULL
             ? lb_solver_pack(s, &found, err)
             : lb_fail(err, LB_STATUS_FAILED, "out of memory for the exchange");
    LB_TRY(lb_peers_agree(s->world, st, err));
    for (int n = 0; n < plan->pieces; n++) {
        const struct lb_piece *p = &plan->piece[n];
        if (p->direction != LB_PIECE_OF_LISTED && /* it is not asked for before the next step */
            !LB_IS_PIECE_OF_SURFACE(p->direction))
            memcpy(received + p->received_at * code, found + p->sent_at * code, p->count * code);
    }
    LB_TRY(carry_back(s, code, received, sent, err));
    st = lb_buffer_write(s->w.buffers[LB_BUFFER_SENT], 0, bytes, sent, err);
cleanup:
    free(sent);
    free(received);
    return st;
}

enum lb_status lb_restore_surface(struct lb_solver *s, struct lb_error *err)
{
    if (s->all == NULL || !s->w.c->surface.exists) return LB_STATUS_OK;
    return lb_peers_agree(s->world, take_from_all(s, lb_solver_adopt_surface, err), err);
}

enum lb_status lb_solver_restore_sent(struct lb_solver *s, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    if (s->all == NULL) return st;
    if (lb_case_keeps_moments(s->w.c)) return lb_collective_exchange(s, err);
    if (s->w.flow.storage->shares_exponents)
        LB_OK(lb_peers_agree(s->world, take_from_all(s, lb_solver_adopt_exponents, err), err));
    LB_OK(lb_restore_surface(s, err));
    if (s->w.c->boundary_count > 0 || s->w.c->surface.exists) LB_OK(restore_sent(s, err));
    return lb_collective_share_changed(s, err);
}
