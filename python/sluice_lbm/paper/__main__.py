# __main__.py - `sluice reproduce`, as the program starts it: one argument, its request as JSON.
# SPDX-License-Identifier: MIT
import json
import sys

from .. import program


def main(request):
    program.require_modules("numpy", "matplotlib")
    from . import reproduce
    return reproduce.main(request)


program.run(main, json.loads(sys.argv[1]))
