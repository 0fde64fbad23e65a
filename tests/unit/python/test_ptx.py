# test_ptx.py - the counter against PTX whose instructions were counted by hand.
# SPDX-License-Identifier: MIT
import os
import shutil
import subprocess
import unittest

from sluice_lbm import program, ptx

HEAD = ".version 6.0\n.target sm_70\n.address_size 64\n.visible .entry k(\n.param .u64 k_0\n)\n"

EVERY_CLASS = HEAD + """{
.reg .f32 %f<9>; // add.f32 in a comment
ld.param.u64 %rd1, [k_0]; // move
cvta.to.global.u64 %rd2, %rd1; // move
ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];
ld.global.u16 %rs1, [%rd2+16];
fma.rn.f32 %f5, %f1, %f2, %f3; // 2
add.rn.f32 %f5, %f5, %f4; /* sub.f32 */ mul.f32 %f5, %f5, %f5; // 2
neg.f32 %f5, %f5;
 abs.f32 %f5, %f5; // moves
min.f32 %f5, %f5, %f1;
 setp.lt.f32 %p1, %f5, %f1; // 2
fma.rn.f64 %fd1, %fd1, %fd1, %fd1;
 add.f64 %fd1, %fd1, %fd1; // 3 in 64
mad.lo.s32 %r1, %r2, %r3, %r4;
 mul.wide.u32 %rd4, %r1, 8; // 3 integer
shl.b32 %r1, %r1, 3;
 lop3.b32 %r1, %r1, %r2, %r3, 0x96; // 2 integer
setp.eq.b16 %p2, %rs1, 0;
 neg.s32 %r1, %r1; // 2 integer
and.pred %p3, %p1, %p2; // control
selp.f32 %f5, %f5, %f1, %p3;
 mov.b32 %r5, %f5; // 2 moves
{ .reg .b16 tmp; mov.b32 {tmp, %rs2}, %r5; } // move
cvt.rn.f16.f32 %rs1, %f5;
 add.rn.f16x2 %r6, %r6, %r6; // 2 in 16
st.local.f32 [%rd9], %f5;
st.global.v2.f32 [%rd2], {%f5, %f1};
atom.global.cas.b32 %r1, [%rd2], 0, 1;
ret;
}
"""

FOLDED = HEAD + """{
ld.global.v4.b16 {%f1, %f2, %f3, %f4}, [%rd2];
ld.global.b16 %f5, [%rd2+8];
ld.global.v2.b16 {%rs1, %rs2}, [%rd2+10];
ld.global.b16 %h1, [%rd2+14];
st.global.v2.f32 [%rd2], {%f1, %f5};
ret;
}
"""

# A return at once, a special case around which a branch goes, and two ways to store: in one piece, or by lanes
# that may be left out.
BRANCHES = HEAD + """{
setp.gt.u32 %p1, %r1, 99;
@%p1 bra LBB0_9;
add.f32 %f1, %f1, %f1;
@%p2 bra $LBB0_2;
mul.f32 %f1, %f1, %f1;
 mul.f32 %f1, %f1, %f1;
$LBB0_2:
@%p3 bra LBB0_5;
bra.uni LBB0_4;
LBB0_4:
st.global.v2.f32 [%rd1], {%f1, %f2};
bra.uni LBB0_9;
LBB0_5:
@%p4 bra LBB0_6;
st.global.f32 [%rd1], %f1;
LBB0_6:
@%p5 bra LBB0_9;
st.global.f32 [%rd1+4], %f2;
LBB0_9:
ret;
}
"""

LOOP = HEAD + "{\nL1:\nadd.f32 %f1, %f1, %f1;\nst.global.f32 [%rd1], %f1;\n@%p1 bra L1;\nret;\n}\n"

# Per work-item two loads, 3 multiplications, 2 additions, 2 fma and one store, and none of the special case, which the
# compiler cannot do ahead for its load.
KERNEL = """
#pragma OPENCL FP_CONTRACT OFF
kernel void k(const global float2 *a, global float2 *b, const uint special)
{
    const size_t n = get_global_id(0);
    const float2 x = a[n], y = b[n];
    float2 z = fma(x, y, x);
    z = (float2)(z.x * x.x + y.y, z.y * x.y + y.x);
    if (special) z = fma(z, a[n + special], z) * x;
    z.x = z.x * z.y;
    b[n] = z;
}
"""
# as src/roofline/roofline_count.c calls it
COMPILE = ("-x cl -cl-std=CL1.2 -target nvptx64-nvidia-nvcl -Xclang -target-cpu -Xclang sm_70 -ffp-contract=off -O3 -w "
           "-S -o - -").split()
BUILTINS = os.path.join(os.path.dirname(__file__), "../../../kernels/probes/clang_builtins.cl")


class Counting(unittest.TestCase):
    def check(self, counts, **expected):
        self.assertEqual({key: counts[key] for key in expected}, expected)

    def test_every_class_is_told_apart(self):
        self.check(ptx.count(EVERY_CLASS, "k", 8), fp32_operations=6, fp64_operations=3, fp16_operations=2,
                   fused=2, integer_operations=7, conversions=1, moves=7, control=2, global_memory=3, atomics=1,
                   private_memory=1, unknown=0, load_bytes=18, store_bytes=8, all=29, off_the_path=0)

    def test_a_conversion_folded_into_a_load_counts(self):
        self.check(ptx.count(FOLDED, "k", 8), conversions=5, load_bytes=16, global_memory=5)

    def test_the_plain_path_is_counted(self):
        self.check(ptx.count(BRANCHES, "k", 8), fp32_operations=1, global_memory=1, store_bytes=8, control=6,
                   all=9, off_the_path=6)
        self.check(ptx.count(BRANCHES, "k", 4), global_memory=1, store_bytes=4, fp32_operations=1)
        self.check(ptx.count(BRANCHES, "k", 0), fp32_operations=0, all=3)

    def test_loops_end(self):
        """The way round a loop is one path, going through it once more another."""
        self.check(ptx.count(LOOP, "k", 12), fp32_operations=3, all=10)

    def test_what_cannot_be_counted_is_refused(self):
        call = HEAD + "{\n{ .param .b32 p0;\ncall.uni (r), powf, (p0);\n}\nret;\n}\n"
        for text, kernel, stored, words in (
                (BRANCHES, "j", 8, "no kernel 'j'"),
                (BRANCHES, "k", 16, "stores exactly 16 bytes"),
                (HEAD + "{\nadd.f32 %f1, %f1, %f1;\n", "k", 0, "has no end"),
                (HEAD + "{\n@%p1 bra L7;\nret;\n}\n", "k", 0, "'L7'"),
                (call, "k", 0, "calls a function")):
            with self.assertRaisesRegex(program.Failure, words):
                ptx.count(text, kernel, stored)

    def test_a_kernel_known_by_hand(self):
        names = ("clang", *(f"clang-{version}" for version in range(19, 13, -1)))
        compiler = next((name for name in names if shutil.which(name)), None)
        if compiler is None:
            self.skipTest("no clang")
        with open(BUILTINS, encoding="utf-8") as file:
            text = file.read() + KERNEL
        made = subprocess.run([compiler, *COMPILE], input=text, capture_output=True, text=True, check=True)
        counts = ptx.count(made.stdout, "k", 8)
        self.check(counts, fp32_operations=3 + 2 + 2 * 2, fused=2, load_bytes=16, store_bytes=8, unknown=0)
        self.assertGreaterEqual(counts["off_the_path"], 4)


unittest.main()
