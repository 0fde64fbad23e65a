# serve.py - one run for a browser of this machine, while it goes on: pictures, charts, time left, and a button that
# stops it.  Only the loopback interface hears, only files of the run's folder are told, and what stops needs a token.
# SPDX-License-Identifier: MIT
import errno
import hmac
import http.server
import json
import os
import secrets
import signal
import socketserver
import sys
import time
import urllib.parse

from .. import program
from . import chart, runs

ADDRESS = "127.0.0.1"
MOST_BODY = 1024
SPARED = 20  # times that a chart took, without the next: a run on the same cores is to have them
POLICY = ("default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
OWN = {"/": ("live.html", "text/html; charset=utf-8"), "/view.css": ("view.css", "text/css; charset=utf-8"),
       "/live.js": ("live.js", "text/javascript; charset=utf-8")}
ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
        '<path d="M0 5q2-3 4 0t4 0v3H0z" fill="#0b6bcb"/></svg>')
STOP = "stop"  # the file that a run looks for


def latest_step(run, names):
    """The step of the latest row or picture, and when that was written."""
    step, when = run.number("steps") or 0, run.written or time.time()
    for name in names:
        path = run.path(name)
        try:
            found = chart.last_step(path) if name.endswith(".csv") else runs.step_of(name)
            if found is not None and found > step:
                step, when = found, os.stat(path).st_mtime
        except OSError:
            pass
    return step, when


def left(run, step, when):
    """Seconds until the last step, or until max-wall; None where nothing is known yet."""
    planned, begun = run.number("steps_planned"), run.number("steps") or 0
    if not run.is_locked or planned is None or step <= begun or when <= run.written:
        return None
    rest = (planned - step) * (when - run.written) / (step - begun) - (time.time() - when)
    most = run.get("parameters", dict, {}).get("max-wall")
    if runs.is_number(most) and most > 0:
        rest = min(rest, most - (time.time() - run.written))
    return max(0.0, rest)


def stamp(run, name):
    try:
        return str(os.stat(run.path(name)).st_mtime_ns)
    except OSError:
        return "0"


class Charts:
    """Each is drawn again once its table has changed, and not all the time."""

    def __init__(self):
        self.drawn = {}  # by name: stamp, SVG, when it may be drawn again

    def stamp(self, run, name):
        found, _, again = self.drawn.get(name, (None, None, 0.0))
        return found if time.monotonic() < again else stamp(run, name)

    def svg(self, run, name):
        now, current = time.monotonic(), self.stamp(run, name)
        if self.drawn.get(name, (None,))[0] != current:
            text = chart.svg(run.path(name))
            self.drawn[name] = current, text, now + SPARED * (time.monotonic() - now)
        return self.drawn[name][1]


def status(run, charts, stop_asked):
    names = [name for name in runs.plain_files(run.folder) if name.endswith((".csv", ".png"))]
    step, when = latest_step(run, names)
    rest = left(run, step, when)
    state, mark = run.state()
    if run.damage and not os.path.lexists(run.path("run.json")):
        state, mark = "no step yet: kernels are being built, or this is no run", runs.OPEN
    pictures = run.pictures()
    facts = [["speed", f"{run.speed()} MLUPs/s{run.since()}"]] if run.speed() != "-" else []
    facts += [["box", f"{run.size()} cells"], ["methods", run.methods()], ["device", run.device()]]
    return {"name": run.name, "state": state, "mark": mark, "step": step, "planned": run.number("steps_planned"),
            "left": runs.duration(rest) if rest is not None else None,
            "seen": runs.duration(max(0.0, time.time() - when)) if run.is_locked else None,
            "picture": [pictures[-1], stamp(run, pictures[-1])] if pictures else None,
            "tables": [[name, charts.stamp(run, name)] for name in names if name.endswith(".csv")],
            "facts": facts, "verdicts": run.verdicts(), "remarks": [": ".join(r) for r in run.remarks()],
            "can_stop": run.is_locked, "stop_asked": stop_asked and run.is_locked}


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sluice", ""
    timeout = 20  # [s] for a request that comes slowly

    def log_message(self, *_):
        pass

    def answer(self, code, kind, data):
        data = data.encode("utf-8", "replace") if isinstance(data, str) else data
        self.send_response(code)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(data))), ("Cache-Control", "no-store"),
                            ("Content-Security-Policy", POLICY), ("X-Content-Type-Options", "nosniff"),
                            ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin")):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, code, sentence):
        self.close_connection = True  # what it may still send is not read
        self.answer(code, "text/plain; charset=utf-8", sentence + "\n")

    def is_for_us(self):
        """A page elsewhere whose name leads to this machine asks with its own name."""
        port = self.server.server_address[1]
        ours = [f"{ADDRESS}:{port}", f"localhost:{port}"] + ([ADDRESS, "localhost"] if port == 80 else [])
        origin = self.headers.get("Origin")
        if self.headers.get("Host") in ours and (origin is None or origin in [f"http://{host}" for host in ours]):
            return True
        self.refuse(403, f"this page is http://{ADDRESS}:{port}/ and has no other name")
        return False

    def do_GET(self):
        if not self.is_for_us():
            return
        run = self.server.run()
        self.server.stop_asked = self.server.stop_asked and run.is_locked
        path = self.path.partition("?")[0]
        folder, _, name = path[1:].partition("/")
        name = urllib.parse.unquote(name)
        try:
            if path in OWN:
                with open(os.path.join(os.path.dirname(__file__), OWN[path][0]), "rb") as file:
                    self.answer(200, OWN[path][1], file.read())
            elif path == "/icon.svg":
                self.answer(200, "image/svg+xml", ICON)
            elif path == "/status.json":
                self.answer(200, "application/json", json.dumps(status(run, self.server.charts, self.server.stop_asked)))
            elif folder == "picture" and name.endswith(".png") and name in runs.plain_files(run.folder):
                self.answer(200, "image/png", runs.read(run.path(name), runs.MOST_PICTURE))
            elif folder == "chart" and name.endswith(".csv") and name in runs.plain_files(run.folder):
                self.answer(200, "image/svg+xml", self.server.charts.svg(run, name))
            else:
                self.refuse(404, "there is no such page")
        except ConnectionError:
            self.close_connection = True
        except OSError as error:
            self.refuse(500, runs.text(f"{name or path} {error.strerror}"))
        except Exception as error:
            self.refuse(500, f"a fault of this page: {type(error).__name__}")
            raise

    def do_POST(self):
        if not self.is_for_us():
            return
        length = self.headers.get("Content-Length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            self.refuse(413, "a request to stop has no body")
            return
        self.rfile.read(int(length))
        token = self.headers.get("X-Sluice-Token", "")
        if self.path != "/stop":
            self.refuse(404, "there is no such page")
        elif not hmac.compare_digest(token.encode("utf-8", "replace"), self.server.token.encode()):
            self.refuse(403, "this token is wrong: the terminal of `sluice view` shows the right one")
        elif not self.server.run().is_locked:
            self.refuse(409, "the run does not go on, so that nothing is to be stopped")
        elif self.server.stop_asked:
            self.refuse(409, "the run has been asked to stop, and is about to")
        else:
            self.stop()

    def stop(self):
        try:
            os.close(os.open(os.path.join(self.server.folder, STOP), os.O_CREAT | os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK,
                             0o666))
        except OSError as error:
            self.refuse(500, f"the file '{STOP}' cannot be written: {error.strerror}")
            return
        self.server.stop_asked = True
        self.answer(200, "text/plain; charset=utf-8", "the run is asked to save a checkpoint and to end\n")


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder, port):
        self.folder, self.stop_asked, self.charts = folder, False, Charts()
        self.token = secrets.token_urlsafe(16)
        super().__init__((ADDRESS, port), Page)

    def server_bind(self):
        socketserver.TCPServer.server_bind(self)  # without a look at the network's names
        self.server_name, self.server_port = self.server_address[:2]

    def handle_error(self, *given):
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):  # of a browser that goes away
            super().handle_error(*given)

    def run(self):
        return runs.Run(self.folder, os.path.basename(os.path.abspath(self.folder)))


def check(folder):
    program.need(os.path.isdir(folder), program.USAGE, f"view: there is no folder '{folder}'")
    if runs.is_run(folder):
        return
    found = runs.Found([folder]).runs
    names = ", ".join(os.path.join(folder, run.name) for run in found[:3])
    program.need(not found, program.USAGE, f"view: --serve shows one run, and '{folder}' has several: {names}")


def open_server(folder, port):
    try:
        return Server(folder, port)
    except OSError as error:
        program.need(error.errno != errno.EADDRINUSE, program.FAILED,
                     f"view: port {port} is in use; --serve=PORT takes another one, --serve=0 any that is free")
        raise program.Failure(program.FAILED, f"view: port {port} cannot be had: {error.strerror}")


def interrupt(*_):
    raise KeyboardInterrupt


def main(request):
    folder = request["folders"][0]
    check(folder)
    server = open_server(folder, request["port"])
    address = f"http://{ADDRESS}:{server.server_port}/"
    signal.signal(signal.SIGTERM, interrupt)
    try:
        print(f"{folder} is shown at {address}, on this machine only; Ctrl-C ends the page, not the run\n"
              f"with the button that stops the run: {address}#{server.token}", flush=True)
        server.serve_forever()
    except KeyboardInterrupt:
        print(f"\nThe page of {folder} is no longer shown; a run in it goes on.")
    finally:
        server.server_close()
    return program.OK
