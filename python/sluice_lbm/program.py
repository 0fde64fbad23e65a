# program.py - calls the program itself: options in, JSON out; signals and exit codes pass through.
# SPDX-License-Identifier: MIT
import ctypes
import json
import os
import re
import signal
import subprocess
import sys

OK, FAILED, USAGE, DIVERGED, DEVICE, VERDICT = range(6)
FIRST_OF_SIGNALS = 128


class Failure(Exception):
    """A sentence for the user, and the exit code."""

    def __init__(self, code, sentence):
        super().__init__(sentence)
        self.code = code


def need(condition, code, sentence):
    if not condition:
        raise Failure(code, sentence)


class Signals:
    """The first signal is passed on to the program that runs; what was ignored at the start stays so."""
    watched = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU)

    def __init__(self):
        self.received = 0
        self.child = None

    def watch(self):
        for number in self.watched:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self.take)

    def take(self, number, _frame):
        if self.child is None and self.received:
            raise Failure(FIRST_OF_SIGNALS + number, "stopped by a second signal")
        self.received = self.received or number
        if self.child is not None:
            self.child.send_signal(number)


signals = Signals()


def _of_its_own():
    """In a session of its own, so that a terminal's Ctrl-C comes once; ends with this process."""
    os.setsid()
    try:
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)
    except (OSError, AttributeError):
        pass


class Answer:
    def __init__(self, code, output, messages):
        self.code, self.output, self.messages = code, output, messages

    def why(self):
        """The last sentence on its standard error, which begins with "sluice: "."""
        found = list(re.finditer(r"^sluice: (?!note: |warning: )", self.messages, re.M))
        return self.messages[found[-1].end():].strip() if found else f"exit code {self.code}"

    def notes(self):
        return [line for line in self.messages.splitlines()
                if re.match("sluice: (note|warning): ", line)]


class Program:
    def __init__(self, request):
        self.path = request["program"]
        self.version, self.commit = request["version"], request["commit"]

    def ask(self, *words):
        """Runs it to its end, with `signals` for it."""
        process = subprocess.Popen([self.path, *words], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=_of_its_own, text=True, errors="replace")
        signals.child = process
        if signals.received:
            process.send_signal(signals.received)
        try:
            output, messages = process.communicate()
        finally:
            signals.child = None
        code = process.returncode
        return Answer(FIRST_OF_SIGNALS - code if code < 0 else code, output, messages)

    def text(self, *words):
        answer = self.ask(*words)
        need(answer.code == OK, answer.code, answer.why())
        return answer.output

    def json(self, *words):
        return json.loads(self.text(*words, "--json"))


def leave(code):
    """Ends as the program does: what was printed and got lost is a failure."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if code in (OK, VERDICT):
            print(f"sluice: cannot write to standard output: {error.strerror}", file=sys.stderr)
            code = FAILED
    sys.exit(code)


def run(main, request):
    """main(request) returns an exit code, or raises Failure."""
    try:
        code = main(request)
    except Failure as failure:
        print(f"sluice: {failure}", file=sys.stderr)
        code = failure.code
    except MemoryError:
        print("sluice: no memory", file=sys.stderr)
        code = FAILED
    except OSError as error:
        print(f"sluice: {error.filename or 'standard output'}: {error.strerror}", file=sys.stderr)
        code = FAILED
    leave(code)


def answer_lines(answer):
    """A request is a line of JSON on standard input; its answer too, on standard output, unless nobody waits for it."""
    for line in sys.stdin.buffer:
        try:
            answered = answer(json.loads(line))
        except Failure as failure:
            answered = {"failure": str(failure), "code": failure.code}
        # of what came from the command line and is no UTF-8, question marks
        text = json.dumps(answered, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        try:
            sys.stdout.buffer.write(text)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            break
    return OK


def require_modules(*names):
    """Where this Python lacks one and the system's has it, that one goes on."""
    import importlib.util
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    system = "/usr/bin/python3"
    if not missing:
        return
    if os.path.realpath(sys.executable) != os.path.realpath(system) and os.access(system, os.X_OK):
        module = sys.modules["__main__"].__spec__.name
        os.execv(system, [system, "-B", "-m", module.removesuffix(".__main__"), *sys.argv[1:]])
    how = "pip install " + " ".join(missing) if sys.prefix != sys.base_prefix else (
        "Debian: apt install " + " ".join(f"python3-{name}" for name in missing))
    print(f"sluice: {' and '.join(missing)} {'are' if len(missing) > 1 else 'is'} missing in {sys.executable}; {how}",
          file=sys.stderr)
    sys.exit(FAILED)
