"""Whether all colour registers arrive: a chart of 1024 colours, printed as sixel, in real terminals."""

import json
import os
import shutil
import subprocess
import sys

import pictures

# A square for each colour, in pixels, and how many are in a row of the chart.
SIDE, COLUMNS, COUNT = 12, 32, 1024
# Of a channel: terminals round percents of 255 in two ways.
TOLERANCE = 1
# konsole has 256. xterm has as many as its resource says.
TERMINALS = {
    "xterm": "-xrm XTerm*numColorRegisters:1024",
    "mlterm": "",
    "foot": "",
}
PROGRAMS = {"foot": ["foot", "weston"]}


def colour(number):
    """A colour of the chart: percents that sixel names exactly."""
    percents = (number % 16 * 6, number // 16 % 8 * 14, number // 128 * 14)
    return tuple((percent * 255 + 50) // 100 for percent in percents)


def chart():
    rows = []
    for top in range(0, COUNT, COLUMNS):
        row = b"".join(bytes(colour(number)) * SIDE for number in range(top, top + COLUMNS))
        rows.append(row * SIDE)
    return pictures.Picture(COLUMNS * SIDE, COUNT // COLUMNS * SIDE, b"".join(rows))


def take_shot(terminal, program, tool, out):
    """Prints the chart in a terminal; gives the shot and where its text begins, or a problem."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    file = os.path.join(out, "chart.png")
    pictures.write_png(file, chart())
    size = "%dx%d" % (COLUMNS * SIDE, COUNT // COLUMNS * SIDE)
    words = [sys.executable, tool, "--terminal", terminal, "--size", "100x30", "--out", out,
             "--timeout", "60", "--check", "--keys", "exited,wait:1,shot:registers"]
    if TERMINALS[terminal]:
        words.append("--terminal-args=" + TERMINALS[terminal])
    # Without a cursor, which would cover a square.
    script = r"""printf '\033[H\033[2J\033[?25l'; exec "$@" """
    words += ["--", "sh", "-c", script, "sh", program, "--print", "--protocol", "sixel",
              "--registers", str(COUNT), "--size", size, file]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    if done.returncode:
        return None, done.stdout.strip().split("\n")[-1]
    with open(os.path.join(out, "result.json"), encoding="utf-8") as result:
        origin = tuple(json.load(result)["text_origin"])
    return (pictures.read_png(os.path.join(out, "registers.png")), origin), None


def check(terminal, program, tool, out):
    """Prints a verdict; gives whether every square of the chart has its colour."""
    taken, problem = take_shot(terminal, program, tool, out)
    if problem:
        print("FAIL %-15s registers: %s" % (terminal, problem))
        return False
    shot, (left, top) = taken
    wrong = []
    for number in range(COUNT):
        x = left + number % COLUMNS * SIDE + SIDE // 2
        y = top + number // COLUMNS * SIDE + SIDE // 2
        seen, wanted = shot.pixel(x, y), colour(number)
        if max(abs(a - b) for a, b in zip(seen, wanted)) > TOLERANCE:
            wrong.append((number, seen, wanted))
    text = "; colour %d is %s, not %s" % wrong[0] if wrong else ""
    print("%s %-15s registers: %d of %d colours are right%s" % (
        "FAIL" if wrong else "ok  ", terminal, COUNT - len(wrong), COUNT, text))
    return not wrong


def check_all(names, program, tool, out):
    """All terminals of `names` that have so many registers and are installed."""
    verdicts = [check(name, program, tool, os.path.join(out, name + "-registers"))
                for name in TERMINALS if name in names
                and all(shutil.which(word) for word in PROGRAMS.get(name, [name]))]
    return all(verdicts)
