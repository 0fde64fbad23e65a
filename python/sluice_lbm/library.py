# library.py - the C library by ctypes: where it is, its structures, and calls that raise.
# What the calls mean is in include/sluice.h.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import ctypes.util
import functools
import os
import sys
from ctypes import POINTER, Structure, c_char, c_char_p, c_double, c_int, c_uint, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any

from . import errors

ABI = 1
_beside = Path(__file__).resolve().parent


class CError(Structure):
    _fields_ = [("status", c_int), ("text", c_char * 2048)]


class CDevice(Structure):
    _fields_ = [("index", c_int), ("is_gpu", c_int), ("is_cpu", c_int), ("has_fp64", c_int), ("memory", c_uint64),
                ("name", c_char * 256), ("platform", c_char * 128), ("driver", c_char * 128)]


class CSpec(Structure):
    _fields_ = [("abi", c_uint), ("size", c_uint32 * 3), ("viscosity", c_double), ("force", c_double * 3),
                ("lattice", c_char_p), ("collision", c_char_p), ("precision", c_char_p), ("rounding", c_char_p),
                ("streaming", c_char_p), ("seed", c_uint64), ("viscosity_law", c_char_p),
                ("viscosity_values", POINTER(c_double)), ("viscosity_count", c_uint), ("has_surface", c_int),
                ("tension", c_double), ("device", c_char_p), ("lanes", c_char_p), ("kernels", c_char_p)]


class CArrays(Structure):
    _fields_ = [("kind", c_void_p), ("density", c_void_p), ("velocity", c_void_p), ("fill", c_void_p)]


class CFace(Structure):
    _fields_ = [("face", c_int), ("condition", c_char_p), ("density", c_double), ("velocity", c_double * 3),
                ("profile", c_void_p), ("profile_axis", c_int)]


class COpening(Structure):
    _fields_ = [("condition", c_char_p), ("density", c_double), ("velocity", c_double * 3), ("radius", c_double),
                ("centre", c_double * 3), ("normal", c_double * 3), ("from_corner", c_double * 3),
                ("to_corner", c_double * 3), ("is_developed", c_int)]


class CBody(Structure):
    _fields_ = [("file", c_char_p), ("cells", c_double), ("length", c_double), ("centre", c_double * 3),
                ("pitch", c_double), ("yaw", c_double), ("roll", c_double), ("flow", c_char_p), ("up", c_char_p),
                ("span", c_double), ("accepts_holes", c_int)]


class CInfo(Structure):
    _fields_ = [("size", c_uint32 * 3), ("dimensions", c_int), ("device_bytes", c_uint64), ("lanes", c_int),
                ("rank", c_int), ("ranks", c_int), ("begin", c_uint32 * 3), ("end", c_uint32 * 3),
                ("device", c_char * 256), ("precision", c_char * 32)]


class CRegion(Structure):
    _fields_ = [("begin", c_uint32 * 3), ("end", c_uint32 * 3)]


class CForce(Structure):
    _fields_ = [("force", c_double * 3), ("moment", c_double * 3)]


class CSums(Structure):
    _fields_ = [("fluid_cells", c_uint64), ("excess_mass", c_double), ("momentum", c_double * 3),
                ("energy", c_double), ("density_min", c_double), ("density_max", c_double), ("speed_max", c_double),
                ("not_finite", c_uint64), ("surface_mass", c_double)]


Callback = ctypes.CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p)

# Those that can fail; the error comes last, in all of them.
_fallible: dict[str, list[Any]] = {
    "device_at": [c_int, POINTER(CDevice)],
    "new": [POINTER(CSpec), POINTER(c_void_p)],
    "set_start_arrays": [c_void_p, POINTER(CArrays)],
    "add_face": [c_void_p, POINTER(CFace)],
    "add_opening": [c_void_p, POINTER(COpening), POINTER(c_int)],
    "add_body": [c_void_p, POINTER(CBody), POINTER(c_int)],
    "set_markers": [c_void_p, c_uint32, c_void_p, c_void_p],
    "use_communicator": [c_void_p, c_void_p, c_char_p],
    "start": [c_void_p],
    "advance": [c_void_p, c_uint64],
    "every": [c_void_p, c_uint64, Callback, c_void_p],
    "set_profile": [c_void_p, c_int, c_void_p],
    "get_info": [c_void_p, POINTER(CInfo)],
    "get": [c_void_p, c_char_p, POINTER(CRegion), c_void_p],
    "get_markers": [c_void_p, c_void_p, c_void_p],
    "get_force": [c_void_p, c_int, POINTER(CForce)],
    "get_sums": [c_void_p, POINTER(CSums)],
    "write_vtk": [c_void_p, c_char_p, c_char_p],
    "save": [c_void_p, c_char_p],
    "load": [c_void_p, c_char_p],
}
_others: dict[str, tuple[Any, list[Any]]] = {
    "abi": (c_uint, []),
    "version": (c_char_p, []),
    "choices": (ctypes.c_size_t, [c_char_p, c_char_p, ctypes.c_size_t]),
    "components": (c_int, [c_char_p]),
    "free": (None, [c_void_p]),
    "notes": (c_char_p, [c_void_p]),
    "step": (c_uint64, [c_void_p]),
}


def places() -> list[str]:
    """Where the library is looked for: SLUICE_LIBRARY, beside this file, a build folder, the system."""
    named = os.environ.get("SLUICE_LIBRARY")
    if named:
        return [named]
    near = [str(folder / "libsluice.so.0") for folder in (_beside / "native", _beside.parents[1] / "build")]
    return [path for path in near if os.path.exists(path)] + ["libsluice.so.0"]


def use_cpu_runtime() -> None:
    """Where no OpenCL driver is registered: Intel's for CPUs, if the extra [cpu] has installed it."""
    runtime = Path(sys.prefix) / "lib" / "libintelocl.so"
    if "OCL_ICD_VENDORS" not in os.environ and not any(Path("/etc/OpenCL/vendors").glob("*.icd")) and runtime.exists():
        os.environ["OCL_ICD_VENDORS"] = str(runtime)


use_cpu_runtime()  # before the library is loaded, or a program is started, which looks for drivers


@functools.lru_cache(maxsize=None)
def _loaded() -> ctypes.CDLL:
    reasons = []
    for path in places():
        try:
            found = ctypes.CDLL(path)
            break
        except OSError as error:
            reasons.append(str(error))
    else:
        raise errors.Error("libsluice was not found (" + "; ".join(reasons) + "): install it, or let SLUICE_LIBRARY "
                           "name its file")
    for name, arguments in _fallible.items():
        function = getattr(found, "sluice_" + name)
        function.restype, function.argtypes = c_int, arguments + [POINTER(CError)]
    for name, (result, arguments) in _others.items():
        function = getattr(found, "sluice_" + name)
        function.restype, function.argtypes = result, arguments
    if found.sluice_abi() != ABI:
        raise errors.Error(f"{path} has interface {found.sluice_abi()}, and this package is for {ABI}: install the "
                           "package of the same version")
    return found


@functools.lru_cache(maxsize=None)
def _first_process() -> int:
    return os.getpid()


def is_forked() -> bool:
    """OpenCL's threads are those of the process that called first: calls in a fork of it would wait for ever."""
    return os.getpid() != _first_process()


def call(name: str, *arguments: Any) -> None:
    """A call that can fail: raises the exception of its status, with its sentence."""
    if is_forked():
        raise errors.Error('this process was forked from one that has called sluice, and OpenCL does not go on there: start '
                           'processes with "spawn", as multiprocessing.get_context("spawn")')
    error = CError()
    status = getattr(_loaded(), "sluice_" + name)(*arguments, ctypes.byref(error))
    if status:
        kind = errors.of_status.get(status, errors.Error)
        raise kind(error.text.decode("utf-8", "replace"))


def ask(name: str, *arguments: Any) -> Any:
    """A call that cannot fail."""
    return getattr(_loaded(), "sluice_" + name)(*arguments)


def text(word: str | os.PathLike[str] | None) -> bytes | None:
    return None if word is None else named(word)


def named(word: str | os.PathLike[str]) -> bytes:
    """A word or a path that must be there."""
    try:
        found = os.fsencode(word)
    except (TypeError, ValueError):
        raise errors.UsageError(f"{word!r}: a word or a path is needed") from None
    if b"\0" in found:
        raise errors.UsageError(f"{word!r}: it has a zero byte")
    return found
