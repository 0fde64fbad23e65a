# __init__.py - what tells about results, beside the program: the paper, counted instructions, tables and charts.
# SPDX-License-Identifier: MIT
