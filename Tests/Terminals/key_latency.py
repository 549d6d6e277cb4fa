#!/usr/bin/env python3
"""Measures how soon a key is answered while the network fails: make key-latency.

For each fault of the fault server (../shared/tools/chaos_server.py) the program opens a photo there,
and a key that opens and closes the help is pressed again and again; counted is the time to the first
byte that the terminal is sent. Needs Python 3 and the fault server; without it nothing is measured.
"""

import argparse
import fcntl
import os
import pty
import random
import re
import select
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
SERVER = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "chaos_server.py")
FAULTS = [
    "/stall-before", "/stall-headers", "/stall-mid", "/drip", "/slow?n=20000", "/reset-before",
    "/reset-mid", "/short", "/long", "/flaky?n=3", "/status?n=429&ra=30", "/status?n=503&ra=5",
    "/status?n=500", "/status?n=404", "/loop", "/hops?n=9", "/infinite", "/huge-length",
    "/neg-length", "/gzip-bomb?n=256", "/many-headers", "/bad-chunk", "/not-http",
    "/header-escapes", "/html", "/redirect?to=file:///etc/passwd", "dead",
]
# The largest frame of help is a few kB: what comes within this time belongs to the key.
LIMIT = 0.1
PATIENCE = 5.0
ANSWERS = [(re.compile(rb"\x1b\[c"), b"\x1b[?62;22c"), (re.compile(rb"\x1b\[5n"), b"\x1b[0n")]


class Session:
    """The program in a pseudo-terminal that answers DA1 and DSR only: text, no pictures."""

    def __init__(self, command):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            home = tempfile.mkdtemp(prefix="nasa-view-latency-")
            os.environ.update(
                TERM="xterm-256color", HOME=home, XDG_CACHE_HOME=home + "/cache",
                XDG_DATA_HOME=home + "/data")
            os.execv(command[0], command)
        size = struct.pack("HHHH", 24, 80, 800, 480)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)

    def read(self, seconds):
        """Bytes that come within a time, or nothing."""
        if not select.select([self.terminal], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            return b""
        for question, answer in ANSWERS:
            for _ in question.findall(data):
                os.write(self.terminal, answer)
        return data

    def settle(self):
        while self.read(0.03):
            pass

    def answer_time(self, key):
        """Seconds from a key to the first byte drawn, or None."""
        start = time.monotonic()
        os.write(self.terminal, key)
        if not self.read(PATIENCE):
            return None
        return time.monotonic() - start

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def measure(program, address, fault, count):
    target = fault if fault != "dead" else "/a.jpg"
    origin = address if fault != "dead" else f"http://127.0.0.1:{free_port()}"
    session = Session([program, origin + target, "--api", origin])
    times = []
    try:
        session.read(PATIENCE)
        for _ in range(count):
            session.settle()
            times.append(session.answer_time(b"?"))
            time.sleep(random.uniform(0, 0.05))
    finally:
        session.end()
    return times


def report(name, times):
    answered = sorted(1000 * t for t in times if t is not None)
    good = sum(t < 1000 * LIMIT for t in answered)
    worst = answered[-1] if answered else float("nan")
    middle = statistics.median(answered) if answered else float("nan")
    print(f"{name:32} {good:5} of {len(times):5}  median {middle:6.1f} ms  worst {worst:6.1f} ms")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True)
    parser.add_argument("--keys", type=int, default=100, help="for each fault")
    options = parser.parse_args()
    if not os.path.exists(SERVER):
        sys.exit("skipped: the fault server is not beside the checkout")
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, SERVER, str(port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        server.stdout.readline()
        everything, good = [], 0
        for fault in FAULTS:
            times = measure(options.program, f"http://127.0.0.1:{port}", fault, options.keys)
            good += report(fault, times)
            everything += times
    finally:
        server.kill()
    report("all faults", everything)
    share = 100 * good / len(everything)
    print(f"answered within {1000 * LIMIT:.0f} ms: {share:.2f} %")
    sys.exit(0 if share >= 99.9 else 1)


main()
