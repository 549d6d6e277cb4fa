#!/usr/bin/env python3
"""Looks at nasa-view in real terminals: make check-terminals.

Runs `nasa-view --demo` in each terminal that is installed, by terminal-shot, takes screenshots at
fit, at original, after panning and after quitting, and compares colours at known places with the
photo's, decoded by another program. The screen after quitting must equal the one before.

The screenshots and a contact sheet (a row per terminal) go to .build/terminals.
Needs Python 3 only; without terminal-shot, or without any terminal, it says so and passes.
"""

import argparse
import json
import math
import os
import shutil
import subprocess
import sys

import pictures
import views

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
TOOL = os.path.join(os.path.dirname(PACKAGE), "shared", "tools", "terminal-shot")
SIZE = (100, 30)
# The program that must be there, and whether the terminal shows pixels (else blocks).
TERMINALS = {
    "xterm": ("xterm", True),
    "mlterm": ("mlterm", True),
    "foot": ("foot", True),
    "konsole": ("konsole", True),
    "kitty": ("kitty", True),
    "st": ("st", False),
    "tmux": ("tmux", False),
}
# What stands on the screen before, so that there is something to find again afterwards.
BEFORE = r"""printf 'before line %s\n' 1 2 3 4 5; stty -echo; read -r _; stty echo; exec "$@" """
# After Return the program starts, asks, decodes: a picture is there when two seconds have passed.
KEYS = ("shot:before,Return,wait:2,shot:fit,z,wait:0.3,shot:original,mark:still,Right,Right,Down,"
        "wait:0.3,shot:panned,mark:panned,Home,g,wait:0.3,shot:corner,z,wait:0.3,shot:again,"
        "question,wait:0.3,shot:help,question,q,exited,shot:after")
SHOTS = ["before", "fit", "original", "panned", "corner", "again", "help", "after"]
# Mean distance of a patch's mean colour, in 255ths. Dithering averages out over a patch; what is
# left is the palette's error, rounding, and the photo's own change within a patch.
MEAN_LIMIT = 6
WORST_LIMIT = 20
# The least correlation of cells with the photo's: a view that is half a cell off falls below.
DETAIL_LIMIT = 0.97


def demo_photo():
    """The file of the first photo of the demo."""
    folder = os.path.join(PACKAGE, "Fixtures", "Demo")
    with open(os.path.join(folder, "collection.json"), encoding="utf-8") as file:
        first = json.load(file)["collection"]["items"][0]
    links = sorted(first["links"], key=lambda link: link.get("rel") != "canonical")
    return os.path.join(folder, links[0]["href"])


def take_shots(terminal, program, out):
    """Runs the program in a terminal; gives what terminal-shot tells, or what went wrong."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    command = [sys.executable, TOOL, "--terminal", terminal, "--size", "%dx%d" % SIZE,
               "--out", out, "--record", "--check", "--timeout", "120", "--keys", KEYS,
               "--", "sh", "-c", BEFORE, "sh", program, "--demo"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False)
    with open(os.path.join(out, "log.txt"), "w", encoding="utf-8") as file:
        file.write(done.stdout)
    if done.returncode:
        return None, done.stdout.strip().split("\n")[-1]
    with open(os.path.join(out, "result.json"), encoding="utf-8") as file:
        return json.load(file), None


def expected_views(photo, result, uses_pixels):
    screen = views.Screen(SIZE[0], SIZE[1], tuple(result["cell_size"]), uses_pixels)
    fit = views.View.fitted(photo, screen)
    original = fit.original()
    return {"fit": fit, "original": original, "panned": original.moved(2, 1),
            "corner": original.at_corner()}


def judge_picture(name, view, shot, origin):
    mean, worst, count = views.compare(view, shot, origin)
    follows = views.detail(view, shot, origin)
    good = mean <= MEAN_LIMIT and worst <= WORST_LIMIT and follows >= DETAIL_LIMIT
    text = "%-9s %2d places: mean %4.1f, worst %5.1f; detail %.3f" % (
        name, count, mean, worst, follows)
    return good, text


def different_pixels(one, other):
    if (one.width, one.height) != (other.width, other.height):
        return one.width * one.height
    return sum(one.rgb[i:i + 3] != other.rgb[i:i + 3] for i in range(0, len(one.rgb), 3))


def judge(photo, result, shots, uses_pixels):
    """Pairs of a verdict and its text."""
    origin = tuple(result["text_origin"])
    expected = expected_views(photo, result, uses_pixels)
    reach = math.ceil(1 / expected["fit"].scale)
    for name, view in expected.items():
        if name in ("original", "panned"):
            view = views.settled(view, shots[name], origin, reach)
        yield judge_picture(name, view, shots[name], origin)
    differing = different_pixels(shots["before"], shots["after"])
    yield differing == 0, "after quitting %d pixels differ from before" % differing


def judge_tmux(out):
    """tmux gives text: blocks while it runs, and the old screen afterwards."""
    def text(name):
        with open(os.path.join(out, name + ".txt"), encoding="utf-8") as file:
            return file.read().rstrip()
    blocks = sum(text("fit").count(block) for block in "▀▄█")
    yield blocks > SIZE[0] * SIZE[1] // 4, "fit       %d block characters" % blocks
    yield "%" in text("fit").split("\n")[-1], "fit       a status line"
    yield text("before") == text("after"), "after quitting the text is the one before"


def check(terminal, program, photo, out):
    """One terminal; gives its shots and whether all is well."""
    uses_pixels = TERMINALS[terminal][1]
    result, problem = take_shots(terminal, program, out)
    if problem:
        print("FAIL %-8s %s" % (terminal, problem))
        return None, False
    if terminal == "tmux":
        shots, verdicts = None, list(judge_tmux(out))
    else:
        shots = {name: pictures.read_png(os.path.join(out, name + ".png")) for name in SHOTS}
        verdicts = list(judge(photo, result, shots, uses_pixels)) if photo else []
    for good, text in verdicts:
        print("%s %-8s %s" % ("ok  " if good else "FAIL", terminal, text))
    marks = result["marks"]
    print("     %-8s %d bytes for three pans" % (
        terminal, marks["panned"]["bytes"] - marks["still"]["bytes"]))
    return shots, all(good for good, _ in verdicts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", required=True, help="the nasa-view to look at")
    parser.add_argument("--only-look", action="store_true", help="take the shots, judge nothing")
    parser.add_argument("terminals", nargs="*", metavar="TERMINAL", help="default: all installed")
    options = parser.parse_args()
    if not os.path.exists(TOOL):
        print("skipped: ../shared/tools/terminal-shot is not here")
        return 0
    chosen = options.terminals or list(TERMINALS)
    installed = [name for name in chosen if shutil.which(TERMINALS[name][0])]
    for name in sorted(set(chosen) - set(installed)):
        print("skipped: %s is not installed" % name)
    photo = None if options.only_look else pictures.decode(demo_photo())
    if photo is None and not options.only_look:
        print("no decoder (djpeg or ImageMagick): the shots are taken, their colours not judged")
    out = os.path.join(PACKAGE, ".build", "terminals")
    rows, good = [], True
    for name in installed:
        shots, is_good = check(name, os.path.abspath(options.program), photo,
                               os.path.join(out, name))
        good = good and is_good
        if shots:
            rows.append([shots[shot] for shot in SHOTS])
    if rows:
        sheet = os.path.join(out, "contact-sheet.png")
        pictures.write_png(sheet, pictures.contact_sheet(rows))
        print("looked at %d terminals; the shots in one picture: %s" % (
            len(installed), os.path.relpath(sheet, PACKAGE)))
    return 0 if good or options.only_look else 1


if __name__ == "__main__":
    sys.exit(main())
