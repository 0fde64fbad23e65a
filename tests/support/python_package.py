"""What tests/cli/python.sh asks of sluice_lbm, against mathematics and against the command.

SPDX-License-Identifier: MIT
"""
import copy
import gc
import json
import os
import pathlib
import pickle
import re
import signal
import threading
import time
import weakref

import numpy as np

import sluice_lbm as sluice


def refused(expected, part, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except expected as error:
        assert part in str(error), (part, str(error))
    else:
        raise AssertionError(f"{part}: was accepted")


def shear_wave():
    """Decays by exp(-nu k^2 t); along y, as the start has it, so that axes that are swapped fail."""
    n, viscosity, k = 48, 0.05, 2 * np.pi / 48
    y = np.arange(n) + 0.5
    start = np.zeros((16, n, 2))
    start[..., 0] = 0.01 * np.sin(k * y)
    with sluice.Flow((16, n), viscosity, velocity=start, precision="fp64/fp64") as flow:
        u = flow.step(300).velocity
        assert u.shape == (16, n, 3) and flow.steps == 300
        expected = 0.01 * np.exp(-viscosity * k * k * 301) * np.sin(k * y)  # fields are seen behind a streaming
        assert np.abs(u[..., 0] - expected).max() < 2e-3 * 0.01 and np.abs(u[..., 1]).max() < 1e-6
        part = flow.get("velocity", np.s_[2:5, 10:11])
        assert part.shape == (3, 1, 3) and np.array_equal(part, u[2:5, 10:11])
        again = flow.get("velocity", out=u)
        assert np.shares_memory(again, u)
        given = np.from_dlpack(u)  # as PyTorch and JAX take it
        assert u.__dlpack_device__() == (1, 0) and np.shares_memory(given, u) and np.array_equal(given, u)
        assert flow.get("vorticity").shape == (16, n, 3) and flow.density.shape == (16, n)
        refused(sluice.UsageError, "known: density", flow.get, "presure")
        refused(sluice.UsageError, "slices", flow.get, "density", np.s_[5:5])
        refused(sluice.UsageError, "slices", flow.get, "density", np.s_[3, :])
    refused(sluice.Error, "closed", flow.step)
    assert "closed" in repr(flow)


def three_axes():
    """A block of solid cells where the array has it, and a force on it along the stream."""
    kind = np.zeros((20, 12, 8), bool)
    kind[5:8, 4:8, 2:6] = True
    flow = sluice.Flow(kind.shape, 0.05, kind=kind, velocity=(0.05, 0, 0))
    flags = flow.step(20).get("flags")
    assert np.array_equal(flags == sluice.Kind.SOLID, kind)
    force = flow.force()
    assert force.force[0] > 0.1 and abs(force.force[1]) < 1e-3 and flow.sums()["fluid_cells"] == kind.size - 48
    assert flow.info()["size"] == (20, 12, 8)
    assert "<td>20 × 12 × 8</td>" in flow._repr_html_() and "<td>20</td>" in flow._repr_html_()
    assert "not started" in sluice.Flow((8, 8), 0.1)._repr_html_()


def faces_and_callbacks():
    profile = 1 - ((np.arange(16) + 0.5) / 8 - 1) ** 2
    flow = sluice.Flow((32, 16), 0.05)
    for face in ("y-", "y+"):
        flow.add_face(face, "wall")
    flow.add_face("x-", "velocity", velocity=(0.05, 0), profile=profile, profile_axis="y")
    flow.add_face("x+", "pressure")
    refused(sluice.UsageError, "z+", sluice.Flow((8, 8, 8), 0.1).add_face, "z*", "wall")
    refused(sluice.UsageError, "shape", flow.set_profile, "x-", np.ones(3))
    box = sluice.Flow((8, 6, 4), 0.05)
    box.add_face("x-", "velocity", velocity=(0.05, 0, 0), profile=np.ones((6, 4)))
    refused(sluice.UsageError, "face", box.add_face, "x-", "velocity", profile=np.ones(6), profile_axis="y")
    refused(sluice.UsageError, "was (6, 4)", box.set_profile, "x-", np.ones(6))
    seen = []

    def look(f):
        seen.append((f.steps, f.velocity[16, 8, 0]))
        f.set_profile("x-", 0.5 * profile)
    flow.every(100, look)
    flow.step(1000)
    assert [n for n, _ in seen] == list(range(100, 1001, 100))
    assert 0.01 < seen[-1][1] < 0.04 < seen[0][1] + 0.02

    def fail(_):
        raise KeyError("a failure of the user's own")
    flow.every(7, fail)
    refused(KeyError, "user's own", flow.step, 50)
    assert flow.steps == 1001  # 7 * 143


def closed_channel():
    """16 cells high between solid ones on all sides, from x = 1 to 63."""
    kind = np.ones((64, 18), bool)
    kind[1:-1, 1:-1] = False
    return kind


def openings():
    """A developed flow in a channel is a parabola, and what comes in goes out; an orifice lets the same through."""
    middle = (1, 9), (63, 9)
    channel = sluice.Flow((64, 18), 0.1, kind=closed_channel(), collision="trt", precision="fp64/fp64")
    assert channel.add_opening("velocity", corners=np.array([(1, 1), (1, 17)]), velocity=(0.02, 0), developed=True) == 0
    assert channel.add_opening("pressure", centre=middle[1], normal=(1, 0), radius=8) == 1
    u = channel.step(6000).velocity[:, 1:-1, 0]
    y = (np.arange(16) + 0.5) / 16
    assert np.abs(u[32] - 0.02 * 6 * y * (1 - y)).max() < 0.01 * 0.03
    rho = channel.density[:, 1:-1]
    assert np.ptp((rho * u)[2:-2].sum(1)) < 1e-4 * u[32].sum()  # the same through each section
    flags = channel.get("flags")
    assert (flags[0, 1:17] == flags[63, 1]).all() and flags[0, 1] not in (0, 1) and flags[0, 0] == 1
    narrow = sluice.Flow((64, 18), 0.1, kind=closed_channel(), collision="trt")
    narrow.add_opening("velocity", centre=middle[0], normal=(-1, 0), radius=4, velocity=(0.04, 0))
    narrow.add_opening("pressure", corners=[(63, 1), (63, 17)])
    u = narrow.step(6000).velocity[:, 1:-1, 0]
    through = (narrow.density[:, 1:-1] * u)[1:-1].sum(1)  # links at the rim let some percent less through
    assert np.ptp(through) < 1e-4 * through[0] and abs(through[32] / (8 * 0.04) - 1) < 0.03
    assert u[1, 8] > 0.035 and abs(u[1, 0]) < 0.001
    refused(sluice.Error, "started", narrow.add_opening, "outlet", radius=2, centre=(1, 9), normal=(1, 0))
    flow = sluice.Flow((64, 18), 0.1, kind=closed_channel())
    refused(sluice.UsageError, "velocity pressure outlet", flow.add_opening, "wall", corners=[(0, 0), (0, 1)])
    refused(sluice.UsageError, "one of them", flow.add_opening, "outlet")
    refused(sluice.UsageError, "one of them", flow.add_opening, "outlet", radius=3, corners=[(0, 0), (0, 1)])
    refused(sluice.UsageError, "two are needed", flow.add_opening, "outlet", corners=[(0, 0)])
    flow.add_opening("outlet", corners=[(1, 1), (1, 17)])
    flow.add_opening("velocity", centre=middle[0], normal=(1, 0), radius=4, velocity=(0.04, 0))
    refused(sluice.UsageError, "opening 0", flow.start)  # they share cells
    flow = sluice.Flow((64, 18), 0.1, kind=closed_channel())
    flow.add_opening("outlet", corners=[(30, 8), (30, 10)])
    refused(sluice.UsageError, "opening 0", flow.start)  # inside of the fluid there is no wall


def callbacks_and_the_life_of_a_flow():
    flow = sluice.Flow((8, 8), 0.1)
    flow.every(1, lambda f: f.close())
    refused(sluice.Error, "callback", flow.step)
    assert flow.steps == 1
    flow = sluice.Flow((8, 8), 0.1)
    flow.every(1, lambda f: None)
    flow.step()
    last = weakref.ref(flow)
    gc.disable()
    del flow
    assert last() is None  # without a search for cycles
    gc.enable()


def the_same_as_the_command():
    """The cavity, its walls given as arrays: the same bits as the setup's."""
    run = sluice.run("cavity", {"vtk": 60}, lattice="d2q9", length=32, re=100, u0=0.1, steps=60, output="run",
                     collision="srt")
    assert run.steps() == [0, 60] and run.passed is None and run.json["viscosity"] == 0.1 * 32 / 100
    with open("run/run.json") as file:
        assert json.load(file)["results"] == run.results
    profile = run.series("profile_x")
    assert all(column.dtype == float and len(column) > 10 for column in profile.values())
    u = run.field("u")
    assert u.shape == (32, 32, 3) and u.base is not None  # mapped
    kind = np.full((32, 32), sluice.Kind.SOLID)
    kind[1:-1, 1:-1] = sluice.Kind.FLUID
    kind[1:-1, -1] = sluice.Kind.MOVING
    flow = sluice.Flow((32, 32), run.json["viscosity"], kind=kind, velocity=np.where(
        (kind == sluice.Kind.MOVING)[..., None], (0.1, 0), 0))
    assert np.array_equal(flow.step(60).velocity.astype("f4"), u)
    parts = sluice.run("cavity", {"vtk": 60}, lattice="d2q9", length=32, re=100, u0=0.1, steps=25, output="parts",
                       collision="srt", checkpoint=25)
    assert parts.json["steps"] == 25
    assert np.array_equal(sluice.resume("parts", steps=60).field("u", 60), u)


def a_state_goes_on():
    rng = np.random.default_rng(5)
    start = 0.02 * rng.standard_normal((24, 16, 2))
    os.mkdir("state")
    with sluice.Flow((24, 16), 0.02, velocity=start) as whole:
        expected = whole.step(60).velocity
    with sluice.Flow((24, 16), 0.02, velocity=start) as first:
        first.step(25).save("state")
    with sluice.Flow((24, 16), 0.02) as second:
        assert np.array_equal(second.load("state").step(35).velocity, expected)
        second.write_vtk("fields.vti", ["velocity"])
        assert np.array_equal(sluice.read_vti("fields.vti", "u"), expected.astype("f4"))
        refused(sluice.UsageError, "it has u", sluice.read_vti, "fields.vti", "rho")
    refused(sluice.Error, "nowhere", sluice.Flow((8, 8), 0.1).load, "nowhere")


def in_the_plane():
    """In two dimensions nothing flows along z, and one number is the velocity along x and along y."""
    for given in 0.1, (0.1,), (0.1, 0.1), (0.1, 0.1, 0), np.full((8, 8, 3), (0.1, 0.1, 0)):
        u = sluice.Flow((8, 8), 0.1, velocity=given).velocity
        assert np.abs(u - (0.1, 0.1, 0)).max() < 1e-6, given
    assert np.abs(sluice.Flow((8, 8, 8), 0.1, velocity=0.1).velocity - 0.1).max() < 1e-6
    refused(sluice.UsageError, "third", sluice.Flow, (8, 8), 0.1, velocity=(0.1, 0, 0.5))
    refused(sluice.UsageError, "(8, 8, 2)", sluice.Flow, (8, 8), 0.1, velocity=np.zeros((8, 8, 4)))


def what_is_not_there():
    """None and zero bytes crashed, or cut the path."""
    flow = sluice.Flow((8, 8), 0.1)
    for call in (flow.get, flow.write_vtk, flow.save, flow.load, sluice.choices):
        for given in None, 3, "a\0b":
            refused(sluice.UsageError, repr(given), call, given)


def arrays_to_fill():
    flow = sluice.Flow((8, 6), 0.1)
    np.save("kept.npy", flow.density)
    kept = flow.density
    kept.flags.writeable = False
    for out in kept, np.load("kept.npy", mmap_mode="r"), [1, 2], np.float64(3), np.empty((8, 6)), flow.velocity:
        refused(sluice.UsageError, "out: an array", flow.get, "density", out=out)
    assert flow.get("density", out=np.load("kept.npy", mmap_mode="r+")).shape == (8, 6)


def one_owner():
    """Of the handle, which is freed once, in the process and by the call that has it."""
    flow = sluice.Flow((8, 8), 0.1)
    for copies in copy.copy, copy.deepcopy, pickle.dumps:
        refused(sluice.UsageError, "save()", copies, flow)
    flow.step()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        try:
            refused(sluice.Error, '"spawn"', flow.step)
            refused(sluice.Error, '"spawn"', sluice.devices)
            flow.close()
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0
    looks, goes_on = threading.Event(), threading.Event()
    flow.every(1, lambda _: (looks.set(), goes_on.wait(60)))
    first = threading.Thread(target=flow.step)
    first.start()
    assert looks.wait(60)
    refused(sluice.Error, "another thread", flow.step)
    refused(sluice.Error, "another thread", flow.close)
    goes_on.set()
    first.join()
    assert flow.step().steps == 3
    flow.close()


def wrong_types():
    """Each is a UsageError that has the value or its name, and never one of Python or of NumPy."""
    small, usage = (8, 8), sluice.UsageError
    flow = sluice.Flow(small, 0.1)
    for size in "88", ("5.0", 8), (8, 2**32 + 8), (8, None):
        refused(usage, "size=", sluice.Flow, size, 0.1)
    for name, value in (("surface", "no"), ("viscosity_values", 3), ("viscosity_values", "ab"), ("viscosity", 10**400),
                        ("force", 3), ("force", "ab"), ("seed", "1")):
        refused(usage, name, lambda **given: sluice.Flow(small, **{"viscosity": 0.1, "viscosity_law": "smagorinsky", **given}),
                **{name: value})
    for name, value in ("density", "a"), ("profile", "ab"), ("profile_axis", "xy"), ("profile_axis", ""), ("velocity", 3):
        refused(usage, name, flow.add_face, "x-", "velocity", **{name: value})
    refused(usage, "cells='big'", flow.add_body, "sphere", "big", (4, 4))
    refused(usage, "accepts_holes", flow.add_body, "sphere", 4, (4, 4), accepts_holes="yes")
    refused(usage, "developed", flow.add_opening, "outlet", radius=1, developed="no")
    refused(usage, "position", flow.set_markers, "ab")
    refused(usage, "the force of markers", flow.set_markers, np.ones((1, 3)), [(0, np.nan, 0)])
    refused(usage, "called", flow.every, 5, None)
    refused(usage, "steps=", flow.step, "1e3")
    for body in "a", 2**32, 0.5:
        refused(usage, "body=", flow.force, body)
    refused(usage, "fields=", flow.write_vtk, "a.vti", [3])
    for function in sluice.run, sluice.resume, sluice.sweep:
        refused(usage, "None", function, None)
        refused(usage, "a dict", function, "karman", ["quick", 1])
    refused(usage, "3: a word", sluice.run, "karman", output=3)


def failures():
    refused(sluice.UsageError, "viscosity", sluice.Flow, (8, 8), -1)
    refused(sluice.UsageError, "known: srt", sluice.Flow, (8, 8), 0.1, collision="sri")
    refused(sluice.UsageError, "(4, 5)", sluice.Flow, (8, 8), 0.1, density=np.ones((4, 5)))
    for values in (), (0.1, 0.2):
        refused(sluice.UsageError, f"{len(values)} viscosity values are given, and 1 are needed, or none", sluice.Flow,
                (8, 8), 0.1, viscosity_law="smagorinsky", viscosity_values=values)
    refused(sluice.UsageError, "size=0", sluice.Flow, (8, 0), 0.1)
    refused(sluice.UsageError, "values of Kind", sluice.Flow, (8, 8), 0.1, kind=np.full((8, 8), 256))
    refused(sluice.UsageError, "surface=True", sluice.Flow, (8, 8), 0.1, tension=0.1)
    refused(sluice.UsageError, "two or three", sluice.Flow, 8, 0.1)
    refused(sluice.UsageError, "2 numbers", sluice.Flow, (8, 8), 0.1, force=(0, 0, 1e-5))
    refused(sluice.UsageError, "every=-1", sluice.Flow((8, 8), 0.1).every, -1, print)
    refused(sluice.UsageError, "whole number", sluice.Flow((8, 8), 0.1).step, float("nan"))
    refused(sluice.Error, "cannot be read", sluice.read_vti, "nowhere.vti", "u")
    refused(sluice.DeviceError, "tenfold", sluice.Flow((8, 8), 0.1, device="tenfold").start)
    refused(sluice.DivergedError, "", sluice.Flow((16, 16), 1e-4, velocity=10 * np.random.default_rng(1).standard_normal(
        (16, 16, 2))).step, 2000)
    refused(sluice.UsageError, "re goes from", sluice.run, "karman", re="fast")
    refused(sluice.UsageError, "karman", sluice.run, "karmen")
    refused(sluice.UsageError, "sweep()", sluice.run, "karman", re=[1, 2])
    refused(sluice.UsageError, "lattice, collision", sluice.choices, "fields")
    refused(sluice.UsageError, "checkpoint", sluice.resume, "run")
    refused(sluice.VerdictError, "failed", sluice.run, "taylor-green", quick=1, length=8, judge=True)
    unjudged = sluice.run("taylor-green", quick=1, length=8)
    assert unjudged.passed is False


def studies():
    runs = sluice.sweep("poiseuille", radius=[5, 7], quick=1, output="sweep")
    assert [r.json["parameters"]["radius"] for r in runs] == [5, 7] and all(r.passed for r in runs)
    assert runs[0].results["error_l2"] > runs[1].results["error_l2"]
    assert "<table>" in runs[0]._repr_html_() and "verdict passed" in repr(runs[0])
    rows = re.findall("<tr>(.*?)</tr>", runs._repr_html_())
    assert len(rows) == 3 and rows[0].startswith("<td>radius</td>") and "quick" not in rows[0] and rows[2].startswith("<td>7")
    assert all(row.endswith("<td>verdict passed</td>") for row in rows[1:])


def the_page_says_what_is_so():
    page = (pathlib.Path(__file__).resolve().parents[2] / "docs/python.md").read_text()
    own, opened, runs = re.findall(r"```python\n(.*?)```", page, re.S)
    names = {}
    exec(own.replace("(4000)", "(400)"), names)
    assert len(names["drag"]) == 4 and names["drag"][-1] > 0.05
    exec(opened, names)
    assert names["pipe"].step(20).velocity[1, 20, 20, 0] > 0.08
    for attribute in re.findall(r"\brun\.(\w+)", runs):
        assert hasattr(sluice.Run, attribute), attribute
    for line in ("def run", "def sweep", "def resume"):
        assert line.split()[1] in sluice.__all__


def ctrl_c_ends_a_long_step():
    flow = sluice.Flow((64, 64), 0.05)
    flow.step(10)
    threading.Timer(1.0, lambda: signal.raise_signal(signal.SIGINT)).start()
    begin = time.monotonic()
    refused(KeyboardInterrupt, "", flow.step, 10**9)
    assert time.monotonic() - begin < 60 and flow.steps > 10
    flow.step(1)


for test in (shear_wave, three_axes, faces_and_callbacks, openings, callbacks_and_the_life_of_a_flow, the_same_as_the_command,
             a_state_goes_on, in_the_plane, what_is_not_there, arrays_to_fill, one_owner,
             wrong_types, failures, studies, the_page_says_what_is_so, ctrl_c_ends_a_long_step):
    test()
    gc.collect()
    print("ok     ", test.__name__)
