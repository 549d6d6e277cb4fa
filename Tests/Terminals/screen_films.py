#!/usr/bin/env python3
"""Times and films the library's screens in real terminals: make screen-films.

Two tables, in windows of 1280x714 pixels, or a little more, with the photos of library.py at hand:
- from the start of the program to the last change of the first screen on the glass;
- for each kind of step (moving the selection, scrolling, opening a photo and coming back, typing in
  the search): from the key to the last byte and to the last change on the glass, bytes, and the frames
  of the film between the screens before and after the step. Each of these is
  - mixed: all parts of it are those of the screen before or after: a half frame;
  - blank: a part of it is empty that is empty neither before nor after;
  - other: shows something else, as a movement does, or a picture that is coarse first.

A film takes half a processor: the times to the last byte are from runs without one.
Needs terminal-shot and Python 3 only.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import library
import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
# The program that must be there, and the most milliseconds from the start to a full wall.
TERMINALS = {"kitty": ("kitty", 250), "foot": ("foot", 250), "xterm": ("xterm", 400),
             "mlterm": ("mlterm", None)}
SIZE = "160x42"
STARTS = 5
# Where a step begins, the keys of its repetitions, and the seconds until it is all over.
STEPS = {
    "select": (("g",), ["Right", "Left"] * 4, 0.6),
    "scroll": (("g",) + ("Down",) * 6, ["Down"] * 8, 0.8),
    "open": (("g", "Right"), ["Return"], 2.5),
    "back": (("g", "Right", "Return", "wait:2"), ["q"], 1.5),
    "type": (("g", "slash", "wait:0.5"), list("moon"), 1.2),
}
# A scroll step's bytes are all there after so many milliseconds.
SCROLL_LIMIT = 50
# Rows and columns of pixels of the parts that are compared.
PART = (17, 32)
# Of the parts that are drawn before and after: an animation's edge leaves a few empty.
BLANK_SHARE = 0.1
# Seconds by which two processes may differ on when the program was started.
CLOCKS = 0.005
# Runs the program for each line typed, and notes when.
AGAIN = r"""while read -r _; do date +%s.%N >>"$STARTED"; "$0" "$@"; done"""


class Recording:
    """One run of terminal-shot: its result, the program's keys, and its output with times."""

    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            self.result = json.load(file)

    def lines(self, name):
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()

    def pressed(self, count):
        """When each key of a step was pressed, by the wall clock: as the program read it, or, as it
        keeps to itself what is typed, as it was sent, some 20 ms before."""
        shift = time.time() - time.monotonic()
        read = [int(line.split()[0]) / 1000 + shift for line in self.lines("frames.log")
                if line.split()[1:2] == ["key"]]
        sent = [self.result["marks"][str(number)]["time"] for number in range(count)]
        return [next((moment for moment in read if one <= moment < one + 0.2), one)
                for one in sent]

    def output(self):
        """When the program had written so many bytes."""
        ended = self.result["exited"]
        begin = ended["time"] - ended["seconds"]
        return [(begin + float(line.split()[0]), int(line.split()[1]))
                for line in self.lines("output.times")]


def run(terminal, keys, command, folder, record=False):
    words = [sys.executable, TOOL, "--terminal", terminal, "--size", SIZE, "--out", folder,
             "--timeout", "180", "--linger", "5", "--key-delay", "0", "--keys", ",".join(keys)]
    words += ["--record"] if record else []
    done = subprocess.run(words + ["--"] + command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise RuntimeError("%s: %s" % (terminal, done.stdout.strip().split("\n")[-1]))
    return Recording(folder)


class Bench:
    """A program, its library, and a place where what it keeps is at hand."""

    def __init__(self, program, address, folder, arguments):
        self.words = [program, "--api", address] + arguments
        self.folder = folder

    def command(self, terminal, out):
        home = os.path.join(self.folder, terminal)
        return (["env", "NASA_VIEW_LOG=" + os.path.join(out, "frames.log"),
                 "STARTED=" + os.path.join(out, "started")]
                + ["XDG_%s_HOME=%s" % (name, os.path.join(home, name.lower()))
                   for name in ("CACHE", "DATA", "CONFIG")])

    def starts(self, terminal):
        """Milliseconds from each start to the last change of the first screen; the first start,
        which fetches what there is to keep, does not count."""
        keys = ["Return", "wait:4", "ctrl+c", "wait:0.5"]
        for number in range(STARTS):
            keys += ["film:start%d" % number, "Return", "wait:2.5", "cut", "ctrl+c", "wait:0.5"]
        with tempfile.TemporaryDirectory() as out:
            recording = run(terminal, keys + ["ctrl+d", "exited"],
                            self.command(terminal, out) + ["sh", "-c", AGAIN] + self.words, out)
            started = [float(line) for line in recording.lines("started")][1:]
            films = [recording.result["films"]["start%d" % number] for number in range(STARTS)]
        return [1000 * (film[-1]["time"] - start) for film, start in zip(films, started)]

    def sent(self, terminal, step):
        """For each repetition, milliseconds from the key to the last byte, and bytes."""
        before, keys, wait = STEPS[step]
        script = ["wait:3"]
        for key in before:
            script += [key, "wait:0.4"]
        for number, key in enumerate(keys):
            script += ["mark:%d" % number, key, "wait:%g" % wait]
        with tempfile.TemporaryDirectory() as out:
            recording = run(terminal, script + ["ctrl+c", "exited"],
                            self.command(terminal, out) + self.words, out, record=True)
            output, pressed = recording.output(), recording.pressed(len(keys))
        return [within(output, start, start + wait) for start in pressed]

    def films(self, terminal, step, out):
        before, keys, wait = STEPS[step]
        script = ["wait:3"]
        for key in before:
            script += [key, "wait:0.4"]
        for number, key in enumerate(keys):
            script += ["film:%s%d" % (step, number), "mark:%d" % number, key, "wait:%g" % wait,
                       "cut"]
        recording = run(terminal, script + ["ctrl+c", "exited"],
                        self.command(terminal, out) + self.words, out)
        films = [recording.result["films"]["%s%d" % (step, number)] for number in range(len(keys))]
        return list(zip(recording.pressed(len(keys)), films))


def within(output, start, end):
    """Milliseconds to the last byte between two times, and how many bytes there are."""
    start, end = start - CLOCKS, end - CLOCKS
    before = max((count for moment, count in output if moment < start), default=0)
    inside = [(moment, count) for moment, count in output if start <= moment < end]
    if not inside:
        return 0.0, 0
    return 1000 * (inside[-1][0] - start), inside[-1][1] - before


def parts(picture):
    """The bytes of each part of a picture."""
    height, width = PART
    for top in range(0, picture.height, height):
        bottom = min(top + height, picture.height)
        for left in range(0, picture.width, width):
            right = min(left + width, picture.width)
            yield b"".join(picture.rows(left, top, right, bottom))


def is_empty(part):
    """All pixels are of one colour."""
    return part == part[:3] * (len(part) // 3)


def kind(frame, before, after):
    """What a frame between two screens is; all three are lists of parts."""
    strange = [part for part, one, other in zip(frame, before, after) if part not in (one, other)]
    drawn = sum(not is_empty(one) and not is_empty(other) for one, other in zip(before, after))
    emptied = sum(is_empty(part) and not is_empty(one) and not is_empty(other)
                  for part, one, other in zip(frame, before, after))
    if drawn and emptied > BLANK_SHARE * drawn:
        return "blank"
    return "other" if strange else "mixed"


def judge(film):
    """How many frames between the first and the last are of each kind."""
    shots = [list(parts(pictures.read_png(frame["file"]))) for frame in film]
    counts = {"mixed": 0, "other": 0, "blank": 0}
    for number in range(1, len(shots) - 1):
        counts[kind(shots[number], shots[0], shots[-1])] += 1
    return counts


def start_row(bench, terminal):
    times, limit = bench.starts(terminal), TERMINALS[terminal][1]
    print("| %s | %.0f | %.0f | %.0f | %s |" % (
        terminal, min(times), statistics.median(times), max(times), limit or "–"))
    sys.stdout.flush()
    return limit is None or statistics.median(times) <= limit


def step_row(bench, terminal, step, keep):
    sent = bench.sent(terminal, step)
    with tempfile.TemporaryDirectory() as scratch:
        out = os.path.join(keep or scratch, "%s-%s" % (terminal, step))
        os.makedirs(out, exist_ok=True)
        films = bench.films(terminal, step, out)
        counts = [judge(film) for _, film in films]
        seen = [1000 * (film[-1]["time"] - key) for key, film in films if len(film) > 1]
    last = [moment for moment, _ in sent]
    most = max(sum(count.values()) for count in counts)
    print("| %s | %s | %d | %.0f | %.0f | %.0f | %.0f | %d | %d | %d | %d |" % (
        terminal, step, len(sent), statistics.median(last), max(last),
        statistics.median(seen or [0]), statistics.mean(size for _, size in sent), most,
        *(sum(count[name] for count in counts) for name in ("mixed", "other", "blank"))))
    sys.stdout.flush()
    late = step == "scroll" and statistics.median(last) > SCROLL_LIMIT
    return not late and not any(count["blank"] for count in counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to measure")
    parser.add_argument("--out", help="a folder to keep the films in")
    parser.add_argument("--only-demo", action="store_true", help="the built-in photos only")
    parser.add_argument("--step", action="append", choices=STEPS, help="default: all")
    parser.add_argument("--no-starts", action="store_true", help="the steps only")
    parser.add_argument("--arguments", default="", help="more arguments for the program")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    options = parser.parse_args()
    if not os.path.exists(TOOL) or shutil.which("convert") is None:
        print("skipped: no ../shared/tools/terminal-shot, or no ImageMagick")
        return 0
    chosen = [name for name in options.terminals or TERMINALS
              if shutil.which(TERMINALS[name][0])]
    good = True
    with tempfile.TemporaryDirectory() as folder:
        served = library.Library(folder, options.only_demo)
        bench = Bench(os.path.abspath(options.program), served.address, folder,
                      options.arguments.split())
        if not options.no_starts:
            print("| start to a full wall, ms | least | median | largest | limit |\n"
                  "|---|---:|---:|---:|---:|")
            for terminal in chosen:
                good = start_row(bench, terminal) and good
        print("\n| terminal | step | times | key to last byte, ms | largest | to the glass, ms "
              "| bytes | most frames between | mixed | other | blank |\n"
              "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
        for terminal in chosen:
            for step in options.step or STEPS:
                good = step_row(bench, terminal, step, options.out) and good
        served.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
