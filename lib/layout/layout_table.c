/* layout_table.c - looks a case up in the files of layouts/, which the program carries.
 * SPDX-License-Identifier: MIT */
#include "layout/layout_table.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

#include "io/json.h"
#include "opencl/device.h"
#include "layout/embedded.h"

static int count_of(const cJSON *object, const char *key)
{
    const double value = lb_json_number_of(object, key);
    return value >= 0.0 && value <= 4096.0 && floor(value) == value ? (int)value : -1;
}

struct lb_layout_choice lb_layout_read(const cJSON *object)
{
    return (struct lb_layout_choice){count_of(object, "lanes"),
                                     count_of(object, "arithmetic_lanes"),
                                     count_of(object, "work_group"), count_of(object, "registers")};
}

static bool is_true(const cJSON *row, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(row, key));
}

static bool is_of(const cJSON *row, const struct lb_case *c)
{
    return strcmp(lb_json_text_of(row, "lattice"), c->lattice->name) == 0 &&
           strcmp(lb_json_text_of(row, "collision"), c->collision->name) == 0 &&
           strcmp(lb_json_text_of(row, "storage"), c->storage->name) == 0 &&
           is_true(row, "heat") == (c->heat != NULL) && is_true(row, "law") == lb_case_has_law(c);
}

static int or_by_rule(int number)
{
    return number > 0 ? number : 0;
}

static void find_in(const cJSON *file, const struct lb_case *c, const struct lb_device_info *device,
                    struct lb_layout_choice *out)
{
    const cJSON *row;
    if (strcmp(lb_json_text_of(file, "device_type"), lb_device_type_name(device->type)) != 0)
        return;
    cJSON_ArrayForEach(row, cJSON_GetObjectItemCaseSensitive(file, "layouts"))
    {
        if (!is_of(row, c)) continue;
        const struct lb_layout_choice read = lb_layout_read(row);
        *out = (struct lb_layout_choice){or_by_rule(read.lanes), or_by_rule(read.arithmetic_lanes),
                                         or_by_rule(read.group), or_by_rule(read.registers)};
        return;
    }
}

/* All were measured in FP32.  Where there is no memory to read a file, the rules are good enough. */
void lb_layout_table_find(const struct lb_case *c, const struct lb_device_info *device,
                          struct lb_layout_choice *out)
{
    *out = (struct lb_layout_choice){0};
    if (c->arithmetic != LB_ARITHMETIC_FP32 || device->type != LB_DEVICE_GPU) return;
    for (const struct lb_embedded_file *f = lb_embedded_layouts; f->name != NULL; f++) {
        cJSON *file = cJSON_Parse(f->text);
        find_in(file, c, device, out);
        cJSON_Delete(file);
    }
}
