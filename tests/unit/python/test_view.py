# test_view.py - the page of finished runs over folders of every kind; the page of one that goes on, over HTTP.
# SPDX-License-Identifier: MIT
import contextlib
import fcntl
import html.parser
import http.client
import io
import json
import os
import struct
import tempfile
import threading
import time
import unittest
import zlib

from sluice_lbm import program
from sluice_lbm.view import chart, gallery, runs, serve


def png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(b"\0\x7f")) + chunk(b"IEND", b""))


def check(name, measured, passed, **given):
    return {"name": name, "measured": measured, "expected": 1.0, "tolerance": 0.1, "pass": passed, **given}


def record(**given):
    return {"schema": "sluice.run/1", "setup": "duct", "lattice": "d3q19", "collision": "trt", "size": [4, 5, 6],
            "precision": "fp32/fp32", "device": {"name": "a device"}, "status": "done", "steps": 30,
            "steps_planned": 60, "time_s": 75.5, "mlups": {"median": 123.4}, "warnings": [], "results": {"k": 0.5},
            "units": {"k": "1"}, "verdict": check("k", 1.05, True), **given}


class Page(html.parser.HTMLParser):
    """Tags that must close do; what is loaded, and the text of each section."""

    def __init__(self, text):
        super().__init__()
        self.open, self.loaded, self.tags, self.cards, self.rows = [], [], set(), {}, {}
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.loaded += [value for key, value in attributes if key in ("src", "href", "data", "action")]
        assert not any(key.startswith("on") for key, _ in attributes)
        if tag not in ("meta", "img"):
            self.open.append((tag, dict(attributes).get("id")))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag, tag

    def handle_data(self, data):
        ids = [name for _, name in self.open if name]
        if ids:
            self.cards[ids[-1]] = self.cards.get(ids[-1], "") + data


class Folders(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.top = os.path.join(place.name, "top")
        os.mkdir(self.top)

    def keep(self, name, data):
        path = os.path.join(self.top, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data if isinstance(data, bytes) else data.encode())
        return path

    def add(self, name, log="sluice 0.1.0, ended at 2026-11-29 23:55:38 UTC\n", **given):
        self.keep(f"{name}/run.json", json.dumps(record(**given)))
        self.keep(f"{name}/case.ini", "[case]\n")
        self.keep(f"{name}/log.txt", log)
        self.keep(f"{name}/picture-000000030.png", png())
        return os.path.join(self.top, name)

    def cards(self):
        found = runs.Found([self.top])
        self.text = gallery.page(found, "top", "0.1.0")
        self.text.encode("utf-8")
        self.page = Page(self.text)
        return {run.name: self.page.cards[f"run-{n}"] for n, run in enumerate(found.runs)}


class Overwriting(unittest.TestCase):
    def test_nothing_but_a_page_is_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "case.ini")
            self.assertTrue(gallery.is_page(path))
            with open(path, "w", encoding="utf-8") as file:
                file.write("[case]\n")
            self.assertFalse(gallery.is_page(path))


class Gallery(Folders):
    def test_good(self):
        self.add("good")
        card = self.cards()["good"]
        for words in ("passed", "picture-000000030.png", "k\n1.05\n1 ± 0.1\npassed", "1 min 15 s, 30 of at most 60 steps",
                      "123.4 MLUPs/s", "4 x 5 x 6 cells", "a device", "2026-11-29 23:55:38 UTC", "1 results",
                      f"sluice run -c {self.top}/good/case.ini"):
            self.assertIn(words, card)
        self.assertIn("1 runs: 1 passed, 0 failed, 0 not judged, 0 others", self.text)

    def test_speed_of_a_resumed_run(self):
        self.add("begun", mlups={"median": 123.4, "from_step": 0})
        self.add("resumed", mlups={"median": 123.4, "from_step": 20})
        cards = self.cards()
        self.assertIn("123.4 MLUPs/s\n", cards["begun"])
        self.assertIn("123.4 MLUPs/s since step 20", cards["resumed"])

    def test_nothing_from_elsewhere(self):
        self.add("good")
        self.cards()
        self.assertFalse(self.page.tags & {"script", "link", "iframe", "object", "form", "base"})
        self.assertTrue(self.page.loaded)
        for address in self.page.loaded:
            self.assertTrue(address.startswith(("data:image/png;base64,", "#run-")), address)
        self.assertNotIn("url(", self.text)
        self.assertNotIn("@import", self.text)
        self.assertIn("default-src 'none'", self.text)

    def test_answers_are_the_runs(self):
        """Not worked out from the numbers: far below a bound from above is no failure."""
        self.add("better", verdict=check("worst", 1e-9, True, at_most=True),
                 verdicts=[check("worst", 1e-9, True, at_most=True), check("above", 9.0, True, at_least=True),
                           check("bar", 1.2, True, by_error_bar=True), check("small", 0.1, True, tolerance=0),
                           check("share", 0.02, True, expected=0, tolerance=0.05)])
        card = self.cards()["better"]
        for words in ("1e-09\n1 or less; up to 1.1 passes\npassed", "9\nat least 1\npassed", "±", "by its error bar",
                      "0.1\nat most 1\npassed", "0.02\nat most 0.05\npassed"):
            self.assertIn(words, card)
        self.assertNotIn("FAILED", card)
        self.add("worse", verdict=check("k", 1.0, False))
        self.assertIn("k\n1\n1 ± 0.1\nFAILED", self.cards()["worse"])

    def test_other_ends(self):
        self.add("a", status="failed", message="the disk is full")
        self.add("b", status="diverged")
        self.add("c", status="terminated")
        self.add("d", status="running")
        self.add("e", verdict=None, not_judged=["steps=0: it was only looked at"])
        self.add("f", verdict=check("k", 1.0, None), warnings=["Mach 0.4"])
        cards = self.cards()
        for name, words in zip("abcdef", ("failed at step 30 of at most 60: the disk is full", "diverged at step 30",
                                          "stopped (terminated) at step 30 of at most 60", "without an end",
                                          "not judged: steps=0", "the flow cannot be judged")):
            self.assertIn(words, cards[name])
        self.assertIn("warning: Mach 0.4", cards["f"])
        self.assertIn("6 runs: 0 passed, 3 failed, 2 not judged, 1 others", self.text)
        self.add("g", verdict="passed")
        self.assertIn("its verdict is damaged", self.cards()["g"])
        self.assertIn("7 runs: 0 passed, 4 failed, 2 not judged, 1 others", self.text)

    def test_running(self):
        descriptor = os.open(self.add("goes", status="running"), os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        self.assertIn("goes\nrunning\n", self.cards()["goes"])
        os.close(descriptor)
        self.assertIn("killed", self.cards()["goes"])

    def test_damaged(self):
        for name, data in (("cut", b'{"status": "done"'), ("list", b"[1]"), ("bytes", b"\xff\xfe"), ("empty", b""),
                           ("deep", b"[" * 200000)):
            self.keep(f"{name}/run.json", data)
        self.keep("none/case.ini", "")
        os.mkdir(os.path.join(self.top, "pipe"))
        os.mkfifo(os.path.join(self.top, "pipe", "run.json"))
        self.add("link")
        os.rename(os.path.join(self.top, "link/run.json"), os.path.join(self.top, "elsewhere"))
        os.symlink("../elsewhere", os.path.join(self.top, "link/run.json"))
        self.add("kinds", verdict="yes", verdicts=[1, {"pass": "true"}], device=7, size="x", steps="many", mlups=[],
                 warnings=3, results=[], units=None, message=5, time_s=True, parameters=[])
        cards = self.cards()
        for name in ("cut", "list", "bytes", "empty", "deep"):
            self.assertIn("run.json is damaged", cards[name])
        self.assertIn("there is no run.json", cards["none"])
        self.assertIn("run.json cannot be read: is no plain file", cards["pipe"])
        self.assertIn("run.json cannot be read", cards["link"])
        self.assertIn("1\n-\n-\ndamaged", cards["kinds"])
        self.assertNotIn("passed\n", cards["kinds"])

    def test_pictures(self):
        os.unlink(os.path.join(self.add("none"), "picture-000000030.png"))
        self.add("later")
        self.keep("later/picture-000000200.png", png())
        self.keep("later/speed_y-000000200.png", png())
        self.keep("later/zz.png", png())
        self.add("cut")
        self.keep("cut/picture-000000030.png", png()[:-9])
        cards = self.cards()
        self.assertIn("no picture: png=N", cards["none"])
        self.assertIn("picture-000000200.png", cards["later"])
        self.assertIn("picture-000000030.png is damaged", cards["cut"])

    def test_text_is_escaped(self):
        evil = "<script>alert('&\"1\")</script>"
        name = evil.replace("/", "-")
        self.add(name, setup=evil, device={"name": evil}, warnings=[evil], results={evil: 1}, units={evil: evil},
                 verdict=check(evil, 1.0, False), status=evil, message=evil)
        self.add("half", setup="\ud800", warnings=["\udcff"])
        os.rename(os.path.join(self.top, "half"), os.path.join(os.fsencode(self.top), b"h\xff"))
        cards = self.cards()
        self.assertNotIn("<script", self.text)
        self.assertIn(evil, cards[name])
        self.assertIn("&lt;script&gt;alert(&#x27;&amp;&quot;1&quot;)", self.text)
        self.assertEqual(len(cards), 2)

    def test_what_is_not_there_is_told(self):
        self.add("study/radius-5")
        self.keep("study/case.ini", "")
        self.keep("study/study.json", json.dumps({"runs": ["radius-5", "radius-<7>"]}))
        os.makedirs(os.path.join(self.top, "notes/more"))
        os.makedirs(os.path.join(self.top, "study/claims"))
        self.assertEqual(list(self.cards()), ["study/radius-5"])
        for words in ("study/radius-&lt;7&gt;</td>\n<td>planned, and not made yet", "<td>notes</td>\n<td>holds no run",
                      "1 are not made yet"):
            self.assertIn(words, self.text)
        self.assertNotIn("claims", self.text)

    def test_command(self):
        self.add("it's")
        request = {"folders": [self.top], "output": None, "version": "1", "port": -1}
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(gallery.main(request), program.OK)
        self.assertIn("gallery.html  1 runs: 1 passed", said.getvalue())
        with open(os.path.join(self.top, "gallery.html"), encoding="utf-8") as file:
            self.assertIn("/it&#x27;&quot;&#x27;&quot;&#x27;s/case.ini", file.read())
        for folder in ("never", "it's/log.txt"):
            with self.assertRaises(program.Failure) as caught:
                gallery.main({**request, "folders": [os.path.join(self.top, folder)]})
            self.assertEqual(caught.exception.code, program.USAGE)


class Chart(Folders):
    def test_rows_that_are_being_written(self):
        path = self.keep("a.csv", "step,u\n0,1\n5,2\nbad,3\n10,nan\n20,1,4\n30,5")
        self.assertEqual(chart.read(path)[1][:2], [[0, 1], [5, 2]])
        self.assertEqual(len(chart.read(path)[1]), 3)
        self.assertEqual(chart.last_step(path), 20)
        self.assertIsNone(chart.last_step(self.keep("b.csv", "x,u\n0,1\n")))
        self.assertIsNone(chart.last_step(self.keep("c.csv", "step,u\n")))
        self.assertIn("there is no row yet", chart.svg(self.keep("d.csv", "")))
        self.assertIn("e.csv has 16777217 bytes, more than", chart.svg(self.keep("e.csv", b"0" * (1 << 24) + b"0")))

    def test_no_peak_is_lost(self):
        points = [(n, 0.0) for n in range(100000)]
        points[77777] = (77777, 5.0)
        points[77778] = (77778, -5.0)
        thinned = chart.thin(points)
        self.assertLess(len(thinned), 1000)
        self.assertTrue(set(points[77777:77779]) <= set(thinned))
        self.assertEqual(thinned, sorted(thinned))

    def test_lines(self):
        path = self.keep("forces.csv", "step,time,body,f<x>\n0,0,1,2\n0,0,2,3\n1,0,1,4\n1,0,2,inf\n")
        drawn = chart.svg(path)
        self.assertEqual(drawn.count("<polyline"), 2)
        self.assertIn("body 2", drawn)
        self.assertIn("f&lt;x&gt;", drawn)
        many = chart.svg(self.keep("m.csv", "step," + ",".join("abcdefghij") + "\n" + ",".join(["1"] * 11) + "\n"))
        self.assertIn("and 2 columns more in m.csv", many)


class Live(Folders):
    def setUp(self):
        super().setUp()
        self.folder = self.add("live", status="running", steps=0, steps_planned=1000)
        self.keep("live/probe.csv", "step,u\n0,1\n250,2\n")
        self.keep("secret.png", png())
        os.symlink("../secret.png", os.path.join(self.folder, "link.png"))
        self.keep("live/notes.txt", "private")
        self.server = serve.Server(self.folder, 0)
        thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self.addCleanup(lambda: (self.server.shutdown(), thread.join(), self.server.server_close()))

    def lock(self):
        descriptor = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, descriptor)
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def ask(self, path, method="GET", body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=10)
        given = {key.replace("_", "-"): value for key, value in headers.items()}
        link.request(method, path, body, given)
        answer = link.getresponse()
        data = answer.read()
        link.close()
        return answer.status, data, answer

    def status(self):
        return json.loads(self.ask("/status.json")[1])

    def stop_file(self):
        return os.path.exists(os.path.join(self.folder, "stop"))

    def test_pages(self):
        for path, begin in (("/", b"<!DOCTYPE html>"), ("/live.js", b"// live.js"), ("/view.css", b":root"),
                            ("/picture/picture-000000030.png?17", runs.PNG_HEAD), ("/chart/probe.csv", b"<svg")):
            code, data, answer = self.ask(path)
            self.assertEqual((code, data[:len(begin)]), (200, begin), path)
            self.assertTrue(answer.headers["Content-Security-Policy"].startswith("default-src 'none'; "))
            self.assertNotIn("unsafe", answer.headers["Content-Security-Policy"])
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertIsNone(answer.headers["Access-Control-Allow-Origin"])
        self.assertEqual(self.server.server_address[0], "127.0.0.1")

    def test_no_other_file(self):
        for path in ("/run.json", "/notes.txt", "/picture/", "/picture/never.png", "/picture/../secret.png",
                     "/picture/..%2fsecret.png", "/picture/%2e%2e/secret.png", "/picture/link.png", "/picture/run.json",
                     "/chart/notes.txt", "/chart//etc/passwd", "/../secret.png", "//etc/passwd", "/picture/%00.png",
                     "/stop", "/serve.py"):
            self.assertEqual(self.ask(path)[0], 404, path)
        for method in ("PUT", "DELETE", "HEAD", "OPTIONS"):
            self.assertEqual(self.ask("/stop", method)[0], 501)

    def test_other_names_of_this_machine(self):
        port = self.server.server_port
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port}.evil.example", ""):
            self.assertEqual(self.ask("/status.json", Host=host)[0], 403, host)
            self.assertEqual(self.ask("/stop", "POST", Host=host, X_Sluice_Token=self.server.token)[0], 403, host)
        self.assertEqual(self.ask("/status.json", Host=f"localhost:{port}")[0], 200)
        self.assertEqual(self.ask("/status.json", Origin="http://evil.example")[0], 403)
        self.assertEqual(self.ask("/status.json", Origin=f"http://127.0.0.1:{port}")[0], 200)

    def test_stop_needs_the_token(self):
        self.lock()
        token = self.server.token
        for wrong in ("", token[:-1], token + "a", token.swapcase(), "\u00e9"):
            self.assertEqual(self.ask("/stop", "POST", X_Sluice_Token=wrong)[0], 403, wrong)
        self.assertEqual(self.ask("/stop", "POST")[0], 403)
        self.assertEqual(self.ask(f"/stop?token={token}", "POST", X_Sluice_Token=token)[0], 404)
        self.assertEqual(self.ask("/stop", "POST", b"x" * 2000, X_Sluice_Token=token)[0], 413)
        self.assertFalse(self.stop_file())
        self.assertFalse(self.status()["stop_asked"])
        self.assertEqual(self.ask("/stop", "POST", X_Sluice_Token=token)[0], 200)
        self.assertTrue(self.stop_file())
        self.assertTrue(self.status()["stop_asked"])
        self.assertGreaterEqual(len(token), 20)
        other = serve.Server(self.folder, 0)
        other.server_close()
        self.assertNotEqual(token, other.token)

    def test_a_run_that_has_ended_is_not_stopped(self):
        self.assertFalse(self.status()["can_stop"])
        self.assertEqual(self.ask("/stop", "POST", X_Sluice_Token=self.server.token)[0], 409)
        self.assertFalse(self.stop_file())

    def test_time_left(self):
        self.assertIsNone(self.status()["left"])
        self.lock()
        now = time.time()
        os.utime(os.path.join(self.folder, "run.json"), (now - 100, now - 100))
        found = serve.status(self.server.run(), self.server.charts, False)
        self.assertEqual((found["step"], found["planned"], found["state"]), (250, 1000, "running"))
        self.assertIn(found["left"], ("4 min 59 s", "5 min 00 s"))  # 100 s for a quarter
        self.keep("live/run.json", json.dumps(record(status="running", steps=0, steps_planned=1000,
                                                     parameters={"max-wall": 130})))
        os.utime(os.path.join(self.folder, "run.json"), (now - 100, now - 100))
        self.assertLess(float(self.status()["left"].split()[0]), 31)

    def test_charts_leave_a_run_its_time(self):
        charts, run, drawn = serve.Charts(), self.server.run(), []
        was, serve.chart.svg = serve.chart.svg, lambda path: (time.sleep(0.05), drawn.append(path), "<svg>")[-1]
        self.addCleanup(setattr, serve.chart, "svg", was)
        stamps = [charts.stamp(run, "probe.csv")]
        for n in range(3):
            charts.svg(run, "probe.csv")
            self.keep("live/probe.csv", f"step,u\n0,{n}\n")
            stamps.append(charts.stamp(run, "probe.csv"))
        self.assertEqual((len(drawn), len(set(stamps))), (1, 1))
        time.sleep(serve.SPARED * 0.06)
        self.assertNotEqual(charts.stamp(run, "probe.csv"), stamps[0])  # it is asked for again
        charts.svg(run, "probe.csv")
        self.assertEqual(len(drawn), 2)

    def test_names_that_no_run_writes(self):
        self.keep("live/probe.csv", "step,u\n")
        with open(os.path.join(os.fsencode(self.folder), b"p\xff.csv"), "w", encoding="ascii") as file:
            file.write("step,u\n1,2\n")
        self.assertEqual([name for name, _ in self.status()["tables"]], ["probe.csv"])

    def test_before_the_first_step(self):
        os.unlink(os.path.join(self.folder, "run.json"))
        self.assertIn("no step yet", self.status()["state"])

    def test_ports(self):
        with self.assertRaises(program.Failure) as caught:
            serve.open_server(self.folder, self.server.server_port)
        self.assertIn("is in use", str(caught.exception))
        for folder, words in (("never", "there is no folder"), ("", "has several: ")):
            with self.assertRaises(program.Failure) as caught:
                serve.check(os.path.join(self.top, folder))
            self.assertIn(words, str(caught.exception))
            self.assertEqual(caught.exception.code, program.USAGE)


if __name__ == "__main__":
    unittest.main()
