#!/usr/bin/env python3
"""Measures how soon nasa-view shows something: make latency.

Three tables:
- from the start to the first byte of a picture, in pseudo-terminals that answer the questions at
  once, 200 ms late, and never;
- in each real terminal that is installed, at 800x480 or so: from a key press to the next changed
  frame on the glass (terminal-shot's film), frames a second while the wheel turns, and bytes a frame,
  by which the terminal is sent pictures.
- while a key is held down over a detailed photo, in two large windows: frames by kind, frames a
  second, and the longest time a frame took to be drawn. A fine frame in mid-hold is a fault.

Needs Python 3 only; without terminal-shot the second table is left out.
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
# Seconds a key is held down, in windows of 1296x714 and 2000x1190 pixels.
HOLD = 3
HELD_SIZES = ("160x42", "250x70")
PHOTO = os.path.join(PACKAGE, "Fixtures", "Demo", "demo-milkyway~orig.jpg")
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


def held_key(terminal, program, photo, size):
    """Frames by kind while a key repeats, frames a second, and milliseconds to draw the slowest."""
    with tempfile.TemporaryDirectory() as out:
        log = os.path.join(out, "frames.log")
        # The keyboard of the display repeats by itself; xdotool types where the program's window is.
        hold = ("(sleep 3; xdotool key z; sleep 1.5; xdotool keydown Right; sleep %g; "
                "xdotool keyup Right) & exec '%s' '%s'" % (HOLD, program, photo))
        words = [sys.executable, TOOL, "--terminal", terminal, "--size", size, "--out", out,
                 "--timeout", "60", "--keys", "wait:%g,q,exited" % (HOLD + 7), "--",
                 "env", "NASA_VIEW_LOG=" + log, "sh", "-c", hold]
        subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=False)
        with open(log, encoding="utf-8") as file:
            steps = [line.split(" ", 1) for line in file.read().splitlines()]
    steps = [(int(moment), words) for moment, words in steps]
    keys = [moment for moment, words in steps if words == "key →"]
    if len(keys) < 3:
        return None
    # A keyboard waits before it repeats: the hold begins with the second press.
    during = [words for moment, words in steps if keys[1] <= moment <= keys[-1]]
    drawn = [int(words.split()[1]) for words in during if words.startswith("drawn")]
    fine = sum(words.startswith("ask") and "at rest" in words for words in during)
    # At the photo's edge nothing more is drawn, though the key goes on.
    moments = [moment for moment, words in steps if words.startswith("drawn")
               and keys[1] <= moment <= keys[-1]]
    seconds = (moments[-1] - moments[0]) / 1000 if len(moments) > 1 else 1
    return fine, len(drawn), (len(drawn) - 1) / seconds, max(drawn, default=0)


def held_keys(program, photo, chosen):
    print("\n| a key held down | window | fine frames | frames | frames/s | slowest drawn, ms |\n"
          "|---|---|---:|---:|---:|---:|")
    faults = 0
    for terminal in chosen:
        for size in HELD_SIZES:
            found = held_key(terminal, program, photo, size)
            if not found:
                print("| %s | %s | – | – | – | – |" % (terminal, size))
                continue
            faults += found[0]
            print("| %s | %s | %d | %d | %.1f | %d |" % (terminal, size, *found))
            sys.stdout.flush()
    return faults


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
    parser.add_argument("--photo", help="the photo to hold a key over; default: a drawn one")
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
    photo = os.path.abspath(options.photo or PHOTO)
    return 1 if held_keys(program, photo, [name for name in chosen if name in HELD]) else 0


if __name__ == "__main__":
    sys.exit(main())
