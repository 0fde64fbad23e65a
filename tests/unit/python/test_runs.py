# test_runs.py - runs that ended count, what was stopped goes on or is set aside, failures travel.
# SPDX-License-Identifier: MIT
import json
import os
import tempfile
import unittest
from types import SimpleNamespace

from sluice_lbm.paper import runs
from sluice_lbm.paper.plan import FP16S, MISSING, RAN, SKIPPED, Run
from sluice_lbm.program import Answer, Failure, signals


class Pretender:
    """In place of the program: what each command does to the folder, and its exit code."""

    def __init__(self, **does):
        self.does, self.asked = does, []

    def ask(self, command, *words):
        self.asked.append(command)
        code, status = self.does[command]
        folder = words[words.index("-o") + 1] if command == "run" else words[0]
        if status:
            os.makedirs(folder, exist_ok=True)
            write(folder, status)
        return Answer(code, "", "sluice: note: a note\nsluice: because\n")


def write(folder, status, **other):
    with open(os.path.join(folder, "run.json"), "w") as file:
        json.dump({"setup": "karman", "precision": "fp32/fp16s", "shift": True, "status": status, **other}, file)


class Runs(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = os.path.join(place.name, "run")
        self.run_ = Run("karman", "radius=8", FP16S, True, True)
        self.paper = SimpleNamespace(device="", folder=place.name, run_options=lambda: ())
        signals.received = 0

    def make(self, **does):
        self.paper.program = Pretender(**does)
        runs.make(self.paper, self.run_, self.folder)
        return self.paper.program.asked

    def test_what_ended_is_read(self):
        for status in ("done", "diverged"):
            os.makedirs(self.folder, exist_ok=True)
            write(self.folder, status)
            self.run_.state = MISSING
            runs.read_outcome(self.paper, self.run_, self.folder)
            self.assertEqual(self.run_.state, RAN)

    def test_a_part_of_a_run_is_no_result(self):
        os.makedirs(self.folder)
        for status in ("interrupted", "failed", ""):
            write(self.folder, status)
            runs.read_outcome(self.paper, self.run_, self.folder)
            self.assertEqual(self.run_.state, MISSING)
        with open(os.path.join(self.folder, "run.json"), "w") as file:
            file.write('{"status": "do')
        runs.read_outcome(self.paper, self.run_, self.folder)
        self.assertEqual(self.run_.state, MISSING)

    def test_a_folder_of_another_run_is_refused(self):
        os.makedirs(self.folder)
        write(self.folder, "done", precision="fp32/fp32")
        self.assertRaises(Failure, runs.read_outcome, self.paper, self.run_, self.folder)

    def test_a_run_of_another_device_is_refused(self):
        os.makedirs(self.folder)
        write(self.folder, "done", device={"platform": "P", "name": "N", "driver": "1"})
        self.paper.device = "P, N, driver 2"
        self.assertRaises(Failure, runs.read_outcome, self.paper, self.run_, self.folder)
        self.paper.device = "P, N, driver 1"
        runs.read_outcome(self.paper, self.run_, self.folder)
        self.assertEqual(self.run_.state, RAN)

    def test_a_new_run_is_begun(self):
        self.assertEqual(self.make(run=(0, "done")), ["run"])
        self.assertEqual(self.run_.state, RAN)

    def test_a_checkpoint_is_gone_on_from(self):
        os.makedirs(os.path.join(self.folder, "checkpoint"))
        self.assertEqual(self.make(resume=(5, "done")), ["resume"])
        self.assertEqual(self.run_.state, RAN)

    def test_without_a_whole_checkpoint_it_is_set_aside_and_done_anew(self):
        os.makedirs(self.folder)
        self.assertEqual(self.make(run=(0, "done")), ["run"])
        self.assertTrue(os.path.isdir(self.folder + "-stopped-1"))
        os.makedirs(os.path.join(self.folder, "checkpoint.new"))
        self.assertEqual(self.make(resume=(2, None), run=(0, "done")), ["resume", "run"])
        self.assertTrue(os.path.isdir(self.folder + "-stopped-2"))

    def test_a_run_that_cannot_go_on_is_kept(self):
        os.makedirs(os.path.join(self.folder, "checkpoint"))
        self.assertRaises(Failure, self.make, resume=(1, None))
        self.assertTrue(os.path.isdir(os.path.join(self.folder, "checkpoint")))

    def test_a_device_that_cannot_do_it_skips_it(self):
        self.make(run=(4, None))
        self.assertEqual((self.run_.state, self.run_.why), (SKIPPED, "because"))

    def test_other_failures_end_all(self):
        with self.assertRaises(Failure) as raised:
            self.make(run=(2, None))
        self.assertEqual((raised.exception.code, str(raised.exception)), (2, "fp32/fp16s: because"))

    def test_a_signal_leaves_it_missing(self):
        self.make(run=(130, "interrupted"))
        self.assertEqual((self.run_.state, signals.received), (MISSING, 2))


unittest.main()
