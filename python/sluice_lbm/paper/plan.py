# plan.py - which runs the items need, each once.
# SPDX-License-Identifier: MIT

# The paper's number formats, in its order: arithmetic/storage.
FORMATS = ("fp64/fp64", "fp64/fp32", "fp32/fp32", "fp32/fp16", "fp32/fp16s", "fp32/fp16c",
           "fp32/p16_0s", "fp32/p16_1s", "fp32/p16_2c")
FP64, FP64_FP32, FP32, FP16, FP16S, FP16C, P16_0S, P16_1S, P16_2C = range(len(FORMATS))
SIXTEEN_BITS = range(FP16, len(FORMATS))
LINES = [(format, shift) for format in range(len(FORMATS)) for shift in (True, False)]

MISSING, SKIPPED, RAN = "missing", "skipped", "ran"


def is_wish(word):
    """What is written beside the usual, and changes nothing else.  Of one flow no two items ask for
    different ones."""
    return word.startswith("histogram=") or (word.startswith("vtk=") and word != "vtk=0")


class Run:
    def __init__(self, setup, values, format, shift, is_quick):
        self.setup, self.values, self.format, self.shift = setup, values, format, shift
        # In small what it writes does not set a run apart; at the paper's sizes, where files are large,
        # each has its own.
        words = values.split()
        self.flow = " ".join(w for w in words if not is_wish(w)) if is_quick else values
        self.cells = self.steps = self.seconds = 0.0  # planned, estimated
        self.is_flat = False
        self.state, self.why, self.json = MISSING, "", None

    def key(self):
        return self.setup, self.flow, self.format, self.shift

    def add_wishes(self, values):
        for word in values.split():
            if is_wish(word) and word not in self.values.split():
                self.values += " " + word

    def name(self):
        """Of its folder: FNV-1a of what it is."""
        hash = 2166136261
        text = f"{self.setup} {self.values} {FORMATS[self.format]} {int(self.shift)}"
        for byte in text.encode():
            hash = (hash ^ byte) * 16777619 & 0xFFFFFFFF
        return f"{self.setup}-{hash:08x}"

    def announcement(self):
        without = "" if self.shift else ", without shift"
        return f"{self.setup} {self.values} {FORMATS[self.format]}{without}"


class Plan:
    """Runs in the order in which they are asked for."""

    def __init__(self, is_quick, precisions=None, shift=None, whole=None):
        self.is_quick, self.precisions, self.shift = is_quick, precisions, shift
        self.whole = whole  # in small: runs of all items, chosen or not, for what these want written
        self.runs = {}
        self.uses = []  # of the item that plans

    def add(self, setup, values, format, shift):
        """One run, unless --precision or --shift leave it out."""
        if self.precisions is not None and FORMATS[format] not in self.precisions:
            return
        if self.shift is not None and self.shift != shift:
            return
        run = Run(setup, values, format, shift, self.is_quick)
        there = self.runs.get(run.key())
        if there is None:
            there = self.runs[run.key()] = run
            if self.whole is not None and run.key() in self.whole.runs:
                run.values = self.whole.runs[run.key()].values
        else:
            there.add_wishes(values)
        self.uses.append(there)

    def add_all(self, setup, values):
        """In all formats, with and without shift."""
        for format, shift in LINES:
            self.add(setup, values, format, shift)

    def find(self, setup, values, format, shift):
        return self.runs.get(Run(setup, values, format, shift, self.is_quick).key())
