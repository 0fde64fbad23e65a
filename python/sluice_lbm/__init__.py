# __init__.py - flows by the lattice Boltzmann method on OpenCL devices, from Python.
# SPDX-License-Identifier: MIT
"""Flows by the lattice Boltzmann method on any OpenCL device.

    import sluice_lbm as sluice
    flow = sluice.Flow(size=(128, 128), viscosity=0.02, kind=solid, velocity=u)
    flow.step(1000).velocity          # [x, y, axis]
    sluice.run("karman", quick=1)     # a setup, or a case file of your own
"""
from .errors import DeviceError, DivergedError, Error, UsageError, VerdictError
from .flow import Device, Flow, Force, Kind, choices, devices
from .library import use_cpu_runtime
from .runs import Run, read_vti, resume, run, sweep

use_cpu_runtime()

__all__ = ["Device", "DeviceError", "DivergedError", "Error", "Flow", "Force", "Kind", "Run", "UsageError",
           "VerdictError", "choices", "devices", "read_vti", "resume", "run", "sweep"]
