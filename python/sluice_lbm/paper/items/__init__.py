# __init__.py - figures and tables of the paper, in its order; a new one is a file and its line here.
# SPDX-License-Identifier: MIT
from . import (accuracy, bandwidth, capsule, capsule_pictures, cavity, delta, formats, histogram,
               histograms, instructions, karman, karman_noise, listing, memory, ones, poiseuille_profile,
               poiseuille_radius, poiseuille_speed, raindrop, raindrop_droplets, roofline, speed,
               taylor_green, taylor_green_start, transfers)

ITEMS = [module.Item() for module in (
    delta, ones, formats, accuracy, listing, memory, transfers, histogram, poiseuille_radius,
    poiseuille_speed, poiseuille_profile, taylor_green_start, taylor_green, karman, karman_noise, cavity,
    capsule_pictures, capsule, raindrop, raindrop_droplets, histograms, speed, bandwidth, roofline,
    instructions)]
