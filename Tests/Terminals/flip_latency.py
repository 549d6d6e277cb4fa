#!/usr/bin/env python3
"""Measures what a flip between two compared photos costs on a sixel terminal of 1280x720.

Counted are the processor time of the whole program for each flip, which other work on the machine does
not change, and the time from the key to the first byte of the frame. A flip sends a frame again that is
kept: nothing is decoded or encoded. Needs Python 3 only.

    python3 Tests/Terminals/flip_latency.py --program .build/release/nasa-view
"""

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(os.path.dirname(os.path.dirname(HERE)), "Fixtures", "Demo")
PHOTOS = [os.path.join(DEMO, name) for name in ("demo-moon~orig.jpg", "demo-chart~orig.png")]
ANSWERS = [
    (re.compile(rb"\x1b\[c"), b"\x1b[?62;4;22c"), (re.compile(rb"\x1b\[5n"), b"\x1b[0n"),
    (re.compile(rb"\x1b\[16t"), b"\x1b[6;17;8t"), (re.compile(rb"\x1b\[14t"), b"\x1b[4;731;1280t"),
]
GOAL = 16.0
PATIENCE = 5.0


class Session:
    """The program in a pseudo-terminal that draws sixels and reads as fast as it can."""

    def __init__(self, command):
        self.home = tempfile.mkdtemp(prefix="nasa-view-flip-")
        self.pictures = 0
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(
                TERM="xterm-256color", HOME=self.home, XDG_CACHE_HOME=self.home + "/cache",
                XDG_DATA_HOME=self.home + "/data", XDG_CONFIG_HOME=self.home + "/config")
            os.execv(command[0], command)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 43, 160, 1280, 731))

    def read(self, seconds):
        """Bytes that come within a time, or nothing."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.terminal, 1 << 20)
        except OSError:
            return b""
        self.pictures += data.count(b"\x1bP7")
        for question, answer in ANSWERS:
            for _ in question.findall(data):
                os.write(self.terminal, answer)
        return data

    def settle(self, quiet=0.15):
        """All bytes until none come for a while."""
        count = 0
        while data := self.read(quiet):
            count += len(data)
        return count

    def spent(self):
        """Milliseconds of processor time of all threads."""
        folder = f"/proc/{self.child}/task"
        total = 0
        for thread in os.listdir(folder):
            try:
                with open(f"{folder}/{thread}/schedstat") as file:
                    total += int(file.read().split()[0])
            except OSError:
                pass
        return total / 1e6

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)
        shutil.rmtree(self.home, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--flips", type=int, default=60)
    options = parser.parse_args()
    session = Session([options.program, "--compare", *PHOTOS])
    costs, waits, sizes = [], [], []
    try:
        session.settle(2)
        for flip in range(options.flips + 4):
            before, start = session.spent(), time.monotonic()
            os.write(session.terminal, b"\t")
            first = session.read(PATIENCE)
            wait = time.monotonic() - start
            size = len(first) + session.settle()
            # The first ones make and keep the frames.
            if flip >= 4:
                costs.append(session.spent() - before)
                waits.append(1000 * wait)
                sizes.append(size)
    finally:
        session.end()
    if min(sizes) < 10_000 or session.pictures < options.flips:
        sys.exit(f"no frames: {session.pictures} pictures, at least {min(sizes)} bytes a flip")
    cost = statistics.median(costs)
    print(f"{len(costs)} flips of {statistics.median(sizes) / 1000:.0f} kB, processor time: "
          f"median {cost:.1f} ms, worst {max(costs):.1f} ms; key to first byte: "
          f"median {statistics.median(waits):.1f} ms, worst {max(waits):.1f} ms")
    sys.exit(0 if cost <= GOAL else 1)


if __name__ == "__main__":
    main()
