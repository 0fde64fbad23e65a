# flow.py - a flow of one's own: cells, faces and bodies from arrays and files, steps, fields as arrays.
# SPDX-License-Identifier: MIT
from __future__ import annotations

import ctypes
import enum
import html
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import library
from .errors import Error, UsageError
from .library import ask, call, named, text

LONGEST_CALL = 0.25  # [s] in the library, where Python sees no Ctrl-C


class Kind(enum.IntEnum):
    """What a cell is."""
    FLUID = 0
    SOLID = 1  # at rest
    MOVING = 2  # a solid wall that moves along itself at the cell's velocity
    EQUILIBRIUM = 3  # density and velocity are prescribed throughout


@dataclass(frozen=True)
class Device:
    """An OpenCL device; `index` is what Flow(device=...) takes.  `memory` is in bytes."""
    index: int
    name: str
    platform: str
    driver: str
    is_gpu: bool
    is_cpu: bool
    has_fp64: bool
    memory: int


def devices() -> list[Device]:
    """All OpenCL devices, in the order of `sluice devices`."""
    found: list[Device] = []
    while True:
        d = library.CDevice()
        try:
            call("device_at", len(found), ctypes.byref(d))
        except Error:
            if not found:
                raise
            return found
        found.append(Device(d.index, d.name.decode(), d.platform.decode(), d.driver.decode(), bool(d.is_gpu),
                            bool(d.is_cpu), bool(d.has_fp64), d.memory))


def choices(what: str) -> list[str]:
    """The words for lattice, collision, precision, rounding, streaming, viscosity, condition or field."""
    size = ask("choices", named(what), None, 0)
    if not size:
        raise UsageError(f"choices({what!r}): lattice, collision, precision, rounding, streaming, viscosity, "
                         "condition or field")
    words = ctypes.create_string_buffer(size + 1)
    ask("choices", named(what), words, size + 1)
    return words.value.decode().split()


@dataclass(frozen=True)
class Force:
    """Of the flow on a body: `force` [rho0 cells^4/step^2], `moment` about the centre of its box."""
    force: np.ndarray
    moment: np.ndarray


def _number(given: Any, what: str) -> float:
    try:
        if not isinstance(given, (str, bytes)):
            return float(given)
    except (TypeError, ValueError, OverflowError):
        pass
    raise UsageError(f"{what}={given!r}: a number is needed")


def _whole(given: Any, what: str, least: int, below: int = 2**63) -> int:
    number = _number(given, what)
    if not (number == number // 1 and least <= number < below):
        raise UsageError(f"{what}={given!r}: a whole number, {least} or more and below {below}, is needed")
    return int(given)


def _flag(given: Any, what: str) -> bool:
    if not isinstance(given, (int, np.bool_)) or given not in (0, 1):
        raise UsageError(f"{what}={given!r}: True or False is needed")
    return bool(given)


def _array(given: Any, what: str, dtype: type) -> np.ndarray:
    try:
        return np.asarray(given, dtype)
    except (TypeError, ValueError):
        raise UsageError(f"{what}: numbers are needed, in an array or one for all cells") from None


def _pointer(array: np.ndarray | None) -> int | None:
    return None if array is None else array.ctypes.data


class Flow:
    """A flow by the lattice Boltzmann method, in lattice units: cells, steps, and the density at rest.

    size: cells along each axis, (nx, ny) or (nx, ny, nz).  viscosity: kinematic [cells^2/step].

    Arrays of cells have the shape `size`, so density[x, y, z]; vectors have three more numbers,
    velocity[x, y, z, axis], of which the third is 0 in two dimensions.  They lie in memory with x fastest, as
    NumPy's Fortran order has it; others are copied into that order once.

    The start: `kind` (Kind, or booleans: True is solid), `density`, `velocity` and, with a surface, `fill`; arrays,
    or numbers for all cells, (0.1, 0); one number is each component along an axis of the box.  Without any, fluid at
    rest.  `force` acts on each cell, per volume.
    `viscosity_law` and `viscosity_values` name a law and its parameters.  The words are those of choices().

    Nothing is computed before the first step, field or start(): faces, bodies and markers are added before.
    A flow holds memory on its device until close(), the end of a `with`, or its last reference.
    """

    def __init__(self, size: Sequence[int], viscosity: float, *, kind: Any = None, density: Any = None,
                 velocity: Any = None, fill: Any = None, force: Sequence[float] = (), lattice: str | None = None,
                 collision: str | None = None, precision: str | None = None, rounding: str | None = None,
                 streaming: str | None = None, seed: int = 0, viscosity_law: str | None = None,
                 viscosity_values: Sequence[float] | None = None, surface: bool = False, tension: float = 0.0,
                 device: str | int | None = None, lanes: str | int | None = None, kernels: str | None = None):
        self._flow = ctypes.c_void_p()
        self._kept: list[Any] = []  # what the library borrows
        self._faces: dict[int, np.ndarray] = {}  # profiles, for their number of numbers
        self._failure: BaseException | None = None
        self._has_started = self._is_divided = self._is_advancing = False
        if not hasattr(size, "__len__") or len(size) not in (2, 3):
            raise UsageError(f"size={size!r}: two or three whole numbers of cells are needed")
        self.size = tuple(_whole(n, "size", 1, 2**32) for n in size)
        surface = _flag(surface, "surface")
        if not surface and (fill is not None or tension):
            raise UsageError("fill= and tension= are of a flow with surface=True")
        if viscosity_values is not None and viscosity_law is None:
            raise UsageError("viscosity_values= are of a viscosity_law=")
        tension = _number(tension, "tension")
        if not tension >= 0:
            raise UsageError(f"tension={tension:g}: 0 or more is needed")
        words = {"lattice": lattice, "collision": collision, "precision": precision, "rounding": rounding,
                 "streaming": streaming, "viscosity_law": viscosity_law, "device": device, "lanes": lanes,
                 "kernels": kernels}
        spec = library.CSpec(abi=library.ABI, viscosity=_number(viscosity, "viscosity"), seed=_whole(seed, "seed", 0),
                             has_surface=surface, tension=tension,
                             **{key: text(str(word)) for key, word in words.items() if word is not None})
        spec.size[:] = self.size + (1,) * (3 - len(self.size))
        spec.force[:] = self._triple(force, "force")
        if viscosity_values is not None:
            given = _array(viscosity_values, "viscosity_values", np.float64)
            if given.ndim != 1:
                raise UsageError(f"viscosity_values={viscosity_values!r}: numbers, in a list, are needed")
            spec.viscosity_values = (ctypes.c_double * given.size)(*given.tolist())
            spec.viscosity_count = given.size
        call("new", ctypes.byref(spec), ctypes.byref(self._flow))
        self._set_start(kind, density, velocity, fill)

    def _call(self, name: str, *arguments: Any) -> None:
        if not self._flow:
            raise Error("the flow is closed")
        call(name, self._flow, *arguments)

    # --- before the start -----------------------------------------------------------------------------

    def _triple(self, numbers: Sequence[float], what: str) -> list[float]:
        try:
            given = [_number(n, what) for n in numbers]
        except TypeError:
            raise UsageError(f"{what}={numbers!r}: {len(self.size)} numbers are needed") from None
        if len(given) not in (0, len(self.size), 3) or (len(self.size) == 2 and any(given[2:])):
            raise UsageError(f"{what}={tuple(given)}: {len(self.size)} numbers are needed")
        return given + [0.0] * (3 - len(given))

    def _cells(self, given: Any, what: str, dtype: type, vector: bool = False) -> np.ndarray:
        """As the library reads it: x fastest, the numbers of a cell side by side."""
        shape = self.size + ((len(self.size),) if vector else ())
        array = _array(given, what, dtype)
        if vector and array.ndim > 0 and array.shape[-1] == 3 != shape[-1]:
            if array[..., 2].any():
                raise UsageError(f"{what}: the third component is 0 in two dimensions")
            array = array[..., :2]
        try:
            array = np.broadcast_to(array, shape)
        except ValueError:
            raise UsageError(f"{what} has the shape {array.shape}: {shape} is needed, or numbers for all cells"
                             ) from None
        if vector and shape[-1] == 2:
            array = np.concatenate([array, np.zeros(self.size + (1,), dtype)], -1)
        axes = tuple(range(len(self.size)))[::-1] + ((len(self.size),) if vector else ())
        return np.ascontiguousarray(array.transpose(axes))

    def _set_start(self, kind: Any, density: Any, velocity: Any, fill: Any) -> None:
        if kind is density is velocity is fill is None:
            return
        kinds = None if kind is None else _array(kind, "kind", np.float64)
        if kinds is not None and not np.isin(kinds, list(Kind)).all():
            raise UsageError("kind: True and False, or values of Kind, are needed")
        arrays = [None if kinds is None else self._cells(kinds, "kind", np.uint8),
                  None if density is None else self._cells(density, "density", np.float64),
                  None if velocity is None else self._cells(velocity, "velocity", np.float64, vector=True),
                  None if fill is None else self._cells(fill, "fill", np.float64)]
        self._kept += arrays
        self._call("set_start_arrays", ctypes.byref(library.CArrays(*map(_pointer, arrays))))

    def add_face(self, face: str, condition: str, *, velocity: Sequence[float] = (), density: float = 0.0,
                 profile: Any = None, profile_axis: str | None = None) -> None:
        """A condition at a face: "x-", "x+", "y-", ... .  It takes up the outermost layer of cells.

        condition: "velocity" and "pressure" hold what they say; "freestream" is a uniform stream outside; "outlet"
        lets waves and wakes out and holds nothing; "wall" slides with the velocity; "slip" is a plane of symmetry.
        Something must hold the pressure: between walls a velocity or freestream inlet needs "pressure", not "outlet".
        `profile` multiplies the velocity: one number for each cell of the box along `profile_axis`, or, without that,
        an array over the face with its two other axes in order.
        """
        number = self._face(face)
        axes = ["x", "y", "z"][:len(self.size)]
        if profile_axis is not None and profile_axis not in axes:
            raise UsageError(f"profile_axis={profile_axis!r}: one of {' '.join(axes)} is needed")
        along = number // 2 if profile_axis is None else axes.index(profile_axis)
        c = library.CFace(face=number, condition=named(condition), density=_number(density, "density"), profile_axis=along)
        c.velocity[:] = self._triple(velocity, "velocity")
        factors = None if profile is None else self._profile(profile, number, along)
        c.profile = _pointer(factors)
        self._call("add_face", ctypes.byref(c))
        if factors is not None:
            self._faces[number] = factors

    def _face(self, face: str) -> int:
        names = [axis + end for axis in "xyz"[:len(self.size)] for end in "-+"]
        if face not in names:
            raise UsageError(f"face {face!r}: " + ", ".join(names))
        return names.index(face)

    def _profile(self, given: Any, face: int, along: int) -> np.ndarray:
        shape = (self.size[along],) if along != face // 2 else tuple(
            n for axis, n in enumerate(self.size) if axis != along)
        profile = _array(given, "profile", np.float64)
        if profile.shape != shape:
            raise UsageError(f"the profile has the shape {profile.shape}: {shape} is needed")
        return np.ascontiguousarray(profile.T)

    def set_profile(self, face: str, profile: Any) -> None:
        """Replaces the profile of a face that was added with one, from the next step on."""
        number = self._face(face)
        old = self._faces.get(number)
        new = np.ascontiguousarray(_array(profile, "profile", np.float64).T)
        if old is None or new.shape != old.shape:
            raise UsageError(f"set_profile({face!r}): " + ("the face has no profile" if old is None else
                             f"the shape is {new.T.shape}, and was {old.T.shape}"))
        self._call("set_profile", number, _pointer(new))

    def add_opening(self, condition: str, *, centre: Sequence[float] = (), normal: Sequence[float] = (),
                    radius: float = 0.0, corners: Sequence[Sequence[float]] = (), velocity: Sequence[float] = (),
                    density: float = 0.0, developed: bool = False) -> int:
        """An inlet or outlet on a part of the walls; returns its number.

        condition: "velocity" with velocity[axis] [cells/step], "pressure" with density [rho0], or "outlet".
        Where: a disc by centre[axis], normal[axis] and radius [cells], or the wall between two corners[2][axis]
        [cells], which may lie in one plane; the middle of cell x is at x + 1/2.  Solid cells and those of faces become the
        opening's where links from them to fluid go through it.  developed=True: the velocity is the mean of a developed
        flow's profile.
        """
        count = len(corners) if hasattr(corners, "__len__") else 1
        if (count > 0) == bool(radius):
            raise UsageError("add_opening: a disc has centre, normal and radius, a box two corners: one of them is needed")
        if count not in (0, 2):
            raise UsageError(f"corners={corners!r}: two are needed")
        number = ctypes.c_int()
        c = library.COpening(condition=named(condition), density=_number(density, "density"),
                             radius=_number(radius, "radius"), is_developed=_flag(developed, "developed"))
        c.velocity[:] = self._triple(velocity, "velocity")
        if radius:
            c.centre[:], c.normal[:] = self._triple(centre, "centre"), self._triple(normal, "normal")
        else:
            c.from_corner[:], c.to_corner[:] = (self._triple(corner, "corners") for corner in corners)
        self._call("add_opening", ctypes.byref(c), ctypes.byref(number))
        return number.value

    def add_body(self, file: str, cells: float, centre: Sequence[float], *, length: float = 0.0, pitch: float = 0.0,
                 yaw: float = 0.0, roll: float = 0.0, flow: str | None = None, up: str | None = None,
                 span: float = 0.0, accepts_holes: bool = False) -> int:
        """Adds a body from a mesh (.stl, .obj, .off, .ply), an outline, or a shape such as "sphere"; returns its
        number for force().  `cells` is its `length` in cells, without `length` its extent along x; `centre` is
        that of its bounding box [cells].  Angles are in degrees."""
        number = ctypes.c_int()
        numbers = {"cells": cells, "length": length, "pitch": pitch, "yaw": yaw, "roll": roll, "span": span}
        b = library.CBody(file=named(file), flow=text(flow), up=text(up),
                          accepts_holes=_flag(accepts_holes, "accepts_holes"),
                          **{key: _number(number, key) for key, number in numbers.items()})
        b.centre[:] = self._triple(centre, "centre")
        self._call("add_body", ctypes.byref(b), ctypes.byref(number))
        return number.value

    def set_markers(self, position: Any, force: Any = None) -> None:
        """Points that move with the flow, position[n, axis] [cells], and push it with force[n, axis]."""
        place = np.ascontiguousarray(_array(position, "position", np.float64))
        push = None if force is None else np.ascontiguousarray(_array(force, "force", np.float64))
        if place.ndim != 2 or place.shape[1] != 3 or (push is not None and push.shape != place.shape):
            raise UsageError("position and force have the shape (markers, 3)")
        self._call("set_markers", len(place), _pointer(place), _pointer(push))
        self._markers = len(place)

    def use_communicator(self, communicator: Any, split: str | None = None) -> None:
        """Divides the box among the ranks of an mpi4py communicator."""
        from mpi4py import MPI  # type: ignore[import-not-found,unused-ignore]
        handle = ctypes.c_void_p(MPI._addressof(communicator))
        self._kept.append(communicator)
        self._call("use_communicator", handle, text(split))
        self._is_divided = True

    def start(self) -> "Flow":
        """Opens the device, builds the kernels, uploads the start state.  The first step does it, too."""
        if not self._has_started:
            self._call("start")
            self._has_started = True
        return self

    # --- while it flows -------------------------------------------------------------------------------

    def every(self, steps: int, function: Callable[["Flow"], Any]) -> None:
        """step() calls `function` with the flow after each multiple of `steps`; an exception ends step()."""
        if not callable(function):
            raise UsageError(f"every(): {function!r} cannot be called")
        own = weakref.ref(self)  # or the flow would keep itself

        def call_back(_flow: int, _step: int, _context: int) -> int:
            flow = own()
            if flow is None:
                return 1
            try:
                function(flow)
                return 0
            except BaseException as failure:  # must not pass through C
                flow._failure = failure
                return 1
        steps = _whole(steps, "every", 1)
        kept = library.Callback(call_back)
        self._kept.append(kept)
        self._call("every", steps, kept, None)

    def step(self, steps: int = 1) -> "Flow":
        """Does so many time steps, with the callbacks that are due, and waits for the device.  Ctrl-C ends it within
        a moment, after a whole step; with several ranks, at the end."""
        left = _whole(steps, "steps", 0)
        if self._is_advancing:
            raise Error("step(): it goes on already, in another thread or around this callback; one call at a time takes "
                        "steps")
        self._is_advancing = True
        try:
            self._take(left)
        finally:
            self._is_advancing = False
        return self

    def _take(self, left: int) -> None:
        self.start()
        self._failure = None
        # By the clock, which differs between ranks, that must take the same steps in a call
        share = left if self._is_divided else 16
        while left > 0:
            begin = time.monotonic()
            self._advance(min(share, left))
            left -= min(share, left)
            if time.monotonic() - begin < LONGEST_CALL / 2:
                share *= 2

    def _advance(self, steps: int) -> None:
        try:
            self._call("advance", steps)
        except Error:
            if self._failure is not None:
                raise self._failure from None
            raise

    # --- results --------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Steps since the start, including those of a loaded state."""
        if not self._flow:
            raise Error("the flow is closed")
        return int(ask("step", self._flow))

    def _region(self, region: Any) -> tuple[Any, tuple[int, ...]]:
        if region is None:
            return None, self.size
        slices = region if isinstance(region, tuple) else (region,)
        slices += (slice(None),) * (len(self.size) - len(slices))
        begins, ends = [0, 0, 0], [1, 1, 1]
        if len(slices) != len(self.size) or not all(isinstance(part, slice) for part in slices):
            raise UsageError(f"region={region!r}: {len(self.size)} slices are needed")
        for axis, (part, n) in enumerate(zip(slices, self.size)):
            begins[axis], ends[axis], stride = part.indices(n)
            if stride != 1 or ends[axis] <= begins[axis]:
                raise UsageError(f"region={region!r}: slices of step 1 that are not empty are needed")
        c = library.CRegion()
        c.begin[:], c.end[:] = begins, ends
        return ctypes.byref(c), tuple(e - b for b, e in zip(begins, ends))[:len(self.size)]

    def get(self, field: str, region: Any = None, out: np.ndarray | None = None) -> np.ndarray:
        """A field of all cells, or of a region such as np.s_[10:20, :, 5:6]; one of choices("field").

        `out`: an array from an earlier get() of the same shape, filled again.
        """
        self.start()
        components = ask("components", named(field))
        if components == 0:
            raise UsageError(f"there is no field {field!r}; known: " + " ".join(choices("field")))
        c_region, extent = self._region(region)
        shape = extent[::-1] + ((components,) if components > 1 else ())
        memory = np.empty(shape) if out is None else self._memory_of(out, shape, components)
        self._call("get", named(field), c_region, _pointer(memory))
        return _of_cells(memory, components)

    @staticmethod
    def _memory_of(out: np.ndarray, shape: tuple[int, ...], components: int) -> np.ndarray:
        if isinstance(out, np.ndarray) and out.ndim == len(shape) and out.dtype == np.float64 and out.flags.behaved:
            memory = _of_cells(out, components)
            if memory.shape == shape and memory.flags.c_contiguous:
                return memory
        raise UsageError("out: an array from get() of the same field and region, which may be written to, is needed")

    @property
    def density(self) -> np.ndarray:
        """density[x, y, z], in units of that at rest."""
        return self.get("density")

    @property
    def velocity(self) -> np.ndarray:
        """velocity[x, y, z, axis] [cells/step]; three numbers in two dimensions, too."""
        return self.get("velocity")

    @property
    def fill(self) -> np.ndarray:
        """fill[x, y, z], the wet share of cells, of a flow with a surface."""
        return self.get("fill")

    def force(self, body: int = -1) -> Force:
        """On a body; -1: on all solid cells that belong to none."""
        self.start()
        c = library.CForce()
        self._call("get_force", _whole(body, "body", -1, 2**31), ctypes.byref(c))
        return Force(np.array(c.force), np.array(c.moment))

    def markers(self) -> tuple[np.ndarray, np.ndarray]:
        """position[n, axis] [cells], not wrapped, and force[n, axis] on the fluid [rho0 cells^4/step^2]."""
        self.start()
        position, force = (np.empty((getattr(self, "_markers", 0), 3)) for _ in range(2))
        self._call("get_markers", _pointer(position), _pointer(force))
        return position, force

    def sums(self) -> Mapping[str, Any]:
        """Over all fluid cells: fluid_cells; sums of density - 1, excess_mass, of density * velocity, momentum[axis], and of
        density * velocity^2 / 2, energy; density_min, density_max [rho0], speed_max [cells/step]; not_finite, cells with
        such numbers; surface_mass."""
        self.start()
        c = library.CSums()
        self._call("get_sums", ctypes.byref(c))
        return {name: np.array(c.momentum) if name == "momentum" else getattr(c, name) for name in _names(c)}

    def info(self) -> Mapping[str, Any]:
        """Device, precision, memory in bytes, lanes, rank and its cells."""
        self.start()
        c = library.CInfo()
        self._call("get_info", ctypes.byref(c))
        found = {}
        for name in _names(c):
            value = getattr(c, name)
            found[name] = value.decode() if isinstance(value, bytes) else value if isinstance(value, int) else \
                tuple(value)
        return found

    @property
    def notes(self) -> list[str]:
        """Warnings about bodies that were accepted."""
        if not self._flow:
            raise Error("the flow is closed")
        return str(ask("notes", self._flow), "utf-8").splitlines()

    # --- files ----------------------------------------------------------------------------------------

    def write_vtk(self, path: str, fields: Sequence[str] | None = None) -> None:
        """Fields for ParaView; the path ends with .vti.  `fields`: names, a list or separated by commas."""
        self.start()
        try:
            words = fields if fields is None or isinstance(fields, str) else ",".join(fields)
        except TypeError:
            raise UsageError(f"fields={fields!r}: names are needed") from None
        self._call("write_vtk", named(path), text(words))

    def save(self, folder: str) -> None:
        """Saves the state as FOLDER/checkpoint; the folder must exist."""
        self.start()
        self._call("save", named(folder))

    def load(self, folder: str) -> "Flow":
        """Goes on from a saved state of the same box, with the same bits."""
        self.start()
        self._call("load", named(folder))
        return self

    # --- its life -------------------------------------------------------------------------------------

    def close(self) -> None:
        """Frees the flow and its memory on the device; other calls are errors then."""
        if self._is_advancing:
            raise Error("step() goes on, so neither a callback nor another thread can close the flow: an exception in a callback "
                        "ends it")
        if self._flow:
            if not library.is_forked():
                ask("free", self._flow)
            self._flow = ctypes.c_void_p()

    def __enter__(self) -> "Flow":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_flow", None):
            self.close()

    def __reduce_ex__(self, _: Any) -> Any:
        raise UsageError("a flow is not copied or pickled: save() and load() hand its state on")

    def __repr__(self) -> str:
        what = "closed" if not self._flow else f"{self.steps} steps" if self._has_started else "not started"
        return f"<Flow of {' x '.join(map(str, self.size))} cells, {what}>"

    def _repr_html_(self) -> str:
        """As Jupyter shows it: what it is, and once it flows, where and how fast."""
        rows: dict[str, Any] = {"cells": " × ".join(map(str, self.size))}
        if self._flow and self._has_started and not self._is_divided:
            info, sums = self.info(), self.sums()
            rows |= {"steps": self.steps, "device": info["device"], "precision": info["precision"],
                     "memory": f"{info['device_bytes'] / 1e6:.4g} MB", "fastest": f"{sums['speed_max']:.4g} cells/step",
                     "density": f"{sums['density_min']:.6g} to {sums['density_max']:.6g}"}
        body = "".join(f"<tr><td>{k}</td><td>{html.escape(str(v))}</td></tr>" for k, v in rows.items())
        return f"<p>{html.escape(repr(self))}</p><table>{body}</table>"


def _names(structure: ctypes.Structure) -> list[str]:
    return [field[0] for field in structure._fields_]


def _of_cells(memory: np.ndarray, components: int) -> np.ndarray:
    """The array with the axes of its cells the other way round, without a copy."""
    cells = memory.ndim - (components > 1)
    return memory.transpose(tuple(range(cells))[::-1] + tuple(range(cells, memory.ndim)))
