/* json_read.c - what a JSON file may lack.
 * SPDX-License-Identifier: MIT */
#include "io/json_read.h"

const char *lb_json_text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, key));
    return text == NULL ? "" : text;
}

double lb_json_number_of(const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(object, key));
}
