# run_notebooks.py FILE.ipynb... - runs the cells of notebooks in order, as Jupyter would, each notebook in a folder of its
# own; their assertions judge.  Notebooks are kept without output.
# SPDX-License-Identifier: MIT
import json
import os
import pathlib
import sys
import warnings

import matplotlib

matplotlib.use("Agg")
warnings.filterwarnings("ignore", "FigureCanvasAgg is non-interactive")

for name in map(pathlib.Path, sys.argv[1:]):
    notebook = json.loads(name.read_text())
    assert notebook["nbformat"] == 4, name
    os.makedirs(name.stem)
    os.chdir(name.stem)
    names, asserted = {"__name__": "__main__"}, 0
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"] and cell["execution_count"] is None, f"{name}, cell {number} has output"
        source = "".join(cell["source"])
        asserted += "assert " in source
        exec(compile(source, f"{name.name}, cell {number}", "exec"), names)
    assert asserted, f"{name} judges nothing"
    os.chdir("..")
    print(name.stem, "passed")
