/* survey_list.cl - a survey looks at the cells of a list of fluid cells, whose places are known.
 * SPDX-License-Identifier: MIT */
#define LB_SURVEYED ((ulong)LB_LISTED)
#define lb_surveyed_cell(places, n) lb_cell((places)[n])
