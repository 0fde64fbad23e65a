/* paper_items.c - all items, in the order of the paper.
 * SPDX-License-Identifier: MIT */
#include "reproduce/paper_item.h"

#define LB_PAPER_ITEM(item) extern const struct lb_paper_item item;
#include "paper/items.def"
#undef LB_PAPER_ITEM
const struct lb_paper_item *const lb_paper_items[] = {
#define LB_PAPER_ITEM(item) &item,
#include "paper/items.def"
#undef LB_PAPER_ITEM
    NULL};
