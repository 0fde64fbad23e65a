/* test_device.c - opening, buffers, programs and kernels on the device that is there.
 * Not on the native device: that one gives no binaries.
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "opencl/device.h"
#include "opencl/program.h"
#include "case/number_format.h"
#include "commands/commands.h"
#include "support/check.h"

static struct lb_device *device;

static const char mix_text[] = "kernel void lb_mix(global uint *out, const global uint *add,\n"
                               "                   const uint k, const ulong n)\n"
                               "{\n"
                               "    const ulong i = get_global_id(0);\n"
                               "    if (i < n) out[i] += 3u * (uint)i + k + (add ? add[i] : 0u);\n"
                               "}\n"
                               "kernel void lb_more(global uint *out) { out[0] = 1u; }\n";

static bool contains(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

enum { DIRTY_BUFFERS = 8 };

/* Leaves memory behind that is not zero, for the next buffer to be put there.  The returned buffer
 * keeps a driver that allocates on the host from giving that memory back to the system. */
static struct lb_buffer *leave_dirt(const unsigned char *bytes, uint64_t size)
{
    struct lb_error err = {0};
    struct lb_buffer *buffers[DIRTY_BUFFERS] = {NULL};
    for (int i = 0; i < DIRTY_BUFFERS; i++) {
        LB_CHECK_OK(lb_buffer_create(device, size, "dirt", &buffers[i], &err), &err);
        if (buffers[i] != NULL)
            LB_CHECK_OK(lb_buffer_write(buffers[i], 0, size, bytes, &err), &err);
    }
    for (int i = 0; i < DIRTY_BUFFERS - 1; i++)
        lb_buffer_destroy(buffers[i]);
    return buffers[DIRTY_BUFFERS - 1];
}

static void check_new_buffer(uint64_t size)
{
    struct lb_error err = {0};
    struct lb_buffer *buffer = NULL;
    unsigned char *bytes = malloc(size);
    LB_CHECK(bytes != NULL);
    if (bytes == NULL) return;
    memset(bytes, 7, size);
    lb_buffer_destroy(leave_dirt(bytes, size)); /* teaches malloc to keep blocks of this size */
    struct lb_buffer *last_dirt = leave_dirt(bytes, size);
    const uint64_t before = lb_device_allocated(device);
    LB_CHECK_OK(lb_buffer_create(device, size, "odd bytes", &buffer, &err), &err);
    if (buffer != NULL) {
        long dirty = 0;
        LB_CHECK_EQUAL_INT(lb_device_allocated(device) - before, size);
        LB_CHECK_EQUAL_INT(lb_buffer_bytes(buffer), size);
        LB_CHECK_OK(lb_buffer_read(buffer, 0, size, bytes, &err), &err);
        for (uint64_t i = 0; i < size; i++)
            dirty += bytes[i] != 0;
        LB_CHECK_EQUAL_INT(dirty, 0);
        lb_buffer_destroy(buffer);
    }
    LB_CHECK_EQUAL_INT(lb_device_allocated(device), before);
    lb_buffer_destroy(last_dirt);
    free(bytes);
}

static void a_new_buffer_is_zero_and_counted(void)
{
    check_new_buffer(1);
    check_new_buffer(1003);
    check_new_buffer(5 * 1024 * 1024 + 11); /* large ones are filled another way */
}

static void what_is_written_is_read_back_at_any_offset(void)
{
    struct lb_error err = {0};
    struct lb_buffer *buffer = NULL;
    unsigned char in[256], out[300];
    for (int i = 0; i < 256; i++)
        in[i] = (unsigned char)(i * 167 + 13);
    LB_CHECK_OK(lb_buffer_create(device, 300, "bytes", &buffer, &err), &err);
    if (buffer == NULL) return;
    LB_CHECK_OK(lb_buffer_write(buffer, 17, 256, in, &err), &err);
    LB_CHECK_OK(lb_buffer_read(buffer, 0, 300, out, &err), &err);
    LB_CHECK(memcmp(out + 17, in, 256) == 0);
    LB_CHECK_EQUAL_INT(out[16], 0);
    LB_CHECK_EQUAL_INT(out[273], 0);
    LB_CHECK_OK(lb_buffer_read(buffer, 300, 0, out, &err), &err);
    lb_buffer_destroy(buffer);
}

static void a_transfer_beyond_the_end_is_refused(void)
{
    struct lb_error err = {0}, second = {0};
    struct lb_buffer *buffer = NULL;
    char bytes[32] = "";
    LB_CHECK_OK(lb_buffer_create(device, 16, "small", &buffer, &err), &err);
    if (buffer == NULL) return;
    LB_CHECK_EQUAL_INT(lb_buffer_write(buffer, 10, 7, bytes, &err), LB_STATUS_FAILED);
    LB_CHECK(contains(err.text, "'small'"));
    LB_CHECK_EQUAL_INT(lb_buffer_read(buffer, UINT64_MAX, 7, bytes, &second), LB_STATUS_FAILED);
    lb_buffer_destroy(buffer);
}

static void check_refused_size(uint64_t bytes, const char *expected)
{
    struct lb_error err = {0};
    struct lb_buffer *buffer = NULL;
    char number[32];
    const uint64_t before = lb_device_allocated(device);
    LB_CHECK_EQUAL_INT(lb_buffer_create(device, bytes, "populations", &buffer, &err),
                       LB_STATUS_DEVICE);
    LB_CHECK(buffer == NULL);
    snprintf(number, sizeof number, "(%llu bytes)", (unsigned long long)bytes);
    LB_CHECK(contains(err.text, "populations"));
    LB_CHECK(contains(err.text, number));
    LB_CHECK(contains(err.text, "iB ("));
    if (!contains(err.text, expected)) LB_CHECK_EQUAL_TEXT(err.text, expected);
    LB_CHECK_EQUAL_INT(lb_device_allocated(device), before);
}

static void a_buffer_that_cannot_fit_is_refused_with_a_sentence(void)
{
    const struct lb_device_info *info = lb_device_get_info(device);
    if (info->max_allocation < info->memory)
        check_refused_size(info->max_allocation + 1, "in one buffer");
    check_refused_size(info->memory + 1, info->name);
    check_refused_size(UINT64_MAX, info->name);
}

static void an_empty_buffer_is_refused(void)
{
    struct lb_error err = {0};
    struct lb_buffer *buffer = NULL;
    LB_CHECK_EQUAL_INT(lb_buffer_create(device, 0, "nothing", &buffer, &err), LB_STATUS_FAILED);
    LB_CHECK(contains(err.text, "nothing"));
}

enum { ITEMS = 1000, ROUNDS = 1500 };

static void run_mix(struct lb_kernel *kernel, struct lb_buffer *out, struct lb_buffer *add)
{
    struct lb_error err = {0};
    uint32_t values[ITEMS + 24], group = 0;
    long wrong = 0;
    LB_CHECK_OK(lb_kernel_max_group(kernel, &group, &err), &err);
    LB_CHECK(group >= 1 && group <= lb_device_get_info(device)->max_work_group);
    LB_CHECK_OK(lb_kernel_set_buffer(kernel, "out", out, &err), &err);
    LB_CHECK_OK(lb_kernel_set_buffer(kernel, "add", add, &err), &err);
    LB_CHECK_OK(lb_kernel_set_uint(kernel, "k", 4000000000u, &err), &err);
    LB_CHECK_OK(lb_kernel_set_ulong(kernel, "n", ITEMS, &err), &err);
    LB_CHECK_OK(lb_kernel_enqueue(kernel, ITEMS, 64, &err), &err);
    LB_CHECK_OK(lb_device_finish(device, &err), &err);
    LB_CHECK_OK(lb_buffer_read(out, 0, sizeof values, values, &err), &err);
    for (uint32_t i = 0; i < ITEMS + 24; i++) {
        const uint32_t added = add != NULL ? i * i : 0;
        wrong += values[i] != (i < ITEMS ? 3 * i + 4000000000u + added : 0);
    }
    LB_CHECK_EQUAL_INT(wrong, 0);
}

/* Many enqueues pass the milestones that keep the queue short: none may be lost, none run twice. */
static void run_many(struct lb_kernel *kernel, struct lb_buffer *out)
{
    struct lb_error err = {0};
    uint32_t first = 0, value = 0;
    enum lb_status st = LB_STATUS_OK;
    LB_CHECK_OK(lb_kernel_set_uint(kernel, "k", 5, &err), &err);
    LB_CHECK_OK(lb_kernel_set_buffer(kernel, "out", out, &err), &err);
    LB_CHECK_OK(lb_buffer_read(out, 4 * 7, 4, &first, &err), &err);
    for (int i = 0; i < ROUNDS && st == LB_STATUS_OK; i++)
        st = lb_kernel_enqueue(kernel, 100, 64, &err);
    LB_CHECK_OK(st, &err);
    LB_CHECK_OK(lb_buffer_read(out, 4 * 7, 4, &value, &err), &err);
    LB_CHECK_EQUAL_INT(value, first + (uint32_t)ROUNDS * (3 * 7 + 5));
}

static void kernels_get_their_arguments_and_run_in_order(void)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    struct lb_buffer *out = NULL, *again = NULL, *add = NULL;
    uint32_t squares[ITEMS];
    for (uint32_t i = 0; i < ITEMS; i++)
        squares[i] = i * i;
    LB_CHECK_OK(lb_program_build(device, "mix", mix_text, "", &program, &err), &err);
    LB_CHECK_OK(lb_buffer_create(device, 4 * (ITEMS + 24), "out", &out, &err), &err);
    LB_CHECK_OK(lb_buffer_create(device, 4 * (ITEMS + 24), "again", &again, &err), &err);
    LB_CHECK_OK(lb_buffer_create(device, 4 * ITEMS, "add", &add, &err), &err);
    if (program != NULL) LB_CHECK_OK(lb_kernel_create(program, "lb_mix", &kernel, &err), &err);
    if (kernel != NULL && out != NULL && again != NULL && add != NULL) {
        LB_CHECK_OK(lb_buffer_write(add, 0, sizeof squares, squares, &err), &err);
        run_mix(kernel, out, add);
        run_mix(kernel, again, NULL);
        run_many(kernel, out);
    }
    lb_kernel_destroy(kernel);
    lb_buffer_destroy(add);
    lb_buffer_destroy(again);
    lb_buffer_destroy(out);
    lb_program_destroy(program);
}

static void a_wrong_kernel_or_argument_is_named(void)
{
    struct lb_error err = {0}, second = {0}, third = {0};
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    LB_CHECK_OK(lb_program_build(device, "mix", mix_text, "", &program, &err), &err);
    if (program == NULL) return;
    LB_CHECK_EQUAL_INT(lb_kernel_create(program, "lb_none", &kernel, &err), LB_STATUS_FAILED);
    LB_CHECK(kernel == NULL);
    LB_CHECK(contains(err.text, "'mix'") && contains(err.text, "'lb_none'"));
    LB_CHECK(contains(err.text, "lb_more"));
    LB_CHECK_OK(lb_kernel_create(program, "lb_mix", &kernel, &second), &second);
    LB_CHECK_EQUAL_INT(lb_kernel_set_uint(kernel, "j", 0, &second), LB_STATUS_FAILED);
    LB_CHECK(contains(second.text, "'j'") && contains(second.text, "'lb_mix'"));
    LB_CHECK(contains(second.text, "out, add, k, n"));
    LB_CHECK_EQUAL_INT(lb_kernel_enqueue(kernel, 10, 0, &third), LB_STATUS_FAILED);
    LB_CHECK(contains(third.text, "'lb_mix'"));
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
}

static void check_refused(enum lb_status st, const struct lb_error *err, const char *sentence)
{
    LB_CHECK_EQUAL_INT(st, LB_STATUS_FAILED);
    LB_CHECK(contains(err->text, sentence));
    if (!contains(err->text, sentence)) LB_CHECK_EQUAL_TEXT(err->text, sentence);
}

static void an_argument_of_another_kind_or_one_that_was_not_set_is_named(void)
{
    struct lb_error build = {0}, a = {0}, b = {0}, c = {0}, d = {0}, e = {0};
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    LB_CHECK_OK(lb_program_build(device, "mix", mix_text, "", &program, &build), &build);
    if (program == NULL) return;
    LB_CHECK_OK(lb_kernel_create(program, "lb_mix", &kernel, &build), &build);
    if (kernel != NULL) {
        check_refused(lb_kernel_set_ulong(kernel, "k", 1, &a), &a,
                      "parameter 'k' of kernel 'lb_mix' is a uint, not a ulong");
        check_refused(lb_kernel_set_uint(kernel, "out", 1, &b), &b,
                      "parameter 'out' of kernel 'lb_mix' is a buffer, not a uint");
        check_refused(lb_kernel_set_buffer(kernel, "n", NULL, &c), &c,
                      "parameter 'n' of kernel 'lb_mix' is a ulong, not a buffer");
        LB_CHECK_OK(lb_kernel_set_buffer(kernel, "out", NULL, &build), &build);
        check_refused(lb_kernel_enqueue(kernel, 1, 1, &d), &d,
                      "parameter 'add' of kernel 'lb_mix' was never set");
        LB_CHECK_OK(lb_kernel_set_buffer(kernel, "add", NULL, &build), &build);
        LB_CHECK_OK(lb_kernel_set_uint(kernel, "k", 1, &build), &build);
        check_refused(lb_kernel_enqueue(kernel, 1, 1, &e), &e,
                      "parameter 'n' of kernel 'lb_mix' was never set");
    }
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
}

/* `step` is a built-in function, too. */
static void parameters_that_macros_declare_have_their_names(void)
{
    static const char text[] =
        "#define LB_COUNT ulong\n"
        "#define LB_KERNEL(name) kernel void name(global int *x, LB_COUNT step)\n"
        "LB_KERNEL(lb_hidden) { x[step] = 1; }\n";
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    struct lb_kernel *kernel = NULL;
    LB_CHECK_OK(lb_program_build(device, "hidden", text, "", &program, &err), &err);
    if (program == NULL) return;
    LB_CHECK_OK(lb_kernel_create(program, "lb_hidden", &kernel, &err), &err);
    if (kernel != NULL) {
        LB_CHECK(lb_kernel_takes_buffer(kernel, "x") && !lb_kernel_takes(kernel, "y"));
        LB_CHECK(lb_kernel_takes(kernel, "step") && !lb_kernel_takes_buffer(kernel, "step"));
        LB_CHECK_OK(lb_kernel_set_ulong(kernel, "step", 0, &err), &err);
    }
    lb_kernel_destroy(kernel);
    lb_program_destroy(program);
}

static void a_buffer_is_copied_whole(void)
{
    struct lb_error err = {0}, second = {0};
    struct lb_buffer *from = NULL, *to = NULL, *small = NULL;
    uint32_t values[ITEMS], back[ITEMS + 1] = {0};
    for (uint32_t i = 0; i < ITEMS; i++)
        values[i] = i * i + 1;
    LB_CHECK_OK(lb_buffer_create(device, sizeof values, "from", &from, &err), &err);
    LB_CHECK_OK(lb_buffer_create(device, sizeof back, "to", &to, &err), &err);
    LB_CHECK_OK(lb_buffer_create(device, sizeof values - 1, "small", &small, &err), &err);
    if (from != NULL && to != NULL && small != NULL) {
        LB_CHECK_OK(lb_buffer_write(from, 0, sizeof values, values, &err), &err);
        LB_CHECK_OK(lb_buffer_copy(from, to, &err), &err);
        LB_CHECK_OK(lb_buffer_read(to, 0, sizeof back, back, &err), &err);
        LB_CHECK(memcmp(values, back, sizeof values) == 0 && back[ITEMS] == 0);
        check_refused(lb_buffer_copy(from, small, &second), &second, "leaves buffer 'small'");
    }
    lb_buffer_destroy(from);
    lb_buffer_destroy(to);
    lb_buffer_destroy(small);
}

/* Copies the path that follows "text: " in a message. */
static void find_path(const char *message, char *path, size_t size)
{
    const char *at = strstr(message, "\ntext: ");
    path[0] = '\0';
    if (at == NULL) return;
    at += strlen("\ntext: ");
    snprintf(path, size, "%.*s", (int)strcspn(at, "\n"), at);
}

static void check_dump(const char *message, const char *text)
{
    char path[512], back[8192] = "";
    find_path(message, path, sizeof path);
    FILE *file = fopen(path, "r");
    LB_CHECK(file != NULL);
    if (file == NULL) return;
    const size_t length = fread(back, 1, sizeof back - 1, file);
    fclose(file);
    LB_CHECK_EQUAL_INT(length, strlen(text));
    LB_CHECK_EQUAL_TEXT(back, text);
    remove(path);
}

/* Drivers have words of their own, and some count the lines of what they were given. */
static bool names_line(const char *text)
{
    static const char *const words[] = {"strange.cl:7", ":7:", "(7)",   "line 7",
                                        ":4:",          "(4)", "line 4"};
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (contains(text, words[n])) return true;
    return false;
}

static void a_failed_build_shows_line_options_and_dump(void)
{
    static const char text[] = "kernel void lb_bad(global int *x)\n"
                               "{\n"
                               "#line 7 \"kernels/strange.cl\"\n"
                               "    x[0] = missing_thing;\n"
                               "}\n";
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    LB_CHECK_EQUAL_INT(lb_program_build(device, "bad/one", text, "-DLB_X=4", &program, &err),
                       LB_STATUS_FAILED);
    LB_CHECK(program == NULL);
    LB_CHECK(contains(err.text, "'bad/one'"));
    LB_CHECK(contains(err.text, lb_device_get_info(device)->name));
    LB_CHECK(contains(err.text, "-DLB_X=4"));
    LB_CHECK(contains(err.text, "missing_thing"));
    if (!LB_CHECK(names_line(err.text))) puts(err.text);
    check_dump(err.text, text);
}

static void a_long_log_keeps_the_first_error_and_the_end(void)
{
    char text[8192] = "kernel void lb_bad(global int *x)\n{\n";
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    for (int i = 0; i < 15; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "    x[%d] = a_long_name_of_a_thing_that_nobody_declared_anywhere_%d;\n", i, i);
    strcat(text, "}\n");
    LB_CHECK_EQUAL_INT(lb_program_build(device, "long", text, "", &program, &err),
                       LB_STATUS_FAILED);
    LB_CHECK(strlen(err.text) < LB_ERROR_TEXT_SIZE);
    LB_CHECK(contains(err.text, "anywhere_0"));
    LB_CHECK(contains(err.text, "anywhere_14"));
    check_dump(err.text, text);
}

static void a_good_build_leaves_a_binary(void)
{
    struct lb_error err = {0};
    struct lb_program *program = NULL;
    unsigned char *binary = NULL;
    size_t size = 0;
    LB_CHECK_OK(lb_program_build(device, "mix", mix_text, "", &program, &err), &err);
    if (program == NULL) return;
    LB_CHECK_OK(lb_program_binary(program, &binary, &size, &err), &err);
    LB_CHECK(binary != NULL && size > 0);
    free(binary);
    lb_program_destroy(program);
}

static void the_largest_cube_fits_and_the_next_does_not(void)
{
    const struct lb_number_format *fp32 = lb_number_format_find("fp32");
    const struct lb_number_format *fp64 = lb_number_format_find("fp64");
    struct lb_device_info info = {.memory = UINT64_C(1) << 34, .max_allocation = UINT64_C(1) << 32};
    LB_CHECK(fp32 != NULL && fp64 != NULL);
    if (fp32 == NULL || fp64 == NULL) return;
    /* 383^3 * 76 = 4 269 842 612 < 2^32 < 384^3 * 76; memory is ample */
    LB_CHECK_EQUAL_INT(lb_devices_largest_cube(&info, fp32), 383);
    /* 0.95 * 2^30 = 1 020 054 733 bytes.  A cell has 77 and a sixteenth of 16 for staging; a survey has
     * 2^15 (12 + 4) 8, probes 2^12 * 16: 78 * 235^3 + 4 259 840 = 1 016 534 090, and 236^3 are too many. */
    info.memory = UINT64_C(1) << 30;
    LB_CHECK_EQUAL_INT(lb_devices_largest_cube(&info, fp32), 235);
    LB_CHECK_EQUAL_INT(lb_devices_largest_cube(&info, fp64), 0);
    info.fp64 = true; /* (153 + 2) 187^3 + 4 325 376 = 1 017 901 841, and 188^3 are too many */
    LB_CHECK_EQUAL_INT(lb_devices_largest_cube(&info, fp64), 187);
}

/* Runs this program again with `role` as its argument and one variable changed; returns its exit
 * code. */
static int run_child(const char *self, const char *role, const char *variable, const char *value)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        setenv(variable, value, 1);
        execl(self, self, role, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

/* In the child: two alike devices are listed, told apart by index, and ambiguous by name. */
static int list_two_devices(void)
{
    struct lb_error err = {0}, second = {0};
    struct lb_device_info *list = NULL;
    struct lb_device *other = NULL;
    size_t count = 0, chosen = 0;
    char pair[32];
    LB_CHECK_OK(lb_device_list(&list, &count, &err), &err);
    size_t first = count;
    for (size_t i = count; i-- > 0;)
        if (contains(list[i].name, "pthread")) first = i;
    LB_CHECK(first + 1 < count);
    if (first + 1 < count) {
        LB_CHECK_EQUAL_TEXT(list[first].name, list[first + 1].name);
        LB_CHECK_EQUAL_INT(list[first + 1].index, first + 1);
        LB_CHECK_EQUAL_INT(list[first].platform_index, list[first + 1].platform_index);
        LB_CHECK_EQUAL_INT(list[first + 1].device_index, list[first].device_index + 1);
        LB_CHECK_EQUAL_INT(lb_device_choose(list, count, "pthread", &chosen, &second),
                           LB_STATUS_DEVICE);
        snprintf(pair, sizeof pair, "%d:%d", list[first + 1].platform_index,
                 list[first + 1].device_index);
        LB_CHECK_OK(lb_device_open(pair, &other, &err), &err);
        if (other != NULL)
            LB_CHECK_EQUAL_INT(lb_device_get_info(other)->device_index,
                               list[first + 1].device_index);
    }
    lb_device_close(other);
    free(list);
    return lb_check_report();
}

/* In the child: the loader finds no driver. */
static int list_no_devices(void)
{
    struct lb_error err = {0}, second = {0};
    struct lb_device_info *list = NULL;
    struct lb_device *none = NULL;
    size_t count = 99;
    LB_CHECK_OK(lb_device_list(&list, &count, &err), &err);
    LB_CHECK_EQUAL_INT(count, 0);
    LB_CHECK_EQUAL_INT(lb_device_open(NULL, &none, &err), LB_STATUS_DEVICE);
    LB_CHECK(contains(err.text, "pocl-opencl-icd"));
    LB_CHECK_EQUAL_INT(lb_devices_print(stdout, false, &second), LB_STATUS_DEVICE);
    free(list);
    return lb_check_report();
}

static const char *self_path;

static void two_alike_devices_are_told_apart(void)
{
    LB_CHECK_EQUAL_INT(run_child(self_path, "two", "POCL_DEVICES", "pthread pthread"), 0);
}

/* Khronos's loader heeds no variable in a process of root's; the other one in use says who it is. */
static bool loader_heeds_variables(void)
{
    void *program = dlopen(NULL, RTLD_LAZY);
    void *(*find)(const char *) = NULL;
    if (program != NULL) *(void **)&find = dlsym(program, "clGetExtensionFunctionAddress");
    const bool is_ocl_icd = find != NULL && find("clGetICDLoaderInfoOCLICD") != NULL;
    if (program != NULL) dlclose(program);
    return is_ocl_icd || geteuid() != 0;
}

static void no_driver_is_no_device_and_no_crash(void)
{
    char folder[] = "/tmp/sluice-no-icd-XXXXXX";
    LB_CHECK(mkdtemp(folder) != NULL);
    LB_CHECK_EQUAL_INT(run_child(self_path, "none", "OCL_ICD_VENDORS", folder), 0);
    rmdir(folder);
}

int main(int argc, char **argv)
{
    struct lb_error err = {0};
    self_path = argv[0];
    if (argc == 2 && strcmp(argv[1], "two") == 0) return list_two_devices();
    if (argc == 2 && strcmp(argv[1], "none") == 0) return list_no_devices();
    const enum lb_status opened = lb_device_open(getenv("SLUICE_DEVICE"), &device, &err);
    LB_CHECK_OK(opened, &err);
    if (opened != LB_STATUS_OK) return lb_check_report();
    LB_TEST(a_new_buffer_is_zero_and_counted);
    LB_TEST(what_is_written_is_read_back_at_any_offset);
    LB_TEST(a_transfer_beyond_the_end_is_refused);
    LB_TEST(a_buffer_that_cannot_fit_is_refused_with_a_sentence);
    LB_TEST(an_empty_buffer_is_refused);
    LB_TEST(kernels_get_their_arguments_and_run_in_order);
    LB_TEST(a_wrong_kernel_or_argument_is_named);
    LB_TEST(an_argument_of_another_kind_or_one_that_was_not_set_is_named);
    LB_TEST(parameters_that_macros_declare_have_their_names);
    LB_TEST(a_buffer_is_copied_whole);
    LB_TEST(a_failed_build_shows_line_options_and_dump);
    LB_TEST(a_long_log_keeps_the_first_error_and_the_end);
    LB_TEST(a_good_build_leaves_a_binary);
    LB_TEST(the_largest_cube_fits_and_the_next_does_not);
    if (strstr(lb_device_get_info(device)->platform, "Portable") != NULL)
        LB_TEST(two_alike_devices_are_told_apart);
    if (loader_heeds_variables()) LB_TEST(no_driver_is_no_device_and_no_crash);
    lb_device_close(device);
    return lb_check_report();
}
