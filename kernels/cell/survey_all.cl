/* survey_all.cl - a survey looks at all cells of memory, and leaves solid ones out.
 * SPDX-License-Identifier: MIT */
#define LB_SURVEYED ((ulong)LB_PLACES)
#define lb_surveyed_cell(places, n) lb_cell_at((LB_INDEX)(n))
