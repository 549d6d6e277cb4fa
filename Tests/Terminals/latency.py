#!/usr/bin/env python3
"""Measures how soon nasa-view shows something: make latency.

Three tables:
- from the start to the first byte of a picture, in pseudo-terminals that answer the questions at
  once, 200 ms late, and never;
- in each real terminal that is installed, at 800x480 or so: from a key press to the next changed
  frame on the glass (terminal-shot's film), frames a second while the wheel turns, and bytes a frame,
  by which the terminal is sent pictures.
- while a key is held down for 3 s over a detailed and a dark photo, in two large windows: keys and
  frames a second, acknowledged and seen on a film; bytes a step; how often each quality of moving
  frames was asked for (0 is the finest); fine frames; frames of the film that are torn, blank in part
  or ghosts (held_key.py). A fine frame in mid-hold and a ghost are faults.

Needs Python 3; the other tables need terminal-shot, the last one ImageMagick too.
"""

import argparse
import fcntl
import json
import os
import pty
import re
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time

import held_key

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
# xterm -ti vt340, as far as the program asks; the rest it leaves unanswered as xterm does.
ANSWERS = [
    (b"\x1b[>q", b"\x1bP>|XTerm(379)\x1b\\"), (b"\x1b[>c", b"\x1b[>19;379;0c"),
    (b"\x1b[?2;4;0S", b"\x1b[?2;0;4096;4096S"), (b"\x1b[?1;1;0S", b"\x1b[?1;0;1024S"),
    (b"\x1b[5n", b"\x1b[0n"), (b"\x1b[c", b"\x1b[?63;1;2;4;6;9;15;16;22;28c"),
]
# A sixel string begins so, and so does the first coloured block.
PICTURE = re.compile(rb"\x1bP[0-9;]*q|\x1b\[[0-9;]*48;[25];")
MANNERS = {"answers at once": 0.0, "answers 200 ms late": 0.2, "silent": None}
# The program that must be there, and by what it is sent pictures.
TERMINALS = {"xterm": ("xterm", "sixel"), "mlterm": ("mlterm", "sixel"), "foot": ("foot", "sixel"),
             "konsole": ("konsole", "kitty, direct"), "kitty": ("kitty", "kitty, shared memory"),
             "st": ("st", "half blocks")}
PRESSES = 12
# The wheel turns down and up again, about 30 notches a second.
TURN, TURNS = 12, 6
# Windows of 1280x714 and 1904x1020 pixels, or a little more: cells are 8 to 10 pixels wide.
HELD_SIZES = ("160x42", "238x60")
PHOTOS = [(name, os.path.join(PACKAGE, "Fixtures", "Demo", file)) for name, file in (
    ("detailed", "demo-milkyway~orig.jpg"), ("dark", "demo-deepfield~orig.jpg"))]
HELD = ("xterm", "foot", "mlterm", "konsole")


def first_picture(program, delay):
    """Milliseconds from the start to the first byte of a picture."""
    start = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LINES="30", COLUMNS="100")
        for name in ("TMUX", "STY"):
            os.environ.pop(name, None)
        os.execv(program, [program, "--demo", "demo-limb"])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 29, 100, 800, 493))
    seen, answered, due = b"", 0, []
    try:
        while time.monotonic() < start + 5:
            now = time.monotonic()
            while due and due[0][0] <= now:
                os.write(terminal, due.pop(0)[1])
            if select.select([terminal], [], [], 0.002)[0]:
                seen += os.read(terminal, 65536)
            if PICTURE.search(seen):
                return (time.monotonic() - start) * 1000
            if delay is not None and b"\x1b[c" in seen[answered:]:
                for question, answer in ANSWERS:
                    if question in seen[answered:]:
                        due.append((time.monotonic() + delay, answer))
                answered = len(seen)
    finally:
        os.write(terminal, b"q")
        time.sleep(0.05)
        os.close(terminal)
        os.waitpid(child, 0)
    return float("nan")


def starts(program, runs):
    print("| start to first byte of a picture, ms | least | median |\n|---|---:|---:|")
    for manner, delay in MANNERS.items():
        times = [first_picture(program, delay) for _ in range(runs)]
        print("| %s | %.0f | %.0f |" % (manner, min(times), statistics.median(times)))


def shoot(terminal, program, keys):
    """What terminal-shot tells of a run, and what the program wrote in it, with times."""
    with tempfile.TemporaryDirectory() as out:
        words = [sys.executable, TOOL, "--terminal", terminal, "--size", "100x29", "--out", out,
                 "--record", "--key-delay", "0", "--timeout", "120", "--keys", keys, "--",
                 program, "--demo", "demo-limb"]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False)
        if done.returncode:
            raise RuntimeError(done.stdout.strip().split("\n")[-1])
        with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
            result = json.load(file)
        with open(os.path.join(out, "output.raw"), "rb") as file:
            return result, file.read()


def presses(terminal, program):
    """Milliseconds from each key press to the next frame that looks different."""
    steps = "".join("mark:k%d,%s,wait:0.45," % (n, "l" if n % 4 < 2 else "h")
                    for n in range(PRESSES))
    result, _ = shoot(terminal, program,
                      "wait:2,z,wait:1,mark:from,film:pan," + steps + "mark:to,cut,q,exited")
    frames = [frame["time"] for frame in result["films"]["pan"]]
    latencies = []
    for n in range(PRESSES):
        pressed = result["marks"]["k%d" % n]["time"]
        later = [moment - pressed for moment in frames if pressed < moment < pressed + 0.45]
        latencies += [min(later) * 1000] if later else []
    return latencies


def held(terminal, program):
    """Frames a second while the wheel turns, events a second, and bytes a frame."""
    turns = "".join("wheel:50;10;%s;%d," % (("down", "up")[n % 2], TURN) for n in range(TURNS))
    keys = "wait:2,z,g,wait:1,mark:from," + turns + "mark:to,wait:1,q,exited"
    result, raw = shoot(terminal, program, keys)
    start, end = result["marks"]["from"], result["marks"]["to"]
    # Each frame ends with a question, so that the next waits for its answer.
    count = raw[start["bytes"]:end["bytes"]].count(b"\x1b[5n")
    seconds = end["time"] - start["time"]
    size = (end["bytes"] - start["bytes"]) / max(1, count)
    return count / seconds, TURN * TURNS / seconds, size


def held_keys(program, photos, chosen, keep):
    """A row for each photo, terminal and window; returns how many frames are fine ones or ghosts."""
    print("\n| a key held down | photo | window | keys/s | frames/s | seen/s | bytes a step "
          "| qualities | slowest drawn, ms | fine | torn | blank | ghosts |\n"
          "|---|---|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|")
    faults = 0
    for name, photo in photos:
        with tempfile.TemporaryDirectory() as folder:
            wide = os.path.join(folder, "wide.jpg")
            held_key.panorama(photo, wide)
            pixels = held_key.decoded(wide)
            for terminal in chosen:
                for size in HELD_SIZES:
                    faults += held_row(program, (name, wide, pixels), terminal, size, keep)
    return faults


def held_row(program, photo, terminal, size, keep):
    """Two runs, because a film takes half a processor."""
    name, path, pixels = photo
    with tempfile.TemporaryDirectory() as out:
        run = held_key.hold(terminal, program, path, size, out)
    with tempfile.TemporaryDirectory() as out:
        filmed = held_key.hold(terminal, program, path, size, out, films=True)
        cells = tuple(int(word) for word in size.split("x"))
        kinds = held_key.kinds(filmed, pixels, cells, keep)
        seen = filmed.seen_a_second
    print("| %s | %s | %s | %.0f | %.1f | %.1f | %.0f | %s | %d | %d | %d | %d | %d |" % (
        terminal, name, size, run.keys_a_second, run.frames_a_second, seen, run.bytes_a_step,
        run.qualities, run.slowest, run.fine_frames, kinds["torn"], kinds["blank"],
        kinds["ghost"]))
    sys.stdout.flush()
    return run.fine_frames + kinds["ghost"]


def real_terminals(program, chosen):
    print("\n| terminal | sent by | key to frame, ms: least | median | largest "
          "| frames/s | wheel/s | bytes a frame |\n|---|---|---:|---:|---:|---:|---:|---:|")
    for terminal in chosen:
        times = presses(terminal, program)
        frames, keys, size = held(terminal, program)
        # st answers no such question: its frames cannot be counted.
        counted = "%.0f | %.0f | %.0f" % (frames, keys, size) if frames else "– | %.0f | –" % keys
        print("| %s | %s | %.0f | %.0f | %.0f | %s |" % (
            terminal, TERMINALS[terminal][1], min(times), statistics.median(times), max(times),
            counted))
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to measure")
    parser.add_argument("--runs", type=int, default=9, help="starts in each kind of terminal")
    parser.add_argument("--photo", help="the photo to hold a key over; default: two drawn ones")
    parser.add_argument("--keep", help="a folder for film frames that are torn or ghosts")
    parser.add_argument("--only-held", action="store_true", help="only the run with a held key")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    if not options.only_held:
        starts(program, options.runs)
    if not os.path.exists(TOOL):
        print("skipped: ../shared/tools/terminal-shot is not here")
        return 0
    chosen = [name for name in options.terminals or TERMINALS if shutil.which(TERMINALS[name][0])]
    if not options.only_held:
        real_terminals(program, chosen)
    if not shutil.which("convert"):
        print("skipped: a held key (ImageMagick's convert is not installed)")
        return 0
    photos = [("given", os.path.abspath(options.photo))] if options.photo else PHOTOS
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    held = [name for name in chosen if name in HELD]
    return 1 if held_keys(program, photos, held, options.keep) else 0


if __name__ == "__main__":
    sys.exit(main())
