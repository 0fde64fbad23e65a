/* The scanner of kernel declarations, against what OpenCL C says a declaration is.
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "opencl/kernel_parameters.h"
#include "support/check.h"

static struct lb_kernel_declarations scan(const char *text)
{
    struct lb_kernel_declarations d;
    struct lb_error err = {0};
    LB_CHECK_OK(lb_kernel_declarations_scan(text, &d, &err), &err);
    return d;
}

/* `expected`: "name: type name, type name", where the type of a buffer is *. */
static void check_kernel(const struct lb_kernel_declaration *k, const char *expected)
{
    char text[512];
    size_t used = (size_t)snprintf(text, sizeof text, "%s:", k->name);
    for (unsigned n = 0; n < k->count && used < sizeof text; n++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s %s %s", n > 0 ? "," : "",
                                 k->parameters[n].is_buffer ? "*" : k->parameters[n].type,
                                 k->parameters[n].name);
    LB_CHECK_EQUAL_TEXT(text, expected);
}

static void check_only(const char *text, const char *expected)
{
    struct lb_kernel_declarations d = scan(text);
    LB_CHECK_EQUAL_INT(d.count, 1);
    if (d.count == 1) check_kernel(&d.kernels[0], expected);
    lb_kernel_declarations_free(&d);
}

static void names_and_kinds_are_those_of_the_declaration(void)
{
    check_only("kernel void lb_a(global float *x, const uint n) { x[n] = 0; }",
               "lb_a: * x, uint n");
    check_only("__kernel void lb_b(__global const float4 *restrict from,\n"
               "                   volatile global LB_CODE * to, constant int* table,\n"
               "                   local uchar *part, const ulong count, int last)\n{}",
               "lb_b: * from, * to, * table, * part, ulong count, int last");
    check_only("kernel void\nlb_c\n(\nglobal\nLB_INDEX\n*\nbusy\n,\nconst\nLB_NUMBER\nk\n)\n{}",
               "lb_c: * busy, LB_NUMBER k");
    check_only("kernel __attribute__((reqd_work_group_size(64, 1, 1))) void lb_d(uint const n) {}",
               "lb_d: uint n");
    check_only("__attribute__((vec_type_hint(float))) kernel void lb_e(private uint n) {}",
               "lb_e: uint n");
    check_only("kernel void lb_f(global float *x __attribute__((aligned(16))), uint n) {}",
               "lb_f: * x, uint n");
}

static void no_parameters_are_none(void)
{
    check_only("kernel void lb_a() {}", "lb_a:");
    check_only("kernel void lb_b(void) {}", "lb_b:");
}

static void comments_and_directives_are_no_text(void)
{
    check_only(
        "/* kernel void lb_x(uint a) */ // kernel void lb_y(uint a)\n"
        "#line 3 \"kernel void lb_z(uint a)\"\n"
        "#define KERNEL(name) \\\n    kernel void name(uint a)\n"
        "#define LONG /* a comment\nof two lines */ kernel void lb_w(uint a)\n"
        "kernel /* here */ void lb_a(global uint *x, /* of x, and y */ const uint n // last\n"
        "#line 9 \"other.cl\"\n) {}",
        "lb_a: * x, uint n");
    check_only("constant char text[] = \"kernel void lb_x(uint a)\\\" kernel\";\n"
               "constant char quote = '\"';\n"
               "kernel void lb_a(uint n) {}",
               "lb_a: uint n");
}

static void other_functions_are_not_taken_for_kernels(void)
{
    struct lb_kernel_declarations d =
        scan("void kernel_like(uint a) {}\nfloat mykernel(uint a) { return a; }\n"
             "static inline void lb_help(global float *x) {}\nkernel");
    LB_CHECK_EQUAL_INT(d.count, 0);
    lb_kernel_declarations_free(&d);
    d = scan("");
    LB_CHECK_EQUAL_INT(d.count, 0);
    lb_kernel_declarations_free(&d);
}

static void of_several_kernels_each_is_found(void)
{
    struct lb_kernel_declarations d =
        scan("kernel void lb_a(uint a) { for (;;) { lb_help((1), 2); } }\n"
             "void lb_help(int a, int b) {}\n"
             "kernel void lb_b(global uint *b, ulong step) {}\nkernel void lb_c(void);");
    LB_CHECK_EQUAL_INT(d.count, 3);
    const struct lb_kernel_declaration *b = lb_kernel_declaration_find(&d, "lb_b");
    LB_CHECK(b != NULL && lb_kernel_declaration_find(&d, "lb_d") == NULL);
    if (b != NULL) {
        char names[64], cut[6];
        check_kernel(b, "lb_b: * b, ulong step");
        LB_CHECK_EQUAL_INT(lb_parameter_index(b, "step"), 1);
        LB_CHECK_EQUAL_INT(lb_parameter_index(b, "ste"), -1);
        lb_parameter_names(b, names, sizeof names);
        LB_CHECK_EQUAL_TEXT(names, "b, step");
        lb_parameter_names(b, cut, sizeof cut);
        LB_CHECK_EQUAL_TEXT(cut, "b, st");
        lb_parameter_names(lb_kernel_declaration_find(&d, "lb_c"), names, sizeof names);
        LB_CHECK_EQUAL_TEXT(names, "none");
    }
    lb_kernel_declarations_free(&d);
}

static void what_is_too_long_or_too_much_is_refused(void)
{
    struct lb_kernel_declarations d;
    struct lb_error err = {0}, second = {0};
    char text[4096] = "kernel void lb_many(uint a";
    LB_CHECK_EQUAL_INT(
        lb_kernel_declarations_scan("kernel void lb_a(uint a_name_that_is_longer_than"
                                    "_any_parameter_ever_was) {}",
                                    &d, &err),
        LB_STATUS_FAILED);
    LB_CHECK(strstr(err.text, "too long") != NULL);
    for (int n = 0; n < LB_MAX_PARAMETERS; n++)
        strcat(text, ", uint b");
    LB_CHECK_EQUAL_INT(lb_kernel_declarations_scan(strcat(text, ") {}"), &d, &second),
                       LB_STATUS_FAILED);
    LB_CHECK(strstr(second.text, "'lb_many'") != NULL);
}

/* An unfinished text must come to an end, too. */
static void a_text_that_breaks_off_is_no_trouble(void)
{
    static const char whole[] = "/* c */ kernel __attribute__((a(1))) void lb_a(global float *x, "
                                "uint n) { \"s\\\"\" '\\'' }\n#define A \\\n b /* c\n */ d";
    for (size_t length = 0; length < sizeof whole; length++) {
        char text[sizeof whole];
        struct lb_kernel_declarations d;
        struct lb_error err = {0};
        memcpy(text, whole, length);
        text[length] = '\0';
        LB_CHECK_OK(lb_kernel_declarations_scan(text, &d, &err), &err);
        LB_CHECK(d.count <= 1);
        lb_kernel_declarations_free(&d);
    }
}

int main(void)
{
    LB_TEST(names_and_kinds_are_those_of_the_declaration);
    LB_TEST(no_parameters_are_none);
    LB_TEST(comments_and_directives_are_no_text);
    LB_TEST(other_functions_are_not_taken_for_kernels);
    LB_TEST(of_several_kernels_each_is_found);
    LB_TEST(what_is_too_long_or_too_much_is_refused);
    LB_TEST(a_text_that_breaks_off_is_no_trouble);
    return lb_check_report();
}
