# __init__.py - figures and tables of Lehmann et al., Phys. Rev. E 106, 015308 (2022), made anew.
# SPDX-License-Identifier: MIT
