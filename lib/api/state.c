/* state.c - a flow's state in a checkpoint: saved and loaded by the same calls.
 * SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/version.h"
#include "case/lookup.h"
#include "checkpoint/archive.h"
#include "io/file.h"
#include "peers/peers.h"
#include "solver/collective.h"

/* What a state is of, and must be loaded into. */
struct methods {
    char lattice[32], collision[32], shift[8], surface[8], size[64], bodies[32], faces[128];
};

static void describe(const struct sluice *s, struct methods *m)
{
    const struct lb_case *c = &s->c;
    snprintf(m->lattice, sizeof m->lattice, "%s", c->lattice->name);
    snprintf(m->collision, sizeof m->collision, "%s", c->collision->name);
    snprintf(m->shift, sizeof m->shift, "%s", c->shift ? "on" : "off");
    snprintf(m->surface, sizeof m->surface, "%s", c->surface.exists ? "free" : "none");
    snprintf(m->size, sizeof m->size, "%u,%u,%u", c->size[0], c->size[1], c->size[2]);
    snprintf(m->bodies, sizeof m->bodies, "%d", c->body_count);
    m->faces[0] = '\0';
    for (int face = 0; face < LB_FACES; face++) {
        const int number = s->faces.boundary_of[face];
        const size_t used = strlen(m->faces);
        snprintf(m->faces + used, sizeof m->faces - used, "%s%s", face > 0 ? "," : "",
                 number >= 0 ? c->boundaries[number].condition->name : "periodic");
    }
}

static enum lb_status one_word(struct lb_archive *a, const char *name, const char *own,
                               struct lb_error *err)
{
    if (!lb_archive_loads(a)) {
        char *value = (char *)(uintptr_t)own; /* only read */
        return lb_archive_text(a, name, &value, err);
    }
    const char *there = lb_archive_find(a, name);
    LB_NEED(there != NULL && strcmp(there, own) == 0, LB_STATUS_USAGE,
            "the checkpoint is of %s %s, and this flow of %s", name, there != NULL ? there : "none",
            own);
    return LB_STATUS_OK;
}

static enum lb_status archive_methods(const struct sluice *s, struct lb_archive *a,
                                      struct lb_precision *precision, struct lb_error *err)
{
    struct methods m;
    char name[LB_PRECISION_NAME_SIZE];
    describe(s, &m);
    LB_OK(one_word(a, "lattice", m.lattice, err));
    LB_OK(one_word(a, "collision", m.collision, err));
    LB_OK(one_word(a, "shift", m.shift, err));
    LB_OK(one_word(a, "surface", m.surface, err));
    LB_OK(one_word(a, "size", m.size, err));
    LB_OK(one_word(a, "bodies", m.bodies, err));
    LB_OK(one_word(a, "faces", m.faces, err));
    *precision = (struct lb_precision){
        .arithmetic = s->c.arithmetic, .storage = s->c.storage, .rounding = s->c.rounding};
    if (lb_archive_loads(a)) {
        const char *saved = lb_archive_find(a, "precision");
        return lb_lookup_precision(saved != NULL ? saved : "", "precision of the checkpoint",
                                   precision, err);
    }
    lb_case_precision_name(&s->c, name, sizeof name);
    LB_OK(one_word(a, "precision", name, err));
    return one_word(a, "version", LB_VERSION, err);
}

/* What this rank has of it; nothing here waits for others. */
static enum lb_status archive_own(struct sluice *s, struct lb_archive *a, struct lb_error *err)
{
    struct lb_precision precision;
    LB_OK(archive_methods(s, a, &precision, err));
    return lb_solver_archive(s->solver, a, &precision, err);
}

static enum lb_status save(struct sluice *s, const char *folder, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    LB_TRY(lb_solver_unite_sums(s->solver, err));
    LB_TRY(lb_peers_agree(s->world, lb_archive_create(folder, &a, err), err));
    LB_TRY(lb_peers_agree(s->world, archive_own(s, a, err), err));
    LB_TRY(lb_archive_unite_ranks(a, s->world, err));
    LB_TRY(lb_peers_agree(s->world, lb_archive_commit(a, err), err));
cleanup:
    lb_archive_close(a);
    return st;
}

static enum lb_status load(struct sluice *s, const char *folder, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_archive *a = NULL;
    LB_TRY(lb_peers_agree(s->world, lb_archive_open(folder, &a, err), err));
    LB_TRY(lb_peers_agree(s->world, archive_own(s, a, err), err));
    LB_TRY(lb_archive_unite_ranks(a, s->world, err));
    if (lb_peers_count(s->world) > 1)
        LB_TRY(lb_peers_agree(s->world, lb_solver_restore_sent(s->solver, err), err));
    s->looked_at = lb_solver_step(s->solver);
cleanup:
    lb_archive_close(a);
    return st;
}

/* The first rank alone writes what is not a share of an array. */
static enum lb_status as_rank(struct sluice *s, const char *folder,
                              enum lb_status (*call)(struct sluice *, const char *,
                                                     struct lb_error *),
                              struct lb_error *err)
{
    const bool were_left = lb_files_are_left();
    lb_files_leave_to_others(were_left || !lb_peers_is_first(s->world));
    const enum lb_status st = call(s, folder, err);
    lb_files_leave_to_others(were_left);
    return st;
}

sluice_status sluice_save(sluice *s, const char *folder, sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_started(s, "sluice_save", &err);
    if (st == LB_STATUS_OK) st = lb_api_need_given(folder, "sluice_save", "`folder`", &err);
    if (st == LB_STATUS_OK) st = as_rank(s, folder, save, &err);
    return lb_api_report(st, &err, error);
}

sluice_status sluice_load(sluice *s, const char *folder, sluice_error *error)
{
    struct lb_error err = {0};
    enum lb_status st = lb_api_need_started(s, "sluice_load", &err);
    if (st == LB_STATUS_OK) st = lb_api_need_given(folder, "sluice_load", "`folder`", &err);
    if (st == LB_STATUS_OK && s->is_advancing)
        st = lb_fail(&err, LB_STATUS_FAILED, "sluice_load: a callback cannot load a state");
    if (st == LB_STATUS_OK) {
        st = as_rank(s, folder, load, &err);
        s->has_failed = st != LB_STATUS_OK;
    }
    return lb_api_report(st, &err, error);
}
