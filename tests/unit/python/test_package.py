# test_package.py - the package loads no more than is used: what the program starts of it needs neither NumPy nor the
# library, and all that users have of it is there by its name.
# SPDX-License-Identifier: MIT
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import sluice_lbm


def python(text):
    return subprocess.run([sys.executable, "-B", "-c", text], capture_output=True, text=True, check=False)


class Package(unittest.TestCase):
    def test_parts_of_the_program(self):
        answer = python("import sys\n"
                        "import sluice_lbm.view.gallery, sluice_lbm.view.serve, sluice_lbm.bench.table\n"
                        "import sluice_lbm.roofline\n"
                        "print(sorted({'numpy', 'sluice_lbm.library', 'sluice_lbm.flow'} & set(sys.modules)))")
        self.assertEqual((answer.stdout, answer.stderr), ("[]\n", ""))

    def test_names(self):
        for name in sluice_lbm.__all__:
            self.assertIn(getattr(sluice_lbm, name).__module__.split(".")[-1], ("errors", "flow", "runs"), name)
            self.assertIn(name, dir(sluice_lbm))
        with self.assertRaisesRegex(AttributeError, "'sluice_lbm' has no attribute 'Flaw'"):
            sluice_lbm.Flaw
        answer = python("from sluice_lbm import *\nprint(Flow.__name__, UsageError.__name__, run.__name__)")
        self.assertEqual(answer.stdout, "Flow UsageError run\n", answer.stderr)

    def test_a_driver_is_looked_for(self):
        """Before a program is started, too."""
        answer = python("import sys, sluice_lbm.runs\nprint('sluice_lbm.library' in sys.modules)")
        self.assertEqual(answer.stdout, "True\n", answer.stderr)

    def test_the_command_does_not_start_itself(self):
        """As SLUICE or on the PATH it would, for ever."""
        with tempfile.TemporaryDirectory() as folder:
            command = pathlib.Path(folder, "sluice")
            command.write_text(f"#!{sys.executable} -B\nimport pathlib\nfrom sluice_lbm import command, places\n"
                               "places._beside = pathlib.Path('/nowhere/sluice_lbm')\ncommand.main()\n")
            command.chmod(0o700)
            for named in {"SLUICE": str(command)}, {"PATH": folder}:
                own = {k: v for k, v in os.environ.items() if k != "SLUICE"} | {"PATH": "/bin"} | named
                answer = subprocess.run([command], env=own, capture_output=True, text=True, timeout=20, check=False)
                self.assertEqual(answer.returncode, 1)
                self.assertIn("sluice: the program `sluice` was not found", answer.stderr)

    def test_a_wheel_of_what_was_not_built(self):
        """The compiler's errors are shown, and no progress with such a word; nothing is packed."""
        root = pathlib.Path(__file__).resolve().parents[3]
        with tempfile.TemporaryDirectory() as folder:
            for name in "python/make_wheel.sh", "cmake/common.sh", "bin/cmake":
                pathlib.Path(folder, name).parent.mkdir()
                if name != "bin/cmake":
                    shutil.copy(root / name, pathlib.Path(folder, name))
            cmake = pathlib.Path(folder, "bin/cmake")
            cmake.write_text("#!/bin/sh\n[ $1 = --build ] || exit 0\necho Building error.c.o\necho no semicolon >&2\nexit 2\n")
            cmake.chmod(0o700)
            answer = subprocess.run(["bash", pathlib.Path(folder, "python/make_wheel.sh"), "--no-install"], check=False,
                                    env={"PATH": f"{folder}/bin:/usr/bin:/bin"}, capture_output=True, text=True)
            self.assertEqual(answer.returncode, 1)
            self.assertRegex(answer.stderr, "^no semicolon\nThe program could not be built")
            self.assertNotIn("error.c.o", answer.stdout)
            self.assertFalse(pathlib.Path(folder, "build/wheel/stage").exists())


if __name__ == "__main__":
    unittest.main()
