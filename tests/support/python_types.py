# python_types.py - what a type checker sees of sluice_lbm, for tests/cli/python.sh: mypy --strict takes it.
# SPDX-License-Identifier: MIT
import numpy as np
import sluice_lbm as sluice

flow: sluice.Flow = sluice.Flow((8, 8), 0.1, kind=np.zeros((8, 8), bool))
opening: int = flow.add_opening("outlet", corners=[(1, 1), (1, 7)])
flow.every(10, lambda f: print(f.velocity.shape))
velocity: np.ndarray = flow.step(3).velocity
drag: np.ndarray = flow.force(flow.add_body("sphere", 4, (4, 4))).force
runs: list[sluice.Run] = sluice.sweep("karman", {"stop.until": 5}, re=[1, 2], quick=1)
passed: bool | None = runs[0].passed
columns: dict[str, np.ndarray] = runs[0].series("probe")
try:
    sluice.run("karman", judge=True)
except sluice.VerdictError as failure:
    result: sluice.Run | None = failure.result
