#!/usr/bin/env python3
"""The memory of the program and its workers over 500 pages of a picture in tiles.

A local stand-in serves a picture as the map of the Earth, 13 gigapixels, and a real terminal presses
Shift and arrows at the original size, so that each press shows new tiles. Resident memory is that of
the program, of the process that workers are forked from and of all workers, each page counted once
(PSS), with the largest sum seen between two rows of the table.

Needs Python 3 only; without terminal-shot or a picture to serve it says so and passes. Fails if the
last hundred pages need a tenth more than the hundred before them.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
SHARED = os.path.join(os.path.dirname(PACKAGE), "shared")
TOOL = os.path.join(SHARED, "tools", "terminal-shot")
PICTURE = os.path.join(SHARED, "nasa", "photos", "other", "bmng_nasa_hd_12000x6000.jpg")
PAGES = 500
# Rows of the table, and how far a row of the map is gone along before the next.
ROWS, ACROSS = 10, 24
GROWTH = 1.1


def tree(root):
    """A process and all that it has started."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as file:
                parents[int(name)] = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            pass
    found = {root}
    while True:
        more = {child for child, parent in parents.items() if parent in found} | found
        if more == found:
            return found
        found = more


def resident(processes):
    """Their memory in bytes; a page that several share is divided among them."""
    total = 0
    for process in processes:
        try:
            with open("/proc/%d/smaps_rollup" % process, encoding="utf-8") as file:
                total += sum(int(line.split()[1]) << 10 for line in file
                             if line.startswith("Pss:"))
        except OSError:
            pass
    return total


class Sampler(threading.Thread):
    """Notes the memory and the number of processes a few times a second."""

    def __init__(self, identifier):
        super().__init__(daemon=True)
        self.identifier, self.samples, self.is_over = identifier, [], False

    def run(self):
        while not self.is_over:
            if os.path.exists(self.identifier):
                with open(self.identifier, encoding="utf-8") as file:
                    text = file.read().strip()
                processes = tree(int(text)) if text else set()
                self.samples.append((time.time(), resident(processes), len(processes)))
            time.sleep(0.2)


def keys():
    steps = ["wait:2", "quiet:1:15", "Home", "g", "z", "quiet:1:15", "mark:0"]
    for page in range(PAGES):
        row = page // ACROSS
        way = "Down" if page % ACROSS == 0 and row else "Left" if row % 2 else "Right"
        steps += ["shift+" + way, "wait:0.12"]
        if (page + 1) % (PAGES // ROWS) == 0:
            steps += ["quiet:0.5:10", "mark:%d" % (page + 1)]
    return ",".join(steps + ["ctrl+c", "exited"])


def visit(program, address, terminal, out):
    """The samples, and the time of each row."""
    identifier = os.path.join(out, "process")
    sampler = Sampler(identifier)
    sampler.start()
    places = ["XDG_%s_HOME=%s" % (name, os.path.join(out, name.lower()))
              for name in ("CACHE", "DATA", "CONFIG")]
    words = [sys.executable, TOOL, "--terminal", terminal, "--size", "120x36", "--out", out,
             "--key-delay", "0", "--timeout", "500", "--keys", keys(), "--", "env", *places,
             "sh", "-c", 'echo $$ >"$0"; exec "$@"', identifier, program, "--api", address,
             "earth", "2026-10-02"]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    sampler.is_over = True
    if done.returncode:
        raise RuntimeError(done.stdout.strip().split("\n")[-1])
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        marks = json.load(file)["marks"]
    return sampler.samples, [(int(name), mark["time"]) for name, mark in marks.items()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to measure")
    parser.add_argument("--workbench", required=True, help="the workbench that serves the tiles")
    parser.add_argument("--terminal", default="xterm")
    options = parser.parse_args()
    if not os.path.exists(TOOL) or not os.path.exists(PICTURE):
        print("skipped: no ../shared/tools/terminal-shot, or no picture to serve")
        return 0
    serve = [os.path.abspath(options.workbench), "serve", "--pyramid", PICTURE,
             "--until-stdin-closes"]
    with tempfile.TemporaryDirectory() as out, subprocess.Popen(
            serve, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        try:
            samples, marks = visit(os.path.abspath(options.program),
                                   server.stdout.readline().strip(), options.terminal, out)
        finally:
            server.kill()
    print("| pages | processes | largest MB |\n|---:|---:|---:|")
    largest = {}
    for (_, start), (page, end) in zip(marks, marks[1:]):
        own = [sample for sample in samples if start <= sample[0] <= end]
        largest[page] = max(size for _, size, _ in own)
        print("| %d | %d | %.0f |" % (page, max(count for _, _, count in own),
                                      largest[page] / 1e6))
    late = [size for page, size in largest.items() if page > PAGES - 100]
    before = [size for page, size in largest.items() if PAGES - 200 < page <= PAGES - 100]
    growth = max(late) / max(before)
    print("the last 100 pages need %.2f of the 100 before" % growth)
    return 0 if growth <= GROWTH else 1


if __name__ == "__main__":
    sys.exit(main())
