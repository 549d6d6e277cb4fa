#!/usr/bin/env python3
"""A wall of a folder with many pictures: how soon it is there, and how it scrolls.

    folder.py --program nasa-view [--folder DIR] [--count 10000] [--steps 60]

Without --folder it makes one with --count links to --picture. Prints milliseconds from the start
to the page and to its pictures, from a key to its page (median, 99th percentile, worst, and the
processor time that a step takes), first of keys that are pressed one by one, then of one that is held
down, and the memory: at the start, when the caches are full, and after the held key. Fails above the
goals: 300 ms to the page, 16 ms a step at the 99th percentile, 8 MB more once the caches are full."""
import argparse
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

from latency import ANSWERS

CELLS = (36, 120)
# What a piece may end with of a question.
LONGEST = max(len(question) for question, _ in ANSWERS) - 1


class Session:
    """The program in a terminal of ours, which answers at once as xterm does."""

    def __init__(self, program, arguments, cache):
        self.output = self.unanswered = b""
        self.began = time.monotonic()
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            environment = dict(os.environ, TERM="xterm-256color", XDG_CACHE_HOME=cache,
                               XDG_CONFIG_HOME=cache, XDG_DATA_HOME=cache)
            os.execve(program, [program, *arguments], environment)
        size = struct.pack("HHHH", *CELLS, CELLS[1] * 8, CELLS[0] * 16)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """What comes within that time, if anything."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return False
        try:
            piece = os.read(self.terminal, 1 << 16)
        except OSError:
            return False  # The program has ended.
        self.output += piece
        # A question may come in two pieces.
        asked = self.unanswered + piece
        for question, answer in ANSWERS:
            os.write(self.terminal, answer * asked.count(question))
        ends = [asked.rfind(question) + len(question) for question, _ in ANSWERS
                if question in asked]
        self.unanswered = asked[max(ends, default=0):][-LONGEST:]
        return True

    def wait(self, condition, seconds=60):
        """The milliseconds since the start at which the output is as wished."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition(self.output):
                return (time.monotonic() - self.began) * 1000
            self.read(0.5)
        sys.exit(f"it never came: {self.output[-300:]!r}")

    def rest(self):
        """Until nothing has come for half a second."""
        while self.read(0.5):
            pass

    def step(self, interval):
        """The milliseconds from a key to its page; the next may come after so many seconds, or at rest.

        The head, in the first row, shows the new number."""
        self.output = b""
        self.began = time.monotonic()
        os.write(self.terminal, b"\x1b[B")
        time_to_page = self.wait(lambda text: b"\x1b[1;" in text)
        while interval and (left := self.began + interval - time.monotonic()) > 0:
            self.read(left)
        if not interval:
            self.rest()
        return time_to_page

    def memory(self):
        """The most that the program itself has held, in MB."""
        status = pathlib.Path(f"/proc/{self.child}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024

    def processor(self):
        """The milliseconds of processor time so far."""
        fields = pathlib.Path(f"/proc/{self.child}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def end(self):
        os.write(self.terminal, b"q")
        for _ in range(100):
            if os.waitpid(self.child, os.WNOHANG)[0]:
                return
            self.read(0.1)
        os.kill(self.child, signal.SIGKILL)


def folder(options, scratch):
    if options.folder:
        return options.folder
    path = pathlib.Path(scratch) / "many"
    path.mkdir()
    picture = path / "photo-1.jpg"
    subprocess.run(["cp", options.picture, picture], check=True)
    for number in range(2, options.count + 1):
        os.link(picture, path / f"photo-{number}.jpg")
    return str(path)


def steps(session, count, interval, words):
    """Takes steps and prints how long they took; returns the 99th percentile."""
    processor = session.processor()
    times = sorted(session.step(interval) for _ in range(count))
    processor = (session.processor() - processor) / count
    tail = times[min(count - 1, count * 99 // 100)]
    print(f"{words}: {times[count // 2]:.1f} ms, 99 %: {tail:.1f}, worst {times[-1]:.1f}; "
          f"{processor:.1f} ms of processor time with its pictures")
    return tail


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--folder")
    parser.add_argument("--picture", default="Fixtures/Demo/demo-moon~orig.jpg")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--held", type=int, default=500, help="steps of a key that is held down")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        where = folder(options, scratch)
        arguments = [where, "--protocol", "sixel", "--cell-size", "8x16"]
        session = Session(options.program, arguments, scratch + "/cache")
        # The head shows its number in pieces; " of 10" is one of them.
        page = session.wait(lambda text: b" of " in text)
        pictures = session.wait(lambda text: text.count(b"\x1bP") >= 12)
        session.rest()
        print(f"page {page:.0f} ms, its pictures {pictures:.0f} ms")
        memory = [session.memory()]
        tails = [steps(session, options.steps, None, "a step")]
        # A keyboard repeats a key 30 times a second.
        tails.append(steps(session, options.held // 2, 1 / 30, "held"))
        memory.append(session.memory())
        tails.append(steps(session, options.held // 2, 1 / 30, "held on"))
        memory.append(session.memory())
        session.end()
    print("memory {:.0f} MB, with full caches {:.0f}, at the end {:.0f}".format(*memory))
    sys.exit(page > 300 or max(tails) > 16 or memory[2] > memory[1] + 8)


if __name__ == "__main__":
    main()
