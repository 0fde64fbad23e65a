/* gunzip_off.c - in place of gunzip_zlib.c where the library is built without zlib.
 * SPDX-License-Identifier: MIT */
#include "volume/gunzip.h"

enum lb_status lb_gunzip_open(FILE *stream, const char *path, struct lb_gunzip **out,
                              struct lb_error *err)
{
    (void)stream, (void)out;
    return lb_fail(err, LB_STATUS_USAGE,
                   "'%s' is compressed with gzip, and this sluice was built without zlib: install "
                   "it and build with -DLB_WITH_ZLIB=ON, or save the file raw (unu save -e raw)",
                   path);
}

void lb_gunzip_close(struct lb_gunzip *g)
{
    (void)g;
}

enum lb_status lb_gunzip_begin(struct lb_gunzip *g, struct lb_error *err)
{
    return lb_gunzip_end(g, err);
}

enum lb_status lb_gunzip_read(struct lb_gunzip *g, unsigned char *out, size_t count,
                              struct lb_error *err)
{
    (void)out, (void)count;
    return lb_gunzip_end(g, err);
}

enum lb_status lb_gunzip_end(struct lb_gunzip *g, struct lb_error *err)
{
    (void)g;
    return lb_fail(err, LB_STATUS_FAILED, "no gzip stream can be open without zlib");
}
