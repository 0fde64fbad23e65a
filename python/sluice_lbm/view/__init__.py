# sluice_lbm.view - pages of runs: of finished ones in one file, of one that goes on for a browser.
# SPDX-License-Identifier: MIT
