/* test_ptx_count.c - the counter against PTX whose instructions were counted by hand.
 * SPDX-License-Identifier: MIT */
#include "roofline/ptx_count.h"

#include <stdlib.h>
#include <string.h>

#include "process/process.h"
#include "roofline/roofline_count.h"
#include "support/check.h"

static struct lb_ptx_count count(const char *ptx, uint64_t stored)
{
    struct lb_error err = {0};
    struct lb_ptx_count c = {0};
    LB_CHECK_OK(lb_ptx_count(ptx, "k", stored, &c, &err), &err);
    return c;
}

#define HEAD \
    ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(\n.param .u64 k_0\n)\n"

static void every_class_is_told_apart(void)
{
    const struct lb_ptx_count c =
        count(HEAD "{\n.reg .f32 %f<9>; // add.f32 in a comment\n"
                   "ld.param.u64 %rd1, [k_0];\n"      /* move */
                   "cvta.to.global.u64 %rd2, %rd1;\n" /* move */
                   "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];\n"
                   "ld.global.u16 %rs1, [%rd2+16];\n"
                   "fma.rn.f32 %f5, %f1, %f2, %f3;\n"                                 /* 2 */
                   "add.rn.f32 %f5, %f5, %f4; /* sub.f32 */ mul.f32 %f5, %f5, %f5;\n" /* 2 */
                   "neg.f32 %f5, %f5;\n abs.f32 %f5, %f5;\n"                          /* moves */
                   "min.f32 %f5, %f5, %f1;\n setp.lt.f32 %p1, %f5, %f1;\n"            /* 2 */
                   "fma.rn.f64 %fd1, %fd1, %fd1, %fd1;\n add.f64 %fd1, %fd1, %fd1;\n" /* 3 in 64 */
                   "mad.lo.s32 %r1, %r2, %r3, %r4;\n mul.wide.u32 %rd4, %r1, 8;\n" /* 3 integer */
                   "shl.b32 %r1, %r1, 3;\n lop3.b32 %r1, %r1, %r2, %r3, 0x96;\n"   /* 2 integer */
                   "setp.eq.b16 %p2, %rs1, 0;\n neg.s32 %r1, %r1;\n"               /* 2 integer */
                   "and.pred %p3, %p1, %p2;\n"                                     /* control */
                   "selp.f32 %f5, %f5, %f1, %p3;\n mov.b32 %r5, %f5;\n"            /* 2 moves */
                   "{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r5; }\n"                /* move */
                   "cvt.rn.f16.f32 %rs1, %f5;\n add.rn.f16x2 %r6, %r6, %r6;\n"     /* 2 in 16 */
                   "st.local.f32 [%rd9], %f5;\n"
                   "st.global.v2.f32 [%rd2], {%f5, %f1};\n"
                   "atom.global.cas.b32 %r1, [%rd2], 0, 1;\n"
                   "ret;\n}\n",
              8);
    LB_CHECK_EQUAL_INT(c.float32, 6);
    LB_CHECK_EQUAL_INT(c.float64, 3);
    LB_CHECK_EQUAL_INT(c.float16, 2);
    LB_CHECK_EQUAL_INT(c.fused, 2);
    LB_CHECK_EQUAL_INT(c.integer, 7);
    LB_CHECK_EQUAL_INT(c.conversions, 1);
    LB_CHECK_EQUAL_INT(c.moves, 7);
    LB_CHECK_EQUAL_INT(c.control, 2);
    LB_CHECK_EQUAL_INT(c.memory, 3);
    LB_CHECK_EQUAL_INT(c.atomics, 1);
    LB_CHECK_EQUAL_INT(c.local, 1);
    LB_CHECK_EQUAL_INT(c.other, 0);
    LB_CHECK_EQUAL_INT(c.load_bytes, 18);
    LB_CHECK_EQUAL_INT(c.store_bytes, 8);
    LB_CHECK_EQUAL_INT(c.instructions, 29);
    LB_CHECK_EQUAL_INT(c.elsewhere, 0);
}

static void a_conversion_folded_into_a_load_counts(void)
{
    const struct lb_ptx_count c = count(HEAD "{\n"
                                             "ld.global.v4.b16 {%f1, %f2, %f3, %f4}, [%rd2];\n"
                                             "ld.global.b16 %f5, [%rd2+8];\n"
                                             "ld.global.v2.b16 {%rs1, %rs2}, [%rd2+10];\n"
                                             "ld.global.b16 %h1, [%rd2+14];\n"
                                             "st.global.v2.f32 [%rd2], {%f1, %f5};\n"
                                             "ret;\n}\n",
                                        8);
    LB_CHECK_EQUAL_INT(c.conversions, 5);
    LB_CHECK_EQUAL_INT(c.load_bytes, 16);
    LB_CHECK_EQUAL_INT(c.memory, 5);
}

/* A return at once, a special case around which a branch goes, and two ways to store: in one piece,
 * or by lanes that may be left out. */
static const char branches[] = HEAD "{\n"
                                    "setp.gt.u32 %p1, %r1, 99;\n"
                                    "@%p1 bra LBB0_9;\n"
                                    "add.f32 %f1, %f1, %f1;\n"
                                    "@%p2 bra $LBB0_2;\n"
                                    "mul.f32 %f1, %f1, %f1;\n mul.f32 %f1, %f1, %f1;\n"
                                    "$LBB0_2:\n"
                                    "@%p3 bra LBB0_5;\n"
                                    "bra.uni LBB0_4;\n"
                                    "LBB0_4:\n"
                                    "st.global.v2.f32 [%rd1], {%f1, %f2};\n"
                                    "bra.uni LBB0_9;\n"
                                    "LBB0_5:\n"
                                    "@%p4 bra LBB0_6;\n"
                                    "st.global.f32 [%rd1], %f1;\n"
                                    "LBB0_6:\n"
                                    "@%p5 bra LBB0_9;\n"
                                    "st.global.f32 [%rd1+4], %f2;\n"
                                    "LBB0_9:\n"
                                    "ret;\n}\n";

static void the_plain_path_is_counted(void)
{
    const struct lb_ptx_count whole = count(branches, 8);
    LB_CHECK_EQUAL_INT(whole.float32, 1);
    LB_CHECK_EQUAL_INT(whole.memory, 1);
    LB_CHECK_EQUAL_INT(whole.store_bytes, 8);
    LB_CHECK_EQUAL_INT(whole.control, 6);
    LB_CHECK_EQUAL_INT(whole.instructions, 9);
    LB_CHECK_EQUAL_INT(whole.elsewhere, 6);
    const struct lb_ptx_count half = count(branches, 4);
    LB_CHECK_EQUAL_INT(half.memory, 1);
    LB_CHECK_EQUAL_INT(half.store_bytes, 4);
    LB_CHECK_EQUAL_INT(half.float32, 1);
    const struct lb_ptx_count none = count(branches, 0);
    LB_CHECK_EQUAL_INT(none.float32, 0);
    LB_CHECK_EQUAL_INT(none.instructions, 3);
}

/* The way round a loop is one path, going through it once more another. */
static void loops_end(void)
{
    const struct lb_ptx_count c =
        count(HEAD "{\nL1:\nadd.f32 %f1, %f1, %f1;\nst.global.f32 [%rd1], "
                   "%f1;\n@%p1 bra L1;\nret;\n}\n",
              12);
    LB_CHECK_EQUAL_INT(c.float32, 3);
    LB_CHECK_EQUAL_INT(c.instructions, 10);
}

static void check_failure(const char *ptx, const char *kernel, uint64_t stored, const char *word)
{
    struct lb_error err = {0};
    struct lb_ptx_count c;
    LB_CHECK(lb_ptx_count(ptx, kernel, stored, &c, &err) == LB_STATUS_FAILED);
    if (!LB_CHECK(strstr(err.text, word) != NULL)) LB_CHECK_EQUAL_TEXT(err.text, word);
}

static void what_cannot_be_counted_is_refused(void)
{
    check_failure(branches, "j", 8, "no kernel 'j'");
    check_failure(branches, "k", 16, "stores exactly 16 bytes");
    check_failure(HEAD "{\nadd.f32 %f1, %f1, %f1;\n", "k", 0, "has no end");
    check_failure(HEAD "{\n@%p1 bra L7;\nret;\n}\n", "k", 0, "'L7'");
    check_failure(HEAD "{\n{ .param .b32 p0;\ncall.uni (r), powf, (p0);\n}\nret;\n}\n", "k", 0,
                  "calls a function");
}

/* The whole way from kernel text: per work-item two loads, 3 multiplications, 2 additions, 2 fma and
 * one store, and none of the special case, which the compiler cannot do ahead for its load. */
static void a_kernel_known_by_hand(void)
{
    static const char text[] =
        "#pragma OPENCL FP_CONTRACT OFF\n"
        "kernel void k(const global float2 *a, global float2 *b, const uint special)\n"
        "{\n"
        "    const size_t n = get_global_id(0);\n"
        "    const float2 x = a[n], y = b[n];\n"
        "    float2 z = fma(x, y, x);\n"
        "    z = (float2)(z.x * x.x + y.y, z.y * x.y + y.x);\n"
        "    if (special) z = fma(z, a[n + special], z) * x;\n"
        "    z.x = z.x * z.y;\n"
        "    b[n] = z;\n"
        "}\n";
    struct lb_error err = {0};
    struct lb_ptx_count c;
    char *ptx = NULL;
    const char *compiler = lb_roofline_compiler();
    if (compiler == NULL) return; /* the other tests hold the counter to what was counted by hand */
    LB_CHECK_OK(lb_roofline_compile(compiler, text, NULL, &ptx, &err), &err);
    if (ptx == NULL) return;
    LB_CHECK_OK(lb_ptx_count(ptx, "k", 8, &c, &err), &err);
    LB_CHECK_EQUAL_INT(c.float32, 3 + 2 + 2 * 2);
    LB_CHECK_EQUAL_INT(c.fused, 2);
    LB_CHECK_EQUAL_INT(c.load_bytes, 16);
    LB_CHECK_EQUAL_INT(c.store_bytes, 8);
    LB_CHECK_EQUAL_INT(c.other, 0);
    LB_CHECK(c.elsewhere >= 4);
    free(ptx);
}

int main(void)
{
    LB_TEST(every_class_is_told_apart);
    LB_TEST(a_conversion_folded_into_a_load_counts);
    LB_TEST(the_plain_path_is_counted);
    LB_TEST(loops_end);
    LB_TEST(what_cannot_be_counted_is_refused);
    LB_TEST(a_kernel_known_by_hand);
    return lb_check_report();
}
