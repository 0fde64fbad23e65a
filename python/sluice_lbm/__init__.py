# __init__.py - flows by the lattice Boltzmann method on OpenCL devices, from Python.
# SPDX-License-Identifier: MIT
"""Flows by the lattice Boltzmann method on any OpenCL device.

    import sluice_lbm as sluice
    flow = sluice.Flow(size=(128, 128), viscosity=0.02, kind=solid, velocity=u)
    flow.step(1000).velocity          # [x, y, axis]
    sluice.run("karman", quick=1)     # a setup, or a case file of your own
"""
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import DeviceError, DivergedError, Error, UsageError, VerdictError
    from .flow import Device, Flow, Force, Kind, choices, devices
    from .runs import Run, Runs, read_vti, resume, run, sweep

__all__ = ["Device", "DeviceError", "DivergedError", "Error", "Flow", "Force", "Kind", "Run", "Runs", "UsageError",
           "VerdictError", "choices", "devices", "read_vti", "resume", "run", "sweep"]


# Loaded when it is first used: the program starts parts of this package (paper, bench, view) that need no NumPy.
def __getattr__(name: str) -> Any:
    if name in ("errors", "flow", "library", "runs"):
        return import_module("." + name, __name__)
    for home in ("errors", "flow", "runs") if name in __all__ else ():
        module = import_module("." + home, __name__)
        if hasattr(module, name):
            globals()[name] = getattr(module, name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
