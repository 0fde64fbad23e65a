# __init__.py - what tells about points of `sluice bench`: tables, CSV, scaling, comparison.
# SPDX-License-Identifier: MIT
