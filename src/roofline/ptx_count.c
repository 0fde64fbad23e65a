/* ptx_count.c - finds the path through a kernel's blocks and classifies what is on it.
 * SPDX-License-Identifier: MIT */
#include "roofline/ptx_count.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "roofline/ptx_listing.h"

enum { MAX_PARTS = 12, PART_SIZE = 16 };

static const uint32_t no_cost = UINT32_MAX; /* no way there */

/* --- classes ------------------------------------------------------------------------------------ */

/* The opcode cut at its dots. */
struct parts {
    char words[MAX_PARTS][PART_SIZE];
    int count;
};

static struct parts cut(const struct lb_ptx_instruction *i)
{
    struct parts p = {.count = 0};
    const char *at = i->text, *end = i->text + i->length;
    while (at < end && p.count < MAX_PARTS) {
        size_t length = 0;
        while (at + length < end && at[length] != '.')
            length++;
        const size_t kept = length < PART_SIZE - 1 ? length : PART_SIZE - 1;
        memcpy(p.words[p.count], at, kept);
        p.words[p.count++][kept] = '\0';
        at += length + 1;
    }
    return p;
}

static bool has(const struct parts *p, const char *word)
{
    for (int n = 1; n < p->count; n++)
        if (strcmp(p->words[n], word) == 0) return true;
    return false;
}

static bool is_one_of(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0) return true;
    return false;
}

struct type {
    char kind;  /* 'f', 's', 'u', 'b', 'p'(redicate); 0: none */
    int bits;   /* of one number */
    int packed; /* numbers in one register */
};

static struct type parse_type(const char *word)
{
    struct type t = {0, 0, 1};
    if (strcmp(word, "pred") == 0) return (struct type){'p', 1, 1};
    if (strncmp(word, "bf16", 4) == 0) word++;
    if (strchr("fsub", word[0]) == NULL || !isdigit((unsigned char)word[1])) return t;
    char *end;
    t.bits = (int)strtol(word + 1, &end, 10);
    if (strcmp(end, "x2") == 0) t.packed = 2;
    if (*end == '\0' || t.packed == 2) t.kind = word[0];
    return t;
}

/* The last of the modifiers that is one: set and setp name the operands' type last too. */
static struct type type_of(const struct parts *p)
{
    for (int n = p->count - 1; n > 0; n--) {
        const struct type t = parse_type(p->words[n]);
        if (t.kind != 0) return t;
    }
    return (struct type){0, 0, 1};
}

static int numbers_of_access(const struct parts *p)
{
    return has(p, "v8") ? 8 : has(p, "v4") ? 4 : has(p, "v2") ? 2 : 1;
}

static uint64_t access_bytes(const struct parts *p)
{
    const struct type t = type_of(p);
    return (uint64_t)(numbers_of_access(p) * t.packed * t.bits / 8);
}

/* clang folds some conversions into what loads their operands: 16 bits go into registers named as
 * those of 32-bit floats are. */
static bool converts(const struct parts *p, const char *operands)
{
    operands += strspn(operands, " \t{");
    return type_of(p).bits == 16 && strncmp(operands, "%f", 2) == 0 &&
           isdigit((unsigned char)operands[2]);
}

static void count_access(const struct parts *p, const char *operands, struct lb_ptx_count *c)
{
    const bool load = strcmp(p->words[0], "ld") == 0 || strcmp(p->words[0], "ldu") == 0;
    if (has(p, "param") || has(p, "const")) {
        c->moves++;
    } else if (has(p, "global")) {
        c->memory++;
        *(load ? &c->load_bytes : &c->store_bytes) += access_bytes(p);
        if (load && converts(p, operands)) c->conversions += (uint64_t)numbers_of_access(p);
    } else if (has(p, "local")) {
        c->local++;
    } else {
        c->other++;
    }
}

static const char *const moving[] = {"mov", "selp", "slct", "cvta", "isspacep", "shfl", NULL};
static const char *const controlling[] = {"bra",     "ret",    "exit",  "trap", "bar",
                                          "barrier", "membar", "fence", "nop",  NULL};
static const char *const sign_changing[] = {"abs", "neg", "copysign", NULL};
static const char *const computing[] = {
    "add",  "sub",  "mul", "div",   "rem",   "min",   "max",  "rcp",  "sqrt", "rsqrt", "sin",
    "cos",  "lg2",  "ex2", "tanh",  "set",   "setp",  "and",  "or",   "xor",  "not",   "cnot",
    "shl",  "shr",  "shf", "lop3",  "bfe",   "bfi",   "brev", "popc", "clz",  "abs",   "neg",
    "addc", "subc", "sad", "mul24", "bfind", "testp", "prmt", NULL};
static const char *const fusing[] = {"fma", "mad", "mad24", "madc", NULL};

static void count_operations(const struct parts *p, uint64_t operations, struct lb_ptx_count *c)
{
    const struct type t = type_of(p);
    operations *= (uint64_t)t.packed;
    if (t.kind != 'f') {
        *(t.kind == 'p' ? &c->control : &c->integer) += operations;
        return;
    }
    *(t.bits == 64 ? &c->float64 : t.bits == 16 ? &c->float16 : &c->float32) += operations;
    if (operations > (uint64_t)t.packed) c->fused += (uint64_t)t.packed;
}

static void count_instruction(const struct lb_ptx_instruction *i, struct lb_ptx_count *c)
{
    const struct parts p = cut(i);
    const char *name = p.words[0];
    c->instructions++;
    if (strcmp(name, "ld") == 0 || strcmp(name, "ldu") == 0 || strcmp(name, "st") == 0)
        count_access(&p, i->operands, c);
    else if (strcmp(name, "atom") == 0 || strcmp(name, "red") == 0)
        c->atomics++;
    else if (strcmp(name, "cvt") == 0)
        c->conversions++;
    else if (is_one_of(name, moving))
        c->moves++;
    else if (is_one_of(name, controlling))
        c->control++;
    else if (is_one_of(name, sign_changing) && type_of(&p).kind == 'f')
        c->moves++;
    else if (is_one_of(name, computing))
        count_operations(&p, 1, c);
    else if (is_one_of(name, fusing))
        count_operations(&p, 2, c);
    else
        c->other++;
}

/* --- the path ----------------------------------------------------------------------------------- */

static size_t stored_by(const struct lb_ptx_listing *l, const struct lb_ptx_block *b)
{
    struct lb_ptx_count c = {0};
    for (size_t n = 0; n < b->count; n++)
        if (lb_ptx_is(&l->instructions[b->first + n], "st"))
            count_instruction(&l->instructions[b->first + n], &c);
    return (size_t)c.store_bytes;
}

/* A state is a block and what was stored when it begins. */
struct search {
    const struct lb_ptx_listing *l;
    size_t *stored; /* bytes, by block */
    size_t bytes;   /* stored at the end; states per block are one more */
    uint32_t *cost;
    int *before; /* the block before, on the shortest way here */
};

static size_t state(const struct search *s, size_t block, size_t stored)
{
    return block * (s->bytes + 1) + stored;
}

static bool relax(const struct search *s, size_t block, size_t stored)
{
    const struct lb_ptx_block *b = &s->l->blocks[block];
    const uint32_t cost = s->cost[state(s, block, stored)];
    if (cost == no_cost || stored + s->stored[block] > s->bytes) return false;
    bool changed = false;
    for (int n = 0; n < 2; n++) {
        if (b->next[n] == LB_PTX_NO_BLOCK) continue;
        const size_t to = state(s, (size_t)b->next[n], stored + s->stored[block]);
        if (cost + b->count >= s->cost[to]) continue;
        s->cost[to] = (uint32_t)(cost + b->count);
        s->before[to] = (int)block;
        changed = true;
    }
    return changed;
}

/* Blocks mostly branch forward, so that one sweep and one more to see it is all that is needed. */
static void find_costs(const struct search *s)
{
    for (size_t n = 0; n < s->l->block_count * (s->bytes + 1); n++)
        s->cost[n] = no_cost;
    s->cost[0] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = 0; b < s->l->block_count; b++)
            for (size_t stored = 0; stored <= s->bytes; stored++)
                changed = relax(s, b, stored) || changed;
    }
}

/* The returning block of the shortest path, and what was stored when it begins. */
static int find_end(const struct search *s, size_t *stored)
{
    uint32_t min = no_cost;
    int end = LB_PTX_NO_BLOCK;
    for (size_t n = 0; n < s->l->block_count; n++) {
        const struct lb_ptx_block *b = &s->l->blocks[n];
        if (!b->returns || s->stored[n] > s->bytes) continue;
        const size_t before = s->bytes - s->stored[n];
        const uint32_t cost = s->cost[state(s, n, before)];
        if (cost == no_cost || cost + b->count >= min) continue;
        min = (uint32_t)(cost + b->count);
        end = (int)n;
        *stored = before;
    }
    return end;
}

static enum lb_status count_block(const struct lb_ptx_listing *l, const struct lb_ptx_block *b,
                                  struct lb_ptx_count *c, struct lb_error *err)
{
    for (size_t n = 0; n < b->count; n++) {
        const struct lb_ptx_instruction *i = &l->instructions[b->first + n];
        if (lb_ptx_is(i, "call"))
            return lb_fail(err, LB_STATUS_FAILED,
                           "PTX: the kernel calls a function (%.*s), whose instructions are not "
                           "counted",
                           (int)strcspn(i->operands, ";\n"), i->operands);
        count_instruction(i, c);
    }
    return LB_STATUS_OK;
}

static enum lb_status count_path(const struct lb_ptx_listing *l, uint64_t bytes,
                                 struct lb_ptx_count *c, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct search s = {.l = l, .bytes = (size_t)bytes};
    const size_t states = l->block_count * (s.bytes + 1);
    size_t stored = 0;
    s.cost = malloc(states * sizeof *s.cost);
    s.before = malloc(states * sizeof *s.before);
    s.stored = malloc(l->block_count * sizeof *s.stored);
    LB_REQUIRE(s.cost != NULL && s.before != NULL && s.stored != NULL, LB_STATUS_FAILED,
               "out of memory for the paths of a kernel");
    for (size_t n = 0; n < l->block_count; n++)
        s.stored[n] = stored_by(l, &l->blocks[n]);
    find_costs(&s);
    int block = find_end(&s, &stored);
    LB_REQUIRE(block != LB_PTX_NO_BLOCK, LB_STATUS_FAILED,
               "PTX: no path through the kernel stores exactly %llu bytes",
               (unsigned long long)bytes);
    for (;;) {
        LB_TRY(count_block(l, &l->blocks[block], c, err));
        if (state(&s, (size_t)block, stored) == 0) break;
        block = s.before[state(&s, (size_t)block, stored)];
        stored -= s.stored[block];
    }
    if (c->instructions < l->instruction_count) /* else the path goes round */
        c->elsewhere = l->instruction_count - c->instructions;
cleanup:
    free(s.cost);
    free(s.before);
    free(s.stored);
    return st;
}

enum lb_status lb_ptx_count(const char *ptx, const char *kernel, uint64_t stored_bytes,
                            struct lb_ptx_count *out, struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_ptx_listing l = {0};
    *out = (struct lb_ptx_count){0};
    LB_TRY(lb_ptx_listing_read(ptx, kernel, &l, err));
    LB_TRY(count_path(&l, stored_bytes, out, err));
cleanup:
    lb_ptx_listing_free(&l);
    return st;
}
