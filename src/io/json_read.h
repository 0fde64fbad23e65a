/* json_read.h - members of cJSON objects that come from elsewhere, and may lack them.
 * SPDX-License-Identifier: MIT */
#ifndef LB_IO_JSON_READ_H
#define LB_IO_JSON_READ_H

#include <cjson/cJSON.h>

/* "" or NaN where there is no such text or number; the text is the object's. */
const char *lb_json_text_of(const cJSON *object, const char *key);
double lb_json_number_of(const cJSON *object, const char *key);

#endif
