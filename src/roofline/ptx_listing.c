/* ptx_listing.c - reads the statements of a kernel and links its blocks.
 * SPDX-License-Identifier: MIT */
#include "roofline/ptx_listing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The same text with blanks for comments. */
static char *copy_without_comments(const char *text)
{
    char *copy = strdup(text);
    for (char *at = copy; at != NULL && *at != '\0'; at++) {
        if (at[0] == '/' && at[1] == '/') {
            while (*at != '\0' && *at != '\n')
                *at++ = ' ';
            at--;
        } else if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at + 2, "*/");
            const size_t length = end != NULL ? (size_t)(end - at) + 2 : strlen(at);
            memset(at, ' ', length);
            at += length - 1;
        }
    }
    return copy;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%';
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_word(at[length]))
        length++;
    return length;
}

/* The opening brace of the kernel's body. */
static char *find_body(char *text, const char *kernel)
{
    static const char entry[] = ".entry";
    for (char *at = text; (at = strstr(at, entry)) != NULL; at++) {
        const char *name = at + sizeof entry - 1;
        name += strspn(name, " \t\n");
        if (word_length(name) == strlen(kernel) && strncmp(name, kernel, strlen(kernel)) == 0)
            return strchr(at, '{');
    }
    return NULL;
}

static struct lb_ptx_block *open_block(struct lb_ptx_listing *l, const char *label, size_t length)
{
    struct lb_ptx_block *b = &l->blocks[l->block_count++];
    *b = (struct lb_ptx_block){.label = label,
                               .label_length = length,
                               .first = l->instruction_count,
                               .next = {LB_PTX_NO_BLOCK, LB_PTX_NO_BLOCK}};
    return b;
}

bool lb_ptx_is(const struct lb_ptx_instruction *i, const char *name)
{
    const size_t length = strlen(name);
    return i->length >= length && strncmp(i->text, name, length) == 0 &&
           (i->length == length || i->text[length] == '.');
}

static bool ends_block(const struct lb_ptx_instruction *i)
{
    return lb_ptx_is(i, "bra") || lb_ptx_is(i, "ret") || lb_ptx_is(i, "exit") ||
           lb_ptx_is(i, "trap");
}

/* Reads one statement; a label opens a block, and so does what follows a branch. */
static const char *read_statement(struct lb_ptx_listing *l, const char *at)
{
    const size_t word = word_length(at);
    const char *behind = at + word + strspn(at + word, " \t");
    if (word > 0 && behind[0] == ':' && behind[1] != ':') {
        open_block(l, at, word);
        return behind + 1;
    }
    if (at[0] == '.') /* .loc and .file end with their line, all other directives with ';' */
        return at + strcspn(at, strncmp(at, ".loc", 4) == 0 || strncmp(at, ".file", 5) == 0 ? "\n"
                                                                                            : ";");
    struct lb_ptx_instruction i = {.guarded = at[0] == '@'};
    if (i.guarded) {
        at += strcspn(at, " \t\n;");
        at += strspn(at, " \t\n");
    }
    i.text = at;
    i.length = strcspn(at, " \t\n;{[");
    i.operands = at + i.length + strspn(at + i.length, " \t\n");
    l->instructions[l->instruction_count++] = i;
    l->blocks[l->block_count - 1].count++;
    if (ends_block(&i)) open_block(l, NULL, 0);
    return at + strcspn(at, ";");
}

/* Braces at the beginning of a statement are scopes, all others belong to operands. */
static bool read_body(struct lb_ptx_listing *l, const char *at)
{
    int depth = 0;
    open_block(l, NULL, 0);
    for (; *at != '\0'; at++) {
        if (*at == '{') {
            depth++;
        } else if (*at == '}') {
            if (--depth == 0) return true;
        } else if (!isspace((unsigned char)*at) && *at != ';') {
            at = read_statement(l, at);
            if (*at == '\0') return false;
            if (*at != ';' && *at != '\n') at--;
        }
    }
    return false;
}

static int find_label(const struct lb_ptx_listing *l, const char *name)
{
    const size_t length = word_length(name);
    for (size_t b = 0; b < l->block_count; b++)
        if (l->blocks[b].label != NULL && l->blocks[b].label_length == length &&
            strncmp(l->blocks[b].label, name, length) == 0)
            return (int)b;
    return LB_PTX_NO_BLOCK;
}

static enum lb_status link_blocks(struct lb_ptx_listing *l, struct lb_error *err)
{
    for (size_t n = 0; n < l->block_count; n++) {
        struct lb_ptx_block *b = &l->blocks[n];
        const struct lb_ptx_instruction *last =
            b->count > 0 ? &l->instructions[b->first + b->count - 1] : NULL;
        const bool leaves = last != NULL && ends_block(last);
        if ((!leaves || last->guarded) && n + 1 < l->block_count) b->next[0] = (int)n + 1;
        if (!leaves) continue;
        if (!lb_ptx_is(last, "bra")) {
            b->returns = lb_ptx_is(last, "ret") || lb_ptx_is(last, "exit");
            continue;
        }
        b->next[1] = find_label(l, last->operands);
        if (b->next[1] == LB_PTX_NO_BLOCK)
            return lb_fail(err, LB_STATUS_FAILED, "PTX: a branch goes to '%.*s', which is nowhere",
                           (int)word_length(last->operands), last->operands);
    }
    return LB_STATUS_OK;
}

enum lb_status lb_ptx_listing_read(const char *ptx, const char *kernel, struct lb_ptx_listing *out,
                                   struct lb_error *err)
{
    enum lb_status st = LB_STATUS_OK;
    struct lb_ptx_listing l = {.text = copy_without_comments(ptx)};
    /* every statement takes a character and the semicolon or colon behind it */
    const size_t max = strlen(ptx) / 2 + 2;
    l.instructions = calloc(max, sizeof *l.instructions);
    l.blocks = calloc(max, sizeof *l.blocks);
    LB_REQUIRE(l.text != NULL && l.instructions != NULL && l.blocks != NULL, LB_STATUS_FAILED,
               "out of memory for the PTX of '%s'", kernel);
    const char *body = find_body(l.text, kernel);
    LB_REQUIRE(body != NULL, LB_STATUS_FAILED, "PTX: there is no kernel '%s'", kernel);
    LB_REQUIRE(read_body(&l, body), LB_STATUS_FAILED, "PTX: kernel '%s' has no end", kernel);
    LB_TRY(link_blocks(&l, err));
    *out = l;
    l = (struct lb_ptx_listing){0};
cleanup:
    lb_ptx_listing_free(&l);
    return st;
}

void lb_ptx_listing_free(struct lb_ptx_listing *listing)
{
    free(listing->text);
    free(listing->instructions);
    free(listing->blocks);
    *listing = (struct lb_ptx_listing){0};
}
