/* gunzip_zlib.c - by zlib, which checks length and checksum of each member.  A stream may have several, one behind the
 * other, as `cat` and bgzip make them.
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "volume/gunzip.h"

enum { CHUNK = 1 << 16, ONLY_GZIP = 16 };

struct lb_gunzip {
    FILE *stream;
    const char *path;
    z_stream z;
    bool is_between; /* members: one has ended, and none has begun */
    size_t taken, made;
    unsigned char in[CHUNK], out[CHUNK]; /* out[taken .. made) is still to be taken */
};

enum lb_status lb_gunzip_open(FILE *stream, const char *path, struct lb_gunzip **out,
                              struct lb_error *err)
{
    struct lb_gunzip *g = calloc(1, sizeof *g);
    LB_NEED(g != NULL, LB_STATUS_FAILED, "no memory to read '%s'", path);
    g->stream = stream;
    g->path = path;
    if (inflateInit2(&g->z, MAX_WBITS + ONLY_GZIP) != Z_OK) {
        free(g);
        return lb_fail(err, LB_STATUS_FAILED, "zlib cannot begin to read '%s'", path);
    }
    *out = g;
    return LB_STATUS_OK;
}

void lb_gunzip_close(struct lb_gunzip *g)
{
    if (g != NULL) inflateEnd(&g->z);
    free(g);
}

enum lb_status lb_gunzip_begin(struct lb_gunzip *g, struct lb_error *err)
{
    g->taken = g->made = 0;
    g->is_between = false;
    g->z.avail_in = 0;
    LB_NEED(inflateReset(&g->z) == Z_OK, LB_STATUS_FAILED, "zlib cannot begin to read '%s'",
            g->path);
    return LB_STATUS_OK;
}

static enum lb_status fill_in(struct lb_gunzip *g, struct lb_error *err)
{
    if (g->z.avail_in > 0) return LB_STATUS_OK;
    g->z.next_in = g->in;
    g->z.avail_in = (uInt)fread(g->in, 1, CHUNK, g->stream);
    LB_NEED(!ferror(g->stream), LB_STATUS_USAGE, "cannot read '%s': %s", g->path, strerror(errno));
    LB_NEED(g->z.avail_in > 0 || g->is_between, LB_STATUS_USAGE,
            "'%s' ends within its compressed numbers: it is cut short", g->path);
    return LB_STATUS_OK;
}

static enum lb_status next_member(struct lb_gunzip *g, struct lb_error *err)
{
    LB_NEED(*g->z.next_in == 0x1f, LB_STATUS_USAGE,
            "'%s' has bytes behind the end of its compressed numbers", g->path);
    LB_NEED(inflateReset(&g->z) == Z_OK, LB_STATUS_FAILED, "zlib cannot go on with '%s'", g->path);
    g->is_between = false;
    return LB_STATUS_OK;
}

/* As many bytes as are there, up to a chunk; none only behind the last member. */
static enum lb_status fill_out(struct lb_gunzip *g, struct lb_error *err)
{
    g->taken = 0;
    g->z.next_out = g->out;
    g->z.avail_out = CHUNK;
    while (g->z.avail_out > 0) {
        LB_OK(fill_in(g, err));
        if (g->z.avail_in == 0) break;
        if (g->is_between) LB_OK(next_member(g, err));
        const int is = inflate(&g->z, Z_NO_FLUSH);
        LB_NEED(is == Z_OK || is == Z_STREAM_END, LB_STATUS_USAGE,
                "'%s' is no gzip stream behind its head, or is damaged: %s", g->path,
                g->z.msg != NULL ? g->z.msg : zError(is));
        g->is_between = is == Z_STREAM_END;
    }
    g->made = CHUNK - g->z.avail_out;
    return LB_STATUS_OK;
}

enum lb_status lb_gunzip_read(struct lb_gunzip *g, unsigned char *out, size_t count,
                              struct lb_error *err)
{
    while (count > 0) {
        if (g->taken == g->made) LB_OK(fill_out(g, err));
        LB_NEED(g->made > 0, LB_STATUS_USAGE,
                "'%s' has fewer compressed numbers than its head says", g->path);
        const size_t part = count < g->made - g->taken ? count : g->made - g->taken;
        memcpy(out, g->out + g->taken, part);
        g->taken += part;
        out += part;
        count -= part;
    }
    return LB_STATUS_OK;
}

enum lb_status lb_gunzip_end(struct lb_gunzip *g, struct lb_error *err)
{
    if (g->taken == g->made) LB_OK(fill_out(g, err));
    LB_NEED(g->taken == g->made, LB_STATUS_USAGE,
            "'%s' has more compressed numbers than its head says", g->path);
    return LB_STATUS_OK;
}
