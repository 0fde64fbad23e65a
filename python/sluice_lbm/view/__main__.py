# __main__.py - `sluice view`, as the program starts it: one argument, its request as JSON.
# SPDX-License-Identifier: MIT
import json
import sys

from .. import program


def main(request):
    if request["port"] >= 0:
        from . import serve
        return serve.main(request)
    from . import gallery
    return gallery.main(request)


program.run(main, json.loads(sys.argv[1]))
