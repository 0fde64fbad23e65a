# browser.py - Chromium without a window, told what to do over a pipe.
# SPDX-License-Identifier: MIT
import base64
import json
import os
import subprocess
import time


class Browser:
    """`with Browser() as browser`; its answers are what the page's own script would see."""

    def __init__(self, program="chromium"):
        here, there = os.pipe(), os.pipe()
        # the browser reads from 3 and writes to 4
        start = f'exec 3<&{here[0]} 4>&{there[1]}; exec "$0" "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", start, program, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             "--disable-dev-shm-usage", f"--user-data-dir={os.getcwd()}/browser", "about:blank"],
            pass_fds=(here[0], there[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(here[0])
        os.close(there[1])
        self.out, self.into = os.fdopen(here[1], "wb", 0), os.fdopen(there[0], "rb")
        self.rest, self.number, self.session, self.complaints = b"", 0, None, []

    def __enter__(self):
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log", "Network"):
            self.ask(part + ".enable")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.out.close()
        self.into.close()

    def message(self):
        while b"\0" not in self.rest:
            data = self.into.read1(1 << 16)
            if not data:
                raise SystemExit("the browser has ended")
            self.rest += data
        one, _, self.rest = self.rest.partition(b"\0")
        return json.loads(one)

    def ask(self, method, **given):
        self.number += 1
        request = {"id": self.number, "method": method, "params": given}
        if self.session:
            request["sessionId"] = self.session
        self.out.write(json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            self.note(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]

    def note(self, event):
        """What the page complains of, and what it asks for elsewhere."""
        given = event.get("params", {})
        if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
            self.complaints.append(given)
        if event.get("method") == "Network.requestWillBeSent":
            address = given["request"]["url"]
            if not address.startswith(("http://127.0.0.1:", "file:", "data:", "about:")):
                self.complaints.append(address)

    def value(self, expression):
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, address, width=1200, height=900):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.ask("Page.navigate", url=address)
        self.wait("document.readyState === 'complete' && location.href !== 'about:blank'")

    def wait(self, expression, seconds=60):
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                raise SystemExit(f"in vain: {expression}: {self.value('document.body.innerText')}")
            time.sleep(0.1)

    def keep(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.ask("Page.captureScreenshot")["data"]))
